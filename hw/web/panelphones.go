package web

import (
	"context"
	"encoding/json"
	"net/http"

	"rsc.io/qr"

	"consigliere/hw/command"
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
	s.mux.HandleFunc("POST /phones", s.servePhones)
}

// A PhonesRequest is what a program on this machine wants of the phones.
type PhonesRequest struct {
	Host string `json:"host"` // the name of a phone that becomes a host's; "" for none
}

// Phones is what a program on this machine is told of the phones.
type Phones struct {
	Join   string  `json:"join"` // how they join, with the code of the table; "" in no network
	Phones []Phone `json:"phones"`
}

// A Phone is one that has a seat.
type Phone struct {
	Name string `json:"name"`
	Here bool   `json:"here"` // its page is open
	Host bool   `json:"host"` // it may do what the panel may
}

// servePhones answers a program on this machine, as the panel would somebody who looks at it.
func (s *Server) servePhones(w http.ResponseWriter, r *http.Request) {
	var q PhonesRequest
	if !readSmall(w, r, &q) {
		return
	}
	if q.Host != "" && !s.guests.setHost(q.Host, true) {
		http.Error(w, "no phone has that name", http.StatusNotFound)
		return
	}
	p := Phones{Join: s.guests.Invitation(), Phones: []Phone{}}
	all, _ := s.guests.roll.list()
	for _, h := range all {
		p.Phones = append(p.Phones, Phone(h))
	}
	writeSmall(w, p)
}

// readSmall reads the JSON of a small request of this machine; it has answered one that is none.
func readSmall(w http.ResponseWriter, r *http.Request, v any) bool {
	if r.Header.Get("Origin") == "" {
		http.Error(w, "a request names its Origin", http.StatusForbidden)
		return false
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return false
	}
	return true
}

func writeSmall(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(v) // who has left needs no answer
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
	case command.LetIn:
		if m.Yes && !c.guests.roll.ripe(m.ID, c) {
			return true, errEarly
		}
		c.guests.let(m.ID, m.Yes, nil)
	case command.PutOut:
		return true, c.guests.putOut(m.Name)
	case setHost:
		c.guests.setHost(m.Name, m.On)
	default:
		return false, nil
	}
	return true, nil
}
