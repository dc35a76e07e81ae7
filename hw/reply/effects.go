package reply

import (
	"strings"

	"consigliere/engine"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// An effect is what some choices that follow one another bring: the same sentence explains all of them.
type effect struct {
	from, to int
	text     string
}

// Told are the effects of a reply as a screen had them last: they are put together anew only where they may have become others, and not
// whenever that screen is drawn.
type Told struct {
	key   toldKey
	pages []screen.Page
}

// A toldKey is all that effects depend on.
type toldKey struct {
	words   *words.Play
	lang    lang.Lang
	version uint64
	heading string

	fresh                        bool
	seat                         engine.Seat
	turn                         uint64
	spot                         spot
	sel                          int
	begun, explain, alone, blind bool
}

// Page returns [Reply.Page], and what [Told.Effects] returns without a heading.
func (t *Told) Page(r *Reply, v View) (p *screen.Page, effects []screen.Page) {
	n := r.labels(v)
	return r.page(n, v.Clock), t.effects(r, v, "", func() []screen.Page { return r.allEffects(v, n) })
}

// Effects returns [Reply.Effects] below a heading. Nobody may change them.
func (t *Told) Effects(r *Reply, v View, heading string) []screen.Page {
	return t.effects(r, v, heading, func() []screen.Page { return r.Effects(v) })
}

// effects returns the effects that tell gives, unless they are those that were told last.
func (t *Told) effects(r *Reply, v View, heading string, tell func() []screen.Page) []screen.Page {
	key := toldKey{
		words: v.Words, lang: v.Lang, version: v.Version, heading: heading, seat: r.seat, turn: r.StepTurn(), spot: r.spot(), sel: r.sel,
		begun: r.begun, explain: r.explain, alone: r.alone, blind: r.blind,
	}
	if a := r.Ask(); a != nil && len(a.Parts) > 0 { // what is taken in the midst of a step is no part of the key
		return under(heading, tell())
	}
	return t.get(key, tell)
}

// Fresh returns the same of [Reply.Fresh].
func (t *Told) Fresh(r *Reply, v View, heading string) []screen.Page {
	key := toldKey{words: v.Words, lang: v.Lang, version: v.Version, heading: heading, seat: r.seat, turn: r.Turn(), fresh: true}
	return t.get(key, func() []screen.Page { return r.Fresh().Effects(v) })
}

func (t *Told) get(key toldKey, tell func() []screen.Page) []screen.Page {
	if t.key != key {
		t.key, t.pages = key, under(key.heading, tell())
	}
	return t.pages
}

func under(heading string, pages []screen.Page) []screen.Page {
	for i := range pages {
		pages[i].Heading = heading
	}
	return pages
}

// Effects are pages that say what each choice brings or, once one is marked, what that one does, and what else can be done. They have no foot and no signs of
// the buttons, which stand on the page that lists the choices. Of a list that explains itself there is only the last.
func (r *Reply) Effects(v View) []screen.Page { return r.allEffects(v, r.labels(v)) }

func (r *Reply) allEffects(v View, n *labels) []screen.Page {
	if r.explain || r.alone || r.blind {
		return nil
	}
	pages := r.effects(v, n)
	if r.others() && !r.answer.Begun() && (!r.begun || r.step().choices() == 1) {
		pages = append(pages, fine(r.otherEffects(v, n))...)
	}
	return pages
}

// otherEffects says what else can be done by holding B and, where that is one thing, what for.
func (r *Reply) otherEffects(v View, n *labels) []screen.Line {
	line := screen.Line{Key: keyOthers, Text: n.Plain(n.lang, engine.Say("ui.others").Thing(r.otherVerbs(n)))}
	if len(r.asks) == 2 {
		if why := v.Words.Labels(&r.asks[1-r.at], v.Public, v.Lang).Purpose(); why != "" {
			line.Text += ". " + why
		}
	}
	return []screen.Line{line}
}

// mostEffects is of how many at most all are told before one choice is marked: nobody waits for the pages of more.
const mostEffects = 6

// effects are those of the choices.
func (r *Reply) effects(v View, n *labels) []screen.Page {
	if r.Ask() == nil {
		return fine(r.verbEffects(v, n))
	}
	s := n.step
	switch {
	case s.Ask.Confirm, s.Ask.Timed:
		return nil // the page says it already
	case s.Part != nil && !s.Part.Kind.Lists():
		if told := n.ChoiceEffect(s, 0); told != "" {
			return fine([]screen.Line{{Text: told}})
		}
		return nil
	case len(s.Choices) < 2 && !s.Ask.Secret, s.Assigned:
		return nil
	}
	if s.Mark >= 0 && s.Mark < len(s.Choices) && r.begun {
		told := n.ChoiceEffect(s, s.Mark)
		if told == "" {
			return nil
		}
		return fine([]screen.Line{r.effectOf(n, effect{s.Mark, s.Mark + 1, told})})
	}
	list := make([]effect, 0, len(s.Choices))
	for i := range s.Choices {
		told := n.ChoiceEffect(s, i)
		if k := len(list) - 1; k >= 0 && list[k].text == told {
			list[k].to = i + 1
		} else {
			list = append(list, effect{i, i + 1, told})
		}
	}
	if len(list) > mostEffects {
		return nil
	}
	lines := make([]screen.Line, 0, len(list))
	for _, e := range list {
		switch {
		case e.text == "":
		case len(list) == 1:
			lines = append(lines, screen.Line{Text: e.text})
		default:
			lines = append(lines, r.effectOf(n, e))
		}
	}
	return r.among(n, list, fine(lines))
}

// among lets pages that tell about choices of their own buttons name the others.
func (r *Reply) among(n *labels, list []effect, pages []screen.Page) []screen.Page {
	if o, ok := r.step().(options); !ok || !o.short() || len(list) < 2 {
		return pages
	}
	all := make([]screen.Line, len(list))
	for i, e := range list {
		all[i] = r.effectOf(n, e)
		all[i].Text = n.names(e)
	}
	for i := range pages {
		pages[i].Among = all
	}
	return pages
}

// fine makes a page of each line: all of what is said of a choice is on one part where the display has room for that.
func fine(lines []screen.Line) []screen.Page {
	pages := make([]screen.Page, len(lines))
	for i := range lines {
		pages[i] = screen.Page{Lines: lines[i : i+1 : i+1], Fine: true}
	}
	return pages
}

// effectOf says what choices bring, which it names as the list does: by their button or number and, where it is one, what it is called.
func (r *Reply) effectOf(n *labels, e effect) screen.Line {
	short, numbered := false, false
	if o, ok := r.step().(options); ok {
		short = o.short()
		numbered = !short && !o.numbers(n)
	}
	line := screen.Line{Text: n.names(e) + ": " + e.text}
	switch one := e.to-e.from == 1; {
	case short:
		line.Key = strings.Join(words.ShortButtons[e.from:e.to], "/")
	case numbered && one:
		line.Key = n.lang.Number(e.from + 1)
	case numbered:
		line = screen.Line{Key: n.lang.Number(e.from+1) + "–" + n.lang.Number(e.to), Text: e.text}
	}
	return line
}

// names says what the choices of an effect are called: no more of each than its name, for the list has the rest.
func (n *labels) names(e effect) string {
	list := make([]string, 0, e.to-e.from)
	for i := e.from; i < e.to; i++ {
		name, _, _ := strings.Cut(n.ChoiceLabel(n.step, i), ":")
		list = append(list, name)
	}
	return strings.Join(list, n.Word(n.lang, "ui.comma"))
}

// verbEffects says what each of several asks is for, before it is chosen which one to answer.
func (r *Reply) verbEffects(v View, n *labels) []screen.Line {
	var lines []screen.Line
	for i := range r.asks {
		if r.sel >= 0 && r.begun && r.sel != i {
			continue
		}
		if why := v.Words.Labels(&r.asks[i], v.Public, v.Lang).Purpose(); why != "" {
			lines = append(lines, screen.Line{Key: n.lang.Number(i + 1), Text: n.Word(n.lang, "verb."+r.asks[i].Verb) + ": " + why})
		}
	}
	return lines
}

// EffectsKnown reports whether all may know what the choices of an ask are, and so what they bring.
func EffectsKnown(a *engine.Ask) bool { return !a.Hidden() || a.Known }
