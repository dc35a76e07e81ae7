package console_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"consigliere/engine"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"

	"github.com/stretchr/testify/require"
)

// TestPrivateStepsChangeNothingPublic plays each game twice with the same moves at the same times. In
// the one seats try their buttons and phones in private meanwhile: they choose without locking, hold
// buttons, go back, let a sentence be explained, load their pages again; pages of their screens turn
// while they do so. No byte of what is public changes, no time, and not when the desk is said to have
// changed. Where seats have no screen they look at the main one, in both games at the same times.
func TestPrivateStepsChangeNothingPublic(t *testing.T) {
	type game struct {
		title   *engine.Title
		name    string
		options string
	}
	var list []game
	for _, g := range games.All() {
		switch g.ID {
		case "naro":
			list = append(list, game{g, g.ID, `{"powers":true,"chance":"box","power_deal":"box"}`})
		case "anygame":
		default:
			list = append(list, game{g, g.ID, ``})
		}
	}
	for _, play := range []string{`"bid","settings":{"most":20}`, `"planning-poker"`, `"sealed-auction"`, `"ballot"`} {
		list = append(list, game{anygameface.Title(), play, `{"play":` + play + `}`})
	}
	trials := uint64(4)
	switch {
	case *twins > 0:
		trials = *twins
	case testing.Short():
		trials = 2
	case long():
		trials = 40
	}
	done, plays := 0, 0
	for _, g := range list {
		t.Run(strings.Trim(g.name, `"`), func(t *testing.T) {
			var seeds []uint64
			for i := range trials {
				seeds = append(seeds, *firstTwin+i)
			}
			if g.name == "naro" {
				seeds = append(seeds, 1422506091) // a press moved the countdown, just after its clock had stood
			}
			for _, seed := range seeds {
				h := engine.Header{Game: g.title.ID, Seats: names[:max(4, g.title.MinSeats)], Options: []byte(g.options), Seed: seed}
				n, err := noisy(g.title, h, seed%4 != 3, seed)
				require.NoErrorf(t, err, "seed %d", seed)
				done += n
				plays++
			}
		})
	}
	t.Logf("%d plays, %d private steps", plays, done)
	require.Greater(t, done, 100, "there were private steps, or this shows nothing")
}

// noisy plays two plays with the same moves, and in the one private steps. It returns how many.
func noisy(title *engine.Title, h engine.Header, screens bool, seed uint64) (n int, err error) {
	moves, noise := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 2))
	var worlds [2]*consoletest.Player
	for i := range worlds {
		b := consoletest.NewBox(8, screens)
		if worlds[i], err = consoletest.New(console.Config{Box: b.HW, Titles: []*engine.Title{title}, Painter: consoletest.Words{}}, b); err != nil {
			return 0, err
		}
		if err := worlds[i].Console.Do(0, command.Start{Header: h}); err != nil {
			return 0, err
		}
		worlds[i].Wait(0)
	}
	quiet, loud := worlds[0], worlds[1]
	for range 60 {
		if quiet.Table.Over() {
			break
		}
		until := quiet.Now + 4*time.Second + time.Duration(moves.IntN(5000))*time.Millisecond
		for noise.IntN(8) > 0 && loud.Now < until-4*time.Second {
			loud.Wait(time.Duration(noise.IntN(300)) * time.Millisecond)
			if step(loud, screens, noise) {
				n++
			}
		}
		for _, w := range worlds {
			w.Wait(until - w.Now)
		}
		if !screens && moves.IntN(2) == 0 { // a peek: in the one A and B are pressed meanwhile
			look(quiet, nil)
			look(loud, noise)
		}
		if quiet.Table.Over() { // time alone has ended it
			return n, sameInPublic(quiet, loud, screens)
		}
		open := slices.Clone(quiet.Table.Asks())
		a := open[moves.IntN(len(open))]
		line := anyLine(quiet, &a, moves)
		for _, w := range worlds {
			if line == nil {
				break // it is answered by a press in its time, or not at all
			}
			_ = w.Console.Do(w.Now, command.Type{Line: line}) // where it is refused it is so in both
			w.Wait(0)
		}
		if err := sameInPublic(quiet, loud, screens); err != nil {
			return n, fmt.Errorf("after %d steps, before %s: %w", n, line, err)
		}
	}
	return n, nil
}

// sameInPublic compares all that two boxes have put out in public. Without private screens the main
// one shows secrets while a seat peeks.
func sameInPublic(a, b *consoletest.Player, screens bool) error {
	x, y := a.Box.Public, b.Box.Public
	if !screens {
		isScreen := func(line string) bool { return strings.Contains(line, " screen ") }
		x, y = slices.DeleteFunc(slices.Clone(x), isScreen), slices.DeleteFunc(slices.Clone(y), isScreen)
	}
	if d := firstDifference(x, y); d != "" {
		return fmt.Errorf("public: %s", d)
	}
	for _, l := range lang.All() {
		var desks [2][]byte
		for i, p := range []*consoletest.Player{a, b} {
			var err error
			if desks[i], err = json.Marshal(p.Console.Snapshot().Public(l)); err != nil {
				return err
			}
		}
		if string(desks[0]) != string(desks[1]) {
			return fmt.Errorf("the public desk: %s\nand %s", desks[0], desks[1])
		}
	}
	if !slices.Equal(a.Desks, b.Desks) {
		n := 0
		for n < min(len(a.Desks), len(b.Desks)) && a.Desks[n] == b.Desks[n] {
			n++
		}
		return fmt.Errorf("the desk has changed at %v and at %v", a.Desks[n:], b.Desks[n:])
	}
	return nil
}

