package web

import (
	"context"
	"encoding/json"
	"errors"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/console"
	"consigliere/hw/lang"
	"consigliere/sim"
)

// A Box is what the panel shows and works: [Of] makes one of a [sim.Sim]. Its methods are
// safe for concurrent use.
type Box interface {
	// Pods returns how many pods there are. It never changes.
	Pods() int
	// Private reports whether a pod has a private screen.
	Private(hw.Pod) bool
	// Size returns the size of a private screen, or of the main screen for [hw.Panel].
	Size(hw.Pod) (w, h int)

	// Press presses a button, or lets it go.
	Press(ctx context.Context, p hw.Pod, b hw.Button, down bool) error
	// Listen returns the public stream for [hw.Panel], or that of a pod's private screen
	// alone. It begins with what is shown now.
	Listen(hw.Pod) Listener

	// Desk returns the table as a whole in a language.
	Desk(context.Context, lang.Lang) (console.Desk, error)
	// House returns the data of a game that its owners can replace, as a file to edit;
	// [ErrNoCatalogue] if it has none.
	House(ctx context.Context, game string) (string, error)
	// Catalogue reads a file with such data, as the value of the option catalogue. If
	// anything is wrong with it, it returns all that is instead, in a language.
	Catalogue(ctx context.Context, game string, l lang.Lang, file []byte) (json.RawMessage, []Mistake, error)
	// Start begins a play.
	Start(context.Context, engine.Header) error
	// Type plays a move that was typed in, as one line of a record.
	Type(ctx context.Context, line []byte) error
	// Pause stops all clocks, or lets them go on.
	Pause(ctx context.Context, on bool) error
	// Undo takes the last move back, or asks those who must agree.
	Undo(context.Context) error
	// CancelUndo gives up an undo that waits for consent.
	CancelUndo(context.Context) error
	// GoOn goes on with the play that was found at start-up.
	GoOn(context.Context) error
	// Leave ends the play and shows the menu.
	Leave(context.Context) error
	// Lang returns the language of the box, its main screen and voice.
	Lang(context.Context) (lang.Lang, error)
	// SetLang gives the box, its main screen and voice, a language.
	SetLang(context.Context, lang.Lang) error
	// Record returns the record of a play that is over, or nil.
	Record(context.Context) ([]byte, error)
}

// A Mistake is something wrong in a file.
type Mistake struct {
	Line int    `json:"line"` // 0 where it is not known
	Text string `json:"text"`
}

// ErrNoCatalogue is returned for a game that has no data to replace, or that there is not.
var ErrNoCatalogue = errors.New("there is no such game with a catalogue")

// A Listener hands over events until it is closed. A box closes the channel of a listener
// that is too slow; it may listen again, and then begins with what is shown at that moment.
type Listener interface {
	Events() <-chan sim.Event
	Close()
}
