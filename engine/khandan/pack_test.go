package khandan_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/enginetest"
	"consigliere/engine/khandan"
	"consigliere/engine/khandan/face"
	"consigliere/engine/language"
)

// small is the text of the pack of the tests.
func small(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/small.yaml")
	require.NoError(t, err)
	return string(data)
}

// told returns the mistakes of a pack, each with its place and the key of its message.
func told(t *testing.T, mistakes []engine.Mistake) []string {
	t.Helper()
	var list []string
	for _, m := range mistakes {
		text := m.Syntax
		if text == "" {
			x := m.Why
			text = strings.TrimPrefix(strings.TrimPrefix(x.Key, "refuse.pack_"), "refuse.data_") + ": " + x.Things()[0]
		}
		list = append(list, fmt.Sprintf("%s:%d:%d: %s", m.File, m.Line, m.Column, text))
	}
	return list
}

// The checks 1 to 6 of section 6.3 of the ledger, each with its place (KHA-8.2, KHA-13.1, KHA-15.3).
func TestPackCheck(t *testing.T) {
	whole := small(t)
	for _, c := range []struct{ name, from, to, want string }{
		{"fine", "", "", ""},
		{"a key that is nearly right", "min_reign: 2", "min_rein: 2", "near: decisions[15].min_rein → min_reign"},
		{"a text that is missing in a language", `it: "Small (it)"`, `it: ""`, "text: title.it"},
		{"a text of spaces", `it: "Small (it)"`, `it: "  "`, "text: title.it"},
		{"a text without English", `en: "Small", `, "", "missing: title → en"},
		{"a language that nobody knows", `it: "Small (it)"`, `xx: "Small (xx)"`, "title"},
		{"a text without Italian", `, it: "Small (it)"`, "", ""},
		{"a resource that is nearly right", "resources: {army: 1, legitimacy: -1}", "resources: {arny: 1, legitimacy: -1}", "arny → army"},
		{"a change of nothing", "resources: {army: 1, legitimacy: -1}", "resources: {army: 0, legitimacy: -1}", "zero: decisions[0].results.yes[0].resources.army"},
		{"a change that is too great", "resources: {army: 1, legitimacy: -1}", "resources: {army: 4, legitimacy: -1}", "number: decisions[0].results.yes[0].resources.army"},
		{"an ability that is too great", "ability: {start_power: 1}, ", "ability: {start_power: 6}, ", "number: storylines[0].events[2].end.ability.start_power"},
		{"an identifier twice", "- id: common_1\n", "- id: common_0\n", "twice: decisions[1].id → common_0"},
		{"an identifier with a capital", "- id: common_3\n", "- id: Common_3\n", "id: decisions[3].id → Common_3"},
		{"an event that is not there", "newest: a_x}", "newest: a_z}", "a_z → a_x"},
		{"a line that is not there", "line: line_b\n", "line: line_f\n", "line_f → line_"},
		{"chances that do not add up", "p: 30, expected: false, text: {en: \"So it came: odd\"", "p: 20, expected: false, text: {en: \"So it came: odd\"", "chances: decisions[0].results.yes → 90"},
		{"too little expected", "{id: go, p: 60,", "{id: go, p: 59,", "expected: decisions[14].results.yes → 59"},
		{"no result brings what is shown", "{resource: wealth, dir: down}", "{resource: wealth, dir: up}", "never: decisions["},
		{"an expected result brings what is not shown", "resources: {legitimacy: 2, welfare: -1}", "resources: {legitimacy: 2, welfare: -1, army: 1}", "hidden: decisions[0].results.no[0] → army up"},
		{"an unexpected result that is no surprise", "resources: {army: -2}, history: [{resource: welfare, sign: \"-\", title: {en: \"History of welfare\", fa: \"History of welfare (fa)\", it: \"History of welfare (it)\"}}]", "resources: {army: 1, legitimacy: -1}, history: [{resource: army, sign: \"-\", title: {en: \"h\", fa: \"h\", it: \"h\"}}]", "no_turn: decisions[0].results.yes[1].expected → odd"},
		{"a result without its story event", "story: [a_x]", "story: []", "one_event: decisions[14].results.yes[0].story → go"},
		{"a story event without a line", "    line: line_a\n", "", "no_line: decisions[14]"},
		{"an event that cannot follow", "requires: [{line: line_a, newest: a_x}]", "requires: [{line: line_a, ended: false}]", "after: decisions[15].results.yes[0].story → - → a_unity"},
		{"a decision that is never open", "requires: [{line: line_a, ended: false}]", "requires: [{line: line_a, newest: a_x}]", "closed: decisions[14].requires → a_open"},
		{"a line that gets stuck", "requires: [{line: line_c, newest: c_y}]", "requires: [{line: line_c, newest: c_x}]", "stuck: storylines[2].events[1].id → c_y"},
		{"an event that never comes", "story: [b_y]", "story: [b_x]", "unused: storylines[1].events[1].id → b_y"},
		{"an ending that is missing", "level: division, amount: 2", "level: unity, amount: 2", "endings: storylines[0].events → line_a"},
		{"a reward of both", "reward: {prestige: 2, crown: 0}", "reward: {prestige: 2, crown: 1}", "reward: storylines[0].events[2].end.reward"},
		{"a condition without anything", `{used: common_0, side: "yes"}`, `{side: "yes"}`, "missing: decisions[13].requires[0] → line"},
		{"yes without quotes is a word all the same", `"yes": [{resource: army, dir: up}]`, `yes: [{resource: army, dir: up}]`, ""},
		{"aliases", "format: 1", "format: &one 1\nmore: *one", "no aliases"},
		{"another format", "format: 1", "format: 2", "number: format"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := whole
			if c.from != "" {
				require.Contains(t, whole, c.from)
				times := 1
				if c.name == "an event that never comes" {
					times = -1
				}
				text = strings.Replace(whole, c.from, c.to, times)
			}
			p, wrong := khandan.ReadPack(khandan.File{Name: "a.yaml", Data: []byte(text)})
			lines := told(t, wrong)
			if c.want == "" {
				assert.Empty(t, lines)
				assert.NotNil(t, p)
				return
			}
			assert.Nil(t, p)
			assert.Contains(t, strings.Join(lines, "\n"), c.want)
			for _, m := range wrong {
				assert.Positive(t, m.Line)
				assert.Equal(t, "a.yaml", m.File)
			}
		})
	}
}

