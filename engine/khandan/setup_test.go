package khandan_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	khandanface "consigliere/engine/khandan/face"
)

func TestSeats(t *testing.T) { // KHA-1.1
	for n := 1; n <= 6; n++ {
		seats := append(five[:min(n, 5):min(n, 5)], "Farid")[:n]
		_, _, err := khandanface.Title().Begin(engine.Header{Game: "khandan", Seats: seats})
		if n >= 3 && n <= 5 {
			assert.NoError(t, err, "%d seats", n)
			continue
		}
		var no *engine.Refusal
		require.ErrorAs(t, err, &no, "%d seats", n)
		assert.Equal(t, "KHA-1.1", no.Rule)
	}
}

// Header options that are not good are refused, each by its rule.
func TestHeaders(t *testing.T) {
	for _, c := range []struct{ options, rule string }{
		{`{}`, ""},
		{`{"reigns":30,"talk_seconds":1800}`, ""},
		{`{"reigns":31}`, "KHA-20.1"},
		{`{"reigns":-1}`, "KHA-20.1"},
		{`{"talk_seconds":1801}`, "KHA-9.1"},
		{`{"voting":"secret"}`, "-"},
		{`{"pack":""}`, ""},
		{`{"pack":"nowhere"}`, "KHA-8.1"},
		{`{"pack":{"pack":"x"}}`, "KHA-8.1"},
		{`{"sheets":{"Ava":"falcon"}}`, "KHA-2.4"},
		{`{"houses":{"Ava":{"name":"Lions","emblem":"a lion"},"Babak":{"emblem":"a tree"}}}`, ""},
		{`{"houses":{"Ava":{"name":"Babak"}}}`, "KHA-2.1"}, // names are distinct, those left out too
		{`{"houses":{"Ava":{"name":""}}}`, "KHA-2.1"},
		{`{"houses":{"Ava":{"colour":"red"}}}`, "KHA-2.1"},
		{`{"houses":{"Zoe":{}}}`, "KHA-2.1"},
		{`{"start":{"reign":0}}`, "KHA-19.1"},
		{`{"start":{"colour":1}}`, "KHA-19.1"},
		{`{"start":{"houses":{"Ava":{"prestige":-1}}}}`, "KHA-19.1"},
		{`{"start":{"houses":{"Ava":{"role_counts":{"king":1}}}}}`, "KHA-19.1"},
		{`{"start":{"history":[{"resource":"army","sign":"+","house":"Ava","reign":1}]}}`, "KHA-14.1"}, // not before reign 1
		{`{"start":{"reign":2,"history":[{"resource":"army","sign":"*","house":"Ava","reign":1}]}}`, "KHA-14.1"},
		{`{"start":{"reign":2,"history":[{"resource":"army","sign":"+","house":"table","reign":1}]}}`, "KHA-14.1"},
		{`{"start":{"lines":{"line6":{}}}}`, "KHA-15.1"},
		{`{"start":{"used":{}}}`, "KHA-8.4"},
	} {
		_, _, err := khandanface.Title().Begin(engine.Header{Game: "khandan", Seats: five[:3], Options: []byte(c.options)})
		if c.rule == "" {
			assert.NoError(t, err, c.options)
			continue
		}
		var no *engine.Refusal
		if assert.ErrorAs(t, err, &no, c.options) && c.rule != "-" {
			assert.Equal(t, c.rule, no.Rule, c.options)
		}
	}
	_, _, err := khandanface.Title().Begin(engine.Header{Game: "khandan", Seats: five[:3], NoSeed: true})
	assert.NoError(t, err, "the table needs no seed")
	_, _, err = khandanface.Title().Begin(engine.Header{Game: "khandan", Seats: five[:3], NoSeed: true, Options: []byte(`{"chance":"box"}`)})
	assert.Error(t, err, "the box needs one")
}

