package hw

import "context"

// A Die is a die in the tray, in the words of records: a colour such as "red", and a face: "1"
// to "6", or "puppet".
type Die struct {
	Colour, Face string
	// Unsure says that people must be asked what it shows. Face is a guess then, or "" if there is none.
	Unsure bool
	// X and Y are where it lies in the camera's picture: from 0, at the left and the top, to 1.
	X, Y float64
	// Picture is a JPEG picture of a die that is unsure and of what lies beside it; "" if there is none.
	Picture string
}

// A Throw is what lies in the tray once everything lies still.
type Throw struct {
	Dice []Die // none if Doubt is set; those that are sure stand, whatever the others are
	// Doubt is why the dice cannot be told for certain; "" if they can.
	Doubt Doubt
}

// A Doubt is why a throw cannot be read.
type Doubt string

// The doubts.
const (
	HandIn   Doubt = "hand"    // a hand is in the way
	OddDie   Doubt = "odd"     // a die leans, lies on another or at the border, or something else lies there
	Unclear  Doubt = "unclear" // a die cannot be made out
	ExtraDie Doubt = "extra"   // there are more dice than there should be
	NoTray   Doubt = "camera"  // the camera gives no pictures
)

// A Tray reads the dice in the dice tray.
type Tray interface {
	// Watch calls thrown with each throw that has come to rest, until ctx ends. A camera that
	// fails is tried again and again; thrown is told once.
	Watch(ctx context.Context, thrown func(Throw))
}

// A Pupil is a tray that learns its table's dice.
type Pupil interface {
	Tray
	// Correct tells what dice of the last throw show, at least one of which people were asked about or corrected. It
	// does not wait until that is learned.
	Correct(dice []Die)
}
