package console_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/hw/command"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// Displays alone say what there is besides the question: which other moves B held leads to, what the signs beside the players mean, and what
// those are asked who have answered what the others still think about. Box and pod put the same question in the same words.
func TestDisplaysSayWhatElseThereIs(t *testing.T) {
	seen := map[string]int{}
	for _, c := range []askedPlay{
		{"derpate", `{"chance":"box"}`, 3},
		{"corleone", `{"chance":"box"}`, 3},
		{"khandan", `{"chance":"box","pack":"starter","reigns":1}`, 3},
	} {
		t.Run(c.game, func(t *testing.T) {
			b := newPagedBox(t, c.seats, true)
			require.NoError(t, b.Console.Do(0, command.Start{Header: engine.Header{Game: c.game, Seats: names[:c.seats], Options: []byte(c.options), Seed: 3}}))
			r := rand.New(rand.NewPCG(3, 1))
			player := bot.New(b.Table.Title(), b.Table.Roster(), r)
			for moves := 0; moves < 150 && !b.Table.Over(); moves++ {
				b.rest()
				if b.Table.Over() {
					break
				}
				asks := slices.Clone(b.Table.Asks())
				for pod, s := range b.pods {
					checkOthers(t, b, asks, engine.Seat(pod), s.page, seen)
				}
				checkSigns(t, c.game, b.main.page, seen)
				checkAsked(t, asks, b.main.page, seen)
				if slices.ContainsFunc(asks, func(a engine.Ask) bool { return a.Seat == engine.Table && a.Confirm && !a.Optional }) && len(asks) > 1 {
					seen["anybody"]++
					assert.True(t, strings.HasPrefix(b.main.page.Foot, "Anybody, OK: "), "who answers, and what OK does, whatever else can be done: %s", b.main.page.Foot)
				}
				waited := slices.DeleteFunc(asks, func(a engine.Ask) bool { return a.Optional && r.IntN(4) > 0 || a.Verb == "adjust" })
				require.NotEmpty(t, waited)
				a := &waited[r.IntN(len(waited))]
				do, err := player.Pick(a)
				require.NoError(t, err)
				m := engine.Move{Seat: a.Mover(a.Seat), Do: do}
				require.NoError(t, b.Console.Do(b.Now, command.Type{Line: b.Table.Title().Moves.AppendLine(nil, b.Table.Roster(), m)}))
			}
		})
	}
	for _, what := range []string{"others", "means.square", "means.boss", "means.safe", "stays", "act", "anybody", "only"} {
		assert.Positive(t, seen[what], what)
	}
	t.Log(seen)
}

// checkOthers holds what a pod says of B held against the asks of its seat.
func checkOthers(t *testing.T, b *pagedBox, asks []engine.Ask, seat engine.Seat, p *screen.Page, seen map[string]int) {
	t.Helper()
	var own []*engine.Ask
	for _, optional := range []bool{false, true} {
		for i := range asks {
			if a := &asks[i]; a.May(seat) && !a.Paced && a.Optional == optional {
				own = append(own, a)
			}
		}
	}
	if len(own) > 0 && own[0].Verb == "act" && len(own[0].Parts) == 0 && consoletest.Seat(own[0]) == seat && !strings.Contains(p.Heading, ": ") && p.Keys != nil {
		seen["act"]++
		assert.Equal(t, "Which action?", p.Heading, "the words of the box")
	}
	if len(own) < 2 || own[0].Optional || !own[1].Optional || p.Keys == nil || !strings.Contains(p.Foot, "hold B") || strings.HasSuffix(p.Foot, "back") {
		return
	}
	seen["others"]++
	if len(own[0].Options) == 1 && len(own[0].Parts) == 0 && p.Keys[0] == "OK" {
		seen["only"]++
		assert.True(t, strings.HasPrefix(p.Foot, "OK: ") || strings.HasPrefix(p.Foot, "Only this: OK"), "what OK does: %s", p.Foot)
	}
	assert.Contains(t, p.Keys, "B…")
	_, named, _ := strings.Cut(p.Foot, "hold B: ")
	page := slices.IndexFunc(p.More, func(q screen.Page) bool { return len(q.Lines) == 1 && q.Lines[0].Key == "B…" })
	if !assert.GreaterOrEqual(t, page, 0, "a page of its own, for displays without a foot") {
		return
	}
	for _, a := range own[1:] {
		verb := b.Console.Snapshot().Words.Text(lang.English, engine.Say("verb."+a.Verb))
		assert.Contains(t, named, verb, "in the foot")
		assert.Contains(t, p.More[page].Lines[0].Text, verb, "on the page")
	}
}

// checkSigns holds the signs beside players on the main screen against the page that explains them.
func checkSigns(t *testing.T, game string, p *screen.Page, seen map[string]int) {
	t.Helper()
	at := slices.IndexFunc(p.More, func(q screen.Page) bool { return q.Heading == "Signs" })
	if at < 0 {
		return
	}
	var told []engine.Icon
	for _, n := range p.More[at].Lines {
		require.Len(t, n.Icons, 1)
		assert.NotContains(t, told, n.Icons[0], "each once")
		assert.NotContains(t, n.Text, "means.")
		told = append(told, n.Icons[0])
		seen["means."+string(n.Icons[0])]++
	}
	for _, q := range append([]screen.Page{*p}, p.More[:at]...) {
		for _, n := range q.Lines {
			if slices.Contains(names, n.Name) && game == "corleone" && slices.Contains(n.Icons, engine.IconSquare) {
				assert.Contains(t, told, engine.IconSquare)
			}
		}
	}
}

// checkAsked looks for whoever may stay at a vote that others have not given yet.
func checkAsked(t *testing.T, asks []engine.Ask, p *screen.Page, seen map[string]int) {
	t.Helper()
	var stays, votes []string
	for i := range asks {
		switch a := &asks[i]; {
		case a.Verb == "vote":
			votes = append(votes, names[consoletest.Seat(a)])
		case a.Verb == "done" && a.Prompt.Key == "ask.done" && a.Confirm && !a.Optional && len(a.Prompt.Numbers()) > 0:
			stays = append(stays, names[consoletest.Seat(a)])
		}
	}
	if len(votes) == 0 || len(stays) == 0 {
		return
	}
	seen["stays"]++
	assert.Equal(t, stays[0], strings.SplitN(p.Foot, ":", 2)[0], "who is asked besides stands in the foot")
	for _, name := range stays {
		at := slices.IndexFunc(p.More, func(q screen.Page) bool { return strings.HasPrefix(q.Heading, name+": Leave the vote at ") })
		if assert.GreaterOrEqual(t, at, 0, name) {
			assert.Equal(t, "OK: Leave it", p.More[at].Foot)
		}
	}
}
