package anygame_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/engine/enginetest"
)

// TestScriptsAreGood reads the scripts that come with the box.
func TestScriptsAreGood(t *testing.T) {
	for _, n := range anygame.Scripts() {
		script, wrong := anygame.Read(anygame.Text(n))
		if len(wrong) == 0 {
			wrong = script.Warnings
		}
		for _, m := range wrong {
			t.Errorf("%s.yaml:%d:%d: %+v", n, m.Line, m.Column, m.Why)
		}
	}
	_, wrong := anygame.Read([]byte(anygame.Template))
	for _, m := range wrong {
		t.Errorf("template.yaml:%d:%d: %+v", m.Line, m.Column, m.Why)
	}
}

// In the list of games a script is explained as its file says what it is about.
func TestScriptsAreExplainedAsTheySay(t *testing.T) {
	for _, l := range []string{"en", "fa", "it"} {
		data, err := fs.ReadFile(anygameface.Title().Messages, "messages."+l+".toml")
		require.NoError(t, err)
		var messages map[string]any
		require.NoError(t, toml.Unmarshal(data, &messages))
		for _, n := range anygame.Scripts() {
			about, ok := messages["hint.option.play."+n].(string)
			require.True(t, ok, "%s: %s", l, n)
			assert.Contains(t, string(anygame.Text(n)), "\n  "+l+": \""+about+"\"\n", n)
		}
	}
}

// TestWhereAndWhy reads scripts with one mistake each: it is told once, where it is, with the word
// that is meant. What only follows from it is not told.
func TestWhereAndWhy(t *testing.T) {
	head := "script: w\ntitle: W\nvariables: {mat: 0, goal: 0, who: nobody}\nphases:\n"
	for _, c := range []struct{ script, want string }{
		{head + "  - {phase: go, ready: {by: table}, set: {mat: mta + 1}, next: end}", `5:48 refuse.script_name_near mta mat`},
		{head + "  - {phase: go, say: \"{gaol}\", ready: {by: table}, next: end}", `5:24 refuse.script_name_near gaol goal`},
		{head + "  - {phase: go, say: \"{seat} goes\", ready: {by: table}, next: end}", `5:24 refuse.script_name_not_here seat`},
		{head + "  - {phase: go, say: \"{mat goes\", ready: {by: table}, next: end}", `5:17 refuse.script_brace`},
		{head + "  - {phase: go, first: , set: {who: go.winner}, next: end}", `5:40 refuse.script_field go.winner go.player`},
		{head + "  - {phase: go, die: {sides: 6}, set: {mat: go.sum}, next: more}\n  - {phase: more, ready: {by: table}, set: {mat: go.sum}, next: end}", `5:17 refuse.script_key_near die dice`},
		{head + "  - {phase: go, aution: {}, who: seat == who, set: {who: go.winner}, next: end}", `5:17 refuse.script_key_near aution auction`},
		{head + "  - {phase: go, dice: {sides: 6}, ready: {}, set: {mat: go.sum}, next: end}", `5:17 refuse.script_two_tools`},
		{head + "  - {phase: go, ready: {by: table}, set: {mat: (mat + 1}, next: end}", `5:48 refuse.script_paren`},
		{head + "  - {phase: go, say: \"{goal} goes\", ready: {by: table}, who: seat == goal, next: end}", `3:21 refuse.script_counted_seat goal`},
		{head + "  - {phase: go, say: \"{goal} goes\", ready: {by: table}, next: [{if: goal != who, to: go}, end]}", `3:21 refuse.script_counted_seat goal`},
		{head + "  - {phase: go, ready: {by: table}, set: {mat: \"filter(seats, {# > 0}) + 1\"}, next: end}", `5:72 refuse.script_mismatch kind.list kind.number`},
		{head + "  - {phase: go, ready: {by: table}, set: {mat: \"seats[true]\"}, next: end}", `5:55 refuse.script_expression list elements can only be selected using a number (got condition)`},
		{head + "  - {phase: go, ready: {by: table}, next: end", `5:1 refuse.script_unreadable this is not YAML: did not find expected ',' or '}'`},
		{head + "  - phase: go\n\tready: {by: table}", `6:1 refuse.script_unreadable this is not YAML: a tab; indent with spaces`},
	} {
		_, wrong := anygame.Read([]byte(c.script))
		var got []string
		for _, m := range wrong {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%d:%d %s %s", m.Line, m.Column, m.Why.Key, strings.Join(m.Why.Things(), " "))))
		}
		assert.Equal(t, []string{c.want}, got, c.script)
	}
	script, wrong := anygame.Read([]byte("script: w\ntitle: {en: W, it: W}\nphases:\n  - {phase: go, say: {en: Go}, ready: {by: table}, next: end}\n"))
	require.Empty(t, wrong)
	require.Len(t, script.Warnings, 1)
	assert.Equal(t, []string{"it", "en"}, script.Warnings[0].Why.Things())
	assert.Equal(t, 4, script.Warnings[0].Line)
}

