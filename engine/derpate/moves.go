package derpate

import "consigliere/engine"

// The moves of the game, one type for each verb of section 8 of the ledger. The verb choose
// has four, one for each argument that a card can ask for.
type (
	// Car puts the gangster car on a space.
	Car struct{ Space uint8 }
	// District chooses a district by its identifier in the catalogue.
	District struct{ ID string }
	// Event is the card that the table turned up, by its identifier in the catalogue.
	Event struct{ Card string }
	// Reveal turns the next card up, where the box has shuffled.
	Reveal struct{}
	// ChooseBail is how many members are bought out of jail; its verb is choose.
	ChooseBail struct{ Members uint8 }
	// ChooseBuy is whether the card's offer is bought; its verb is choose.
	ChooseBuy struct{ Yes bool }
	// ChooseBusiness is the business to take over, or none; its verb is choose.
	ChooseBusiness struct{ Business Business }
	// ChooseHolder is from whom a debt token comes back, or Nobody; its verb is choose.
	ChooseHolder struct{ Holder Holder }
	// BonusRoll is the die of a Baptism or of the lucky number.
	BonusRoll struct{ Face Face }
	// Adjust is one thing that the table did on the cardboard. The fields that What does not
	// use are zero.
	Adjust struct {
		What     What
		Player   Holder // a seat; or Neutral, for a member
		By       int
		From, To Place  // AdjustMember
		Giver    Holder // AdjustDebt, who has the token: a seat, Bank or Own
		Taker    Holder // AdjustDebt, who gets it
	}
	// EventDone closes what the table did on the cardboard.
	EventDone struct{}
	// Roll is the dice that the table rolled, by colour; NoFace for those not rolled.
	Roll struct{ Dice [colourCount]Face }
	// Throw lets the box roll.
	Throw struct{}
	// PlaceDie puts a die on a box; its verb is place. The fields that the box does not use
	// are zero.
	PlaceDie struct {
		Die      Colour
		Senator  bool
		Box      Box
		Member   bool     // VisitBox: a member is put on the empty business
		Unused   bool     // ProsecutorBox: "use" is false
		Business Business // TakeoverBox, ConsigliereBox, SpyBox; NoBusiness: not used
		Track    Track    // BankerBox; NoTrack: not used
	}
	// UseToken uses an action token; its verb is token.
	UseToken struct {
		Token Token
		Die   Colour // Policeman
		Track Track  // Birthday
	}
	// UseFavour gives a Friend for a favour; its verb is favour.
	UseFavour struct {
		Favour Favour
		From   Holder // DebtBack: a seat or Bank
		Track  Track  // Advance
	}
	// Done ends a turn.
	Done struct{}
)

// Verb returns the name of the verb in records.
func (Car) Verb() string { return "car" }

// Verb returns the name of the verb in records.
func (District) Verb() string { return "district" }

// Verb returns the name of the verb in records.
func (Event) Verb() string { return "event" }

// Verb returns the name of the verb in records.
func (Reveal) Verb() string { return "reveal" }

// Verb returns the name of the verb in records.
func (ChooseBail) Verb() string { return "choose" }

// Verb returns the name of the verb in records.
func (ChooseBuy) Verb() string { return "choose" }

// Verb returns the name of the verb in records.
func (ChooseBusiness) Verb() string { return "choose" }

// Verb returns the name of the verb in records.
func (ChooseHolder) Verb() string { return "choose" }

// Verb returns the name of the verb in records.
func (BonusRoll) Verb() string { return "bonus_roll" }

// Verb returns the name of the verb in records.
func (Adjust) Verb() string { return "adjust" }

// Verb returns the name of the verb in records.
func (EventDone) Verb() string { return "event_done" }

// Verb returns the name of the verb in records.
func (Roll) Verb() string { return "roll" }

// Verb returns the name of the verb in records.
func (Throw) Verb() string { return "throw" }

// Verb returns the name of the verb in records.
func (PlaceDie) Verb() string { return "place" }

// Verb returns the name of the verb in records.
func (UseToken) Verb() string { return "token" }

