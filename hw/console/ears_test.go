package console_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

var (
	earGames = flag.Int("ear.games", 0, "how many games of each title TestByEarOrEyeAlone plays")
	earFrom  = flag.Int("ear.from", 0, "the seed of the first of them")
)

// A sense is what somebody plays with.
type sense int

const (
	allSenses sense = iota
	ear             // the buttons of a pod, what the box says, and what a phone reads of what is secret
	eye             // the buttons of a pod, its screen and its light
)

// A player of one sense. It has something in mind, knows what that is called, and has nothing but its sense to find it.
type sensed struct {
	*consoletest.Player

	t     *testing.T
	sense sense
	mind  *bot.Player
	rng   *rand.Rand
	free  time.Duration // when the box has said what it is saying
	heard int           // how much of what it said was listened to
	mark  int           // how much of it was of what is past
}

// listen waits until the box has said all, and returns what it has said since the last answer. It speaks 15 letters a
// second.
func (p *sensed) listen() []string {
	for {
		said := p.Box.Speaker.Said
		for ; p.heard < len(said); p.heard++ {
			p.free = max(p.free, p.Box.Speaker.At[p.heard]) + time.Duration(len([]rune(said[p.heard])))*time.Second/15
		}
		if p.free <= p.Now {
			var all []string
			for _, s := range said[p.mark:p.heard] {
				all = append(all, lang.Unmarked(s))
			}
			return all
		}
		p.Wait(min(p.free-p.Now, 100*time.Millisecond))
	}
}

// look waits until the screen of the pod shows something, for as long as its pages take.
func (p *sensed) look(what string) bool {
	for range 200 {
		if strings.Contains(lang.Unmarked(p.Box.Screens[0].Words()), what) {
			return true
		}
		p.Wait(100 * time.Millisecond)
	}
	return false
}

// calls reports whether a text is a label, with what is said of it perhaps.
func calls(text, label string) bool {
	rest, is := strings.CutPrefix(text, label)
	return is && !strings.ContainsAny(strings.TrimLeft(rest[:min(1, len(rest))], " "), "0123456789abcdefghijklmnopqrstuvwxyz")
}

// find marks the choice of a label, and reports whether it has found it.
func (p *sensed) find(label string, choices int) bool {
	label = lang.Unmarked(label)
	for range 2*choices + 2 {
		p.Press(0, a)
		switch p.sense {
		case ear:
			p.Wait(400 * time.Millisecond)
			if said := p.Box.Speaker.Said; len(said) > 0 && calls(lang.Unmarked(said[len(said)-1]), label) {
				p.listen()
				return true
			}
		case eye:
			p.Wait(200 * time.Millisecond)
			for part := range strings.SplitSeq(lang.Unmarked(p.Box.Screens[0].Words()), " | ") {
				mark, is := strings.CutPrefix(part, ">")
				if _, name, numbered := strings.Cut(mark, "  "); numbered {
					mark = name
				}
				if is && calls(mark, label) {
					return true
				}
			}
		}
	}
	return false
}

// short presses what a label stands beside: A, B or both.
func (p *sensed) short(label string, told []string) bool {
	label = lang.Unmarked(label)
	for _, k := range []struct {
		name string
		keys []hw.Button
	}{{"A+B", []hw.Button{a, b}}, {"A", []hw.Button{a}}, {"B", []hw.Button{b}}} {
		if slices.ContainsFunc(told, func(s string) bool {
			_, after, is := strings.Cut(" "+s, " "+k.name+"  ")
			return is && calls(after, label) || strings.Contains(s, ">"+k.name+"  "+label)
		}) {
			p.Tap(0, consoletest.Tap{Buttons: k.keys})
			return true
		}
	}
	return false
}

