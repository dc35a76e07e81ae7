package derpate

import (
	"time"

	"consigliere/engine"
)

// offerTime is how long a fresh token is offered out of turn (section 7). Nothing is played
// when it runs out: the token is kept.
const offerTime = 15 * time.Second

// Asks appends what the game waits for and what it offers besides. Tokens, favours and
// adjustments are Optional.
//
// The answers to an adjustment are the usual ones; other numbers are accepted as well
// (Open). Where a list tells how much money somebody has, ShownOptions holds what it would
// be with money enough.
func (g *Game) Asks(dst []engine.Ask) []engine.Ask {
	g.options = g.options[:0]
	switch {
	case g.step == stepOver:
		return dst
	case g.reroll != 0:
		return append(dst, g.diceAsk("ask.reroll", g.reroll))
	case g.bonus != engine.NoSeat || g.step == stepEventRoll:
		return append(dst, engine.Ask{
			Seat: engine.Table, Verb: "bonus_roll", Prompt: engine.SayWho("ask.bonus_roll", g.bonus),
			Teller: engine.NoSeat, Options: bonusRolls[1:],
		})
	}
	switch g.step {
	case stepCar:
		return g.oneOf(dst, g.inTurn(), "car", "ask.car", carMoves[1:])
	case stepDistrict:
		return g.oneOf(dst, g.inTurn(), "district", "ask.district", g.districtOptions())
	case stepEvent:
		if g.boxDraws {
			return confirm(dst, g.order[0], "reveal", "ask.reveal", revealOnly)
		}
		return g.oneOf(dst, engine.Table, "event", "ask.event", g.eventOptions())
	case stepManual:
		dst = confirm(dst, engine.Table, "event_done", "ask.event_done", eventDoneOnly)
		dst = append(dst, g.adjustAsk())
	case stepRoll:
		if !g.boxDraws {
			dst = append(dst, g.diceAsk("ask.roll", g.unplaced))
		}
	}
	if g.fresh == [maxSeats]tokenSet{} { // only one seat has anything to do
		s := g.active
		if g.step == stepChoose {
			s = g.asked
		}
		if s == engine.NoSeat {
			return dst
		}
		return g.asksOf(dst, s)
	}
	for s := range engine.Seat(g.seats) {
		dst = g.asksOf(dst, s)
	}
	return dst
}

// asksOf appends what one seat is asked, and then what it is offered.
func (g *Game) asksOf(dst []engine.Ask, s engine.Seat) []engine.Ask {
	if g.step == stepChoose && s == g.asked {
		dst = append(dst, g.chooseAsk(s))
	}
	if s != g.active {
		if f := g.fresh[s] & greyTokens; f != 0 {
			dst = g.tokenAsk(dst, s, f)
		}
		return dst
	}
	switch g.step {
	case stepRoll:
		if g.boxDraws {
			dst = confirm(dst, s, "throw", "ask.throw", throwOnly)
		}
	case stepPlace:
		dst = g.placeAsk(dst, s)
	case stepDone:
		dst = confirm(dst, s, "done", "ask.done", doneOnly)
	}
	p := &g.players[s]
	if p.held&^(1<<Senator) != 0 {
		dst = g.tokenAsk(dst, s, p.held)
	}
	if p.friends > 0 && p.pos[Favours] > 0 && p.friendsUsed < friendsPerRound {
		dst = g.favourAsk(dst, s)
	}
	return dst
}

// add appends an ask of a seat, to be filled in.
func add(dst []engine.Ask, s engine.Seat, verb, prompt string) ([]engine.Ask, *engine.Ask) {
	dst = append(dst, engine.Ask{})
	a := &dst[len(dst)-1]
	a.Seat, a.Verb, a.Teller = s, verb, engine.NoSeat
	a.Prompt.Key, a.Prompt.Who, a.Prompt.Whom = prompt, s, engine.NoSeat
	return dst, a
}

func (g *Game) oneOf(dst []engine.Ask, s engine.Seat, verb, prompt string, options []engine.Action) []engine.Ask {
	dst, a := add(dst, s, verb, prompt)
	a.Options = options
	return dst
}