// Verb returns the name of the verb in records.
func (UseFavour) Verb() string { return "favour" }

// Verb returns the name of the verb in records.
func (Done) Verb() string { return "done" }

// Args appends the space.
func (m Car) Args(dst []engine.Arg) []engine.Arg {
	return append(dst, engine.Int("space", int(m.Space)))
}

// Args appends the district.
func (m District) Args(dst []engine.Arg) []engine.Arg {
	return append(dst, engine.Word("district", m.ID))
}

// Args appends the card.
func (m Event) Args(dst []engine.Arg) []engine.Arg { return append(dst, engine.Word("card", m.Card)) }

// Args appends nothing.
func (Reveal) Args(dst []engine.Arg) []engine.Arg { return dst }

// Args appends the number of members.
func (m ChooseBail) Args(dst []engine.Arg) []engine.Arg {
	return append(dst, engine.Int("bail", int(m.Members)))
}

// Args appends the choice.
func (m ChooseBuy) Args(dst []engine.Arg) []engine.Arg { return append(dst, engine.Bool("buy", m.Yes)) }

// Args appends the business.
func (m ChooseBusiness) Args(dst []engine.Arg) []engine.Arg {
	return append(dst, engine.Word("business", m.Business.String()))
}

// Args appends the holder.
func (m ChooseHolder) Args(dst []engine.Arg) []engine.Arg {
	return append(dst, holderArg("holder", m.Holder))
}

// Args appends the face.
func (m BonusRoll) Args(dst []engine.Arg) []engine.Arg { return append(dst, faceArg("face", m.Face)) }

// Args appends what is adjusted, and how.
func (m Adjust) Args(dst []engine.Arg) []engine.Arg {
	dst = append(dst, engine.Word("what", m.What.String()))
	if m.What != AdjustCar {
		if m.Player == Neutral {
			dst = append(dst, engine.Word("player", "neutral"))
		} else {
			dst = append(dst, holderArg("player", m.Player))
		}
	}
	switch m.What {
	case AdjustMember:
		return append(dst, engine.Word("from", m.From.String()), engine.Word("to", m.To.String()))
	case AdjustDebt:
		return append(dst, holderArg("from", m.Giver), holderArg("to", m.Taker))
	}
	return append(dst, engine.Int("by", m.By))
}

// Args appends nothing.
func (EventDone) Args(dst []engine.Arg) []engine.Arg { return dst }

// Args appends the faces of the dice that were rolled.
func (m Roll) Args(dst []engine.Arg) []engine.Arg {
	items := make([]engine.Arg, 0, Red)
	for c := Black; c <= Red; c++ {
		if m.Dice[c] != NoFace {
			items = append(items, faceArg(c.String(), m.Dice[c]))
		}
	}
	return append(dst, engine.Map("dice", items...))
}

// Args appends nothing.
func (Throw) Args(dst []engine.Arg) []engine.Arg { return dst }

// Args appends the die, the Senator if he is used, the box, and what the box needs. The
// Senator stands before the box, so that nobody who picks a box uses him up unawares.
func (m PlaceDie) Args(dst []engine.Arg) []engine.Arg {
	dst = append(dst, engine.Word("die", m.Die.String()))
	if m.Senator {
		dst = append(dst, engine.Bool("senator", true))
	}
	dst = append(dst, engine.Word("box", m.Box.String()))
	if m.Member {
		dst = append(dst, engine.Bool("member", true))
	}
	if m.Unused {
		dst = append(dst, engine.Bool("use", false))
	}
	if m.Business != NoBusiness {
		dst = append(dst, engine.Word("business", m.Business.String()))
	}
	if m.Track != NoTrack {
		dst = append(dst, engine.Word("track", m.Track.String()))
	}
	return dst
}

// Args appends the token, and what it needs.
func (m UseToken) Args(dst []engine.Arg) []engine.Arg {
	dst = append(dst, engine.Word("token", m.Token.String()))
	if m.Die != NoColour {
		dst = append(dst, engine.Word("die", m.Die.String()))
	}
	if m.Track != NoTrack {
		dst = append(dst, engine.Word("track", m.Track.String()))
	}
	return dst
}

