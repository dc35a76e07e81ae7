package khandan_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/enginetest"
	"consigliere/engine/khandan"
	khandanface "consigliere/engine/khandan/face"
)

// The points of one reign of three seats with tracks as given (KHA-17).
func TestScores(t *testing.T) {
	// army 20, wealth 14, legitimacy 0, welfare 9, knowledge 10: stability 10+10+4-10-1+0 = 13
	tracks := abstained(3, "Ava", `,"resources":{"army":9,"legitimacy":-9}`) + abstained(3, "Ava", `,"resources":{"wealth":3}`) + abstained(3, "Ava", `,"resources":{"welfare":1}`) +
		abstained(3, "Ava", `,"resources":{"welfare":-2}`) + abstainedTimes(3) + "table death true\n"
	for _, c := range []struct {
		role  string
		want  int
		shows string
	}{
		{"opportunist", 10, "KHA-17.2"}, // legitimacy 0, welfare 9, knowledge 10
		{"opulent", 10, ""},             // both ends included: army 20, wealth 14, knowledge 10
		{"centrist", 10, ""},            // wealth 14, welfare 9, knowledge 10
		{"greedy", 11, ""},              // army, legitimacy
		{"rebel", 13, ""},               // the same
		{"extremist", 21, "KHA-17.3"},   // 20 - 0 + 1
	} {
		others := strings.Fields(strings.ReplaceAll("opportunist opulent centrist greedy rebel extremist", c.role, ""))
		play(t, start(3), tracks, "Ava reveal "+c.role, "Babak reveal "+others[0], "Chiara reveal "+others[1], `
			= resources.army.value 20  resources.wealth.value 14  resources.legitimacy.value 0  resources.welfare.value 9  resources.knowledge.value 10
			= result.ending death  result.reign 1 // `+c.shows).Is("result.scores.Ava.resource_points", c.want)
	}
	// a number of resources that the table has: none inside for the centrist's 5 to 15 is 0, five are 14
	play(t, start(3), abstainedTimes(7), `table death true
		Ava reveal centrist
		Babak reveal greedy
		Chiara reveal rebel
		= result.scores.Ava.resource_points 14  result.scores.Babak.resource_points 4  result.scores.Chiara.resource_points 0
		// KHA-17.1, KHA-17.4: all equal in coins: all take place 1
		= result.scores.Ava.coin_place 1  result.scores.Ava.coin_points 5  result.scores.Babak.coin_points 8  result.scores.Chiara.coin_points 3
		// KHA-17.5, KHA-17.6: all resources equal: place 1 from the top and from the bottom
		= result.scores.Ava.public_points 0  result.scores.Chiara.public_points 0
		// KHA-17.7: power 8 + 1 each
		= result.scores.Ava.power 9  result.scores.Ava.power_place 1  result.scores.Ava.power_points 2
		// KHA-17.9: coins and power count by place alone
		= result.scores.Ava.coins 17  result.scores.Ava.total 21  result.scores.Babak.total 14  result.scores.Chiara.total 5
		// KHA-17.11, KHA-18.1, KHA-18.2: the last takes the last column;  18.3: after a death the Rebel gets nothing more
		= result.ranking ["Ava","Babak","Chiara"]  result.winners ["Ava"]
		= result.scores.Ava.prestige 4  result.scores.Babak.prestige 3  result.scores.Chiara.prestige 0  result.scores.Chiara.crown 2
		= public.houses.Ava {"name":"Ava","emblem":"","number":1,"prestige":4,"crown":0,"wins":1,"role_counts":{"centrist":1,"marshal":1,"judge":1},"achievements":[],"ability":{"start_coins":0,"start_power":0,"abstain_coins":0,"end_points":0}}
		// all is shown now
		= public.holdings.Ava {"coins":17,"power":9}  Ava.secret_role centrist`)
	// KHA-17.1: equals share the better place and the next fall away; KHA-17.5, KHA-17.6 by place 2
	play(t, start(4), `
		table propose
		Ava vote yes 3
		Babak vote no 1
		Chiara vote no 1
		Dario vote strengthen
		Ava done
		Babak done
		Chiara done
		{"seat":"table","do":"outcome","resources":{"army":1,"legitimacy":-1,"wealth":2}}`,
		strings.Repeat(abstained(4, "Ava", ""), 6), `table death true
		Ava reveal centrist
		Babak reveal greedy
		Chiara reveal rebel
		Dario reveal opulent
		= resources.army.value 12  resources.wealth.value 13  resources.legitimacy.value 8
		// Dario 11+6 coins, the others 10+6
		= result.scores.Dario.coin_place 1  result.scores.Ava.coin_place 2  result.scores.Babak.coin_place 2  result.scores.Chiara.coin_place 2
		= result.scores.Ava.coin_points 3  result.scores.Babak.coin_points 6  result.scores.Dario.coin_points 6
		// marshal: army is second, judge: legitimacy is the lowest;  merchant: wealth is first, steward: welfare is second from below with knowledge
		= result.scores.Ava.public_points -2  result.scores.Babak.public_points 2
		// sentinel: army is place 4 from below;  sage, high priest: knowledge is third from the top, second from below;  vizier: last
		= result.scores.Chiara.public_points 0  result.scores.Dario.public_points -1
		// power: Dario most, then Babak and Chiara: place 2 and 2, Ava 4
		= result.scores.Dario.power_place 1  result.scores.Babak.power_place 2  result.scores.Chiara.power_points 1  result.scores.Ava.power_place 4  result.scores.Ava.power_points 0`)
	// abilities count, and a total may be negative
	play(t, start(3, `"start":{"houses":{"Ava":{"ability":{"end_points":-30}}}}`), reigned(3), `
		= result.scores.Ava.ability_points -30  result.ranking ["Babak","Chiara","Ava"] // KHA-17.8, KHA-17.10`).Is("result.scores.Ava.total", 15+6+0+2-30)
	// KHA-17.11: equal totals go by power, coins, then the weaker house; that is Ava here with the same of all
	s := play(t, start(3, `"start":{"houses":{"Ava":{"prestige":1}}}`), strings.ReplaceAll(abstainedTimes(7), "Ava break", "Babak break"), `table death true
		Ava reveal opportunist
		Babak reveal opulent
		Chiara reveal rebel
		= result.scores.Ava.total 23  result.scores.Babak.total 23  order ["Babak","Chiara","Ava"]  result.ranking ["Babak","Ava","Chiara"]`)
	assert.Equal(t, "cue.tie_order", decided(khandanface.Title().Draw(s.Game.View(engine.Public)).Lines), "it says so")
}

