// Package reply is what the seats are in the middle of answering, and how three buttons, a screen and a page fill an
// answer in. It knows no box: whoever has the buttons tells a [Reply] what was pressed, asks it for the page to show,
// and makes the move when an answer is whole.
//
// # The kinds of steps
//
// An answer is one step after another, and each kind of step is a file of its own: which ask is answered (verbs.go),
// moves that are listed whole or by argument (options.go) or confirmed (confirm.go), and each kind of part
// ([consigliere/engine.PartKind]): one.go, several.go, cards.go, number.go, payment.go, assign.go, dice.go. A file says what
// A and B do, what holding them does, what OK takes, what a screen shows and what a page can pick. Step.go has what
// they have in common and the table of the kinds of parts: a new kind is a file and a row.
//
// # How a pod asks
//
//   - Two or three words: A, B, and A+B together choose; OK locks.
//   - More of them, and seats: A and B move on and back, OK takes. A choice with several
//     parts is asked one part after the other; B held goes back a part. Where a turn can be
//     one of several verbs, these are the first list, but for one that has nothing to choose beside
//     a single other: it is the last of that one's list. What leaves no choice is passed over.
//   - A number: A adds one, B takes one away, held they repeat; OK locks, OK held starts
//     again.
//   - Several things, cards: A and B move, OK takes the thing, the last entry of the
//     list locks; B held gives the last thing back. Where a number of cards is typed in from the
//     cardboard the last card locks, and what is all that is left needs one OK.
//   - Notes to pay with: A takes one of the lowest kind, B one of the next, and after A was held
//     they take the two kinds that follow; OK locks. B held gives the last note back, or says that
//     nothing is paid. So three notes out of four kinds are five presses at most. A and B count when
//     they are let go, or when the next button is pressed. The sum stands on the private screen, or
//     the peek; players who remember their notes need neither.
//   - Things for keys (dice by colour, powers by seat): one list for each key in turn; OK
//     takes, B held goes back a key, and OK once more locks.
//
// Before the first press a screen shows the question as well as the answers, on a second row or
// on pages that turn where there is no room for all. An option is called by the message of its
// argument and word, or as the game says where that does not tell what it is
// ([consigliere/engine.Title.Label]); the question for one argument of several is the message
// "ask." + verb + "." + argument, if there is one.
//
// Nothing is chosen before A or B was pressed, so an OK by mistake locks nothing. The buttons stand before the lines that they
// mark, A before the first and B before the last, and the foot of the list says what to do; where there is no room for it the signs
// of A, B and OK stand beside the list. With secret choices that is so even if a single one is left, so that what OK does tells nothing of
// a hand.
package reply
