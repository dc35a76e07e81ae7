package phone

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"consigliere/engine/link"
)

// A Hotspot is a Wi-Fi that this machine makes itself, for phones, if there is no other.
type Hotspot struct {
	Name     string `json:"name"` // "" for none
	Password string `json:"password"`
	Address  string `json:"address"` // of this machine in it
}

// A wifi is how phones get into a hot spot, as panels and screens of this machine show it.
type wifi struct {
	Name     string   `json:"name"`
	Password string   `json:"password"`
	Rows     []string `json:"rows"` // of its QR code
}

// Check reports what is wrong with a hot spot.
func (h *Hotspot) Check() error {
	if len(h.Name) > 32 {
		return errors.New("name: the name of a Wi-Fi has at most 32 bytes")
	}
	if n := len(h.Password); n < 8 || n > 63 {
		return errors.New("password: it has 8 to 63 letters")
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

// setHotspot notes the hot spot that there is, or nil. It is kept with the seats of the phones: it comes
// back when this machine was switched off and on, and nobody else tells the box of it then.
func (g *Guests) setHotspot(h *Hotspot) {
	g.mu.Lock()
	g.hotspot = h
	g.mu.Unlock()
	g.remember()
	g.told()
}

// SetHotspot notes the hot spot that this machine makes, or nil, and tells the panel and the pages of it. It is
// safe for concurrent use.
func (g *Guests) SetHotspot(h *Hotspot) {
	if h != nil && h.Check() != nil {
		return // it would help nobody
	}
	g.setHotspot(h)
}

// wifi returns how phones get into the hot spot; nil where there is none.
func (g *Guests) wifi() *wifi {
	h := g.spot()
	if h == nil {
		return nil
	}
	return &wifi{h.Name, h.Password, link.Code(h.Code())}
}
