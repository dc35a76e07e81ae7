// Package words puts what a game says into the languages of a box.
//
// Games and views hold message keys and numbers, never words (promise P6). [Books] has the messages and
// rules of all titles; [Books.Play] gives the words of one game, with the names of its players, and
// [Books.Menu] the words of a box between games. [Labels] puts an ask into words: its
// question, what its choices are called and what explains each. A [Step] is where a seat stands in an
// answer, still without words.
//
// All types are safe for concurrent use: the screens of the box and the pages of browsers are written by
// different goroutines, each in its own language.
package words
