package consoletest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/console"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// A Tap is one or two buttons pressed together and let go.
type Tap struct {
	Buttons []hw.Button
	For     time.Duration // how long they are down; 0: a moment
}

// Taps of one button.
func taps(b hw.Button, n int) []Tap {
	list := make([]Tap, n)
	for i := range list {
		list[i] = Tap{Buttons: []hw.Button{b}}
	}
	return list
}

// An Answer is what a player has in mind for an ask.
type Answer struct {
	Do    engine.Action // of an ask with options
	Parts []PartAnswer  // of an ask with parts
}

// A PartAnswer is what a player has in mind for a part: places of what is listed (one,
// several, payment, cards; assign and dice: one for each key), or a number.
type PartAnswer struct {
	Take []int
	N    int
}

// Random returns a legal answer to an ask, and false if there is none that it can find.
func Random(a *engine.Ask, r *rand.Rand) (Answer, bool) {
	if len(a.Parts) == 0 {
		if len(a.Options) == 0 {
			return Answer{}, false
		}
		return Answer{Do: a.Options[r.IntN(len(a.Options))]}, true
	}
	var w Answer
	for i := range a.Parts {
		p, ok := randomPart(&a.Parts[i], r)
		if !ok {
			return Answer{}, false
		}
		w.Parts = append(w.Parts, p)
	}
	return w, true
}

func randomPart(p *engine.Part, r *rand.Rand) (PartAnswer, bool) {
	switch p.Kind {
	case engine.PartNumber:
		return PartAnswer{N: p.Min + r.IntN(p.Max-p.Min+1)}, true
	case engine.PartOne:
		return PartAnswer{Take: shown(p, []int{r.IntN(len(p.Items))})}, true
	}
	var pool []int
	for i, it := range p.Items {
		for range max(1, it.Count) {
			pool = append(pool, i)
		}
	}
	if assigns(p) {
		if p.Kind == engine.PartDice { // any number of dice can show the same face
			pool = pool[:0]
			for range p.Keys {
				pool = append(pool, r.IntN(len(p.Items)))
			}
		}
		r.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		if len(pool) < len(p.Keys) {
			return PartAnswer{}, false
		}
		return PartAnswer{Take: shown(p, pool[:len(p.Keys)])}, true
	}
	for range 500 {
		r.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		n, worth := 0, 0
		goal := p.Min + r.IntN(p.Max-p.Min+1)
		for n < len(pool) && worth < goal {
			worth += worthOf(p, p.Items[pool[n]])
			n++
		}
		if worth >= p.Min && worth <= p.Max {
			return PartAnswer{Take: shown(p, pool[:n])}, true
		}
	}
	return PartAnswer{}, false
}

func assigns(p *engine.Part) bool {
	return p.Kind == engine.PartAssign || p.Kind == engine.PartDice
}

func worthOf(p *engine.Part, it engine.Item) int {
	if p.Kind == engine.PartPayment {
		return it.Value
	}
	return 1
}

// shown turns places in Items into places in what is listed.
func shown(p *engine.Part, take []int) []int {
	list := make([]int, len(take))
	for i, t := range take {
		list[i] = slices.IndexFunc(p.ShownItems(), func(it engine.Item) bool {
			return it.Word == p.Items[t].Word && it.Seat == p.Items[t].Seat
		})
	}
	return list
}

// both is A and B pressed together.
func both() Tap { return Tap{Buttons: []hw.Button{hw.A, hw.B}} }

// tapsTo moves the mark of a list of n entries from one to another by as few presses as it takes; -1 is none. A goes on by one and B back, round
// and round; both together go on by four where there are more than six.
func tapsTo(n, from, to int) []Tap {
	ways := map[int][]Tap{from: {}}
	for queue := []int{from}; ; queue = queue[1:] {
		at := queue[0]
		way := ways[at]
		if at == to {
			return way
		}
		reach := func(next int, t Tap) {
			if _, ok := ways[next]; !ok {
				ways[next] = append(slices.Clone(way), t)
				queue = append(queue, next)
			}
		}
		reach((at+1)%n, taps(hw.A, 1)[0])
		reach((max(at, 0)-1+n)%n, taps(hw.B, 1)[0])
		if n > 6 {
			reach((at+4)%n, both())
		}
	}
}

