package corleone_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	corleoneface "consigliere/engine/corleone/face"
	"consigliere/engine/enginetest"
)

var shorthands = enginetest.Shorthands{
	"open": "tiles[]", "deal_jobs": "jobs[]", "deal_allies": "allies[]", "first": "player", "adjust": "of gain[]", "horse": "player",
	"influence": "turf", "stack": "turf markers[]", "count": "of money", "thug": "business", "family": "space", "job": "from job pay[]",
	"ally": "ally", "use": "ability", "marker": "from index", "bid": "notes[]", "recruit": "ally", "tribute": "cards[]", "keep": "job",
}

// A script is one play, driven by short lines. A list with cards such as job:shake_down is
// written as it is.
type script struct{ *enginetest.Script }

var cardList = regexp.MustCompile(`( |=)([a-z0-9_,]*\b(?:job|ally):[a-z0-9_:,]+)`)

// Run runs the lines of a script.
func (s *script) Run(text string) *script {
	text = cardList.ReplaceAllStringFunc(text, func(m string) string {
		var list []string
		for c := range strings.SplitSeq(m[1:], ",") {
			if c[0] > '9' {
				c = `"` + c + `"`
			}
			list = append(list, c)
		}
		return m[:1] + "[" + strings.Join(list, ",") + "]"
	})
	s.Script.Run(text)
	return s
}

// play runs the parts of a script one after the other.
func play(t *testing.T, parts ...string) *script {
	t.Helper()
	s := &script{enginetest.NewScript(t, corleoneface.Title(), shorthands)}
	return s.Run(strings.Join(parts, "\n"))
}

// start is the setup of a play of n seats by the table, up to the first turn of Ava. Options are
// keys of the header.
func start(n int, options ...string) string {
	tiles := map[int]string{4: "table open distillery\n", 5: "table open distillery,pawn_shop,laundry\n"}[n]
	jobs := strings.Join([]string{"swiss_box", "numbers_run", "slot_skim", "charity_gala"}[:map[int]int{2: 2, 3: 3, 4: 3, 5: 4}[n]], ",")
	allies := strings.Join([]string{"mayor_1", "union_boss_1", "police_chief_1", "family_accountant"}[:n-1], ",")
	return fmt.Sprintf("begin %d {%s}\n%stable deal_jobs %s\ntable deal_allies %s\ntable first Ava\ntable open gunsmith\n",
		n, strings.Join(options, ","), tiles, jobs, allies)
}

// light is the beginning of a play with light tracking.
func light(n int, options ...string) string {
	options = append(options, `"tracking":"light"`)
	return fmt.Sprintf("begin %d {%s}\ntable first Ava\n", n, strings.Join(options, ","))
}

// wars is the turf war of an act in light tracking, with influence where it is not 0.
func wars(at map[string]string) string {
	var b strings.Builder
	for _, t := range turfIDs {
		of := at[t]
		if of == "" {
			of = "of={}"
		}
		fmt.Fprintf(&b, "table influence %s %s\n", t, of)
	}
	return b.String()
}

// lightAct is an act of light tracking from its beginning to the end of its tribute.
func lightAct(n, act int, at map[string]string) string {
	s := "table next\ntable next\n" + wars(at)
	if act < 4 {
		for _, name := range five[:n] {
			s += name + " bid amount=0\n"
		}
	}
	return s + "table next\n"
}

// scored is a play of light tracking up to the count, with stacks of markers.
func scored(n int, stacks string, options ...string) string {
	s := light(n, options...)
	for act := 1; act <= 4; act++ {
		s += lightAct(n, act, nil)
		if act < 4 {
			s += "table next\n"
		}
	}
	for line := range strings.SplitSeq(stacks, ";") {
		if line = strings.TrimSpace(line); line != "" {
			s += "table stack " + line + "\n"
		}
	}
	return s
}

// act1 is the family phase of Act I with three seats: Ava has most in Wall Street, Babak in
// Upper East Side and Queens, Chiara in Upper West Side.
const act1 = `
	Ava thug navy_pier
	Babak thug air_freight
	Chiara thug gunsmith
	Ava family che_mid_wal
	Ava done
	Babak family ues_que
	Chiara family uws_ues
	Ava thug curb_exchange
	Ava done
	Babak thug meat_market
	Babak done
	Chiara thug opera_house
	Chiara done
`

// allies is the allies of a catalogue with the identifiers of the house, all with the same
// abilities.
func allies(does string) string {
	var list []string
	for act, ids := range [][]string{
		{"family_accountant", "mayor_1", "union_boss_1", "police_chief_1", "dock_foreman", "talent_scout"},
		{"mayor_2", "union_boss_2", "police_chief_2", "coroner", "customs_officer", "getaway_driver"},
		{"mayor_3", "union_boss_3", "police_chief_3", "crooked_judge", "chemist", "loan_shark"},
	} {
		for _, id := range ids {
			list = append(list, fmt.Sprintf(`{"id":%q,"act":%d,"does":["%s"]}`, id, act+1, strings.ReplaceAll(does, ",", `","`)))
		}
	}
	return strings.Join(list, ",")
}
