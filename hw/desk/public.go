package desk

import (
	"encoding/json"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/lang"
)

// A Public is what a browser page, or a phone, shows for the table as a whole. Its texts are
// in one language; all that it holds is public. It is ready for encoding/json.
type Public struct {
	State     string `json:"state"`     // "menu", "play" or "over"
	Lang      string `json:"lang"`      // language of the texts
	Game      string `json:"game"`      // word of the title, "" in the menu
	GameTitle string `json:"gameTitle"` // its name
	Name      string `json:"name"`      // what people call the play; "" nothing
	SeatBytes int    `json:"-"`         // how many bytes the desk of a seat has at most; 0 where that is not known
	Phase     string `json:"phase"`     // name of the phase
	Round     int    `json:"-"`         // 0 where there are none
	Journal   string `json:"-"`         // the file that the play is kept in, without its folder; "" none
	Paused    bool   `json:"paused"`
	Lesson    string `json:"lesson"`  // what is being explained, until it is no longer paused; "" nothing
	Kept      bool   `json:"kept"`    // it can be stopped, and gone on with another evening
	Past      bool   `json:"past"`    // it has a past that can be told: [Console.Past]
	CanUndo   bool   `json:"canUndo"` // there is a move to take back; it may still be refused
	Undo      *Undo  `json:"undo"`    // an undo waits for consent; nil if none does

	Seats   []Player `json:"seats"`
	Heading string   `json:"heading"`
	Lines   []Line   `json:"lines"`
	// Groups are what else lies on the table, each with a heading: loot, powers, businesses.
	Groups []Group `json:"groups"`
	// Map is the board on a grid; empty where there is none.
	Map []Area `json:"map"`
	// Board is the same as pictures, of a title that has them: [Stage]. Pages offer answers at its pieces.
	Board []Piece `json:"board,omitempty"`
	// Reveal is the picture of what is being revealed; nil when nothing is. It goes before
	// Heading and Lines, which wait until all is told.
	Reveal *Reveal `json:"reveal"`
	Log    []Entry `json:"log"` // what has happened last, the newest at the end
	Ask    *Ask    `json:"ask"` // what one seat is asked openly; nil if none is
	// Together is what several seats are asked openly at the same time, each at its pod; "" if nothing is.
	Together string `json:"together,omitempty"`
	// Question is who is asked what, where several seats answer or one in secret; "" where nobody is.
	Question string `json:"question,omitempty"`
	// Purpose is what Together or Question is for, in a sentence, and Does its verb.
	Purpose string  `json:"purpose,omitempty"`
	Does    string  `json:"does,omitempty"`
	Score   *Score  `json:"score"` // of a play that is over; nil before
	Sheets  []Sheet `json:"sheets"`
	Seconds int     `json:"seconds"` // countdown of the nearest time-out; -1 if none runs

	Titles []Title  `json:"titles"`          // the menu: which games there are
	Plays  []Saved  `json:"plays"`           // the menu: what can be gone on with, the newest first
	Ended  int      `json:"ended,omitempty"` // the menu: how many games are over; [Finished] has them
	Left   bool     `json:"left,omitempty"`  // the menu: the play before it was ended without a result
	Stood  []Stood  `json:"stood,omitempty"` // how that stood, as far as all may know it, the best first
	People []string `json:"people"`          // the menu: who has played here, the latest first
	Last   string   `json:"last"`            // the menu: the ID of the title that was begun last, or ""
	Joins  bool     `json:"joins,omitempty"` // the menu: the machine can be told which Wi-Fi to join
	// Brought is a script, or data of an owner, that somebody has brought to the menu by a link; nil: nothing.
	Brought *Brought `json:"brought,omitempty"`
	// Prepared is what people have chosen for the next game, in the menu; nil: nothing.
	Prepared *Prepared `json:"prepared,omitempty"`
	Resume   string    `json:"resume"` // the first of Plays, as a sentence; "" if none
	Error    string    `json:"error"`  // what was refused last, and why; "" after the next move
	Rule     *Rule     `json:"rule"`   // the rule that forbids it; nil if none does
	Typed    string    `json:"typed"`  // for whom the last move was typed in, as a sentence; "" if it was pressed
	Record   bool      `json:"record"` // the record can be downloaded: the play is over
	// Missing says which parts of the box do not answer.
	Missing []string `json:"missing"`
	// Hurry: people wait for bots and nobody else, who can be hurried.
	Hurry bool `json:"hurry,omitempty"`
	// Settings is how the table likes to play.
	Settings Settings `json:"settings"`
	Deal     *Deal    `json:"deal,omitempty"` // before a play that can be checked
	Fair     *Fair    `json:"fair,omitempty"` // of a play that can be checked
	Film     *Film    `json:"film,omitempty"` // of a play that is over
	// Hub: the box reports to a hub, by which a judge can be called.
	Hub bool `json:"hub,omitempty"`
	// Judge is "called" or "coming"; "" none is needed.
	Judge string `json:"judge,omitempty"`
}

