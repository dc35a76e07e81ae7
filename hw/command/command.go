package command

import (
	"encoding/json"
	"errors"
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/lang"
)

// ErrTurn is the error for an answer to what is not asked any more: it came late, or twice.
// The table is not told.
var ErrTurn = errors.New("this is no longer asked")

// ErrEarly is the error for a yes to a question that was not seen for long enough: it was meant for something else.
var ErrEarly = errors.New("a yes counts only after a second")

// ErrNotYours is the error for an answer that is not for the seat to give.
var ErrNotYours = errors.New("that is not for this seat to answer")

// A Command is a value of one of the types of this package.
type Command any

// A Seated is a command that one seat gives.
type Seated interface {
	// For returns the same command of another seat.
	For(engine.Seat) Command
}

// A ForPlayer does a command of the seat that has a name in the game: where somebody sits may change while the
// command is on its way.
type ForPlayer struct {
	Name    string
	Command Seated
}

// A Press presses a button of a pod, or of the panel for [hw.Panel], or lets go of it.
type Press struct {
	Pod    hw.Pod    `json:"pod"`
	Button hw.Button `json:"button"`
	Down   bool      `json:"down"`
}

// Commands about a game as a whole.
type (
	// Start begins a play.
	Start struct {
		Header engine.Header
		// DrawSeed: the box draws the seed of the header.
		DrawSeed bool
		// Pods are the pods of the seats. If nil, player i sits at pod i.
		Pods []hw.Pod
		// Teach explains the game while it is played.
		Teach bool
		// Bots is how many players the box adds to the seats of the header and plays for.
		Bots int
		// Name is what people call the play, as they typed it; "": what the box calls it, where
		// plays of the title have names.
		Name string
		// Again: the people of the last play begin once more, so that there is nothing to remember of them.
		Again bool
		// BotSeats are the seats of the header that the box plays for, besides those that it adds.
		BotSeats engine.SeatSet
		// Fair says whether the box commits itself before it begins, and gives receipts.
		Fair Fairness
	}
	// Prepare says what somebody at a page has changed of what is about to begin; what is not in it nobody there has touched.
	Prepare struct {
		Page    string                     `json:"page"` // which page it is, as the page has named itself
		N       int                        `json:"n"`    // the page's how manieth change
		Game    string                     `json:"game"` // for which it is
		Anew    bool                       `json:"anew"` // the game was chosen just now: its options are these alone
		Options map[string]json.RawMessage `json:"options,omitempty"`
		Name    *string                    `json:"name,omitempty"`
		Teach   *bool                      `json:"teach,omitempty"`
		Bots    *int                       `json:"bots,omitempty"`
		Seats   []string                   `json:"seats,omitempty"`
		Spare   []string                   `json:"spare,omitempty"` // the names of Seats that nobody has given
		Phones  []string                   `json:"phones"`          // those who had a phone as far as the page knew
		By      string                     `json:"-"`               // the phone that it comes from; "": the page of the box
	}
	// GoOn resumes a play from the journals, at the very same ask.
	GoOn struct {
		Play string `json:"play"` // its ID, as a desk has it; "": the newest
	}
	// Discard takes a play off the list of those that can be gone on with. Its journal stays on disk, as that of one that was left.
	Discard struct {
		Play string `json:"play"`
	}
	// Bring has the box read a script, or data of a game's owner, out of a link as the workshop makes it, and offer it.
	Bring struct {
		Link string `json:"link"`
	}
	// Type makes a move that somebody has typed in, as one JSON object like a line of a record.
	Type struct {
		Line json.RawMessage `json:"line"`
	}
	// Pause stops everything, or lets it go on.
	Pause struct {
		On bool `json:"on"`
	}
	// Hurry ends what is merely being told, and lets bots that alone are waited for move at once until a person is asked.
	Hurry struct{}
	// Undo takes the last move back for the table, or asks the seats whose consent it needs.
	Undo struct{}
	// CancelUndo gives up an undo that waits for consent.
	CancelUndo struct{}
	// Leave ends the play at the box and opens the menu. The journal stays on disk.
	Leave struct{}
	// Stop closes the play for another evening and opens the menu, which offers to go on. A play
	// that no journal keeps is refused.
	Stop struct{}
	// Rematch begins the game that is over again, with the same options and people. The seats
	// move on by one: the player who was second begins, and an option that names a seat moves, too. Everybody
	// stays at the same pod.
	Rematch struct{}
	// Teach begins to explain the game while it is played, or ends that.
	Teach struct {
		On bool `json:"on"`
	}
	// AnswerAbsent answers for the seats whose time has run out, as the rules say for players who are away.
	AnswerAbsent struct{}
	// KeepNothing continues the play, or lets plays begin, with nothing kept on disk.
	KeepNothing struct{}
	// PlayFor lets the panel's buttons stand in for the buttons of a seat's pod, as long as it is waited for.
	PlayFor struct{ Seat engine.Seat }
	// Throw is what the tray has read. It fills the answer of whoever is asked for dice; OK
	// confirms it, A and B correct it. Where nobody is, nothing happens.
	Throw struct{ hw.Throw }
)

