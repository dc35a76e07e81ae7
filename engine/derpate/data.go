package derpate

import "consigliere/engine"

// The numbers of the game that no catalogue can change (section 6 of the ledger).
const (
	minSeats        = 2
	maxSeats        = 4
	rounds          = 7
	startMoney      = 10000
	membersEach     = 7
	debtTokensEach  = 5
	allFriends      = 13
	allCards        = 10
	cardsInPlay     = 7
	koAt            = 4
	friendsPerRound = 2
	overflowMoney   = 1000
	favourCash      = 5000
	advanceSteps    = 2
	thousand        = 1000 // betting, Meeting, Friend, Baptism: this times the number
	endPerBusiness  = 3000
	endBail         = 1000
	endPerDebt      = 2000
	spaces          = 12
	businessCount   = 12
	districtCount   = 4
	rows            = 4
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

var colourWords = [...]string{"", "black", "white", "grey", "red"}

// Words returns the identifiers of the ledger.
func (Colour) Words() []string { return colourWords[:] }

// String returns the identifier of the ledger.
func (c Colour) String() string { return word(colourWords[:], int(c)) }

// A dieSet is a set of dice by colour.
type dieSet uint8

const allDice dieSet = 1<<Black | 1<<White | 1<<Grey | 1<<Red

func (d dieSet) has(c Colour) bool { return d>>c&1 != 0 }

func (d dieSet) size() int {
	return int(d>>Black&1 + d>>White&1 + d>>Grey&1 + d>>Red&1)
}

// A Face is what a die shows: 1 to 5 or the Puppeteer; NoFace is not rolled.
type Face uint8

// The faces that are no numbers.
const (
	NoFace Face = 0
	Puppet Face = 6
)

var faceWords = [...]string{"", "1", "2", "3", "4", "5", "puppet"}

// String returns the identifier of the ledger.
func (f Face) String() string { return word(faceWords[:], int(f)) }

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

var boxWords = [...]string{
	"", "takings", "press", "reputation", "influence", "visit", "betting", "meeting", "raid", "takeover",
	"friend", "consigliere", "prosecutor", "spy", "banker",
}

// Words returns the identifiers of the ledger.
func (Box) Words() []string { return boxWords[:] }

// String returns the identifier of the ledger.
func (b Box) String() string { return word(boxWords[:], int(b)) }

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
	trackCount
)

var trackWords = [...]string{"", "reputation", "influence", "income", "favours"}

// Words returns the identifiers of the ledger.
func (Track) Words() []string { return trackWords[:] }

// String returns the identifier of the ledger.
func (t Track) String() string { return word(trackWords[:], int(t)) }

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
	tokenCount
)

var tokenWords = [...]string{"", "wedding", "baptism", "birthday", "policeman", "judge", "senator"}

// Words returns the identifiers of the ledger.
func (Token) Words() []string { return tokenWords[:] }

// String returns the identifier of the ledger.
func (t Token) String() string { return word(tokenWords[:], int(t)) }

// grey reports whether t can be used out of turn (PATE-12.4, 12.5).
func (t Token) grey() bool { return t >= Wedding && t <= Birthday }

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
	for t := Wedding; t < tokenCount; t++ {
		if s.has(t) {
			words = append(words, tokenWords[t])
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
func (f Favour) String() string { return word(favourWords[:], int(f)) }

// A Business is a business on the board, from 1 to 12; NoBusiness is none.
type Business uint8

// NoBusiness stands for no business.
const NoBusiness Business = 0

var businessWords = [...]string{"none", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "b10", "b11", "b12"}

// Words returns the identifiers of the ledger.
func (Business) Words() []string { return businessWords[:] }

// String returns the identifier of the ledger.
func (b Business) String() string { return word(businessWords[:], int(b)) }

// A Holder is who has a debt token, or a member on a business: a seat or one of those below.
type Holder int8

// The holders that are not seats.
const (
	Bank    Holder = maxSeats + iota // debt tokens of take-overs from neutral families
	Own                              // a debt token in front of its owner
	Neutral                          // the neutral families as one owner (PATE-D6)
	Nobody  Holder = -1              // an empty business; no token taken back
)

var holderWords = [...]string{Bank: "bank", Own: "own", Neutral: "neutral"}

func (h Holder) seat() bool { return h >= 0 && h < maxSeats }

// seatOf returns the seat that a holder is, or NoSeat.
func (h Holder) seatOf() engine.Seat {
	if h.seat() {
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
	maxPlace = River + businessCount
)

var placeWords = append([]string{"", "reserve", "box", "jail", "river"}, businessWords[1:]...)

// OnBusiness returns the place on a business.
func OnBusiness(b Business) Place { return River + Place(b) }

func (p Place) business() Business {
	if p > River {
		return Business(p - River)
	}
	return NoBusiness
}

// Words returns the identifiers of the ledger.
func (Place) Words() []string { return placeWords }

var familyWords = []string{"corleone", "tattaglia", "barzini", "stracci"}

// An op is what an event card does (section 6).
type op uint8

const (
	opMoveAll op = iota
	opBail
	opNumberPays
	opBuyFriend
	opCarPay
	opTakeover
	opCarRaid
	opBuySteps
	opTax
	opBuyDebt
	opManual
)

// opData has the parameters of an operation, and whether a card of it can wait for the
// start of each turn.
var opData = [...]struct {
	word                     string
	price, per, track, steps bool
	turnStart, once          bool
}{
	opMoveAll:    {word: "move_all", track: true, steps: true},
	opBail:       {word: "bail_or_river", price: true, turnStart: true},
	opNumberPays: {word: "number_pays", once: true},
	opBuyFriend:  {word: "buy_friend", price: true, turnStart: true},
	opCarPay:     {word: "pay_in_car_district", per: true, turnStart: true},
	opTakeover:   {word: "takeover", turnStart: true},
	opCarRaid:    {word: "raid_car_district", once: true},
	opBuySteps:   {word: "buy_steps", price: true, track: true, steps: true, turnStart: true},
	opTax:        {word: "tax", per: true},
	opBuyDebt:    {word: "buy_back_debt", price: true, turnStart: true},
	opManual:     {word: "manual", turnStart: true, once: true},
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

func word(words []string, i int) string {
	if i >= 0 && i < len(words) {
		return words[i]
	}
	return "?"
}