// Args appends the favour, and what it needs.
func (m UseFavour) Args(dst []engine.Arg) []engine.Arg {
	dst = append(dst, engine.Word("favour", m.Favour.String()))
	if m.Favour == DebtBack {
		dst = append(dst, holderArg("from", m.From))
	}
	if m.Track != NoTrack {
		dst = append(dst, engine.Word("track", m.Track.String()))
	}
	return dst
}

// Args appends nothing.
func (Done) Args(dst []engine.Arg) []engine.Arg { return dst }

func holderArg(key string, h Holder) engine.Arg {
	switch h {
	case Bank:
		return engine.Word(key, "bank")
	case Own:
		return engine.Word(key, "own")
	case Nobody:
		return engine.SeatArg(key, engine.NoSeat)
	}
	return engine.SeatArg(key, engine.Seat(h))
}

func faceArg(key string, f Face) engine.Arg {
	if f == Puppet {
		return engine.Word(key, faceWords[Puppet])
	}
	return engine.Int(key, int(f))
}

// decode is the Decode of the title. The rule that an argument breaks which is missing, too
// many or not a word of the game is the one that says what the argument must be.
func decode(r engine.Roster, verb string, f *engine.Fields) (engine.Action, error) {
	switch verb {
	case "place":
		return decodePlace(f), nil
	case "roll":
		return decodeRoll(f), nil
	case "throw":
		f.Rule("PATE-6.2")
		return throwMove, nil
	case "done":
		f.Rule("PATE-6.10")
		return doneMove, nil
	case "token":
		return decodeToken(f), nil
	case "favour":
		return decodeFavour(r, f), nil
	case "choose":
		return decodeChoose(r, f), nil
	case "event":
		f.Rule("PATE-4.1")
		return Event{f.String("card")}, nil
	case "reveal":
		f.Rule("PATE-4.1")
		return revealMove, nil
	case "bonus_roll":
		f.Rule("PATE-12.7")
		return bonusRolls[takeFace(f, "face")], nil
	case "car":
		f.Rule("PATE-2.4")
		n := f.Int("space")
		if n < 1 || n > spaces {
			f.Refuse(engine.Text{Key: "refuse.space", N: spaces, Who: engine.NoSeat, Whom: engine.NoSeat})
			return carMoves[0], nil
		}
		return carMoves[n], nil
	case "district":
		f.Rule("PATE-2.5")
		return District{f.String("district")}, nil
	case "adjust":
		return decodeAdjust(r, f), nil
	case "event_done":
		f.Rule("PATE-4.7")
		return eventDoneMove, nil
	}
	return nil, engine.UnknownVerb(verb)
}

// takeFace takes a face: a number from 1 to 5 or "puppet".
func takeFace(f *engine.Fields, key string) Face {
	if f.IsText(key) {
		if f.Word(key, faceWords[Puppet:]) == 0 {
			return Puppet
		}
		return NoFace
	}
	n := f.Int(key)
	if n < 1 || n > 5 {
		f.Refuse(engine.Say("refuse.face"))
		return NoFace
	}
	return Face(n)
}

func decodePlace(f *engine.Fields) engine.Action {
	f.Rule("PATE-6.2")
	m := PlaceDie{Die: Colour(1 + f.Word("die", colourWords[Black:]))}
	m.Box = Box(1 + f.Word("box", boxWords[TakingsBox:]))
	if f.Has("senator") {
		f.Rule("PATE-12.10")
		m.Senator = f.Bool("senator")
	}
	switch m.Box {
	case VisitBox:
		f.Rule("PATE-8.5")
		m.Member = f.Has("member") && f.Bool("member")
	case TakeoverBox:
		m.Business = takeBusiness(f, "PATE-9.9")
	case ConsigliereBox:
		m.Business = takeBusiness(f, "PATE-10.4")
	case SpyBox:
		m.Business = takeBusiness(f, "PATE-10.6")
	case ProsecutorBox:
		f.Rule("PATE-10.5")
		m.Unused = f.Has("use") && !f.Bool("use")
	case BankerBox:
		f.Rule("PATE-10.8")
		if f.Has("track") {
			m.Track = Income + Track(max(0, f.Word("track", trackWords[Income:])))
		}
	}
	return m.boxed()
}

