package engine

import "slices"

// An Answer is an answer to an [Ask] while it is being made, one choice after another: by
// the buttons of a pod, by a phone, by a bot or by a test.
//
// Where the ask has Options they are taken apart by their arguments: each step lists the
// values that one argument has among the moves that are left, and an argument with a single
// value is passed over. Where the moves have several verbs, the first step lists these, as the
// values of the argument [VerbArg]. Where it has Parts, each step lists the items of one of
// them, and a part that leaves no choice is passed over. Verbs that need no list are not listed
// ([Ask.ListsVerbs]), and those that are all about the same come last.
//
//	var w engine.Answer
//	w.Begin(title.Moves, ask)
//	w.Take(0)
//	if w.Whole() {
//		do, err := w.Action(roster)
//	}
//
// The zero value answers nothing. An Answer can begin again with another ask, and then reuses
// its memory.
type Answer struct {
	moves *Moves
	ask   *Ask
	whole bool

	// Of Options.
	listed []Action
	order  verbOrder
	args   []Arg    // of all listed moves, one after the other
	ends   []int    // where each move's end
	keys   []string // names of the arguments, in order
	agree  []int    // places of the moves that agree with what was taken, choice after choice
	from   int      // where those begin that agree with all of it
	depth  int      // which key is asked for now; len(keys): whole moves
	first  []int    // for each choice the place of a move that has it
	trail  []level

	// Of Parts.
	part  int
	picks [][]int // by part: places of the items taken, in order; of a number, the number
}

// VerbArg is the argument that an [Answer] asks for where the moves have several verbs. No move
// can have one of that name.
const VerbArg = "do"

// A level is where a choice was taken.
type level struct{ from, depth int }

// A Choice is one of the things that a step lists.
type Choice struct {
	Value  Value // of the argument
	Absent bool  // the argument is left out
	// Move is a whole move, where the step asks for no single argument, or where the move has
	// none; else nil.
	Move  Action
	Taken int // how often it was taken in this step
	Left  int // how often it can still be taken
}

// Begin begins the answer to an ask. It keeps the ask.
func (w *Answer) Begin(m *Moves, a *Ask) {
	w.list(m, a)
	w.ask, w.whole, w.depth, w.part = a, false, 0, 0
	w.trail = slices.Grow(w.trail[:0], 1)
	w.agree, w.from = slices.Grow(w.agree[:0], 2*len(w.listed)), 0 // most are given in one choice
	for i := range w.listed {
		w.agree = append(w.agree, i)
	}
	for len(w.picks) < len(a.Parts) {
		w.picks = append(w.picks, nil)
	}
	for i := range a.Parts {
		w.picks[i] = w.picks[i][:0]
		if p := &a.Parts[i]; !p.Kind.Lists() {
			w.picks[i] = append(w.picks[i], p.Min)
		}
	}
	if len(a.Parts) == 0 {
		w.descend()
		return
	}
	w.pass()
}

// list takes the moves of an ask apart, unless they are those of the one before.
func (w *Answer) list(m *Moves, a *Ask) {
	order := a.order(m)
	if m == w.moves && order == w.order && shared(w.listed, a.Shown()) {
		return
	}
	w.moves, w.order, w.listed = m, order, a.Shown()
	w.args, w.ends, w.keys = w.args[:0], w.ends[:0], w.keys[:0]
	for _, do := range w.listed {
		start := len(w.args)
		w.args = order.args(w.args, m, do)
		w.ends = append(w.ends, len(w.args))
		w.keys = addKeys(w.keys, w.args[start:])
	}
}

// addKeys adds the names of arguments to the names of other moves, each after the one that comes
// before it in its move. So what a move leaves out is asked for where the others have it.
func addKeys(keys []string, args []Arg) []string {
	at := 0
	for i := range args {
		if k := slices.Index(keys, args[i].Key); k >= 0 {
			at = k + 1
			continue
		}
		keys = slices.Insert(keys, at, args[i].Key)
		at++
	}
	return keys
}

// Ask returns the ask that is answered, or nil.
func (w *Answer) Ask() *Ask { return w.ask }

// Part returns the part that is asked for now, or nil where the ask has Options.
func (w *Answer) Part() *Part {
	if w.ask == nil || w.part >= len(w.ask.Parts) {
		return nil
	}
	return &w.ask.Parts[w.part]
}

// Arg returns the name of the argument that is asked for now, "" for whole moves.
func (w *Answer) Arg() string {
	if p := w.Part(); p != nil {
		return p.Arg
	}
	if w.depth < len(w.keys) {
		return w.keys[w.depth]
	}
	return ""
}

