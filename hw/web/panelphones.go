package web

import (
	"context"

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
