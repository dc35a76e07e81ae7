package console

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// knockEvery is how often it is said aloud that somebody knocks.
const knockEvery = 10 * time.Second

func (k *Console) doInvite(c command.Invite) error {
	old := k.invite
	k.invite = c
	for _, n := range c.Knocks {
		if !slices.Contains(old.Knocks, n) && k.now >= k.knockAt {
			k.knockAt = k.now + knockEvery
			k.tone(toneRemind)
			k.say(func(l lang.Lang) string { return k.Plain(l, engine.Say("ui.knock").Thing(n.Name)) })
		}
	}
	switch {
	case k.menu == nil:
	case k.menu.wifi && c.WiFi == nil:
		k.setMenu(k.phonesMenu())
	case k.menu.invites != nil: // it is being shown
		k.menu.invites = &c
	case k.menu.phones:
		k.showAgain(k.phonesMenu())
	case k.menu.start && old.Served != c.Served:
		k.showAgain(k.startMenu())
	}
	k.endStandIns()
	k.touch()
	return nil
}

// showAgain shows a menu in the place of what it was before, at the same entry.
func (k *Console) showAgain(m *menu) {
	sel := k.menu.sel
	k.setMenu(m)
	m.sel = min(sel, len(m.items)-1)
}

// addInvite adds the entry about phones, if there is a page for them.
func (k *Console) addInvite(m *menu) {
	if k.invite.Served {
		m.add(says("ui.phones"), openMenu((*Console).phonesMenu))
	}
}

// phonesMenu lists who waits, how phones join, and those that there are, to put them out.
func (k *Console) phonesMenu() *menu {
	m := &menu{heading: says("ui.phones"), phones: true}
	sure := func(question label, yes, no command.Command) command.Command {
		return openMenu(func(*Console) *menu {
			n := &menu{heading: question}
			n.add(says("ui.no"), then{no, (*Console).phonesMenu})
			n.add(says("ui.yes"), then{yes, (*Console).phonesMenu})
			return n
		})
	}
	about := func(key, name string) label {
		return func(w *words.Play, l lang.Lang) string { return w.Plain(l, engine.Say(key).Thing(name)) }
	}
	c := k.invite
	for _, n := range c.Knocks {
		q := about("ui.let_in", n.Name)
		m.add(q, sure(q, command.LetIn{ID: n.ID, Yes: true}, command.LetIn{ID: n.ID}))
	}
	code := func(wifi bool) func(k *Console) *menu {
		return func(k *Console) *menu {
			invite := k.invite
			n := &menu{heading: says("ui.phones"), invites: &invite, wifi: wifi}
			n.add(says("ui.back"), openMenu((*Console).phonesMenu))
			return n
		}
	}
	if c.WiFi != nil {
		m.add(says("ui.wifi_code"), openMenu(code(true)))
	}
	m.add(says("ui.join_code"), openMenu(code(false)))
	for _, name := range c.Phones {
		m.add(names(name), sure(about("ui.put_out", name), command.PutOut{Name: name}, nothing{}))
	}
	back := command.Command(closeMenu)
	if k.t == nil {
		back = backToStart()
	}
	m.add(says("ui.back"), back)
	return m
}

// nothing is what an entry does that only leads back.
type nothing struct{}

func (nothing) do(*Console) error { return nil }

// knock returns the knock that a pod asks its seat about, or nil: where somebody plays the seat at the
// pod, and its screen shows the question. It does not come between a seat and what counts by its time.
func (s *state) knock(pod int, seat engine.Seat) *command.Knock {
	if seat < 0 || !s.atPods.Has(seat) || pod < 0 || pod >= len(s.ports) || !s.ports[pod].works() {
		return nil
	}
	if r := s.replies.At(seat); r == nil || r.Timed() != nil {
		return nil
	}
	for i := range s.invite.Knocks {
		if n := &s.invite.Knocks[i]; n.Name == s.Roster.Name(seat) {
			return n
		}
	}
	return nil
}

// knockPage asks at a pod whether a phone may have its seat, too.
func (s *state) knockPage(l lang.Lang) *screen.Page {
	return &screen.Page{Heading: s.Word(l, "ui.phones"), Lines: []screen.Line{{Text: s.Word(l, "ui.knock_pod")}}, Foot: s.Word(l, "ui.foot_knock")}
}

// page shows the QR code, and the address in letters beside it.
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

// page shows the QR code, and what people type who have no camera.
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
