package bot_test

import (
	"fmt"
	"math/rand/v2"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/showdowntest"
)

// A player plays for all seats, and tells each move.
func Example() {
	title, header := showdowntest.Title(), showdowntest.Header(1)
	game, _, err := title.Begin(header)
	if err != nil {
		panic(err)
	}
	p := bot.New(title, header.Seats, rand.New(rand.NewPCG(1, 2)))
	calls := 0
	p.Made = func(engine.Move, []engine.Cue) { calls++ }
	moves, err := p.Playout(game)
	fmt.Println(game.Over(), moves == calls, err)
	// Output:
	// true true <nil>
}
