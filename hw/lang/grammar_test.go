package lang_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/hw/lang"
)

// italian is a catalogue whose Italian is the test's.
func italian(messages string) fstest.MapFS {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	return fstest.MapFS{"messages.en.toml": file(""), "messages.fa.toml": file(""), "messages.it.toml": file(messages)}
}

// A number chooses the form of the noun after it, whichever number of the text it is.
func TestCount(t *testing.T) {
	b, err := lang.NewBook(italian(`"rank" = "{{.n}}: {{.m.Count \"punto\" \"punti\"}}"`))
	require.NoError(t, err)
	say := func(n, m int) string {
		return b.Text(lang.Italian, nil, engine.Say("rank").Number(n).Number(m))
	}
	assert.Equal(t, "2: 1 punto", say(2, 1))
	assert.Equal(t, "1: 2 punti", say(1, 2))
	assert.Equal(t, "1: 0 punti", say(1, 0))
	assert.Equal(t, "1: 1.000.000 punti", say(1, 1000000))
}

// A preposition becomes what the name after it makes of it.
func TestBeforeNames(t *testing.T) {
	b, err := lang.NewBook(italian(`"turn" = "Tocca {{.who.As \"a\"}}."
"tie" = "{{.who}} {{.whom.As \"e\"}}."
"all" = "{{.all}}"`))
	require.NoError(t, err)
	r := engine.Roster{"Ava", "Babak", "Elena", "«Anna»", "بابک", "Émile"}
	turn := func(s engine.Seat) string { return b.Text(lang.Italian, r, engine.Say("turn").Seat(s)) }
	assert.Equal(t, "Tocca ad Ava.", turn(0))
	assert.Equal(t, "Tocca a Babak.", turn(1))
	assert.Equal(t, "Tocca a Elena.", turn(2))
	assert.Equal(t, "Tocca ad «Anna».", turn(3))
	assert.Equal(t, "Tocca a \u2068بابک\u2069.", turn(4))
	assert.Equal(t, "Babak ed Elena.", b.Text(lang.Italian, r, engine.Say("tie").Seat(1).Seat(2)))
	assert.Equal(t, "Babak e Ava.", b.Text(lang.Italian, r, engine.Say("tie").Seat(1).Seat(0)))
	assert.Equal(t, "Ava, Babak ed Elena", b.Text(lang.Italian, r, engine.Say("all").Group(engine.SeatsOf(0, 1, 2))))
}

// A word that has a form in English alone stays as it is in a language that has the word: no English stands in a
// Persian sentence.
func TestFormsOfOneLanguage(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	b, err := lang.NewBook(fstest.MapFS{
		"messages.en.toml": file(`"take" = "{{.who}} takes {{.what.As \"a\"}}."
"card.gun" = "Gun"
"card.gun@a" = "a gun"
"card.gun@count" = { one = "{{.n}} gun", other = "{{.n}} guns" }
"card.map" = "Map"
"card.map@a" = "a map"`),
		"messages.fa.toml": file(`"take" = "{{.who}} برداشت: {{.what.As \"a\"}}."
"card.gun" = "اسلحه"`),
		"messages.it.toml": file(``),
	})
	require.NoError(t, err)
	take := func(l lang.Lang, what string) string {
		return b.Text(l, engine.Roster{"Ava"}, engine.Say("take").Seat(0).Thing(what))
	}
	assert.Equal(t, "Ava takes a gun.", take(lang.English, "card.gun"))
	assert.Equal(t, "\u2068Ava\u2069 برداشت: اسلحه.", take(lang.Persian, "card.gun"))
	assert.Equal(t, "Ava takes a gun.", take(lang.Italian, "card.gun"), "nothing of it is Italian")
	assert.Contains(t, take(lang.Persian, "card.map"), "a map", "the word itself is English")
}

// After a colon Italian goes on in small letters.
func TestAfterColon(t *testing.T) {
	b, err := lang.NewBook(italian("\"asked\" = \"{{.who}}: {{.what.As `low`}}\""))
	require.NoError(t, err)
	asked := func(q string) string {
		return b.Text(lang.Italian, engine.Roster{"Dario"}, engine.Say("asked").Seat(0).Thing(q))
	}
	assert.Equal(t, "Dario: che cosa prendi?", asked("Che cosa prendi?"))
	assert.Equal(t, "Dario: è tuo?", asked("È tuo?"))
	assert.Equal(t, "Dario: OK o no?", asked("OK o no?"))
	assert.Equal(t, "Dario: Boss o no?", asked("Boss o no?"))
	assert.Equal(t, "Dario: Banchiere: quale tracciato?", asked("Banchiere: quale tracciato?"))
	assert.Equal(t, "Dario: linea 2: quale dado?", asked("Linea 2: quale dado?"))
	// Nor do names of players lose their capital.
	of := engine.Roster{"Dario", "Chiara"}
	assert.Equal(t, "Dario: Chiara prende un quadro?", b.Text(lang.Italian, of, engine.Say("asked").Seat(0).Thing("Chiara prende un quadro?")))
	assert.Equal(t, "Dario: chiarite?", b.Text(lang.Italian, of, engine.Say("asked").Seat(0).Thing("Chiarite?")))
}

