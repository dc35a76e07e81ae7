package console

import (
	"encoding/json"
	"time"

	"consigliere/engine"
	"consigliere/hw"
)

// A hand is the three buttons of a pod, or of the panel, and how far the one who presses
// them has come with an answer.
type hand struct {
	seat  engine.Seat // [engine.Table] for the panel
	down  [hw.Buttons]bool
	since [hw.Buttons]time.Duration
	used  [hw.Buttons]bool // the hold has had its effect
	again time.Duration    // when a held A or B counts again; 0: it does not

	asks   []engine.Ask // what this hand may answer, those that are waited for first
	at     int          // which of asks is being answered; -1 while it is chosen
	sel    int          // what is chosen of the list; -1 nothing
	begun  bool         // a button was pressed since the ask was opened
	sign   uint64       // sum of what was asked when it was
	opened bool         // what follows fits to the ask
	tree   tree         // AskOne
	n      int          // AskNumber
	taken  []int        // places in the list of what was taken, in order

	note     *note // what only this pod is told
	noteTill time.Duration
}

// A note is something that only one pod is told, for a few seconds.
type note struct {
	text engine.Text
	err  error
}

// forget begins the answer anew.
func (h *hand) forget() {
	h.asks = h.asks[:0]
	h.reset()
}

func (h *hand) reset() {
	h.at, h.sel, h.begun, h.opened, h.n = 0, -1, false, false, 0
	h.taken = h.taken[:0]
	// One ask that is waited for is opened at once, before what is only offered.
	if len(h.asks) > 1 && (h.asks[0].Optional || !h.asks[1].Optional) {
		h.at = -1
	}
}

// ready opens the ask that is answered, unless that was done.
func (h *hand) ready() {
	if h.opened {
		return
	}
	h.opened = true
	if a := h.ask(); a != nil {
		h.open(a)
	}
}

// touch is ready for a press.
func (h *hand) touch() {
	h.ready()
	if !h.begun {
		h.begun, h.sign = true, h.signature()
	}
}

// open begins the answer to one of the asks.
func (h *hand) open(a *engine.Ask) {
	h.sel, h.taken, h.n = -1, h.taken[:0], a.Min
	switch {
	case isTree(a):
		h.tree.begin(a.Shown())
	case a.Kind != engine.AskNumber:
		h.sel = 0
	}
}

// ask returns the ask that is being answered, or nil.
func (h *hand) ask() *engine.Ask {
	if h.at < 0 || h.at >= len(h.asks) {
		return nil
	}
	return &h.asks[h.at]
}

// mine reports whether the hand may answer a: a seat its own and what it types in for the
// table, the panel what anybody may type in.
func (h *hand) mine(a *engine.Ask) bool { return answerer(a) == h.seat }

// refresh takes over the asks that are open now. What was pressed for an ask that has
// stayed the same is kept, so that nobody is disturbed by what others do.
func (h *hand) refresh(open []engine.Ask) {
	h.asks = h.asks[:0]
	for i := range open {
		if a := &open[i]; h.mine(a) && !a.Optional {
			h.asks = append(h.asks, *a)
		}
	}
	for i := range open {
		if a := &open[i]; h.mine(a) && a.Optional {
			h.asks = append(h.asks, *a)
		}
	}
	// The moves of the asks are the game's and may have been overwritten since, so what was
	// asked before is known by its sum only.
	if !h.begun || h.sign != h.signature() {
		h.reset()
	} else if a := h.ask(); a != nil && isTree(a) {
		h.tree.moves = a.Shown()
	}
}

func isTree(a *engine.Ask) bool { return a.Kind == engine.AskOne || a.Kind == engine.AskConfirm }

