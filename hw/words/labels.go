package words

import (
	"slices"
	"strconv"
	"strings"

	"consigliere/engine"
	"consigliere/hw/lang"
)

// Labels puts an ask into the words of a language.
type Labels struct {
	*Play
	ask  *engine.Ask
	view engine.View
	lang lang.Lang
	// brief: choices are explained in few words; see [Labels.ChoiceEffect].
	brief bool
}

// Labels returns the labels of an ask. view is the public view, for the labels that the game gives itself.
func (p *Play) Labels(a *engine.Ask, view engine.View, l lang.Lang) *Labels {
	return &Labels{Play: p, ask: a, view: view, lang: l}
}

// Ask returns the ask.
func (n *Labels) Ask() *engine.Ask { return n.ask }

// Lang returns the language.
func (n *Labels) Lang() lang.Lang { return n.lang }

// Question returns what is asked: the message "ask." + verb + "." + argument, if there is one for the
// argument that is asked for now, else the prompt. It gets what the prompt has got.
func (n *Labels) Question(arg string) string {
	q := n.ask.Prompt
	if n.AsksFor(arg) {
		q.Key = "ask." + n.ask.Verb + "." + arg
	}
	return n.Text(n.lang, q)
}

// QuestionAfter returns what is asked for an argument when others have been said.
func (n *Labels) QuestionAfter(said []engine.Arg, arg string) string {
	if t := n.put(said, arg); t.Key != "" {
		return n.Text(n.lang, t)
	}
	return n.Question(arg)
}

// put returns the question as the game puts it when arguments have been said, or the zero Text.
func (n *Labels) put(said []engine.Arg, arg string) engine.Text {
	if n.Title.Question == nil {
		return engine.Text{}
	}
	return n.Title.Question(n.view, n.ask, said, arg)
}

// AsksFor reports whether an argument has a question of its own.
func (n *Labels) AsksFor(arg string) bool { return n.Book.Has(n.lang, "ask."+n.ask.Verb+"."+arg) }

// Arg returns the label of an argument: the game's own, if it has one.
func (n *Labels) Arg(a *engine.Arg) string {
	if label := n.Title.Label; label != nil {
		if t := label(n.view, n.ask, a); t.Key != "" {
			return n.Text(n.lang, t)
		}
	}
	return n.value(a.Key, &a.Value)
}

// value returns the usual label of an argument's value.
func (n *Labels) value(arg string, v *engine.Value) string {
	l := n.lang
	switch v.Kind {
	case engine.WordValue:
		if arg == engine.VerbArg {
			arg = "verb"
		}
		return n.Word(l, arg+"."+v.Word)
	case engine.SeatValue:
		if v.Seat >= 0 {
			return n.Roster.Name(v.Seat)
		}
		if v.Seat == engine.NoSeat && n.Book.Has(l, arg+".none") {
			return n.Word(l, arg+".none")
		}
		if v.Seat == engine.Table {
			return n.Word(l, "seat.table")
		}
		return n.Word(l, "seat.none")
	case engine.IntValue:
		if key := arg + "." + strconv.Itoa(v.Int); n.Book.Has(l, key) {
			return n.Word(l, key)
		}
		return l.Number(v.Int)
	case engine.BoolValue:
		return n.Word(l, arg+"."+strconv.FormatBool(v.Int != 0))
	case engine.NullValue:
		return n.Word(l, arg+".null")
	}
	parts := make([]string, len(v.Items))
	for i := range v.Items {
		it := &v.Items[i]
		parts[i] = n.value(arg, &it.Value)
		if v.Kind == engine.MapValue {
			name := n.Roster.Name(it.Of)
			if it.Key != "" {
				name = n.Word(l, arg+"."+it.Key)
			}
			parts[i] = name + " " + parts[i]
		}
	}
	return strings.Join(parts, n.Word(l, "ui.comma"))
}

// Move returns the label of a whole move: its arguments' labels.
func (n *Labels) Move(do engine.Action) string {
	moves := n.Title.Moves
	args := moves.Args(nil, do)
	if len(args) == 0 {
		return n.Word(n.lang, "verb."+moves.Verb(do))
	}
	parts := make([]string, len(args))
	for i := range args {
		parts[i] = n.Arg(&args[i])
	}
	return strings.Join(parts, n.Word(n.lang, "ui.comma"))
}

