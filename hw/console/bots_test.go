package console_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// withBots begins a play of one player and some bots.
func withBots(t *testing.T, game string, bots int) *consoletest.Player {
	t.Helper()
	p := inMenu(t)
	require.NoError(t, p.Console.Do(p.Now, command.Start{
		Header: engine.Header{Game: game, Seats: names[:1], Seed: 3}, Bots: bots,
	}))
	return p
}

// inMenu returns a box in its menu.
func inMenu(t *testing.T) *consoletest.Player {
	t.Helper()
	b := consoletest.NewBox(8, true)
	p, err := consoletest.New(console.Config{
		Box: b.HW, Titles: games.All(), Painter: consoletest.Words{}, Seed: func() uint64 { return 5 },
	}, b)
	require.NoError(t, err)
	return p
}

// A person plays a whole game against bots, which move by themselves, in their own time. What
// comes for the first time is explained, if they want that.
func TestBotsPlay(t *testing.T) {
	for _, c := range []struct {
		game    string
		lessons int
	}{{"naro", 0}, {"derpate", 0}, {"naro", 12}, {"derpate", 25}} {
		t.Run(fmt.Sprintf("%s-%d", c.game, c.lessons), func(t *testing.T) {
			p := withBots(t, c.game, 3)
			shown := p.Console.Snapshot().Public("en")
			require.Len(t, shown.Seats, 4)
			assert.Equal(t, "Bot 2", shown.Seats[2].Name)
			assert.False(t, shown.Seats[0].Bot)
			assert.True(t, shown.Seats[2].Bot)
			assert.Equal(t, -1, shown.Seats[2].Pod, "no pod is theirs")
			assert.Equal(t, engine.SeatsOf(1, 2, 3), p.Table.Bots())
			if c.lessons > 0 {
				require.NoError(t, p.Console.Do(p.Now, command.Teach{On: true}))
			}
			told := map[string]bool{}
			last := p.Now
			for n := p.Table.Moves(); !p.Table.Over(); p.Wait(4 * time.Second) {
				if p.Table.Moves() != n {
					n, last = p.Table.Moves(), p.Now
				}
				require.Less(t, p.Now-last, 5*time.Minute, "nobody moves any more")
				if lesson := p.Console.Snapshot().Public("en").Lesson; lesson != "" {
					assert.False(t, told[lesson], "it is told once")
					told[lesson] = true
					for _, l := range lang.All() {
						assert.NotContains(t, p.Console.Snapshot().Public(l).Lesson, "teach.")
					}
					p.Wait(time.Minute)
					require.Equal(t, n, p.Table.Moves(), "all wait until it has been read")
					assert.Contains(t, p.Box.Main.Words(), "OK: go on")
					tapAt(p, 0, hw.OK)
					assert.NotEqual(t, lesson, p.Console.Snapshot().Public("en").Lesson)
					last = p.Now
					continue
				}
				for _, a := range p.Table.Asks() {
					if c.lessons > 0 && !p.Console.Quiet() {
						break // what comes for the first time is explained when all is told
					}
					if a.Optional || a.Seat != 0 && a.Seat != engine.Table || p.Table.Locked().Has(0) {
						continue
					}
					require.Equal(t, engine.Seat(0), a.Seat, "the box draws: nothing is typed")
					require.NoError(t, p.Console.Do(p.Now, command.Type{Line: firstAnswer(t, p, &a)}))
					break
				}
			}
			assert.GreaterOrEqual(t, len(told), c.lessons, "%v", told) // what comes depends on the bots
			if c.lessons == 0 {
				assert.Empty(t, told)
			}
		})
	}
}

// While a bot thinks, which takes it longer where somebody learns, it is said about what, and its choices are nobody's business.
func TestBotsThink(t *testing.T) {
	p := inMenu(t)
	require.NoError(t, p.Console.Do(p.Now, command.Start{
		Header: engine.Header{Game: "derpate", Seats: names[:1], Options: []byte(`{"first":"Bot 1"}`), Seed: 3}, Bots: 1, Teach: true,
	}))
	for n := 0; !strings.Contains(p.Box.Main.Words(), "Bot 1: place a die…"); n++ {
		require.Less(t, n, 1000)
		if p.Console.Snapshot().Public("en").Lesson != "" {
			p.Wait(time.Second) // it is read
			tapAt(p, 0, hw.OK)
		} else if a := p.Table.Asks()[0]; a.Seat == 0 {
			require.NoError(t, p.Console.Do(p.Now, command.Type{Line: firstAnswer(t, p, &a)}))
		}
		p.Wait(100 * time.Millisecond)
	}
	assert.NotContains(t, p.Box.Main.Words(), "which die?")
	assert.Equal(t, &desk.Ask{Seat: "Bot 1", Verb: "place", Question: "is thinking: place a die", Choices: []desk.Choice{}, Others: []string{}}, p.Console.Snapshot().Public("en").Ask)
}