// signature returns a sum of all that the hand is asked.
func (h *hand) signature() uint64 {
	s := sum(14695981039346656037)
	for i := range h.asks {
		a := &h.asks[i]
		s.text(a.Verb)
		s.text(a.Prompt.Key)
		s.text(a.Prompt.What)
		s.text(a.Arg)
		for _, n := range [...]int{
			int(a.Seat), int(a.Kind), a.Min, a.Max, int(a.Teller), len(a.Keys),
			int(a.Prompt.Who), int(a.Prompt.Whom), a.Prompt.N, a.Prompt.M,
		} {
			s.number(n)
		}
		for _, m := range a.Shown() {
			h.tree.room = m.Args(h.tree.room[:0])
			for j := range h.tree.room {
				s.text(h.tree.room[j].Key)
				s.value(&h.tree.room[j].Value)
			}
		}
		for _, it := range a.ShownThings() {
			s.text(it.Word)
			s.number(it.Count)
		}
		for _, k := range a.Keys {
			s.text(k.Word)
			s.number(int(k.Seat))
		}
	}
	return uint64(s)
}

// A sum is an FNV-1a sum.
type sum uint64

func (s *sum) text(t string) {
	for i := range len(t) {
		*s = (*s ^ sum(t[i])) * 1099511628211
	}
	s.number(len(t))
}

func (s *sum) number(n int) { *s = (*s ^ sum(n)) * 1099511628211 }

func (s *sum) value(v *engine.Value) {
	s.number(int(v.Kind))
	s.number(int(v.Seat))
	s.number(v.Int)
	s.text(v.Word)
	for i := range v.Items {
		s.text(v.Items[i].Key)
		s.number(int(v.Items[i].Of))
		s.value(&v.Items[i].Value)
	}
}

// entries returns how many entries the list of the ask has that is shown now.
func (h *hand) entries() int {
	h.ready()
	a := h.ask()
	switch {
	case a == nil:
		return len(h.asks)
	case isTree(a):
		return len(h.tree.first)
	case a.Kind == engine.AskNumber:
		return 0
	case isMap(a):
		if len(h.taken) == len(a.Keys) {
			return 1 // locks
		}
		return len(a.ShownThings())
	}
	return len(a.ShownThings()) + 1 // the last locks
}

func isMap(a *engine.Ask) bool { return a.Kind == engine.AskAssign || a.Kind == engine.AskDice }

// short reports whether A, B and A+B choose directly: there are two or three words.
func (h *hand) short() bool {
	h.ready()
	a := h.ask()
	return a != nil && a.Kind == engine.AskOne && len(h.tree.first) <= 3 && !h.tree.seats()
}

// room returns how often item i may still be taken.
func (h *hand) room(a *engine.Ask, i int) int {
	if a.Kind == engine.AskDice {
		return 1 // any number of dice can show the same face
	}
	n := max(a.ShownThings()[i].Count, 1)
	for _, t := range h.taken {
		if t == i {
			n--
		}
	}
	return n
}

// sum returns how much was taken: how many things, or what notes are worth.
func (h *hand) sum(a *engine.Ask) int {
	if a.Kind != engine.AskPayment {
		return len(h.taken)
	}
	n := 0
	for _, t := range h.taken {
		n += a.ShownThings()[t].Value
	}
	return n
}

// move moves the choice in the list by d, round and round, over what cannot be taken any
// more.
func (h *hand) move(d int) {
	n := h.entries()
	if n == 0 {
		return
	}
	a := h.ask()
	for range n {
		if h.sel < 0 && d < 0 {
			h.sel = n - 1
		} else {
			h.sel = (h.sel + d + n) % n
		}
		if a == nil || isTree(a) || h.sel >= len(a.ShownThings()) ||
			isMap(a) && len(h.taken) == len(a.Keys) || h.room(a, h.sel) > 0 {
			return
		}
	}
}

// A result is what a press has come to.
type result struct {
	do   engine.Action // a move to make, or
	line []byte        // a move as a line of a record
}

// press is A or B: it chooses.
func (h *hand) press(b hw.Button) {
	h.touch()
	d := 1
	if b == hw.B {
		d = -1
	}
	a := h.ask()
	switch {
	case a != nil && a.Kind == engine.AskNumber:
		h.n = min(max(h.n+d, a.Min), a.Max)
	case h.short():
		n := 0
		if b == hw.B {
			n = 1
		}
		if h.down[hw.A] && h.down[hw.B] && len(h.tree.first) == 3 {
			n = 2
		}
		if n < len(h.tree.first) {
			h.sel = n
		}
	default:
		h.move(d)
	}
}

