package corleone

import (
	"slices"
	"strings"

	"consigliere/engine"
)

// learn adds a job to a hand that the box knows.
func (h *hand) learn(j int) {
	h.jobs[j]++
	h.jobN++
}

// learnAlone adds a job that nobody but the player knows.
func (p *player) learnAlone(j int) {
	p.learn(j)
	p.secret[j]++
}

// drawJob takes the top of the deck, where the box draws; the discards are shuffled when a card
// is needed and the deck is empty (COR-12.4). There must be a card.
func (g *Game) drawJob() int {
	g.need(1)
	j := g.deck[g.deckTop]
	g.deckTop++
	g.deckN--
	g.seen[j]++
	return int(j)
}

// need makes sure that n jobs can be drawn, if there are that many: it shuffles the
// discards into a deck that has fewer (COR-12.4). Their jobs are then unseen again.
func (g *Game) need(n int) {
	if int(g.deckN) >= n || g.discardN == 0 {
		return
	}
	for _, j := range g.discards[:g.discardN] {
		if j != blank {
			g.seen[j]--
		}
	}
	if g.boxDraws { // it draws one by one: the deck is empty
		copy(g.deck[:], g.discards[:g.discardN])
		g.shuffle(g.deck[:g.discardN])
		g.deckTop = 0
	}
	g.deckN += g.discardN
	g.discardN = 0
	g.cues.Learn(0, true)
}

// seenFor returns how many copies of each job the seat s, or everybody for [engine.Table], knows
// to be elsewhere when n jobs have been made ready to be drawn.
func (g *Game) seenFor(s engine.Seat, n int) [allJobs]uint8 {
	seen := g.seenBy(s)
	if int(g.deckN) < n {
		for _, j := range g.discards[:g.discardN] {
			if j != blank {
				seen[j]--
			}
		}
	}
	return seen
}

// seenBy returns how many copies of each job the seat s, or everybody for [engine.Table], knows
// to be elsewhere than in the deck. By no more may a move be refused: a refusal by what others
// have drawn in secret would tell it.
func (g *Game) seenBy(s engine.Seat) [allJobs]uint8 {
	seen := g.seen
	if !g.drewInSecret {
		return seen
	}
	for o := range g.seats {
		if engine.Seat(o) != s {
			for j, n := range g.players[o].secret {
				seen[j] -= n
			}
		}
	}
	return seen
}

// settle puts right what was named in secret and cannot be, as everybody knows by now: such a
// job is unknown again, and its holder is told. The box cannot know who was wrong, and what lies
// open on the table is the stronger.
func (g *Game) settle() {
	if !g.drewInSecret {
		return
	}
	for s := range g.seats {
		p := &g.players[s]
		for j := range p.secret {
			p.secret[j] = min(p.secret[j], p.jobs[j])
		}
	}
	open := g.seenBy(engine.Table)
	g.drewInSecret = false
	for s := range g.seats {
		p := &g.players[s]
		for j := range g.cat.Jobs {
			for ; p.secret[j] > 0 && open[j]+p.secret[j] > g.cat.Jobs[j].copies; p.secret[j]-- {
				p.jobs[j]--
				p.jobN--
				p.unknown++
				g.seen[j]--
				c := g.cues.Add(engine.CueSay, "cue.clash")
				c.Text.AddSeat(engine.Seat(s)).AddThing(g.cat.Jobs[j].key)
				c.To = engine.SeatsOf(engine.Seat(s))
			}
			g.drewInSecret = g.drewInSecret || p.secret[j] > 0
		}
	}
}

// take takes a card out of the hand h, which is one of g's or a copy of one. An unknown job
// becomes the job c where no known one is in the hand; seen counts it (section 8, unknown jobs).
func (g *Game) take(h *hand, c CardNo, seen *[allJobs]uint8) bool {
	switch {
	case c < GoodCard:
		if h.notes[c] == 0 {
			return false
		}
		h.notes[c]--
	case c < BlankCard:
		if h.goods[c-GoodCard] == 0 {
			return false
		}
		h.goods[c-GoodCard]--
	case c == BlankCard:
		if h.unknown == 0 {
			return false
		}
		h.unknown--
	case c < g.cat.AllyCard():
		j := c - JobCard
		switch {
		case h.jobs[j] > 0:
			h.jobs[j]--
			h.jobN--
		case h.unknown > 0 && seen[j] < g.cat.Jobs[j].copies:
			h.unknown--
			seen[j]++
		default:
			return false
		}
	default:
		bit := uint32(1) << (c - g.cat.AllyCard())
		if h.allies&bit == 0 {
			return false
		}
		h.allies &^= bit
	}
	return true
}

// holds reports whether a card can be taken out of the hand of s.
func (g *Game) holds(s engine.Seat, c CardNo) bool {
	h := &g.players[s].hand
	switch {
	case c < GoodCard:
		return h.notes[c] > 0
	case c < BlankCard:
		return h.goods[c-GoodCard] > 0
	case c == BlankCard:
		return h.unknown > 0
	case c < g.cat.AllyCard():
		return g.holdsJob(s, int(c-JobCard))
	}
	return h.allies>>(c-g.cat.AllyCard())&1 != 0
}

