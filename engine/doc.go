// Package engine holds what all games share: seats, moves, asks, cues, views, records
// and the seeded generator.
//
// # The model
//
// A [Title] is a game as a list shows it: its word in records, its seats and options, its
// ledger of rules, its messages, its moves, and the function that begins a play. A [Game] is
// one play of it. The list of titles is in package engine/games.
//
// A game is pure: no clock, no I/O, no goroutine, no map order, and no randomness but the
// [Chance] that it was begun with. It changes by [Move] alone, so the same header and moves
// give the same game again. An illegal move is a [Refusal] that names the rule and changes
// nothing. After each move a game says three things:
//
//   - what it waits for: its [Ask] list, which is never empty before the play is over;
//   - what the table should notice, and who learned something hidden by it: a [Cue];
//   - what each viewer may know: a [View], which begins with the keys that all games have,
//     [Common].
//
// Nothing in this package or in a game knows of hardware, screens or words. A [Text] is a
// message key with a few arguments; whoever shows it chooses the language.
//
// # Moves
//
// Inside a game a move is a Go struct of its own, such as naro.Load{Card: Bang}, with a method
// that makes it, a [Deed]. A title declares each once:
//
//	var moves = engine.Declare(
//		engine.Plays[Load]("load", "NARO-4.1"),
//		engine.Plays[Aim]("aim", "NARO-5.1"),
//	)
//
//	func (do Load) Play(g *Game, seat engine.Seat) *engine.Refusal
//
// The verb is how records call the move; the rule is the one that a missing, unknown or wrong
// argument breaks. Arguments are the fields with a tag:
//
//	Card Card                `arg:"card"`           an [Enum]: a whole number whose values are words
//	At   engine.Seat         `arg:"at"`             a seat; [NoSeat] is "none"
//	With Crew                `arg:"with,optional"`  left out of records where it is zero
//	Bets [MaxSeats]int       `arg:"bets,seats"`     an array as an object, a value for each seat
//	Roll Dice                `arg:"dice"`           the same with other keys: the array is [Keyed]
//	Hand [3]Card             `arg:"hand"`           any other array is a list
//	Cost int                 `arg:"cost,box=visit|raid"`  only where the argument box is one of these
//	Face Face                `arg:"face"`           an [ArgValue], which is now a word, now a number
//
// [Declaration.Fixed] tells structs apart that share a verb, and [Declaration.RuleOf] names
// another rule for some arguments. From the declaration follow writing ([MoveWriter]) and
// reading ([MoveReader]) of record lines, the arguments in lists of choices ([Moves.Args]), and
// moves out of answers ([Moves.Make]). JSON is at this edge only.
//
// # Asks
//
// An ask names the seat and the verb, and holds every legal answer: whole moves (Options), or
// parts, one for each argument (Parts), where there are too many to list. A console, a phone,
// a bot and a fuzzer work from it alone and fill an [Answer] step by step.
//
// Ask.By is for answers that a group may give: a team, each of whose members moves with a seat
// of its own, or those who alone may see what they type for the table ("tellers"). An ask is
// known by its [AskID]: the seat, By and the verb. No two open asks have one ID, and an ask
// that stays open keeps its ID, its timer and what was chosen for it so far.
//
// The slices of an ask never change after the ask was given out, so it can be kept and compared
// with a later one. Fixed lists are made once for a title; others are made anew.
//
// # Records
//
// A record is a [Header] and the moves in force, one JSON object a line. What the box itself
// draws comes from the seed of the header, through the game's own Chance: it is in no move.
package engine
