package engine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/showdowntest"
)

// optioned is a title with an option of each kind.
func optioned() *engine.Title {
	t := showdowntest.Title()
	t.MinSeats, t.Reserved = 2, []string{"bank"}
	t.Options = []engine.Option{
		{Key: "powers", Kind: engine.OptionBool},
		{Key: "chance", Kind: engine.OptionChoice, Values: []string{"table", "box"}},
		{Key: "boss", Kind: engine.OptionSeat},
		{Key: "rounds", Kind: engine.OptionInt},
		{Key: "cards", Kind: engine.OptionObject},
	}
	return t
}

func TestHeader(t *testing.T) {
	for _, c := range []struct {
		name, line, want string // want is the refusal; "" if there is none
	}{
		{"plain", `{"game":"showdown","seats":["Ava","Babak"],"options":{},"seed":7}`, ""},
		{"long", `{"game":"showdown","seats":["Ava","Babak","Chiara","Dario","Elena","Farid","Gina","` + strings.Repeat("H", 500) + `"],"options":{},"seed":18446744073709551615}`, ""},
		{"every-option", `{"game":"showdown","seats":["Ava","آوا"],"options":{"powers":true,"chance":"box","boss":"آوا","rounds":-3,"cards":{"a":[1,2]}},"seed":0}`, ""},
		{"escapes", `{"game":"showdown","seats":["A\"va","\u0041va"],"options":{},"seed":7}`, ""},
		{"rubbish", `rubbish`, "refuse.not_json (invalid character 'r' at start of value)"},
		{"list", `[]`, "refuse.not_object"},
		{"more", `{"game":"showdown","seats":[]} {}`, "refuse.trailing"},
		{"unknown-key", `{"game":"showdown","seats":["Ava","Babak"],"sede":7}`, "refuse.unknown_key (sede)"},
		{"twice", `{"game":"showdown","game":"showdown","seats":["Ava","Babak"]}`, `refuse.not_json (duplicate object member name "game")`},
		{"no-game", `{"seats":["Ava","Babak"]}`, "refuse.missing (game)"},
		{"other-game", `{"game":"naro","seats":["Ava","Babak"]}`, "refuse.unknown_game (naro)"},
		{"no-seats", `{"game":"showdown"}`, "refuse.missing (seats)"},
		{"seats-no-list", `{"game":"showdown","seats":"Ava"}`, "refuse.not_list (seats)"},
		{"seat-a-number", `{"game":"showdown","seats":["Ava",7]}`, "refuse.not_text (seats)"},
		{"few-seats", `{"game":"showdown","seats":["Ava"]}`, "SHOW-1.1: refuse.seat_count"},
		{"many-seats", `{"game":"showdown","seats":["1","2","3","4","5","6","7","8","9"]}`, "SHOW-1.1: refuse.seat_count"},
		{"equal-names", `{"game":"showdown","seats":["Ava","Babak","Ava"]}`, "refuse.seat_twice (Ava)"},
		{"empty-name", `{"game":"showdown","seats":["Ava",""]}`, "refuse.seat_empty"},
		{"blank-name", `{"game":"showdown","seats":["Ava"," \t"]}`, "refuse.seat_empty"},
		{"name-of-two-lines", `{"game":"showdown","seats":["Ava","Ba\nbak"]}`, `refuse.seat_control ("Ba\nbak")`},
		{"table", `{"game":"showdown","seats":["Ava","table"]}`, "refuse.seat_reserved (table)"},
		{"none", `{"game":"showdown","seats":["none","Ava"]}`, "refuse.seat_reserved (none)"},
		{"reserved", `{"game":"showdown","seats":["bank","Ava"]}`, "refuse.seat_reserved (bank)"},
		{"seed", `{"game":"showdown","seats":["Ava","Babak"],"seed":-1}`, "refuse.seed (-1)"},
		{"seed-part", `{"game":"showdown","seats":["Ava","Babak"],"seed":1.5}`, "refuse.seed (1.5)"},
		{"seed-text", `{"game":"showdown","seats":["Ava","Babak"],"seed":"7"}`, `refuse.seed ("7")`},
		{"options-list", `{"game":"showdown","seats":["Ava","Babak"],"options":[]}`, "refuse.not_object_at (options)"},
		{"options-null", `{"game":"showdown","seats":["Ava","Babak"],"options":null}`, "refuse.not_object_at (options)"},
		{"seed-huge", `{"game":"showdown","seats":["Ava","Babak"],"seed":18446744073709551616}`, "refuse.seed (18446744073709551616)"},
		{"unknown-option", `{"game":"showdown","seats":["Ava","Babak"],"options":{"power":true}}`, "refuse.unknown_key (power)"},
		{"bool", `{"game":"showdown","seats":["Ava","Babak"],"options":{"powers":"yes"}}`, "refuse.not_bool (powers)"},
		{"choice", `{"game":"showdown","seats":["Ava","Babak"],"options":{"chance":"luck"}}`, `refuse.unknown_word (chance "luck")`},
		{"boss", `{"game":"showdown","seats":["Ava","Babak"],"options":{"boss":"Chiara"}}`, `refuse.unknown_seat ("Chiara")`},
		{"rounds", `{"game":"showdown","seats":["Ava","Babak"],"options":{"rounds":2.5}}`, "refuse.not_int (rounds)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, err := engine.ParseHeader([]byte(c.line))
			if err == nil {
				err = optioned().Check(h)
			}
			if c.want != "" {
				assert.EqualError(t, err, c.want)
				return
			}
			require.NoError(t, err)
			assert.JSONEq(t, c.line, string(h.Append(nil)))
		})
	}
}