func confirm(dst []engine.Ask, s engine.Seat, verb, prompt string, move []engine.Action) []engine.Ask {
	dst, a := add(dst, s, verb, prompt)
	a.Kind, a.Options = engine.AskConfirm, move
	return dst
}

// The single moves that are confirmed.
var (
	revealOnly    = []engine.Action{revealMove}
	throwOnly     = []engine.Action{throwMove}
	doneOnly      = []engine.Action{doneMove}
	eventDoneOnly = []engine.Action{eventDoneMove}
)

var (
	faceItems = []engine.Item{
		{Word: "1", Count: 4},
		{Word: "2", Count: 4},
		{Word: "3", Count: 4},
		{Word: "4", Count: 4},
		{Word: "5", Count: 4},
		{Word: faceWords[Puppet], Count: 4},
	}
	// diceKeys are the keys of each set of dice, in the order black, white, grey, red.
	diceKeys = func() (sets [allDice + 1][]engine.Key) {
		for set := range sets {
			for c := Black; c <= Red; c++ {
				if dieSet(set).has(c) {
					sets[set] = append(sets[set], engine.Key{Word: c.String(), Seat: engine.NoSeat})
				}
			}
		}
		return sets
	}()
)

func (g *Game) diceAsk(prompt string, set dieSet) engine.Ask {
	return engine.Ask{
		Seat: engine.Table, Verb: "roll", Kind: engine.AskDice, Teller: engine.NoSeat,
		Prompt: engine.Text{Key: prompt, Who: g.active, Whom: engine.NoSeat, N: set.size()},
		Arg:    "dice", Keys: diceKeys[set], Items: faceItems, Min: set.size(), Max: set.size(),
	}
}

func (g *Game) eventOptions() []engine.Action {
	start := len(g.options)
	for i, drawn := range g.isDrawn {
		if !drawn {
			g.options = append(g.options, g.cat.eventMoves[i])
		}
	}
	return g.options[start:]
}

func (g *Game) districtOptions() []engine.Action {
	start := len(g.options)
	for d, taken := range g.taken {
		if !taken {
			g.options = append(g.options, g.cat.districtMoves[d])
		}
	}
	return g.options[start:]
}

// chooseAsk asks a seat about this round's card.
func (g *Game) chooseAsk(s engine.Seat) engine.Ask {
	e := &g.cat.events[g.card]
	a := engine.Ask{
		Seat: s, Verb: "choose", Teller: engine.NoSeat,
		Prompt: engine.Text{Key: "ask.choose", Who: s, Whom: engine.NoSeat, What: e.textKey},
	}
	p := &g.players[s]
	start := len(g.options)
	switch e.op {
	case opBail:
		most := int(p.jail)
		if e.price > 0 {
			most = min(most, p.money/e.price)
		}
		a.Options, a.ShownOptions = bailMoves[:most+1], bailMoves[:p.jail+1]
	case opBuyFriend, opBuySteps:
		a.Options = buyMoves[:]
	case opTakeover:
		g.options = append(g.options, businessMoves[NoBusiness])
		for b := Business(1); b <= businessCount; b++ {
			if g.takeoverRule(s, b) == "" {
				g.options = append(g.options, businessMoves[b])
			}
		}
		a.Options = g.options[start:]
	case opBuyDebt:
		g.options = append(g.options, holderMoves[0])
		for h, n := range p.owes {
			if n > 0 {
				g.options = append(g.options, holderMoves[1+h])
			}
		}
		a.Options = g.options[start:]
	}
	return a
}

