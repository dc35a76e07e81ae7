package derpate

import (
	"slices"

	"consigliere/engine"
)

// The moves of the game, as section 8 of the ledger has them. The verb choose has a struct
// for each argument that a card can ask for; adjust has one for each thing that the table can
// do on the cardboard.
type (
	// Car puts the gangster car on a space.
	Car struct {
		Space uint8 `arg:"space"`
	}
	// District chooses a district by its identifier in the catalogue.
	District struct {
		ID string `arg:"district,listed"`
	}
	// Event is the card that the table turned up, by its identifier in the catalogue.
	Event struct {
		Card string `arg:"card"`
	}
	// Reveal turns the next card up, where the box has shuffled.
	Reveal struct{}
	// ChooseBail is how many members are bought out of jail.
	ChooseBail struct {
		Members uint8 `arg:"bail"`
	}
	// ChooseBuy is whether the card's offer is bought.
	ChooseBuy struct {
		Yes bool `arg:"buy"`
	}
	// ChooseBusiness is the business to take over, or none.
	ChooseBusiness struct {
		Business Business `arg:"business,listed"`
	}
	// ChooseHolder is from whom a debt token comes back: a seat, Bank or Nobody.
	ChooseHolder struct {
		Holder Holder `arg:"holder"`
	}
	// BonusRoll is the die of a Baptism or of the lucky number.
	BonusRoll struct {
		Face Face `arg:"face"`
	}
	// AdjustMoney gives or takes money.
	AdjustMoney struct {
		Player engine.Seat `arg:"player"`
		By     int         `arg:"by"`
	}
	// AdjustFriends moves Friends from Brooklyn to a player, or back.
	AdjustFriends struct {
		Player engine.Seat `arg:"player"`
		By     int         `arg:"by"`
	}
	// AdjustTrack moves a marker.
	AdjustTrack struct {
		Track  Track       `arg:"what"`
		Player engine.Seat `arg:"player"`
		By     int         `arg:"by"`
	}
	// AdjustCar drives the gangster car on.
	AdjustCar struct {
		By int `arg:"by"`
	}
	// AdjustMember moves a member of a family: a seat's, or Neutral.
	AdjustMember struct {
		Player Holder `arg:"player"`
		From   Place  `arg:"from"`
		To     Place  `arg:"to"`
	}
	// AdjustDebt moves a debt token of a player; its holder is a seat, Bank or Own.
	AdjustDebt struct {
		Player engine.Seat `arg:"player"`
		From   Holder      `arg:"from"`
		To     Holder      `arg:"to"`
	}
	// EventDone closes what the table did on the cardboard.
	EventDone struct{}
	// Roll is the dice that the table rolled; NoFace for those not rolled.
	Roll struct {
		Dice Dice `arg:"dice"`
	}
	// Throw lets the box roll.
	Throw struct{}
	// PlaceDie puts a die on a box. The fields that the box does not use are zero. The
	// Senator comes before the box, so that nobody who picks a box uses him up unawares.
	PlaceDie struct {
		Die      Colour   `arg:"die,listed"`
		Senator  bool     `arg:"senator,optional"`
		Box      Box      `arg:"box"`
		Member   bool     `arg:"member,optional,box=visit"` // a member is put on the empty business
		Unused   Unused   `arg:"use,optional,box=prosecutor"`
		Business Business `arg:"business,optional,listed,box=takeover|consigliere|spy"`
		Track    Track    `arg:"track,optional,box=banker"`
	}
	// UseToken uses an action token. The fields that the token does not use are zero.
	UseToken struct {
		Token Token  `arg:"token,listed"`
		Die   Colour `arg:"die,listed,token=policeman"`
		Track Track  `arg:"track,token=birthday"`
	}
	// UseFavour gives a Friend for a favour. The fields that the favour does not use are zero.
	UseFavour struct {
		Favour Favour `arg:"favour"`
		From   Holder `arg:"from,favour=debt_back"` // a seat or Bank
		Track  Track  `arg:"track,favour=advance"`
	}
	// Done ends a turn.
	Done struct{}
)

// moves is how they stand in records. The rule that an argument breaks which is missing, too
// many or not a word of the game is the one that says what the argument must be.
var moves = engine.Declare(
	engine.Plays[Car]("car", "PATE-2.4"),
	engine.Plays[District]("district", "PATE-2.5"),
	engine.Plays[Event]("event", "PATE-4.1"),
	engine.Plays[Reveal]("reveal", "PATE-4.1"),
	engine.Plays[ChooseBail]("choose", "PATE-4.8"),
	engine.Plays[ChooseBuy]("choose", "PATE-4.8"),
	engine.Plays[ChooseBusiness]("choose", "PATE-4.8"),
	engine.Plays[ChooseHolder]("choose", "PATE-4.8"),
	engine.Plays[BonusRoll]("bonus_roll", "PATE-12.7"),
	engine.Plays[AdjustMoney]("adjust", "PATE-4.7").Fixed("what", "money"),
	engine.Plays[AdjustFriends]("adjust", "PATE-4.7").Fixed("what", "friends"),
	engine.Plays[AdjustTrack]("adjust", "PATE-4.7"),
	engine.Plays[AdjustCar]("adjust", "PATE-4.7").Fixed("what", "car"),
	engine.Plays[AdjustMember]("adjust", "PATE-4.7").Fixed("what", "member"),
	engine.Plays[AdjustDebt]("adjust", "PATE-4.7").Fixed("what", "debt"),
	engine.Plays[EventDone]("event_done", "PATE-4.7"),
	engine.Plays[Roll]("roll", "PATE-6.2"),
	engine.Plays[Throw]("throw", "PATE-6.2"),
	engine.Plays[PlaceDie]("place", "PATE-6.2").RuleOf(placeArg),
	engine.Plays[UseToken]("token", "PATE-12.1").RuleOf(tokenArg),
	engine.Plays[UseFavour]("favour", "PATE-13.3").RuleOf(favourArg),
	engine.Plays[Done]("done", "PATE-6.10"),
)

