package console

import (
	"strconv"
	"strings"

	"consigliere/engine"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// Labels puts an ask into words of a language: its question, what its options are called and
// the sentence that explains each.
type labels struct {
	*state
	ask  *engine.Ask
	view engine.View // the public one, for the labels that the game gives
	lang lang.Lang
}

func (s *state) labels(a *engine.Ask, l lang.Lang) *labels {
	n := &labels{state: s, ask: a, lang: l}
	if t := s.t.Title(); t.Label != nil || t.Explain != nil || t.Question != nil {
		n.view = s.t.View(engine.Public)
	}
	return n
}

// question returns what is asked: the message "ask." + verb + "." + argument, if there is one
// for the argument that is asked for now, else the prompt. It gets what the prompt has got.
func (n *labels) question(arg string) string {
	q := n.ask.Prompt
	if n.asksFor(arg) {
		q.Key = "ask." + n.ask.Verb + "." + arg
	}
	return n.text(n.lang, q)
}

// step returns what the step of a reply asks.
func (n *labels) step(r *reply) string {
	return n.questionAfter(r.answer.Said(nil), r.answer.Arg())
}

// questionAfter returns what is asked for an argument when others have been said.
func (n *labels) questionAfter(said []engine.Arg, arg string) string {
	if question := n.t.Title().Question; question != nil {
		if t := question(n.view, n.ask, said, arg); t.Key != "" {
			return n.text(n.lang, t)
		}
	}
	return n.question(arg)
}

// asksFor reports whether an argument has a question of its own.
func (n *labels) asksFor(arg string) bool { return n.book.Has(n.lang, "ask."+n.ask.Verb+"."+arg) }

// named puts the name of who is asked before a question that does not name him, for a screen
// that all see.
func (s *state) named(l lang.Lang, seat engine.Seat, question string) string {
	if seat < 0 || strings.Contains(question, s.roster.Name(seat)) {
		return question
	}
	return s.text(l, engine.Say("ui.asked").Seat(seat).Thing(question))
}

// choice returns the label of choice i of the step.
func (n *labels) choice(r *reply, i int) string {
	c := r.answer.Choice(i)
	switch {
	case c.Move != nil:
		return n.move(c.Move)
	case c.Absent:
		return n.word(n.lang, r.answer.Arg()+".absent")
	}
	return n.arg(&engine.Arg{Key: r.answer.Arg(), Value: c.Value})
}

// arg returns the label of an argument: the game's own, if it has one.
func (n *labels) arg(a *engine.Arg) string {
	if label := n.t.Title().Label; label != nil {
		if t := label(n.view, n.ask, a); t.Key != "" {
			return n.text(n.lang, t)
		}
	}
	return n.value(a.Key, &a.Value)
}

// value returns the usual label of an argument's value.
func (n *labels) value(arg string, v *engine.Value) string {
	l := n.lang
	switch v.Kind {
	case engine.WordValue:
		if arg == engine.VerbArg {
			arg = "verb"
		}
		return n.word(l, arg+"."+v.Word)
	case engine.SeatValue:
		if v.Seat >= 0 {
			return n.roster.Name(v.Seat)
		}
		if v.Seat == engine.NoSeat && n.book.Has(l, arg+".none") {
			return n.word(l, arg+".none")
		}
		if v.Seat == engine.Table {
			return n.word(l, "seat.table")
		}
		return n.word(l, "seat.none")
	case engine.IntValue:
		if key := arg + "." + strconv.Itoa(v.Int); n.book.Has(l, key) {
			return n.word(l, key)
		}
		return l.Number(v.Int)
	case engine.BoolValue:
		return n.word(l, arg+"."+strconv.FormatBool(v.Int != 0))
	case engine.NullValue:
		return n.word(l, arg+".null")
	}
	parts := make([]string, len(v.Items))
	for i := range v.Items {
		it := &v.Items[i]
		parts[i] = n.value(arg, &it.Value)
		if v.Kind == engine.MapValue {
			name := n.roster.Name(it.Of)
			if it.Key != "" {
				name = n.word(l, arg+"."+it.Key)
			}
			parts[i] = name + " " + parts[i]
		}
	}
	return strings.Join(parts, n.word(l, "ui.comma"))
}

// move returns the label of a whole move: those of its arguments.
func (n *labels) move(do engine.Action) string {
	moves := n.t.Title().Moves
	args := moves.Args(nil, do)
	if len(args) == 0 {
		return n.word(n.lang, "verb."+moves.Verb(do))
	}
	parts := make([]string, len(args))
	for i := range args {
		parts[i] = n.arg(&args[i])
	}
	return strings.Join(parts, n.word(n.lang, "ui.comma"))
}

// item returns the label of an item of a part.
func (n *labels) item(p *engine.Part, it *engine.Item) string {
	a := p.ArgOf(it)
	return n.arg(&a)
}

// key returns the label of what an item is assigned to.
func (n *labels) key(k *engine.Key) string {
	if k.Word != "" {
		return n.word(n.lang, "key."+k.Word)
	}
	return n.roster.Name(k.Seat)
}

// hint returns the sentence that explains a value of an argument: the first message there is
// of [engine.HintKeys]; "" if there is none.
func (n *labels) hint(arg, word string) string {
	for _, key := range engine.HintKeys(n.ask.Verb, arg, word) {
		if n.book.Has(n.lang, key) {
			return n.word(n.lang, key)
		}
	}
	return ""
}

// argHint explains an argument: as the game says it, or else as usual.
func (n *labels) argHint(a *engine.Arg) string {
	if explain := n.t.Title().Explain; explain != nil {
		if told := explain(n.view, n.ask, a); len(told) > 0 {
			sentences := make([]string, len(told))
			for i, t := range told {
				sentences[i] = n.text(n.lang, t)
			}
			return strings.Join(sentences, " ")
		}
	}
	return n.hint(a.Key, a.Value.HintWord())
}

// moveHint explains a whole move: each of its arguments, once.
func (n *labels) moveHint(do engine.Action) string {
	moves := n.t.Title().Moves
	args := moves.Args(nil, do)
	switch {
	case len(args) == 0 && n.ask.Verbs != nil:
		return n.hint(engine.VerbArg, moves.Verb(do))
	case len(args) == 0:
		return n.hint("", "")
	}
	var all []string
	told := map[string]bool{}
	for i := range args {
		h := n.argHint(&args[i])
		if h != "" && !told[h] {
			told[h] = true
			all = append(all, h)
		}
	}
	return strings.Join(all, " ")
}

// marked returns the label of the choice that is marked and the sentence that explains it.
func (n *labels) marked(r *reply) (label, hint string) {
	part := r.part()
	switch {
	case n.ask.Confirm:
		return n.move(n.ask.Options[0]), n.moveHint(n.ask.Options[0])
	case part != nil && part.Kind == engine.PartNumber:
		return n.question(part.Arg), n.hint(part.Arg, "")
	case r.sel < 0 || r.sel >= r.answer.Len() || r.assigned():
		return "", ""
	case part != nil:
		it := &part.ShownItems()[r.sel]
		a := part.ArgOf(it)
		return n.item(part, it), n.argHint(&a)
	}
	c := r.answer.Choice(r.sel)
	switch {
	case c.Move != nil:
		return n.move(c.Move), n.moveHint(c.Move)
	case c.Absent:
		return n.choice(r, r.sel), n.hint(r.answer.Arg(), "absent")
	}
	return n.choice(r, r.sel), n.argHint(&engine.Arg{Key: r.answer.Arg(), Value: c.Value})
}

// explainPage explains the choice that is marked.
func (n *labels) explainPage(r *reply) *screen.Page {
	label, hint := n.marked(r)
	return &screen.Page{Heading: label, Lines: []screen.Line{{Text: hint}}}
}

// explains reports whether a reply has a choice marked that can be explained.
func (s *state) explains(r *reply) bool {
	r.ready()
	a := r.ask()
	if a == nil {
		return false
	}
	_, hint := s.labels(a, s.lang).marked(r)
	return hint != ""
}
