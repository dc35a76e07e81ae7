package corleone

import "consigliere/engine"

// The numbers of the game that no catalogue can change (section 6 of the ledger).
const (
	minSeats     = 2
	MaxSeats     = 5
	Acts         = 4
	Turfs        = 7
	markersEach  = 9
	Bonus        = 5
	startJobs    = 2
	blueTiles    = 8
	redTiles     = 4
	allJobs      = 44
	alliesPerAct = 6
	allAllies    = 3 * alliesPerAct
	allNotes     = 120
	allGoods     = 32
	thugsEach    = 3 // in the box of a family; two players start with all of them
	maxInfluence = 6
	maxNeutral   = 3
	maxBid       = 999
	maxMoney     = 9999
	maxJobsDone  = 99
)

// publicJobs and setupTiles are by the number of seats (COR-1.5, 1.6).
var (
	publicJobs = [MaxSeats + 1]int{2: 2, 3: 3, 4: 3, 5: 4}
	setupTiles = [MaxSeats + 1]int{4: 1, 5: 3}
)

// A Turf is a turf by its number, from 1 to 7.
type Turf uint8

// NoTurf is not a turf.
const NoTurf Turf = 0

// UpperEastSide and UpperWestSide have the longest names.
const (
	UpperEastSide Turf = 3
	UpperWestSide Turf = 5
)

// TurfWords are the identifiers of the ledger, by [Turf].
var TurfWords = [...]string{
	"", "wall_street", "brooklyn", "upper_east_side", "queens", "upper_west_side", "midtown", "chelsea",
}

// ParkWord is the identifier of Central Park.
const ParkWord = "central_park"

// Words returns the identifiers of the ledger.
func (Turf) Words() []string { return TurfWords[:] }

// String returns the identifier of the ledger.
func (t Turf) String() string { return engine.WordAt(TurfWords[:], int(t)) }

// NoteValues are the values of the money cards, lowest first. Elsewhere a note is its place here.
var NoteValues = [...]int{1, 2, 3, 5}

var noteWords = [...]string{"1", "2", "3", "5"}

// noteOf returns the place of a value in notes, or -1.
func noteOf(value int) int {
	for i, v := range NoteValues {
		if v == value {
			return i
		}
	}
	return -1
}

// A Good is a kind of illegal goods.
type Good uint8

// The illegal goods in the order of the ledger.
const (
	Gun Good = iota
	BloodMoney
	Booze
	Narcotics
	goodCount
)

// GoodWords are the identifiers of the ledger, by [Good].
var GoodWords = [...]string{"gun", "blood_money", "booze", "narcotics"}

// Words returns the identifiers of the ledger.
func (Good) Words() []string { return GoodWords[:] }

// String returns the identifier of the ledger.
func (g Good) String() string { return engine.WordAt(GoodWords[:], int(g)) }

// A Colour is the colour of a job.
type Colour uint8

// The colours of jobs in the order of the ledger.
const (
	Yellow Colour = iota
	Blue
	Green
	Grey
	colourCount
)

// ColourWords are the identifiers of the ledger, by colour.
var ColourWords = [...]string{"yellow", "blue", "green", "grey"}

// A Figure is a kind of figure on the board.
type Figure uint8

// The kinds of figures. Don, consigliere and heir work alike (COR-7.3).
const (
	NoFigure Figure = iota
	ThugFigure
	FamilyFigure
	MayorFigure
	UnionFigure
	PoliceFigure
)

var figureWords = [...]string{"", "thug", "family", "mayor", "union_boss", "police_chief"}

// String returns the identifier of the ledger.
func (f Figure) String() string { return engine.WordAt(figureWords[:], int(f)) }

// onFront reports whether the figure is placed on square spaces (COR-2.4).
func (f Figure) onFront() bool { return f == ThugFigure || f == UnionFigure }

// Neutral is the owner of the neutral figures.
const Neutral engine.Seat = MaxSeats

const neutralWord = "neutral"

// An Ability is what a front, a back, a job or an ally lets a player do (section 6).
type Ability uint8

// The abilities: first the gains, then the choices.
const (
	Take1 Ability = iota
	Take2
	Take3
	Take5
	TakeGun
	TakeBloodMoney
	TakeBooze
	TakeNarcotics
	Stash
	JobDraw
	Swap1
	Swap2
	Swap3
	Smuggle
	HorseHead
	ShakeFront
	ShakeBack
	KillThug
	KillFamily
	KillAny
	KillThugChief
	KillFamilyChief
	MoveThug
	MoveFamily
	MoveRival
	Mayor
	UnionBoss
	PoliceChief
	Manual
	abilityCount
)

// AbilityWords are the identifiers of the ledger, by [Ability].
var AbilityWords = [...]string{
	"take_1", "take_2", "take_3", "take_5", "gun", "blood_money", "booze", "narcotics",
	"stash", "job_draw", "swap_1", "swap_2", "swap_3", "smuggle", "horse_head", "shake_front", "shake_back",
	"kill_thug", "kill_family", "kill_any", "kill_thug_chief", "kill_family_chief",
	"move_thug_shake", "move_family_shake", "move_rival", "mayor", "union_boss", "police_chief", "manual",
}

// Words returns the identifiers of the ledger.
func (Ability) Words() []string { return AbilityWords[:] }

// String returns the identifier of the ledger.
func (a Ability) String() string { return engine.WordAt(AbilityWords[:], int(a)) }

// Gain reports whether a is done without asking (COR-11.1).
func (a Ability) Gain() bool { return a < Stash }

var abilityKeys = engine.KeysOf("ability.", AbilityWords[:])

var familyWords = [...]string{"marzullo", "matarazzo", "vitale", "caccamo", "pizzino"}

// A step is what the game waits for.
type step uint8

const (
	stepTiles  step = iota // setup: the first tiles
	stepRow                // setup: the public jobs
	stepAllies             // setup: the first allies
	stepFirst              // setup: the first player
	stepOpen
	stepFamily
	stepWar
	stepBid
	stepRecruit
	stepTribute
	stepRefill  // entr'acte: the empty public slots
	stepRecall  // entr'acte: the allies of the new act
	stepBetween // entr'acte, light
	stepCount
	stepOver
)

var phaseWords = [...]string{
	stepTiles: "setup", stepRow: "setup", stepAllies: "setup", stepFirst: "setup", stepOpen: "open", stepFamily: "family",
	stepWar: "turf_war", stepBid: "bribery", stepRecruit: "bribery", stepTribute: "tribute", stepRefill: "entracte",
	stepRecall: "entracte", stepBetween: "entracte", stepCount: "scoring", stepOver: "over",
}

var (
	TurfKeys   = engine.KeysOf("turf.", TurfWords[:])
	goodKeys   = engine.KeysOf("good.", GoodWords[:])
	FigureKeys = engine.KeysOf("figure.", figureWords[:])

	ColourNames = engine.KeysOf("key.", ColourWords[:])
)

// The pictures that cues name. A turf has its number, and the score of a seat the one after those
// of the seats before.
const (
	BidsPicture  uint8 = Turfs + 1                   // what all have bid
	ScorePicture uint8 = Turfs + 2                   // what the score of the first seat is made of
	TilePicture  uint8 = ScorePicture + MaxSeats     // the board with tiles on no turf; the next number has one on the first
	SharePicture uint8 = TilePicture + Turfs + 1     // the board before anything of a circle's share is taken; the next number has its first gain told
	JobPicture   uint8 = SharePicture + maxShare + 1 // the board with the first job that is done now, from the row; the next number has it from the hand, and so on
)