// A Fairness says whether a play begins with a commitment, so that it can be checked afterwards; see package receipt.
type Fairness uint8

// The fairnesses.
const (
	FairUsual  Fairness = iota // as the table has set it
	FairNever                  // it begins at once
	FairAlways                 // it begins with a commitment, whoever draws
)

// Commands about the deal that is open before a play begins. Without one they are refused.
type (
	// Give adds what a seat gives, for which the box cannot know beforehand: a number of six digits that its player
	// says, or what its phone has drawn, in hexadecimal digits.
	Give struct {
		Seat   engine.Seat `json:"-"`
		Number string      `json:"number,omitempty"`
		Phone  string      `json:"phone,omitempty"`
	}
	// Deal begins the play with what was given so far.
	Deal struct{}
	// Typing says that somebody is typing a number, for which the box waits.
	Typing struct{}
	// DropDeal begins no play.
	DropDeal struct{}
)

// Commands about people and the box.
type (
	// Sit lets a pod serve a seat from now on.
	Sit struct {
		Seat engine.Seat `json:"seat"`
		Pod  hw.Pod      `json:"pod"`
	}
	// SetBots says for which seats of the play the box plays from now on.
	SetBots struct{ Seats engine.SeatSet }
	// LetBot lets the box play for a player from now on, or ends that. Everybody is told.
	LetBot struct {
		Name string `json:"name,omitempty"` // a phone means its own player
		On   bool   `json:"on"`
		// Own: the player says so. Somebody else may only while the player's phone is away.
		Own bool `json:"-"`
	}
	// Attend says which seats are here this evening; see [consigliere/engine/table.Table.Attend].
	Attend struct {
		Here []engine.Seat `json:"here"`
	}
	// SetSeatLang sets the language of what one seat reads. The box remembers it with the
	// name. "" is the language of the box.
	SetSeatLang struct {
		Seat engine.Seat `json:"seat"`
		Lang lang.Lang   `json:"lang"`
	}
	// Forget lets the box forget a name.
	Forget struct {
		Name string `json:"name"`
	}
	// SetLang sets the language of the voice, and of the screens that had the same.
	SetLang struct {
		Lang lang.Lang `json:"lang"`
	}
	// SetPace sets how long the box takes to tell what is merely told: "brisk", "normal" or "calm".
	SetPace struct {
		Pace string `json:"pace"`
	}
	// SetFastBots sets whether bots are always hurried; see [Hurry].
	SetFastBots struct {
		On bool `json:"on"`
	}
	// SetVoice sets how fast and how high the voice speaks, in percent of how it speaks by itself.
	SetVoice struct{ Rate, Pitch int }
	// SetSaid sets how the voice says a name that the box knows; "" is as it is written.
	SetSaid struct{ Name, Said string }
	// SetFair sets when plays begin with a commitment; see [consigliere/hw/memory.Fairs].
	SetFair struct{ When string }
	// SetClocks makes limits of time longer or shorter than the game suggests: 100 percent is
	// as it says, and at 0 none run.
	SetClocks struct {
		Percent int `json:"percent"`
	}
)