// Said appends the arguments that the answer has before the step, where the ask has Options.
func (w *Answer) Said(dst []Arg) []Arg {
	if w.ask == nil || len(w.ask.Parts) > 0 || len(w.left()) == 0 {
		return dst
	}
	i := w.left()[0]
	start := 0
	if i > 0 {
		start = w.ends[i-1]
	}
	for _, a := range w.args[start:w.ends[i]] {
		if at := slices.Index(w.keys, a.Key); at >= 0 && at < w.depth {
			dst = append(dst, a)
		}
	}
	return dst
}

// Key returns what the next item is assigned to, or nil where all have one or the step
// assigns nothing.
func (w *Answer) Key() *Key {
	p := w.Part()
	if p == nil || !p.assigns() || len(w.picks[w.part]) >= len(p.Keys) {
		return nil
	}
	return &p.Keys[len(w.picks[w.part])]
}

// Depth returns how many steps have been answered. An item that was given to a key is a step; one of several
// items that are taken together isn't.
func (w *Answer) Depth() int {
	n := len(w.trail) + w.part
	if p := w.Part(); p != nil && p.assigns() {
		n += len(w.picks[w.part])
	}
	return n
}

// Assigned returns the items of a part that assigns, in the order of its keys as far as they
// have one.
func (w *Answer) Assigned() []Item {
	p := w.Part()
	if p == nil || !p.assigns() {
		return nil
	}
	items := make([]Item, len(w.picks[w.part]))
	for i, at := range w.picks[w.part] {
		items[i] = p.ShownItems()[at]
	}
	return items
}

// Assign gives all keys of the step the items at these places, in the order of the keys,
// instead of what they had. It reports whether it could.
func (w *Answer) Assign(items []int) bool {
	p := w.Part()
	if p == nil || !p.assigns() || w.whole || len(items) != len(p.Keys) {
		return false
	}
	for i, at := range items {
		if at < 0 || at >= w.Len() || !partKinds[p.Kind].again && slices.Contains(items[:i], at) {
			return false
		}
	}
	w.picks[w.part] = append(w.picks[w.part][:0], items...)
	return true
}

func (p *Part) assigns() bool { return partKinds[p.Kind].keys }

// single reports whether one item is all.
func (p *Part) single() bool { return partKinds[p.Kind].single }

// Len returns how many choices the step lists; 0 for a number.
func (w *Answer) Len() int {
	p := w.Part()
	switch {
	case w.ask == nil:
		return 0
	case p == nil:
		return len(w.first)
	case !p.Kind.Lists():
		return 0
	}
	return len(p.ShownItems())
}

// Choice returns choice i of the step.
func (w *Answer) Choice(i int) Choice {
	p := w.Part()
	if p == nil {
		c := Choice{Left: 1}
		if w.depth >= len(w.keys) {
			c.Move = w.listed[w.first[i]]
			return c
		}
		a := w.arg(w.first[i])
		if a == nil {
			c.Absent = true
			if do := w.listed[w.first[i]]; w.ask.Verbs != nil && len(w.moves.Args(nil, do)) == 0 {
				c.Move = do
			}
		} else {
			c.Value = a.Value
		}
		return c
	}
	it := &p.ShownItems()[i]
	c := Choice{Value: it.value()}
	c.Taken = w.taken(i)
	c.Left = p.spare(it, c.Taken)
	return c
}

// spare returns how often an item can still be taken after it was taken n times.
func (p *Part) spare(it *Item, n int) int {
	if partKinds[p.Kind].again {
		return 1
	}
	return it.times() - n
}

// taken returns how often choice i was taken in this step, which lists items.
func (w *Answer) taken(i int) int {
	n := 0
	for _, at := range w.picks[w.part] {
		if at == i {
			n++
		}
	}
	return n
}

// Take takes choice i of the step. It reports whether it could be taken; if that was all
// that the step asks for, the next one follows.
func (w *Answer) Take(i int) bool {
	if w.whole || i < 0 || i >= w.Len() {
		return false
	}
	p := w.Part()
	if p == nil {
		w.takeOption(i)
		return true
	}
	if p.spare(&p.ShownItems()[i], w.taken(i)) <= 0 || p.assigns() && w.Key() == nil {
		return false
	}
	if k := &partKinds[p.Kind]; !k.single && !k.keys && !k.worth && len(w.picks[w.part]) >= p.Max {
		return false
	}
	w.picks[w.part] = append(w.picks[w.part], i)
	if p.single() {
		w.next()
	}
	return true
}

// Number returns the number of the step, as it stands.
func (w *Answer) Number() int {
	if p := w.Part(); p != nil && !p.Kind.Lists() {
		return w.picks[w.part][0]
	}
	return 0
}

// SetNumber sets the number of the step to the nearest that is in its range.
func (w *Answer) SetNumber(n int) {
	if p := w.Part(); p != nil && !p.Kind.Lists() {
		w.picks[w.part][0] = min(max(n, p.Min), p.Max)
	}
}