// placeAsk lists every placement of the dice that were rolled: die by die, box by box.
func (g *Game) placeAsk(dst []engine.Ask, s engine.Seat) []engine.Ask {
	start := len(g.options)
	p := &g.players[s]
	dear := false // a Friend costs too much
	for die := Black; die <= Red; die++ {
		if !g.unplaced.has(die) {
			continue
		}
		face := g.dice[die]
		switch {
		case g.row < rows && face == Puppet:
			g.options = append(g.options, placeMoves[die][0][PressBox][0])
			continue
		case g.row == 1:
			g.options = append(g.options, placeMoves[die][0][TakingsBox][0])
			continue
		}
		dear = !g.placements(p, die, face, die, 0) || dear
		if p.held.has(Senator) {
			for c := Black; c <= Red; c++ {
				if c != die {
					dear = !g.placements(p, die, face, c, 1) || dear
				}
			}
		}
	}
	dst, a := add(dst, s, "place", "ask.place")
	a.Prompt.N = int(g.row)
	a.Options = g.options[start:]
	if dear {
		a.ShownOptions = g.shownPlacements(p, a.Options)
	}
	return dst
}

// placements appends the placements of a die on the box of a colour. It reports false if
// there is none for want of money (PATE-9.16).
func (g *Game) placements(p *player, die Colour, face Face, c Colour, senator int) bool {
	box := g.cat.box[g.row][c]
	moves := &placeMoves[die][senator][box]
	options := g.options
	switch box {
	case VisitBox:
		options = append(options, moves[0])
		if g.mayMoveIn(g.visited(int(face)), p) {
			options = append(options, moves[1])
		}
	case TakeoverBox:
		options = append(options, moves[0])
		if p.debts > 0 && p.reserve > 0 {
			for b := Business(1); b <= businessCount; b++ {
				if g.cat.number[b] == face && g.takeoverRule(g.active, b) == "" {
					options = append(options, moves[b])
				}
			}
		}
	case FriendBox:
		if g.friend > 0 && p.money < thousand*int(face) {
			return false
		}
		options = append(options, moves[0])
	case ConsigliereBox:
		options = append(options, moves[0])
		if p.reserve > 0 {
			for b := Business(1); b <= businessCount; b++ {
				if g.owner[b] == Nobody && !g.protected(b) {
					options = append(options, moves[b])
				}
			}
		}
	case ProsecutorBox:
		options = append(options, moves[0], moves[1])
	case SpyBox:
		options = append(options, moves[0])
		for b := Business(1); b <= businessCount; b++ {
			if rule, _ := g.spyRule(b); rule == "" {
				options = append(options, moves[b])
			}
		}
	case BankerBox:
		options = append(options, moves[0])
		for t := Income; t <= Favours; t++ {
			if p.pos[t] < g.cat.end[t] {
				options = append(options, moves[t])
			}
		}
	default:
		options = append(options, moves[0])
	}
	g.options = options
	return true
}

// shownPlacements is the options with the Friend that the seat cannot pay: a screen that
// everybody sees must not tell who is short of money.
func (g *Game) shownPlacements(p *player, options []engine.Action) []engine.Action {
	money := p.money
	p.money = maxMoney
	room := g.options
	g.options = make([]engine.Action, 0, len(options)+4)
	for die := Black; die <= Red; die++ {
		switch face := g.dice[die]; {
		case !g.unplaced.has(die):
		case face == Puppet:
			g.options = append(g.options, placeMoves[die][0][PressBox][0])
		default:
			g.placements(p, die, face, die, 0)
			for c := Black; c <= Red && p.held.has(Senator); c++ {
				if c != die {
					g.placements(p, die, face, c, 1)
				}
			}
		}
	}
	shown := g.options
	g.options, p.money = room, money
	return shown
}

