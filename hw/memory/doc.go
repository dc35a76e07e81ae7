// Package memory is what a box remembers from one evening to the next: how its table likes to play, who has played
// there, how each game was begun last, which games can be gone on with and which are over.
//
// A [Memory] is the only part of a console that knows files. It reads them when it is opened and writes each change at
// once; without a folder it forgets everything when the box is switched off. It decides nothing and shows nothing.
package memory