func (g *Game) holdsJob(s engine.Seat, j int) bool {
	h := &g.players[s].hand
	return h.jobs[j] > 0 || h.unknown > 0 && g.seenBy(s)[j] < g.cat.Jobs[j].copies
}

// parse returns the cards of a list.
func (g *Game) parse(dst []CardNo, list Cards) ([]CardNo, string) {
	if list == "" {
		return dst, ""
	}
	for w := range strings.SplitSeq(string(list), comma) {
		c, ok := g.cat.CardAt[w]
		if !ok {
			return nil, w
		}
		dst = append(dst, c)
	}
	return dst, ""
}

// takeAll takes cards out of a seat's hand, or nothing. Where one is not there it is refused.
func (g *Game) takeAll(s engine.Seat, cards []CardNo, rule string) *engine.Refusal {
	h, before := g.players[s].hand, g.seenBy(s)
	seen := before
	for _, c := range cards {
		if !g.take(&h, c, &seen) {
			return engine.Refuse(rule, "refuse.no_card", s, "card."+g.cat.cardWord[c])
		}
	}
	g.players[s].hand = h
	for j := range g.seen {
		g.seen[j] += seen[j] - before[j]
	}
	return nil
}

// discard lays a card that was taken out of a hand where it belongs (COR-15.4). A job lies face up
// there: all learn that it was in the hand.
func (g *Game) discard(c CardNo) {
	if c >= JobCard && c < g.cat.AllyCard() {
		g.cues.Learn(g.everyone(), false)
	}
	switch {
	case c < GoodCard:
		g.bank[c]++
	case c < BlankCard:
		g.goods[c-GoodCard]++
	case c < g.cat.AllyCard():
		j := uint8(blank)
		if c != BlankCard {
			j = uint8(c - JobCard)
		}
		g.discards[g.discardN] = j
		g.discardN++
	}
}

// takeNote gives a note from the bank, or the next lower one (COR-12.2).
func (g *Game) takeNote(s engine.Seat, note int) {
	for ; note >= 0; note-- {
		if g.bank[note] > 0 {
			g.bank[note]--
			g.players[s].notes[note]++
			g.cues.Add(engine.CueGain, "cue.note").Seat(s).Number(NoteValues[note])
			return
		}
	}
}

// takeGood gives a good from its pile, if there is one (COR-12.3).
func (g *Game) takeGood(s engine.Seat, good Good) {
	if g.goods[good] == 0 {
		return
	}
	g.goods[good]--
	g.players[s].goods[good]++
	if n := len(g.cues); n > 0 { // several of a kind are told at once
		if last := &g.cues[n-1].Text; (last.Key == "cue.good" || last.Key == "cue.goods") && last.Seats()[0] == s && last.Things()[0] == goodKeys[good] {
			many := 2
			if last.Key == "cue.goods" {
				many = last.Numbers()[0] + 1
			}
			*last = engine.Say("cue.goods").Seat(s).Thing(goodKeys[good]).Number(many)
			return
		}
	}
	g.cues.Add(engine.CueGain, "cue.good").Seat(s).Thing(goodKeys[good])
}

// gain does an ability that is not asked (COR-11.1, 11.7, 11.8).
func (g *Game) gain(s engine.Seat, a Ability) {
	if a <= Take5 {
		g.takeNote(s, int(a-Take1))
		return
	}
	g.takeGood(s, Good(a-TakeGun))
}

// Play corrects what the box knows, in the order of section 8.
func (do Adjust) Play(g *Game, seat engine.Seat) *engine.Refusal {
	const rule = "COR-11.12"
	if no := g.table(seat, rule, false, stepOpen, stepFamily, stepTribute); no != nil {
		return no
	}
	before, cues := g.state, len(g.cues)
	if no := g.adjusted(do, rule); no != nil {
		g.state, g.cues = before, g.cues[:cues]
		return no
	}
	if do.Gain != "" {
		g.cues.Learn(0, true)
	}
	g.tellAdjusted(do)
	switch g.step {
	case stepFamily:
		if len(g.stack) > 0 {
			g.work()
		}
	case stepTribute:
		g.tributeDone()
	}
	return nil
}

// tellAdjusted tells each part of a correction that isn't told by what follows from it, as a figure that is moved.
func (g *Game) tellAdjusted(do Adjust) {
	s := do.Of.Seat()
	if !g.sits(s) {
		g.cues.Add(engine.CueSay, "cue.adjust")
		return
	}
	each := func(key string, words []string) {
		for i, w := range words {
			if slices.Contains(words[:i], w) {
				continue
			}
			n := 0
			for _, x := range words {
				if x == w {
					n++
				}
			}
			c := g.cues.Add(engine.CueSay, key).Seat(s).Thing("cards." + w)
			if n > 1 {
				c.Text.Key += "_many"
				c.Number(n)
			}
		}
	}
	each("cue.adjust_lose", Split(string(do.Lose)))
	each("cue.adjust_gain", Split(string(do.Gain)))
	each("cue.adjust_unstash", do.Unstash.words())
	each("cue.adjust_stash", do.Stash.words())
}

