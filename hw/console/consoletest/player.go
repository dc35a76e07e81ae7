package consoletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/console"
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
	Do   engine.Action // one, confirm
	Take []int         // several, payment, cards: places of items; assign, dice: an item for each key
	N    int           // number
}

// Random returns a legal answer to an ask, and false if there is none that it can find.
func Random(a *engine.Ask, r *rand.Rand) (Answer, bool) {
	switch a.Kind {
	case engine.AskOne, engine.AskConfirm:
		return Answer{Do: a.Options[r.IntN(len(a.Options))]}, len(a.Options) > 0
	case engine.AskNumber:
		return Answer{N: a.Min + r.IntN(a.Max-a.Min+1)}, true
	}
	var pool []int
	for i, it := range a.Items {
		for range max(1, it.Count) {
			pool = append(pool, i)
		}
	}
	if a.Kind == engine.AskAssign || a.Kind == engine.AskDice {
		if a.Kind == engine.AskDice { // any number of dice can show the same face
			pool = pool[:0]
			for range a.Keys {
				pool = append(pool, r.IntN(len(a.Items)))
			}
		}
		r.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		if len(pool) < len(a.Keys) {
			return Answer{}, false
		}
		return Answer{Take: shown(a, pool[:len(a.Keys)])}, true
	}
	for range 500 {
		r.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		n, worth := 0, 0
		goal := a.Min + r.IntN(a.Max-a.Min+1)
		for n < len(pool) && worth < goal {
			worth += worthOf(a, pool[n])
			n++
		}
		if worth >= a.Min && worth <= a.Max {
			return Answer{Take: shown(a, pool[:n])}, true
		}
	}
	return Answer{}, false
}

func worthOf(a *engine.Ask, i int) int {
	if a.Kind == engine.AskPayment {
		return a.Items[i].Value
	}
	return 1
}

// shown turns places in Items into places in what is listed.
func shown(a *engine.Ask, take []int) []int {
	list := make([]int, len(take))
	for i, t := range take {
		list[i] = slices.IndexFunc(a.ShownThings(), func(it engine.Item) bool { return it.Word == a.Items[t].Word })
	}
	return list
}

// Taps returns the presses by which a seat gives an answer, as the console's documentation
// says. It knows nothing of how the console does it.
func Taps(a *engine.Ask, w Answer) []Tap {
	ok := taps(hw.OK, 1)
	switch a.Kind {
	case engine.AskConfirm:
		return ok
	case engine.AskNumber:
		return append(taps(hw.A, w.N-a.Min), ok...)
	case engine.AskOne:
		return tapsOne(a.Shown(), w.Do)
	case engine.AskAssign, engine.AskDice:
		return tapsTake(a, w.Take, true)
	}
	return tapsTake(a, w.Take, false)
}

