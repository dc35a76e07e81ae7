// Package web is the front panel of a box in a browser: a wooden table seen from above, with the box, the pods and a
// sheet of paper. The pages for the network, phones and the screen for the room, are in hw/phone; what all pages share
// is in hw/web/page.
//
// A [Server] serves the page, which is plain HTML, CSS and JavaScript in the binary, and
// talks to it over a web socket. It draws what the box puts out and hands the box what is
// pressed and typed; it knows no game.
//
// # Who gets what
//
// Every browser gets the public stream: the main screen, the lights, the captions, the
// tones, and the desk in its own language. What a private screen shows goes only to a
// browser that asked to look at that pod, in messages of its own, from the moment it asks
// until it says that it looks away. So the public messages, their order and their sizes do
// not depend on secrets (promise P4). The record holds every secret of the play, and is
// given out when the play is over and not before.
//
// # What carries it
//
// A page has one line to the box, a [line.Conn], and asks what it needs besides by a [Question]. On a network these
// are a web socket and requests of HTTP; files without the tag js have all that serves a network. Where a browser runs
// the box they are messages between its windows, and neither net/http nor TLS is linked. page/line.js is the other end.
//
// # What it trusts
//
// The panel has no password: whoever can press its buttons is a guest at the table. So the
// server is for 127.0.0.1 alone. It refuses a request whose Host is not this machine (a name
// of the attacker's that was made to point here), a web socket whose Origin is another page,
// a message above 64 KiB, a file above 32 KiB, a request that takes longer
// than seconds to arrive, and more messages than hands can make. A message that it does not
// understand is answered with an error and changes nothing.
package web