// A sentence that ends with a word with a sign of its own has no full stop after it.
func TestOneEnd(t *testing.T) {
	b, err := lang.NewBook(italian(`"take" = "{{.who}} prende {{.what}}."
"list" = "{{.what}}, {{.which}}."
"card.bang" = "Bang!"
"card.boss" = "il Boss"`))
	require.NoError(t, err)
	r := engine.Roster{"Ava"}
	take := func(card string) string { return b.Text(lang.Italian, r, engine.Say("take").Seat(0).Thing(card)) }
	assert.Equal(t, "Ava prende Bang!", take("card.bang"))
	assert.Equal(t, "Ava prende il Boss.", take("card.boss"))
	assert.Equal(t, "Ava prende \u2068بنگ!\u2069", take("بنگ!"), "what somebody has typed")
	assert.Equal(t, "Bang!, il Boss.", b.Text(lang.Italian, r, engine.Say("list").Thing("card.bang").Thing("card.boss")))
}

// A thing that is counted has its number where its language wants it.
func TestCountedThing(t *testing.T) {
	b, err := lang.NewBook(italian(`"offer" = "per {{.what.As \"count\" \"n\"}}"
"coins" = "monete"
"coins@count" = { one = "{{.n}} moneta", other = "{{.n}} monete" }
"power" = "potere"`))
	require.NoError(t, err)
	offer := func(what string, n int) string {
		return b.Text(lang.Italian, nil, engine.Say("offer").Thing(what).Number(n))
	}
	assert.Equal(t, "per 1 moneta", offer("coins", 1))
	assert.Equal(t, "per 5 monete", offer("coins", 5))
	assert.Equal(t, "per potere 5", offer("power", 5))
	named := b.With(map[string]map[string]string{"it": {"night": "Notte: i lupi", "night@count": "Notte {n}: i lupi", "day": "Giorno"}})
	assert.Equal(t, "per Notte 2: i lupi", named.Text(lang.Italian, nil, engine.Say("offer").Thing("night").Number(2)), "a word of a script")
	assert.Equal(t, "per Giorno 2", named.Text(lang.Italian, nil, engine.Say("offer").Thing("day").Number(2)))
}

// A language with three genders and four cases needs no code: its nouns have their cases and genders in its
// catalogue, and its sentences say which they want. It is made up, and stands in the place of Italian.
func TestCasesAndGenders(t *testing.T) {
	b, err := lang.NewBook(italian(`
"card.painting" = "kartos"
"card.painting@gender" = "m"
"card.painting@acc" = "karton"
"card.painting@gen" = "kartei"
"card.painting@dat" = "karthoi"
"card.diamond_1000" = "gema"
"card.diamond_1000@gender" = "f"
"card.diamond_1000@acc" = "geman"
"card.clip" = "klipu"
"card.clip@gender" = "n"
"card.clip@acc" = "klipum"
"cue.take" = "{{.who}} {{.what.As \"acc\"}} tor."
"cue.gone" = "{{.what}} {{.what.Agree \"m\" \"alos\" \"f\" \"ala\" \"n\" \"alu\"}} et."
"cue.price" = "{{.n.Count \"dukon\" \"dukoi\"}} {{.what.As \"gen\"}}."
`))
	require.NoError(t, err)
	r := engine.Roster{"Ava", "Babak"}
	say := func(x engine.Text) string { return b.Text(lang.Italian, r, x) }
	for card, want := range map[string][2]string{
		"card.painting":     {"Ava karton tor.", "kartos alos et."},
		"card.diamond_1000": {"Ava geman tor.", "gema ala et."},
		"card.clip":         {"Ava klipum tor.", "klipu alu et."},
		"card.unheard":      {"Ava card.unheard tor.", "card.unheard alos et."}, // stays as it is
	} {
		assert.Equal(t, want[0], say(engine.Say("cue.take").Seat(0).Thing(card)))
		assert.Equal(t, want[1], say(engine.Say("cue.gone").Thing(card)))
	}
	assert.Equal(t, "1 dukon kartei.", say(engine.Say("cue.price").Number(1).Thing("card.painting")))
	assert.Equal(t, "3 dukoi kartei.", say(engine.Say("cue.price").Number(3).Thing("card.painting")))

	// A whole game is told in it, and the engine knows nothing of it.
	naro := games.Find("naro")
	own, err := lang.NewBook(naro.Messages)
	require.NoError(t, err)
	told := own.Over(b)
	heard := map[string]bool{}
	h := engine.Header{Game: "naro", Seats: engine.Roster{"Ava", "Babak", "Chiara"}, Seed: 7}
	g, _, err := naro.New(h)
	require.NoError(t, err)
	p := bot.New(naro, h.Seats, rand.New(rand.NewPCG(1, 2)))
	p.Made = func(_ engine.Move, cues []engine.Cue) {
		for _, c := range cues {
			s := told.Text(lang.Italian, h.Seats, c.Text)
			assert.NotContains(t, s, "{{")
			assert.NotContains(t, s, "no value")
			if c.Text.Key == "cue.take" {
				heard[s[strings.Index(s, " ")+1:]] = true
			}
		}
	}
	_, err = p.Playout(g)
	require.NoError(t, err)
	for _, want := range []string{"karton tor.", "geman tor.", "klipum tor."} {
		assert.Contains(t, heard, want)
	}
	assert.NotContains(t, heard, "kartos tor.")
}
