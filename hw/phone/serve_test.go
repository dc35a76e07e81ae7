package phone

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/command"
)

// The box is told how phones join, and which have joined, so that its own panel shows it; what its
// panel answers reaches the phones.
func TestServeTellsTheBox(t *testing.T) {
	b := webtest.NewBox(2)
	g, err := NewGuests(b, GuestOptions{})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	l, err := ListenGuests(ctx, "127.0.0.1:0")
	require.NoError(t, err)
	g.Announce(l.Addr(), nil)
	done := make(chan error, 1)
	go func() { done <- g.Serve(ctx, l, nil) }()
	told := func(what string) {
		t.Helper()
		require.Eventually(t, func() bool {
			return strings.Contains(strings.Join(b.All(), "\n"), what)
		}, phonetest.Patience, 5*time.Millisecond, what)
	}
	url := "http://" + l.Addr().String()
	told("invite true " + url)
	p := phonetest.Call(t, url, phonetest.Invited(t, g), rand.Reader)
	p.Ask(map[string]any{"t": "join", "name": "Ava"})
	told("[Ava]")
	q := phonetest.Call(t, url, phonetest.Invited(t, g), rand.Reader)
	q.Ask(map[string]any{"t": "join", "name": "Ava"})
	told("[Ava] [{1 Ava}]")
	b.Menu <- command.LetIn{ID: 1, Yes: true}
	q.Wait("it was let in", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Name == "Ava" })
	b.Menu <- command.PutOut{Name: "Ava"}
	assert.Equal(t, websocket.StatusCode(StatusOut), q.Ended())
	stop()
	require.NoError(t, <-done)
}

// With a certificate the pages come by https, under its name.
func TestServeTLS(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "box"}, DNSNames: []string{"box.example"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	require.NoError(t, err)
	leaf, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	cert := &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}
	g, err := NewGuests(webtest.NewBox(2), GuestOptions{})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	l, err := ListenGuests(ctx, "127.0.0.1:0")
	require.NoError(t, err)
	g.Announce(l.Addr(), cert)
	_, port, err := net.SplitHostPort(l.Addr().String())
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(g.Invitation(), "https://box.example:"+port+"/#"), g.Invitation())
	done := make(chan error, 1)
	go func() { done <- g.Serve(ctx, l, cert) }()
	roots := x509.NewCertPool()
	roots.AddCert(leaf)
	client := &http.Client{Transport: &http.Transport{
		TLSClientConfig:   &tls.Config{RootCAs: roots, ServerName: "box.example"},
		DisableKeepAlives: true,
	}}
	for path, want := range map[string]int{"/": 200, "/screen": 200, "/seat": 403} {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+l.Addr().String()+path, nil)
		require.NoError(t, err)
		r.Host = "box.example:" + port
		a, err := client.Do(r)
		require.NoError(t, err)
		a.Body.Close()
		assert.Equal(t, want, a.StatusCode, path)
	}
	stop()
	require.NoError(t, <-done)
}

// Connections over the limit are closed, and whoever leaves makes room.
func TestFewConnections(t *testing.T) {
	l, err := ListenGuests(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	accepted := make(chan net.Conn, maxConnsFrom+1)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			accepted <- c
		}
	}()
	var last net.Conn
	for range maxConnsFrom {
		c, err := net.Dial("tcp", l.Addr().String())
		require.NoError(t, err)
		defer c.Close()
		last = <-accepted
	}
	c, err := net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.SetReadDeadline(time.Now().Add(phonetest.Patience)))
	_, err = c.Read(make([]byte, 1))
	require.Error(t, err, "one too many")
	last.Close()
	c, err = net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	defer c.Close()
	(<-accepted).Close()
}

// The box is told of the hot spot, so that its own panel shows how to join it.
func TestBoxIsToldOfHotspot(t *testing.T) {
	g, err := NewGuests(webtest.NewBox(2), GuestOptions{Addresses: func() []netip.Prefix { return []netip.Prefix{netip.MustParsePrefix("10.42.0.1/24")} }})
	require.NoError(t, err)
	defer g.Close()
	assert.Nil(t, g.invitation(g.Overview()).WiFi)
	g.SetHotspot(&Hotspot{Name: "Box", Password: "bodi-mako", Address: "10.42.0.1"})
	assert.Equal(t, "bodi-mako", g.invitation(g.Overview()).WiFi.Password)
	assert.True(t, g.owns("10.42.0.1"))
	assert.False(t, g.owns("192.0.2.1"))
}