// back goes back a part of the answer; it reports whether there was one.
func (h *hand) back() bool {
	h.ready()
	a := h.ask()
	switch {
	case a == nil:
		return false
	case a.Kind == engine.AskOne && h.tree.back():
		h.sel = -1
		return true
	case len(h.taken) > 0:
		h.sel = h.taken[len(h.taken)-1]
		h.taken = h.taken[:len(h.taken)-1]
		return true
	case len(h.asks) > 1:
		h.at, h.sel = -1, -1
		return true
	}
	return false
}

// restart begins a number anew.
func (h *hand) restart() bool {
	a := h.ask()
	if a == nil || a.Kind != engine.AskNumber {
		return false
	}
	h.n = a.Min
	return true
}

// ok takes what is chosen. It returns a move when the answer is whole.
func (h *hand) ok(r engine.Roster) (result, bool) {
	h.touch()
	a := h.ask()
	if a == nil {
		if h.sel >= 0 && h.sel < len(h.asks) {
			h.at = h.sel
			h.open(h.ask())
			return h.single()
		}
		return result{}, false
	}
	switch {
	case isTree(a):
		if len(h.tree.first) == 1 {
			h.sel = 0
		}
		if h.sel < 0 {
			return result{}, false
		}
		if do, whole := h.tree.leaf(h.sel); whole {
			return result{do: do}, true
		}
		h.tree.take(h.sel)
		h.sel = -1
		return result{}, false
	case a.Kind == engine.AskNumber:
		return result{line: answer(r, a, h.n)}, true
	case isMap(a):
		if len(h.taken) == len(a.Keys) {
			return result{line: h.assigned(r, a)}, true
		}
		if h.room(a, h.sel) > 0 {
			h.taken = append(h.taken, h.sel)
			h.settleMap(a)
		}
		return result{}, false
	}
	if h.sel < len(a.ShownThings()) {
		if h.room(a, h.sel) > 0 && (a.Kind == engine.AskPayment || len(h.taken) < a.Max) {
			h.taken = append(h.taken, h.sel)
		}
		switch {
		case h.sum(a) >= a.Max:
			h.sel = len(a.ShownThings())
		case h.room(a, h.sel) <= 0:
			h.move(1)
		}
		return result{}, false
	}
	if n := h.sum(a); n < a.Min || n > a.Max {
		return result{}, false
	}
	words := make([]json.RawMessage, len(h.taken))
	for i, t := range h.taken {
		words[i] = json.RawMessage(a.AppendWord(nil, a.ShownThings()[t].Word))
	}
	return result{line: answer(r, a, words)}, true
}

// single answers a confirm at once when it was picked out of several asks.
func (h *hand) single() (result, bool) {
	if a := h.ask(); a.Kind == engine.AskConfirm && len(a.Options) == 1 {
		return result{do: a.Options[0]}, true
	}
	return result{}, false
}

// settleMap moves the choice to where the next key can be given something.
func (h *hand) settleMap(a *engine.Ask) {
	if len(h.taken) == len(a.Keys) {
		h.sel = 0
		return
	}
	if h.room(a, h.sel) <= 0 {
		h.move(1)
	}
}

func (h *hand) assigned(r engine.Roster, a *engine.Ask) []byte {
	m := make(map[string]json.RawMessage, len(a.Keys))
	for i, t := range h.taken {
		key := a.Keys[i].Word
		if key == "" {
			key = r.Name(a.Keys[i].Seat)
		}
		m[key] = json.RawMessage(a.AppendWord(nil, a.ShownThings()[t].Word))
	}
	return answer(r, a, m)
}

// answer returns the answer to an ask as a line of a record.
func answer(r engine.Roster, a *engine.Ask, value any) []byte {
	line, err := json.Marshal(map[string]any{"seat": r.Name(a.Seat), "do": a.Verb, a.Arg: value})
	if err != nil {
		panic("console: words and numbers go into JSON: " + err.Error())
	}
	return line
}
