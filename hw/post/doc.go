// Package post is a box's side of a hub: a server that many boxes report to, in a café, a club or at a tournament.
//
// A [Client] listens to the public stream of a running box and writes what is shown to everybody into an outbox beside
// the journal (engine/journal), and from there sends it to the hub, in order and each line once. It never keeps the
// box waiting: the box does not know that it is there. Without its hub everything goes on, and lines wait on disk
// for as long as it takes (promise P8).
//
// Nothing but what was shown leaves the box while a game goes on (promise P4): lines are made of public desks alone.
// The record of a game that is over follows, if the owner of the box says so ([Options.Records]).
//
// # Exactly once
//
// The hub keeps the lines of a play under a subject of their own. After each connection the client asks for the last
// of them and goes on behind it. With each message it names the last one that it knows of, and the hub refuses the
// message if there is another: two boxes with one key, or a line that was sent twice, cannot slip in.
package post