// A Brought is what was brought by a link. A start of the game plays it, with "brought" as the value of the option.
type Brought struct {
	Game   string    `json:"game"`
	Option string    `json:"option"`
	Name   string    `json:"name"`
	Least  int       `json:"least"`
	Most   int       `json:"most"`
	Wrong  []Mistake `json:"wrong,omitempty"` // for which it can't be played
}

// A Prepared is what people have chosen for the next game, at whatever page: the rest is as usual. It never changes.
type Prepared struct {
	N     int            `json:"n"`               // another for each change
	By    string         `json:"by,omitempty"`    // the phone that changed it last; "": the page of the box
	Heard map[string]int `json:"heard,omitempty"` // the last change of each page that is in it
	// Game is the ID of the title that was chosen, and Options what was chosen of its options.
	Game    string                     `json:"game,omitempty"`
	Options map[string]json.RawMessage `json:"options,omitempty"`
	Name    *string                    `json:"name,omitempty"`
	Teach   *bool                      `json:"teach,omitempty"`
	Bots    *int                       `json:"bots,omitempty"`
	Seats   []string                   `json:"seats,omitempty"` // who plays, clockwise
	Spare   []string                   `json:"spare,omitempty"` // of these the names that nobody has given
}

// A Mistake is something wrong in what was brought, at a line from 1; 0: it is not known where.
type Mistake struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Settings are how a table likes to play, whatever the game.
type Settings struct {
	Pace     string `json:"pace"`     // "brisk", "normal" or "calm"
	Clocks   int    `json:"clocks"`   // how long limits of time are, in percent of what a game suggests; 0: there are none
	FastBots bool   `json:"fastBots"` // bots are always hurried
}

// A Deal is open before a play that can be checked: the box is committed to a secret, and those who play may give
// something of their own.
type Deal struct {
	Box        string   `json:"box"`        // the key of the box
	Commitment string   `json:"commitment"` // in hexadecimal digits
	Rows       []string `json:"rows"`       // of its QR code
	Seats      []string `json:"seats"`      // who may give something
	Given      []Given  `json:"given"`
}

// A Given is that a seat has given something.
type Given struct {
	Seat   string `json:"seat"`
	Number string `json:"number,omitempty"` // that its player has said; "" where a phone has drawn it
}

// A Fair is what all see of a play that can be checked.
type Fair struct {
	Box        string    `json:"box"`
	Commitment string    `json:"commitment"`
	Given      []Given   `json:"given"`
	Receipts   []Receipt `json:"receipts"` // the last
}

// A Receipt binds what a seat has locked.
type Receipt struct {
	Line   int    `json:"line"` // of the journal
	Seat   string `json:"seat"`
	What   string `json:"what"` // what was asked
	Digits string `json:"digits"`
	Gone   bool   `json:"gone,omitempty"` // the choice was taken back
}

// A Undo is an undo that waits for consent.
type Undo struct {
	Text  string   `json:"text"`
	Needs []string `json:"needs"` // names of those who have not pressed OK yet
}

