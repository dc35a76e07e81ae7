// Package phone is the pages of a box for the network, at a listener of their own: a phone for each seat, and a screen
// for the room. There is no panel behind them. hw/web/page has what they share with it.
//
// All get the same board, the public desk; a phone also gets frames of one size, sealed with the key of its seat
// (hw/phone/seal), with what its seat may know: one with each board, one for each message of its own and one every two
// seconds, whatever has changed. A roll says which phone serves which seat, by name; who may take a seat over, and how,
// is there. A [Register] keeps it. [Guests] know no game: the desk of a seat comes from the box, and answers go to it as
// commands.
package phone