func TestOptions(t *testing.T) {
	h := engine.Header{
		Game: "showdown", Seats: engine.Roster{"Ava", "Babak"},
		Options: []byte(`{"powers":true,"chance":"box","boss":"Babak","rounds":3,"cards":{"a":1}}`),
	}
	s, err := optioned().Options.Read(h)
	require.NoError(t, err)
	assert.True(t, s.Bool("powers"))
	assert.Equal(t, "box", s.Word("chance", "table"))
	assert.Equal(t, engine.Seat(1), s.Seat("boss", 0))
	assert.Equal(t, 3, s.Int("rounds", 8))
	assert.JSONEq(t, `{"a":1}`, string(s.Raw("cards")))

	h.Options = nil
	s, err = optioned().Options.Read(h)
	require.NoError(t, err)
	assert.False(t, s.Bool("powers"))
	assert.Equal(t, "table", s.Word("chance", "table"))
	assert.Equal(t, engine.NoSeat, s.Seat("boss", engine.NoSeat))
	assert.Equal(t, 8, s.Int("rounds", 8))
	assert.Nil(t, s.Raw("cards"))
}

func TestMoveReader(t *testing.T) {
	h := showdowntest.Header(1)
	r := engine.NewMoveReader(showdowntest.Title().Moves, h.Seats)
	for _, c := range []struct{ name, line, want string }{
		{"plain", `{"seat":"Ava","do":"load","card":"bang"}`, ""},
		{"any-order", ` { "card" : "bang", "do":"load" , "seat":"Ava" } `, ""},
		{"escapes", `{"seat":"A\u0076a","d\u006f":"load","card":"ban\u0067"}`, ""},
		{"rubbish", `bang`, "refuse.not_json (invalid character 'b' at start of value)"},
		{"half", `{"seat":"Ava","do":"lo`, `refuse.not_json (unexpected EOF within "/do" after offset 22)`},
		{"no-seat", `{"do":"load","card":"bang"}`, "refuse.missing (seat)"},
		{"no-verb", `{"seat":"Ava","card":"bang"}`, "refuse.missing (do)"},
		{"no-card", `{"seat":"Ava","do":"load"}`, "SHOW-3.1: refuse.missing (card)"},
		{"nobody", `{"seat":"Zoe","do":"load","card":"bang"}`, `refuse.unknown_seat ("Zoe")`},
		{"none", `{"seat":"none","do":"load","card":"bang"}`, `refuse.unknown_seat ("none")`},
		{"number-for-seat", `{"seat":0,"do":"load","card":"bang"}`, "refuse.unknown_seat (0)"},
		{"verb", `{"seat":"Ava","do":"lode","card":"bang"}`, "refuse.unknown_verb (lode)"},
		{"word", `{"seat":"Ava","do":"load","card":"bong"}`, `SHOW-3.1: refuse.unknown_word (card "bong")`},
		{"key", `{"seat":"Ava","do":"load","card":"bang","cart":1}`, "SHOW-3.1: refuse.unknown_key (cart)"},
		{"twice", `{"seat":"Ava","do":"load","card":"bang","card":"click"}`, `refuse.not_json (duplicate object member name "card")`},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := r.Read([]byte(c.line))
			if c.want != "" {
				assert.EqualError(t, err, c.want)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, engine.Move{Seat: 0, Do: showdowntest.Load{Card: showdowntest.Bang}}, m)
		})
	}
	m, err := r.Read([]byte(`{"seat":"table","do":"load","card":"bang"}`))
	require.NoError(t, err, "whether the table may load is for the game to say")
	assert.Equal(t, engine.Table, m.Seat)
}