// tapsCount counts from one number to another: A adds one, B takes one away, both together add ten where it can be more than 20 above the least.
func tapsCount(p *engine.Part, from, to int) []Tap {
	var list []Tap
	if p.Max-p.Min > 20 {
		for ; to-from > 5 && from+10 <= p.Max; from += 10 {
			list = append(list, both())
		}
	}
	if to < from {
		return append(list, taps(hw.B, from-to)...)
	}
	return append(list, taps(hw.A, to-from)...)
}

// Taps returns the presses by which a seat gives an answer, as the console's documentation
// says. It does not know how the console does it.
func Taps(m *engine.Moves, a *engine.Ask, w Answer) []Tap {
	switch {
	case a.Confirm:
		return taps(hw.OK, 1)
	case len(a.Parts) == 0:
		list := tapsOne(m, a, w.Do)
		switch {
		case list != nil:
			return list
		case a.Secret:
			return append(taps(hw.A, 1), taps(hw.OK, 1)...) // OK alone never locks a secret
		}
		return taps(hw.OK, 1)
	}
	var list []Tap
	for i := range a.Parts {
		p := &a.Parts[i]
		switch p.Kind {
		case engine.PartNumber:
			list = append(append(list, tapsCount(p, p.Min, w.Parts[i].N)...), taps(hw.OK, 1)...)
		case engine.PartOne:
			if len(p.ShownItems()) == 1 && i < len(a.Parts)-1 {
				continue // it leaves no choice
			}
			list = append(append(list, tapsTo(len(p.ShownItems()), 0, w.Parts[i].Take[0])...), taps(hw.OK, 1)...)
		default:
			if a.Secret && p.Kind != engine.PartPayment && len(p.ShownItems()) == 0 {
				list = append(list, taps(hw.A, 1)...) // OK alone never locks a secret
			}
			if p.Kind == engine.PartPayment {
				list = append(list, tapsPay(p, w.Parts[i].Take)...)
			} else {
				list = append(list, tapsTake(p, w.Parts[i].Take)...)
			}
		}
	}
	return list
}

