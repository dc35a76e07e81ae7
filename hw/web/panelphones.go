package web

import (
	"context"
	"net/http"

	"rsc.io/qr"
)

// phones is what the panel shows of phones.
type phones struct {
	T       string       `json:"t"`       // "phones"
	Address string       `json:"address"` // where phones find their page
	Join    string       `json:"join"`    // the same with the code of the table
	Rows    []string     `json:"rows"`    // of the QR code of Join: a 1 for each black module
	WiFi    *wifi        `json:"wifi"`    // the hot spot of this machine; null for none
	Phones  []rollHolder `json:"phones"`
	Knocks  []rollKnock  `json:"knocks"`
}

// What the panel does about phones.
type (
	letIn struct {
		id  int
		yes bool
	}
	putOut  struct{ name string }
	setHost struct {
		name string
		on   bool
	}
)

// joining is the same for a screen of this machine, which shows the code to the room.
type joining struct {
	T       string   `json:"t"` // "join"
	Address string   `json:"address"`
	Rows    []string `json:"rows"`
	WiFi    *wifi    `json:"wifi"`
}

// QR returns the rows of modules of the QR code of a text, "1" for a dark one, or nil if it is too
// long for one.
func QR(text string) []string {
	c, err := qr.Encode(text, qr.L)
	if err != nil {
		return nil
	}
	rows := make([]string, c.Size)
	for y := range rows {
		row := make([]byte, c.Size)
		for x := range row {
			row[x] = '0'
			if c.Black(x, y) {
				row[x] = '1'
			}
		}
		rows[y] = string(row)
	}
	return rows
}

// onPanel returns what the panel shows.
func (g *Guests) onPanel() phones {
	p := phones{T: "phones", Address: g.address(), Join: g.Invitation(), WiFi: g.wifi()}
	if p.Join != "" {
		p.Rows = QR(p.Join)
	}
	p.Phones, p.Knocks = g.roll.list()
	return p
}

// ShowGuests lets the panel show the phones of the table, and a screen of this machine the code
// to join. A nil g has none. It must be called before the server serves.
func (s *Server) ShowGuests(g *Guests) {
	if g == nil {
		return
	}
	s.guests = g
	s.mux.HandleFunc("GET /screen", func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, pages, "page/screen.html") })
	s.mux.HandleFunc("GET /look", func(w http.ResponseWriter, r *http.Request) { g.look(w, r, true) })
	s.mux.HandleFunc("POST /hotspot", s.serveHotspot)
}

// followPhones notes when there is news of phones, until ctx ends.
func (c *client) followPhones(ctx context.Context) {
	news, end := c.guests.watch()
	defer end()
	for {
		c.change(func(p *pending) { p.phones = true })
		select {
		case <-ctx.Done():
			return
		case <-news:
		}
	}
}

// doPhones does what the panel says about phones. It reports whether it was that.
func (c *client) doPhones(m any) (bool, error) {
	if c.guests == nil {
		return false, nil
	}
	switch m := m.(type) {
	case letIn:
		c.guests.let(m.id, m.yes, nil)
	case putOut:
		return true, c.guests.putOut(m.name)
	case setHost:
		c.guests.setHost(m.name, m.on)
	default:
		return false, nil
	}
	return true, nil
}
