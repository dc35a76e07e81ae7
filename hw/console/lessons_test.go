package console_test

import (
	"math/rand/v2"
	"slices"
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
	"consigliere/hw/lang"
)

// In a first game a reveal stands until somebody has read what it shows: the picture in turn with
// the lesson on the main screen, both on the desk.
func TestALessonHoldsTheFirstReveal(t *testing.T) {
	p := inMenu(t)
	require.NoError(t, p.Console.Do(0, command.Start{
		Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 3}, Teach: true,
	}))
	held := 0
	for range 400 {
		d := p.Console.Snapshot().Public("en")
		if strings.Contains(d.Lesson, "Whoever ducks is safe") {
			held++
			require.NotNil(t, d.Reveal)
			assert.Equal(t, "Who stands, who ducks", d.Reveal.Heading)
			seen := map[string]bool{}
			for range 30 {
				p.Wait(time.Second)
				page, _, _ := strings.Cut(p.Box.Main.Words(), " | ")
				seen[page] = true
				assert.Contains(t, p.Box.Main.Words(), "OK: go on")
			}
			assert.Equal(t, map[string]bool{"Who stands, who ducks": true, "Lesson": true}, seen)
			require.NotNil(t, p.Console.Snapshot().Public("en").Reveal, "it stands until it has been read")
			break
		}
		switch {
		case d.Lesson != "":
			p.Press(hw.Panel, hw.OK)
		default:
			for s := range hw.Pod(4) {
				if p.Console.Snapshot().Public("en").Lesson == "" { // OK would go on
					p.Press(s, hw.A, hw.OK)
				}
			}
		}
		p.Wait(3 * time.Second)
	}
	require.Equal(t, 1, held)
	p.Press(hw.Panel, hw.OK)
	p.Wait(4 * time.Second)
	assert.NotContains(t, p.Console.Snapshot().Public("en").Lesson, "Whoever ducks is safe")
}

// An OK that comes as a lesson appears was meant for something else: it neither ends the lesson nor
// answers, at the pods, at the panel and on the page.
func TestALessonIsNotPressedAway(t *testing.T) {
	p := inMenu(t)
	require.NoError(t, p.Console.Do(0, command.Start{
		Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 3}, Teach: true,
	}))
	told := func() string { return p.Console.Snapshot().Public("en").Lesson }
	first := told()
	require.NotEmpty(t, first)
	early := map[string]func(){
		"pod":   func() { p.Press(0, hw.OK) },
		"panel": func() { p.Press(hw.Panel, hw.OK) },
		"page":  func() { require.NoError(t, p.Console.Do(p.Now, command.Pause{})) },
		"phone": func() { require.NoError(t, p.Console.Do(p.Now, command.Read{Seat: 1})) },
	}
	for who, press := range early {
		press()
		assert.Equal(t, first, told(), who)
		assert.Less(t, p.Now, 600*time.Millisecond)
	}
	for _, who := range []string{"pod", "panel", "page", "phone"} {
		before := told()
		p.Wait(600 * time.Millisecond)
		early[who]()
		assert.NotEqual(t, before, told(), who)
		for n := 0; told() == ""; n++ { // to the next lesson, and a press just as it is there
			require.Less(t, n, 600)
			moves := p.Table.Moves()
			p.Wait(100 * time.Millisecond)
			if told() != "" {
				early["pod"]()
				assert.NotEmpty(t, told(), who)
				assert.Equal(t, moves, p.Table.Moves())
			} else if p.Console.Quiet() {
				for s := range hw.Pod(4) {
					p.Press(s, hw.A, hw.OK)
				}
			}
		}
	}
	p.Wait(time.Second)
	early["pod"]()
	require.Empty(t, told())
	require.ErrorIs(t, p.Console.Do(p.Now, command.Read{Seat: 1}), command.ErrTurn, "nothing is explained")
}