// secretSeat returns a seat that is asked nothing but secrets, or [engine.NoSeat].
func secretSeat(p *consoletest.Player, r *rand.Rand) engine.Seat {
	n := len(p.Table.Roster())
	from := r.IntN(n)
	for i := range n {
		seat := engine.Seat((from + i) % n)
		asked, secret := false, true
		for _, a := range p.Table.Asks() {
			if a.May(seat) {
				asked, secret = true, secret && a.Hidden() && !a.Timed
			}
		}
		if asked && secret {
			return seat
		}
	}
	return engine.NoSeat
}

// step does something in private. It reports whether it did.
func step(p *consoletest.Player, screens bool, r *rand.Rand) bool {
	seat := secretSeat(p, r)
	if left := p.Console.Snapshot().Public("en").Seconds; seat < 0 || p.Table.Paused() || left >= 0 && left < 4 {
		return false
	}
	pod := hw.Pod(seat)
	l := lang.All()[r.IntN(len(lang.All()))]
	for range 1 + r.IntN(3) {
		switch r.IntN(8) {
		case 0, 1:
			p.Press(pod, hw.Button(r.IntN(2)))
		case 2:
			p.Hold(pod, hw.A)
		case 3:
			p.Hold(pod, hw.B)
		case 4:
			// Where it explains, and is neither the peek nor an OK that all hear.
			d := p.Console.Snapshot().Sight(pod, p.Console.Snapshot().Lang()).Desk
			if screens && d != nil && slices.ContainsFunc(d.Ask.Choices, func(c desk.Choice) bool { return c.Marked && c.Help != "" }) {
				p.Hold(pod, hw.OK)
			}
		case 5:
			_ = p.Console.Do(p.Now, command.StepBack{Seat: seat})
			p.Wait(0)
		case 6:
			if d := p.Console.Snapshot().Sight(pod, l).Desk; d != nil && d.Ask.Adds && d.Ask.Pick && len(d.Ask.Choices) > 1 {
				c := r.IntN(len(d.Ask.Choices) - 1)
				if d.Ask.Buttons == "number" {
					c++ // more or less; the first would lock
				}
				_ = p.Console.Do(p.Now, command.Pick{Seat: seat, Choice: c, Turn: d.Ask.Turn})
				p.Wait(0)
			}
		default:
			p.Console.Snapshot().Sight(pod, l)
			p.SeatDesk(seat, l)
			p.Console.Snapshot().Public(l)
		}
	}
	return true
}

// look lets a seat hold OK for the peek, and press A and B meanwhile where r is not nil.
func look(p *consoletest.Player, r *rand.Rand) {
	seat := secretSeat(p, rand.New(rand.NewPCG(1, 1)))
	if left := p.Console.Snapshot().Public("en").Seconds; seat < 0 || left >= 0 && left < 8 {
		return
	}
	pod, until := hw.Pod(seat), p.Now+4*time.Second
	p.Console.Press(hw.Press{At: p.Now, Pod: pod, Button: hw.OK, Down: true})
	p.Wait(2500 * time.Millisecond)
	for r != nil && r.IntN(4) > 0 && p.Now < until-200*time.Millisecond {
		p.Press(pod, hw.Button(r.IntN(2)))
	}
	p.Wait(until - p.Now)
	p.Console.Press(hw.Press{At: p.Now, Pod: pod, Button: hw.OK})
	p.Wait(0)
}

// anyLine returns a random answer to an ask as it is typed in; nil where none is found.
func anyLine(p *consoletest.Player, a *engine.Ask, r *rand.Rand) []byte {
	m := p.Table.Title().Moves
	line := func(do engine.Action) []byte {
		return m.AppendLine(nil, p.Table.Roster(), engine.Move{Seat: a.Seat, Do: do})
	}
	if a.Paced || a.Timed {
		return nil
	}
	if len(a.Options) > 0 {
		return line(a.Options[r.IntN(len(a.Options))])
	}
	var w engine.Answer
	w.Begin(m, a)
	for range 100 {
		if w.Whole() {
			break
		}
		if q := w.Part(); q != nil && q.Kind == engine.PartNumber {
			w.SetNumber(q.Min + r.IntN(q.Max-q.Min+1))
		}
		if !w.Enter() && w.Len() > 0 {
			w.Take(r.IntN(w.Len()))
		}
	}
	if !w.Whole() {
		return nil
	}
	do, err := w.Action(p.Table.Roster())
	if err != nil {
		return nil
	}
	return line(do)
}
