package derpate

import "consigliere/engine"

// The numbers of the game that no catalogue can change (section 6 of the ledger).
const (
	minSeats        = 2
	MaxSeats        = 4
	Rounds          = 7
	startMoney      = 10000
	membersEach     = 7
	DebtTokensEach  = 5
	allFriends      = 13
	allCards        = 10
	cardsInPlay     = 7
	KoAt            = 4
	friendsPerRound = 2
	OverflowMoney   = 1000
	favourCash      = 5000
	AdvanceSteps    = 2
	Thousand        = 1000 // betting, Meeting, Friend, Baptism: this times the number
	EndPerBusiness  = 3000
	endBail         = 1000
	EndPerDebt      = 2000
	Spaces          = 12
	BusinessCount   = 12
	DistrictCount   = 4
	Rows            = 4
	maxMoney        = 1_000_000_000 // no adjustment makes anybody richer than this
)

// A Colour is the colour of a die, of an event card, or of a box in rows 2 to 4.
type Colour uint8

// The colours in the order in which the box rolls. NoColour is not a die.
const (
	NoColour Colour = iota
	Black
	White
	Grey
	Red
	colourCount
)

// ColourWords are the identifiers of the ledger, by [Colour].
var ColourWords = [...]string{"", "black", "white", "grey", "red"}

// Words returns the identifiers of the ledger.
func (Colour) Words() []string { return ColourWords[:] }

// String returns the identifier of the ledger.
func (c Colour) String() string { return engine.WordAt(ColourWords[:], int(c)) }

// A DieSet is a set of dice by colour.
type DieSet uint8

const allDice DieSet = 1<<Black | 1<<White | 1<<Grey | 1<<Red

// Has reports whether the set has the die of a colour.
func (d DieSet) Has(c Colour) bool { return d>>c&1 != 0 }

func (d DieSet) size() int {
	return int(d>>Black&1 + d>>White&1 + d>>Grey&1 + d>>Red&1)
}

// A Face is what a die shows: 1 to 5 or the Puppeteer; NoFace is not rolled.
type Face uint8

// The faces without numbers.
const (
	NoFace Face = 0
	Puppet Face = 6
)

var faceWords = [...]string{"", "1", "2", "3", "4", "5", "puppet"}

// String returns the identifier of the ledger.
func (f Face) String() string { return engine.WordAt(faceWords[:], int(f)) }

// A Box is a box of the action board.
type Box uint8

// The boxes, row by row.
const (
	NoBox Box = iota
	TakingsBox
	PressBox
	ReputationBox
	InfluenceBox
	VisitBox
	BettingBox
	MeetingBox
	RaidBox
	TakeoverBox
	FriendBox
	ConsigliereBox
	ProsecutorBox
	SpyBox
	BankerBox
	boxCount
)

// BoxWords are the identifiers of the ledger, by [Box].
var BoxWords = [...]string{
	"", "takings", "press", "reputation", "influence", "visit", "betting", "meeting", "raid", "takeover",
	"friend", "consigliere", "prosecutor", "spy", "banker",
}

// Words returns the identifiers of the ledger.
func (Box) Words() []string { return BoxWords[:] }

// String returns the identifier of the ledger.
func (b Box) String() string { return engine.WordAt(BoxWords[:], int(b)) }

// The coloured boxes of rows 2 and 3 (PATE-8, 9). Those of row 4 are in the catalogue.
var (
	row2 = [colourCount]Box{Grey: ReputationBox, Red: InfluenceBox, Black: VisitBox, White: BettingBox}
	row3 = [colourCount]Box{Grey: MeetingBox, Red: RaidBox, Black: TakeoverBox, White: FriendBox}
)

// A Track is a development track.
type Track uint8

// The tracks in the order of PATE-11.1.
const (
	NoTrack Track = iota
	Reputation
	Influence
	Income
	Favours
	TrackCount
)

// TrackWords are the identifiers of the ledger, by [Track].
var TrackWords = [...]string{"", "reputation", "influence", "income", "favours"}

// Words returns the identifiers of the ledger.
func (Track) Words() []string { return TrackWords[:] }

// String returns the identifier of the ledger.
func (t Track) String() string { return engine.WordAt(TrackWords[:], int(t)) }

// A Token is an action token.
type Token uint8

// The tokens in the order of the ledger's lists.
const (
	NoToken Token = iota
	Wedding
	Baptism
	Birthday
	Policeman
	Judge
	Senator
	TokenCount
)

// TokenWords are the identifiers of the ledger, by [Token].
var TokenWords = [...]string{"", "wedding", "baptism", "birthday", "policeman", "judge", "senator"}

// Words returns the identifiers of the ledger.
func (Token) Words() []string { return TokenWords[:] }

// String returns the identifier of the ledger.
func (t Token) String() string { return engine.WordAt(TokenWords[:], int(t)) }

// Grey reports whether t can be used out of turn (PATE-12.4, 12.5).
func (t Token) Grey() bool { return t >= Wedding && t <= Birthday }

// A tokenSet is a set of tokens.
type tokenSet uint8