// Sum returns how much the step has taken: the number, what notes are worth, or how many
// things.
func (w *Answer) Sum() int {
	p := w.Part()
	switch {
	case p == nil:
		return 0
	case !p.Kind.Lists():
		return w.Number()
	case !partKinds[p.Kind].worth:
		return len(w.picks[w.part])
	}
	n := 0
	for _, at := range w.picks[w.part] {
		n += p.ShownItems()[at].Value
	}
	return n
}

// Enter ends a step that takes as much as one likes, or a number. It reports whether the
// step has what it needs.
func (w *Answer) Enter() bool {
	p := w.Part()
	switch {
	case p == nil || w.whole || p.single():
		return false
	case p.assigns():
		if w.Key() != nil {
			return false
		}
	case w.Sum() < p.Min || w.Sum() > p.Max:
		return false
	}
	w.next()
	return true
}

// next moves on to the next part.
func (w *Answer) next() {
	if w.part == len(w.ask.Parts)-1 {
		w.whole = true
		return
	}
	w.part++
	w.pass()
}

// fixed reports whether a part that others follow leaves no choice.
func (w *Answer) fixed(part int) bool {
	p := &w.ask.Parts[part]
	return p.single() && len(p.ShownItems()) == 1 && part < len(w.ask.Parts)-1
}

// pass takes what the next parts leave no choice about.
func (w *Answer) pass() {
	for w.fixed(w.part) {
		w.picks[w.part] = append(w.picks[w.part][:0], 0)
		w.part++
	}
}

// Back takes the last choice back. It reports whether there was one.
func (w *Answer) Back() bool {
	p := w.Part()
	switch {
	case w.ask == nil:
		return false
	case p == nil && len(w.trail) > 0:
		l := w.trail[len(w.trail)-1]
		w.trail = w.trail[:len(w.trail)-1]
		w.agree, w.from, w.depth, w.whole = w.agree[:w.from], l.from, l.depth, false
		w.descend()
		return true
	case p == nil:
		return false
	case w.whole:
		w.whole = false
		if p.single() {
			w.picks[w.part] = w.picks[w.part][:0]
		}
		return true
	case p.Kind.Lists() && len(w.picks[w.part]) > 0:
		w.picks[w.part] = w.picks[w.part][:len(w.picks[w.part])-1]
		return true
	case w.open() >= 0:
		w.part = w.open()
		if w.ask.Parts[w.part].single() {
			w.picks[w.part] = w.picks[w.part][:0]
		}
		return true
	}
	return false
}

// Clear makes it the answer to nothing, until it begins anew.
func (w *Answer) Clear() {
	w.ask, w.whole, w.listed = nil, false, nil
	w.part, w.depth, w.keys, w.trail = 0, 0, w.keys[:0], w.trail[:0]
}

// Ways returns how many answers are still open, where the ask has Options.
func (w *Answer) Ways() int { return len(w.left()) }

// A Following is a choice of the step that comes after a choice.
type Following struct {
	Choice
	Arg   string // the argument that it is of; "" for whole moves
	Whole bool   // with it the answer is complete
}

// Following appends the choices of the step that comes after choice i, where the ask has Options; none if the answer is complete
// with it.
func (w *Answer) Following(dst []Following, i int) []Following {
	if w.Part() != nil || w.whole || i < 0 || i >= w.Len() {
		return dst
	}
	if w.takeOption(i); !w.whole {
		from := len(dst)
		for j := range w.Len() {
			dst = append(dst, Following{Choice: w.Choice(j), Arg: w.Arg()})
		}
		of := make([]int, w.Len()) // how many moves have it
		for _, move := range w.left() {
			if w.depth < len(w.keys) {
				of[w.place(move)]++
			}
		}
		for j := range of {
			dst[from+j].Whole = of[j] < 2
		}
	}
	w.Back()
	return dst
}

// An Ending is one of the ways in which an answer can be completed: a choice of each step that is left.
type Ending struct {
	Steps []Following
	At    []int // which of its step each is
}

// Endings returns all ways in which the answer can be completed after choice i, where the ask has Options; none if there are more than most,
// or the answer is complete with it.
func (w *Answer) Endings(i, most int) []Ending {
	if w.Part() != nil || w.whole || i < 0 || i >= w.Len() {
		return nil
	}
	var all []Ending
	if w.takeOption(i); !w.whole && w.Ways() <= most {
		all = w.endings(nil, Ending{})
	}
	w.Back()
	return all
}

