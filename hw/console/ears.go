package console

import (
	"reflect"
	"slices"
	"strings"

	"consigliere/engine"
	"consigliere/hw/caller"
	"consigliere/hw/lang"
	"consigliere/hw/reply"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// Ears are those who play by ear. Whoever holds A and B together at a pod, or at the panel, is told from then on, until
// the play ends, what is asked of it openly, what there is to choose, and each choice that A and B mark. Of a secret
// whose choices everybody knows ([engine.Ask.Known]) the box says the choices in their order, and nothing of what is marked: A goes on by one.
// What else is secret is never said. A seat hears it on its own phone, by the phone's screen reader.
type ears struct {
	seats  engine.SeatSet
	panel  bool
	offers bool // the panel is to be told what it may do, though nobody waits for it
	told   map[engine.Seat]heard
	phoned engine.SeatSet // who was told so
	shown  []engine.Line  // of the picture that was called last
	// Where the play was when a seat asked for it last. Who asks again at the same place hears the board.
	asked engine.Seat
	moves int
	where bool
}

// heard is what was told of a question.
type heard struct {
	turn                  uint64 // another for each list
	question, marked, sum string
}

// has reports whether a seat, or whoever is at the panel, plays by ear.
func (e *ears) has(seat engine.Seat) bool {
	return seat == engine.Table && e.panel || seat >= 0 && e.seats.Has(seat)
}

// any reports whether anybody plays by ear.
func (e *ears) any() bool { return e.panel || e.seats != 0 }

// unheard returns the lines of the picture of a beat that nothing has told: all that are new, unless each is told with its
// own beat.
func (e *ears) unheard(b *caller.Beat) []engine.Line {
	if b.Picture == nil {
		return nil
	}
	before := e.shown
	if e.shown = b.Picture.Lines; b.Row >= 0 || !e.any() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(b.Picture.Lines), func(n engine.Line) bool {
		return slices.ContainsFunc(before, func(o engine.Line) bool { return reflect.DeepEqual(n, o) })
	})
}

// add notes that a seat plays by ear, and is to be told again what it is asked.
func (e *ears) add(seat engine.Seat) {
	delete(e.told, seat)
	if seat == engine.Table {
		e.panel, e.offers = true, true
	} else {
		e.seats, e.phoned = e.seats.With(seat), e.phoned.Without(seat)
	}
}

// again reports whether a seat asks where the play is for the second time at the same place, and notes that it has
// asked.
func (e *ears) again(seat engine.Seat, moves int) bool {
	same := e.where && e.asked == seat && e.moves == moves
	e.asked, e.moves, e.where = seat, moves, !same
	return same
}

// hear tells those who play by ear what they are asked, and what they have marked.
func (k *stage) hear() {
	if !k.ears.any() {
		return
	}
	if k.play.table == nil || k.menu != nil || k.play.over || k.play.table.Paused() || k.play.undoNeeds() != 0 || k.lessons.due(&k.play) != "" || k.caller.Dramatic() {
		return
	}
	if k.ears.told == nil {
		k.ears.told = map[engine.Seat]heard{}
	}
	for seat := engine.Table; int(seat) < len(k.play.Roster); seat++ {
		r := k.replies.At(seat)
		switch {
		case !k.ears.has(seat):
		case len(r.Asks()) == 0:
			delete(k.ears.told, seat)
		case seat == engine.Table && !k.ears.offers && k.face().offered(r): // a correction, say: nobody asks for one
		case k.hands.asks(seat): // what A and B mark by that is not meant
		case r.Timed() != nil: // any press answers it
		case r.Secret():
			if !k.caller.Telling() {
				k.hearSecret(r)
			}
		case r.Begun() || !k.caller.Telling():
			k.hearOpen(r)
		}
	}
}

// hearSecret tells a seat what it is asked in secret, as far as all know it. It depends on nothing that the seat has
// pressed.
func (k *stage) hearSecret(r *reply.Reply) {
	seat := r.Seat()
	if !r.Waited() || k.ears.told[seat].turn == r.Turn() {
		return
	}
	k.ears.told[seat] = heard{turn: r.Turn()}
	if a := &r.Asks()[0]; a.Known || !a.Hidden() { // what else it is offered may be a secret
		k.say(func(l lang.Lang) string {
			said, _ := k.face().aloud(r.Fresh(), l, engine.MaxSeats) // where it is in the list is all there is to go by
			return said
		})
		return
	}
	if !k.ears.phoned.Has(seat) && !k.onPhone(seat) {
		k.ears.phoned = k.ears.phoned.With(seat)
		k.say(k.spoken(engine.Say("ui.ear_secret").Seat(seat)))
	}
}

