package derpate

import (
	"slices"

	"consigliere/engine"
)

// Play takes the card that the table turned up (PATE-4.1).
func (m Event) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if g.boxDraws {
		return engine.Refuse("PATE-4.1", "refuse.box_draws")
	}
	if r := g.due(seat, engine.Table, stepEvent, "PATE-4.1"); r != nil {
		return r
	}
	for i := range g.cat.Events {
		if e := &g.cat.Events[i]; e.ID == m.Card {
			if g.isDrawn[i] {
				return engine.Refuse("PATE-4.13", "refuse.drawn", e.NameKey)
			}
			g.begin()
			g.turnUp(i)
			return nil
		}
	}
	return engine.Refuse("PATE-4.1", "refuse.unknown_card", m.Card)
}

// Play turns up the top of the pile that the box has shuffled.
func (Reveal) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if !g.boxDraws {
		return engine.Refuse("PATE-4.1", "refuse.table_draws")
	}
	if r := g.due(seat, g.order[0], stepEvent, "PATE-4.1"); r != nil {
		return r
	}
	g.begin()
	g.turnUp(int(g.pile[g.drawnN]))
	return nil
}

// turnUp carries a card out: the marker, the car, the text (PATE-4.2, 4.6, 4.7).
func (g *Game) turnUp(card int) {
	e := &g.cat.Events[card]
	g.card = int8(card)
	g.isDrawn[card] = true
	g.drawn[g.drawnN] = uint8(card)
	g.drawnN++
	g.cues = append(g.cues, engine.Cue{
		Kind: engine.CueReveal, Drawn: true, Learned: engine.Everyone,
		Text: engine.Say("cue.card").Thing(e.NameKey), Picture: CardPicture,
	})
	g.moveMarker(e.Colour)
	g.moveCar(int(e.Car))
	g.cues.Add(engine.CueSay, "cue.text").Thing(e.TextKey)
	if e.turnStart {
		g.startDice()
		return
	}
	switch e.Op {
	case OpManual:
		g.step = stepManual
	case OpNumberPays:
		if !g.boxDraws {
			g.step = stepEventRoll
			return
		}
		g.numberPays(g.rollOne())
		g.startDice()
	case OpCarRaid:
		for _, b := range g.cat.Districts[g.carDistrict()].Businesses {
			g.toJail(b)
		}
		g.startDice()
	default:
		g.turn = 0
		g.goOnEvent()
	}
}

// moveMarker moves the event marker of a colour until the K.O. track is decided (PATE-4.2
// to 4.5).
func (g *Game) moveMarker(c Colour) {
	if g.ko != NoTrack {
		return
	}
	i := int(c - Grey)
	g.markers[i]++
	if g.markers[i] < KoAt {
		g.cues.Add(engine.CueSay, "cue.marker").Thing(ColourKeys[c]).Thing(TrackKeys[int(Reputation)+i]).Number(int(g.markers[i])).Number(KoAt)
		return
	}
	g.ko = Reputation + Track(i)
	g.cues.Add(engine.CueReveal, "cue.ko").Thing(TrackKeys[g.ko]).Picture = KoPicture
}

// goOnEvent carries the card out for one player after the other, until one must be asked
// (PATE-4.8).
func (g *Game) goOnEvent() {
	e := &g.cat.Events[g.card]
	for ; int(g.turn) < g.seats; g.turn++ {
		if s := g.inTurn(); g.carryOut(e, s) {
			g.askChoice(s)
			return
		}
	}
	if g.idle() {
		g.cues.Add(engine.CueSay, "cue.no_effect")
	}
	g.startDice()
}

// idle reports whether the card has been read out and nothing has come of it yet.
func (g *Game) idle() bool {
	n := len(g.cues)
	return n > 0 && g.cues[n-1].Text.Key == "cue.text"
}

func (g *Game) askChoice(s engine.Seat) {
	g.step, g.asked = stepChoose, s
	g.cues.Add(engine.CueSay, "cue.choose").Seat(s).Asks = true
}