// Item returns the label of an item of a part.
func (n *Labels) Item(p *engine.Part, it *engine.Item) string {
	a := p.ArgOf(it)
	return n.Arg(&a)
}

// Key returns the label of what an item is assigned to.
func (n *Labels) Key(k *engine.Key) string {
	if k.Word != "" {
		return n.Word(n.lang, "key."+k.Word)
	}
	return n.Roster.Name(k.Seat)
}

// Hint returns the sentence that explains a value of an argument: the first message there is of
// [engine.HintKeys]; "" if there is none.
func (n *Labels) Hint(arg, word string) string {
	if key := n.hintKey(arg, word, false); key != "" {
		return n.Word(n.lang, n.inBrief(key))
	}
	return ""
}

// A hintKey is what it depends on which message explains an option, in a book.
type hintKey struct {
	lang            lang.Lang
	verb, arg, word string
	tag             bool
}

// hintKey returns the first message there is of [engine.HintKeys]; with tag, the message that says the same in two or three words, if it is
// there before any other. It returns "" if there is none.
func (n *Labels) hintKey(arg, word string, tag bool) string {
	return n.hints.get(hintKey{n.lang, n.ask.Verb, arg, word, tag}, func() string {
		for key := range engine.HintKeys(n.ask.Verb, arg, word) {
			if tag && n.Book.Has(n.lang, tagOf(key)) {
				return tagOf(key)
			}
			if n.Book.Has(n.lang, key) {
				if tag {
					return "" // it is explained otherwise here
				}
				return key
			}
		}
		return ""
	})
}

// tagOf returns the message that says the same as one that explains a choice, in two or three words.
func tagOf(key string) string { return "tag." + strings.TrimPrefix(key, "hint.") }

// inBrief returns the message that says the same as one that explains a choice, in few words, where that is wanted and there is one.
func (n *Labels) inBrief(key string) string {
	if brief := "brief." + strings.TrimPrefix(key, "hint."); n.brief && n.Book.Has(n.lang, brief) {
		return brief
	}
	return key
}

// Purpose says to everybody what the ask is for: as the game says it, or else the first message there is of
// [engine.PurposeKeys].
func (n *Labels) Purpose() string {
	if purpose := n.Title.Purpose; purpose != nil {
		if told := purpose(n.view, n.ask); len(told) > 0 {
			return n.sentences(told)
		}
	}
	for _, key := range engine.PurposeKeys(n.ask) {
		if n.Book.Has(n.lang, key) {
			t := n.ask.Prompt
			t.Key = key
			return n.Text(n.lang, t)
		}
	}
	return ""
}

func (n *Labels) sentences(told []engine.Text) string {
	list := make([]string, len(told))
	for i, t := range told {
		list[i] = n.Text(n.lang, t)
	}
	return strings.Join(list, " ")
}

// ArgHint explains an argument: as the game says it, or else as usual.
func (n *Labels) ArgHint(a *engine.Arg) string {
	if explain := n.Title.Explain; explain != nil {
		if told := explain(n.view, n.ask, a); len(told) > 0 {
			if n.brief { // the choice itself, and what else comes of it as far as that is said in few words
				told = n.briefly(told)
			}
			return n.sentences(told)
		}
	}
	return n.Hint(a.Key, a.Value.HintWord())
}

// briefly returns the first of what is told and, after it, what has a message in few words.
func (n *Labels) briefly(told []engine.Text) []engine.Text {
	list := slices.Clone(told)
	for i := range list {
		key := n.inBrief(list[i].Key)
		if i > 0 && key == list[i].Key {
			return list[:i]
		}
		list[i].Key = key
	}
	return list
}

// MoveHint explains a whole move: each of its arguments, once.
func (n *Labels) MoveHint(do engine.Action) string {
	moves := n.Title.Moves
	args := moves.Args(nil, do)
	switch {
	case len(args) == 0 && n.ask.Verbs != nil:
		return n.Hint(engine.VerbArg, moves.Verb(do))
	case len(args) == 0:
		return n.Hint("", "")
	}
	var all []string
	told := map[string]bool{}
	for i := range args {
		h := n.ArgHint(&args[i])
		if h != "" && !told[h] {
			told[h] = true
			all = append(all, h)
		}
	}
	return strings.Join(all, " ")
}
