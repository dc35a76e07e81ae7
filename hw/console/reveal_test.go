package console_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/naro"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
)

// A watcher reads on in what the main screen has shown during a whole play.
type watcher struct {
	*testing.T
	frames []string // what is still to come
}

// sees looks for the next frame that has the heading and all of the lines; of one that ends
// with an ellipsis, the beginning.
func (w *watcher) sees(heading string, lines ...string) {
	w.Helper()
	near := "nothing with this heading"
	for i, frame := range w.frames {
		parts := strings.Split(frame, " | ")
		if parts[0] != heading {
			continue
		}
		missing := ""
		for _, line := range lines {
			found := false
			for _, p := range parts[1:] {
				p = strings.TrimPrefix(p, ">")
				begin, cut := strings.CutSuffix(line, "…")
				found = found || p == line || cut && strings.HasPrefix(p, begin)
			}
			if !found {
				missing = line
			}
		}
		if missing == "" {
			w.frames = w.frames[i:]
			return
		}
		near = fmt.Sprintf("%q without %q", frame, missing)
	}
	require.Fail(w, "the main screen does not show it", "%s: %q: %s", heading, lines, near)
}

// seesDice looks for the next frame that has all of the dice, as the picture of their throw or as
// the list of whoever went on at once to choose among them.
func (w *watcher) seesDice(dice []string) {
	w.Helper()
	i := slices.IndexFunc(w.frames, func(frame string) bool {
		return !slices.ContainsFunc(dice, func(d string) bool { return !strings.Contains(strings.ReplaceAll(frame, ":", ""), d) })
	})
	require.GreaterOrEqual(w, i, 0, "the main screen does not show the dice %q", dice)
	w.frames = w.frames[i:]
}

// watch plays a whole game at random by its buttons, and calls each with every move of it, in
// order, and the status before and after it.
func watch(t *testing.T, h engine.Header, each func(w *watcher, m engine.Move, before, after engine.View, cues []engine.Cue)) {
	title := games.Find(h.Game)
	b := consoletest.NewBox(len(h.Seats), true)
	p, err := consoletest.New(console.Config{Box: b.HW, Titles: games.All(), Painter: consoletest.Words{}}, b)
	require.NoError(t, err)
	require.NoError(t, p.Console.Do(0, command.Start{Header: h}))
	// Whoever is asked next may cut a throw in the open short. People take two seconds for that.
	down := 0
	p.Pressed = func(b hw.Press) {
		switch {
		case !b.Down:
			down--
		case down == 0 && h.Game == "derpate":
			p.Wait(2 * time.Second)
			fallthrough
		default:
			down++
		}
	}
	_, err = p.Play(rand.New(rand.NewPCG(h.Seed, 3)), 3000)
	require.NoError(t, err)
	record := strings.Split(strings.TrimSpace(string(p.Table.AppendRecord(nil))), "\n")[1:]
	for !p.Console.Quiet() {
		p.Wait(1e9)
	}
	w := &watcher{T: t}
	for _, line := range b.Public {
		if _, words, ok := strings.Cut(line, " screen "); ok {
			w.frames = append(w.frames, words)
		}
	}
	g, _, err := title.Begin(h)
	require.NoError(t, err)
	reader := engine.NewMoveReader(title.Moves, h.Seats)
	for _, line := range record {
		m, err := reader.Read([]byte(line))
		require.NoError(t, err)
		before := g.View(engine.Public)
		cues, err := g.Play(m)
		require.NoError(t, err)
		each(w, m, before, g.View(engine.Public), cues)
	}
}

// TestNaroShowsWhoDidWhat plays whole games and holds what the main screen has shown against
// what was chosen, as the record has it: after the last aim who aims at whom, after the last
// courage who ducked, who shot whom with which card, and who was hit.
func TestNaroShowsWhoDidWhat(t *testing.T) {
	shots, hits := 0, 0
	for seed := range uint64(5) {
		h := engine.Header{Game: "naro", Seats: names[:4+seed], Options: []byte(`{"chance":"box"}`), Seed: seed}
		load, aim, guts := map[engine.Seat]naro.Bullet{}, map[engine.Seat]engine.Seat{}, map[engine.Seat]naro.Guts{}
		watch(t, h, func(w *watcher, m engine.Move, before, after engine.View, _ []engine.Cue) {
			alive := before.Public.(*naro.Status).Players.Of
			living := 0
			for _, p := range alive {
				if p.Alive {
					living++
				}
			}
			at := func(s engine.Seat) (name, icon string) {
				if aim[s] >= 0 {
					return h.Seats[aim[s]], " *target"
				}
				return "no target", ""
			}
			switch do := m.Do.(type) {
			case naro.Load:
				if len(guts) > 0 {
					clear(load)
					clear(aim)
					clear(guts)
				}
				load[m.Seat] = do.Card
			case naro.Aim:
				aim[m.Seat] = do.At
				if before.Phase != "aim" || len(aim) < living {
					return
				}
				var lines []string
				for s := range aim {
					name, icon := at(s)
					lines = append(lines, h.Seats[s]+" "+name+icon)
				}
				w.sees("Who aims at whom", lines...)
			case naro.Courage:
				guts[m.Seat] = do.Choice
				if len(guts) < living {
					return
				}
				var stances, cards []string
				hit := map[engine.Seat]bool{}
				fired := false
				for s := range guts {
					name, icon := at(s)
					stance, card := h.Seats[s]+" ducks *duck", h.Seats[s]+" ducks *duck"
					if guts[s] == naro.Stand {
						stance = h.Seats[s] + " " + name + " *up" + icon
						card = stance
						if aim[s] >= 0 && guts[aim[s]] == naro.Duck {
							card = h.Seats[s] + " " + name + ": ducked *up" + icon // NARO-7.5
						}
						if aim[s] >= 0 && guts[aim[s]] == naro.Stand {
							fired = true
							shots++
							card = h.Seats[s] + " " + name + " *" + load[s].String() + icon
							hit[aim[s]] = hit[aim[s]] || load[s] == naro.Bang
						}
					}
					stances, cards = append(stances, stance), append(cards, card)
				}
				w.sees("Who stands, who ducks", stances...)
				if fired {
					w.sees("Show your cards!", cards...)
				}
				for s := range h.Seats {
					if !hit[engine.Seat(s)] {
						continue
					}
					hits++
					name, icon := at(engine.Seat(s))
					what := " *up"
					if aim[engine.Seat(s)] >= 0 && guts[aim[engine.Seat(s)]] == naro.Stand {
						what = " *" + load[engine.Seat(s)].String()
					} else if aim[engine.Seat(s)] >= 0 {
						name += ": ducked"
					}
					wounds := after.Public.(*naro.Status).Players.Of[s].Wounds
					w.sees(fmt.Sprintf("%s is hit: wound %d.", h.Seats[s], wounds), h.Seats[s]+" "+name+" *wound"+what+icon)
				}
				for s, p := range after.Public.(*naro.Status).Players.Of {
					if alive[s].Alive && !p.Alive {
						assert.True(w, strings.Contains(strings.Join(w.frames, "\n"), h.Seats[s]+" is dead."))
					}
				}
			}
		})
	}
	t.Logf("%d shots, %d hits", shots, hits)
	assert.Greater(t, shots, 30)
	assert.Greater(t, hits, 10)
}