// A Player is a seat as all see it.
type Player struct {
	Name string    `json:"name"`
	Pod  int       `json:"pod"`  // that serves it; -1 if none does
	Lang lang.Lang `json:"lang"` // of its private screen; "" where it is the box's
	Bot  bool      `json:"bot"`  // the box plays for it
	Away bool      `json:"away"` // its player is not here this evening
	// Phone is how a phone has the seat: "here", "away" while the phone is not here, "panel" while the panel
	// plays for it meanwhile; "" where it has none.
	Phone string `json:"phone,omitempty"`
	// Look is its picture: what its player has chosen, or else what no other has.
	Look    hw.Look `json:"look"`
	Locked  bool    `json:"locked"`
	Awaited bool    `json:"awaited"`
	Lines   []Line  `json:"lines"` // the lines of the scene that are about this seat
	// Secrecy is the secrecy of what it is asked, while it is awaited; Asked is what it is asked openly, and Purpose what for.
	Secrecy engine.Secrecy `json:"secrecy,omitempty"`
	Asked   string         `json:"asked,omitempty"`
	Purpose string         `json:"purpose,omitempty"`
	// Choices are what it can answer to that, where these are few whole moves. All may see them.
	Choices []Choice `json:"choices,omitempty"`
}

// A Line is a line of the scene in words.
type Line struct {
	Seat    string   `json:"seat"` // whose line it is; "" if nobody's
	Icons   []string `json:"icons"`
	Text    string   `json:"text"`
	Help    string   `json:"help,omitempty"` // what that means, in a sentence
	Strong  bool     `json:"strong"`
	Receipt string   `json:"receipt,omitempty"` // of a reveal: the digits of what the seat has locked
	Called  bool     `json:"called,omitempty"`  // of a reveal: what is said now is about this line
	Bar     int      `json:"bar,omitempty"`     // length of its bar in a chart, in percent of the longest; 0: none
}

// A Group is lines that belong together under a heading.
type Group struct {
	Heading string `json:"heading"`
	Lines   []Line `json:"lines"`
	Asked   bool   `json:"asked,omitempty"` // of a seat's view: what it is asked is about this
}

// A Area is a part of the board, at its place on the grid.
type Area struct {
	Heading string `json:"heading"`
	Seat    string `json:"seat"` // whose it is; "" if nobody's
	Row     int    `json:"row"`  // from 1
	Col     int    `json:"col"`
	Lines   []Line `json:"lines"`
}

// A Reveal is the picture of a reveal while it is called: what all have chosen, by seat, with
// the icons of what was called so far.
type Reveal struct {
	Heading string `json:"heading"` // what it is a picture of
	Text    string `json:"text"`    // what is said now; "" if nothing is
	Lines   []Line `json:"lines"`
}

// A Ask is what one seat is asked openly, as far as it has answered: the choices of the step
// that it is at. The seat answers at its pod, or on the page where it says so. Of a bot it says what it
// thinks about, without choices.
type Ask struct {
	Seat     string   `json:"seat"`
	Verb     string   `json:"verb"`
	Question string   `json:"question"`
	Purpose  string   `json:"purpose,omitempty"` // what the whole ask is for, in a sentence
	Choices  []Choice `json:"choices"`           // none for a bot
	// Buttons says how the pod answers: "ok" where there is nothing to choose, "short" where each
	// choice has its button, "begin" where nothing of a list is marked, "list" where A and B move and OK takes, "number" or "payment", "offer" and
	// "offers" where one or several choices are offered that B held lets pass; "" for a bot.
	Buttons string `json:"buttons"`
	Pick    bool   `json:"pick"`            // the choices can be taken: [Pick]
	Turn    uint64 `json:"turn"`            // of the step, which a [Pick] names
	Final   bool   `json:"final,omitempty"` // what one tap would take is asked for once more, unless there is [Choice.More]
	Adds    bool   `json:"adds"`            // each adds to the answer, but for one that ends it
	// Back is where [StepBack] leads: "step", to the step before; "others", to what else can be done;
	// "later", the offer passes; "" nowhere.
	Back    string         `json:"back"`
	Others  []string       `json:"others"` // what else the seat can do now: B held lists it
	Secrecy engine.Secrecy `json:"secrecy,omitempty"`
}