// decided returns the key of what a result says has decided between equals.
func decided(lines []engine.Line) string {
	for _, l := range lines {
		if strings.HasPrefix(l.Text.Key, "cue.tie_") {
			return l.Text.Key
		}
	}
	return ""
}

// KHA-18.1, KHA-18.2, KHA-18.3: awards by place and ending for each number of seats.
func TestAwards(t *testing.T) {
	roles := []string{"opulent", "centrist", "opportunist", "greedy", "rebel"}
	for _, c := range []struct {
		seats  int
		change string
		ending string
		want   [][2]int // prestige and crown by place; the rebel is the last seat
	}{
		{5, `"army":9`, "deposed", [][2]int{{3, 0}, {2, 0}, {1, 0}, {1, 0}, {0, 2}}},
		{4, `"army":9`, "deposed", [][2]int{{3, 0}, {2, 0}, {1, 0}, {0, 2}}},
		{3, `"army":9`, "deposed", [][2]int{{3, 0}, {2, 0}, {0, 2}}},
		{5, `"welfare":-9`, "fled", [][2]int{{0, 2}, {0, 1}, {0, 1}, {0, 1}, {2, 0}}},
		{3, `"welfare":-9`, "fled", [][2]int{{0, 2}, {0, 1}, {2, 0}}},
		{5, "", "death", [][2]int{{4, 0}, {3, 0}, {1, 1}, {1, 1}, {0, 2}}},
		{4, "", "death", [][2]int{{4, 0}, {3, 0}, {1, 1}, {0, 2}}},
	} {
		text := start(c.seats)
		if c.change != "" {
			text += abstained(c.seats, "Ava", `,"resources":{`+c.change+`}`)
		} else {
			text += strings.Repeat(abstained(c.seats, "Ava", ""), 7) + "table death true\n"
		}
		roles := append(append([]string{}, roles[:c.seats-1]...), "rebel")
		for i, r := range roles {
			text += five[i] + " reveal " + r + "\n"
		}
		s := play(t, text)
		s.Is("result.ending", c.ending)
		if c.ending != "death" {
			s.Shows("KHA-18.3")
		}
		var st struct {
			Result struct {
				Ranking []string
				Scores  map[string]struct{ Prestige, Crown, Place int }
			}
		}
		require.NoError(t, json.Unmarshal(enginetest.Status(s.Game, s.Seats), &st))
		for i, name := range st.Result.Ranking {
			want := c.want[i]
			if name == five[c.seats-1] && c.ending != "death" {
				want[1]++ // KHA-18.3
			}
			sc := st.Result.Scores[name]
			assert.Equal(t, want, [2]int{sc.Prestige, sc.Crown}, "%d seats, %s, %s in place %d", c.seats, c.ending, name, i+1)
			assert.Equal(t, i+1, sc.Place)
		}
	}
}