func TestSetUp(t *testing.T) {
	s := play(t, `begin 4 {"houses":{"Ava":{"name":"Lions","emblem":"a lion"}}}
		// KHA-1.4, KHA-1.6, KHA-1.9, KHA-2.1, KHA-2.2, KHA-2.3, KHA-3.1: the houses and their first characters; slopes come first
		= phase slopes  round 0  reign 1  over false
		= public.houses.Ava.name Lions  public.houses.Ava.emblem "a lion"  public.houses.Ava.number 1
		= public.houses.Babak.name Babak  public.houses.Babak.emblem ""  public.houses.Babak.number 2
		= public.houses.Dario.prestige 0  public.houses.Dario.crown 0  public.houses.Dario.wins 0
		// KHA-2.6: no role was held yet
		= public.houses.Ava.role_counts {}
		// KHA-2.8, KHA-3.10, KHA-7.1: equal prestige goes by house number
		= order ["Ava","Babak","Chiara","Dario"]  leader Dario  moderator Ava
		// KHA-3.3, KHA-3.6, KHA-4.1: resources and stability in the middle, the pool at 3
		= resources.army {"value":10,"slope":null,"run":0}  resources.knowledge.value 10  stability 10  pool 3
		// KHA-3.7, KHA-3.8
		= private.Ava.coins 10  private.Ava.power 8  private.Dario.coins 10
		// KHA-1.2: the king is no player
		= public.houses.king absent
		asked table slopes
		! KHA-3.11 Ava slopes up up up up up
		! KHA-3.11 {"seat":"table","do":"slopes"}
		! KHA-3.11 {"seat":"table","do":"slopes","army":"up","wealth":"up","legitimacy":"up","welfare":"up"}
		! KHA-3.11 {"seat":"table","do":"slopes","army":"level","wealth":"up","legitimacy":"up","welfare":"up","knowledge":"up"}
		table slopes up down up down up
		// KHA-3.11, KHA-4.2
		= resources.army {"value":10,"slope":"up","run":0}  resources.wealth.slope down  resources.welfare.slope down
		! KHA-3.11 table slopes up up up up up`)
	s.Asked("Ava discard")
}

// KHA-3.2, KHA-3.3, KHA-3.4, KHA-3.5, KHA-3.6, KHA-3.7, KHA-3.8, KHA-3.9, KHA-6.3, KHA-14.2: what went before a campaign that is under way.
func TestStart(t *testing.T) {
	play(t, `begin 3 {"start":{"reign":5,"houses":{"Ava":{"prestige":2,"ability":{"start_coins":-20,"start_power":1}},"Babak":{"crown":3,"wins":1,"role_counts":{"rebel":2},"achievements":["first"]}},"history":[{"resource":"army","sign":"+","house":"Ava","reign":1},{"resource":"army","sign":"+","house":"Ava","reign":2},{"resource":"wealth","sign":"-","house":"Babak","reign":4}],"unity":2,"division":1}}
		// KHA-3.2: that of reign 1 is forgotten, that of reign 2 counts for the last time
		= history [{"n":2,"resource":"army","sign":"+","house":"Ava","reign":2},{"n":3,"resource":"wealth","sign":"-","house":"Babak","reign":4}]
		// KHA-3.4, KHA-3.5
		= resources.army.value 11  resources.wealth.value 9  stability 10
		// KHA-3.7: never below 0;  KHA-3.8: the signed events count
		= Ava.coins 0  Ava.power 10  Babak.coins 10  Babak.power 7  Chiara.power 8
		= order ["Babak","Chiara","Ava"]  reign 5  unity 2  division 1
		= public.houses.Babak.role_counts {"rebel":2}  public.houses.Babak.achievements ["first"]`)
	// of four events of a resource the oldest falls away
	play(t, `begin 3 {"start":{"reign":2,"history":[{"resource":"army","sign":"+","house":"Ava","reign":1},{"resource":"army","sign":"+","house":"Ava","reign":1},{"resource":"army","sign":"-","house":"Ava","reign":1},{"resource":"army","sign":"+","house":"Chiara","reign":1}]}}
		= resources.army.value 11  Ava.power 8  Chiara.power 9 // KHA-14.3`)
	// KHA-3.8: power is never below 0
	play(t, `begin 3 {"start":{"reign":2,"houses":{"Ava":{"ability":{"start_power":-12}}}}}
		= Ava.power 0`)
}

