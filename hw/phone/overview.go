package phone

import (
	"rsc.io/qr"

	"consigliere/hw/command"
)

// An Overview is what the panel shows of phones.
type Overview struct {
	T       string       `json:"t"`       // "phones"
	Address string       `json:"address"` // where phones find their page
	Join    string       `json:"join"`    // the same with the code of the table
	Rows    []string     `json:"rows"`    // of the QR code of Join: a 1 for each black module
	WiFi    *wifi        `json:"wifi"`    // the hot spot of this machine; null for none
	Phones  []rollHolder `json:"phones"`
	Knocks  []rollKnock  `json:"knocks"`
}

// Joining is the same for a screen of this machine, which shows the code to the room.
type Joining struct {
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

// Overview returns what the panel shows.
func (g *Guests) Overview() Overview {
	p := Overview{T: "phones", Address: g.address(), Join: g.Invitation(), WiFi: g.wifi()}
	if p.Join != "" {
		p.Rows = QR(p.Join)
	}
	p.Phones, p.Knocks = g.roll.list()
	return p
}

// Shown notes that the page of somebody shows an overview now: who waits there can be let in by it.
func (g *Guests) Shown(to any, o Overview) { g.roll.told(to, o.Knocks) }

// Answer lets a phone that waits have its seat, or not, as somebody says at the panel, who must have seen the
// question for long enough: see [ErrEarly].
func (g *Guests) Answer(by any, c command.LetIn) error {
	if c.Yes && !g.roll.ripe(c.ID, by) {
		return ErrEarly
	}
	g.let(c.ID, c.Yes, nil)
	return nil
}
