package corleone_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/chronicle"
	corleoneface "consigliere/engine/corleone/face"
)

// said writes a text as its key with what it names.
func said(r engine.Roster, x engine.Text) string {
	words := []string{x.Key}
	for _, s := range x.Seats() {
		words = append(words, r.Name(s))
	}
	words = append(words, x.Things()...)
	for _, n := range x.Numbers() {
		words = append(words, fmt.Sprint(n))
	}
	return strings.Join(words, " ")
}

// written writes lines of a scene, each with its seat and its icons.
func written(r engine.Roster, lines []engine.Line) string {
	var b strings.Builder
	for _, l := range lines {
		if l.Seat >= 0 {
			b.WriteString(r.Name(l.Seat) + " ")
		}
		fmt.Fprintf(&b, "%v %s\n", l.Icons, said(r, l.Text))
	}
	return b.String()
}

// pictures returns the pictures that the cues of the last move name, each once.
func (s *script) pictures() []engine.Scene {
	var list []engine.Scene
	last := uint8(0)
	for _, c := range s.Cues {
		if c.Picture != 0 && c.Picture != last {
			list = append(list, corleoneface.Title().Picture(s.Game.View(engine.Public), int(c.Picture)))
			last = c.Picture
		}
	}
	return list
}

// The turf war is shown turf by turf, with the forces of all, where somebody is (COR-13.2); the city
// tells who controls each turf and who leads in it.
func TestWarIsShown(t *testing.T) {
	s := play(t, start(3), act1)
	var heads []string
	for _, p := range s.pictures() {
		heads = append(heads, said(s.Seats, p.Heading))
	}
	assert.Equal(t, []string{"turf.wall_street", "turf.brooklyn", "turf.upper_east_side", "turf.queens", "turf.upper_west_side", "turf.midtown", "turf.chelsea"}, heads)
	assert.Equal(t, "Ava [] scene.figures 2\nChiara [] scene.figures 1\n", written(s.Seats, s.pictures()[0].Lines))
	city := func() string {
		for _, g := range corleoneface.Title().Draw(s.Game.View(engine.Public)).Groups {
			if g.Heading.Key == "scene.city" {
				return written(s.Seats, g.Lines)
			}
		}
		return ""
	}
	assert.Equal(t, `Ava [marker] scene.turf_own turf.wall_street 2 1
Ava [marker] scene.turf_own turf.brooklyn 1 0
`, strings.Join(strings.SplitAfter(city(), "\n")[:2], ""))
}

// All bribes are shown together (COR-14.4), then who gets the bribe back (COR-14.8).
func TestBribesAreShown(t *testing.T) {
	s := play(t, light(3), "table next\ntable next\n", wars(nil), "Ava bid amount=2\nBabak bid amount=5\nChiara bid amount=4\n")
	require.Len(t, s.pictures(), 1)
	assert.Equal(t, "Ava [] scene.bid 2\nBabak [] scene.bid 5\nChiara [] scene.bid 4\n", written(s.Seats, s.pictures()[0].Lines))
	marked := map[string]engine.Icon{}
	for _, c := range s.Cues {
		if c.Icon != "" {
			marked[said(s.Seats, c.Text)] = c.Icon
		}
	}
	assert.Equal(t, map[string]engine.Icon{"cue.returned Ava": engine.IconNo, "cue.pays Babak 5": engine.IconStar, "cue.pays Chiara 4": engine.IconStar}, marked)
}

// The final count shows what each score is made of, the lowest first (COR-17.3 to 17.7).
func TestScoresAreShown(t *testing.T) {
	s := play(t, scored(2, "queens Ava,Babak,Babak; chelsea Ava"), `
		table count Ava 12 jobs={"yellow":2}
		table count Babak 4 jobs={"grey":1}`)
	all := s.pictures()
	require.Len(t, all, 2)
	assert.Equal(t, "scene.score_of Babak", said(s.Seats, all[0].Heading))
	assert.Equal(t, "[money] scene.suitcase 4\n[marker] scene.bonus turf.queens 5\n[card] scene.bonus_jobs key.grey 5\n[] scene.total 14\n", written(s.Seats, all[0].Lines))
	assert.Equal(t, "[money] scene.suitcase 12\n[marker] scene.bonus turf.chelsea 5\n[card] scene.bonus_jobs key.yellow 5\n[] scene.total 22\n", written(s.Seats, all[1].Lines))
}

// Where totals are equal the result says what has decided, and a win that is shared is called so
// (COR-17.10).
func TestTiesAreExplained(t *testing.T) {
	for _, c := range []struct{ stacks, option, first, told string }{
		{"queens Ava; chelsea Ava; brooklyn Babak", "", "[] cue.tie", "cue.tie, cue.winner Ava"},
		{"queens Ava; chelsea Ava; brooklyn Babak", `"tie_break":"shared"`, "Ava [star] scene.rank 1 30", "cue.winner_shared Ava, cue.winner_shared Babak"},
		{"queens Ava; chelsea Ava", "", "Ava [star] scene.rank 1 30", "cue.winner Ava"},
	} {
		options := []string{}
		if c.option != "" {
			options = append(options, c.option)
		}
		s := play(t, scored(2, c.stacks, options...), "table count Ava 20 jobs={}")
		s.Run("table count Babak 25 jobs={}")
		lines := written(s.Seats, corleoneface.Title().Draw(s.Game.View(engine.Public)).Lines)
		assert.Equal(t, c.first, strings.Split(lines, "\n")[0])
		var told []string
		for _, q := range s.Cues {
			if q.Text.Key != "cue.total" {
				told = append(told, said(s.Seats, q.Text))
			}
		}
		assert.Equal(t, c.told, strings.Join(told, ", "))
	}
}

