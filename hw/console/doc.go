// Package console is the hands and face of the box: it turns asks into presses, views into
// screens, and cues into light, sound and voice. It knows no game: what it draws comes
// from the asks, cues and views of package engine and from the messages beside them.
//
// # How a pod asks
//
// The light says what is owed: off, nothing; slow pulse, a choice is awaited; solid, locked
// in. It is the same for every choice and every seat, so it never tells. What A, B and OK do for each kind of
// question says package [consigliere/hw/reply].
//
//   - A locked choice is taken back by holding B, until the last seat has locked.
//
// OK held shows one sentence about the choice that is marked, for as long as it is held, and
// takes nothing ([consigliere/engine.HintKeys]). So a short OK counts when it is let go, or when the
// next button is pressed. Where a held OK is the peek, or begins a number again, it stays that:
// there the pages alone explain, beside each option.
//
// A and B held together, twice as long as one button, say again what was called last and then where the play is: its phase, what is
// asked openly, who is awaited. All of it is public; what the two presses have marked is marked no more.
// From then on the seat plays by ear (ears.go): what it is asked openly is read out, and what it marks; of a secret the choices
// that everybody knows; and of a picture that is shown the lines that nothing else tells. Each time they say again what the seat is asked, and held
// once more at the same place what lies on the table before that. Short limits wait for the seat.
//
// Secret choices are listed on the pod's private screen. Where there is none, or it does not
// answer, the seat holds OK for the peek: the main screen covers itself and calls the
// seat, then shows the secret for as long as OK is held; A and B move meanwhile, and a
// short OK afterwards takes.
//
// What lies on the table is on pages of the main screen that turn by themselves, in turn with
// what is asked openly until the player who is asked presses a button. So do the pages of an idle pod.
//
// The panel's A and B page the main screen, or answer what the table is asked; its OK,
// held, opens the menu. From there the panel's buttons can stand in for the buttons of a pod that
// do not answer, for as long as something is awaited of its seat; B held ends that. On a
// result its OK opens a menu: a rematch, what the scores are made of, the main menu. Nothing
// there loses the play, which stays in the list of finished games.
//
// # Phones
//
// A seat may have a phone beside its pod, or in place of one. The console knows no phones: it
// gives what a seat is shown as a [desk.Seat], and takes what the seat answers as commands
// ([command.Answer], [command.Buzz], [command.TakeBack], [command.Consent], [command.Dissent], [command.Read]), which do no more than the pod could. All
// choosing is done on the phone, so nothing outside tells how long it took or what was looked
// at. An answer names the turn that it is for: one that comes late, or twice, changes nothing.
//
// # Tools
//
// A title may have tools that are used in the middle of another game
// ([consigliere/engine.Option.Tools]). In the first menu A and B of the panel together list them, those that
// were used last first; A held runs through the list, and OK begins one at once, with those who
// play and with the settings of the last time.
//
// # What is remembered
//
// The box remembers pace and clocks, who has played and in which language each reads, and how
// each game was begun last, in a file beside the journals. Names and choices of the last play are
// offered again; it holds nothing that happened in a play.
//
// # Bots and lessons
//
// The box can play for seats where nobody sits ([command.SetBots]). A bot sees the view of its seat,
// moves when all has been told, and takes a time that does not depend on what it holds. In a
// first game ([command.Teach]) the play stands still whenever something comes for the first time,
// until somebody has read what it is and presses OK; a press in its first moment was meant for
// something else. Where the play goes on on another evening, so do the lessons.
//
// # What is typed in
//
// Whoever stands at the panel or opens the page can type a move for any seat ([command.Type]), and
// look at any seat's secrets. That is trust by design, as with cards that lie on a table; so
// the main screen and the desk say for whom a move was typed in.
//
// A typed answer to a secret ask could still be a probe: whether it is refused tells what the
// seat holds. So the reason goes to the seat's own screen, or its peek, and to nobody else.
// Where all choose at the same time the refused answer is held: lights, ticks, views, tones
// and what [Console.Do] returns are the same as for an accepted one. The seat takes it back with B,
// as always. If it does not, and the step would end, all hear that somebody chooses again
// ([table.Table.Hold]).
//
// Where one seat alone is asked in secret an accepted answer ends the step, so nothing can
// look like it. There all hear that the seat chooses again, and never why. What is left to a
// probe is that one fact, in the open and with a name on it.
//
// # What has happened
//
// The desk tells the last moves in words, as the log of a record tells them to everybody
// ([consigliere/engine/chronicle.Teller]). It goes as far as the scene: what a reveal is still to show
// is told after it. It is read when a page asks for it, out of the moves alone.
//
// # What can be measured
//
// Everything public is the same whatever is chosen, and so are the lengths of lines in the
// journal. A private screen is drawn when the others are, but only the part of its picture
// that has changed goes over the bus: how many bytes that takes tells something to whoever has a
// probe on the wires, and could read the picture itself.
//
// # Time
//
// A [Console] has no clock: [Console.Press], [Console.Do] and [Console.Tick] are given the
// time, and [Console.Next] says when it wants the next tick. One goroutine owns it.
// Lights are set before a press returns; screens are drawn on the next tick.
//
// Whoever comes with a time, what was due before is done first, each thing at its own time. So what is
// public follows from moves and time alone, and not from what else has woken the box: a page of a
// private screen that turns, a button held in private, a page that is loaded.
//
// A clock may be late. A beat that begins more than 40 ms late keeps its time, and so do those after
// it and the table's clock.
//
// While cues are called the clock of the table stands, so a limit of time begins when the
// table has heard what it is for; with a count of three it begins at "three".
//
// Nobody has to wait for what is merely being told. An ask can be answered meanwhile, and a
// press of the one whom the table waits for, alone and openly, ends the telling. What is
// counted or revealed has its time, and so has the result: until then no screen and no light
// shows what comes of it. Dice that were thrown in the open have as long, or a second if whoever is
// asked next goes on. Meanwhile the screens and the desk show the picture of the move, if
// the cue names one ([consigliere/engine.Cue]): a row for each seat, to which what is called is added;
// on a pod's screen the rows that are about its seat.
//
// # The rooms
//
// A press goes through the console in one direction, and no room calls back:
//
//	buttons ─► seating ─► replies ─► answers ─► game ─► table
//	                                             │
//	             screens, lights, voice ◄─ stage ◄┘ caller, faces
//
// What there is stands in rooms that know no other: the play as the table says it is (play.go), the seating, the
// hands, the screens, the lights and the voice, what is told for a while (told.go), languages, lessons, bots and guests
// with phones; the replies ([consigliere/hw/reply.Replies]), the caller ([caller.Caller]), the memory
// ([consigliere/hw/memory.Memory]), the only one that knows files, and the menu ([consigliere/hw/menu.Menu]). The state
// (state.go) holds them, and has the facts that follow from several, such as whom a pod serves now.
//
// Two rooms only read the state: the face (pages.go) lays out the screens, the publisher (snapshot.go) makes the snapshots
// from which pages make desks. The others do something. Each knows those above it in this list and none below:
//
//   - The stage shows and says what there is: screens, lights, voice, the menu.
//   - The game follows the table: what moves bring, refusals, limits of time, pauses, undo.
//   - The answers make moves of what seats answer, at pods and pages and by bots, and what is typed and thrown.
//   - The teacher explains the play while it is played.
//   - The settings are what people set: pace, clocks, languages, seats and pods.
//   - The evening begins, resumes and ends plays.
//   - The dealer commits the box to a secret before a play begins that can be checked, and takes what players give.
//   - The host knows the phones, and lets the panel stand in for them.
//   - The usher passes on what a hub says, and calls its judge.
//   - The [Console] takes presses, commands and time, and leads each to its room.
//
// What the console does by itself at a time stands in one list of timers (timers.go), each with when and what. What a
// command does is a method of the room that it concerns, which has a case for it in its method do.
package console
