package phone

import (
	"consigliere/engine/link"
	"consigliere/hw/command"
)

// An Overview is what the panel shows of phones.
type Overview struct {
	T       string      `json:"t"`       // "phones"
	Address string      `json:"address"` // where phones find their page
	Join    string      `json:"join"`    // the same with the code of the table
	Rows    []string    `json:"rows"`    // of the QR code of Join: a 1 for each black module
	WiFi    *wifi       `json:"wifi"`    // the hot spot of this machine; null for none
	Phones  []Guest     `json:"phones"`
	Knocks  []rollKnock `json:"knocks"`
}

// Joining is the same for a screen of this machine, which shows the code to the room.
type Joining struct {
	T       string   `json:"t"` // "join"
	Address string   `json:"address"`
	Rows    []string `json:"rows"`
	WiFi    *wifi    `json:"wifi"`
}

// Overview returns what the panel shows.
func (g *Guests) Overview() Overview {
	p := Overview{T: "phones", Address: g.address(), Join: g.Invitation(), WiFi: g.wifi()}
	if p.Join != "" {
		p.Rows = link.Code(p.Join)
	}
	p.Phones, p.Knocks = g.roll.list()
	return p
}

// Shown notes that the page of somebody shows an overview now: who waits there can be let in by it.
func (g *Guests) Shown(to any, o Overview) { g.roll.told(to, o.Knocks) }

// Answer lets a phone that waits have its seat, or not, as somebody says at the panel, who must have seen the
// question for long enough: see [command.ErrEarly].
func (g *Guests) Answer(by any, c command.LetIn) error {
	if c.Yes && !g.roll.ripe(c.ID, by) {
		return command.ErrEarly
	}
	g.let(c.ID, c.Yes, nil)
	return nil
}