// A bribe is explained with the allies that it is for; in light tracking nobody has told which.
func TestBribeNamesTheAllies(t *testing.T) {
	told := func(s *script) (keys []string) {
		ask := s.Game.Asks(nil)[0]
		require.Equal(t, "bid", ask.Verb)
		for _, x := range corleoneface.Title().Explain(s.Game.View(engine.Public), &ask, &engine.Arg{Key: "notes"}) {
			keys = append(keys, said(s.Seats, x))
		}
		return keys
	}
	s := play(t, start(3), act1)
	assert.Equal(t, []string{"hint.bid", "hint.bid_ally ally.mayor_1 does.ally.mayor_1", "hint.bid_ally ally.union_boss_1 does.ally.union_boss_1"}, told(s))
	assert.Empty(t, told(play(t, light(3), "table next\ntable next\n"+wars(nil))))
}

// A map has each turf with its controller, its fronts and what stands there, the park and the river.
func TestMap(t *testing.T) {
	s := play(t, start(3), "Ava thug navy_pier\nBabak family uws_park\nBabak done")
	areas := map[string]string{}
	for _, a := range corleoneface.Title().Draw(s.Game.View(engine.Public)).Areas {
		areas[a.Heading.Key] = written(s.Seats, a.Lines)
	}
	assert.Len(t, areas, 9)
	assert.Equal(t, "Ava [square] label.front business.navy_pier front.navy_pier\n[] scene.free 4\n", areas["turf.brooklyn"])
	assert.Equal(t, "[] label.front business.curb_exchange front.curb_exchange\n[] label.front business.gunsmith front.gunsmith\n[] scene.free 4\n", areas["turf.wall_street"])
	assert.Equal(t, "[] scene.back business.park_bench back.park_bench\nBabak [round] space.uws_park\n[] scene.free 4\n", areas["area.park"])
	assert.Empty(t, areas["area.hudson"])
}

// A log tells the public what was done, but for bids until the lids are open and the job that
// was kept.
func TestLog(t *testing.T) {
	h := engine.Header{Game: "corleone", Seats: five[:3], Seed: 1}
	record := h.Append(nil)
	for _, line := range strings.Split(strings.TrimSpace(`
{"seat":"table","do":"deal_jobs","jobs":["shake_down","loan_book","last_warning"]}
{"seat":"table","do":"deal_allies","allies":["mayor_1","union_boss_1"]}
{"seat":"table","do":"first","player":"Ava"}
{"seat":"table","do":"open","tiles":["gunsmith"]}
{"seat":"Ava","do":"thug","business":"penn_central"}
{"seat":"Ava","do":"use","ability":"job_draw","keep":"numbers_run","discard":"slot_skim"}
{"seat":"Babak","do":"thug","business":"navy_pier"}
`), "\n") {
		record = append(append(record, '\n'), line...)
	}
	told := func(who engine.Viewer) string {
		log, err := chronicle.Log(corleoneface.Title(), append(record, '\n'), who)
		require.NoError(t, err)
		var b strings.Builder
		for _, e := range log {
			for i, x := range e.Text {
				if i > 0 {
					b.WriteString(" | ")
				}
				b.WriteString(said(five, x))
			}
			b.WriteString("\n")
		}
		return b.String()
	}
	public := told(engine.Public)
	assert.Equal(t, `log.deal_jobs | jobs.shake_down | jobs.loan_book | jobs.last_warning
log.deal_allies | allies.mayor_1 | allies.union_boss_1
log.first Ava
log.open | tiles.gunsmith
log.thug Ava business.penn_central
log.takes Ava | log.note 2
log.use_draw Ava
cue.discard Ava job.slot_skim
log.thug Babak business.navy_pier
log.takes Babak | scene.cards good.booze 2
`, public)
	assert.Equal(t, strings.Replace(public, "log.use_draw Ava\n", "log.use_draw_known Ava job.numbers_run\n", 1), told(0))
}

// Options say what they give.
func TestLabels(t *testing.T) {
	s := play(t, start(3))
	v := s.Game.View(engine.Public)
	of := func(verb, arg, word string) string {
		return said(s.Seats, corleoneface.Title().Label(v, &engine.Ask{Verb: verb}, &engine.Arg{Key: arg, Value: engine.WordOf(word)}))
	}
	assert.Equal(t, "label.front business.navy_pier front.navy_pier", of("act", "business", "navy_pier"))
	assert.Equal(t, "label.job job.loan_book does.job.loan_book", of("act", "job", "loan_book"))
	assert.Equal(t, "label.ally ally.chemist does.ally.chemist", of("recruit", "ally", "chemist"))
	assert.Empty(t, of("act", "space", "mid_que"))
	names := corleoneface.Title().Names(engine.Header{Game: "corleone"})
	for key, want := range map[string]map[string]string{
		"front.meat_market":           {"en": "blood money, 1 → $5", "fa": "پول کثیف، ۱ ← ۵ دلار", "it": "sporco, 1 → 5 $"},
		"does.job.swiss_box":          {"en": "$10, 3 × suitcase", "fa": "۱۰ دلار، ۳ × چمدان", "it": "10 $, 3 × valigetta"},
		"hint.business.curb_exchange": {"en": "Wall Street. Front: 2 × Stash a note. Back: Stash a note."},
		"hint.job.street_ambush":      {"en": "Costs: 2 × gun. Pays: $3. Then: Kill a family member; Kill a thug. Colour: Grey."},
		"hint.space.mid_que":          {"en": "You use: gun; Draw two jobs, keep one. Tiles that are laid in these areas add their backs."},
	} {
		for l, words := range want {
			assert.Equal(t, words, names[l][key], "%s in %s", key, l)
		}
	}
}