// TestDerPateShowsWhatWasRolled plays whole games and holds what the main screen has shown
// against the dice, the event cards and the track that eliminates.
func TestDerPateShowsWhatWasRolled(t *testing.T) {
	book, err := lang.NewBook(games.Find("derpate").Messages)
	require.NoError(t, err)
	rolls, cards, tracks, takings := 0, 0, 0, 0
	seeds := uint64(1)
	if wide() {
		seeds = 2
	}
	for seed := range seeds {
		h := engine.Header{Game: "derpate", Seats: names[:3+seed], Options: []byte(`{"chance":"box"}`), Seed: seed}
		watch(t, h, func(w *watcher, _ engine.Move, _, after engine.View, cues []engine.Cue) {
			b, err := json.Marshal(after.Public)
			require.NoError(w, err)
			var s struct {
				Dice    map[string]any
				Event   string
				Car     int
				Players map[string]map[string]any
			}
			require.NoError(w, json.Unmarshal(b, &s))
			for i := range cues {
				c := &cues[i]
				switch c.Text.Key {
				case "cue.rolled":
					rolls++
					var lines []string
					for colour, face := range s.Dice {
						word := book.Word(lang.English, "die."+colour)
						if face == "puppet" {
							lines = append(lines, word+" Puppeteer")
						} else {
							lines = append(lines, fmt.Sprintf("%s %v", word, face))
						}
					}
					w.seesDice(lines)
				case "cue.card":
					cards++
					w.sees(book.Text(lang.English, nil, engine.Say("cue.card").Thing("card."+s.Event)), fmt.Sprintf("Car at %s *car", book.Word(lang.English, fmt.Sprintf("business.b%d", s.Car))))
				case "cue.takings":
					takings++
					var lines []string
					for name, p := range s.Players {
						paid := 0
						for _, b := range p["businesses"].([]any) {
							word := book.Word(lang.English, fmt.Sprint("business.", b))
							if strings.HasSuffix(word, fmt.Sprint(" ", c.Text.Numbers()[0])) {
								paid += c.Text.Numbers()[0]
							}
						}
						if paid > 0 {
							lines = append(lines, fmt.Sprintf("%s $%d,000", name, paid))
						}
					}
					w.sees(book.Text(lang.English, h.Seats, c.Text), lines...)
				case "cue.ko":
					tracks++
					_, track, _ := strings.Cut(c.Text.Things()[0], ".")
					var lines []string
					for name, p := range s.Players {
						lines = append(lines, fmt.Sprintf("%s %v of…", name, p[track]))
					}
					w.sees(book.Text(lang.English, h.Seats, c.Text), lines...)
				}
			}
		})
	}
	t.Logf("%d rolls, %d cards, %d K.O. tracks", rolls, cards, tracks)
	n := int(seeds)
	assert.Greater(t, rolls, 30*n)
	assert.Greater(t, takings, 10*n)
	assert.Equal(t, 7*n, cards)
	assert.Equal(t, n, tracks)
}

// The screen of a pod does not tell how the game has ended before the last reveal: it waits as the main screen does.
func TestPodsDoNotRunAhead(t *testing.T) {
	box := consoletest.NewBox(4, true)
	p, err := consoletest.New(console.Config{Box: box.HW, Titles: games.All(), Painter: consoletest.Words{}}, box)
	require.NoError(t, err)
	require.NoError(t, p.Console.Do(0, command.SetClocks{Percent: 0}))
	require.NoError(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 5}}))
	p.Wait(15 * time.Second)
	_, err = p.Play(rand.New(rand.NewPCG(5, 5)), 1000)
	require.NoError(t, err)
	p.Wait(time.Minute)
	at := func(lines []string, what string) time.Duration {
		i := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, what) })
		require.GreaterOrEqual(t, i, 0, what)
		d, err := time.ParseDuration(strings.Fields(lines[i])[0])
		require.NoError(t, err)
		return d
	}
	told := at(box.Public, "say en Game over")
	for pod, lines := range box.Private {
		assert.GreaterOrEqual(t, at(lines, "screen Game over"), told, "pod %d", pod)
	}
}
