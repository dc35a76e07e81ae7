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
	switch {
	case g.step == stepOver:
		return dst
	case g.reroll != 0:
		return append(dst, diceAsk("ask.reroll", g.reroll))
	case g.bonus != engine.NoSeat || g.step == stepEventRoll:
		return engine.AppendChoice(dst, engine.Table, "bonus_roll", "ask.bonus_roll", bonusRolls)
	}
	switch g.step {
	case stepCar:
		return weighty(engine.AppendChoice(dst, g.inTurn(), "car", "ask.car", carMoves))
	case stepDistrict:
		return weighty(engine.AppendChoice(dst, g.inTurn(), "district", "ask.district", g.districtOptions()))
	case stepEvent:
		if g.boxDraws {
			return engine.AppendConfirm(dst, g.order[0], "reveal", "ask.reveal", revealOnly)
		}
		return engine.AppendChoice(dst, engine.Table, "event", "ask.event", g.eventOptions())
	case stepManual:
		dst = engine.AppendConfirm(dst, engine.Table, "event_done", "ask.event_done", eventDoneOnly)
		dst = append(dst, g.adjustAsk())
	case stepRoll:
		if !g.boxDraws {
			dst = append(dst, diceAsk("ask.roll", g.unplaced))
		}
	}
	if g.fresh == [MaxSeats]tokenSet{} { // only one seat has anything to do
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

// weighty marks the last ask as one whose answer holds for a round and longer.
func weighty(dst []engine.Ask) []engine.Ask {
	dst[len(dst)-1].Weighty = true
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
	p := &g.players[s]
	switch g.step {
	case stepRoll:
		if g.boxDraws {
			dst = engine.AppendConfirm(dst, s, "throw", "ask.throw", throwOnly)
			dst[len(dst)-1].Prompt.AddNumber(g.unplaced.size())
		}
	case stepPlace:
		dst = g.placeAsk(dst, s)
	case stepDone:
		dst = engine.AppendConfirm(dst, s, "done", "ask.done", doneOnly)
	}
	last := len(dst) - 1
	if p.held&^(1<<Senator) != 0 {
		dst = g.tokenAsk(dst, s, p.held)
	}
	if p.friends > 0 && p.pos[Favours] > 0 && p.friendsUsed < friendsPerRound {
		dst = g.favourAsk(dst, s)
	}
	if len(dst)-1 == last && !g.offeredBeside(s) { // there is nothing to use before
		switch {
		case g.step == stepDone:
			dst[last].Forced = doneOnly[0]
		case g.step == stepRoll && g.boxDraws:
			dst[last].Forced = throwOnly[0]
		}
	}
	return dst
}

// offeredBeside reports whether somebody else is offered a token, until the next move.
func (g *Game) offeredBeside(s engine.Seat) bool {
	for o, fresh := range g.fresh {
		if engine.Seat(o) != s && fresh&greyTokens != 0 {
			return true
		}
	}
	return false
}

// add appends an ask of a seat, to be filled in.
// diceParts is the one part of a roll of each set of dice, in the order black, white, grey,
// red.
var diceParts = func() (sets [allDice + 1][]engine.Part) {
	var faces []engine.Item
	for f := Face(1); f <= Puppet; f++ {
		faces = append(faces, engine.Item{Word: f.String()})
	}
	for set := range sets {
		part := engine.Part{Arg: "dice", Kind: engine.PartDice, Items: faces}
		for c := Black; c <= Red; c++ {
			if DieSet(set).Has(c) {
				part.Keys = append(part.Keys, engine.Key{Word: c.String()})
			}
		}
		sets[set] = []engine.Part{part}
	}
	return sets
}()

func diceAsk(prompt string, set DieSet) engine.Ask {
	return engine.Ask{Seat: engine.Table, Verb: "roll", Prompt: engine.Say(prompt).Number(set.size()), Parts: diceParts[set]}
}

func (g *Game) eventOptions() []engine.Action {
	l := g.lists.Begin()
	for i, drawn := range g.isDrawn {
		if !drawn {
			l = append(l, g.cat.eventMoves[i])
		}
	}
	return g.lists.End(l)
}

func (g *Game) districtOptions() []engine.Action {
	l := g.lists.Begin()
	for d, taken := range g.taken {
		if !taken {
			l = append(l, g.cat.districtMoves[d])
		}
	}
	return g.lists.End(l)
}

// chooseAsk asks a seat about this round's card: with the price, and what is had for it.
func (g *Game) chooseAsk(s engine.Seat) engine.Ask {
	e := &g.cat.Events[g.card]
	a := engine.Ask{Seat: s, Verb: "choose", Weighty: true}
	p := &g.players[s]
	switch e.Op {
	case OpBail:
		most := int(p.jail)
		if e.Price > 0 {
			most = min(most, p.money/e.Price)
		}
		a.Prompt = engine.Say("ask.choose.members").Number(e.Price).Number(int(p.jail))
		a.Options, a.ShownOptions = bailMoves[:most+1], bailMoves[:p.jail+1]
	case OpBuyFriend:
		a.Prompt = engine.Say("ask.choose.friend").Number(e.Price)
		a.Options = buyMoves
	case OpBuySteps:
		a.Prompt = engine.Say("ask.choose.steps").Number(e.Steps).Number(e.Price).Thing(TrackKeys[e.Track])
		a.Options = buyMoves
	case OpTakeover:
		a.Prompt.Key = "ask.choose.business"
		l := g.lists.Begin()
		for b := Business(1); b <= BusinessCount; b++ {
			if g.takeoverRule(s, b) == "" {
				l = append(l, ChooseBusiness{b})
			}
		}
		a.Options = g.lists.End(append(l, ChooseBusiness{NoBusiness}))
	case OpBuyDebt:
		a.Prompt = engine.Say("ask.choose.debt").Number(e.Price)
		l := g.lists.Begin()
		for h, n := range p.owes {
			if n > 0 {
				l = append(l, ChooseHolder{Holder(h)})
			}
		}
		a.Options = g.lists.End(append(l, ChooseHolder{Nobody}))
	}
	return a
}

// placeAsk lists every placement of the dice that were rolled: die by die, box by box.
func (g *Game) placeAsk(dst []engine.Ask, s engine.Seat) []engine.Ask {
	p := &g.players[s]
	dst, a := engine.AppendAsk(dst, s, "place", "ask.place")
	a.Prompt.AddNumber(int(g.row)).AddNumber(int(p.jail))
	if g.row == Rows {
		die := g.lastDie()
		a.Prompt.Key = "ask.place.last"
		a.Prompt.AddThing(ColourKeys[die]).AddThing(BoxKeys[g.cat.Box[Rows][die]])
	}
	a.Options = g.plainList(p)
	if !g.choosy(p) {
		return dst
	}
	l, dear := g.placements(g.lists.Begin(), p, p.money)
	if dear || len(a.Options) != len(l) {
		a.Options = g.lists.End(l)
	}
	if dear { // a screen that everybody sees must not tell who is short of money
		l, _ := g.placements(g.lists.Begin(), p, maxMoney)
		a.ShownOptions = g.lists.End(l)
	}
	return dst
}

// plainLists is the placements of dice in rows 1 to 3 with nothing to be said besides but whether a
// visitor moves in: by row, the dice, which of them show the Puppeteer, and whether one may.
var plainLists = func() *[Rows][16][16][2][]engine.Action {
	t := new([Rows][16][16][2][]engine.Action)
	for row := 1; row < Rows; row++ {
		for dice := range t[row] {
			for puppets := range t[row][dice] {
				for visit := range t[row][dice][puppets] {
					var l []engine.Action
					for die := Black; die <= Red; die++ {
						box := [...]Box{TakingsBox, row2[die], row3[die]}[row-1]
						if DieSet(puppets << Black).Has(die) {
							box = PressBox
						}
						if !DieSet(dice << Black).Has(die) {
							continue
						}
						if box == VisitBox && visit == 1 {
							l = append(l, placeMoves[die][0][box][1])
						}
						l = append(l, placeMoves[die][0][box][0])
					}
					t[row][dice][puppets][visit] = l
				}
			}
		}
	}
	return t
}()

// plainList returns one placement for each die to be placed, with nothing to be said besides but
// whether a visitor moves in.
func (g *Game) plainList(p *player) []engine.Action {
	if g.row == Rows {
		die := g.lastDie()
		return placeMoves[die][0][g.cat.Box[Rows][die]][:1:1]
	}
	var puppets DieSet
	for die := Black; die <= Red; die++ {
		if g.dice[die] == Puppet {
			puppets |= 1 << die
		}
	}
	visit := g.row == 2 && g.unplaced.Has(Black) && !puppets.Has(Black) && g.mayMoveIn(g.visited(int(g.dice[Black])), p)
	return plainLists[g.row][g.unplaced>>Black][puppets>>Black][toInt(visit)]
}

// lastDie returns the first die that is not placed; in row 4 it is the only one.
func (g *Game) lastDie() Colour {
	die := Black
	for die < Red && !g.unplaced.Has(die) {
		die++
	}
	return die
}

// choosyBoxes are the boxes of rows 3 and 4 on which a die can be placed in several ways, or not by everybody.
const choosyBoxes = 1<<TakeoverBox | 1<<FriendBox | 1<<ConsigliereBox | 1<<ProsecutorBox | 1<<SpyBox | 1<<BankerBox

// choosy reports whether a player may have placements that [Game.plainList] lacks.
func (g *Game) choosy(p *player) bool {
	switch {
	case g.row == 1:
		return false
	case p.held.has(Senator):
		return true
	case g.row == 2:
		return false
	}
	boxes := &g.cat.Box[g.row]
	for die := Black; die <= Red; die++ {
		if g.unplaced.Has(die) && choosyBoxes>>boxes[die]&1 != 0 && (g.row == Rows || g.dice[die] != Puppet) {
			return true
		}
	}
	return false
}

// placements appends the placements of all dice in rows 2 to 4 by a player with so much
// money. It reports whether more money would allow more.
func (g *Game) placements(l []engine.Action, p *player, money int) (list []engine.Action, dear bool) {
	for die := Black; die <= Red; die++ {
		switch {
		case !g.unplaced.Has(die):
		case g.row < Rows && g.dice[die] == Puppet:
			l = append(l, placeMoves[die][0][PressBox][0])
		default:
			ok := true
			if l, ok = g.placementsOn(l, p, money, die, die, 0); !ok {
				dear = true
			}
			for c := Black; c <= Red && p.held.has(Senator); c++ {
				if c == die {
					continue
				}
				if l, ok = g.placementsOn(l, p, money, die, c, 1); !ok {
					dear = true
				}
			}
		}
	}
	return l, dear
}

// placementsOn appends the placements of a die on the box of a colour. It reports false if
// lack of money is no reason to have none (PATE-9.16).
func (g *Game) placementsOn(l []engine.Action, p *player, money int, die, colour Colour, senator int) ([]engine.Action, bool) {
	face, box := g.dice[die], g.cat.Box[g.row][colour]
	if box == FriendBox && g.friend > 0 && money < Thousand*int(face) {
		return l, false
	}
	moves := &placeMoves[die][senator][box]
	switch box {
	case VisitBox:
		if g.mayMoveIn(g.visited(int(face)), p) {
			l = append(l, moves[1])
		}
	case TakeoverBox:
		for b := Business(1); b <= BusinessCount; b++ {
			if g.cat.Number[b] == face && g.takeoverRule(g.active, b) == "" {
				l = append(l, moves[b])
			}
		}
	case ConsigliereBox:
		for b := Business(1); b <= BusinessCount && p.reserve > 0; b++ {
			if g.owner[b] == Nobody && !g.protected(b) {
				l = append(l, moves[b])
			}
		}
	case ProsecutorBox:
		l = append(l, moves[0])
		if p.jail > 0 { // else it is all the same, and no question
			l = append(l, moves[1])
		}
		return l, true
	case SpyBox:
		for b := Business(1); b <= BusinessCount; b++ {
			if rule, _ := g.spyRule(b); rule == "" {
				l = append(l, moves[b])
			}
		}
	case BankerBox:
		for t := Income; t <= Favours; t++ {
			if p.pos[t] < g.cat.End[t] {
				l = append(l, moves[t])
			}
		}
	}
	return append(l, moves[0]), true // what leaves things as they are comes last
}

// tokenLists is the uses of tokens that can be offered together: by the grey tokens, whether
// the markers of Income and Favours can move on, the dice that a Policeman can take, and
// whether there is a Judge.
var tokenLists = func() *[8][2][2][16][2][]engine.Action {
	t := new([8][2][2][16][2][]engine.Action)
	var all []engine.Action // of all lists, one after the other
	for grey := range t {
		for income := range t[grey] {
			for favours := range t[grey][income] {
				for dice := range t[grey][income][favours] {
					for judge := range t[grey][income][favours][dice] {
						start := len(all)
						all = appendTokens(all, tokenSet(grey<<Wedding), income == 1, favours == 1, DieSet(dice<<Black), judge == 1)
						t[grey][income][favours][dice][judge] = all[start:len(all):len(all)]
					}
				}
			}
		}
	}
	return t
}()

func appendTokens(l []engine.Action, grey tokenSet, income, favours bool, dice DieSet, judge bool) []engine.Action {
	if grey.has(Wedding) {
		l = append(l, tokenMoves[Wedding][0])
	}
	if grey.has(Baptism) {
		l = append(l, tokenMoves[Baptism][0])
	}
	for t := Reputation; t <= Favours && grey.has(Birthday); t++ {
		if t <= Influence || t == Income && income || t == Favours && favours {
			l = append(l, tokenMoves[Birthday][t])
		}
	}
	for c := Black; c <= Red; c++ {
		if dice.Has(c) {
			l = append(l, tokenMoves[Policeman][c])
		}
	}
	if judge {
		l = append(l, tokenMoves[Judge][0])
	}
	return l
}

// tokenAsk appends the offer of the tokens of set that a seat can use now.
func (g *Game) tokenAsk(dst []engine.Ask, s engine.Seat, set tokenSet) []engine.Ask {
	p := &g.players[s]
	if g.friend == 0 {
		set &^= 1 << Wedding
	}
	if !g.mayReroll(s) {
		set &^= redTokens
	}
	var dice DieSet
	if set.has(Policeman) {
		dice = g.unplaced
	}
	options := tokenLists[set&greyTokens>>Wedding][toInt(p.pos[Income] < g.cat.End[Income])][toInt(p.pos[Favours] < g.cat.End[Favours])][dice>>Black][toInt(set.has(Judge))]
	if len(options) == 0 {
		return dst
	}
	dst, a := engine.AppendAsk(dst, s, "token", "ask.token")
	a.Optional, a.Options = true, options
	if s != g.active {
		a.Prompt.Key, a.Limit = "ask.token_now", offerTime
		a.Prompt.AddSeat(s)
	}
	return dst
}

func toInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// favourAsk appends the offer of the favours that the seat in turn can use now.
func (g *Game) favourAsk(dst []engine.Ask, s engine.Seat) []engine.Ask {
	l := g.lists.Begin()
	p := &g.players[s]
	for at := 1; at <= p.pos[Favours]; at++ {
		switch f := g.cat.Favours[at]; f {
		case MemberBack:
			if p.river > 0 {
				l = append(l, UseFavour{Favour: MemberBack})
			}
		case DebtBack:
			for h, n := range p.owes {
				if n > 0 {
					l = append(l, UseFavour{Favour: DebtBack, From: Holder(h)})
				}
			}
		case Advance:
			l = append(l, UseFavour{Favour: Advance, Track: Reputation})
			if g.advanceTo == Influence || p.pos[Income] < g.cat.End[Income] {
				l = append(l, UseFavour{Favour: Advance, Track: g.advanceTo})
			}
		case Cash:
			l = append(l, UseFavour{Favour: Cash})
		}
	}
	if len(l) == 0 {
		return dst
	}
	dst, a := engine.AppendAsk(dst, s, "favour", "ask.favour")
	a.Optional, a.Options = true, g.lists.End(l)
	a.Prompt.AddNumber(int(p.friends))
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
		Seat: engine.Table, Verb: "adjust", Optional: true, Open: true, Prompt: engine.Say("ask.adjust"),
	}
	offer := func(m adjustment) {
		rule, _ := m.rule(g)
		_, money := m.(AdjustMoney)
		if rule == "" {
			a.Options = append(a.Options, m)
		}
		if rule == "" || money {
			a.ShownOptions = append(a.ShownOptions, m)
		}
	}
	for s := range engine.Seat(g.seats) {
		for _, by := range moneySteps {
			offer(AdjustMoney{s, by})
		}
	}
	for s := range engine.Seat(g.seats) {
		for _, by := range pieceSteps {
			offer(AdjustFriends{s, by})
		}
	}
	for t := Reputation; t < TrackCount; t++ {
		for s := range engine.Seat(g.seats) {
			for _, by := range pieceSteps {
				offer(AdjustTrack{t, s, by})
			}
		}
	}
	for by := 1; by < Spaces; by++ {
		offer(AdjustCar{by})
	}
	for _, h := range [...]Holder{0, 1, 2, 3, Neutral} {
		for from := Reserve; from <= maxPlace; from++ {
			for to := Reserve; to <= maxPlace; to++ {
				if from != to {
					offer(AdjustMember{h, from, to})
				}
			}
		}
	}
	for s := range engine.Seat(g.seats) {
		for from := Holder(0); from <= Own; from++ {
			for to := Holder(0); to <= Own; to++ {
				if from != to {
					offer(AdjustDebt{s, from, to})
				}
			}
		}
	}
	return a
}
