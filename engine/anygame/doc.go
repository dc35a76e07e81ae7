// Package anygame makes the box useful for any other game: bids, votes, secret picks, dice, deals and scores,
// called one after the other by a script.
//
// # The model
//
// A play of anygame is a script. A script is a YAML file, or in the header of a record the same
// as JSON, so that a record replays without the file. It names seats, variables, words and
// phases. A tool that is used alone, from the panel, is a script of one phase, made from the
// settings of the tool ([Single]).
//
// The play goes through the phases. A phase is announced (say), asks its seats (who) with at
// most one tool, computes (set, reveal), tells what came of it (then) and goes on (next), to
// the phase that follows in the file where nothing else is said. After the last phase, and
// after "next: end", the play is over. What a tool has found out is called by the name of its
// phase: the phase sale with the tool bid gives sale.winner and sale.price.
//
// scripts/FORMAT.md is the format in full, with an example to copy.
//
// # Expressions
//
// Expressions are those of expr-lang, without text, fractions, ranges and everything that
// depends on time: whole numbers, true and false, seats (counted from 0; nobody is -1) and
// the words of the script, lists of these by seat, and functions over lists. They cannot loop,
// but over seats; their size is bounded, and each is checked when the script is read: what a
// name means and what its type is.
//
// # Secrets
//
// A script cannot leak a secret by mistake. Each name is open, or known by seat (its element
// for a seat is known to that seat), or hidden. What the table sees (what is said, who is asked,
// what comes next, a variable that is open) may not depend on what is hidden; that is a mistake
// in the script, found before it is played. Secrets get out by two doors alone: look tells a
// seat something in private, and reveal makes a value known to all. Where it is a secret who
// acts, all seats of "among" are asked the same, and only the answers of those who act count.
//
// # Loops
//
// Each circle of phases must have one that asks somebody, whatever its conditions; else the script is refused.
// Where a play goes through [maxPhases] phases without an ask all the same, because nobody was
// there to be asked, it stops and says so, as it does where an expression fails.
//
// # What the box draws
//
// The box draws from [engine.Chance] when a phase is reached, in the order of the phases:
// first, one Pick(number of seats asked); dice, one Pick(sides) for each die; draw, one
// Pick(cards left) for each card, the cards lying in the order of the deck in the file, and
// equal ones side by side; deal, the same, seat by seat, for each seat all of its cards; a tie
// broken by chance, one Pick(number of those tied), in the order of seats or choices.
package anygame