// takesByLabel gives an answer that lists moves, one step after the other.
func (p *sensed) takesByLabel(ask *engine.Ask, do engine.Action, told []string) {
	moves := p.Table.Title().Moves
	var w engine.Answer
	w.Begin(moves, ask)
	args := ask.StepArgs(nil, moves, do)
	for !w.Whole() {
		d := p.Console.Snapshot().Sight(0, lang.English).Desk
		require.NotNil(p.t, d, "%s is asked at the pod", ask.Verb)
		at := -1
		for i := range w.Len() {
			c := w.Choice(i)
			if c.Move == do || c.Move == nil && !c.Absent && slices.ContainsFunc(args, func(g engine.Arg) bool { return g.Key == w.Arg() && g.Value.Equal(&c.Value) }) || c.Absent && !slices.ContainsFunc(args, func(g engine.Arg) bool { return g.Key == w.Arg() }) {
				at = i
			}
		}
		require.GreaterOrEqual(p.t, at, 0)
		label := lang.Unmarked(d.Ask.Choices[at].Label)
		for i := range d.Ask.Choices {
			assert.False(p.t, i != at && lang.Unmarked(d.Ask.Choices[i].Label) == label, "%s: two choices are called %q", ask.Verb, label)
		}
		found := true
		switch {
		case w.Len() == 1 && !ask.Secret: // OK takes it
		case w.Len() == 1:
			p.Press(0, a)
		case d.Ask.Buttons == "short":
			if p.sense == eye {
				require.True(p.t, p.look(label), "%s: %q is on the screen", ask.Verb, label)
				told = []string{lang.Unmarked(p.Box.Screens[0].Words())}
			}
			found = p.short(label, told)
		case p.sense == ear && p.SeatDesk(0, lang.English).Secret: // nothing is said of what is marked
			place := -1
			for _, s := range told {
				_, list, _ := strings.Cut(s, "? ")
				if at := slices.IndexFunc(strings.Split(strings.Trim(list, ". "), "; "), func(line string) bool {
					return calls(strings.TrimPrefix(strings.TrimPrefix(line, "A  "), "B  "), label)
				}); at >= 0 {
					place = at
				}
			}
			found = place >= 0
			for range place + 1 {
				p.Press(0, a)
			}
		default:
			found = p.find(label, w.Len())
		}
		require.True(p.t, found, "%s: %q is found; the box said %q, the screen has %q", ask.Verb, label, p.Box.Speaker.Said[max(0, len(p.Box.Speaker.Said)-3):], screenOf(p))
		w.Take(at)
		p.Press(0, ok)
		if !w.Whole() {
			p.mark = p.heard
			p.Wait(200 * time.Millisecond)
			if p.sense == ear {
				told = p.listen()
			}
		}
	}
}

func screenOf(p *sensed) string {
	if p.Box.Screens[0] == nil {
		return ""
	}
	return lang.Unmarked(p.Box.Screens[0].Words())
}

// answer gives the answer to one of the asks that are open.
func (p *sensed) answer(open []engine.Ask, ask *engine.Ask) {
	p.t.Helper()
	title, before := p.Table.Title(), p.Table.Moves()
	var meant consoletest.Answer
	if len(ask.Parts) > 0 {
		var found bool
		meant, found = consoletest.Random(ask, p.rng)
		require.True(p.t, found)
	} else {
		do, err := p.mind.Choose(p.Table.View(0), ask)
		require.NoError(p.t, err)
		meant.Do = do
	}
	var told []string
	if p.sense == ear {
		told = p.listen()
	}
	defer func() { p.mark = p.heard }()
	if p.Table.Moves() != before { // its time was over
		return
	}
	pod := consoletest.PodOf(ask)
	switch {
	case ask.Timed:
		p.Press(pod, a)
	case p.sense == ear && ask.Hidden() && !ask.Known && ask.Seat >= 0:
		p.onPhone(ask, meant)
	case p.sense == allSenses || pod != 0 || len(ask.Parts) > 0 || ask.Confirm || len(open) > 1 && consoletest.Reach(open, ask) != nil:
		taps := consoletest.Reach(open, ask)
		if taps == nil || !ask.Confirm {
			taps = append(taps, consoletest.Taps(title.Moves, ask, meant)...)
		}
		p.Tap(pod, taps...)
	default:
		p.takesByLabel(ask, meant.Do, told)
	}
	require.Greater(p.t, p.Table.Moves(), before, "%q of seat %d was no move: %s", ask.Verb, ask.Seat, p.Console.Snapshot().Public("en").Error)
	made := p.Table.AppendRecord(nil)
	if lines := strings.Split(strings.TrimSpace(string(made)), "\n"); meant.Do != nil && !ask.Timed {
		want := string(title.Moves.AppendLine(nil, p.Table.Roster(), engine.Move{Seat: ask.Mover(consoletest.Seat(ask)), Do: meant.Do}))
		assert.Contains(p.t, lines[before+1:], want, "the move that was meant")
	}
}

// onPhone answers on a phone, of which a screen reader reads the question and the choices.
func (p *sensed) onPhone(ask *engine.Ask, meant consoletest.Answer) {
	p.t.Helper()
	d := p.SeatDesk(0, lang.English)
	i := slices.IndexFunc(d.Asks, func(q desk.SeatAsk) bool { return q.Verb == ask.Verb && (q.Prompt != "" || q.Confirm) })
	require.GreaterOrEqual(p.t, i, 0, "%s is on the phone, with its question", ask.Verb)
	q := &d.Asks[i]
	text := q.Prompt
	for _, s := range q.Steps {
		var labels []string
		for _, v := range s.Values {
			require.NotEmpty(p.t, v.Label, ask.Verb)
			require.NotContains(p.t, labels, v.Label, "%s: two choices are called the same", ask.Verb)
			labels = append(labels, v.Label)
		}
		text += s.Question + strings.Join(labels, "")
	}
	for _, part := range q.Parts {
		for _, it := range part.Items {
			require.NotEmpty(p.t, it.Label, ask.Verb)
			text += it.Label
		}
	}
	p.Wait(min(time.Duration(len([]rune(text)))*time.Second/25, 20*time.Second)) // a screen reader is faster
	c := command.Answer{Seat: 0, Turn: d.Turn, Ask: i}
	if meant.Do == nil {
		p.Tap(0, consoletest.Taps(p.Table.Title().Moves, ask, meant)...)
		return
	}
	c.Row = slices.Index(ask.Shown(), meant.Do)
	require.NoError(p.t, p.Console.Do(p.Now, c))
}