// What a reign leaves, and what it does not (KHA-1.5, KHA-1.6, KHA-1.7, KHA-1.8, KHA-2.6, KHA-3.9, KHA-19.1, KHA-19.2, KHA-20.1).
func TestNextReign(t *testing.T) {
	first := start(3) + strings.TrimSuffix(abstained(3, "Ava", `,"resources":{"army":2},"history":[{"resource":"wealth","sign":"+"}],"story":[{"line":"line1","event":"a","ability":{"start_coins":2}}]`), "\n") + `
		{"seat":"Ava","do":"sign"}
		` + abstainedTimes(6) + `table death true
		Ava reveal opportunist
		Babak reveal opulent
		Chiara reveal centrist
		`
	play(t, first, `
		= phase between
		asked table next_reign
		offered table end_campaign, table adjust
		! KHA-20.1 Ava next_reign
		table next_reign
		// KHA-19.2, KHA-3.9, KHA-6.3, KHA-7.1: all that belongs to a reign begins anew
		= phase slopes  reign 2  round 0  result null  card null  votes {}  deals []  stability 10  pool 3  resources.army {"value":10,"slope":null,"run":0}
		= roles {"Ava":[],"Babak":[],"Chiara":[]}  Ava.secret_role null  signer null  holdings {}
		// KHA-19.1, KHA-1.8, 1.7, 1.5: all that belongs to the houses stays, and no points
		= public.houses.Ava.role_counts {"opportunist":1,"marshal":1,"judge":1}  lines.line1.holder Ava
		// KHA-3.4, KHA-3.8: the event that Ava signed counts now
		= resources.wealth.value 11  Ava.power 9  Ava.coins 12  Babak.power 8
		// KHA-6.4: and gives Ava the merchant`, slopes, `
		= roles.Ava ["merchant"]`)
	// KHA-20.1: by the number of reigns
	play(t, strings.Replace(first, `"draft":"cards"`, `"draft":"cards","reigns":1`, 1), `
		asked table end_campaign
		offered table adjust
		! KHA-20.1 table next_reign
		table end_campaign
		= phase over  over true  result.reign 1
		asked
		! KHA-20.1 table end_campaign
		! KHA-20.1 Ava vote strengthen`)
	// KHA-20.1: by the fifth storyline
	play(t, start(3, `"start":{"lines":{"line1":{"ended":true},"line2":{"ended":true},"line3":{"ended":true},"line4":{"ended":true}}}`), `
		= phase propose`,
		abstained(3, "Ava", `,"resources":{"army":9},"story":[{"line":"line5","event":"e","end":{"level":"unity"}}]`), `{"seat":"Ava","do":"sign"}
		Ava reveal opportunist
		Babak reveal opulent
		Chiara reveal centrist
		asked table end_campaign`)
}

