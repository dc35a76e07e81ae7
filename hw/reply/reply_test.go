package reply_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
	"consigliere/hw/reply"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// tap presses a reply as a pod does, with no box around it. It reports whether the answer is whole.
func tap(r *reply.Reply, t consoletest.Tap) (whole bool) {
	for i, b := range t.Buttons {
		switch {
		case t.For > 0 && b == hw.B:
			r.Back()
		case t.For > 0:
			r.Hold(b)
		case b == hw.OK:
			whole = r.OK()
		default:
			r.Press(b, i > 0)
		}
	}
	return whole
}

// TestAnswersAlone plays every game by replies alone, without a console: whatever an ask lists is answered by the
// presses that the documentation says, and what pages and pods list goes with what can be answered.
func TestAnswersAlone(t *testing.T) {
	kinds := map[engine.PartKind]bool{}
	for _, title := range games.All() {
		t.Run(title.ID, func(t *testing.T) {
			books, err := words.NewBooks(games.All(), engine.Messages)
			require.NoError(t, err)
			for seed := range uint64(2) {
				rng := rand.New(rand.NewPCG(seed, 0))
				h := engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Seed: seed}
				g, _, err := title.New(h)
				require.NoError(t, err)
				var all reply.Replies
				all.Begin(title.Moves, len(h.Seats))
				view := reply.View{Words: books.Play(title, h), Lang: lang.English, Own: func(engine.Seat) []screen.Line { return nil }}
				for moves := 0; moves < 90 && !g.Over(); moves++ {
					asks := g.Asks(nil)
					a := asks[rng.IntN(len(asks))]
					who := a.Seat
					if a.By != 0 {
						who = a.By.List()[0]
					}
					want, ok := consoletest.Random(&a, rng)
					if a.Optional || a.Timed || a.Paced || !ok {
						continue
					}
					all.Refresh([]engine.Ask{a})
					r := all.At(who)
					require.NotNil(t, r.Ask(), "%+v", a)
					view.Public = g.View(engine.Public)
					whole := false
					for _, tp := range consoletest.Taps(title.Moves, &a, want) {
						require.False(t, whole, "%s is whole too early", a.Verb)
						page, step := r.Page(view), r.Step()
						assert.NotEmpty(t, page.Heading+page.Foot, a.Verb)
						saysHow(t, page, step)
						if step.Part != nil {
							kinds[step.Part.Kind] = true
						}
						whole = tap(r, tp)
					}
					require.True(t, whole, "%s: %+v", a.Verb, want)
					do, err := r.Action(h.Seats)
					require.NoError(t, err)
					r.Made()
					if want.Do != nil {
						assert.Equal(t, title.Moves.AppendLine(nil, h.Seats, engine.Move{Do: want.Do}), title.Moves.AppendLine(nil, h.Seats, engine.Move{Do: do}))
					}
					if _, err := g.Play(engine.Move{Seat: a.Mover(who), Do: do}); err != nil && a.ShownOptions == nil {
						require.NoError(t, err, a.Verb)
					}
				}
			}
		})
	}
	assert.GreaterOrEqual(t, len(kinds), 5, "kinds of parts that came up: %v", kinds)
}

// saysHow holds that a page says in words and in signs what the buttons do. What two or three buttons choose at once has these before it, and a
// list has numbers, marked or not, unless it is one of numbers: the same choice is called the same wherever it is shown.
func saysHow(t *testing.T, p *screen.Page, s *words.Step) {
	t.Helper()
	verb := s.Ask.Verb
	assert.Contains(t, p.Keys, "OK", verb)
	last := len(p.Lines) - 1
	if begins := s.Mark < 0 && last > 0 && (s.Buttons == "begin" || s.Buttons == "short"); !begins {
		assert.NotEqual(t, "begin", s.Buttons, verb)
		return
	}
	assert.NotEmpty(t, p.Foot, verb)
	numbers := slices.ContainsFunc(p.Lines, func(n screen.Line) bool { return strings.Trim(n.Text, "0123456789") == "" })
	for i := range p.Lines {
		want := strconv.Itoa(i + 1)
		switch {
		case s.Buttons == "short":
			want = words.ShortButtons[i]
		case numbers: // "1  13" would be two numbers
			want = "·"
		}
		assert.Equal(t, want, p.Lines[i].Key, verb)
		assert.False(t, p.Lines[i].Cursor, verb)
	}
}

// TestBlind checks that OK takes nothing that was not chosen, and that the page says so.
func TestBlind(t *testing.T) {
	titles := games.All()
	title := titles[slices.IndexFunc(titles, func(t *engine.Title) bool { return t.ID == "naro" })]
	h := engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`)}
	g, _, err := title.New(h)
	require.NoError(t, err)
	var all reply.Replies
	all.Begin(title.Moves, 4)
	all.Refresh(g.Asks(nil))
	for seat := range engine.Seat(4) {
		if r := all.At(seat); r.Secret() {
			assert.False(t, r.OK())
			assert.True(t, r.Blind())
			r.Press(hw.A, false)
			assert.False(t, r.Blind())
			assert.True(t, r.OK())
			return
		}
	}
	t.Fatal("nobody is asked a secret")
}

// TestOtherAsks checks that nothing is left of an ask when several others take its place, of which none is
// chosen yet: the headless box stopped when a pod was drawn then.
func TestOtherAsks(t *testing.T) {
	titles := games.All()
	title := titles[slices.IndexFunc(titles, func(t *engine.Title) bool { return t.ID == "khandan" })]
	h := engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak", "Chiara"}, Options: []byte(`{"chance":"box"}`)}
	var all reply.Replies
	all.Begin(title.Moves, len(h.Seats))
	all.Refresh([]engine.Ask{{Verb: "sign"}})
	require.NotNil(t, all.At(0).Ask())
	cards := []engine.Part{{Arg: "cards", Kind: engine.PartCards, Max: 2, Items: []engine.Item{{Word: "a", Count: 2}}}}
	all.Refresh([]engine.Ask{{Verb: "offer", Optional: true, Parts: cards}, {Verb: "answer", Optional: true, Parts: cards}})
	r := all.At(0)
	require.Nil(t, r.Ask())
	assert.NotEqual(t, "step", r.Step().Back)
}