// An argument of every kind.
type everything struct {
	Word   string               `arg:"word"`
	Card   showdowntest.Card    `arg:"card"`
	Seat   engine.Seat          `arg:"seat"`
	Nobody engine.Seat          `arg:"nobody"`
	Int    int                  `arg:"int"`
	Yes    bool                 `arg:"yes"`
	No     bool                 `arg:"no"`
	Left   bool                 `arg:"left,optional"`
	List   [3]face              `arg:"list"`
	Empty  [3]face              `arg:"empty"`
	Dice   dice                 `arg:"dice"`
	Purses [engine.MaxSeats]int `arg:"purses,seats"`
}

type face uint8

func (face) Words() []string { return []string{"", "one", "two"} }

type dice [2]face

func (dice) Keys() []string { return []string{"black", "red"} }

var everyMove = engine.Declare(engine.Verb[everything]("every\nthing", "ANY-1").Fixed("what", "all"))

const everyLine = `{"seat":"table","do":"every\nthing","what":"all","word":"a\"b","card":"click","seat":"بابک","nobody":"none","int":-5,"yes":true,"no":false,"list":["two","one"],"empty":[],"dice":{"red":"one"},"purses":{"Ava":3}}`

func TestMoveWriter(t *testing.T) {
	m := engine.Move{Seat: engine.Table, Do: everything{
		Word: `a"b`, Card: showdowntest.Click, Seat: 1, Nobody: engine.NoSeat, Int: -5, Yes: true, List: [3]face{2, 1}, Dice: dice{0, 1},
		Purses: [engine.MaxSeats]int{3},
	}}
	r := engine.Roster{"Ava", "بابک"}
	// The argument "seat" has the name of who moves here, which no real move may have.
	assert.Equal(t, "before "+everyLine, string(everyMove.AppendLine([]byte("before "), r, m)))
	args := everyMove.Args(nil, m.Do)
	again, err := everyMove.Make(r, "every\nthing", args)
	require.NoError(t, err)
	assert.Equal(t, m.Do, again)
}

// An argument that only some moves of a struct have.
type tool struct {
	Kind face `arg:"kind"`
	Size int  `arg:"size,kind=two"`
	Card face `arg:"card,optional,kind=one|two"`
}