// What has come of a move is told on a pod before its next question, unless its player goes on.
func TestAPodTellsBeforeItAsks(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "derpate", Seats: names[:2], Options: []byte(`{"chance":"box"}`), Seed: 4}, true)
	r := rand.New(rand.NewPCG(1, 1))
	for p.Table.Asks()[0].Verb != "place" {
		p.Wait(15 * time.Second)
		asked := p.Table.Asks()[0]
		p.Tap(consoletest.PodOf(&asked), consoletest.Taps(p.Table.Title().Moves, &asked, func() consoletest.Answer { w, _ := consoletest.Random(&asked, r); return w }())...)
	}
	pod := int(p.Table.Asks()[0].Seat)
	for n := 0; n < 300 && !strings.Contains(p.Box.Screens[pod].Words(), "'s dice are rolled."); n++ {
		p.Wait(100 * time.Millisecond)
		require.NotContains(t, p.Box.Screens[pod].Words(), "which die?")
	}
	assert.Contains(t, p.Box.Screens[pod].Words(), "'s dice are rolled.")
	assert.NotContains(t, p.Box.Screens[pod].Words(), "which die?")
	p.Press(hw.Pod(pod), hw.A)
	p.Wait(100 * time.Millisecond)
	assert.Contains(t, p.Box.Screens[pod].Words(), "which die?", "who goes on sees what is asked")
}

func tapAt(p *consoletest.Player, pod hw.Pod, b hw.Button) {
	for _, down := range []bool{true, false} {
		p.Console.Press(hw.Press{At: p.Now, Pod: pod, Button: b, Down: down})
	}
	p.Wait(100 * time.Millisecond)
}

// Lessons can be ended.
func TestLessonsEnd(t *testing.T) {
	p := inMenu(t)
	require.NoError(t, p.Console.Do(0, command.Start{
		Header: engine.Header{Game: "naro", Seats: names[:1], Seed: 3}, Bots: 3, Teach: true,
	}))
	assert.NotEmpty(t, p.Console.Snapshot().Public("en").Lesson)
	assert.Contains(t, p.Box.Speaker.Said[len(p.Box.Speaker.Said)-1], "Eight rounds")
	require.NoError(t, p.Console.Do(p.Now, command.Teach{}))
	p.Wait(20 * time.Second)
	assert.Empty(t, p.Console.Snapshot().Public("en").Lesson)
	assert.Equal(t, engine.SeatsOf(1, 2, 3), p.Table.Locked())
}

// firstAnswer returns the first answer to an ask as a line.
func firstAnswer(t *testing.T, p *consoletest.Player, a *engine.Ask) []byte {
	t.Helper()
	if len(a.Options) > 0 {
		m := engine.Move{Seat: a.Seat, Do: a.Options[0]}
		return p.Table.Title().Moves.AppendLine(nil, p.Table.Roster(), m)
	}
	var w engine.Answer
	w.Begin(p.Table.Title().Moves, a)
	for !w.Whole() {
		for i := 0; i < w.Len() && !w.Enter(); i++ {
			w.Take(0)
		}
	}
	do, err := w.Action(p.Table.Roster())
	require.NoError(t, err)
	return p.Table.Title().Moves.AppendLine(nil, p.Table.Roster(), engine.Move{Seat: a.Seat, Do: do})
}

// A bot takes a while, and waits until what a player would hear has been told.
func TestBotsTakeTheirTime(t *testing.T) {
	p := withBots(t, "naro", 3)
	p.Wait(500 * time.Millisecond)
	assert.Zero(t, p.Table.Locked(), "nobody has thought yet")
	for range 40 {
		p.Wait(250 * time.Millisecond)
	}
	assert.Equal(t, engine.SeatsOf(1, 2, 3), p.Table.Locked())
	assert.Equal(t, 3, p.Table.Moves(), "and nobody moves twice")
}

