package web

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// A Hotspot is a Wi-Fi that this machine makes itself, for phones where there is no other.
type Hotspot struct {
	Name     string `json:"name"` // "" for none
	Password string `json:"password"`
	Address  string `json:"address"` // of this machine in it
}

// An Invited is what the panel answers to somebody who has made a hot spot.
type Invited struct {
	Join string `json:"join"` // how phones join, with the code of the table
}

// A wifi is how phones get into a hot spot, as panels and screens of this machine show it.
type wifi struct {
	Name     string   `json:"name"`
	Password string   `json:"password"`
	Rows     []string `json:"rows"` // of its QR code
}

// check reports what is wrong with a hot spot.
func (h *Hotspot) check() error {
	if len(h.Name) > 32 {
		return errors.New("name: a Wi-Fi has one of at most 32 bytes")
	}
	if n := len(h.Password); n < 8 || n > 63 {
		return errors.New("password: one has 8 to 63 letters")
	}
	if _, err := netip.ParseAddr(h.Address); err != nil {
		return fmt.Errorf("address: %w", err)
	}
	return nil
}

// Code returns the text of the QR code with which a phone joins the Wi-Fi.
func (h *Hotspot) Code() string {
	quoted := strings.NewReplacer(`\`, `\\`, `;`, `\;`, `,`, `\,`, `:`, `\:`, `"`, `\"`)
	return "WIFI:T:WPA;S:" + quoted.Replace(h.Name) + ";P:" + quoted.Replace(h.Password) + ";;"
}

// setHotspot notes the hot spot that there is, or nil. It is kept with who has which seat: it comes
// back when this machine was switched off and on, and nobody else tells the box of it then.
func (g *Guests) setHotspot(h *Hotspot) {
	g.mu.Lock()
	g.hotspot = h
	g.mu.Unlock()
	g.remember()
	g.told()
}

// spot returns the hot spot, while this machine has the address in it; nil for none.
func (g *Guests) spot() *Hotspot {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.hotspot != nil && !g.owns(g.hotspot.Address) {
		return nil // it is not there yet, or not any more
	}
	return g.hotspot
}

// owns reports whether an address is one of this machine.
func owns(address string) bool {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return false
	}
	for _, a := range addrs {
		if p, err := netip.ParsePrefix(a.String()); err == nil && p.Addr().String() == address {
			return true
		}
	}
	return false
}

// wifi returns how phones get into the hot spot; nil where there is none.
func (g *Guests) wifi() *wifi {
	h := g.spot()
	if h == nil {
		return nil
	}
	return &wifi{h.Name, h.Password, QR(h.Code())}
}

// serveHotspot hears of a hot spot from the program that makes it, and answers how phones join.
func (s *Server) serveHotspot(w http.ResponseWriter, r *http.Request) {
	var h Hotspot
	if !readSmall(w, r, &h) {
		return
	}
	if h.Name != "" {
		if err := h.check(); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
	}
	if h.Name == "" {
		s.guests.setHotspot(nil)
	} else {
		s.guests.setHotspot(&h)
	}
	writeSmall(w, Invited{s.guests.Invitation()})
}
