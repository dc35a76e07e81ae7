package console

import (
	"net/url"
	"slices"
	"strings"

	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// Invite says how phones join. The menu of the panel shows it from then on.
type Invite struct {
	Served  bool     // there is a page for phones
	Address string   // of the page, in letters; "" while the box is in no network
	Rows    []string // the modules of the QR code, "1" for a dark one
}

func (c Invite) do(k *Console) error {
	if k.invite.Served == c.Served && k.invite.Address == c.Address && slices.Equal(k.invite.Rows, c.Rows) {
		return nil
	}
	k.invite = c
	switch {
	case k.menu == nil:
	case k.menu.invites != nil: // it is being shown
		k.menu.invites = &c
	case k.t == nil && k.menu.start:
		sel := k.menu.sel
		k.setMenu(k.startMenu())
		k.menu.sel = min(sel, len(k.menu.items)-1)
	}
	k.touch()
	return nil
}

// addInvite adds the entry that shows how phones join, if they can.
func (k *Console) addInvite(m *menu, back Command) {
	if !k.invite.Served {
		return
	}
	m.add(says("ui.phones"), openMenu(func(k *Console) *menu {
		invite := k.invite
		n := &menu{heading: says("ui.phones"), invites: &invite}
		n.add(says("ui.back"), back)
		return n
	}))
}

// page shows the QR code, and the address in letters beside it.
func (c *Invite) page(w *words, l lang.Lang) *screen.Page {
	if c.Address == "" {
		return &screen.Page{Heading: w.word(l, "ui.phones"), Lines: []screen.Line{{Text: w.word(l, "ui.no_network")}}}
	}
	p := &screen.Page{Code: c.Rows, Lines: []screen.Line{{Text: w.word(l, "ui.phones")}}}
	host := c.Address
	if u, err := url.Parse(c.Address); err == nil && u.Host != "" {
		host = u.Host
	}
	for _, part := range breakAddress(host) {
		if l.RightToLeft() {
			part = "\u200e" + part + "\u200e" // its dots and colon stay where they are
		}
		p.Lines = append(p.Lines, screen.Line{Text: part})
	}
	return p
}

// breakAddress breaks an address where it may be broken, into pieces of a few letters.
func breakAddress(s string) []string {
	var lines []string
	line := ""
	for s != "" {
		n := strings.IndexAny(s[1:], ".:") + 2
		if n < 2 {
			n = len(s)
		} else if s[n-1] == ':' {
			n--
		}
		if line != "" && len(line)+n > 9 {
			lines, line = append(lines, line), ""
		}
		line, s = line+s[:n], s[n:]
	}
	return append(lines, line)
}
