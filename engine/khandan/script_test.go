package khandan_test

import (
	"fmt"
	"strings"
	"testing"

	"consigliere/engine/enginetest"
	khandanface "consigliere/engine/khandan/face"
)

var shorthands = enginetest.Shorthands{
	"slopes": "army wealth legitimacy welfare knowledge", "discard": "role", "take": "role", "keep": "roles[]", "propose": "card",
	"vote": "choice power", "add": "power", "accept": "deal", "decline": "deal", "withdraw": "deal", "break": "side",
	"pick_leader": "leader", "death": "dies", "reveal": "role", "adjust": "house", "offer": "to give get", "lots": "roles",
	"outcome": "result",
}

var five = []string{"Ava", "Babak", "Chiara", "Dario", "Elena"}

// play runs the parts of a script one after the other.
func play(t testing.TB, parts ...string) *enginetest.Script {
	t.Helper()
	text := strings.ReplaceAll(strings.Join(parts, "\n"), "\t//", " //") // a whole line of comment
	return enginetest.NewScript(t, khandanface.Title(), shorthands).Run(text)
}

const slopes = "table slopes up up down down up\n"

// lots are the public roles of n seats.
var lots = map[int]string{
	3: `table lots {"marshal":"Ava","judge":"Ava","merchant":"Babak","steward":"Babak","sentinel":"Chiara","sage":"Chiara"}` + "\n",
	4: `table lots {"marshal":"Ava","judge":"Ava","merchant":"Babak","steward":"Babak","sentinel":"Chiara","sage":"Chiara","vizier":"Dario","high_priest":"Dario"}` + "\n",
	5: `table lots {"marshal":"Ava","judge":"Ava","merchant":"Babak","steward":"Babak","sentinel":"Chiara","sage":"Chiara","vizier":"Dario","high_priest":"Dario","treasurer":"Elena","counsellor":"Elena"}` + "\n",
}

// start is a reign of n seats up to the first proposal, with the secret roles on cards. Options are
// keys of the header.
func start(n int, options ...string) string {
	options = append(options, `"draft":"cards"`)
	return fmt.Sprintf("begin %d {%s}\n", n, strings.Join(options, ",")) + slopes + lots[n]
}

// council is start up to the first vote.
func council(n int, options ...string) string { return start(n, options...) + "table propose\n" }

// abstained is a phase in which all of n seats strengthen and the moderator says yes.
func abstained(n int, moderator, outcome string) string {
	var b strings.Builder
	b.WriteString("table propose\n")
	for _, s := range five[:n] {
		b.WriteString(s + " vote strengthen\n")
	}
	fmt.Fprintf(&b, "%s break yes\n%s\n", moderator, `{"seat":"table","do":"outcome"`+outcome+"}")
	return b.String()
}

// reigned is the rest of a reign of n seats after n phases, up to the end by the death of the king in
// phase 7, with the secret roles turned up.
func reigned(n int) string {
	s := strings.Repeat(abstained(n, "Ava", ""), 7) + "table death true\n"
	for i, role := range []string{"opportunist", "opulent", "centrist", "greedy", "rebel"}[:n] {
		s += five[i] + " reveal " + role + "\n"
	}
	return s
}