// KHA-20.2, KHA-20.3, KHA-20.4, KHA-20.5: who wins the campaign.
func TestCampaign(t *testing.T) {
	shows := map[string]string{"unity": "KHA-20.2", "division": "KHA-20.3", "balance by the sum": "KHA-20.4", "wins": "KHA-20.5"}
	for _, c := range []struct{ name, houses, levels, by, winners, decided string }{
		{"unity", `"Ava":{"prestige":20},"Babak":{"crown":30}`, `"unity":2,"division":1`, "unity", `["Ava"]`, ""},
		{"unity, equal prestige", `"Ava":{"prestige":20},"Babak":{"prestige":21,"crown":9}`, `"unity":2`, "unity", `["Babak"]`, "cue.tie_crowns"},
		{"division", `"Ava":{"prestige":20},"Babak":{"crown":30}`, `"division":1`, "division", `["Babak"]`, ""},
		{"balance", `"Ava":{"prestige":20},"Babak":{"crown":10,"prestige":11}`, `"unity":1,"division":1`, "balance", `["Ava"]`, "cue.tie_prestige"},
		{"balance by the sum", `"Ava":{"prestige":20},"Babak":{"crown":14,"prestige":11}`, ``, "balance", `["Babak"]`, ""},
		{"division, equal crowns", `"Ava":{"crown":20,"prestige":1},"Babak":{"crown":20,"prestige":9}`, `"division":1`, "division", `["Babak"]`, "cue.tie_prestige"},
		{"wins", `"Babak":{"crown":20,"prestige":7},"Chiara":{"crown":18,"prestige":10,"wins":1}`, `"division":1`, "division", `["Chiara"]`, "cue.tie_wins"},
		{"together", `"Babak":{"crown":20,"prestige":7},"Chiara":{"crown":18,"prestige":10}`, `"division":1`, "division", `["Babak","Chiara"]`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			options := `"start":{"houses":{` + c.houses + `}`
			if c.levels != "" {
				options += "," + c.levels
			}
			// all end with equal points but for the order: Ava 4 prestige, Babak 3, Chiara 2 crowns
			s := play(t, start(3, options+"}"), "= phase propose")
			moderator := moderatorOf(s)
			s.Run(strings.ReplaceAll(abstainedTimes(7), "Ava break", moderator+" break") + `table death true
				Ava reveal opulent
				Babak reveal centrist
				Chiara reveal rebel
				= result.ranking ["Ava","Babak","Chiara"]  result.campaign absent
				table end_campaign`)
			s.Is("result.campaign.by", c.by)
			s.Shows(shows[c.name])
			s.Is("result.campaign.winners", c.winners)
			scene := khandanface.Title().Draw(s.Game.View(engine.Public))
			lines := scene.Lines
			assert.Equal(t, c.decided, decided(lines))
			var headings []string
			for _, g := range scene.Groups {
				headings = append(headings, g.Heading.Key)
			}
			assert.Subset(t, headings, []string{"ending.death", "scene.secrets", "scene.points"}, "how the last reign ended")
			winners := strings.Split(strings.Trim(c.winners, `[]"`), `","`)
			for _, l := range slices.DeleteFunc(lines, func(l engine.Line) bool { return l.Seat < 0 })[:len(winners)] {
				assert.Contains(t, winners, s.Seats.Name(l.Seat), "who has won stands first")
			}
		})
	}
}

func moderatorOf(s *enginetest.Script) string {
	return s.Game.View(engine.Public).Public.(khandan.Status).Moderator
}