// tapsOne narrows the moves down, argument by argument.
func tapsOne(moves []engine.Action, goal engine.Action) []Tap {
	var list []Tap
	for _, key := range keysOf(moves) {
		var values []string
		seats := false
		for _, m := range moves {
			v, seat := valueOf(m, key)
			seats = seats || seat
			if !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		if len(values) < 2 {
			continue
		}
		want, _ := valueOf(goal, key)
		n := slices.Index(values, want)
		switch {
		case len(values) > 3 || seats:
			list = append(list, taps(hw.A, n+1)...)
		case n == 2:
			list = append(list, Tap{Buttons: []hw.Button{hw.A, hw.B}})
		default:
			list = append(list, taps(hw.Button(n), 1)...)
		}
		list = append(list, taps(hw.OK, 1)...)
		var rest []engine.Action
		for _, m := range moves {
			if v, _ := valueOf(m, key); v == want {
				rest = append(rest, m)
			}
		}
		moves = rest
	}
	if list == nil {
		return taps(hw.OK, 1) // there is one choice only
	}
	return list
}

func keysOf(moves []engine.Action) []string {
	var keys []string
	for _, m := range moves {
		for _, a := range m.Args(nil) {
			if !slices.Contains(keys, a.Key) {
				keys = append(keys, a.Key)
			}
		}
	}
	return keys
}

// valueOf returns an argument of a move as text, and whether it is a seat.
func valueOf(m engine.Action, key string) (string, bool) {
	for _, a := range m.Args(nil) {
		if a.Key == key {
			return fmt.Sprint(a.Value), a.Value.Kind == engine.SeatValue
		}
	}
	return "", false
}

// tapsTake takes things out of a list, and locks.
func tapsTake(a *engine.Ask, take []int, each bool) []Tap {
	var list []Tap
	room := make([]int, len(a.ShownThings()))
	for i, it := range a.ShownThings() {
		room[i] = max(1, it.Count)
		if a.Kind == engine.AskDice {
			room[i] = len(a.Keys) + 1
		}
	}
	n := len(room)
	if !each {
		n++ // the entry that locks
	}
	free := func(i int) bool { return i >= len(room) || room[i] > 0 }
	at, worth := 0, 0
	next := func() {
		for range n {
			if at = (at + 1) % n; free(at) {
				return
			}
		}
	}
	reach := func(i int) {
		for at != i {
			list = append(list, taps(hw.A, 1)...)
			next()
		}
	}
	for _, t := range take {
		reach(t)
		list = append(list, taps(hw.OK, 1)...)
		room[t]--
		worth++
		if a.Kind == engine.AskPayment {
			worth += a.ShownThings()[t].Value - 1
		}
		switch {
		case !each && worth >= a.Max:
			at = len(room)
		case room[t] == 0:
			next()
		}
	}
	if !each {
		reach(len(room))
	}
	return append(list, taps(hw.OK, 1)...)
}

// Player presses the buttons of a console on a clock of its own.
type Player struct {
	Console *console.Console
	Box     *Box
	Now     time.Duration
}

// Wait lets time pass, each tick at the time when the console wants it.
func (p *Player) Wait(d time.Duration) {
	end := p.Now + d
	for {
		at, ok := p.Console.Next()
		if !ok || at > end {
			break
		}
		p.Now = max(p.Now, at)
		p.Box.Now = p.Now
		p.Console.Tick(p.Now)
	}
	p.Now = end
	p.Box.Now = end
}

// Tap presses buttons of a pod one after the other.
func (p *Player) Tap(pod hw.Pod, list ...Tap) {
	for _, t := range list {
		for _, b := range t.Buttons {
			p.Console.Press(hw.Press{At: p.Now, Pod: pod, Button: b, Down: true})
		}
		p.Wait(max(t.For, 20*time.Millisecond))
		for _, b := range t.Buttons {
			p.Console.Press(hw.Press{At: p.Now, Pod: pod, Button: b})
		}
		p.Wait(30 * time.Millisecond)
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
	if a.Teller != engine.NoSeat {
		return hw.Pod(a.Teller)
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
	n := slices.IndexFunc(list, func(o engine.Ask) bool { return o.Verb == a.Verb && o.Seat == a.Seat })
	switch {
	case len(list) < 2 || waited == 1 && n == 0:
		return nil
	case waited == 1:
		return append([]Tap{{Buttons: []hw.Button{hw.B}, For: time.Second}}, append(taps(hw.A, n+1), taps(hw.OK, 1)...)...)
	}
	return append(taps(hw.A, n+1), taps(hw.OK, 1)...)
}

// Play answers random asks at random until the play is over, and returns how many answers
// it gave. It stops with an error after limit answers, or where an answer changes nothing.
func (p *Player) Play(r *rand.Rand, limit int) (int, error) {
	for n := range limit {
		t := p.Console.Table()
		if t.Over() {
			return n, nil
		}
		open := slices.Clone(t.Asks())
		a := open[r.IntN(len(open))]
		if a.Optional && r.IntN(10) > 0 {
			continue
		}
		w, found := Random(&a, r)
		if !found {
			return n, fmt.Errorf("no answer was found to %q", a.Verb)
		}
		before := t.Moves()
		list := Reach(open, &a)
		if list == nil || a.Kind != engine.AskConfirm {
			list = append(list, Taps(&a, w)...)
		}
		p.Tap(PodOf(&a), list...)
		if t.Moves() == before {
			return n, fmt.Errorf("answer %d, %q of seat %d: %d presses were no move: %s", n, a.Verb, a.Seat, len(Taps(&a, w)), p.Console.Desk("en").Error)
		}
		p.Wait(time.Duration(r.IntN(1500)) * time.Millisecond)
	}
	return limit, fmt.Errorf("not over after %d answers", limit)
}

// Seat returns who answers an ask: a seat, or [engine.Table] for anybody at the panel.
func Seat(a *engine.Ask) engine.Seat { return engine.Seat(PodOf(a)) }