func TestArgumentsOfSomeMoves(t *testing.T) {
	moves := engine.Declare(engine.Verb[tool]("use", "ANY-1").RuleOf(func(move any, _ string) string {
		return []string{"", "ANY-2", "ANY-3"}[move.(tool).Kind]
	}))
	r := engine.Roster{"Ava"}
	read := engine.NewMoveReader(moves, r)
	for line, want := range map[string]tool{
		`{"seat":"Ava","do":"use","kind":"one"}`:                       {Kind: 1},
		`{"seat":"Ava","do":"use","kind":"one","card":"two"}`:          {Kind: 1, Card: 2},
		`{"seat":"Ava","do":"use","kind":"two","size":0}`:              {Kind: 2},
		`{"seat":"Ava","do":"use","kind":"two","size":3,"card":"one"}`: {Kind: 2, Size: 3, Card: 1},
	} {
		m, err := read.Read([]byte(line))
		require.NoError(t, err, line)
		assert.Equal(t, want, m.Do, line)
		assert.Equal(t, line, string(moves.AppendLine(nil, r, m)))
	}
	for line, want := range map[string]string{
		`{"seat":"Ava","do":"use","kind":"one","size":3}`:            "ANY-2: refuse.unknown_key (size)",
		`{"seat":"Ava","do":"use","kind":"two"}`:                     "ANY-3: refuse.missing (size)",
		`{"seat":"Ava","do":"use","kind":"three"}`:                   `ANY-1: refuse.unknown_word (kind "three")`,
		`{"seat":"Ava","do":"use","kind":"one","card":""}`:           `ANY-2: refuse.unknown_word (card "")`,
		`{"seat":"Ava","do":"use","kind":"two","size":3,"what":"x"}`: "ANY-3: refuse.unknown_key (what)",
	} {
		_, err := read.Read([]byte(line))
		assert.EqualError(t, err, want, line)
	}
	type bad struct {
		Kind face `arg:"kind"`
		Size int  `arg:"size,kind=none"`
	}
	assert.PanicsWithValue(t, `engine: engine_test.bad: kind cannot be "none"`, func() { engine.Verb[bad]("use", "ANY-1") })
}

func TestLines(t *testing.T) {
	var got []string
	stop := errors.New("stop")
	err := engine.Lines(strings.NewReader("one\n\n  two \r\nthree\nfour"), func(n int, line []byte) error {
		got = append(got, string(line))
		if n == 4 {
			return stop
		}
		return nil
	})
	var at *engine.LineError
	require.ErrorAs(t, err, &at)
	assert.Equal(t, 4, at.Line)
	require.ErrorIs(t, err, stop)
	assert.EqualError(t, err, "line 4: stop")
	assert.Equal(t, []string{"one", "two", "three"}, got)

	long := io.MultiReader(strings.NewReader("short\n"), bytes.NewReader(make([]byte, engine.MaxLine+1)))
	err = engine.Lines(long, func(int, []byte) error { return nil })
	assert.EqualError(t, err, "line 2: refuse.line_long")
}

// Reading and writing lines allocates nothing but the move once the room is there.
func TestLinesAllocateLittle(t *testing.T) {
	h := showdowntest.Header(1)
	r, w := engine.NewMoveReader(showdowntest.Title().Moves, h.Seats), engine.NewMoveWriter(showdowntest.Title().Moves, h.Seats)
	var line []byte
	m := engine.Move{Seat: 3, Do: showdowntest.Aim{At: 5}}
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() {
		line = w.Append(line[:0], m)
		if again, err := r.Read(line); err != nil || again != m {
			t.Fatal(again, err)
		}
	}), 2.0)
}

// A ledger for the test of what stands in it.
const ledger = `# A title
### TOY-1 The first group
- TOY-1.1 One to two. [source]
- **TOY-1.2** Bold,
  and on a second line.
Plain text with TOY-1.3 in it.
- TOY-D1 **Decided.** So it is.
`

func TestLedger(t *testing.T) {
	title := &engine.Title{Rule: "TOY", Rules: ledger}
	assert.Equal(t, []string{"TOY-1", "TOY-1.1", "TOY-1.2", "TOY-D1"}, title.Numbers())
	assert.Equal(t, []string{"TOY-1.1", "TOY-1.2"}, title.RuleNumbers())
	assert.Equal(t, "The first group", title.Sentence("TOY-1"))
	assert.Equal(t, "One to two. [source]", title.Sentence("TOY-1.1"))
	assert.Equal(t, "Bold, and on a second line.", title.Sentence("TOY-1.2"))
	assert.Equal(t, "Decided. So it is.", title.Sentence("TOY-D1"))
	assert.Empty(t, title.Sentence("TOY-1.3"))
}