// Who is a bot is in the journal; a seat can be given to a bot and back to a player.
func TestBotsComeAndGo(t *testing.T) {
	p := withBots(t, "naro", 3)
	p.Wait(10 * time.Second)
	require.NoError(t, p.Console.Do(p.Now, command.SetBots{Seats: engine.SeatsOf(2)}))
	assert.Equal(t, engine.SeatsOf(2), p.Table.Bots())
	assert.Equal(t, 1, p.Console.Snapshot().Public("en").Seats[1].Pod, "the player sits at a pod")
	err := p.Console.Do(p.Now, command.SetBots{Seats: engine.SeatsOf(0, 1, 2, 3)})
	refusedFor(t, err, "refuse.bots_all")
	header := p.Table.Header()
	var o map[string]any
	require.NoError(t, json.Unmarshal(header.Options, &o))
	assert.Equal(t, "box", o["chance"])
}

// Bots have no hands: there are none if the table draws.
func TestBotsNeedTheBoxToDraw(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "naro", Seats: names[:4]}, false)
	refusedFor(t, p.Console.Do(p.Now, command.SetBots{Seats: engine.SeatsOf(3)}), "refuse.bots_table")
	q := inMenu(t)
	refusedFor(t, q.Console.Do(q.Now, command.Start{Header: engine.Header{Game: "naro", Seats: names[:3]}, Bots: 9}), "refuse.bots_many")
}

// Bots have no hands for cards that lie on the table: such a play does not begin with them, nor does the panel offer it.
func TestBotsNeedNoHands(t *testing.T) {
	light := engine.Header{Game: "corleone", Seats: names[:3], Options: []byte(`{"tracking":"light"}`)}
	p := inMenu(t)
	refusedFor(t, p.Console.Do(p.Now, command.Start{Header: light, Bots: 1}), "refuse.bots_laid")
	require.NoError(t, p.Console.Do(p.Now, command.Start{Header: light}))
}

func refusedFor(t *testing.T, err error, key string) {
	t.Helper()
	var no *engine.Refusal
	require.ErrorAs(t, err, &no)
	assert.Equal(t, key, no.Why.Key)
}

// At the panel the seats that nobody joined are filled with bots.
func TestPanelFillsWithBots(t *testing.T) {
	p := inMenu(t)
	tapAt(p, hw.Panel, hw.OK) // the first game: 3 seats at least
	tapAt(p, hw.Panel, hw.OK)
	tapAt(p, 2, hw.OK)
	tapAt(p, hw.Panel, hw.A)
	tapAt(p, hw.Panel, hw.OK)
	for range 12 {
		if p.Console.Title() != nil {
			break
		}
		tapAt(p, hw.Panel, hw.OK)
	}
	require.NotNil(t, p.Console.Title())
	assert.Equal(t, engine.SeatsOf(0, 1, 2, 3, 4, 5, 6, 7).Without(0)&(1<<len(p.Table.Roster())-1), p.Table.Bots())
	assert.Equal(t, 2, p.Console.Snapshot().Public("en").Seats[0].Pod)
}

// What a player holds in secret changes nothing that bots do, nor when: until the cards are
// shown everything public is the same whichever bullet was loaded.
func TestBotsSeeNoSecret(t *testing.T) {
	public := func(bullet hw.Button) []string {
		b := consoletest.NewBox(8, true)
		p, err := consoletest.New(console.Config{
			Box: b.HW, Titles: games.All(), Painter: consoletest.Words{}, Seed: func() uint64 { return 11 },
		}, b)
		require.NoError(t, err)
		require.NoError(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: "naro", Seats: names[:1], Seed: 3}, Bots: 3}))
		p.Wait(5 * time.Second)
		tapAt(p, 0, bullet)
		tapAt(p, 0, hw.OK)
		require.Contains(t, b.Screens[0].Words(), "Loaded")
		for phase := ""; phase != "courage"; phase = p.Table.View(engine.Public).Phase {
			for _, a := range p.Table.Asks() {
				if a.Seat == 0 && !a.Optional && a.Verb != "load" && !p.Table.Locked().Has(0) {
					require.NoError(t, p.Console.Do(p.Now, command.Type{Line: firstAnswer(t, p, &a)}))
					break
				}
			}
			p.Wait(time.Second)
			require.Less(t, p.Now, 5*time.Minute)
		}
		p.Wait(10 * time.Second)
		return b.Public
	}
	assert.Equal(t, public(hw.A), public(hw.B))
}

