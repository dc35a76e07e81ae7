package reply

import (
	"slices"
	"strings"

	"consigliere/engine"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// A View is what a reply is laid out with.
type View struct {
	Words  *words.Play
	Lang   lang.Lang
	Public engine.View // for the labels that a game gives itself
	// Version changes whenever Public may have.
	Version uint64
	Clock   string // what is left of the time of a seat, or ""
	// Own returns what a seat sees and is to look at before it confirms.
	Own func(engine.Seat) []screen.Line
}

// labels puts a step of a reply into the words of a language.
type labels struct {
	*words.Labels
	step *words.Step
	lang lang.Lang
	own  func(engine.Seat) []screen.Line
}

func (r *Reply) labels(v View) *labels {
	s := r.listed(r.Ask())
	return &labels{v.Words.Labels(s.Ask, v.Public, v.Lang), s, v.Lang, v.Own}
}

// marked returns the label of the choice that is marked and the sentence that explains it.
func (n *labels) marked() (label, hint string) {
	return n.ChoiceLabel(n.step, n.step.Mark), n.ChoiceHint(n.step, n.step.Mark)
}

// Signs for what A, B and OK do, which stand beside a page that has no room for a foot.
var (
	keysChoose = []string{"A/B", "↓", "OK"}
	keysMove   = []string{"A▼", "B▲", "OK"}
	keysCount  = []string{"A+", "B−", "OK"}
	keysOnly   = []string{"A", "↓", "OK"}
	keysOK     = []string{"OK"}
)

// keyBack is the sign for B held, where it goes back.
const keyBack = "B…←"

// keyOthers is the sign for B held, where something else than what is asked can be done.
const keyOthers = "B…"

// footList says how one of a list is taken, and how to go back to the list before it, if there is
// one.
func (n *labels) footList(r *Reply) string {
	if r.answer.Begun() {
		return n.Word(n.lang, "ui.foot_items")
	}
	return n.Word(n.lang, "ui.foot_list")
}

// listItems lists things to take, and how many of each are taken.
func (n *labels) listItems(r *Reply, p *screen.Page) {
	part := r.answer.Part()
	for i := range part.ShownItems() {
		taken := r.answer.Choice(i).Taken
		line := screen.Line{Text: n.Item(part, &part.ShownItems()[i]), Cursor: r.sel == i, Strong: taken > 0}
		if taken > 0 {
			line.Text = n.lang.Number(taken) + " × " + line.Text
		}
		p.Lines = append(p.Lines, line)
	}
}

// CanExplain reports whether a choice is marked that can be explained.
func (r *Reply) CanExplain(v View) bool {
	if r.Ask() == nil {
		return false
	}
	_, hint := r.labels(v).marked()
	return hint != ""
}

// Page lists what a seat can answer, and what it has chosen.
func (r *Reply) Page(v View) *screen.Page { return r.page(r.labels(v), v.Clock) }

func (r *Reply) page(n *labels, clock string) *screen.Page {
	p := r.own(n, clock)
	// One of the feet says already that B held goes back.
	if r.others() && p.Foot != n.Word(n.lang, "ui.foot_items") {
		switch {
		case r.step().choices() > 1:
			p.Foot, p.FootShort = n.Plain(n.lang, engine.Say("ui.foot_others").Thing(r.otherVerbs(n))), n.Word(n.lang, "ui.foot_others_short")
		case r.seat != engine.Table: // who answers for the table, and what OK does, goes before the rest, which has a page of its own
			p.FootShort = p.Foot
			p.Foot += n.Plain(n.lang, engine.Say("ui.foot_more").Thing(r.otherVerbs(n)))
		}
		if len(p.Keys) > 0 && !r.answer.Begun() {
			p.Keys = append(slices.Clone(p.Keys), keyOthers)
		}
	}
	return p
}

// others reports whether holding B leads to something else that can be done, and the page says so.
func (r *Reply) others() bool {
	return r.Ask() != nil && !r.explain && !r.alone && !r.blind && len(r.asks) > 1
}

// otherVerbs names what else can be done.
func (r *Reply) otherVerbs(n *labels) string {
	var names []string
	for i := range r.asks {
		if name := n.Word(n.lang, "verb."+r.asks[i].Verb); i != r.at && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, n.Word(n.lang, "ui.comma"))
}

// own is the page of what is asked now, whatever else may be answered.
func (r *Reply) own(n *labels, clock string) *screen.Page {
	p := &screen.Page{}
	if r.Ask() == nil {
		r.step().page(n, p)
		return p
	}
	if r.explain {
		label, hint := n.marked()
		return &screen.Page{Heading: label, Lines: []screen.Line{{Text: hint}}}
	}
	p.Heading, p.Short, p.Whole = n.StepQuestion(n.step), n.ShortQuestion(n.step), true
	if r.seat != engine.Table {
		p.Corner = clock
	}
	r.step().page(n, p)
	switch l := n.lang; {
	case r.alone:
		p.Foot = n.Word(l, "ui.foot_alone")
	case r.blind:
		p.Foot = n.Word(l, "ui.foot_first")
	case r.Offered() && len(p.Lines) > 0 && r.answer.Len() == 1:
		p.Foot = n.Word(l, "ui.foot_offer")
	case r.Offered() && !r.answer.Begun():
		p.Foot = n.Word(l, "ui.foot_offers")
	}
	if r.alone || r.blind { // it is said in words
		p.Keys = nil
		return p
	}
	if r.answer.Begun() && len(p.Keys) > 0 {
		p.Keys = append(slices.Clone(p.Keys), keyBack)
	}
	return p
}

// thenMost is of how many moves at most it is worked out what comes after each choice.
const thenMost = 300

// few is how many entries a page lists at once where it lists whole answers instead of what they begin with.
const few = 12

// Endings returns what a page lists in place of the choices of a step: the ways to complete the answer after them, where there are few. Those
// that have the fewest come first; none stands for a choice that is listed itself.
func Endings(w *engine.Answer) [][]engine.Ending {
	all := make([][]engine.Ending, w.Len())
	listed := w.Len()
	if listed > few {
		return all
	}
	for i := range all {
		all[i] = w.Endings(i, few)
	}
	for n := range few {
		for i := range all {
			if len(all[i]) == n+1 {
				if listed+n > few {
					all[i] = nil
					continue
				}
				listed += n
			}
		}
	}
	return all
}

// Step returns how far the answer has come, without words.
func (r *Reply) Step() *words.Step {
	a := r.Ask()
	if a != nil {
		kept := *a // for longer than the reply keeps it
		a = &kept
	}
	s := r.listed(a)
	if s.Ask != nil && len(s.Ask.Parts) == 0 && s.Pick && !s.Ask.Confirm && len(s.Ask.Shown()) <= thenMost {
		s.Then = make([][]engine.Following, len(s.Choices))
		for i := range s.Choices {
			s.Then[i] = r.answer.Following(nil, i)
		}
		s.Endings = Endings(&r.answer)
	}
	return s
}

// listed is Step of the ask that is being answered, without what comes after the choices, which no display shows.
func (r *Reply) listed(a *engine.Ask) *words.Step {
	s := &words.Step{Seat: r.seat, Turn: r.StepTurn(), At: r.at, Mark: r.sel, Buttons: "list", Back: r.stepBack(), Secrecy: r.secrecy()}
	s.Verbs = slices.Grow(s.Verbs, len(r.asks))
	for i := range r.asks {
		s.Verbs = append(s.Verbs, r.asks[i].Verb)
	}
	if a != nil {
		s.Ask, s.Part, s.Arg, s.Said = a, r.answer.Part(), r.answer.Arg(), r.answer.Said(nil)
		s.Choices = slices.Grow(s.Choices, r.answer.Len())
		for i := range r.answer.Len() {
			s.Choices = append(s.Choices, r.answer.Choice(i))
		}
	}
	r.step().desk(s)
	switch {
	case s.Ask == nil || !r.Offered():
	case len(s.Ask.Parts) == 0 && r.answer.Len() == 1:
		s.Buttons = "offer"
	default:
		s.Buttons = "offers"
	}
	return s
}

// stepBack says where going back leads from here; see [words.Step].
func (r *Reply) stepBack() string {
	switch {
	case r.answer.Begun():
		return "step"
	case r.Ask() != nil && len(r.asks) > 1:
		return "others"
	case r.Offered():
		return "later"
	}
	return ""
}