func (g *Game) adjusted(do Adjust, rule string) *engine.Refusal {
	if do == (Adjust{}) || do == (Adjust{Of: do.Of}) {
		return engine.Refuse(rule, "refuse.adjust_nothing")
	}
	s := do.Of.Seat()
	ofCards := do.Lose != "" || do.Gain != "" || do.Stash != (Notes{}) || do.Unstash != (Notes{})
	if ofCards != g.sits(s) {
		return engine.Refuse(rule, "refuse.adjust_whom")
	}
	var room [32]CardNo
	lost, bad := g.parse(room[:0], do.Lose)
	if bad != "" {
		return engine.Refuse(rule, "refuse.unknown_card", bad)
	}
	gained, bad := g.parse(nil, do.Gain)
	if bad != "" {
		return engine.Refuse(rule, "refuse.unknown_card", bad)
	}
	if ofCards {
		if no := g.takeAll(s, lost, rule); no != nil {
			return no
		}
		for _, c := range lost {
			g.discard(c)
		}
		if no := g.give(s, gained, rule); no != nil {
			return no
		}
		p := &g.players[s]
		if !p.purse.has(&do.Unstash) {
			return engine.Refuse(rule, "refuse.purse")
		}
		p.purse.move(&p.notes, &do.Unstash)
		if !p.notes.has(&do.Stash) {
			return engine.Refuse(rule, "refuse.no_note")
		}
		p.notes.move(&p.purse, &do.Stash)
	}
	if do.Kill != "" {
		at, ok := g.placeOf(do.Kill)
		if !ok || !g.stands(at) {
			return engine.Refuse(rule, "refuse.nobody_there", do.Kill)
		}
		g.killAt(at, engine.Table)
	}
	if do.Relocate != (FromTo{}) {
		from, ok := g.placeOf(do.Relocate[0])
		to, ok2 := g.placeOf(do.Relocate[1])
		switch {
		case !ok || from == PolicePlace || !g.stands(from):
			return engine.Refuse(rule, "refuse.nobody_there", do.Relocate[0])
		case !ok2 || !g.free(to) || (from < FirstSpace) != (to < FirstSpace):
			return engine.Refuse(rule, "refuse.not_free", do.Relocate[1])
		}
		g.moveFigure(from, to, engine.Table)
	}
	// The jobs of the box are drawn last, since nothing after it can be refused.
	for _, c := range gained {
		if c == BlankCard && g.boxDraws {
			g.players[s].learn(g.drawJob())
			g.cues.Learn(engine.SeatsOf(s), true)
		}
	}
	return nil
}

// give gives cards from the bank, the deck and the row of allies.
func (g *Game) give(s engine.Seat, cards []CardNo, rule string) *engine.Refusal {
	p := &g.players[s]
	drawn := 0
	for _, c := range cards {
		switch {
		case c < GoodCard:
			if g.bank[c] == 0 {
				return engine.Refuse(rule, "refuse.pile_empty")
			}
			g.bank[c]--
			p.notes[c]++
		case c < BlankCard:
			if g.goods[c-GoodCard] == 0 {
				return engine.Refuse(rule, "refuse.pile_empty")
			}
			g.goods[c-GoodCard]--
			p.goods[c-GoodCard]++
		case c < g.cat.AllyCard():
			if drawn++; int(g.deckN)+int(g.discardN) < 1 || g.boxDraws && int(g.deckN)+int(g.discardN) < drawn {
				return engine.Refuse(rule, "refuse.pile_empty")
			}
			if g.boxDraws {
				if c != BlankCard {
					return engine.Refuse(rule, "refuse.box_draws")
				}
				continue
			}
			seen := g.seenFor(engine.Table, 1) // all see the correction
			if j := c - JobCard; c != BlankCard && seen[j] >= g.cat.Jobs[j].copies {
				return engine.Refuse(rule, "refuse.no_copy", g.cat.Jobs[j].key)
			}
			g.need(1)
			g.deckN--
			if c == BlankCard {
				p.unknown++
			} else {
				g.seen[c-JobCard]++
				p.learn(int(c - JobCard))
			}
		default:
			a := int(c - g.cat.AllyCard())
			if !g.takeAlly(a) {
				return engine.Refuse(rule, "refuse.ally_not_there", g.cat.Allies[a].key)
			}
			p.allies |= 1 << a
		}
	}
	return nil
}

// takeAlly takes an ally out of the row.
func (g *Game) takeAlly(a int) bool {
	for i, x := range g.allyRow[:g.allyRowN] {
		if int(x) == a {
			copy(g.allyRow[i:], g.allyRow[i+1:g.allyRowN])
			g.allyRowN--
			return true
		}
	}
	return false
}

// takeFromRow takes a job out of the row.
func (g *Game) takeFromRow(j int) {
	for i, x := range g.row[:g.rowN] {
		if int(x) == j {
			copy(g.row[i:], g.row[i+1:g.rowN])
			g.rowN--
			return
		}
	}
}

func (g *Game) inRow(j int) bool {
	for _, x := range g.row[:g.rowN] {
		if int(x) == j {
			return true
		}
	}
	return false
}