func TestDraft(t *testing.T) {
	play(t, `begin 5`, slopes, `
		// KHA-5.1, KHA-5.2, KHA-2.8: the weakest house has all six, discards one unseen, then takes one
		= phase draft  draft_left 6  Ava.options ["opportunist","opulent","centrist","greedy","rebel","extremist"]  Babak.options []
		! KHA-5.4 Ava take rebel
		! KHA-5.2 Babak discard rebel
		! KHA-5.2 Ava discard marshal
		Ava discard rebel
		! KHA-5.2 Ava discard greedy
		! KHA-5.3 Ava take rebel  // KHA-5.4: it cannot take what it discarded
		= draft_left 5
		Ava take greedy
		// KHA-5.3, KHA-5.5: each sees what is left when its turn comes, and no more
		= draft_left 4  Ava.options []  Babak.options ["opportunist","opulent","centrist","extremist"]  Chiara.options []  Ava.secret_role greedy
		as public = private {}
		! KHA-5.3 Chiara take centrist
		! KHA-5.3 Babak take greedy
		Babak take centrist
		Chiara take opulent
		Dario take opportunist
		lists Elena take extremist
		Elena take extremist
		// KHA-5.6, KHA-6.3: the roles are secret, and the public ones are drawn
		= phase lots  Elena.secret_role extremist  draft_left 0  holdings {}
		as Babak = private.Ava absent
		= result null`)
}

// KHA-5.7: with cards the box is not told before the end.
func TestDraftWithCards(t *testing.T) {
	play(t, start(3), `= phase propose  Ava.secret_role null`, reigned(3)[0:len(reigned(3))-len("Chiara reveal centrist\n")], `
		= phase reveal
		asked Chiara reveal
		! KHA-5.7 Ava reveal rebel
		! KHA-5.7 Chiara reveal opulent
		lists Chiara reveal centrist greedy rebel extremist
		! KHA-5.7 table reveal rebel
		Chiara reveal centrist
		= phase between  result.scores.Chiara.secret_role centrist`)
}