// carryOut does what a card says for one seat. It reports true, and does nothing, if the
// seat must be asked (PATE-4.12).
func (g *Game) carryOut(e *EventCard, s engine.Seat) bool {
	if g.hasChoice(e, s) {
		return true
	}
	p := &g.players[s]
	switch e.Op {
	case OpMoveAll:
		g.advance(s, e.Track, e.Steps)
	case OpBail:
		switch {
		case p.jail > 0: // all into the river
			g.cues.Add(engine.CueSay, "cue.cannot_pay").Seat(s).Number(e.Price)
		case g.jailed() || !g.idle():
			g.cues.Add(engine.CueSay, "cue.cannot_jail").Seat(s)
		}
		g.bail(s, 0, e.Price)
	case OpCarPay:
		n := 0
		for _, b := range g.cat.Districts[g.carDistrict()].Businesses {
			if g.owner[b] == Holder(s) {
				n++
			}
		}
		g.gain(s, n*e.per)
	case OpTax:
		n := 0
		for _, h := range g.owner[1:] {
			if h == Holder(s) {
				n++
			}
		}
		g.lose(s, min(p.money, n*e.per)) // PATE-15.2
	}
	g.skip(e, s)
	return false
}

// skip says why a seat is not asked about a card (PATE-4.12). Money is given as the reason only where
// everybody sees that there is no other, so this tells nothing that is secret.
func (g *Game) skip(e *EventCard, s engine.Seat) {
	p := &g.players[s]
	switch {
	case e.Op == OpTakeover && p.reserve == 0:
		g.cues.Add(engine.CueSay, "cue.cannot_reserve").Seat(s)
	case e.Op == OpTakeover && p.debts == 0:
		g.cues.Add(engine.CueSay, "cue.cannot_debts").Seat(s)
	case e.Op == OpTakeover:
		g.cues.Add(engine.CueSay, "cue.cannot_takeover").Seat(s)
	case e.Op == OpBuyFriend && g.friend == 0:
		g.cues.Add(engine.CueSay, "cue.cannot_friend").Seat(s)
	case e.Op == OpBuyDebt && p.debts == DebtTokensEach:
		g.cues.Add(engine.CueSay, "cue.cannot_debt_back").Seat(s)
	case e.Op == OpBuyFriend, e.Op == OpBuySteps, e.Op == OpBuyDebt:
		g.cues.Add(engine.CueSay, "cue.cannot_pay").Seat(s).Number(e.Price)
	}
}

// hasChoice reports whether a seat has more than one legal answer to a card.
func (g *Game) hasChoice(e *EventCard, s engine.Seat) bool {
	p := &g.players[s]
	switch e.Op {
	case OpBail:
		return p.jail > 0 && p.money >= e.Price
	case OpBuyFriend:
		return g.friend > 0 && p.money >= e.Price
	case OpBuySteps:
		return p.money >= e.Price
	case OpBuyDebt:
		return p.debts < DebtTokensEach && p.money >= e.Price
	case OpTakeover:
		for b := Business(1); b <= BusinessCount; b++ {
			if g.takeoverRule(s, b) == "" {
				return true
			}
		}
	}
	return false
}

// jailed reports whether any player has somebody in jail.
func (g *Game) jailed() bool {
	for i := range g.players[:g.seats] {
		if g.players[i].jail > 0 {
			return true
		}
	}
	return false
}

// bail empties a seat's part of the jail: some members are bought out, the others go into
// the river.
func (g *Game) bail(s engine.Seat, bought, price int) {
	p := &g.players[s]
	sunk := p.jail - uint8(bought)
	g.lose(s, bought*price)
	if bought > 0 {
		g.cues.Add(engine.CueGain, "cue.freed").Seat(s).Number(bought)
	}
	p.reserve += uint8(bought)
	p.river += sunk
	p.jail = 0
	if sunk > 0 {
		g.cues.Add(engine.CueHit, "cue.river").Seat(s).Number(int(sunk)).Lesson = "river"
	}
}

// chooses refuses an answer to the card of the round that is not due, or that answers another card.
func (g *Game) chooses(seat engine.Seat, ops ...Op) (*EventCard, *engine.Refusal) {
	if r := g.due(seat, g.asked, stepChoose, "PATE-4.8"); r != nil {
		return nil, r
	}
	e := &g.cat.Events[g.card]
	if !slices.Contains(ops, e.Op) {
		return nil, engine.Refuse("PATE-4.8", "refuse.wrong_answer")
	}
	return e, nil
}

// chosen goes on after an answer that was carried out.
func (g *Game) chosen(seat engine.Seat) {
	if len(g.cues) == 0 {
		g.cues.Add(engine.CueSay, "cue.passes").Seat(seat)
	}
	g.answered()
}