// tapsOne narrows the moves down, argument by argument; nil if there is one choice only.
func tapsOne(m *engine.Moves, a *engine.Ask, goal engine.Action) []Tap {
	var list []Tap
	moves := a.Shown()
	keys := keysOf(m, moves)
	switch {
	case a.Verbs == nil || endsList(m, moves):
	case !slices.ContainsFunc(moves, func(do engine.Action) bool { return len(m.Args(nil, do)) != len(keys) }): // all about the same
		keys = append(keys, engine.VerbArg)
	default:
		keys = append([]string{engine.VerbArg}, keys...)
	}
	for step, key := range keys {
		var values []string
		seats := false
		for _, do := range moves {
			v, seat := valueOf(m, do, key)
			seats = seats || seat
			if !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		if len(values) < 2 || a.Direct && step == 0 && len(values) == 2 && len(moves) > 2 {
			continue
		}
		want, _ := valueOf(m, goal, key)
		n := slices.Index(values, want)
		switch {
		case len(values) > 3 || seats || !a.Secret && m.Listed(a.Verb, key):
			list = append(list, tapsTo(len(values), -1, n)...)
		case n == 2:
			list = append(list, both())
		default:
			list = append(list, taps(hw.Button(n), 1)...)
		}
		list = append(list, taps(hw.OK, 1)...)
		var rest []engine.Action
		for _, do := range moves {
			if v, _ := valueOf(m, do, key); v == want {
				rest = append(rest, do)
			}
		}
		moves = rest
	}
	return list
}

// endsList reports whether one move has nothing to choose, beside others of a single verb: then it
// is the last of their list.
func endsList(m *engine.Moves, moves []engine.Action) bool {
	verbs := map[string]int{} // how many there are that have something to choose
	for _, do := range moves {
		verbs[m.Verb(do)] += min(1, len(m.Args(nil, do)))
	}
	last := moves[len(moves)-1]
	return len(verbs) == 2 && len(m.Args(nil, last)) == 0 && slices.Sorted(maps.Values(verbs))[0] == 0
}

// keysOf returns the arguments that an answer asks for, in order.
func keysOf(m *engine.Moves, moves []engine.Action) []string {
	var keys []string
	for _, do := range moves {
		at := 0 // each stands after the one before it in its move
		for _, a := range m.Args(nil, do) {
			if k := slices.Index(keys, a.Key); k >= 0 {
				at = k
			} else {
				keys = slices.Insert(keys, at, a.Key)
			}
			at++
		}
	}
	return keys
}

// valueOf returns an argument of a move as text, and whether it is a seat.
func valueOf(m *engine.Moves, do engine.Action, key string) (string, bool) {
	if key == engine.VerbArg {
		return m.Verb(do), false
	}
	for _, a := range m.Args(nil, do) {
		if a.Key == key {
			return fmt.Sprint(a.Value), a.Value.Kind == engine.SeatValue
		}
	}
	return "", false
}

// tapsTake takes things out of a list, and locks.
func tapsTake(p *engine.Part, take []int) []Tap {
	each := assigns(p)
	var list []Tap
	room := make([]int, len(p.ShownItems()))
	for i, it := range p.ShownItems() {
		room[i] = max(1, it.Count)
		if p.Kind == engine.PartDice {
			room[i] = len(p.Keys) + 1
		}
	}
	exact := p.Kind == engine.PartCards && p.Min == p.Max && p.Max > 0 // the last card locks
	if left := 0; exact {
		for _, r := range room {
			left += r
		}
		if left == p.Max {
			return append(list, taps(hw.OK, 1)...) // all that is left
		}
	}
	n := len(room)
	if !each && !exact {
		n++ // the entry that locks
	}
	free := func(i int) bool { return i >= len(room) || room[i] > 0 }
	at, taken := 0, 0
	next := func() {
		for range n {
			if at = (at + 1) % n; free(at) {
				return
			}
		}
	}
	reach := func(i int) { // over those that can be taken
		var open []int
		for j := range n {
			if free(j) {
				open = append(open, j)
			}
		}
		if at != i {
			list = append(list, tapsTo(len(open), slices.Index(open, at), slices.Index(open, i))...)
			at = i
		}
	}
	for _, t := range take {
		reach(t)
		list = append(list, taps(hw.OK, 1)...)
		room[t]--
		taken++
		switch {
		case !each && taken >= p.Max:
			at = len(room)
		case room[t] == 0:
			next()
		}
	}
	if exact {
		return list
	}
	if !each {
		reach(len(room))
	}
	return append(list, taps(hw.OK, 1)...)
}

// tapsPay takes notes, those first that lie together, and locks: A and B take two kinds, and A held
// turns to the next two.
func tapsPay(p *engine.Part, take []int) []Tap {
	var list []Tap
	held := func(b hw.Button) { list = append(list, Tap{Buttons: []hw.Button{b}, For: time.Second}) }
	leaf := 0
	for _, t := range slices.Sorted(slices.Values(take)) {
		for ; leaf < t/2; leaf++ {
			held(hw.A)
		}
		list = append(list, taps(hw.Button(t%2), 1)...)
	}
	if len(take) == 0 {
		held(hw.B) // OK alone never locks a secret
	}
	return append(list, taps(hw.OK, 1)...)
}

// Player presses the buttons of a console on a clock of its own.
type Player struct {
	Console *console.Console
	Box     *Box
	Now     time.Duration
	Table   *table.Table   // the play in progress; see [New]
	Pressed func(hw.Press) // is told each press; may be nil
	Ticked  func()         // is called after each tick; may be nil
	// Late returns how late the next wake-up comes, as on a real clock; nil: each comes at its time.
	Late func() time.Duration
	// Desks is when the public desk was said to have changed.
	Desks   []time.Duration
	version uint64
}

// New returns a player at the console of a configuration. Its Table follows what is played.
func New(c console.Config, b *Box) (*Player, error) {
	p := &Player{Box: b}
	c.OnTable = func(t *table.Table) { p.Table = t }
	var err error
	p.Console, err = console.New(c)
	return p, err
}

// SeatDesk returns what the phone of a seat shows.
func (p *Player) SeatDesk(s engine.Seat, l lang.Lang) desk.Seat {
	return p.Console.Snapshot().Seat(p.Table.Roster().Name(s), l)
}

// Wait lets time pass, each tick at the time when the console wants it, or as late as Late says.
// Before each tick the buttons are scanned, as by a box.
func (p *Player) Wait(d time.Duration) {
	end := p.Now + d
	for {
		at, ok := p.Console.Next()
		if !ok || at > end {
			break
		}
		p.Now = max(p.Now, at)
		if p.Late != nil {
			p.Now += p.Late()
		}
		p.Box.Now = p.Now
		p.Console.Scanned(p.Now)
		p.Console.Tick(p.Now)
		p.told()
		if p.Ticked != nil {
			p.Ticked()
		}
	}
	p.Now = max(p.Now, end)
	p.Box.Now = p.Now
}

// Tap presses buttons of a pod one after the other.
func (p *Player) Tap(pod hw.Pod, list ...Tap) {
	for _, t := range list {
		for _, b := range t.Buttons {
			p.press(hw.Press{At: p.Now, Pod: pod, Button: b, Down: true})
		}
		p.Wait(max(t.For, 20*time.Millisecond))
		for _, b := range t.Buttons {
			p.press(hw.Press{At: p.Now, Pod: pod, Button: b})
		}
		p.Wait(30 * time.Millisecond)
	}
}

func (p *Player) press(b hw.Press) {
	if p.Pressed != nil {
		p.Pressed(b)
		b.At = p.Now // it may have let time pass
	}
	p.Console.Press(b)
	p.Console.Scanned(b.At)
	p.told()
}

// told notes whether the desk is said to have changed.
func (p *Player) told() {
	if v := p.Console.Version(); v != p.version {
		p.version = v
		p.Desks = append(p.Desks, p.Now)
	}
}

// Press presses single buttons of a pod, one after the other.
func (p *Player) Press(pod hw.Pod, buttons ...hw.Button) {
	for _, b := range buttons {
		p.Tap(pod, Tap{Buttons: []hw.Button{b}})
	}
}

// Hold holds one button of a pod for a second.
func (p *Player) Hold(pod hw.Pod, b hw.Button) {
	p.Tap(pod, Tap{Buttons: []hw.Button{b}, For: time.Second})
}

// PodOf returns where an ask is answered: at a pod, or at the panel.
func PodOf(a *engine.Ask) hw.Pod {
	if a.Seat != engine.Table {
		return hw.Pod(a.Seat)
	}
	for s := range engine.Seat(engine.MaxSeats) {
		if a.By.Has(s) {
			return hw.Pod(s)
		}
	}
	return hw.Panel
}

// Reach returns the presses that open ask a at its pod, among all that are open.
func Reach(open []engine.Ask, a *engine.Ask) []Tap {
	var list []engine.Ask
	waited := 0
	for _, optional := range []bool{false, true} {
		for _, o := range open {
			if PodOf(&o) == PodOf(a) && o.Optional == optional {
				list = append(list, o)
				if !optional {
					waited++
				}
			}
		}
	}
	n := slices.IndexFunc(list, func(o engine.Ask) bool { return o.ID() == a.ID() })
	switch {
	case len(list) < 2 || waited == 1 && n == 0:
		return nil
	case waited == 1:
		if !list[1].Confirm {
			n -= 2 // the first of the others is marked
		}
		return append([]Tap{{Buttons: []hw.Button{hw.B}, For: time.Second}}, append(taps(hw.A, n+1), taps(hw.OK, 1)...)...)
	}
	return append(taps(hw.A, n+1), taps(hw.OK, 1)...)
}

// Play answers random asks at random until the play is over, and returns how many answers
// it gave. It stops with an error after limit answers, or where an answer changes nothing.
func (p *Player) Play(r *rand.Rand, limit int) (int, error) {
	return p.PlayUntil(r, limit, func(t *table.Table) bool { return t.Over() })
}

// PlayUntil plays as Play does until done says so of the play.
func (p *Player) PlayUntil(r *rand.Rand, limit int, done func(*table.Table) bool) (int, error) {
	for n := range limit {
		t := p.Table
		if done(t) {
			return n, nil
		}
		open := slices.Clone(t.Asks())
		a := open[r.IntN(len(open))]
		if a.Optional && r.IntN(10) > 0 {
			continue
		}
		if a.Paced {
			before := t.Moves()
			if p.Wait(a.Limit + time.Minute); t.Moves() == before {
				return n, fmt.Errorf("%q does not come by itself", a.Verb)
			}
			continue
		}
		w, found := Random(&a, r)
		if !found {
			return n, fmt.Errorf("no answer was found to %q", a.Verb)
		}
		before := t.Moves()
		list := Reach(open, &a)
		taps := Taps(t.Title().Moves, &a, w)
		if list == nil || !a.Confirm {
			list = append(list, taps...)
		}
		p.Tap(PodOf(&a), list...)
		if t.Moves() == before {
			return n, fmt.Errorf("answer %d, %q of seat %d: %d presses were no move: %s", n, a.Verb, a.Seat, len(taps), p.Console.Snapshot().Public("en").Error)
		}
		p.Wait(time.Duration(r.IntN(1500)) * time.Millisecond)
	}
	return limit, fmt.Errorf("not over after %d answers", limit)
}

// Seat returns who answers an ask: a seat, or [engine.Table] for anybody at the panel.
func Seat(a *engine.Ask) engine.Seat { return engine.Seat(PodOf(a)) }