// Corrections of the table (section 8.4 of the ledger).
func TestAdjust(t *testing.T) {
	play(t, start(3), `
		{"seat":"table","do":"adjust","house":"Ava","prestige":2,"crown":1,"coins":-10,"power":3,"achievement":"founder","ability":{"end_points":2}}
		said adjusted Ava, adjusted Ava, adjusted_fewer Ava, adjusted_more Ava, achievement Ava, adjusted_ability Ava
		= Ava.coins 0  Ava.power 11  public.houses.Ava.prestige 2  public.houses.Ava.achievements ["founder"]  public.houses.Ava.ability.end_points 2
		// KHA-2.8: the order stays for the reign;  KHA-2.5: the ability works
		= order ["Ava","Babak","Chiara"]
		! KHA-2.3 {"seat":"table","do":"adjust","house":"Ava","prestige":-3}
		! KHA-3.7 {"seat":"table","do":"adjust","house":"Ava","coins":-1}
		! KHA-3.8 {"seat":"table","do":"adjust","house":"Ava","power":-12}
		! KHA-2.3 {"seat":"table","do":"adjust","house":"Ava"}
		! KHA-2.3 {"seat":"table","do":"adjust","house":"Ava","prestige":0}
		! KHA-2.3 {"seat":"table","do":"adjust","house":"Ava","crown":21}
		! KHA-2.5 {"seat":"table","do":"adjust","house":"Ava","achievement":"founder"}
		! KHA-2.3 Ava adjust Ava crown=1
		{"seat":"table","do":"adjust","unity":2,"division":1}
		said adjusted_realm, adjusted_realm
		= unity 2  division 1
		! KHA-15.4 {"seat":"table","do":"adjust","unity":-3}
		! KHA-2.3 {"seat":"table","do":"adjust","unity":6}
		table propose
		! KHA-2.3 {"seat":"table","do":"adjust","house":"Ava","crown":1}`)
	play(t, start(3), reigned(3), `
		! KHA-19.2 {"seat":"table","do":"adjust","house":"Ava","coins":1}
		{"seat":"table","do":"adjust","house":"Chiara","crown":1}
		= public.houses.Chiara.crown 3`)
}

func TestPlayWithAPack(t *testing.T) {
	with := `"pack":` + testPack()
	begin := start(3, with)
	play(t, begin, `
		// KHA-8.4: an eligible decision by its id;  KHA-15.1: the lines of the pack
		= lines.line_a {"events":[],"ended":false,"holder":null}
		! KHA-8.1 table propose
		! KHA-8.1 table propose nowhere
		! KHA-8.4 table propose a_close_x  // not before reign 2, and not before a_x
		! KHA-8.4 table propose common_13  // requires another to be used
		unlisted table propose a_close_y
		table propose a_open
		= card a_open // KHA-8.2
		Ava vote strengthen
		Babak vote yes 1
		Chiara vote strengthen
		Babak done
		// KHA-8.3, KHA-13.1: the table names the result that it drew
		! KHA-13.1 {"seat":"table","do":"outcome"}
		! KHA-13.1 table outcome stay  // that of the other side
		! KHA-13.1 {"seat":"Ava","do":"outcome","result":"go"}
		lists table outcome go turn
		table outcome turn
		= resources.wealth.value 12  phase sign
		{"seat":"Babak","do":"sign"}
		= lines.line_a {"events":[{"event":"a_y","house":"Babak","reign":1}],"ended":false,"holder":"Babak"}  public.houses.Babak.ability.start_power 1
		! KHA-8.4 table propose a_open  // used
		! KHA-8.4 table propose a_close_x
		table propose a_close_y
		Ava vote yes 1
		Babak vote strengthen
		Chiara vote strengthen
		Ava done
		table outcome together
		{"seat":"Ava","do":"sign"}
		// KHA-15.3, KHA-15.4: the end of the line, as the pack says: Ava's sheet is the falcon
		= lines.line_a.ended true  unity 1  public.houses.Ava.achievements ["falcon_story"]
		// KHA-15.5: one event each, Ava signed last
		= public.houses.Ava.prestige 2  public.houses.Ava.ability {"start_coins":0,"start_power":1,"abstain_coins":1,"end_points":1}  public.houses.Babak.ability.start_power 0
		! KHA-8.4 table propose a_close_x
		table propose by_hand
		Ava vote yes 1
		Babak vote strengthen
		Chiara vote strengthen
		Ava done
		! KHA-13.1 table outcome fine
		! KHA-15.1 {"seat":"table","do":"outcome","story":[{"line":"line_b","event":"b_unity"}]}
		! KHA-15.1 {"seat":"table","do":"outcome","story":[{"line":"line_b","event":"c_x"}]}
		! KHA-15.3 {"seat":"table","do":"outcome","story":[{"line":"line_a","event":"a_y"}]}
		! KHA-15.2 {"seat":"table","do":"outcome","story":[{"line":"line_b","event":"b_x","ability":{"start_coins":1}}]}
		{"seat":"table","do":"outcome","resources":{"army":1},"story":[{"line":"line_b","event":"b_x"}]}
		{"seat":"Ava","do":"sign"}
		= lines.line_b.holder Ava  resources.army.value 12
		table propose common_0
		Ava vote yes 1
		Babak vote strengthen
		Chiara vote strengthen
		Ava done
		table outcome fine
		{"seat":"Ava","do":"sign"}
		// a decision that required this one is open now
		table propose common_13`)
	// story achievements of sheets that are not in play are nobody's
	play(t, start(3, with, `"sheets":{"Ava":"lamp","Babak":"lion","Chiara":"cedar"}`), `
		table propose a_open
		Ava vote yes 1
		Babak vote strengthen
		Chiara vote strengthen
		Ava done
		table outcome turn
		{"seat":"Ava","do":"sign"}
		table propose a_close_y
		Ava vote no 1
		Babak vote strengthen
		Chiara vote strengthen
		Ava done
		table outcome apart
		{"seat":"Ava","do":"sign"}
		= public.houses.Ava.achievements []  division 2  public.houses.Ava.crown 1  history [{"n":1,"resource":"wealth","sign":"-","house":"Ava","reign":1}]`)
	// KHA-2.4: sheets are all different, and there are no others
	for _, bad := range []string{`{"Ava":"lamp"}`, `{"Ava":"lamp","Babak":"lamp","Chiara":"lion"}`, `{"Ava":"lamp","Babak":"fox","Chiara":"lion"}`} {
		_, _, err := khandanface.Title().Begin(engine.Header{Game: "khandan", Seats: five[:3], Options: []byte(`{` + with + `,"sheets":` + bad + `}`)})
		assert.Error(t, err, bad)
	}
}