// placeArg returns the rule of an argument of a placement: with the box comes what else must
// be said.
func placeArg(move any, arg string) string {
	if arg == "senator" {
		return "PATE-12.10"
	}
	return [boxCount]string{
		VisitBox: "PATE-8.5", TakeoverBox: "PATE-9.9", ConsigliereBox: "PATE-10.4", ProsecutorBox: "PATE-10.5",
		SpyBox: "PATE-10.6", BankerBox: "PATE-10.8",
	}[move.(PlaceDie).Box]
}

func tokenArg(move any, _ string) string {
	return [TokenCount]string{Policeman: "PATE-12.9", Birthday: "PATE-12.8"}[move.(UseToken).Token]
}

func favourArg(move any, _ string) string {
	return [favourCount]string{DebtBack: "PATE-13.8", Advance: "PATE-13.9"}[move.(UseFavour).Favour]
}

// Dice is what dice show, by colour.
type Dice [colourCount]Face

// Keys returns the identifiers of the dice.
func (Dice) Keys() []string { return ColourWords[:] }

// Unused means that a person of row 4 is not used; records have it the other way round.
type Unused bool

// ArgValue returns whether the person is used.
func (u Unused) ArgValue() engine.Value { return engine.BoolOf(!bool(u)) }

// ParseArg returns the opposite of v.
func (Unused) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	return Unused(v.Int == 0), v.Kind == engine.BoolValue
}

// ArgValue returns a number, or "puppet".
func (f Face) ArgValue() engine.Value {
	if f == Puppet {
		return engine.WordOf(faceWords[Puppet])
	}
	return engine.IntOf(int(f))
}

// ParseArg returns the face that v means: 1 to 5 or "puppet".
func (Face) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	switch {
	case v.Kind == engine.WordValue && v.Word == faceWords[Puppet]:
		return Puppet, true
	case v.Kind == engine.IntValue && v.Int >= 1 && v.Int <= 5:
		return Face(v.Int), true
	}
	return NoFace, false
}

// ArgValue returns a seat or one of the words "bank", "own" and "neutral"; Nobody is "none".
func (h Holder) ArgValue() engine.Value {
	if h >= Bank && h <= Neutral {
		return engine.WordOf(HolderWords[h])
	}
	return engine.SeatOf(h.SeatOf())
}

// ParseArg returns the holder that v means.
func (Holder) ParseArg(r engine.Roster, v engine.Value) (any, bool) {
	if i := slices.Index(HolderWords[:], v.Word); i >= int(Bank) {
		return Holder(i), true
	}
	s, ok := v.SeatIn(r)
	return max(Nobody, Holder(s)), ok
}

// Moves that are listed over and over. They are allocated once and never change: a play in
// which each list makes its own placements and tokens takes a fifth longer (BenchmarkPlayout).
var (
	carMoves      = list(1, Spaces, func(i int) Car { return Car{uint8(i)} })
	bailMoves     = list(0, membersEach, func(i int) ChooseBail { return ChooseBail{uint8(i)} })
	buyMoves      = []engine.Action{ChooseBuy{true}, ChooseBuy{false}}
	bonusRolls    = list(1, int(Puppet), func(i int) BonusRoll { return BonusRoll{Face(i)} })
	revealOnly    = []engine.Action{Reveal{}}
	throwOnly     = []engine.Action{Throw{}}
	doneOnly      = []engine.Action{Done{}}
	eventDoneOnly = []engine.Action{EventDone{}}

	placeMoves = placeTable()
	tokenMoves = tokenTable()
)

// list returns the moves from first to last.
func list[T any](first, last int, move func(i int) T) []engine.Action {
	moves := make([]engine.Action, 0, last-first+1)
	for i := first; i <= last; i++ {
		moves = append(moves, move(i))
	}
	return moves
}

// placeTable returns the placements by die, whether the Senator is used, box, and what else
// the box takes: the place of a business or a track, or 1 for a member put and for a person
// not used.
func placeTable() *[colourCount][2][boxCount][BusinessCount + 1]engine.Action {
	t := new([colourCount][2][boxCount][BusinessCount + 1]engine.Action)
	for die := range t {
		for senator := range t[die] {
			for box := range t[die][senator] {
				for i := range t[die][senator][box] {
					m := PlaceDie{Die: Colour(die), Senator: senator == 1, Box: Box(box)}
					switch m.Box {
					case VisitBox:
						m.Member = i == 1
					case ProsecutorBox:
						m.Unused = i == 1
					case TakeoverBox, ConsigliereBox, SpyBox:
						m.Business = Business(i)
					case BankerBox:
						m.Track = Track(i)
					}
					if i == 0 || m != t[die][senator][box][0] {
						t[die][senator][box][i] = m
					}
				}
			}
		}
	}
	return t
}

// tokenTable returns the uses of tokens by token and what it takes: the colour of a die, or
// the place of a track.
func tokenTable() *[TokenCount][max(colourCount, Colour(TrackCount))]engine.Action {
	t := new([TokenCount][max(colourCount, Colour(TrackCount))]engine.Action)
	for token := range t {
		for i := range t[token] {
			m := UseToken{Token: Token(token)}
			switch m.Token {
			case Policeman:
				m.Die = Colour(i)
			case Birthday:
				m.Track = Track(i)
			}
			t[token][i] = m
		}
	}
	return t
}