// A Choice is one of the choices of a step.
type Choice struct {
	Label  string `json:"label"`
	Button string `json:"button"` // "A", "B" or "A+B"; "" where it has none
	Help   string `json:"help"`   // one sentence that explains it; "" if there is none
	Marked bool   `json:"marked"` // the cursor is here
	// Key is what it is, where it may lie on the board: its message, such as "at.navy_pier"; "" where it is no word.
	Key  string `json:"key,omitempty"`
	More bool   `json:"more,omitempty"` // with it the answer is not whole yet
	// Then are choices of the step after it that lie on the board and can be taken at once with it: [Pick] names both.
	Then []Then `json:"then,omitempty"`
	// Ways are all answers that begin with it, where they are so few that they are listed in its place: [Pick] names both.
	Ways []Way `json:"ways,omitempty"`
}

// A Then is a choice of the step that comes after a choice.
type Then struct {
	At    int    `json:"at"` // which of that step
	Label string `json:"label"`
	Help  string `json:"help"`
	Key   string `json:"key,omitempty"` // as of [Choice]
}

// A Way is a way to complete an answer after a choice.
type Way struct {
	Label string `json:"label"`
	Help  string `json:"help"`
}

// A Saved is a play that can be gone on with.
type Saved struct {
	ID    string   `json:"id"`    // what [GoOn] takes
	Game  string   `json:"game"`  // name of the title; "" where that is not known
	Name  string   `json:"name"`  // what people call the play; "" nothing
	Seats []string `json:"seats"` // names of the players
	Begun string   `json:"begun"` // when it began, as an RFC 3339 time; "" where that is not known
	Moves int      `json:"moves"` // how far it is
	Text  string   `json:"text"`  // all this, as a sentence
	// Warning says what is wrong with its journal, and what can be done; "" if nothing is.
	Warning string `json:"warning"`
}

// A Rule is a rule of the ledger.
type Rule struct {
	Number string    `json:"number"` // such as "NARO-4.2"
	Text   string    `json:"text"`   // its sentence
	Lang   lang.Lang `json:"lang"`   // of the sentence
}

// A Title is a game in the menu.
type Title struct {
	ID      string   `json:"id"`
	Title   string   `json:"title"`
	About   string   `json:"about"` // what it is, in two sentences
	Long    string   `json:"long"`  // how long a play takes, in words
	Needs   string   `json:"needs"` // what people need besides the box
	Min     int      `json:"min"`
	Max     int      `json:"max"`
	Teaches bool     `json:"teaches"` // it has lessons: [Start.Teach]
	Options []Option `json:"options"`
	Seats   []string `json:"seats"` // who played it last; none if that is not known
	Bots    int      `json:"bots"`  // how many bots played then
	Name    string   `json:"name"`  // what a play is called unless people say otherwise; "" where plays have no names
	// Tools can be begun at once, those that were used last first.
	Tools []Tool `json:"tools,omitempty"`
}

// A Tool is a tool that can be begun at once.
type Tool struct {
	Word    string          `json:"word"`
	Label   string          `json:"label"`
	Help    string          `json:"help"`    // one sentence that explains it
	Options json.RawMessage `json:"options"` // of a play of it, as it was used last
}

