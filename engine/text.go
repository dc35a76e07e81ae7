package engine

// A Text is something to be said or shown, as a message key with its arguments. It holds no
// words: each screen, phone and voice puts it into its own language with the catalogues
// that lie beside the games.
//
// In a catalogue the arguments are {{.who}}, {{.whom}}, {{.what}}, {{.n}} and {{.m}}.
type Text struct {
	Key  string // message key, such as "cue.hit"; "" is no text
	Who  Seat   // the seat that the text is about; looked at only if the message names it
	Whom Seat   // a second seat
	What string // message key of a thing, such as "card.painting"
	N, M int    // numbers; screens write them with the digits of their language
}

// Say returns the text of a message without arguments.
func Say(key string) Text { return Text{Key: key, Who: NoSeat, Whom: NoSeat} }

// SayWho returns the text of a message about one seat.
func SayWho(key string, who Seat) Text { return Text{Key: key, Who: who, Whom: NoSeat} }