func takeBusiness(f *engine.Fields, rule string) Business {
	f.Rule(rule)
	if !f.Has("business") {
		return NoBusiness
	}
	return Business(1 + f.Word("business", businessWords[1:]))
}

func decodeRoll(f *engine.Fields) engine.Action {
	f.Rule("PATE-6.2")
	in := f.Object("dice")
	var m Roll
	for c := Black; c <= Red; c++ {
		if in.Has(c.String()) {
			m.Dice[c] = takeFace(in, c.String())
		}
	}
	if err := in.Done(); err != nil {
		f.Refuse(err.(*engine.Refusal).Why)
	}
	return m
}

func decodeToken(f *engine.Fields) engine.Action {
	f.Rule("PATE-12.1")
	m := UseToken{Token: Token(1 + f.Word("token", tokenWords[Wedding:]))}
	switch m.Token {
	case Policeman:
		f.Rule("PATE-12.9")
		m.Die = Colour(1 + f.Word("die", colourWords[Black:]))
	case Birthday:
		f.Rule("PATE-12.8")
		m.Track = Track(1 + f.Word("track", trackWords[Reputation:]))
	}
	return m.boxed()
}

func decodeFavour(r engine.Roster, f *engine.Fields) engine.Action {
	f.Rule("PATE-13.3")
	m := UseFavour{Favour: Favour(1 + f.Word("favour", favourWords[MemberBack:]))}
	switch m.Favour {
	case DebtBack:
		f.Rule("PATE-13.8")
		m.From = takeHolder(r, f, "from", "bank")
	case Advance:
		f.Rule("PATE-13.9")
		m.Track = Track(1 + f.Word("track", trackWords[Reputation:]))
	}
	return m.boxed()
}

// takeHolder takes a seat or one of the words "bank", "own" and "none".
func takeHolder(r engine.Roster, f *engine.Fields, key string, words ...string) Holder {
	if !f.Is(key, words...) {
		return max(Nobody, Holder(f.Seat(r, key, false)))
	}
	switch words[f.Word(key, words)] {
	case "bank":
		return Bank
	case "own":
		return Own
	case "neutral":
		return Neutral
	}
	return Nobody
}

func decodeChoose(r engine.Roster, f *engine.Fields) engine.Action {
	f.Rule("PATE-4.8")
	switch {
	case f.Has("bail"):
		n := f.Int("bail")
		if n < 0 || n > membersEach {
			f.Refuse(engine.Say("refuse.bail"))
			n = 0
		}
		return bailMoves[n]
	case f.Has("buy"):
		return buyMoves[boolIndex(f.Bool("buy"))]
	case f.Has("holder"):
		return holderMoves[1+takeHolder(r, f, "holder", "bank", "none")]
	}
	return businessMoves[max(0, f.Word("business", businessWords[:]))]
}

func boolIndex(b bool) int {
	if b {
		return 1
	}
	return 0
}

func decodeAdjust(r engine.Roster, f *engine.Fields) engine.Action {
	f.Rule("PATE-4.7")
	m := Adjust{What: What(1 + f.Word("what", whatWords[AdjustMoney:]))}
	switch m.What {
	case AdjustCar:
	case AdjustMember:
		m.Player = takeHolder(r, f, "player", "neutral")
		m.From, m.To = takePlace(f, "from"), takePlace(f, "to")
		return m
	case AdjustDebt:
		m.Player = takeHolder(r, f, "player")
		m.Giver, m.Taker = takeHolder(r, f, "from", "own", "bank"), takeHolder(r, f, "to", "own", "bank")
		return m
	default:
		m.Player = takeHolder(r, f, "player")
	}
	m.By = f.Int("by")
	return m
}

func takePlace(f *engine.Fields, key string) Place {
	if f.Is(key, placeWords[Reserve:]...) {
		return Place(1 + f.Word(key, placeWords[Reserve:]))
	}
	return OnBusiness(Business(1 + f.Word(key, businessWords[1:])))
}

