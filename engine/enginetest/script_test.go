package enginetest

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	naroface "consigliere/engine/naro/face"
)

// A recorder is a test whose failures are looked at.
type recorder struct {
	testing.TB
	told []string
}

func (*recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.told = append(r.told, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

// told returns what a script tells of a test that fails.
func told(t *testing.T, script string) string {
	r := &recorder{TB: t}
	done := make(chan bool)
	go func() {
		defer close(done)
		NewScript(r, naroface.Title(), Shorthands{"load": "card", "aim": "at", "loot": "cards[]", "powers": "cards{}"}).Run(script)
	}()
	<-done
	return strings.Join(r.told, "\n")
}

const looted = `
	begin 4
	table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip`

func TestScript(t *testing.T) {
	assert.Empty(t, told(t, `
		begin 4 {"powers":true} seed=7
		asked table powers
		! NARO-2.8 table powers cheat,bully,doctor,cheat // no power twice
		table powers cheat,bully,doctor,lucky
		= phase loot Ava.power cheat public.players.Babak.power bully result null zoo absent`+looted+`
		~ face_down -8
		same boss players
		lists Ava load click bang
		lists Ava load ... bang
		unlisted Ava load none
		counts Ava load 2
		asked Ava load, Babak load, Chiara load, Dario load
		offered
		{"seat":"Ava","do":"load","card":"bang"}
		as Ava = private {"Ava":{"hand":{"click":5,"bang":2},"loaded":"bang","loot":[],"peek":[],"choice":"","drawn":""}}
		as public = private {} Ava.loaded true
		each load click bang click
		said count, aim
		said ..., aim
		first aim
		= phase order
		last order courage
		begin A,B,C,D {}
		! - begin A,B,C,none
		! NARO-1.1 begin 3
		= seats absent`))
}

// Each line tells that it is wrong, and how.
func TestScriptFails(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`= phase aim`, `phase is "load", want "aim"`},
		{`= Ava.hand 7`, `Ava.hand is 8, want 7`},
		{`= private.Ava.hand {"click":5,"clack":3}`, "private.Ava.hand.bang is 3, want nothing\nprivate.Ava.hand.clack is missing"},
		{`= zoo 1`, `there is no zoo`},
		{`= phase absent`, `phase is "load", want {}`},
		{`as public = private.Ava.loaded click`, `there is no private.Ava.loaded`},
		{`~ face_down 8`, `face_down was 64 and is 56, want 8 more`},
		{`same boss face_down`, `face_down is 56, and was 64`},
		{`asked Ava load`, `asked: Ava load, Babak load, Chiara load, Dario load`},
		{`asked`, `asked: Ava load, Babak load, Chiara load, Dario load`},
		{`offered Ava load`, `offered: `},
		{`lists Ava load bang click`, `listed: click bang`},
		{`lists Ava load ... none`, `none is not listed, but click bang`},
		{`unlisted Ava load bang`, `bang is listed`},
		{`shows Ava load`, `listed: click bang`},
		{`counts Ava load 3`, `2 are listed: click bang`},
		{`counts Ava aim 3`, `Ava is not asked to aim`},
		{`said nothing`, `said: load`},
		{`! NARO-4.2 Ava load none`, `refused by "NARO-4.1": NARO-4.1: refuse.no_bullet`},
		{`! NARO-1.1 begin 4`, `was accepted`},
		{`Ava aim Babak`, `NARO-5.1: refuse.not_now`},
		{`Ava load click bang`, `bang: write it as key=value; shorthands of load: "card"`},
		{`Ava`, `a move is a seat, a verb and arguments`},
		{`each load click`, `asked: Ava, Babak, Chiara, Dario`},
		{`begin 9`, `NARO-1.1: refuse.seat_count`},
	} {
		got := told(t, looted+"\n\t= boss Ava\n"+c.line)
		assert.Equal(t, "line 5: "+c.line+"\n"+c.want, got)
	}
	assert.Contains(t, told(t, `= phase load`), "no play has begun")
	// The status before a move is kept for the checks that come after it in the same script.
	r := &recorder{TB: t}
	NewScript(r, naroface.Title(), nil).Run("begin 4").Run("same boss")
	assert.Equal(t, []string{"line 1: same boss\nboss is \"Ava\", and was null"}, r.told)
	// A move that is accepted where it must not be is told with what it changed.
	got := told(t, looted+"\n! NARO-4.1 Ava load bang")
	assert.Contains(t, got, "line 4: ! NARO-4.1 Ava load bang\nchanged the status:\n")
	assert.Contains(t, got, `status.private.Ava.loaded is "bang", want ""`)
	assert.Contains(t, got, "was accepted")
}

func TestShortLines(t *testing.T) {
	s := NewScript(t, naroface.Title(), Shorthands{"": "card", "place": "die box", "list": "of[]", "deal": "to{}"}).Run("begin 4")
	for short, want := range map[string]string{
		`Ava take painting +swap second=clip`:         `{"seat":"Ava","do":"take","card":"painting","swap":true,"second":"clip"}`,
		`Ava place black jail -member row=3`:          `{"seat":"Ava","do":"place","die":"black","box":"jail","member":false,"row":3}`,
		`table roll dice=black:3,white:puppet`:        `{"seat":"table","do":"roll","dice":{"black":3,"white":"puppet"}}`,
		`Ava bid amount=-5 on=a,b,3`:                  `{"seat":"Ava","do":"bid","amount":-5,"on":["a","b",3]}`,
		`Ava list a`:                                  `{"seat":"Ava","do":"list","of":["a"]}`,
		`Ava list []`:                                 `{"seat":"Ava","do":"list","of":[]}`,
		`Ava list of=[a,b]`:                           `{"seat":"Ava","do":"list","of":["a","b"]}`,
		`table deal x,y`:                              `{"seat":"table","do":"deal","to":{"Ava":"x","Babak":"y"}}`,
		`Ava say words={"a":[1,true,null]} yes=true`:  `{"seat":"Ava","do":"say","words":{"a":[1,true,null]},"yes":true}`,
		`{"seat":"Ava","do":"say","as":"it","is":[]}`: `{"seat":"Ava","do":"say","as":"it","is":[]}`,
	} {
		got, err := s.record(short)
		require.NoError(t, err)
		assert.JSONEq(t, want, string(got), short)
	}
}
