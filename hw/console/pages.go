package console

import (
	"errors"
	"strconv"
	"strings"

	"consigliere/engine"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// mainPage lays out the main screen. It depends on what is public alone, but for the time
// of a peek.
func (k *Console) mainPage() *screen.Page {
	l := k.mainLang
	if p := k.showing(); p >= 0 {
		return k.askPage(&k.hands[p], l)
	}
	switch {
	case k.peek.on:
		return big(k.text(l, engine.SayWho("ui.peek", engine.Seat(k.peek.pod))))
	case k.menu != nil:
		return k.menuPage(l)
	case k.wrong != nil && k.wrongTill > k.now:
		return k.wrongPage(l)
	case k.t == nil:
		return big(k.word(l, "ui.title"))
	case k.t.Paused():
		return big(k.word(l, "ui.paused"))
	}
	if needs, why := k.pendingUndo(); needs != 0 {
		return &screen.Page{
			Heading: k.word(l, "ui.undo_ask"),
			Lines: []screen.Line{
				{Text: k.text(l, why)},
				{Text: strings.Join(k.names(needs), k.word(l, "ui.comma")), Strong: true},
			},
			Foot: k.word(l, "ui.foot_consent"),
		}
	}
	if h := k.open(); h != nil && h.begun && !k.dramatic() {
		return k.askPage(h, l) // who is choosing need not wait for the voice
	}
	if b := k.calling(); b != nil {
		if b.text.Key == "" && b.count == 0 {
			return k.scenePage(l, k.publicScene(), k.page)
		}
		return k.beatPage(l, b)
	}
	if h := k.open(); h != nil {
		return k.askPage(h, l)
	}
	p := k.scenePage(l, k.publicScene(), k.page)
	if k.proxy.on {
		p.Foot = k.text(l, engine.SayWho("ui.foot_stand_in", engine.Seat(k.proxy.pod)))
	}
	return p
}

func big(text string) *screen.Page {
	return &screen.Page{Big: true, Lines: []screen.Line{{Text: text}}}
}

// A wordKey is a text in a language, as the console remembers it.
type wordKey struct {
	lang lang.Lang
	text engine.Text
	bare bool // the key alone
}

// text puts t into words. Screens are drawn often and say little that is new, so what has
// been put into words in a play is remembered.
func (k *Console) text(l lang.Lang, t engine.Text) string {
	return k.remember(wordKey{lang: l, text: t})
}

// word returns the message of a key without arguments.
func (k *Console) word(l lang.Lang, key string) string {
	return k.remember(wordKey{l, engine.Text{Key: key}, true})
}

// apart ends a Latin word in a text that runs from right to left with a mark of that
// direction. Without it a number behind the word would be drawn as if it belonged to it.
func apart(l lang.Lang, word string) string {
	if l.RightToLeft() {
		return word + "\u200f"
	}
	return word
}

// rosterIn returns the names as they stand in sentences of a language.
func (k *Console) rosterIn(l lang.Lang) engine.Roster {
	if !l.RightToLeft() {
		return k.roster
	}
	r := make(engine.Roster, len(k.roster))
	for i, name := range k.roster {
		r[i] = apart(l, name)
	}
	return r
}

// remembered is how many texts the console remembers.
const remembered = 4096

func (k *Console) remember(w wordKey) string {
	s, ok := k.said[w]
	if ok {
		return s
	}
	if w.bare {
		s = k.book.Word(w.lang, w.text.Key)
	} else {
		s = k.book.Text(w.lang, k.rosterIn(w.lang), w.text)
	}
	if k.said == nil || len(k.said) >= remembered {
		k.said = map[wordKey]string{}
	}
	k.said[w] = s
	return s
}

// open returns the hand whose choice the main screen lists: the panel's, or the first seat
// that is asked something which is not secret. Where seats choose at the same time the list
// of one would tell nothing to the others, and the scene is shown.
func (k *Console) open() *hand {
	if h := &k.hands[k.panel()]; len(h.asks) > 0 && (h.begun || !h.asks[0].Optional) {
		return h
	}
	var found *hand
	for i := range k.pods {
		h := &k.hands[i]
		if len(h.asks) == 0 {
			continue
		}
		for j := range h.asks {
			if h.asks[j].Secret {
				return nil
			}
		}
		if h.asks[0].Optional && !h.begun {
			continue
		}
		if found != nil {
			return nil
		}
		found = h
	}
	return found
}

// beatPage shows what the voice says.
func (k *Console) beatPage(l lang.Lang, b *beat) *screen.Page {
	if b.count > 0 {
		return big(l.Number(b.count))
	}
	return big(k.text(l, b.text))
}

// wrongPage tells what was refused and why, and the rule's sentence on the next page.
func (k *Console) wrongPage(l lang.Lang) *screen.Page {
	rule := k.rule(l)
	if k.wrongRule && rule != nil {
		return &screen.Page{Heading: rule.Number, Lines: []screen.Line{{Text: rule.Text}}}
	}
	p := &screen.Page{Heading: k.word(l, "ui.refused"), Lines: []screen.Line{{Text: k.book.Error(l, k.roster, k.wrong)}}}
	if rule != nil {
		p.Foot = k.word(l, "ui.foot_rule")
	}
	return p
}

// rule returns the rule that forbids what was refused last, with its sentence, or nil.
func (k *Console) rule(l lang.Lang) *DeskRule {
	var no *engine.Refusal
	if k.wrong == nil || !errors.As(k.wrong, &no) || no.Rule == "" {
		return nil
	}
	r := &DeskRule{Number: no.Rule}
	for _, t := range k.titles {
		if strings.HasPrefix(no.Rule, t.Rule+"-") {
			r.Text, r.Lang = k.rules[t.ID].Sentence(l, no.Rule)
		}
	}
	return r
}

// scenePage lays out a scene.
func (k *Console) scenePage(l lang.Lang, s engine.Scene, at int) *screen.Page {
	p := &screen.Page{Heading: k.text(l, s.Heading), At: at}
	for i := range s.Lines {
		n := &s.Lines[i]
		line := screen.Line{Icons: n.Icons, Text: k.text(l, n.Text), Strong: n.Strong}
		if n.Seat >= 0 {
			line.Name = k.roster.Name(n.Seat)
		}
		p.Lines = append(p.Lines, line)
	}
	if s := k.seconds(); s >= 0 && len(k.beats) == 0 {
		p.Corner = l.Number(s)
	}
	return p
}

// podPage lays out the private screen of a pod.
func (k *Console) podPage(i int) *screen.Page {
	l, h := k.langs[i], &k.hands[i]
	if k.t == nil {
		return big(k.word(l, "ui.title"))
	}
	if i >= len(k.roster) {
		return &screen.Page{}
	}
	if k.t.Paused() {
		return big(k.word(l, "ui.paused"))
	}
	if needs, why := k.pendingUndo(); needs.Has(h.seat) {
		return &screen.Page{
			Heading: k.word(l, "ui.undo_ask"),
			Lines:   []screen.Line{{Text: k.text(l, why)}},
			Foot:    k.word(l, "ui.foot_consent"),
		}
	}
	if h.note != nil {
		if h.note.err != nil {
			return big(k.book.Error(l, k.roster, h.note.err))
		}
		return big(k.text(l, h.note.text))
	}
	if len(h.asks) > 0 && (h.begun || !k.dramatic() && (!h.asks[0].Optional)) {
		return k.askPage(h, l)
	}
	if b := k.calling(); b != nil && b.text.Key != "" && (b.kind != engine.CueGain && b.kind != engine.CueSay || k.dramatic()) {
		return k.beatPage(l, b)
	}
	p := k.scenePage(l, k.t.Title().Draw(k.t.View(h.seat)), 0)
	if k.locked.Has(h.seat) {
		p.Foot = k.word(l, "ui.foot_locked")
	} else if len(h.asks) > 0 && h.asks[0].Optional {
		p.Foot = k.word(l, "ui.foot_optional")
	}
	return p
}

// askPage lists what a hand can answer, and what it has chosen.
func (k *Console) askPage(h *hand, l lang.Lang) *screen.Page {
	h.ready()
	a := h.ask()
	if a == nil {
		return k.asksPage(h, l)
	}
	p := &screen.Page{Heading: k.text(l, a.Prompt)}
	if answerer(a) != engine.Table && k.hands[k.panel()].seat != h.seat {
		if s := k.seconds(); s >= 0 && len(k.beats) == 0 {
			p.Corner = l.Number(s)
		}
	}
	switch {
	case a.Kind == engine.AskConfirm:
		p.Foot = k.word(l, "ui.foot_confirm")
	case a.Kind == engine.AskOne:
		k.listTree(p, h, l)
	case a.Kind == engine.AskNumber:
		p.Big = true
		p.Lines = []screen.Line{{Text: l.Number(h.n)}}
		p.Foot = k.word(l, "ui.foot_number")
	case isMap(a):
		k.listMap(p, h, a, l)
	default:
		k.listItems(p, h, a, l)
	}
	if len(h.asks) > 1 {
		p.Foot += k.word(l, "ui.comma") + k.word(l, "ui.foot_more")
	}
	return p
}

// asksPage lists several asks of one seat.
func (k *Console) asksPage(h *hand, l lang.Lang) *screen.Page {
	p := &screen.Page{Heading: k.word(l, "ui.what"), Foot: k.word(l, "ui.foot_list")}
	for i := range h.asks {
		p.Lines = append(p.Lines, screen.Line{Text: k.word(l, "verb."+h.asks[i].Verb), Cursor: h.sel == i})
	}
	return p
}

// listTree lists the values of the level.
func (k *Console) listTree(p *screen.Page, h *hand, l lang.Lang) {
	short := h.short()
	for n, i := range h.tree.first {
		text := k.valueText(&h.tree, i, l)
		if short && len(h.tree.first) > 1 {
			text = apart(l, [...]string{"A", "B", "A+B"}[n]) + "  " + text
		}
		p.Lines = append(p.Lines, screen.Line{Text: text, Cursor: h.sel == n})
	}
	switch {
	case len(h.tree.first) == 1:
		p.Foot = k.word(l, "ui.foot_confirm")
	case short:
		p.Foot = k.word(l, "ui.foot_short")
	default:
		p.Foot = k.word(l, "ui.foot_list")
	}
}

// valueText returns the label of the value that move i has at the tree's level.
func (k *Console) valueText(t *tree, i int, l lang.Lang) string {
	key := t.key()
	if key == "" {
		return k.moveText(t.moves[i], l)
	}
	v, ok := t.value(i)
	if !ok {
		return k.word(l, key+".absent")
	}
	return k.argText(key, v, l)
}

// argText returns the label of an argument's value.
func (k *Console) argText(key string, v engine.Value, l lang.Lang) string {
	switch v.Kind {
	case engine.WordValue:
		return k.word(l, key+"."+v.Word)
	case engine.SeatValue:
		if v.Seat >= 0 {
			return k.roster.Name(v.Seat)
		}
		if v.Seat == engine.NoSeat && k.book.Has(l, key+".none") {
			return k.word(l, key+".none")
		}
		if v.Seat == engine.Table {
			return k.word(l, "seat.table")
		}
		return k.word(l, "seat.none")
	case engine.IntValue:
		return l.Number(v.Int)
	case engine.BoolValue:
		return k.word(l, key+"."+strconv.FormatBool(v.Int != 0))
	}
	parts := make([]string, len(v.Items))
	for i := range v.Items {
		it := &v.Items[i]
		parts[i] = k.argText(key, it.Value, l)
		if v.Kind == engine.MapValue {
			name := k.roster.Name(it.Of)
			if it.Key != "" {
				name = k.word(l, key+"."+it.Key)
			}
			parts[i] = name + " " + parts[i]
		}
	}
	return strings.Join(parts, k.word(l, "ui.comma"))
}

// moveText returns the label of a whole move: the values of its arguments.
func (k *Console) moveText(m engine.Action, l lang.Lang) string {
	var parts []string
	for _, a := range m.Args(nil) {
		parts = append(parts, k.argText(a.Key, a.Value, l))
	}
	if len(parts) == 0 {
		return k.word(l, "verb."+m.Verb())
	}
	return strings.Join(parts, k.word(l, "ui.comma"))
}

// listItems lists things to take, how many of each are taken, and the entry that locks.
func (k *Console) listItems(p *screen.Page, h *hand, a *engine.Ask, l lang.Lang) {
	things := a.ShownThings()
	for i := range things {
		taken := 0
		for _, t := range h.taken {
			if t == i {
				taken++
			}
		}
		line := screen.Line{Text: k.word(l, a.Arg+"."+things[i].Word), Cursor: h.sel == i, Strong: taken > 0}
		if taken > 0 {
			line.Text = l.Number(taken) + " × " + line.Text
		}
		p.Lines = append(p.Lines, line)
	}
	p.Lines = append(p.Lines, screen.Line{Text: k.word(l, "ui.done"), Cursor: h.sel == len(things)})
	n := h.sum(a)
	p.Corner = l.Number(n)
	if a.Min == a.Max {
		p.Corner += "/" + l.Number(a.Max)
	}
	p.Foot = k.word(l, "ui.foot_items")
}

// listMap lists what the next key can be given, and in the end all of them.
func (k *Console) listMap(p *screen.Page, h *hand, a *engine.Ask, l lang.Lang) {
	things := a.ShownThings()
	key := func(i int) string {
		if a.Keys[i].Word != "" {
			return k.word(l, "key."+a.Keys[i].Word)
		}
		return k.roster.Name(a.Keys[i].Seat)
	}
	if len(h.taken) == len(a.Keys) {
		for i, t := range h.taken {
			p.Lines = append(p.Lines, screen.Line{Name: key(i), Text: k.word(l, a.Arg+"."+things[t].Word)})
		}
		p.Lines = append(p.Lines, screen.Line{Text: k.word(l, "ui.done"), Cursor: true})
		p.Foot = k.word(l, "ui.foot_items")
		return
	}
	p.Heading = key(len(h.taken))
	p.Corner = l.Number(len(h.taken)+1) + "/" + l.Number(len(a.Keys))
	for i := range things {
		if h.room(a, i) > 0 {
			p.Lines = append(p.Lines, screen.Line{Text: k.word(l, a.Arg+"."+things[i].Word), Cursor: h.sel == i})
		}
	}
	p.Foot = k.word(l, "ui.foot_list")
}