// On another evening the lessons go on where they were: what was explained before is not explained
// again, but for what is asked now, and what comes for the first time is.
func TestLessonsGoOn(t *testing.T) {
	config := console.Config{Titles: games.All(), Painter: consoletest.Words{}, Journals: t.TempDir()}
	open := func() *consoletest.Player {
		bx := consoletest.NewBox(4, true)
		config.Box = bx.HW
		p, err := consoletest.New(config, bx)
		require.NoError(t, err)
		return p
	}
	p := open()
	require.NoError(t, p.Console.Do(0, command.Start{
		Header: engine.Header{Game: "naro", Seats: names[:1], Options: []byte(`{"chance":"box"}`), Seed: 3}, Bots: 3, Teach: true,
	}))
	// play goes on until stop says so, and returns the lessons.
	var lessons []string
	play := func(stop func() bool) []string {
		lessons = nil
		for range 3000 {
			p.Wait(time.Second)
			switch l := p.Console.Snapshot().Public("en").Lesson; {
			case l != "":
				lessons = append(lessons, l)
				p.Wait(time.Second) // it is read
				p.Press(hw.Panel, hw.OK)
			case stop():
				return lessons
			case p.Console.Quiet():
				p.Press(0, hw.A, hw.OK)
			}
		}
		require.Fail(t, "it does not end")
		return nil
	}
	before := play(func() bool {
		return strings.HasPrefix(strings.Join(lessons[max(0, len(lessons)-1):], ""), "Stand, and you share")
	})
	require.Len(t, before, 8, "the game, loading, hands, aiming, the aims, the order, who must turn, courage: %q", before)
	require.NoError(t, p.Console.Do(p.Now, command.Stop{}))
	for range 2 { // going on twice explains no more than going on once
		p = open()
		require.NoError(t, p.Console.Do(0, command.GoOn{}))
		p.Wait(100 * time.Millisecond)
		assert.Equal(t, before[7], p.Console.Snapshot().Public("en").Lesson, "what is asked now")
	}
	after := play(p.Table.Over)
	for _, l := range before[:5] {
		assert.NotContains(t, after, l)
	}
	assert.Contains(t, strings.Join(after, "\n"), "Whoever ducks is safe")
	assert.Contains(t, strings.Join(after, "\n"), "Whoever stood and was not hit takes loot in turn")
	slices.Sort(after)
	assert.Equal(t, slices.Compact(slices.Clone(after)), after, "each once")

	// Players who have ended the lessons have none on another evening.
	p = open()
	require.NoError(t, p.Console.Do(0, command.Start{
		Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 3}, Teach: true,
	}))
	require.NoError(t, p.Console.Do(p.Now, command.Teach{}))
	require.NoError(t, p.Console.Do(p.Now, command.Stop{}))
	p = open()
	require.NoError(t, p.Console.Do(0, command.GoOn{}))
	p.Wait(10 * time.Second)
	assert.Empty(t, p.Console.Snapshot().Public("en").Lesson)
}

// A phone answers as late as a pod: what its seat is asked for the first time is explained before.
func TestAPhoneAnswersAfterTheLesson(t *testing.T) {
	p := inMenu(t)
	require.NoError(t, p.Console.Do(0, command.Start{
		Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 3}, Teach: true,
	}))
	r := rand.New(rand.NewPCG(1, 2))
	lessons, answers := 0, 0
	for range 2000 {
		p.Wait(100 * time.Millisecond)
		for p.Console.Snapshot().Public("en").Lesson != "" {
			lessons++
			p.Wait(time.Second)
			require.NoError(t, p.Console.Do(p.Now, command.Read{Seat: 0}))
		}
		for seat := range engine.Seat(4) {
			d := p.SeatDesk(seat, lang.English)
			verb := p.Table.Asks()[0].Verb
			err := p.Console.Do(p.Now, command.Answer{Seat: seat, Turn: d.Turn})
			if !d.Awaited {
				require.ErrorIs(t, err, command.ErrTurn, verb)
				continue
			}
			if len(d.Asks) == 0 || err != nil {
				require.True(t, answerAsPhone(t, p, seat, r))
			}
			answers++
			switch verb {
			case "load":
				require.GreaterOrEqual(t, lessons, 3, "the game, bullets, hands")
			case "aim":
				require.GreaterOrEqual(t, lessons, 4)
			case "order":
				require.GreaterOrEqual(t, lessons, 5)
			case "courage":
				require.GreaterOrEqual(t, lessons, 6)
			case "take":
				require.GreaterOrEqual(t, lessons, 9, "who stands, the shots, the loot")
				return
			}
		}
	}
	require.Fail(t, "nobody shares", "%d lessons, %d answers", lessons, answers)
}

