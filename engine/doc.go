// Package engine holds what all games share: seats, moves, asks, cues, views, records
// and the seeded generator.
//
// A [Game] is the rules engine of one title, playing one play of it. It is pure: no clock,
// no I/O, no goroutine, no map order, and no randomness but the [Chance] that it was made
// with. It changes by [Move] alone. After each move it says what it waits for ([Ask]), what
// the table should notice ([Cue]) and what each looker may know ([View]).
//
// Inside a game a move is a Go struct of its own, such as naro.Load{Card: Bang}. JSON is at
// the edge: [AppendMove] writes a move as one line of a record, [MoveReader] reads one.
//
// A game offers itself as a [Title]; the list of them is in package engine/games. Nothing
// in this package or in a game knows of hardware, screens or words: texts are message keys
// with a few arguments ([Text]), and whoever shows them chooses the language.
package engine
