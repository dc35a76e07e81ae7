//go:build !js

package web

import (
	"encoding/json"
	"net/http"

	"consigliere/hw/phone"
	"consigliere/hw/web/page"
)

// maxRequest is how long a request of a program on this machine may be.
const maxRequest = 256

// An Invited is what the panel answers to somebody who has made a hot spot.
type Invited struct {
	Join string `json:"join"` // how phones join, with the code of the table
}

// serveHotspot hears of a hot spot from the program that makes it, and answers how phones join.
func (s *Server) serveHotspot(w http.ResponseWriter, r *http.Request) {
	var h phone.Hotspot
	if !readSmall(w, r, &h) {
		return
	}
	if h.Name != "" {
		if err := h.Check(); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
	}
	if h.Name == "" {
		s.guests.SetHotspot(nil)
	} else {
		s.guests.SetHotspot(&h)
	}
	writeSmall(w, Invited{s.guests.Invitation()})
}

// ShowGuests lets the panel show the phones of the table, and a screen of this machine the code
// to join. A nil g has none. It must be called before the server serves.
func (s *Server) ShowGuests(g *phone.Guests) {
	if g == nil {
		return
	}
	s.guests = g
	s.mux.HandleFunc("GET /screen", func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, page.Files, "screen.html") })
	s.mux.HandleFunc("GET /look", func(w http.ResponseWriter, r *http.Request) { g.Look(w, r, true) })
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

// servePhones answers a program on this machine, as the panel would tell somebody looking at it.
func (s *Server) servePhones(w http.ResponseWriter, r *http.Request) {
	var q PhonesRequest
	if !readSmall(w, r, &q) {
		return
	}
	if q.Host != "" && !s.guests.SetHost(q.Host, true) {
		http.Error(w, "no phone has that name", http.StatusNotFound)
		return
	}
	p := Phones{Join: s.guests.Invitation(), Phones: []Phone{}}
	for _, h := range s.guests.Overview().Phones {
		p.Phones = append(p.Phones, Phone{h.Name, h.Here, h.Host})
	}
	writeSmall(w, p)
}

// readSmall reads the JSON of a small request of this machine; it has answered whatever isn't one.
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
	_ = json.NewEncoder(w).Encode(v) // a client that has left needs no answer
}