// KHA-2.4, KHA-2.5, KHA-2.6, KHA-2.7, KHA-18.4, KHA-18.5: house sheets.
func TestSheets(t *testing.T) {
	with := `"pack":` + testPack()
	// Ava, the falcon: extremist twice is a crown; a reign won and 5 prestige are achievements
	s := play(t, start(3, with, `"start":{"reign":2,"houses":{"Ava":{"prestige":1,"role_counts":{"extremist":1},"ability":{"end_points":40}},"Babak":{"role_counts":{"judge":5}}}}`), `
		= order ["Babak","Chiara","Ava"]  moderator Babak`)
	for i := range 7 {
		s.Run("table propose common_" + string(rune('0'+i)) + `
			Ava vote strengthen
			Babak vote strengthen
			Chiara vote strengthen
			Babak break no
			table outcome quiet`)
		if s.Game.View(engine.Public).Phase == "reveal" {
			break
		}
	}
	if s.Game.View(engine.Public).Phase == "death" {
		s.Run("table death true")
	}
	// KHA-18.4: paid in the reign in which the count reaches it, once
	s.Run(`Ava reveal extremist
		Babak reveal rebel
		Chiara reveal greedy
		= result.winners ["Ava"]
		= public.houses.Ava.role_counts.extremist 2  public.houses.Ava.wins 1 // KHA-18.4, KHA-18.5, KHA-2.7, KHA-2.4`)
	var st struct {
		Public struct {
			Houses map[string]struct {
				Prestige, Crown int
				Achievements    []string
				Ability         map[string]int
			}
		}
		Result struct {
			Scores map[string]struct{ Prestige, Crown int }
		}
	}
	require.NoError(t, json.Unmarshal(enginetest.Status(s.Game, s.Seats), &st))
	ava := st.Public.Houses["Ava"]
	assert.Equal(t, 1+st.Result.Scores["Ava"].Crown, ava.Crown, "the role history of the falcon")
	want := []string{"falcon_1"}
	if ava.Prestige >= 5 {
		want = append(want, "falcon_2")
	}
	assert.Equal(t, want, ava.Achievements)
	assert.Equal(t, 1, ava.Ability["start_power"], "KHA-2.5: the ability of the achievement")
	assert.Equal(t, st.Result.Scores["Babak"].Prestige, st.Public.Houses["Babak"].Prestige, "the lion's judge was not held")
}