// Boxed moves: an engine.Action that is taken out of a table costs no allocation. The
// tables are made once and never change.
var (
	revealMove    engine.Action = Reveal{}
	throwMove     engine.Action = Throw{}
	doneMove      engine.Action = Done{}
	eventDoneMove engine.Action = EventDone{}

	buyMoves      = [...]engine.Action{ChooseBuy{false}, ChooseBuy{true}}
	carMoves      = boxed(spaces+1, func(i int) engine.Action { return Car{uint8(i)} })
	bailMoves     = boxed(membersEach+1, func(i int) engine.Action { return ChooseBail{uint8(i)} })
	businessMoves = boxed(businessCount+1, func(i int) engine.Action { return ChooseBusiness{Business(i)} })
	holderMoves   = boxed(int(Bank)+2, func(i int) engine.Action { return ChooseHolder{Holder(i - 1)} })
	bonusRolls    = boxed(int(Puppet)+1, func(i int) engine.Action { return BonusRoll{Face(i)} })
	placeMoves    = boxedPlaces()
	tokenMoves    = boxedTokens()
	favourMoves   = boxedFavours()
)

func boxed(n int, move func(i int) engine.Action) []engine.Action {
	moves := make([]engine.Action, n)
	for i := range moves {
		moves[i] = move(i)
	}
	return moves
}

// placeMoves is by die, whether the Senator is used, box, and the detail of the box: the
// business or the track, or 1 for a member put and for a Prosecutor not used.
type placeTable [colourCount][2][boxCount][businessCount + 1]engine.Action

func boxedPlaces() *placeTable {
	t := &placeTable{}
	for die := Black; die <= Red; die++ {
		for senator := range 2 {
			for box := TakingsBox; box < boxCount; box++ {
				for detail := range businessCount + 1 {
					m := PlaceDie{Die: die, Senator: senator == 1, Box: box}
					switch box {
					case VisitBox:
						m.Member = detail == 1
					case ProsecutorBox:
						m.Unused = detail == 1
					case TakeoverBox, ConsigliereBox, SpyBox:
						m.Business = Business(detail)
					case BankerBox:
						m.Track = Track(detail)
					}
					t[die][senator][box][detail] = m
				}
			}
		}
	}
	return t
}

func (m PlaceDie) boxed() engine.Action {
	detail := int(m.Business) + int(m.Track) + boolIndex(m.Member) + boolIndex(m.Unused)
	return placeMoves[m.Die][boolIndex(m.Senator)][m.Box][detail]
}

// How many details a token and a favour can have: dice or tracks, holders or tracks.
const (
	tokenDetails  = max(int(colourCount), int(trackCount))
	favourDetails = max(int(Bank)+1, int(trackCount))
)

// tokenMoves is by token and by what it needs: the die, the track or nothing.
func boxedTokens() *[tokenCount][tokenDetails]engine.Action {
	t := &[tokenCount][tokenDetails]engine.Action{}
	for token := range t {
		for detail := range t[token] {
			m := UseToken{Token: Token(token)}
			switch m.Token {
			case Policeman:
				m.Die = Colour(detail)
			case Birthday:
				m.Track = Track(detail)
			}
			t[token][detail] = m
		}
	}
	return t
}

func (m UseToken) boxed() engine.Action { return tokenMoves[m.Token][int(m.Die)+int(m.Track)] }

// favourMoves is by favour and by what it needs: the holder, the track or nothing.
func boxedFavours() *[favourCount][favourDetails]engine.Action {
	t := &[favourCount][favourDetails]engine.Action{}
	for favour := range t {
		for detail := range t[favour] {
			m := UseFavour{Favour: Favour(favour)}
			switch m.Favour {
			case DebtBack:
				m.From = Holder(detail)
			case Advance:
				m.Track = Track(detail)
			}
			t[favour][detail] = m
		}
	}
	return t
}

func (m UseFavour) boxed() engine.Action {
	return favourMoves[m.Favour][max(0, int(m.From))+int(m.Track)]
}