func TestSeats(t *testing.T) {
	r := engine.Roster{"Ava", "Babak"}
	assert.Equal(t, []string{"Ava", "Babak", "table", "none", "none"}, []string{r.Name(0), r.Name(1), r.Name(engine.Table), r.Name(engine.NoSeat), r.Name(2)})
	for name, want := range map[string]engine.Seat{"Ava": 0, "Babak": 1, "table": engine.Table} {
		s, ok := r.Seat(name)
		assert.True(t, ok)
		assert.Equal(t, want, s)
	}
	_, ok := r.Seat("none")
	assert.False(t, ok)
	set := engine.SeatsOf(0, 3, engine.Table, engine.NoSeat)
	assert.Equal(t, 2, set.Len())
	assert.True(t, set.Has(3))
	assert.False(t, set.Has(engine.Table))
	assert.False(t, set.Has(1))
	assert.Equal(t, engine.SeatsOf(3), set.Without(0).Without(engine.Table))
}

func TestChance(t *testing.T) {
	first := func(game string, seed uint64) (n [4]int) {
		c := engine.NewChance(game, seed)
		for i := range n {
			n[i] = c.Pick(1000)
		}
		return n
	}
	assert.Equal(t, first("naro", 7), first("naro", 7))
	assert.NotEqual(t, first("naro", 7), first("naro", 8))
	assert.NotEqual(t, first("naro", 7), first("derpate", 7))
}

func TestStatus(t *testing.T) {
	h := showdowntest.Header(1)
	g := showdowntest.New(h.Seats, 1)
	_, err := g.Play(engine.Move{Seat: 1, Do: showdowntest.Load{}})
	require.NoError(t, err)
	b, err := engine.AppendStatus([]byte("status "), g, h.Seats, engine.Public, 1)
	require.NoError(t, err)
	b, after := bytes.CutPrefix(b, []byte("status "))
	require.True(t, after, "it is appended to what was there")
	var status struct {
		Public  showdowntest.Public
		Private map[string]showdowntest.Private
		Result  any
	}
	require.NoError(t, json.Unmarshal(b, &status))
	assert.Len(t, status.Public.Waiting, 7)
	assert.Equal(t, map[string]showdowntest.Private{"Babak": {Bang: 3, Click: 5, Card: 0, Aim: -1, Nerve: -1}}, status.Private)
	assert.Nil(t, status.Result)
}

func FuzzParseHeader(f *testing.F) {
	f.Add([]byte(`{"game":"showdown","seats":["Ava","Babak"],"options":{"powers":true,"boss":"Ava"},"seed":7}`))
	f.Add([]byte(`{"game":"","seats":[""],"options":{"cards":{"a":[{}]}}}`))
	f.Add([]byte(`{`))
	t := optioned()
	f.Fuzz(func(tt *testing.T, line []byte) {
		h, err := engine.ParseHeader(line)
		if err != nil {
			return
		}
		again, err := engine.ParseHeader(h.Append(nil))
		require.NoError(tt, err)
		require.Equal(tt, string(h.Append(nil)), string(again.Append(nil)))
		_, _, _ = t.Begin(h)
	})
}

// FuzzRead reads lines as moves of every title: none of them may panic, and what is a move
// must stay the same move when it is written and read again.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"seat":"Ava","do":"load","card":"bang"}`))
	f.Add([]byte(`{"seat":"table","do":"loot","cards":["cash_5000","painting"]}`))
	f.Add([]byte(`{"seat":"table","do":"powers","cards":{"Ava":"cheat"}}`))
	f.Add([]byte(`{"seat":"Babak","do":"take","card":"clip","second":"new_boss","swap":true}`))
	f.Add([]byte(`{"seat":"Babak","do":"place","die":"black","face":"puppet"}`))
	f.Add([]byte(`{"seat":`))
	titles := append(games.All(), showdowntest.Title())
	roster := engine.Roster{"Ava", "Babak", "Chiara", "Dario"}
	f.Fuzz(func(t *testing.T, line []byte) {
		for _, title := range titles {
			r := engine.NewMoveReader(title.Moves, roster)
			m, err := r.Read(line)
			if err != nil {
				var no *engine.Refusal
				require.ErrorAs(t, err, &no)
				continue
			}
			written := title.Moves.AppendLine(nil, roster, m)
			again, err := r.Read(written)
			require.NoError(t, err, "%s", written)
			require.Equal(t, string(written), string(title.Moves.AppendLine(nil, roster, again)))
		}
	})
}
