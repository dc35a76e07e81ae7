package khandan_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	khandanface "consigliere/engine/khandan/face"
)

// pastRecord is a reign that has ended, with a deal of several parts, and the beginning of the next.
const pastRecord = `{"game":"khandan","seats":["Ava","Babak","Chiara"],"options":{"chance":"table","voting":"sealed"},"seed":1}
{"seat":"table","do":"slopes","army":"up","wealth":"up","legitimacy":"down","welfare":"down","knowledge":"up"}
{"seat":"Ava","do":"discard","role":"greedy"}
{"seat":"Ava","do":"take","role":"rebel"}
{"seat":"Babak","do":"take","role":"opulent"}
{"seat":"Chiara","do":"take","role":"extremist"}
{"seat":"table","do":"lots","roles":{"marshal":"Ava","judge":"Ava","merchant":"Babak","steward":"Babak","sentinel":"Chiara","sage":"Chiara"}}
{"seat":"table","do":"propose"}
{"seat":"Ava","do":"offer","to":"Babak","give":{"coins":1},"get":{"vote":"no","power":2,"leader":"Ava","note":"and the garden"}}
{"seat":"Chiara","do":"offer","to":"Ava","give":{"coins":2},"get":{}}
{"seat":"Babak","do":"accept","deal":1}
{"seat":"Ava","do":"vote","choice":"yes","power":2}
{"seat":"Babak","do":"vote","choice":"no","power":2}
{"seat":"Chiara","do":"vote","choice":"yes","power":1}
{"seat":"table","do":"outcome","resources":{"army":9},"story":[{"line":"line2","event":"The siege"}]}
{"seat":"Ava","do":"sign"}
{"seat":"table","do":"next_reign"}
`

// pastKeys returns all texts of a past with their arguments.
func pastKeys(p *engine.Past) []string {
	var list []string
	for _, g := range p.Groups {
		for _, x := range append([]engine.Text{g.Heading}, texts(g.Lines)...) {
			list = append(list, strings.TrimSpace(x.Key+" "+strings.Join(x.Things(), " ")))
		}
	}
	return list
}

func texts(lines []engine.Line) []engine.Text {
	var list []engine.Text
	for i := range lines {
		list = append(list, lines[i].Text)
	}
	return list
}

// The past of a campaign: the tracks at the ends of reigns, deals that both have confirmed with all
// their parts, and the stories.
func TestPast(t *testing.T) {
	p, err := khandanface.Title().Past([]byte(pastRecord))
	require.NoError(t, err)
	require.Len(t, p.Graphs, 2)
	assert.Equal(t, []int{20}, p.Graphs[0].Rows[0].Values, "the army")
	assert.Equal(t, []int{10}, p.Graphs[0].Rows[1].Values)
	assert.Equal(t, []int{20}, p.Graphs[0].Rows[5].Values, "the stability")
	assert.Equal(t, []int{6}, p.Graphs[1].Rows[0].Values, "Ava's power")
	assert.Equal(t, []int{8}, p.Graphs[1].Rows[1].Values, "Babak's came back")
	assert.Equal(t, 8, p.Graphs[1].Most)
	assert.Equal(t, []string{
		"past.end ending.deposed",
		"past.deal_n told.coins told.several", "scene.term_n told.vote_no", "scene.term_to told.leader", "scene.note and the garden",
		"scene.lines", "scene.levels", "line.line2", "past.event The siege",
	}, pastKeys(&p))
}

// What is secret until a reign ends makes no difference to the past until then.
func TestPastTellsNoSecret(t *testing.T) {
	title := khandanface.Title()
	twin := strings.NewReplacer(`"do":"take","role":"opulent"`, `"do":"take","role":"extremist"`, `"Chiara","do":"take","role":"extremist"`, `"Chiara","do":"take","role":"opulent"`,
		`"do":"vote","choice":"yes","power":2`, `"do":"vote","choice":"moderate"`).Replace(pastRecord)
	lines, others := strings.SplitAfter(pastRecord, "\n"), strings.SplitAfter(twin, "\n")
	require.NotEqual(t, lines, others)
	for n := 1; n <= 13; n++ { // two of three have sealed
		a, err := title.Past([]byte(strings.Join(lines[:n], "")))
		require.NoError(t, err)
		b, err := title.Past([]byte(strings.Join(others[:n], "")))
		require.NoError(t, err, "%s", others[n-1])
		assert.Equal(t, a, b, "line %d", n)
		assert.Empty(t, a.Graphs)
	}
}