// endings appends the ways in which the answer can be completed, each after so.
func (w *Answer) endings(all []Ending, so Ending) []Ending {
	arg := w.Arg()
	for i := range w.Len() {
		e := Ending{append(slices.Clone(so.Steps), Following{Choice: w.Choice(i), Arg: arg}), append(slices.Clone(so.At), i)}
		if w.takeOption(i); w.whole {
			all = append(all, e)
		} else {
			all = w.endings(all, e)
		}
		w.Back()
	}
	return all
}

// Begun reports whether a choice was taken that [Answer.Back] takes back.
func (w *Answer) Begun() bool {
	p := w.Part()
	switch {
	case p == nil:
		return len(w.trail) > 0
	case w.whole || p.Kind.Lists() && len(w.picks[w.part]) > 0:
		return true
	}
	return w.open() >= 0
}

// open returns the last part before this one that leaves a choice, or -1.
func (w *Answer) open() int {
	for i := w.part - 1; i >= 0; i-- {
		if !w.fixed(i) {
			return i
		}
	}
	return -1
}

// Whole reports whether the answer is complete.
func (w *Answer) Whole() bool { return w.whole }

// Action returns the action of a whole answer.
func (w *Answer) Action(r Roster) (Action, error) {
	if len(w.ask.Parts) == 0 {
		return w.listed[w.left()[0]], nil
	}
	args := make([]Arg, len(w.ask.Parts))
	for i := range w.ask.Parts {
		p := &w.ask.Parts[i]
		args[i] = Arg{Key: p.Arg, Value: p.gathered(w.picks[i])}
	}
	return w.moves.Make(r, w.ask.Verb, args)
}

// gathered returns what was picked as the value of the argument.
func (p *Part) gathered(picks []int) Value {
	items := p.ShownItems()
	switch k := &partKinds[p.Kind]; {
	case k.number:
		return IntOf(picks[0])
	case k.single:
		return items[picks[0]].value()
	case k.keys:
		v := Value{Kind: MapValue, Items: make([]Arg, len(picks))}
		for i, at := range picks {
			v.Items[i] = Arg{Key: p.Keys[i].Word, Of: p.Keys[i].Seat, Value: items[at].value()}
		}
		return v
	}
	v := Value{Kind: ListValue, Items: make([]Arg, len(picks))}
	for i, at := range picks {
		v.Items[i].Value = items[at].value()
	}
	return v
}

// arg returns the argument of the listed move i that this step asks for, or nil.
func (w *Answer) arg(i int) *Arg {
	start := 0
	if i > 0 {
		start = w.ends[i-1]
	}
	return find(w.args[start:w.ends[i]], w.keys[w.depth])
}

// descend finds the next argument of which there is more than one value.
func (w *Answer) descend() {
	for ; w.depth < len(w.keys); w.depth++ {
		w.first = w.first[:0]
		for _, i := range w.left() {
			if w.place(i) < 0 {
				w.first = append(w.first, i)
			}
		}
		if len(w.first) > 1 && !w.direct() {
			return
		}
	}
	w.first = append(w.first[:0], w.left()...)
}

// direct reports whether the step need not be asked: it has one value, with more to be said about it, and beside it a move without arguments
// ([Ask.Direct]).
func (w *Answer) direct() bool {
	if !w.ask.Direct || w.depth > 0 || len(w.first) != 2 || len(w.left()) == 2 {
		return false
	}
	return w.arg(w.first[1]) == nil && w.ends[w.first[1]] == w.ends[w.first[1]-1]
}

// left returns the places of the moves that agree with all that was taken.
func (w *Answer) left() []int { return w.agree[w.from:] }

// place returns which choice of this step move i has, or -1.
func (w *Answer) place(i int) int {
	a := w.arg(i)
	for n, f := range w.first {
		b := w.arg(f)
		if a == nil && b == nil || a != nil && b != nil && a.Value.Equal(&b.Value) {
			return n
		}
	}
	return -1
}

// takeOption keeps the moves that have choice n.
func (w *Answer) takeOption(n int) {
	left := w.left()
	w.trail = append(w.trail, level{w.from, w.depth})
	w.from = len(w.agree)
	if len(w.first) == len(left) { // each choice is a whole move
		w.agree = append(w.agree, w.first[n])
		w.first, w.depth, w.whole = append(w.first[:0], w.first[n]), len(w.keys), true
		return
	}
	for _, i := range left {
		if w.place(i) == n {
			w.agree = append(w.agree, i)
		}
	}
	w.depth++
	w.whole = len(w.left()) == 1
	w.descend()
}

// Last returns the place of the item that the step has taken last, or -1.
func (w *Answer) Last() int {
	p := w.Part()
	if p == nil || !p.Kind.Lists() || len(w.picks[w.part]) == 0 {
		return -1
	}
	return w.picks[w.part][len(w.picks[w.part])-1]
}
