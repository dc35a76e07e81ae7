package desk

import (
	"encoding/json"
	"sync"
	"time"

	"consigliere/engine"
	"consigliere/engine/chronicle"
	"consigliere/engine/receipt"
	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// A Snapshot is what the box shows at one moment, without words. The owner of the box makes one when
// something has changed and publishes it; nothing in it changes afterwards, so any goroutine may make desks
// of it, in its own language. It holds what each seat may know: hand on its desks, never the snapshot itself.
type Snapshot struct {
	Words    *words.Play
	Voice    lang.Lang // the language of the voice
	Refused  error     // what was refused last; nil after the next move
	Missing  []engine.Text
	Hub      bool   // the box reports to a hub
	Judge    string // "called" or "coming"; "" none is needed
	Settings Settings
	Menu     *Menu      // nil while a game is being played
	Deal     *DealState // before a play that can be checked; nil otherwise
	Play     *Play      // nil in the menu
	// Sights are what a page may see of the private screens, by pod.
	Sights []SightState

	made   sync.Map // by language: the public desks
	staged sync.Map // by language: the stages
}

// Desks are the desks of one moment, as a [Snapshot] makes them. Pages take them by this interface, so that a
// fake of a box can show what a test wants to see.
type Desks interface {
	Public(l lang.Lang) *Public
	Stage(l lang.Lang) *Stage
	Seat(name string, l lang.Lang) Seat
	Sight(pod hw.Pod, l lang.Lang) Sight
	AtPod(name string) bool
	Lang() lang.Lang
}

// A Menu is what can be begun at the box.
type Menu struct {
	Titles []TitleState
	Saved  []SavedState // what can be gone on with, the newest first
	Ended  int          // how many plays are over
	Left   *LeftState   // the play before the menu was ended without a result; nil: it was not
	People []string     // who has played here, the latest first
	Last   string       // ID of the title that was begun last, or ""
	Taken  func(name string) bool
	// NoCamera: nothing reads dice, so that the box draws and rolls by default where people have nothing but phones.
	NoCamera bool
	// Joins: the machine can be told which Wi-Fi to join.
	Joins bool
	// Brought is what somebody has brought by a link; nil: nothing.
	Brought *BroughtState
	// Prepared is what somebody is about to begin; nil: nobody has chosen anything.
	Prepared *Prepared
}

// A LeftState is how a play stood that was ended without a result, as far as all may know it.
type LeftState struct {
	Roster engine.Roster
	Points engine.ScoreTable
	Lines  []engine.Line // what stands there instead where nobody knows the points
	Words  *words.Play
}

// A BroughtState is a script, or data of an owner, that somebody has brought by a link.
type BroughtState struct {
	Title   *engine.Title
	Options json.RawMessage  // with which it is played
	Wrong   []engine.Mistake // for which it can't be played
}

// A TitleState is a title, and how it was begun last.
type TitleState struct {
	Title   *engine.Title
	Seats   []string
	Bots    int
	Options map[string]json.RawMessage // what was chosen then, by key
	ToolKey string                     // of the option that names the tool; "" where the title has none
	Tools   []ToolState
}

// A ToolState is a tool of a title that can be begun at once.
type ToolState struct {
	Name    string
	Options json.RawMessage
}

// A SavedState is a game that can be gone on with.
type SavedState struct {
	ID      string
	Title   *engine.Title // nil where that is not known
	Name    string
	Options json.RawMessage // of the header, where they say which of several games a title is
	Seats   []string
	Begun   time.Time
	Moves   int
	Warning engine.Text
}

// A Play is a game that is being played, or is over.
type Play struct {
	Title  *engine.Title
	Named  string // the key of what is played, such as a script; "game.title" where a title is one game
	Name   string
	Public engine.View
	// SeatBytes is how many bytes the desk of a seat has at most; 0 where that is not known.
	SeatBytes int
	// Journal is the file that the play is kept in, without its folder; "" where none is.
	Journal string

	Over     bool // and all of it has been told
	Dramatic bool // something is being revealed, or is about to be
	Veiled   bool // nothing of the present position may be seen before it was told
	Goes     bool // after what is called now, more of that is still to be told
	Hurry    bool // people wait for bots alone
	Telling  bool // what has come of the last moves is still being told
	Paused   bool
	Kept     bool // a journal has it, and it isn't over
	CanUndo  bool
	Undo     *UndoState    // nil while none waits
	Lesson   []engine.Text // what is being explained, sentence by sentence
	Typed    engine.SeatSet
	Seconds  int // until the nearest limit; -1 if none runs
	Seats    []SeatState
	Scene    engine.Scene  // what all see; it lags behind Public while something is told
	Before   engine.Pieces // the table as a stage shows it, as long as a move that has changed it is not told; nil: that of Scene
	Reveal   *RevealState
	Beat     *BeatState // what is called now; nil if nothing is
	Story    []chronicle.Entry
	Sheets   []engine.Ask
	Asked    words.Asked // what the table waits for, where several seats answer or one in secret
	Together engine.Text // what several seats are asked openly at the same time
	Open     *words.Step // what one seat is asked openly
	Thinking bool        // the seat of Open is a bot
	Rolling  []string    // the keys of the dice that are asked for, such as "red"
	Thrown   ThrownState // what the tray has read of these
	HasPast  bool
	Fair     *FairState         // nil where nothing can be checked
	Score    *engine.ScoreTable // of a game that is over
	Order    []int              // the seats, the best first
	Rounds   [][]int            // what each seat owned, by round
	Film     *FilmState         // nil where none can be watched
}

// A DealState is the deal that is open before a play that can be checked.
type DealState struct {
	Box        string // the key of the box
	Commitment string
	Rows       []string // of its QR code
	Seats      []string // who may give something
	Given      []receipt.Given
}

// A FairState is what all see of a play that can be checked.
type FairState struct {
	Box        string
	Commitment string
	Given      []receipt.Given
	Receipts   []ReceiptState
}

// A ReceiptState is a receipt.
type ReceiptState struct {
	Line   int
	Seat   engine.Seat
	Verb   string
	Digits string
	Gone   bool // the choice was taken back
}

// A ThrownState is what the tray has read of the dice that the table is asked for, which waits to be accepted.
type ThrownState struct {
	Count uint64     // another whenever it changes
	Dice  []DieState // in the order of the keys; none where nothing was read
}

// A DieState is a die that the tray has read.
type DieState struct {
	At      int         // place of its face among the items; -1 where people are to say which it is
	Guess   int         // the same of what the tray takes it for; -1 if that is nothing
	Where   engine.Text // of a die that people were asked about: its name
	Picture string      // the same: a JPEG
}

// An UndoState is an undo that waits for consent.
type UndoState struct {
	Needs engine.SeatSet
	Why   engine.Text
}

// A RevealState is a picture that is being called.
type RevealState struct {
	Scene engine.Scene
	Text  engine.Text
	Row   int // the line that is being called; -1 if none is
}

// A BeatState is what is called now.
type BeatState struct {
	N     uint64 // another for each
	Kind  engine.CueKind
	Act   engine.Act
	Asks  bool // it says no more than what somebody is asked
	Count int
	Text  engine.Text
	Board engine.Pieces // how a stage shows the table meanwhile; nil: as it does anyway
	Lasts time.Duration
}

// A SeatState is a seat: first what all may know of it, then what only its player may.
type SeatState struct {
	Name    string
	Pod     int
	Lang    lang.Lang
	Bot     bool
	Away    bool
	Phone   string
	Look    hw.Look
	Locked  bool
	Awaited bool
	Secrecy engine.Secrecy // of what it is asked, while it is awaited
	Prompt  engine.Text    // what it is asked openly
	Receipt string         // of what it has locked
	AtPod   bool           // somebody has pressed a button of its pod in this game

	Turn      uint64
	Explained bool // something must be explained before anybody answers
	Coming    bool // a count is called, and Asks open with it: they can be read already
	Note      engine.Text
	Late      engine.Text // what was made for it when its time was up
	Refused   error
	View      engine.View
	Secret    bool
	Asked     bool // something is asked of the seat or offered to it
	Passing   bool
	After     bool
	Asks      []engine.Ask
}

// A SightState is a [Sight] without words.
type SightState struct {
	Of    SightOf
	Phone bool
	View  *PodView // nil while the pod asks nothing
}

// A PodView is what a private screen asks and shows with it.
type PodView struct {
	Seat    engine.Seat
	Step    *words.Step
	Own     []engine.Group // what the seat sees and others don't
	Note    engine.Text
	Refused error
}

// Seat returns the seat of a name in the game that a person plays, or [engine.NoSeat].
func (s *Snapshot) seat(name string) engine.Seat {
	if s.Play != nil {
		for i := range s.Play.Seats {
			if p := &s.Play.Seats[i]; p.Name == name && !p.Bot {
				return engine.Seat(i)
			}
		}
	}
	return engine.NoSeat
}

// AtPod reports whether somebody has pressed a button of its pod for the seat of that name. A phone needs to be
// let in then before it may serve the seat.
func (s *Snapshot) AtPod(name string) bool {
	seat := s.seat(name)
	return seat >= 0 && s.Play.Seats[seat].AtPod
}

// Lang returns the language of the voice.
func (s *Snapshot) Lang() lang.Lang { return s.Voice }

// Rolling returns the keys of the dice that are asked for now, such as "red"; nil if none are.
func (s *Snapshot) Rolling() []string {
	if s.Play == nil {
		return nil
	}
	return s.Play.Rolling
}

// Public returns what is public, in a language; "" means the voice's. All who ask for the same get the same:
// it must not be changed.
func (s *Snapshot) Public(l lang.Lang) *Public {
	if l == "" {
		l = s.Voice
	}
	if d, ok := s.made.Load(l); ok {
		return d.(*Public)
	}
	made := (&maker{s, l}).public()
	d, _ := s.made.LoadOrStore(l, &made) // two goroutines may make the same; one of the two stays
	return d.(*Public)
}

// Stage returns what a page for the whole room shows besides what is public, in a language; "" means the voice's.
// All who ask for the same get the same: it must not be changed.
func (s *Snapshot) Stage(l lang.Lang) *Stage {
	if l == "" {
		l = s.Voice
	}
	if d, ok := s.staged.Load(l); ok {
		return d.(*Stage)
	}
	made := (&maker{s, l}).stage()
	d, _ := s.staged.LoadOrStore(l, &made)
	return d.(*Stage)
}

// Seat returns what the seat of a name may see and nobody else, in a language; nothing where nobody has the
// name.
func (s *Snapshot) Seat(name string, l lang.Lang) Seat { return (&maker{s, l}).seat(s.seat(name)) }

// Sight returns what a page may see of the private screen of a pod, in a language.
func (s *Snapshot) Sight(pod hw.Pod, l lang.Lang) Sight {
	if pod < 0 || int(pod) >= len(s.Sights) {
		return Sight{Of: SightOf{Seat: engine.NoSeat}}
	}
	state := &s.Sights[pod]
	sight := Sight{Of: state.Of, Phone: state.Phone}
	if state.View != nil {
		sight.Desk = (&maker{s, l}).pod(state.View)
	}
	return sight
}
