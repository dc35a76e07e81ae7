package naro_test

import (
	"encoding/json"
	"strings"
	"testing"

	"consigliere/engine"
	"consigliere/engine/enginetest"
	"consigliere/engine/naro"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A script drives one play with short lines, such as "Ava take painting swap", and looks at
// its status by paths, such as "public.players.Ava.wounds".
type script struct {
	t      *testing.T
	seats  engine.Roster
	game   engine.Game
	reader *engine.MoveReader
	cues   []engine.Cue // of the last move
	// keepBack is a card that up does not choose.
	keepBack string
}

// begin begins a play of n seats with a power for each of them, or none.
func begin(t *testing.T, n int, options string, powers ...string) *script {
	t.Helper()
	if len(powers) > 0 {
		options = strings.Replace(options, "{", `{"powers":true,`, 1)
		options = strings.Replace(options, ",}", "}", 1)
	}
	h := engine.Header{Game: "naro", Seats: eight[:n], Options: []byte(options), Seed: 1}
	g, err := naro.Title().Begin(h)
	require.NoError(t, err)
	s := &script{t: t, seats: eight[:n], game: g, reader: engine.NewMoveReader(naro.Title(), eight[:n])}
	if len(powers) > 0 {
		s.do("table powers " + strings.Join(powers, ","))
	}
	return s
}

// argOf is the name of the argument of a verb.
var argOf = map[string]string{
	"aim": "at", "order": "who", "hustle": "who", "courage": "choice", "reveal": "choice", "forbid": "kind",
	"loot": "cards", "scavenge": "cards", "powers": "cards",
}

// line turns a short line into a line of a record.
func (s *script) line(short string) []byte {
	f := strings.Fields(short)
	m := map[string]any{"seat": f[0], "do": f[1]}
	arg := argOf[f[1]]
	if arg == "" {
		arg = "card"
	}
	value := ""
	if len(f) > 2 {
		value = f[2]
	}
	switch f[1] {
	case "loot", "scavenge":
		m[arg] = []string{}
		if value != "" {
			m[arg] = strings.Split(value, ",")
		}
	case "powers":
		cards := map[string]string{}
		for i, p := range strings.Split(value, ",") {
			cards[eight[i]] = p
		}
		m[arg] = cards
	default:
		m[arg] = value
	}
	for _, more := range f[min(3, len(f)):] {
		if more == "swap" {
			m["swap"] = true
		} else {
			m["second"] = more
		}
	}
	b, err := json.Marshal(m)
	require.NoError(s.t, err)
	return b
}

// try makes one move.
func (s *script) try(short string) error {
	m, err := s.reader.Read(s.line(short))
	if err != nil {
		return err
	}
	cues, err := s.game.Play(m)
	if err == nil {
		s.cues = cues
	}
	return err
}

// do makes moves that must be accepted.
func (s *script) do(lines ...string) {
	s.t.Helper()
	for _, l := range lines {
		require.NoError(s.t, s.try(l), l)
	}
}

// no tries moves that must be refused by the rule, and change nothing.
func (s *script) no(rule string, lines ...string) {
	s.t.Helper()
	for _, l := range lines {
		before := enginetest.Status(s.game, s.seats)
		var no *engine.Refusal
		if assert.ErrorAs(s.t, s.try(l), &no, l) {
			assert.Equal(s.t, rule, no.Rule, "%s: %v", l, no)
		}
		assert.Equal(s.t, string(before), string(enginetest.Status(s.game, s.seats)), l)
	}
}

// is compares one value of the status; lists are written as in JSON.
func (s *script) is(path string, want any) {
	s.t.Helper()
	var status any
	require.NoError(s.t, json.Unmarshal(enginetest.Status(s.game, s.seats), &status))
	for _, k := range strings.Split(path, ".") {
		m, ok := status.(map[string]any)
		require.True(s.t, ok, "%s: no object above %s", path, k)
		status, ok = m[k]
		require.True(s.t, ok, "%s: there is no %s", path, k)
	}
	got, err := json.Marshal(status)
	require.NoError(s.t, err)
	if text, ok := want.(string); ok && strings.ContainsAny(text, "[{") {
		assert.JSONEq(s.t, text, string(got), path)
		return
	}
	w, err := json.Marshal(want)
	require.NoError(s.t, err)
	assert.JSONEq(s.t, string(w), string(got), path)
}

// asked compares who is waited for, as in "Ava load, Babak load".
func (s *script) asked(want string) {
	s.t.Helper()
	var got []string
	for _, a := range s.game.Asks(nil) {
		got = append(got, s.seats.Name(a.Seat)+" "+a.Verb)
	}
	assert.Equal(s.t, want, strings.Join(got, ", "))
}

// options returns the answers listed to the only ask, as the values of their arguments.
func (s *script) options() []string {
	s.t.Helper()
	asks := s.game.Asks(nil)
	require.Len(s.t, asks, 1)
	var list []string
	for _, do := range asks[0].Options {
		var words []string
		for _, a := range do.Args(nil) {
			switch a.Value.Kind {
			case engine.SeatValue:
				words = append(words, s.seats.Name(a.Value.Seat))
			case engine.BoolValue:
				words = append(words, a.Key)
			default:
				words = append(words, a.Value.Word)
			}
		}
		list = append(list, strings.Join(words, "+"))
	}
	return list
}

// said returns the keys of the cues of the last move that are said aloud, with who they are
// about.
func (s *script) said() []string {
	var list []string
	for _, c := range s.cues {
		if c.Text.Key == "" {
			continue
		}
		key := strings.TrimPrefix(c.Text.Key, "cue.")
		if c.Text.Who >= 0 {
			key += " " + s.seats.Name(c.Text.Who)
		}
		list = append(list, key)
	}
	return list
}

const usual = "cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip"

// up turns up loot: the cards given, or the first eight that lie face down.
func (s *script) up(cards string) {
	s.t.Helper()
	if cards == "" {
		var list []string
		for _, it := range s.game.Asks(nil)[0].Items {
			for range it.Count {
				if it.Word == s.keepBack {
					break
				}
				list = append(list, it.Word)
			}
		}
		cards = strings.Join(list[:8], ",")
	}
	s.do("table loot " + cards)
}

// all answers the simultaneous asks, one letter of answers for each seat in seat order (a
// dot is passed over): c and b load, s and d stand or duck, digits aim and - aims at nobody.
func (s *script) all(answers string) {
	s.t.Helper()
	i := 0
	for _, a := range s.game.Asks(nil) {
		for answers[i] == '.' {
			i++
		}
		name := s.seats.Name(a.Seat)
		switch c := answers[i]; c {
		case 'c':
			s.do(name + " load click")
		case 'b':
			s.do(name + " load bang")
		case 's':
			s.do(name + " courage stand")
		case 'd':
			s.do(name + " courage duck")
		case '-':
			s.do(name + " aim none")
		default:
			s.do(name + " aim " + s.seats[c-'0'])
		}
		i++
	}
}

// fight plays steps 2 to 5 with the answers of all; the boss gives no order. Whoever is asked
// in between is left to the caller.
func (s *script) fight(loads, aims, guts string) {
	s.t.Helper()
	s.all(loads)
	s.all(aims)
	s.noOrder()
	s.all(guts)
}

// noOrder answers the boss's ask, if there is one.
func (s *script) noOrder() {
	if a := s.game.Asks(nil)[0]; a.Verb == "order" {
		s.do(s.seats.Name(a.Seat) + " order none")
	}
}

// shareOut lets everybody take the first thing listed until the share-out is over.
func (s *script) shareOut() {
	s.t.Helper()
	for {
		asks := s.game.Asks(nil)
		if len(asks) == 0 || !strings.Contains("take forbid burn", asks[0].Verb) {
			return
		}
		cues, err := s.game.Play(engine.Move{Seat: asks[0].Seat, Do: asks[0].Options[0]})
		require.NoError(s.t, err)
		s.cues = cues
	}
}

// quiet plays rounds in which all duck, up to the loot of the given round.
func (s *script) quiet(round int) {
	s.t.Helper()
	for {
		v := s.game.View(engine.Public).Public.(naro.Status)
		if v.Round == round {
			return
		}
		if v.Phase == "loot" {
			s.up("")
		}
		for !s.game.Over() {
			asks := s.game.Asks(nil)
			if asks[0].Verb == "loot" {
				break
			}
			do := asks[0].Options[len(asks[0].Options)-1] // the last one is to duck, or none
			_, err := s.game.Play(engine.Move{Seat: asks[0].Seat, Do: do})
			require.NoError(s.t, err)
		}
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}