// tokenAsk appends the offer of the tokens of set that a seat can use now.
func (g *Game) tokenAsk(dst []engine.Ask, s engine.Seat, set tokenSet) []engine.Ask {
	start := len(g.options)
	p := &g.players[s]
	if set.has(Wedding) && g.friend > 0 {
		g.options = append(g.options, tokenMoves[Wedding][0])
	}
	if set.has(Baptism) {
		g.options = append(g.options, tokenMoves[Baptism][0])
	}
	if set.has(Birthday) {
		for t := Reputation; t < trackCount; t++ {
			if t <= Influence || p.pos[t] < g.cat.end[t] {
				g.options = append(g.options, tokenMoves[Birthday][t])
			}
		}
	}
	if set&redTokens != 0 && g.mayReroll(s) {
		if set.has(Policeman) {
			for c := Black; c <= Red; c++ {
				if g.unplaced.has(c) {
					g.options = append(g.options, tokenMoves[Policeman][c])
				}
			}
		}
		if set.has(Judge) {
			g.options = append(g.options, tokenMoves[Judge][0])
		}
	}
	if len(g.options) == start {
		return dst
	}
	dst, a := add(dst, s, "token", "ask.token")
	a.Optional, a.Options = true, g.options[start:]
	if s != g.active {
		a.Prompt.Key, a.Limit = "ask.token_now", offerTime
	}
	return dst
}

// favourAsk appends the offer of the favours that the seat in turn can use now.
func (g *Game) favourAsk(dst []engine.Ask, s engine.Seat) []engine.Ask {
	start := len(g.options)
	p := &g.players[s]
	for at := 1; at <= p.pos[Favours]; at++ {
		switch f := g.cat.favours[at]; f {
		case MemberBack:
			if p.river > 0 {
				g.options = append(g.options, favourMoves[MemberBack][0])
			}
		case DebtBack:
			for h, n := range p.owes {
				if n > 0 {
					g.options = append(g.options, favourMoves[DebtBack][h])
				}
			}
		case Advance:
			g.options = append(g.options, favourMoves[Advance][Reputation])
			if g.advanceTo == Influence || p.pos[Income] < g.cat.end[Income] {
				g.options = append(g.options, favourMoves[Advance][g.advanceTo])
			}
		case Cash:
			g.options = append(g.options, favourMoves[Cash][0])
		}
	}
	if len(g.options) == start {
		return dst
	}
	dst, a := add(dst, s, "favour", "ask.favour")
	a.Optional, a.Options = true, g.options[start:]
	a.Prompt.N = int(p.friends)
	return dst
}

// The amounts that an adjustment is offered in: the notes of PATE-D48, and small numbers of
// other things. What is more is done in several moves, or typed in.
var (
	moneySteps = []int{1000, 2000, 5000, 10000, -1000, -2000, -5000, -10000}
	pieceSteps = []int{1, 2, 3, -1, -2, -3}
)

// adjustAsk offers what the players can have done on the cardboard. Manual cards are rare,
// so this list is made anew each time.
func (g *Game) adjustAsk() engine.Ask {
	a := engine.Ask{
		Seat: engine.Table, Verb: "adjust", Teller: engine.NoSeat, Optional: true, Open: true,
		Prompt: engine.Say("ask.adjust"),
	}
	offer := func(m Adjust) {
		if g.adjustRule(m) == nil {
			a.Options = append(a.Options, m)
			a.ShownOptions = append(a.ShownOptions, m)
		} else if m.What == AdjustMoney {
			a.ShownOptions = append(a.ShownOptions, m)
		}
	}
	for w := AdjustMoney; w <= AdjustFavours; w++ {
		steps := pieceSteps
		if w == AdjustMoney {
			steps = moneySteps
		}
		for s := range g.seats {
			for _, by := range steps {
				offer(Adjust{What: w, Player: Holder(s), By: by})
			}
		}
	}
	for by := 1; by < spaces; by++ {
		offer(Adjust{What: AdjustCar, By: by})
	}
	for s := range g.seats + 1 {
		h := Holder(s)
		if s == g.seats {
			h = Neutral
		}
		for from := Reserve; from <= maxPlace; from++ {
			for to := Reserve; to <= maxPlace; to++ {
				if from != to {
					offer(Adjust{What: AdjustMember, Player: h, From: from, To: to})
				}
			}
		}
	}
	for s := range g.seats {
		for from := Holder(0); from <= Own; from++ {
			for to := Holder(0); to <= Own; to++ {
				if from != to {
					offer(Adjust{What: AdjustDebt, Player: Holder(s), Giver: from, Taker: to})
				}
			}
		}
	}
	return a
}
