package anygame_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
)

// TestScriptsAreGood reads the scripts that come with the box.
func TestScriptsAreGood(t *testing.T) {
	for _, n := range anygame.Scripts() {
		_, wrong := anygame.Read(anygame.Text(n))
		for _, m := range wrong {
			t.Errorf("%s.yaml:%d:%d: %+v", n, m.Line, m.Column, m.Why)
		}
	}
	_, wrong := anygame.Read([]byte(anygame.Template))
	for _, m := range wrong {
		t.Errorf("template.yaml:%d:%d: %+v", m.Line, m.Column, m.Why)
	}
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
	title := anygame.Title()
	tools, all := title.Tools()
	rng := rand.New(rand.NewPCG(3, 1))
	for _, tool := range tools.Tools {
		seen := map[string]bool{}
		for range 150 {
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
		script("worth(d.card3[seat])", ""):                                  "refuse.script_name_near",
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
