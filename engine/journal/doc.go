// Package journal keeps the record of a play on disk, through power cuts, damaged bytes and its
// own removal.
//
// A [Journal] is begun with a header or opened, and takes lines: [Journal.Add] them, then
// [Journal.Flush] has them written and synced at once. It knows how a line is made and chained,
// which files there are beside a journal, what is wrong with one and how it is put right; of the
// game it knows nothing. Package table plays on it.
//
//	j, err := journal.Next(dir)
//	...
//	err = j.Create(header)
//	j.Add([]byte(`{"seat":"Ava","do":"load","card":"bang"}`), journal.Stamp{Age: age})
//	err = j.Flush()
//
// [List] says which plays there are. One goroutine owns a Journal.
//
// # The format
//
// A journal is a record with more members at the end of each line:
//
//   - "t": the seconds since the play began, with three decimals;
//   - "by", on moves that nobody made: "clock" for a time-out, "undo" for what was random
//     and stays as it fell, "held" for what stands in for a refused answer (table.Hold), "box" for a move
//     without another (table.PlayForced);
//   - "date", in the header: when the play began by the clock of the box, as in RFC 3339;
//   - "over":true, on a move that ended the play, so that a list need not replay it;
//   - "crc": eight hexadecimal digits. They are the CRC-32C of the eight digits of the line
//     before (nothing for line 1) followed by the line without its crc member.
//
// Spaces before the crc member, which the checksum covers, fill the line up to 256 bytes with
// its newline, or to a multiple of that where names are long: the length of a line does not
// tell what was chosen in secret. Journals by older programs have neither spaces nor the
// members date and over; they are read all the same, and go on in the form of today.
//
// Six verbs are the table's own, and no game may have them:
//
//	{"seat":"Ava","do":"undo","count":2}                     the last two moves in force are undone
//	{"seat":"Ava","do":"take_back"}                          Ava's locked choice is taken back
//	{"seat":"table","do":"attend","seats":["Ava","Chiara"]}  who is here from now on
//	{"seat":"table","do":"bots","seats":["Bot 1"]}           whom the box plays for from now on
//	{"seat":"table","do":"name","name":"The long war"}       what the play is called from now on
//	{"seat":"table","do":"teach","on":true}                  it is explained from now on
//
// Undone moves stay where they stand. A line is on disk, synced, before its effect shows.
// After each sync the table looks whether the file is still there by its name. If not, it
// writes a new one with all lines from memory, and says so ([Rewrite]).
//
// # Files
//
// A journal is play-0001.jsonl and so on; [NextJournal] counts. The files beside it have its
// name and one of these endings:
//
//	.head     the second copy of the header, the one line without which the others mean nothing
//	.left     the play was left
//	.dropped  the play went on without its journal
//	.opening  the play is being opened, or was when the program ended
//	.damaged  what was found before it was repaired
//	.aside    another file that had taken the name of a journal in use
//	.public   what was shown to everybody, for a hub: an [Outbox]
//
// The journal and the copy are each written to a temporary file, synced and renamed, before
// the play exists. The directory and the files are closed to other users. A directory of
// journals is one program's at a time: see [LockDir]. [List] says what is in it.
package journal