// playSensed plays a game in which the first seat has one sense, and returns the record and whether that seat has won.
func playSensed(t *testing.T, h engine.Header, with sense) (record string, won bool) {
	t.Helper()
	box := consoletest.NewBox(8, with != ear)
	c, err := consoletest.New(console.Config{Box: box.HW, Titles: games.All(), Painter: consoletest.Words{}}, box)
	require.NoError(t, err)
	require.NoError(t, c.Console.Do(0, command.Start{Header: h}))
	h = c.Table.Header()
	p := &sensed{Player: c, t: t, sense: with, mind: bot.New(c.Table.Title(), h.Seats, rand.New(rand.NewPCG(h.Seed, 1))), rng: rand.New(rand.NewPCG(h.Seed, 3))}
	others := bot.New(c.Table.Title(), h.Seats, rand.New(rand.NewPCG(h.Seed, 2)))
	if with == ear { // asks where the play is, and is told from then on
		for _, pod := range []hw.Pod{0, hw.Panel} {
			p.Tap(pod, consoletest.Tap{Buttons: []hw.Button{a, b}, For: 1300 * time.Millisecond})
		}
	}
	for range 6000 {
		for n := 0; n < 600 && !p.Console.Quiet() && !p.Table.Over(); n++ {
			p.Wait(500 * time.Millisecond)
		}
		if p.Table.Over() {
			p.Wait(time.Minute)
			require.Equal(t, "over", p.Console.Snapshot().Public(lang.English).State)
			score := p.Table.Title().Score
			if score != nil {
				rows := score(p.Table.View(engine.Public)).Rows
				won = len(rows) > 0 && rows[0].Winner
			}
			return string(p.Table.AppendRecord(nil)), won
		}
		open := slices.Clone(p.Table.Asks())
		at := slices.IndexFunc(open, func(a engine.Ask) bool {
			return !a.Optional && !a.Paced && consoletest.PodOf(&a) != 0 && consoletest.PodOf(&a) != hw.Panel
		})
		if at < 0 {
			at = slices.IndexFunc(open, func(a engine.Ask) bool { return !a.Optional && !a.Paced })
		}
		if at < 0 {
			p.Wait(20 * time.Second) // it comes by itself
			continue
		}
		if ask := &open[at]; consoletest.PodOf(ask) == 0 {
			p.answer(open, ask)
		} else {
			seat := consoletest.Seat(ask)
			do, err := others.Choose(p.Table.View(max(seat, engine.Public)), ask)
			require.NoError(t, err)
			line := p.Table.Title().Moves.AppendLine(nil, h.Seats, engine.Move{Seat: ask.Mover(seat), Do: do})
			require.NoError(t, p.Console.Do(p.Now, command.Type{Line: line}), "%s", line)
		}
	}
	require.Fail(t, "the game comes to no end")
	return "", false
}

