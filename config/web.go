package config

import (
	"net"
	"net/netip"
	"net/url"
	"strconv"

	"consigliere/engine/document"
)

// Web is where pages are served.
type Web struct {
	Listen string // of the front panel, on this machine alone; "" for none
	Phones string // of phones and screens, such as ":8018"; "" for none
	Site   string // where the box's pages for everybody are, which show games that are over; "" for nowhere
	// Certificate and Key are the files by which phones get their pages by TLS; "" for plain http.
	Certificate, Key string
}

// web reads where pages are served.
func web(v document.Value) Web {
	v.Keys(nil, []string{"listen", "phones", "site", "tls"})
	w := Web{Listen: listen(v.Key("listen")), Phones: phones(v.Key("phones")), Site: site(v.Key("site"))}
	if tls := v.Key("tls"); tls.Present() && tls.Keys([]string{"certificate", "key"}, nil) {
		w.Certificate, w.Key = tls.Key("certificate").Text(), tls.Key("key").Text()
		if w.Phones == "" {
			refuse(tls, "web.tls is for the pages of phones: it needs web.phones, such as \":8018\"")
		}
	}
	return w
}

// listen reads the address at which pages are served. The panel has no password, so it must be
// an address of this machine alone.
func listen(v document.Value) string {
	addr := v.Text()
	if addr == "" {
		return ""
	}
	host, port, err := net.SplitHostPort(addr)
	if _, no := strconv.ParseUint(port, 10, 16); err != nil || no != nil {
		refuse(v, "web.listen must be an address such as \"127.0.0.1:8017\", not %q", addr)
		return ""
	}
	ip, err := netip.ParseAddr(host)
	if host != "localhost" && (err != nil || !ip.IsLoopback()) {
		refuse(v, "web.listen is for browsers on this machine alone, as whoever opens the panel can play for everybody: its host must be 127.0.0.1, [::1] or localhost, not %q", host)
		return ""
	}
	return addr
}

// phones reads the address at which phones find their pages.
func phones(v document.Value) string {
	addr := v.Text()
	if addr == "" {
		return ""
	}
	host, port, err := net.SplitHostPort(addr)
	_, no := strconv.ParseUint(port, 10, 16)
	if _, bad := netip.ParseAddr(host); err != nil || no != nil || bad != nil && host != "" && host != "localhost" {
		refuse(v, "web.phones must be an address such as \":8018\", not %q", addr)
		return ""
	}
	return addr
}

// site reads where the box's pages for everybody are.
func site(v document.Value) string {
	addr := v.Text()
	if addr == "" {
		return ""
	}
	u, err := url.Parse(addr)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" {
		refuse(v, "web.site must be an address such as \"https://example.org/consigliere/\", not %q", addr)
		return ""
	}
	return addr
}

func (w Web) write(d *page) {
	if w == (Web{}) {
		return
	}
	d.table("web")
	d.given("listen", w.Listen)
	d.given("phones", w.Phones)
	d.given("site", w.Site)
	if w.Certificate != "" {
		d.line("tls = { certificate = %s, key = %s }", quote(w.Certificate), quote(w.Key))
	}
}