// A pack in several files is the same pack, and its mistakes have their files.
func TestPackOfSeveralFiles(t *testing.T) {
	whole := small(t)
	head, rest, ok := strings.Cut(whole, "\nstorylines:")
	require.True(t, ok)
	lines, decisions, ok := strings.Cut("storylines:"+rest, "\ndecisions:")
	require.True(t, ok)
	first, second, ok := strings.Cut(decisions, "  - id: common_7\n")
	require.True(t, ok)
	second = "decisions:\n  - id: common_7\n" + second
	files := []khandan.File{
		{Name: "9.yaml", Data: []byte(second)},
		{Name: "0.yaml", Data: []byte(head)},
		{Name: "5.yaml", Data: []byte("decisions:" + first)},
		{Name: "1.yaml", Data: []byte(lines)},
	}
	p, wrong := khandan.ReadPack(files...)
	require.Empty(t, told(t, wrong))
	one, _ := khandan.ReadPack(khandan.File{Name: "a.yaml", Data: []byte(whole)})
	assert.Equal(t, one.Sum(), p.Sum())

	files[0].Data = []byte(strings.Replace(second, "p: 30", "p: 31", 1))
	_, wrong = khandan.ReadPack(files...)
	require.Len(t, wrong, 1)
	assert.Equal(t, "9.yaml", wrong[0].File)

	files[0].Data = append([]byte("pack: other\n"), second...)
	_, wrong = khandan.ReadPack(files...)
	assert.Contains(t, strings.Join(told(t, wrong), ""), "9.yaml:1:1: twice: pack → 0.yaml")
}

// No file makes the checker panic, nor report without end.
func FuzzPack(f *testing.F) {
	whole := small(f)
	f.Add([]byte(whole))
	f.Add([]byte("pack: x\nhouses: [{}]\nstorylines: [1, [], {}]\ndecisions: {a: 1}\n"))
	f.Add([]byte("storylines: [{id: a, events: [{id: b, after: [b], end: {}}]}]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, wrong := khandan.ReadPack(khandan.File{Name: "a.yaml", Data: data})
		if (p == nil) != (len(wrong) > 0) || len(wrong) > 60 {
			t.Fatalf("%v, %d mistakes", p != nil, len(wrong))
		}
		for _, m := range wrong {
			if m.Why.Key == "" && m.Syntax == "" {
				t.Fatalf("%+v", m)
			}
		}
	})
}

func TestPackIsBounded(t *testing.T) {
	for _, s := range []string{"[", "{", "- ", "a: [", "decisions: [{},\n", "x: 1\n", "? ", "&a ", "{a: "} {
		_, wrong := khandan.ReadPack(khandan.File{Name: "a.yaml", Data: []byte(strings.Repeat(s, 48<<10/len(s)))})
		assert.NotEmpty(t, wrong, "%q", s)
		assert.LessOrEqual(t, len(wrong), 60, "%q", s)
	}
	var keys strings.Builder // each was looked for among all, which took five seconds
	for i := 0; keys.Len() < 500<<10; i++ {
		fmt.Fprintf(&keys, "x%d: 1\n", i)
	}
	var wrong []engine.Mistake
	took := enginetest.CPU(func() {
		_, wrong = khandan.ReadPack(khandan.File{Name: "a.yaml", Data: []byte(keys.String())})
	})
	assert.Len(t, wrong, 50)
	assert.Less(t, took, 3*time.Second)
	_, wrong = khandan.ReadPack(khandan.File{Name: "a.yaml", Data: make([]byte, khandan.MaxPackFile+1)})
	assert.Len(t, wrong, 1)
	_, wrong = khandan.ReadPack()
	assert.Len(t, wrong, 1)
}

// A pack needs English alone, which stands in for each language that it lacks. So a pack that was
// written before a language existed, and the header of its campaign, stay legal.
func TestPackInEnglish(t *testing.T) {
	text := regexp.MustCompile(`, (fa|it): "[^"]*"`).ReplaceAllString(small(t), "")
	require.NotContains(t, text, "fa:")
	p, wrong := khandan.ReadPack(khandan.File{Name: "a.yaml", Data: []byte(text)})
	require.Empty(t, told(t, wrong))
	h := engine.Header{Game: "khandan", Seats: engine.Roster{"Ava", "Babak", "Chiara"}, Seed: 1, Options: []byte(`{"chance":"box","pack":` + string(p.JSON()) + `}`)}
	_, _, err := face.Title().Begin(h)
	require.NoError(t, err)
	names := face.Title().Names(h)
	for _, tag := range language.Tags() {
		assert.Equal(t, "Small", names[tag]["pack.title"], tag)
	}
}