// A lesson on what was called says whom it is about: a player who reads it at leisure has not heard the call.
func TestALessonNamesWhomItIsAbout(t *testing.T) {
	p := inMenu(t)
	require.NoError(t, p.Console.Do(0, command.Start{
		Header: engine.Header{Game: "derpate", Seats: names[:1], Options: []byte(`{"chance":"box"}`), Seed: 3}, Bots: 1, Teach: true,
	}))
	for range 400 {
		if l := p.Console.Snapshot().Public("en").Lesson; strings.Contains(l, "Its holder") {
			assert.Contains(t, l, " wins a token: ")
			return
		}
		p.Press(hw.Panel, hw.OK)
		p.Press(0, hw.A, hw.OK)
		p.Wait(3 * time.Second)
	}
	t.Error("nobody has won a token")
}

// After a lesson the display begins with what is asked, and what OK does stands on each page of the board.
func TestAfterALessonTheQuestionComesFirst(t *testing.T) {
	p := inMenu(t)
	require.NoError(t, p.Console.Do(0, command.Start{
		Header: engine.Header{Game: "khandan", Seats: names[:3], Options: []byte(`{"chance":"box"}`), Seed: 3}, Teach: true,
	}))
	for range 3 {
		p.Wait(5 * time.Second) // the pages of the lesson turn
		if p.Console.Snapshot().Public("en").Lesson == "" {
			break
		}
		p.Press(hw.Panel, hw.OK)
		p.Wait(time.Second)
	}
	for range 10 {
		assert.Contains(t, p.Box.Main.Words(), "Anybody, OK: Draw the slopes")
		p.Wait(4 * time.Second)
	}
}

// While the box explains "your light pulses", it does.
func TestLightsDoWhatTheLessonSays(t *testing.T) {
	p := inMenu(t)
	require.NoError(t, p.Console.Do(0, command.Start{
		Header: engine.Header{Game: "naro", Seats: names[:1], Options: []byte(`{"chance":"box"}`), Seed: 3}, Bots: 3, Teach: true,
	}))
	for range 100 {
		p.Wait(time.Second)
		if strings.HasPrefix(p.Console.Snapshot().Public("en").Lesson, "Your light pulses") {
			break
		}
		p.Press(hw.Panel, hw.OK)
	}
	require.True(t, strings.HasPrefix(p.Console.Snapshot().Public("en").Lesson, "Your light pulses"))
	assert.True(t, p.Console.Snapshot().Public("en").Seats[0].Awaited)
}

// How one answers is said of what everybody has in their hands: of a phone, or of a pod.
func TestHandsAreThoseOfThePlayers(t *testing.T) {
	for phones, want := range map[int]string{4: "your phone says so", 3: "Your light pulses"} {
		p := inMenu(t)
		require.NoError(t, p.Console.Do(p.Now, command.Invite{Served: true, Phones: names[:phones]}))
		require.NoError(t, p.Console.Do(p.Now, command.Start{
			Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 3}, Teach: true,
		}))
		var told []string
		for range 20 {
			if d := p.Console.Snapshot().Public("en"); d.Lesson != "" {
				told = append(told, d.Lesson)
				p.Press(hw.Panel, hw.OK)
			}
			p.Wait(time.Second)
		}
		assert.Contains(t, strings.Join(told, " | "), want, "%d of 4 have phones", phones)
	}
}
