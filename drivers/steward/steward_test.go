package steward_test

import (
	"context"
	"errors"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/drivers/steward"
)

// A machine notes what it is told to do.
type machine struct {
	did  []string
	fail error
}

func (m *machine) note(s string) error {
	m.did = append(m.did, s)
	return m.fail
}

func (m *machine) HotSpot(context.Context) (name, password, address string, err error) {
	return "Consigliere", "hafo-bimu", "10.42.0.1", m.note("hot spot")
}
func (m *machine) EndHotSpot(context.Context) error { return m.note("end") }
func (m *machine) Join(_ context.Context, name, password string) error {
	return m.note("join " + name + " " + password)
}

func (m *machine) SetClock(t time.Time) error {
	return m.note("clock " + t.UTC().Format(time.RFC3339))
}
func (m *machine) PowerOff() error { return m.note("off") }

// serve answers requests at a socket as systemd lets the helper do, and returns its path.
func serve(t *testing.T, m steward.Machine) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", path)
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_ = steward.Serve(context.Background(), conn, m)
			_ = conn.Close()
		}
	}()
	return path
}

func TestVerbs(t *testing.T) {
	m := &machine{}
	path := serve(t, m)
	ctx := context.Background()
	at := time.Date(2026, 11, 24, 20, 15, 0, 0, time.UTC)
	for _, r := range []steward.Request{
		{Do: steward.EndHotSpot},
		{Do: steward.Join, Name: "Zia's: home", Password: "eight letters"},
		{Do: steward.Join, Name: "open"},
		{Do: steward.SetClock, Unix: at.Unix()},
		{Do: steward.PowerOff},
	} {
		_, err := steward.Ask(ctx, path, r)
		require.NoError(t, err, "%s", r.Do)
	}
	assert.Equal(t, []string{"end", "join Zia's: home eight letters", "join open ", "clock 2026-11-24T20:15:00Z", "off"}, m.did)
	reply, err := steward.Ask(ctx, path, steward.Request{Do: steward.HotSpot})
	require.NoError(t, err)
	assert.Equal(t, steward.Reply{Name: "Consigliere", Password: "hafo-bimu", Address: "10.42.0.1"}, reply)

	m.fail = errors.New("this machine has no Wi-Fi")
	reply, err = steward.Ask(ctx, path, steward.Request{Do: steward.HotSpot})
	require.EqualError(t, err, "this machine has no Wi-Fi")
	assert.Zero(t, reply, "what failed has no password")
}

// TestNothingElse checks that the helper does nothing that is not one of the verbs as it is written.
func TestNothingElse(t *testing.T) {
	for line, why := range map[string]string{
		"":                                  "one JSON object",
		"reboot\n":                          "one JSON object",
		`{"do":"reboot"}`:                   `no verb "reboot"`,
		`{"do":"power_off"`:                 "one JSON object",
		`{"do":"power_off"}{}`:              "more after",
		`{"do":"power_off","command":"rm"}`: "one JSON object",
		`{"do":"power_off","name":"x"}`:     "more than it needs",
		`{"do":"join","name":"x","unix":1}`: "more than it needs",
		`{"do":"join","name":""}`:           "1 to 32 bytes",
		`{"do":"join","name":"` + strings.Repeat("x", 33) + `"}`: "1 to 32 bytes",
		`{"do":"join","name":"x","password":"short"}`:            "8 to 63",
		`{"do":"join","name":"x\ny"}`:                            "cannot be typed",
		`{"do":"join","name":"x","password":"12345678\nid=1"}`:   "cannot be typed",
		`{"do":"clock"}`:                   "2025 to 2099",
		`{"do":"clock","unix":4102444801}`: "2025 to 2099",
		`{"do":"join","name":"x","password":"` + strings.Repeat("x", 2000): "at most",
	} {
		m := &machine{}
		c := &conn{Reader: strings.NewReader(line)}
		require.NoError(t, steward.Serve(context.Background(), c, m), line)
		assert.Contains(t, strings.ReplaceAll(c.String(), `\"`, `"`), why, line)
		assert.Empty(t, m.did, line)
	}
}

// TestNobodyAnswers checks that a helper which is not there, or hangs, is an error.
func TestNobodyAnswers(t *testing.T) {
	_, err := steward.Ask(context.Background(), filepath.Join(t.TempDir(), "none"), steward.Request{Do: steward.PowerOff})
	require.ErrorContains(t, err, "the helper of the box")

	path := filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", path)
	require.NoError(t, err)
	defer l.Close()
	ctx, stop := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer stop()
	_, err = steward.Ask(ctx, path, steward.Request{Do: steward.PowerOff})
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

// A conn is a request that is there already, and what is answered.
type conn struct {
	io.Reader
	strings.Builder
}