// TestLessonsComeFirst checks that in a first game nobody answers what has not been explained, however
// fast he presses.
func TestLessonsComeFirst(t *testing.T) {
	box := consoletest.NewBox(4, true)
	p, err := consoletest.New(console.Config{Box: box.HW, Titles: games.All(), Painter: consoletest.Words{}}, box)
	require.NoError(t, err)
	require.NoError(t, p.Console.Do(0, command.Start{
		Header: engine.Header{Game: "naro", Seats: names[:1], Options: []byte(`{"chance":"box"}`), Seed: 3}, Bots: 3, Teach: true,
	}))
	before := []struct{ verb, lesson string }{
		{"load", "Load one in secret"}, {"load", "Your light pulses"}, {"aim", "chooses a target in secret"}, {"courage", "Stand, and you share"},
	}
	for range 600 {
		p.Press(0, hw.A, hw.OK)
		record := string(p.Table.AppendRecord(nil))
		for _, b := range before {
			if strings.Contains(record, `{"seat":"Ava","do":"`+b.verb+`"`) {
				require.Contains(t, strings.Join(box.Speaker.Said, "\n"), b.lesson, "before the first %s", b.verb)
			}
		}
		if strings.Contains(record, `"do":"courage"`) {
			return
		}
	}
	t.Fatal("the play does not go on")
}

// TestWhoLearnsIsNotHurried waits an hour in a first game: nothing is answered for a learner. When
// the lessons are ended the clocks run as they are set.
func TestWhoLearnsIsNotHurried(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 3}, true)
	require.NoError(t, p.Console.Do(p.Now, command.Teach{On: true}))
	for range 20 {
		p.Press(hw.Panel, ok) // the lessons
		p.Wait(5 * time.Second)
	}
	p.Wait(time.Hour)
	for s := range hw.Pod(4) {
		p.Press(s, a, ok)
	}
	for range 20 {
		p.Press(hw.Panel, ok)
		p.Wait(5 * time.Second)
	}
	require.Equal(t, "aim", p.Table.View(engine.Public).Phase)
	p.Wait(time.Hour)
	assert.Equal(t, "aim", p.Table.View(engine.Public).Phase)
	require.NoError(t, p.Console.Do(p.Now, command.Teach{}))
	p.Wait(time.Hour)
	assert.NotEqual(t, "aim", p.Table.View(engine.Public).Phase)
}

// The desk follows a seat that is asked openly, press by press.
func TestTheDeskFollowsAnOpenAnswer(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "derpate", Seats: names[:2], Options: []byte(`{"chance":"box"}`), Seed: 4}, true)
	p.Wait(15 * time.Second)
	pod := hw.Pod(p.Table.Asks()[0].Seat)
	require.False(t, p.Console.Snapshot().Public("en").Ask.Choices[1].Marked)
	was := p.Console.Version()
	p.Press(pod, hw.A, hw.A)
	p.Wait(100 * time.Millisecond)
	assert.NotEqual(t, was, p.Console.Version(), "pages get it")
	assert.True(t, p.Console.Snapshot().Public("en").Ask.Choices[1].Marked)
}

// What a bot is asked nobody need hear; what a person is asked is said.
func TestBotsAreNotAskedAloud(t *testing.T) {
	p := withBots(t, "derpate", 1)
	for n := 0; p.Table.Moves() < 60; n++ {
		require.Less(t, n, 5000)
		if asks := p.Table.Asks(); asks[0].Seat == 0 && p.Console.Quiet() && !asks[0].Optional {
			require.NoError(t, p.Console.Do(p.Now, command.Type{Line: firstAnswer(t, p, &asks[0])}))
		}
		p.Wait(100 * time.Millisecond)
	}
	said := strings.Join(p.Box.Speaker.Said, "\n")
	for _, ask := range []string{"die 1 of 4: choose one", "die 3 of 4: choose one"} {
		assert.Contains(t, said, "Ava, "+ask)
		assert.NotContains(t, said, "Bot 1, "+ask)
	}
	assert.NotContains(t, said, "dice for Ava.", "the box rolls at once")
	assert.NotContains(t, said, "dice for Bot 1.")
	assert.Contains(t, said, "Bot 1's turn.")
	assert.Contains(t, said, "Bot 1's dice are rolled.")
}

// A seat that the box played for can be taken over by a phone at once, before anybody moves.
func TestSeatOfABotIsTakenOver(t *testing.T) {
	for _, game := range []string{"naro", "derpate", "corleone"} {
		p := withBots(t, game, 3)
		name := p.Table.Roster()[1]
		for !p.Console.Quiet() || p.Console.Snapshot().Public(lang.English).Paused {
			p.Wait(100 * time.Millisecond)
		}
		require.Empty(t, p.Console.Snapshot().Seat(name, lang.English).Seat, "nobody has it")
		require.NoError(t, p.Console.Do(p.Now, command.SetBots{}))
		d := p.Console.Snapshot().Seat(name, lang.English)
		require.False(t, d.Telling, game)
		assert.NotEmpty(t, d.Lines, game)
	}
}