// Commands of one seat. Each can do no more than its pod could.
type (
	// Answer answers what a seat is asked.
	Answer struct {
		Seat engine.Seat     `json:"-"`
		Turn uint64          `json:"turn"`           // of the seat's desk
		Ask  int             `json:"ask,omitempty"`  // which of its asks
		Row  int             `json:"row,omitempty"`  // which of the rows of the ask, if Line is empty
		Line json.RawMessage `json:"line,omitempty"` // one JSON object like a line of a record, where the ask has parts
	}
	// Buzz answers what any press of a seat answers.
	Buzz struct {
		Seat engine.Seat `json:"-"`
		Turn uint64      `json:"turn"`
		// Unsure is how much earlier the press may have been; the box says so.
		Unsure time.Duration `json:"-"`
	}
	// TakeBack takes back what a seat has locked, or lets an offer pass.
	TakeBack struct {
		Seat engine.Seat `json:"-"`
	}
	// Consent says that a seat agrees to the undo that waits.
	Consent struct {
		Seat engine.Seat `json:"-"`
	}
	// Dissent says that a seat does not agree to the undo that waits.
	Dissent struct {
		Seat engine.Seat `json:"-"`
	}
	// Read says that a seat has read the lesson that is told.
	Read struct {
		Seat engine.Seat `json:"-"`
	}
	// Unhurried says that whoever plays at a seat needs time, such as with a screen reader: short limits wait for it.
	Unhurried struct {
		Seat engine.Seat `json:"-"`
		On   bool        `json:"on"`
	}
	// Pick takes one of the choices that a page lists, as A, B and OK would at the pod of the seat: it answers
	// what is asked, or the step of it.
	Pick struct {
		Seat   engine.Seat `json:"-"`
		Turn   uint64      `json:"turn"`           // of the ask: where the seat is further by now, nothing is taken
		Choice int         `json:"choice"`         // which of the choices
		Then   *int        `json:"then,omitempty"` // which of the step after it, in the same breath
		Way    *int        `json:"way,omitempty"`  // or which of the ways to complete the answer after it
	}
	// StepBack does what B held does while a seat answers: it goes back a step, lists what else the seat can
	// do, or lets an offer pass.
	StepBack struct {
		Seat engine.Seat `json:"-"`
	}
	// StandIn lets the panel, and its page, play for a seat that has a phone, for as long as the phone is
	// away; or ends that. Everybody is told.
	StandIn struct {
		Seat engine.Seat `json:"-"`
		On   bool        `json:"on"`
	}
	// Skip lets the box answer what a seat is asked whose player does not answer: as the rules say for players who
	// are away, or else as a bot would. Everybody is told.
	Skip struct {
		Seat engine.Seat `json:"-"`
	}
)

// For implements [Seated].
func (c Answer) For(s engine.Seat) Command    { c.Seat = s; return c }
func (c Buzz) For(s engine.Seat) Command      { c.Seat = s; return c }
func (c TakeBack) For(s engine.Seat) Command  { c.Seat = s; return c }
func (c Consent) For(s engine.Seat) Command   { c.Seat = s; return c }
func (c Dissent) For(s engine.Seat) Command   { c.Seat = s; return c }
func (c Read) For(s engine.Seat) Command      { c.Seat = s; return c }
func (c Unhurried) For(s engine.Seat) Command { c.Seat = s; return c }
func (c Pick) For(s engine.Seat) Command      { c.Seat = s; return c }
func (c StepBack) For(s engine.Seat) Command  { c.Seat = s; return c }
func (c StandIn) For(s engine.Seat) Command   { c.Seat = s; return c }
func (c Skip) For(s engine.Seat) Command      { c.Seat = s; return c }
func (c Give) For(s engine.Seat) Command      { c.Seat = s; return c }

// Commands about phones. The box does [Invite]; the others it hands to whoever serves the phones.
type (
	// Invite says how phones join, which there are and who waits to be let in. The menu of the panel
	// shows it from then on, and answers; a pod answers for its own seat.
	Invite struct {
		Served  bool     // there is a page for phones
		Address string   // of the page, in letters; "" while the box is in no network
		Rows    []string // the modules of the QR code, "1" for a dark one
		WiFi    *WiFi    // that the box makes itself, for phones where there is no other; nil for none
		Phones  []string // the names that have a phone
		Knocks  []Knock  // the oldest first
		Away    []string // the names in Phones whose phone is not here: it sleeps, or is out of reach
		// Absent are the names whose phones have not been here since the box was switched on, of which nobody
		// is told: in a play that is gone on with they have their seats.
		Absent []string
		Looks  map[string]hw.Look // of those in Phones and Absent, by name
	}
	// LetIn answers a knock.
	LetIn struct {
		ID  int  `json:"id"`
		Yes bool `json:"yes"`
	}
	// PutOut puts the phone of a name out.
	PutOut struct {
		Name string `json:"name"`
	}
)

// A WiFi is a network that phones join before they find the page.
type WiFi struct {
	Name, Password string
	Rows           []string // the modules of its QR code
}

// A Knock is a phone that waits to be let in as the player of a name.
type Knock struct {
	ID   int
	Name string
}