// hearOpen tells a seat, or whoever is at the panel, what it is asked openly, and then what has changed.
func (k *stage) hearOpen(r *reply.Reply) {
	was := k.ears.told[r.Seat()]
	_, now := k.face().aloud(r, k.langs.voice, readOut)
	if now.turn = r.StepTurn(); now == was {
		return
	}
	k.ears.told[r.Seat()] = now
	if r.Seat() == engine.Table {
		k.ears.offers = false
	}
	whole := now.turn != was.turn || now.question != was.question
	k.say(func(l lang.Lang) string {
		question, now := k.face().aloud(r, l, readOut)
		switch {
		case whole:
			return question
		case now.sum == "":
			return now.marked
		case now.marked == "":
			return now.sum
		}
		return now.marked + ". " + now.sum
	})
}

// readOut is how many choices are read out with a question. Of more it is said how many there are; A and B go through
// them.
const readOut = 5

// offered reports whether the play goes on by others, or by itself, and not by whoever may give this reply and has not begun to.
func (s face) offered(r *reply.Reply) bool {
	return !r.Waited() && !r.Begun() && slices.ContainsFunc(s.play.table.Asks(), func(a engine.Ask) bool { return !a.Optional || a.Paced })
}

// aloud returns what is said of what a seat is asked: first all of it, with so many choices at most, then what may change
// with a press.
func (s face) aloud(r *reply.Reply, l lang.Lang, most int) (question string, now heard) {
	v := s.asked(l)
	v.Clock = "" // it is counted aloud where it has to be
	p := r.Page(v)
	if r.Explains() {
		return p.Heading, heard{question: p.Heading, marked: inWords(s, l, p.Lines)}
	}
	now.question, now.sum = p.Heading, p.Corner
	for i := range p.Lines {
		if p.Lines[i].Cursor || p.Big {
			now.marked = inWords(s, l, p.Lines[i:i+1])
		}
	}
	if a := r.Ask(); a != nil && len(a.Parts) > 0 && now.marked == "" { // notes to pay with
		now.marked = inWords(s, l, p.Lines)
	}
	parts := []string{s.named(l, r.Seat(), p.Heading)}
	if r.Seat() == engine.Table { // such a question can begin with the name of whom it is about
		at := "ui.ear_panel"
		if s.offered(r) {
			at = "ui.ear_offer"
		}
		parts[0] = s.play.Plain(l, engine.Say(at).Thing(p.Heading))
	}
	if n := len(p.Lines); n > most {
		parts = append(parts, s.play.Plain(l, engine.Say("ui.ear_choices").Number(n)))
	} else {
		parts = append(parts, inWords(s, l, p.Lines))
	}
	if part := r.Step().Part; part != nil && part.Kind == engine.PartNumber {
		parts = append(parts, s.play.Plain(l, engine.Say("ui.ear_range").Number(part.Min).Number(part.Max)))
	}
	if p.Foot != "" {
		parts = append(parts, p.Foot)
	}
	return sentences(parts), now
}

// seen says what a beat shows besides what it says: the lines of its picture.
func (s face) seen(l lang.Lang, said string, lines []engine.Line) string {
	if len(lines) == 0 {
		return said
	}
	shown := slices.DeleteFunc(s.lines(l, lines), func(n screen.Line) bool { return n.Name == "" && strings.Contains(said, n.Text) })
	return sentences([]string{said, inWords(s, l, shown)})
}

// board says what lies on the table, as everybody may see it.
func (k *stage) board(l lang.Lang) string {
	f, sc := k.face(), &k.play.scene
	parts := []string{k.play.Text(l, sc.Heading), inWords(f, l, f.lines(l, sc.Lines))}
	for i := range sc.Groups {
		if g := &sc.Groups[i]; !g.Aside {
			parts = append(parts, k.play.Text(l, g.Heading)+": "+inWords(f, l, f.lines(l, g.Lines)))
		}
	}
	return sentences(parts)
}

// inWords returns lines as they are read aloud, with their pictures in words.
func inWords(s face, l lang.Lang, lines []screen.Line) string {
	var all []string
	for i := range lines {
		var parts []string
		icons := lines[i].Icons
		for n := 0; len(icons) > 0; icons = icons[n:] {
			for n = 0; n < len(icons) && icons[n] == icons[0]; n++ {
			}
			word := s.play.Word(l, "icon."+string(icons[0]))
			if n > 1 { // two wounds
				word = l.Number(n) + " × " + word
			}
			if word != lines[i].Text {
				parts = append(parts, word)
			}
		}
		parts = slices.DeleteFunc(append(parts, lines[i].Text), func(p string) bool { return p == "" })
		text := strings.Join(parts, s.play.Word(l, "ui.comma"))
		if lines[i].Name != "" && text != "" {
			text = lines[i].Name + ": " + text
		} else if text == "" {
			text = lines[i].Name
		}
		if slices.Contains(words.ShortButtons[:], lines[i].Key) { // the numbers of a list are for eyes
			text = l.Isolate(lines[i].Key) + "  " + text
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

// sentences puts texts together that are said one after the other.
func sentences(parts []string) string {
	said := ""
	for _, p := range parts {
		if p == "" {
			continue
		}
		if said != "" {
			said += " "
		}
		if said += p; !strings.ContainsAny(p[len(p)-1:], ".?!") && !strings.HasSuffix(p, "؟") {
			said += "."
		}
	}
	return said
}