// TestWorth reads a script whose words are worth something, and wrong ones.
func TestWorth(t *testing.T) {
	script := func(words, is string) []byte {
		return []byte("script: w\ntitle: W\nvariables: {n: 0}\nwords: {" + words + "}\nphases:\n  - {phase: go, ready: {by: table}, set: {n: \"" + is + "\"}, next: [{if: n == 7, to: end}, go]}\n")
	}
	for _, c := range []struct {
		words, is, wrong string
	}{
		{"a: {en: A, worth: 7}, b: B", "worth(a) + worth(b) + worth(nothing)", ""},
		{"a: {en: A, worth: many}", "worth(a)", "refuse.script_number"},
		{"a: {worth: 7}", "worth(a)", "refuse.script_text"},
		{"a: {en: A, worth: 7}", "worth(3)", "refuse.script_expression"},
		{"floor: Floor", "1", "refuse.script_reserved"}, // a function is called so
	} {
		_, wrong := anygame.Read(script(c.words, c.is))
		switch {
		case c.wrong == "" && len(wrong) > 0:
			t.Errorf("%s: %+v", c.words, wrong)
		case c.wrong != "" && (len(wrong) == 0 || wrong[0].Why.Key != c.wrong):
			t.Errorf("%s: %+v, want %s", c.words, wrong, c.wrong)
		}
	}
}

// TestSettings makes a script of each tool with settings out of its lists, each of them and many
// together.
func TestSettings(t *testing.T) {
	title := anygameface.Title()
	tools, all := title.Tools()
	rng := rand.New(rand.NewPCG(3, 1))
	drawn := 40
	if enginetest.Wide() {
		drawn = 150
	}
	for _, tool := range tools.Tools {
		seen := map[string]bool{}
		for range drawn {
			settings := map[string]any{}
			for _, o := range all.Of {
				if !slices.Contains(o.For, tool) {
					continue
				}
				seen[o.Key] = true
				switch values := o.Values; o.Kind {
				case engine.OptionBool:
					settings[o.Key] = rng.IntN(2) == 0
				case engine.OptionInt:
					settings[o.Key] = json.RawMessage(values[rng.IntN(len(values))])
				case engine.OptionText:
					settings[o.Key] = []string{"", "Pizza or pasta?", "پیتزا یا پاستا؟"}[rng.IntN(3)]
				default:
					settings[o.Key] = values[rng.IntN(len(values))]
				}
			}
			options, err := json.Marshal(map[string]any{"play": tool, "settings": settings})
			require.NoError(t, err)
			_, _, err = title.Begin(engine.Header{Game: "anygame", Seats: twelve[:2+rng.IntN(11)], Options: options})
			require.NoError(t, err, "%s", options)
		}
		require.True(t, len(seen) > 0 || tool == "first", "%s has no settings", tool)
	}
}

// TestTimeIsComputed gives a phase a limit that an expression says, and refuses one that tells a
// secret.
func TestTimeIsComputed(t *testing.T) {
	script := func(known, limit string) string {
		return `{"script":"t","title":"T","variables":{"n":{"is":7,"known":"` + known + `"}},"phases":[{"phase":"a","ready":{},"time":` + limit + `}]}`
	}
	g := play(t, `{"script":`+strings.Replace(script("x", `"n + players * 10"`), `,"known":"x"`, "", 1)+`}`, 3)
	require.Equal(t, 37*time.Second, g.Asks(nil)[0].Limit)
	for limit, key := range map[string]string{`"n"`: "refuse.script_leak", `0`: ""} {
		_, wrong := anygame.Read([]byte(script("hidden", limit)))
		require.NotEmpty(t, wrong)
		if key != "" {
			require.Equal(t, key, wrong[0].Why.Key)
		}
	}
}