// Commands about the machine that a box runs on. The box does [Machine], [SetVolume] and [SetBrightness]; the others it
// hands to whoever looks after the machine, who answers with [Machine].
type (
	// Machine says how the machine does. The menu shows it from then on.
	Machine struct {
		Helper   bool      // somebody does what needs rights that the box has not
		Clock    time.Time // what the clock says, in the box's zone
		Synced   bool      // the clock is right: it has been told the time
		Network  string    // the Wi-Fi that it is in; "" for none, or its own
		Update   string    // the version that could be installed; "" for none
		Free, Of int64     // the room for games, in bytes; Of is 0 where nobody knows
		Failed   Chore     // what could not be done just now; "" for nothing
	}
	// Look asks how the machine does.
	Look struct{}
	// SetHotSpot makes a Wi-Fi for phones, or ends it.
	SetHotSpot struct{ On bool }
	// JoinWiFi joins a Wi-Fi.
	JoinWiFi struct {
		Name     string `json:"name"`
		Password string `json:"password,omitempty"` // "" where it has none
	}
	// SetTime sets the clock.
	SetTime struct{ Time time.Time }
	// PowerOff switches the machine off.
	PowerOff struct{}
	// SetVolume sets how loud the box is, in percent.
	SetVolume struct{ Percent int }
	// SetBrightness sets how bright displays and lights are, in percent.
	SetBrightness struct{ Percent int }
)

// A Chore is what is done with the machine, as the last part of the messages that say that it failed.
type Chore string

// The chores.
const (
	ChoreHotSpot  Chore = "hotspot"
	ChoreWiFi     Chore = "wifi"
	ChoreTime     Chore = "time"
	ChorePowerOff Chore = "power_off"
)

// Commands of a hub that the box reports to.
type (
	// HubState says how it stands with the hub.
	HubState struct {
		Trouble HubTrouble
		Since   string // the time of day
		Waiting int    // lines
		What    string // of [HubRefuses]
	}
	// Announce says something to the table, by language; "" stands for all others. In is how many seconds later what it names
	// begins, at all tables at once; it is said the first time that it is counted. Starts: this is the moment.
	Announce struct {
		Texts  map[lang.Lang]string
		In     int
		Starts bool
	}
	// CallJudge calls a judge to the table, or says that none is needed any more.
	CallJudge struct {
		On bool `json:"on"`
	}
	// Judge says what has become of the call: "coming", or "closed".
	Judge struct{ State string }
	// Propose says who plays what here next; no seats take it back. The menu of the box offers it.
	Propose struct {
		Table, Round int
		Game         string
		Seats        []string
	}
)

// A HubTrouble is what is wrong with a hub.
type HubTrouble uint8

// What can be wrong.
const (
	HubFine    HubTrouble = iota
	HubAway               // it is not reached
	HubNotIn              // it does not let the box in
	HubFull               // it has no room
	HubRefuses            // it says what
	HubClone              // another box has the key of this one, and is refused
)

// ErrBusy is the error of an announcement between two counts of a reveal: it can be made a moment later.
var ErrBusy = errors.New("the box is counting")

// Table has all commands that come as messages.
var Table = Rows{
	{"press", Panel, As[Press]},
	{"pick", Panel, As[Pick]},
	{"back", Panel, As[StepBack]},
	{"stand_in", Panel | Host, As[StandIn]},
	{"skip", Panel | Host, As[Skip]},
	{"bot", Panel | Host | Phone, As[LetBot]},
	{"type", Panel | Host, As[Type]},
	{"start", Panel | Host, readStart},
	{"prepare", Panel | Host, As[Prepare]},
	{"bring", Panel | Host, As[Bring]},
	{"go_on", Panel | Host, As[GoOn]},
	{"discard", Panel, As[Discard]},
	{"rematch", Panel | Host, As[Rematch]},
	{"leave", Panel | Host, As[Leave]},
	{"stop", Panel | Host, As[Stop]},
	{"pause", Panel | Host, As[Pause]},
	{"hurry", Panel | Host, As[Hurry]},
	{"pace", Panel | Host, As[SetPace]},
	{"clocks", Panel | Host, As[SetClocks]},
	{"fast_bots", Panel | Host, As[SetFastBots]},
	{"undo", Panel | Host, As[Undo]},
	{"undo_cancel", Panel | Host, As[CancelUndo]},
	{"teach", Panel | Host, As[Teach]},
	{"voice", Panel, As[SetLang]},
	{"sit", Panel, As[Sit]},
	{"attend", Panel, As[Attend]},
	{"seat_lang", Panel, As[SetSeatLang]},
	{"forget", Panel, As[Forget]},
	{"join_wifi", Panel | Host, As[JoinWiFi]},
	{"judge", Panel | Host | Phone, As[CallJudge]},
	{"give", Panel | Phone, As[Give]},
	{"deal", Panel | Host, As[Deal]},
	{"typing", Panel, As[Typing]},
	{"no_deal", Panel | Host, As[DropDeal]},
	{"answer", Phone, As[Answer]},
	{"buzz", Phone, As[Buzz]},
	{"back", Phone, As[TakeBack]},
	{"agree", Phone, As[Consent]},
	{"object", Phone, As[Dissent]},
	{"read", Phone, As[Read]},
	{"unhurried", Phone, As[Unhurried]},
}
