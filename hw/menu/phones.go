package menu

import (
	"net/url"
	"strings"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// addInvite adds the entry about phones, if there is a page for them.
func (b *Box) addInvite(m *Menu) {
	if b.Phones.Served {
		m.add(says("ui.phones"), Open((*Box).phonesMenu))
	}
}

// phonesMenu lists who is waiting, how phones join, and the phones there are, to remove them.
func (b *Box) phonesMenu() *Menu {
	m := &Menu{heading: says("ui.phones")}
	m.renew = func(b *Box) *Menu { return b.phonesMenu().at(m.sel) }
	sure := func(question label, yes, no command.Command) command.Command {
		back := func(b *Box, _ error) *Menu { return b.phonesMenu() }
		return Open(func(*Box) *Menu {
			n := &Menu{heading: question}
			n.add(says("ui.no"), Then{no, back})
			n.add(says("ui.yes"), Then{yes, back})
			return n
		})
	}
	about := func(key, name string) label {
		return func(w *words.Play, l lang.Lang) string { return w.Plain(l, engine.Say(key).Thing(name)) }
	}
	c := b.Phones
	for _, n := range c.Knocks {
		q := about("ui.let_in", n.Name)
		m.add(q, sure(q, command.LetIn{ID: n.ID, Yes: true}, command.LetIn{ID: n.ID}))
	}
	if c.WiFi != nil {
		m.add(says("ui.wifi_code"), Open((*Box).wifiMenu))
	}
	m.add(says("ui.join_code"), Open((*Box).codeMenu))
	for _, name := range c.Phones {
		m.add(names(name), sure(about("ui.put_out", name), command.PutOut{Name: name}, nil))
	}
	back := command.Command(closeMenu)
	if b.Play == nil {
		back = backToStart()
	}
	m.add(says("ui.back"), back)
	return m
}

// codeMenu shows how phones join.
func (b *Box) codeMenu() *Menu {
	c := b.Phones
	m := &Menu{heading: says("ui.phones"), shows: func(w *words.Play, l lang.Lang) *screen.Page { return invitePage(&c, w, l) }}
	m.renew = func(b *Box) *Menu {
		c = b.Phones
		return m
	}
	m.add(says("ui.back"), Open((*Box).phonesMenu))
	return m
}

// wifiMenu shows how phones get into the Wi-Fi.
func (b *Box) wifiMenu() *Menu {
	c := b.Phones.WiFi
	m := &Menu{heading: says("ui.phones"), shows: func(_ *words.Play, l lang.Lang) *screen.Page { return wifiPage(c, l) }}
	m.renew = func(b *Box) *Menu {
		if c = b.Phones.WiFi; c == nil {
			return b.phonesMenu()
		}
		return m
	}
	m.add(says("ui.back"), Open((*Box).phonesMenu))
	return m
}

// invitePage shows the QR code, and the address in letters beside it.
func invitePage(c *command.Invite, w *words.Play, l lang.Lang) *screen.Page {
	if c.Address == "" {
		return &screen.Page{Heading: w.Word(l, "ui.phones"), Lines: []screen.Line{{Text: w.Word(l, "ui.no_network")}}}
	}
	p := &screen.Page{Code: c.Rows, Lines: []screen.Line{{Text: w.Word(l, "ui.phones")}}}
	host := c.Address
	if u, err := url.Parse(c.Address); err == nil && u.Host != "" {
		host = u.Host
	}
	for _, part := range breakAddress(host) {
		p.Lines = append(p.Lines, screen.Line{Text: ltr(l, part)}) // its dots and colon stay where they are
	}
	return p
}

// wifiPage shows the QR code, and what people type who have no camera.
func wifiPage(c *command.WiFi, l lang.Lang) *screen.Page {
	p := &screen.Page{Code: c.Rows, Lines: []screen.Line{{Text: ltr(l, c.Name)}}}
	for _, part := range breakWord(c.Password) {
		p.Lines = append(p.Lines, screen.Line{Text: ltr(l, part)})
	}
	return p
}

// ltr keeps what is written from left to right as it is.
func ltr(l lang.Lang, s string) string {
	if l.RightToLeft() {
		return "\u200e" + s + "\u200e"
	}
	return s
}

// breakWord breaks a word behind its hyphens, into pieces of a few letters.
func breakWord(s string) []string {
	var lines []string
	for part := range strings.SplitAfterSeq(s, "-") {
		if n := len(lines); n > 0 && len(lines[n-1])+len(part) <= 9 {
			lines[n-1] += part
		} else {
			lines = append(lines, part)
		}
	}
	return lines
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
