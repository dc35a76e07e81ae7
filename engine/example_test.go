package engine_test

import (
	"fmt"
	"strings"

	"consigliere/engine"
)

// nim returns a whole title: there are five matches, and the seats take one or two in turn.
// Whoever takes the last wins.
func nim() *engine.Title {
	moves := engine.Declare(engine.Verb[take]("take", "NIM-2.1"))
	return &engine.Title{
		ID: "nim", Rule: "NIM", MinSeats: 2, MaxSeats: 2, Moves: moves,
		New: func(h engine.Header) (engine.Game, []engine.Cue, error) {
			return &nimGame{roster: h.Seats, left: 5}, []engine.Cue{{Text: engine.Say("cue.begin").Number(5)}}, nil
		},
	}
}

// take takes matches from the heap.
type take struct {
	Count int `arg:"count"`
}

type nimGame struct {
	roster engine.Roster
	left   int
	turn   engine.Seat
}

func (g *nimGame) Asks(dst []engine.Ask) []engine.Ask {
	if g.Over() {
		return dst
	}
	a := engine.Ask{Seat: g.turn, Verb: "take", Prompt: engine.Say("ask.take").Number(g.left)}
	for n := 1; n <= min(2, g.left); n++ {
		a.Options = append(a.Options, take{n})
	}
	return append(dst, a)
}

func (g *nimGame) Play(m engine.Move) ([]engine.Cue, error) {
	do, ok := m.Do.(take)
	switch {
	case g.Over() || m.Seat != g.turn || !ok:
		return nil, engine.Refuse("NIM-1.2", "refuse.turn", g.turn)
	case do.Count < 1 || do.Count > min(2, g.left):
		return nil, engine.Refuse("NIM-2.1", "refuse.count", min(2, g.left))
	}
	g.left -= do.Count
	cues := []engine.Cue{{Text: engine.Say("cue.took").Seat(m.Seat).Number(do.Count)}}
	if g.Over() {
		return append(cues, engine.Cue{Kind: engine.CueResult, Text: engine.Say("cue.won").Seat(m.Seat)}), nil
	}
	g.turn = 1 - g.turn
	return cues, nil
}

func (g *nimGame) View(l engine.Viewer) engine.View {
	v := engine.View{Viewer: l, Common: engine.Common{Game: "nim", Phase: "take", Round: 1, Waiting: []engine.Waiting{}, Over: g.Over()}}
	if g.Over() {
		v.Result = g.roster.Name(g.turn)
	} else {
		v.Waiting = append(v.Waiting, engine.Waiting{Seat: g.roster.Name(g.turn), Do: "take"})
	}
	v.Public = struct {
		engine.Common
		Left int `json:"left"`
	}{v.Common, g.left}
	return v
}

func (g *nimGame) Over() bool { return g.left == 0 }

// A title declares its moves, and its games play records.
func Example() {
	title := nim()
	record := `{"game":"nim","seats":["Ava","Babak"]}
{"seat":"Ava","do":"take","count":2}
{"seat":"Babak","do":"take","count":3}
{"seat":"Babak","do":"take","count":1}
{"seat":"Ava","do":"take","count":2}`

	var game engine.Game
	var reader *engine.MoveReader
	_ = engine.Lines(strings.NewReader(record), func(n int, line []byte) error {
		if n == 1 {
			header, err := engine.ParseHeader(line)
			if err != nil {
				return err
			}
			reader = engine.NewMoveReader(title.Moves, header.Seats)
			game, _, err = title.Begin(header)
			return err
		}
		move, err := reader.Read(line)
		if err != nil {
			return err
		}
		if _, err := game.Play(move); err != nil {
			fmt.Printf("line %d: %v\n", n, err)
		}
		return nil
	})
	status, _ := engine.AppendStatus(nil, game, engine.Roster{"Ava", "Babak"})
	fmt.Println(string(status))
	// Output:
	// line 3: NIM-2.1: refuse.count
	// {"public":{"game":"nim","phase":"take","round":1,"waiting":[],"over":true,"left":0},"private":{},"result":"Ava"}
}

// Nobody who fills an answer needs to know the game.
func ExampleAnswer() {
	title := nim()
	roster := engine.Roster{"Ava", "Babak"}
	game, _, _ := title.Begin(engine.Header{Game: "nim", Seats: roster})
	ask := game.Asks(nil)[0]

	var answer engine.Answer
	answer.Begin(title.Moves, &ask)
	for i := range answer.Len() {
		fmt.Println(answer.Arg(), answer.Choice(i).Value.Int)
	}
	answer.Take(1)
	if answer.Whole() {
		do, _ := answer.Action(roster)
		fmt.Println(string(title.Moves.AppendLine(nil, roster, engine.Move{Seat: ask.Seat, Do: do})))
	}
	// Output:
	// count 1
	// count 2
	// {"seat":"Ava","do":"take","count":2}
}