// TestHands computes with all cards of a hand. They stay secret, and nobody has a third of two.
func TestHands(t *testing.T) {
	script := func(set, then string) string {
		return `{"script":"t","title":"T","variables":{"hand":{"each":0}},"words":{"a":{"en":"A","worth":3},"b":{"en":"B","worth":4}},
			"decks":{"pack":{"a":6,"b":6}},"score":"hand","phases":[
			{"phase":"d","deal":{"from":"pack","each":2,"shuffle":true},"reveal":{"hand":"` + set + `"}` + then + `},{"phase":"stop","ready":{"by":"table"}}]}`
	}
	sum := "worth(d.card[seat]) + worth(d.card2[seat])"
	g := play(t, `{"script":`+script(sum, "")+`}`, 5)
	all := map[int]bool{}
	for s := range engine.Seat(5) {
		held := 0
		for _, c := range g.View(s).Private.(anygame.PrivateStatus).Cards {
			held += map[string]int{"a": 3, "b": 4}[c]
		}
		require.NotZero(t, held)
		all[held] = true
		require.Equal(t, held, hands(t, g)[twelve[s]])
	}
	require.Greater(t, len(all), 1, "hands differ")
	for bad, key := range map[string]string{
		script("worth(d.card3[seat])", ""):                                  "refuse.script_field_near",
		script(sum, `,"next":[{"if":"d.card2[0] == a","to":"end"},"stop"]`): "refuse.script_leak",
	} {
		_, wrong := anygame.Read([]byte(bad))
		require.NotEmpty(t, wrong, bad)
		require.Equal(t, key, wrong[0].Why.Key)
	}
}

// hands returns the open variable hand, by name.
func hands(t *testing.T, g engine.Game) map[string]int {
	t.Helper()
	b, err := json.Marshal(g.View(engine.Public).Public.(anygame.Status).Values["hand"])
	require.NoError(t, err)
	var m map[string]int
	require.NoError(t, json.Unmarshal(b, &m), "%s", b)
	return m
}

// Where few raises are left all are listed, and else the highest is among them.
func TestRaises(t *testing.T) {
	for _, c := range []struct {
		most string
		want []int
	}{
		{"6", []int{0, 1, 2, 3, 4, 5, 6}},
		{"100", []int{0, 1, 2, 3, 5, 10, 20, 100}},
	} {
		script := `{"script":"t","title":"T","phases":[{"phase":"a","auction":{"most":` + c.most + `}}]}`
		g, _, err := anygameface.Title().Begin(engine.Header{Game: "anygame", Seats: twelve[:3], Options: []byte(`{"script":` + script + `}`)})
		require.NoError(t, err)
		var got []int
		for _, do := range g.Asks(nil)[0].Options {
			got = append(got, do.(anygame.Raise).To)
		}
		assert.Equal(t, c.want, got)
	}
}

// A variable with a label that only its own seat knows is shown on its screen, and on no other.
func TestOwnValuesAreSeen(t *testing.T) {
	script := `{"script":"t","title":"T","variables":{"roses":{"each":3,"known":"own","label":"Roses"}},"phases":[{"phase":"a","ready":{}}]}`
	title := anygameface.Title()
	g, _, err := title.Begin(engine.Header{Game: "anygame", Seats: twelve[:2], Options: []byte(`{"script":` + script + `}`)})
	require.NoError(t, err)
	assert.Contains(t, title.Draw(g.View(0)).Lines[0].Text.Things(), "label.roses")
	assert.NotContains(t, fmt.Sprint(title.Draw(g.View(engine.Public))), "label.roses")
}

// What was found out in one round is shown until somebody answers in the next, and no longer.
func TestResultsOfTheRoundBefore(t *testing.T) {
	script := `{"script":"t","title":"T","phases":[{"phase":"a","vote":{"of":["yes","no"]},"set":{"round":"round + 1"},"next":"a"}]}`
	title := anygameface.Title()
	g, _, err := title.Begin(engine.Header{Game: "anygame", Seats: twelve[:2], Options: []byte(`{"script":` + script + `}`)})
	require.NoError(t, err)
	for range 2 {
		for s := range engine.Seat(2) {
			_, err := g.Play(engine.Move{Seat: s, Do: anygame.Vote{Choice: "yes"}})
			require.NoError(t, err)
			assert.Equal(t, s == 1, len(title.Draw(g.View(engine.Public)).Groups) > 0, "after the answer of %d", s)
		}
	}
}

// TestSeatsWithoutReading checks that the quick answer to how many can play agrees with the whole script.
func TestSeatsWithoutReading(t *testing.T) {
	title := anygame.Title()
	differ := false
	for _, play := range slices.Concat(anygame.Scripts(), anygame.Singles()) {
		options := json.RawMessage(fmt.Sprintf(`{"play":%q}`, play))
		s, err := anygame.ScriptOf(engine.Header{Options: options})
		require.NoError(t, err)
		least, most := title.Range(options)
		assert.Equal(t, [2]int{s.MinSeats, s.MaxSeats}, [2]int{least, most}, play)
		differ = differ || least != title.MinSeats || most != title.MaxSeats
	}
	assert.True(t, differ, "some say how many")
}