// Play buys members out of jail, and sends the others into the river.
func (m ChooseBail) Play(g *Game, seat engine.Seat) *engine.Refusal {
	e, r := g.chooses(seat, OpBail)
	if r != nil {
		return r
	}
	switch p := &g.players[seat]; {
	case int(m.Members) > int(p.jail):
		return engine.Refuse("PATE-14.1", "refuse.bail")
	case int(m.Members)*e.Price > p.money:
		return engine.Refuse("PATE-15.1", "refuse.money")
	}
	g.begin()
	g.bail(seat, int(m.Members), e.Price)
	g.chosen(seat)
	return nil
}

// Play buys what the card offers: a Friend, or steps on a track.
func (m ChooseBuy) Play(g *Game, seat engine.Seat) *engine.Refusal {
	e, r := g.chooses(seat, OpBuyFriend, OpBuySteps)
	if r != nil {
		return r
	}
	g.begin()
	if m.Yes {
		g.lose(seat, e.Price)
		if e.Op == OpBuySteps {
			g.advance(seat, e.Track, e.Steps)
		} else {
			g.getFriend(seat)
		}
	}
	g.chosen(seat)
	return nil
}

// Play takes a business over.
func (m ChooseBusiness) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if _, r := g.chooses(seat, OpTakeover); r != nil {
		return r
	}
	if m.Business > BusinessCount {
		return engine.Refuse("PATE-4.8", "refuse.wrong_answer")
	}
	if m.Business != NoBusiness {
		if rule := g.takeoverRule(seat, m.Business); rule != "" {
			return engine.Refuse(rule, "refuse.takeover")
		}
	}
	g.begin()
	if m.Business != NoBusiness {
		g.takeover(seat, m.Business)
	}
	g.chosen(seat)
	return nil
}

// Play buys a debt token back.
func (m ChooseHolder) Play(g *Game, seat engine.Seat) *engine.Refusal {
	e, r := g.chooses(seat, OpBuyDebt)
	switch {
	case r != nil:
		return r
	case m.Holder < Nobody || m.Holder > Bank:
		return engine.Refuse("PATE-4.8", "refuse.wrong_answer")
	case m.Holder != Nobody && g.players[seat].owes[m.Holder] == 0:
		return engine.Refuse("PATE-14.4", "refuse.no_debt")
	}
	g.begin()
	if m.Holder != Nobody {
		if to := m.Holder.SeatOf(); to != engine.NoSeat {
			g.transfer(seat, to, e.Price)
		} else {
			g.lose(seat, e.Price)
		}
		g.debtBack(seat, m.Holder)
	}
	g.chosen(seat)
	return nil
}

// answered goes on after a choice.
func (g *Game) answered() {
	g.asked = engine.NoSeat
	if g.active != engine.NoSeat {
		g.wantRoll()
		return
	}
	g.turn++
	g.goOnEvent()
}

// recheck answers a choice that a token or a favour has left without alternatives: the last
// Friend is gone, the last debt token is back (PATE-4.12).
func (g *Game) recheck() {
	if g.step == stepChoose && !g.hasChoice(&g.cat.Events[g.card], g.asked) {
		g.answered()
	}
}

// Play takes the die of a Baptism, or of the lucky number.
func (m BonusRoll) Play(g *Game, seat engine.Seat) *engine.Refusal {
	rule := "PATE-12.7"
	if g.step == stepEventRoll {
		rule = "PATE-4.7"
	}
	switch {
	case g.boxDraws:
		return engine.Refuse(rule, "refuse.box_rolls")
	case g.bonus == engine.NoSeat && g.step != stepEventRoll:
		return engine.Refuse(rule, "refuse.not_now")
	case seat != engine.Table:
		return engine.Refuse(rule, "refuse.not_you", engine.Table)
	case m.Face == NoFace || m.Face > Puppet:
		return engine.Refuse(rule, "refuse.face")
	}
	if g.bonus != engine.NoSeat {
		s := g.bonus
		g.bonus = engine.NoSeat
		g.baptise(s, m.Face)
		return nil
	}
	g.numberPays(m.Face)
	g.startDice()
	return nil
}

// numberPays pays the owners of the businesses with the number on the die, without steps.
func (g *Game) numberPays(f Face) {
	g.chanced("cue.bonus_rolled", 0).Thing(FaceKeys[f])
	if f == Puppet {
		return
	}
	paying := g.paying(f)
	for _, s := range g.order[:g.seats] {
		g.gain(s, paying[s]*g.cat.Takings[f].Amount)
	}
}

