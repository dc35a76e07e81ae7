package menu

import (
	"encoding/json"
	"log/slog"

	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/memory"
	"consigliere/hw/words"
)

// A Box is what the menu shows of a box at the moment when a list is opened.
type Box struct {
	Words    *words.Play
	Titles   []*engine.Title
	Saved    []desk.SavedState // what can be gone on with, the newest first
	Memory   Memory
	Lang     lang.Lang // of the voice
	MainLang lang.Lang // of the main screen
	Pods     int
	Camera   bool           // the box reads dice
	NoDisk   bool           // the journal could not be written last
	Phones   command.Invite // who has joined by phone, and how others do
	Machine  command.Machine
	Hub      bool            // the box reports to a hub
	Judge    string          // "called" or "coming"; "" none is needed
	Proposal command.Propose // who plays what next; without seats, nobody says
	// Volume and Brightness say whether they can be set.
	Volume, Brightness bool
	Commits            bool     // plays may begin with a commitment
	Play               *Play    // nil while nothing is played
	Deal               *Dealing // nil while none is open
	Log                *slog.Logger
}

// A Memory is what the menu reads of what a box remembers; a [memory.Memory] is one.
type Memory interface {
	Pace() caller.Pace
	Clocks() int
	FastBots() bool
	Volume() int
	Brightness() int
	Voice() (rate, pitch int)
	Fair() string
	People() []memory.Person
	NameTaken(name string) bool
	LastPlay(t *engine.Title, pods int) memory.LastPlay
	Company(t *engine.Title, pods int) memory.LastPlay
	Tools(t *engine.Title) []string
	ToolSettings(t *engine.Title, name string) json.RawMessage
	Past() []memory.Past
	Replay(p *memory.Past) (*table.Table, error)
}

// A Dealing is what the menu shows of the deal that is open before a play.
type Dealing struct {
	Rows   []string // of the code of the commitment
	Short  string   // how the commitment begins
	Roster engine.Roster
	Next   engine.Seat // who says a number next; NoSeat: all have
}

// A Play is what the menu shows of a game that is being played.
type Play struct {
	Title     *engine.Title
	Over      bool
	Paused    bool
	Kept      bool // a journal has it, and it isn't over
	Undoing   bool // an undo waits for consent
	Absent    bool // the time of a seat has run out for which the panel may answer
	Taught    bool
	Owing     engine.SeatSet // whose press is awaited
	Bots      engine.SeatSet
	Attending engine.SeatSet // who is here this evening
	Langs     []lang.Lang    // by seat; "" where it has asked for none
	// Scene returns what all see, and View the public view.
	Scene func() engine.Scene
	View  func() engine.View
}