func TestPublicRoles(t *testing.T) {
	for n := 3; n <= 5; n++ { // two each; with fewer seats some stay out
		play(t, start(n), `= roles.Ava ["marshal","judge"]  roles.Babak ["merchant","steward"] // KHA-6.1, KHA-6.2, KHA-1.1`)
	}
	play(t, `begin 3 {"draft":"cards"}`, slopes, `
		= phase lots  roles.Ava []
		! KHA-6.2 table lots {"marshal":"Ava","judge":"Ava","merchant":"Babak","steward":"Babak","sentinel":"Chiara"}
		! KHA-6.2 table lots {"marshal":"Ava","judge":"Ava","merchant":"Ava","steward":"Babak","sentinel":"Chiara","sage":"Chiara"}
		! KHA-6.8 Ava lots {"marshal":"Ava"}
		! KHA-6.8 {"seat":"table","do":"lots"}
		! KHA-6.8 table lots {"king":"Ava"}
		// KHA-6.9: both signs of a resource
		table lots {"marshal":"Ava","sentinel":"Ava","merchant":"Babak","steward":"Babak","judge":"Chiara","sage":"Chiara"}
		= roles.Ava ["marshal","sentinel"]  phase propose`)
	// the newest event of a resource and sign has the role, and two are kept without asking
	play(t, `begin 3 {"draft":"cards","start":{"reign":3,"history":[{"resource":"army","sign":"+","house":"Ava","reign":1},{"resource":"army","sign":"+","house":"Babak","reign":2},{"resource":"army","sign":"-","house":"Babak","reign":1}]}}`, slopes, `
		= phase lots  roles.Babak ["marshal","sentinel"]  roles.Ava [] // KHA-6.4, KHA-6.5, KHA-6.7
		! KHA-6.8 table lots {"marshal":"Ava","judge":"Ava","merchant":"Chiara","sage":"Chiara"}
		table lots {"judge":"Ava","merchant":"Ava","sage":"Chiara","vizier":"Chiara"}
		= roles.Chiara ["vizier","sage"]`)
	// KHA-6.6: a role that is let go passes over a closed house, and may make the next one choose
	play(t, `begin 3 {"draft":"cards","start":{"reign":3,"houses":{"Babak":{"prestige":1},"Chiara":{"prestige":2}},"history":[`+
		`{"resource":"army","sign":"+","house":"Ava","reign":1},{"resource":"army","sign":"+","house":"Babak","reign":2},`+
		`{"resource":"wealth","sign":"+","house":"Babak","reign":1},{"resource":"wealth","sign":"+","house":"Ava","reign":2},`+
		`{"resource":"welfare","sign":"-","house":"Ava","reign":2},{"resource":"welfare","sign":"+","house":"Ava","reign":2},`+
		`{"resource":"knowledge","sign":"+","house":"Babak","reign":2}]}}`, slopes, `
		= phase roles  roles.Ava ["merchant","counsellor","steward"]  roles.Babak ["marshal","sage"]
		asked Ava keep
		! KHA-6.6 Babak keep marshal,sage
		! KHA-6.6 Ava keep merchant,merchant
		! KHA-6.6 Ava keep merchant,marshal
		! KHA-6.6 Ava keep merchant
		Ava keep counsellor,steward
		// the merchant passes to Babak, who now stands with three
		= roles.Babak ["marshal","merchant","sage"]
		asked Babak keep
		Babak keep merchant,sage
		// the marshal passes over Ava, who is closed, and is drawn
		= phase lots  roles.Ava ["counsellor","steward"]  roles.Babak ["merchant","sage"]  roles.Chiara []
		table lots {"marshal":"Chiara","judge":"Chiara"}
		= phase propose  round 1`)
	// they stay for the reign, whatever is signed in it
	play(t, council(3), `
		Ava vote yes 1
		Babak vote strengthen
		Chiara vote strengthen
		Ava done
		{"seat":"table","do":"outcome","history":[{"resource":"wealth","sign":"+"}]}
		{"seat":"Ava","do":"sign"}
		= roles.Babak ["merchant","steward"]  roles.Ava ["marshal","judge"] // KHA-6.10`)
}

// The box draws slopes, lots and death with the seed of the header, in the order of the ledger
// (section 8.5): the same seed gives the same, and the table types nothing (KHA-3.11, KHA-6.8, KHA-16.3).
func TestTheBoxDraws(t *testing.T) {
	seen := map[string]bool{}
	for seed := range 8 {
		var first string
		for range 2 {
			s := play(t, fmt.Sprintf(`begin 3 {"draft":"cards","chance":"box"} seed=%d
				! KHA-3.11 table slopes up up up up up
				{"seat":"table","do":"slopes"}
				! KHA-6.8 table lots {"marshal":"Ava"}
				{"seat":"table","do":"lots"}
				= phase propose`, seed))
			b, err := json.Marshal(s.Game.View(engine.Public).Public)
			require.NoError(t, err)
			if first == "" {
				first = string(b)
			}
			assert.Equal(t, first, string(b))
		}
		seen[first] = true
	}
	assert.Greater(t, len(seen), 4)
	ends := map[string]int{}
	for seed := range 30 {
		s := play(t, fmt.Sprintf(`begin 3 {"draft":"cards","chance":"box"} seed=%d
			{"seat":"table","do":"slopes"}
			{"seat":"table","do":"lots"}
			%s
			! KHA-16.3 table death true
			{"seat":"table","do":"death"}`, seed, abstainedTimes(7)))
		ends[s.Game.View(engine.Public).Phase]++
	}
	assert.Greater(t, ends["reveal"], 3, "one in three dies")
	assert.Greater(t, ends["propose"], 12)
	play(t, start(3), abstainedTimes(7), `! KHA-16.3 {"seat":"table","do":"death"}`)
}

func abstainedTimes(n int) string {
	s := ""
	for range n {
		s += abstained(3, "Ava", "")
	}
	return s
}