// paying returns how many businesses with a number each seat controls.
func (g *Game) paying(f Face) (n [MaxSeats]int) {
	for b := Business(1); b <= BusinessCount; b++ {
		if h := g.owner[b]; g.cat.Number[b] == f && h.Seat() {
			n[h]++
		}
	}
	return n
}

// Play closes a card that the players carried out on the cardboard.
func (EventDone) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if r := g.due(seat, engine.Table, stepManual, "PATE-4.7"); r != nil {
		return r
	}
	g.begin()
	if g.active != engine.NoSeat {
		g.wantRoll()
	} else {
		g.startDice()
	}
	return nil
}

// An adjustment is one thing that the players did on the cardboard.
type adjustment interface {
	// rule returns the rule that forbids it, and why; "" if it is legal.
	rule(g *Game) (rule, why string)
	// make makes it, when it was found legal.
	make(g *Game)
}

// adjust makes an adjustment, while the table carries a card out.
func (g *Game) adjust(seat engine.Seat, m adjustment) *engine.Refusal {
	if r := g.due(seat, engine.Table, stepManual, "PATE-4.7"); r != nil {
		return r
	}
	if rule, why := m.rule(g); rule != "" {
		return engine.Refuse(rule, why)
	}
	g.begin()
	m.make(g)
	return nil
}

func (g *Game) adjusted(what string) { g.cues.Add(engine.CueSay, "cue.adjust").Thing(what) }

// adjustedOf tells what was corrected for a player, and by how much.
func (g *Game) adjustedOf(s engine.Seat, what string, by int) {
	key := "cue.adjust_more"
	if by < 0 {
		key, by = "cue.adjust_fewer", -by
	}
	g.cues.Add(engine.CueSay, key).Seat(s).Thing(what).Number(by)
}

// adjustRange is the rule for what all adjustments by a number have in common.
func (g *Game) adjustRange(s engine.Seat, by int) (rule, why string) {
	switch {
	case !g.plays(s):
		return "PATE-4.7", "refuse.player"
	case by > maxMoney || by < -maxMoney:
		return "PATE-1.6", "refuse.range"
	}
	return "", ""
}

func (m AdjustMoney) rule(g *Game) (rule, why string) {
	if rule, why := g.adjustRange(m.Player, m.By); rule != "" {
		return rule, why
	}
	if n := g.players[m.Player].money + m.By; n < 0 || n > maxMoney {
		return "PATE-15.1", "refuse.range"
	}
	return "", ""
}

// Play makes the adjustment.
func (m AdjustMoney) Play(g *Game, seat engine.Seat) *engine.Refusal { return g.adjust(seat, m) }

func (m AdjustMoney) make(g *Game) {
	g.adjusted("what.money")
	if m.By < 0 {
		g.lose(m.Player, -m.By)
	} else {
		g.gain(m.Player, m.By)
	}
}

func (m AdjustFriends) rule(g *Game) (rule, why string) {
	if rule, why := g.adjustRange(m.Player, m.By); rule != "" {
		return rule, why
	}
	if int(g.players[m.Player].friends)+m.By < 0 || m.By > int(g.friend) {
		return "PATE-2.12", "refuse.range"
	}
	return "", ""
}

// Play makes the adjustment.
func (m AdjustFriends) Play(g *Game, seat engine.Seat) *engine.Refusal { return g.adjust(seat, m) }

func (m AdjustFriends) make(g *Game) {
	g.adjustedOf(m.Player, "what.friends", m.By)
	g.players[m.Player].friends = uint8(int(g.players[m.Player].friends) + m.By)
	g.friend = uint8(int(g.friend) - m.By)
}

func (m AdjustTrack) rule(g *Game) (rule, why string) {
	if rule, why := g.adjustRange(m.Player, m.By); rule != "" {
		return rule, why
	}
	if m.Track == NoTrack || m.Track >= TrackCount || g.players[m.Player].pos[m.Track]+m.By < 0 {
		return "PATE-11.2", "refuse.range"
	}
	return "", ""
}

// Play makes the adjustment.
func (m AdjustTrack) Play(g *Game, seat engine.Seat) *engine.Refusal { return g.adjust(seat, m) }

func (m AdjustTrack) make(g *Game) {
	g.adjustedOf(m.Player, WhatKeys[m.Track], m.By)
	if m.By < 0 {
		g.players[m.Player].pos[m.Track] += m.By
	} else {
		g.advance(m.Player, m.Track, m.By)
	}
}

func (m AdjustCar) rule(g *Game) (rule, why string) {
	if rule, why := g.adjustRange(0, m.By); rule != "" {
		return rule, why
	}
	if m.By < 1 {
		return "PATE-5.1", "refuse.range"
	}
	return "", ""
}