const (
	greyTokens tokenSet = 1<<Wedding | 1<<Baptism | 1<<Birthday
	redTokens  tokenSet = 1<<Policeman | 1<<Judge | 1<<Senator
)

func (s tokenSet) has(t Token) bool { return s>>t&1 != 0 }

// words returns the identifiers in the order of the ledger.
func (s tokenSet) words() []string {
	words := []string{}
	for t := Wedding; t < TokenCount; t++ {
		if s.has(t) {
			words = append(words, TokenWords[t])
		}
	}
	return words
}

// A Favour is a favour that a Friend of the family does.
type Favour uint8

// The favours in the order of PATE-13.3.
const (
	NoFavour Favour = iota
	MemberBack
	DebtBack
	Advance
	Cash
	favourCount
)

var favourWords = [...]string{"", "member_back", "debt_back", "advance", "cash"}

// Words returns the identifiers of the ledger.
func (Favour) Words() []string { return favourWords[:] }

// String returns the identifier of the ledger.
func (f Favour) String() string { return engine.WordAt(favourWords[:], int(f)) }

// A Business is a business on the board, from 1 to 12, or NoBusiness.
type Business uint8

// NoBusiness stands for no business.
const NoBusiness Business = 0

// BusinessWords are the identifiers of the ledger, by [Business].
var BusinessWords = [...]string{"none", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "b10", "b11", "b12"}

// Words returns the identifiers of the ledger.
func (Business) Words() []string { return BusinessWords[:] }

// String returns the identifier of the ledger.
func (b Business) String() string { return engine.WordAt(BusinessWords[:], int(b)) }

// A Holder holds a debt token, or a member on a business: it is a seat or one of the constants below.
type Holder int8

// The holders that are not seats.
const (
	Bank    Holder = MaxSeats + iota // debt tokens of take-overs from neutral families
	Own                              // a debt token in front of its owner
	Neutral                          // the neutral families as one owner (PATE-D6)
	Nobody  Holder = -1              // an empty business; no token taken back
)

// HolderWords are the identifiers of holders other than seats.
var HolderWords = [...]string{Bank: "bank", Own: "own", Neutral: "neutral"}

// Seat reports whether the holder is a seat.
func (h Holder) Seat() bool { return h >= 0 && h < MaxSeats }

// SeatOf returns the seat that a holder is, or NoSeat.
func (h Holder) SeatOf() engine.Seat {
	if h.Seat() {
		return engine.Seat(h)
	}
	return engine.NoSeat
}

// A Place is where a member of a family is: in one of the four places below or, as
// OnBusiness(b), on a business.
type Place uint8

// The places off the board.
const (
	Reserve  Place = iota + 1 // of a seat
	GoneBox                   // back in the box: only neutral members
	Jail                      // The Tombs
	River                     // the Hudson
	maxPlace = River + BusinessCount
)

// PlaceWords are the identifiers of the ledger, by [Place].
var PlaceWords = append([]string{"", "reserve", "box", "jail", "river"}, BusinessWords[1:]...)

func (p Place) business() Business {
	if p > River {
		return Business(p - River)
	}
	return NoBusiness
}

// Words returns the identifiers of the ledger.
func (Place) Words() []string { return PlaceWords }

var familyWords = []string{"corleone", "tattaglia", "barzini", "stracci"}

// An Op is what an event card does (section 6).
type Op uint8

const (
	OpMoveAll Op = iota
	OpBail
	OpNumberPays
	OpBuyFriend
	OpCarPay
	OpTakeover
	OpCarRaid
	OpBuySteps
	OpTax
	OpBuyDebt
	OpManual
)

// opData has the parameters of an operation, and whether a card of it can wait for the
// start of each turn.
var opData = [...]struct {
	word                     string
	price, per, track, steps bool
	turnStart, once          bool
}{
	OpMoveAll:    {word: "move_all", track: true, steps: true},
	OpBail:       {word: "bail_or_river", price: true, turnStart: true},
	OpNumberPays: {word: "number_pays", once: true},
	OpBuyFriend:  {word: "buy_friend", price: true, turnStart: true},
	OpCarPay:     {word: "pay_in_car_district", per: true, turnStart: true},
	OpTakeover:   {word: "takeover", turnStart: true},
	OpCarRaid:    {word: "raid_car_district", once: true},
	OpBuySteps:   {word: "buy_steps", price: true, track: true, steps: true, turnStart: true},
	OpTax:        {word: "tax", per: true},
	OpBuyDebt:    {word: "buy_back_debt", price: true, turnStart: true},
	OpManual:     {word: "manual", turnStart: true, once: true},
}

// A step is what the game waits for, besides the rolls that are owed to a token.
type step uint8

const (
	stepCar step = iota
	stepDistrict
	stepEvent     // the next card is turned up
	stepEventRoll // the lucky number
	stepManual    // the table carries a card out
	stepChoose    // a seat answers a card
	stepRoll
	stepPlace
	stepDone
	stepOver
)

// The pictures that cues name.
const (
	DicePicture    uint8 = 1 + iota // what was rolled
	CardPicture                     // the event card
	KoPicture                       // where all are on the K.O. track
	ActionPicture                   // the action board
	TakingsPicture                  // who is paid for the number in row 1
)
