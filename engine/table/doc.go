// Package table is one play in progress: seats, clock, journal and undo. It is the only
// caller of Game.Play.
//
// A [Table] takes moves, hands them to the game, writes them to the journal and has them
// synced before anything that follows from them can be seen. It knows what is waited for
// and for how long, makes the move of a time-out, stops for a pause, and takes moves back
// with a conscience (promise P7).
//
// It has no clock of its own and starts no goroutine: each call brings the time since the
// box was started, so tests and headless runs step through hours in no time. One goroutine
// owns a Table.
//
//	t, err := table.New(title, header, table.Options{Journal: table.NewJournal(path)})
//	...
//	cues, err := t.Play(now, engine.Move{Seat: 0, Do: naro.Load{Card: naro.Bang}})
//
// # The journal
//
// A journal is a record with three more members on each line: "t", the seconds since the
// play began; "by", on moves that nobody made ("clock": a time-out; "undo": what was random
// stays as it fell); and at the end "crc", eight hexadecimal digits. They are the CRC-32C of
// the eight digits of the line before (nothing for line 1) followed by the line without its
// crc member. Two verbs are the table's own:
//
//	{"seat":"Ava","do":"undo","count":2}   the last two moves in force are undone
//	{"seat":"Ava","do":"take_back"}        Ava's locked choice is taken back
//
// Undone moves stay where they stand. A line is on disk, synced, before its effect shows.
// The header has a second copy in a file beside the journal (its name and ".head"), for it
// is the one line without which the others mean nothing. Both files are made whole, in a
// temporary file that is synced and renamed, before the play exists. A directory of journals
// is one program's at a time: see [LockDir].
package table