// A Option is an option of a game in the menu.
type Option struct {
	Key     string      `json:"key"`
	Label   string      `json:"label"`
	Help    string      `json:"help"` // one sentence that explains it
	Kind    string      `json:"kind"` // "bool", "choice", "seat", "int", "text", "object" or "catalogue": a file of the owner's
	Values  []SheetItem `json:"values"`
	Default string      `json:"default"`
	Last    string      `json:"last"`           // what was chosen last; "" where that is not known
	Most    int         `json:"most,omitempty"` // of a "catalogue": how many bytes the file may have
	// Alone is chosen, where nothing was chosen last, if all who play have phones; "" where that makes no
	// difference.
	Alone string `json:"alone,omitempty"`
	// Draws says that the option decides whether the table or the box draws and rolls: with bots it is
	// always the box.
	Draws bool `json:"draws"`
	// Early says that it is asked before who plays.
	Early bool `json:"early,omitempty"`
	// Of are the settings that an "object" is made of, For the values of the choice before with
	// which one of them has a meaning.
	Of  []Option `json:"of,omitempty"`
	For []string `json:"for,omitempty"`
}

// A Sheet is an ask of the table that anybody may answer by typing: what lies on the
// cardboard. An answer is one of Options' lines, or an object with seat, do and the argument
// of each of Parts.
type Sheet struct {
	Seat    string `json:"seat"`
	Verb    string `json:"verb"`
	Prompt  string `json:"prompt"`
	Purpose string `json:"purpose,omitempty"` // what it is for, in a sentence
	Confirm bool   `json:"confirm"`           // there is one option, pressed when ready
	// Optional: offered, not waited for, such as a correction.
	Optional bool          `json:"optional"`
	Options  []SheetOption `json:"options"`
	Parts    []SheetPart   `json:"parts"`
	Usual    []SheetOption `json:"usual,omitempty"` // answers of Parts at one press
}

// A SheetPart is one argument of an answer: a word or a name (one), a list of words (cards,
// several, payment), an object from the keys to words (assign, dice) or a number.
type SheetPart struct {
	Arg   string      `json:"arg"`
	Label string      `json:"label"`          // what it is, where there are several; "" if its kind says enough
	Help  string      `json:"help,omitempty"` // number: one sentence that explains it
	Kind  string      `json:"kind"`           // "one", "several", "number", "payment", "cards", "assign" or "dice"
	Items []SheetItem `json:"items"`
	Keys  []SheetItem `json:"keys"`
	Min   int         `json:"min"`
	Max   int         `json:"max"`
	Read  *SheetRead  `json:"read,omitempty"` // dice: what the tray has read; nil if nothing
}

// A SheetRead is what the tray has read of dice. People accept it, or say what it isn't certain of.
type SheetRead struct {
	N    uint64     `json:"n"`    // another whenever it changes
	Dice []SheetDie `json:"dice"` // in the order of the keys
}

// A SheetDie is a die that the tray has read.
type SheetDie struct {
	Word  string `json:"word"`            // its face; "" where people are to say which it is
	Guess string `json:"guess,omitempty"` // what the tray takes it for
	// Where and Picture are of a die that people were asked about: its name by colour and place, and a picture of
	// it as the address of a JPEG.
	Where   string `json:"where,omitempty"`
	Picture string `json:"picture,omitempty"`
}

// A SheetItem is a thing that can be typed, or a key that it is assigned to.
type SheetItem struct {
	Word  string          `json:"word"`
	JSON  json.RawMessage `json:"json,omitempty"` // the word as an answer has it: a number without quotes
	Label string          `json:"label"`
	Help  string          `json:"help,omitempty"` // one sentence that explains it
	Count int             `json:"count"`
	Value int             `json:"value,omitempty"` // payment: what it is worth
	// Least and Most are how many can play with this value of an option; 0 where that does not depend on it.
	Least int `json:"least,omitempty"`
	Most  int `json:"most,omitempty"`
	// Front says that a list of games names this value of an option beside the titles.
	Front bool `json:"front,omitempty"`
	// Laid says that with this value of an option all cards and dice lie on the table, and the box deals none.
	Laid bool `json:"laid,omitempty"`
}

// A SheetOption is a whole answer.
type SheetOption struct {
	Label string          `json:"label"`
	Help  string          `json:"help"` // one sentence that explains it; "" if there is none
	Line  json.RawMessage `json:"line"`
}