// TestByEarOrEyeAlone plays every title and six scripts to the end with somebody at the first seat who has nothing but the
// three buttons and what the box says, and with somebody who has nothing but the screen and the light of the pod. They have
// the same in mind as somebody who has both, and so the games are the same, move by move, and as often won. What is secret and
// depends on what a seat holds is read by the phone of whoever doesn't see. With CONSIGLIERE_LONG it plays 500 games of each;
// -ear.games and -ear.from play a part of them.
func TestByEarOrEyeAlone(t *testing.T) {
	n := *earGames
	if n == 0 && long() {
		n = 500
	}
	n = max(n, 1)
	for _, c := range []struct {
		game, options string
		seats         int
	}{
		{"naro", `{"chance":"box"}`, 4},
		{"derpate", `{"chance":"box"}`, 2},
		{"corleone", `{"chance":"box","tracking":"light"}`, 3},
		{"khandan", `{"chance":"box","pack":"starter","reigns":1}`, 3},
		{"anygame", `{"play":"werewolf"}`, 6},
		{"anygame", `{"play":"sealed-auction"}`, 3},
		{"anygame", `{"play":"rock-paper-scissors"}`, 2},
		{"anygame", `{"play":"prize-cards"}`, 3},
		{"anygame", `{"play":"planning-poker"}`, 3},
		{"anygame", `{"play":"stay-or-leave"}`, 3},
	} {
		t.Run(c.game+c.options, func(t *testing.T) {
			var mu sync.Mutex // guards the following
			wins, same := [3]int{}, [3]int{}
			t.Run("games", func(t *testing.T) {
				for from := range min(n, 8) {
					t.Run(strconv.Itoa(from), func(t *testing.T) {
						if n > 1 {
							t.Parallel()
						}
						for seed := *earFrom + from; seed < *earFrom+n; seed += 8 {
							var first string
							for _, with := range []sense{allSenses, ear, eye} {
								record, won := playSensed(t, engine.Header{Game: c.game, Seats: names[:c.seats], Options: []byte(c.options), Seed: uint64(seed)}, with)
								if with == allSenses {
									first = record
								}
								mu.Lock()
								if won {
									wins[with]++
								}
								if record == first {
									same[with]++
								}
								mu.Unlock()
							}
						}
					})
				}
			})
			t.Logf("%d games: won %d with both, %d by ear, %d by eye; the same game %d and %d times", n, wins[allSenses], wins[ear], wins[eye], same[ear], same[eye])
			for _, with := range []sense{ear, eye} {
				assert.InDelta(t, wins[allSenses], wins[with], 2*math.Sqrt(float64(n)/2), "two deviations of as many games")
			}
			if n == 1 {
				assert.Equal(t, [3]int{1, 1, 1}, same, "it is the same game")
			}
		})
	}
}

// What is said to somebody who plays by ear tells nothing of a secret: the choices are said in their order, and not which of
// them is marked or taken.
func TestEarsTellNoSecret(t *testing.T) {
	play := func(load, aim int) (said, public []string) {
		p := naroTable(t, 4, `{"chance":"box"}`, false)
		p.Tap(0, consoletest.Tap{Buttons: []hw.Button{a, b}, For: 1300 * time.Millisecond})
		p.Wait(3 * time.Second)
		p.Press(0, []hw.Button{a, b}[load], ok)
		p.Wait(3 * time.Second)
		for s := range hw.Pod(3) {
			p.Press(s+1, a, ok)
		}
		p.Wait(10 * time.Second)
		for range 3 { // the same presses, as others hear them
			p.Press(0, []hw.Button{a, b}[aim])
		}
		p.Press(0, ok)
		p.Wait(3 * time.Second)
		return p.Box.Speaker.Said, p.Box.Public
	}
	said, first := play(0, 0)
	for _, other := range [][2]int{{1, 0}, {0, 1}, {1, 1}} {
		_, second := play(other[0], other[1])
		require.Equal(t, first, second)
	}
	all := strings.Join(said, " ")
	assert.Regexp(t, `Ava: Choose a bullet. A  Click!; B  Bang!`, lang.Unmarked(all))
	assert.Contains(t, lang.Unmarked(all), "Babak; Chiara; Dario")
}

// Who asks where the play is twice hears what lies on the table; what is asked openly is read, and what A and B mark.
func TestByEarOpenly(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "derpate", Seats: names[:2], Options: []byte(`{"chance":"box"}`), Seed: 3}, true)
	p.Wait(30 * time.Second)
	where := consoletest.Tap{Buttons: []hw.Button{a, b}, For: 1300 * time.Millisecond}
	last := func() string { return lang.Unmarked(p.Box.Speaker.Said[len(p.Box.Speaker.Said)-1]) }
	seat := hw.Pod(0)
	if !p.Console.Snapshot().Public(lang.English).Seats[0].Awaited {
		seat = 1
	}
	said := len(p.Box.Speaker.Said)
	p.Tap(seat, where)
	p.Wait(time.Second)
	d := p.Console.Snapshot().Public(lang.English)
	require.NotNil(t, d.Ask)
	assert.Greater(t, len(p.Box.Speaker.Said), said+1, "where the play is, and what is asked")
	assert.Contains(t, last(), lang.Unmarked(d.Ask.Question))
	heard := map[string]bool{}
	for range d.Ask.Choices {
		p.Press(seat, a)
		p.Wait(200 * time.Millisecond)
		heard[last()] = true
	}
	for _, c := range d.Ask.Choices {
		assert.True(t, heard[lang.Unmarked(c.Label)], "%q is heard: %v", c.Label, heard)
	}
	said = len(p.Box.Speaker.Said)
	p.Tap(seat, where)
	p.Wait(200 * time.Millisecond)
	board := strings.Join(p.Box.Speaker.Said[said:], " ")
	for _, line := range d.Lines {
		assert.Contains(t, lang.Unmarked(board), lang.Unmarked(line.Text))
	}
}