// Play makes the adjustment.
func (m AdjustCar) Play(g *Game, seat engine.Seat) *engine.Refusal { return g.adjust(seat, m) }

func (m AdjustCar) make(g *Game) {
	g.adjusted("what.car")
	g.moveCar(m.By % Spaces)
}

// Play makes the adjustment.
func (m AdjustMember) Play(g *Game, seat engine.Seat) *engine.Refusal { return g.adjust(seat, m) }

func (m AdjustMember) make(g *Game) {
	c := g.cues.Add(engine.CueSay, "cue.adjust_neutral").Thing("from." + PlaceWords[m.From]).Thing("to." + PlaceWords[m.To])
	if m.Player != Neutral {
		c.Text.Key = "cue.adjust_member"
		c.Seat(m.Player.SeatOf())
	}
	*g.memberAt(m.Player, m.From)--
	*g.memberAt(m.Player, m.To)++
	if b := m.From.business(); b != NoBusiness {
		g.owner[b] = Nobody
	}
	if b := m.To.business(); b != NoBusiness {
		g.owner[b] = m.Player
	}
}

func (m AdjustDebt) rule(g *Game) (rule, why string) {
	if !g.plays(m.Player) {
		return "PATE-4.7", "refuse.player"
	}
	if !g.debtPlace(m.Player, m.From) || !g.debtPlace(m.Player, m.To) || *g.debtAt(m.Player, m.From) == 0 {
		return "PATE-14.4", "refuse.no_debt"
	}
	return "", ""
}

// Play makes the adjustment.
func (m AdjustDebt) Play(g *Game, seat engine.Seat) *engine.Refusal { return g.adjust(seat, m) }

func (m AdjustDebt) make(g *Game) {
	g.cues.Add(engine.CueSay, "cue.adjust_debt").Seat(m.Player)
	*g.debtAt(m.Player, m.From)--
	*g.debtAt(m.Player, m.To)++
}

func (g *Game) plays(s engine.Seat) bool { return s >= 0 && int(s) < g.seats }

func (m AdjustMember) rule(g *Game) (rule, why string) {
	if m.Player != Neutral && !g.plays(engine.Seat(m.Player)) {
		return "PATE-4.7", "refuse.player"
	}
	for _, at := range []Place{m.From, m.To} {
		if at == 0 || at > maxPlace || m.Player == Neutral && at == Reserve || m.Player != Neutral && at == GoneBox {
			return "PATE-14.1", "refuse.no_such_place"
		}
	}
	if b := m.From.business(); b != NoBusiness && g.owner[b] != m.Player || b == NoBusiness && *g.memberAt(m.Player, m.From) == 0 {
		return "PATE-14.1", "refuse.no_member_there"
	}
	if b := m.To.business(); b != NoBusiness && g.owner[b] != Nobody {
		return "PATE-14.2", "refuse.not_empty"
	}
	return "", ""
}

// memberAt returns the count of a family's members at a place; for a business one that
// nobody looks at, because g.owner has it.
func (g *Game) memberAt(h Holder, at Place) *uint8 {
	if h == Neutral {
		switch at {
		case GoneBox:
			return &g.neutralBox
		case Jail:
			return &g.neutralJail
		case River:
			return &g.neutralRiver
		}
		return new(uint8)
	}
	p := &g.players[h]
	switch at {
	case Reserve:
		return &p.reserve
	case Jail:
		return &p.jail
	case River:
		return &p.river
	}
	return new(uint8)
}

// debtPlace reports whether debt tokens of a seat can be with h. With the seat itself they
// are "own".
func (g *Game) debtPlace(of engine.Seat, h Holder) bool {
	return h == Own || h == Bank || g.plays(engine.Seat(h)) && engine.Seat(h) != of
}

func (g *Game) debtAt(s engine.Seat, h Holder) *uint8 {
	if h == Own {
		return &g.players[s].debts
	}
	return &g.players[s].owes[h]
}

// debtBack returns one debt token to its owner.
func (g *Game) debtBack(s engine.Seat, from Holder) {
	g.players[s].owes[from]--
	g.players[s].debts++
	if from == Bank {
		g.cues.Add(engine.CueSay, "cue.debt_back_bank").Seat(s)
	} else {
		g.cues.Add(engine.CueSay, "cue.debt_back").Seat(s).Seat(engine.Seat(from)).Number(1)
	}
}
