package khandan

import (
	"cmp"
	"slices"

	"consigliere/engine"
)

// startReign sets a reign up (KHA-3.1).
func (g *Game) startReign() {
	g.reignState = reignState{step: StepSlopes, stability: trackStart, pool: poolStart, left: g.left[:0]}
	g.phaseState = phaseState{signer: engine.NoSeat, decision: -1, result: -1}
	g.history = slices.DeleteFunc(g.history, func(e Event) bool { return e.reign+eventLife < g.reign }) // KHA-3.2
	g.setOrder()
	for i := range g.resources {
		g.resources[i].Value = trackStart
	}
	for s := range g.all {
		a := g.works(s)
		g.characters[s] = character{coins: max(0, coinsStart+a[StartCoins]), power: powerStart + a[StartPower]}
	}
	for _, e := range g.history { // KHA-3.4, 3.8
		g.resources[e.Resource].Value += e.Sign.By()
		g.characters[e.House].power += e.Sign.By()
	}
	for s := range g.all {
		g.characters[s].power = max(0, g.characters[s].power)
	}
	g.leader, g.moderator = g.order[g.seats-1], g.order[0] // KHA-3.10
	g.cues.Add(engine.CuePhase, "cue.new_reign").Number(g.reign)
}

// setOrder works out the prestige order (KHA-2.8).
func (g *Game) setOrder() {
	order := g.order[:g.seats]
	for i := range order {
		order[i] = engine.Seat(i)
	}
	slices.SortStableFunc(order, func(a, b engine.Seat) int { return cmp.Compare(g.houses[a].prestige, g.houses[b].prestige) })
	for i, s := range order {
		g.place[s] = i
	}
}

// Play lays the markers as they fell (KHA-3.11).
func (do Slopes) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := cmp.Or(g.table(seat, "KHA-3.11", StepSlopes), g.draws("KHA-3.11", false)); no != nil {
		return no
	}
	for i, s := range [...]Slope{do.Army, do.Wealth, do.Legitimacy, do.Welfare, do.Knowledge} {
		g.resources[i].Slope = s
	}
	g.afterSlopes()
	return nil
}

// Play lets the box draw the slopes (section 8.5 of the ledger).
func (DrawSlopes) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := cmp.Or(g.table(seat, "KHA-3.11", StepSlopes), g.draws("KHA-3.11", true)); no != nil {
		return no
	}
	for i := range g.resources {
		g.resources[i].Slope = Up + Slope(g.chance.Pick(2))
	}
	g.afterSlopes()
	return nil
}

func (g *Game) afterSlopes() {
	g.cues.Learn(g.everyone(), true)
	if g.byCards { // KHA-5.7
		g.startRoles()
		return
	}
	g.step = StepDraft
	for r := Opportunist; r <= Extremist; r++ {
		g.left = append(g.left, r)
	}
	g.callDrafter()
}

// drafts returns whose turn it is in the draft, or NoSeat.
func (g *Game) drafts() engine.Seat {
	if g.step != StepDraft {
		return engine.NoSeat
	}
	return g.order[g.drafter]
}

func (g *Game) callDrafter() {
	key := "cue.draft"
	if !g.discarded {
		key = "cue.discard" // what is asked first
	}
	c := g.cues.Add(engine.CueSay, key)
	c.Asks = true
	c.Text.AddSeat(g.order[g.drafter])
}

// Play takes a role out of the draft, unseen (KHA-5.2).
func (do Discard) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.only(seat, g.drafts(), "KHA-5.2", StepDraft); no != nil {
		return no
	}
	if g.discarded {
		return engine.Refuse("KHA-5.2", "refuse.discarded")
	}
	if do.Role == 0 {
		return engine.Refuse("KHA-5.2", "refuse.no_choice")
	}
	if !g.takeOut(Role(do.Role)) {
		return engine.Refuse("KHA-5.2", "refuse.no_role", Role(do.Role).Key())
	}
	g.discarded = true
	return nil
}

// Play takes a secret role (KHA-5.2 to 5.4).
func (do Take) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.only(seat, g.drafts(), "KHA-5.3", StepDraft); no != nil {
		return no
	}
	if !g.discarded {
		return engine.Refuse("KHA-5.4", "refuse.discard_first")
	}
	if do.Role == 0 {
		return engine.Refuse("KHA-5.3", "refuse.no_choice")
	}
	if !g.takeOut(Role(do.Role)) {
		return engine.Refuse("KHA-5.3", "refuse.no_role", Role(do.Role).Key())
	}
	g.characters[seat].secret = Role(do.Role)
	g.drafter++
	if g.drafter == g.seats {
		g.startRoles()
		return nil
	}
	g.callDrafter()
	g.cues.Learn(engine.SeatsOf(g.order[g.drafter]), false) // KHA-5.5: it sees what is left
	return nil
}

// takeOut takes a role out of those that are left. It reports whether it was there.
func (g *Game) takeOut(r Role) bool {
	i := slices.Index(g.left, r)
	if i < 0 {
		return false
	}
	g.left = slices.Delete(g.left, i, i+1)
	return true
}

// claim returns the house at a place of the claim list of a public role (KHA-6.5): those with a
// standing event of its resource and sign, by their newest, newest first; NoSeat after the last.
func (g *Game) claim(r Role, at int) engine.Seat {
	var seen engine.SeatSet
	for i := len(g.history) - 1; i >= 0; i-- {
		e := &g.history[i]
		if e.Resource != r.Resource() || e.Sign != r.Sign() || seen.Has(e.House) {
			continue
		}
		if seen.Len() == at {
			return e.House
		}
		seen = seen.With(e.House)
	}
	return engine.NoSeat
}

// startRoles gives the public roles to those who claim them (KHA-6.4).
func (g *Game) startRoles() {
	g.left = g.left[:0]
	for r := Marshal; r <= HighPriest; r++ { // in the first reign nobody claims any (KHA-6.3)
		g.holder[r-Marshal] = g.claim(r, 0).OrNone()
	}
	g.settleRoles()
}

// stands returns the public roles that a seat stands with, in the order of the ledger.
func (g *Game) stands(s engine.Seat) []Role {
	var list []Role
	for i, h := range g.holder {
		if h == s.OrNone() {
			list = append(list, Marshal+Role(i))
		}
	}
	return list
}

// standing counts the public roles that a seat stands with.
func (g *Game) standing(s engine.Seat) int {
	n := 0
	for _, h := range g.holder {
		if h == s.OrNone() {
			n++
		}
	}
	return n
}

// chooser returns the first seat of the prestige order that stands with more than two public
// roles, or NoSeat (KHA-6.6).
func (g *Game) chooser() engine.Seat {
	for _, s := range g.order[:g.seats] {
		if g.standing(s) > rolesPerSeat {
			return s
		}
	}
	return engine.NoSeat
}

// settleRoles continues with the public roles: somebody must choose, lots are drawn, or the first
// phase begins.
func (g *Game) settleRoles() {
	if s := g.chooser(); s >= 0 {
		g.step = StepRoles
		c := g.cues.Add(engine.CueSay, "cue.keep")
		c.Asks = true
		c.Text.AddSeat(s)
		return
	}
	for s := range g.all {
		if g.standing(s) < rolesPerSeat { // KHA-6.8
			g.step = StepLots
			g.cues.Add(engine.CueSay, "cue.lots")
			return
		}
	}
	g.openRound()
}

// Play keeps two of the public roles that a house stands with (KHA-6.6).
func (do Keep) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.only(seat, g.chooser(), "KHA-6.6", StepRoles); no != nil {
		return no
	}
	a, b := do.Roles[0].Role(), do.Roles[1].Role()
	if a == b || !a.public() || !b.public() {
		return engine.Refuse("KHA-6.6", "refuse.two_roles")
	}
	for _, r := range []Role{a, b} {
		if g.holder[r-Marshal] != seat.OrNone() {
			return engine.Refuse("KHA-6.6", "refuse.not_yours", r.Key())
		}
	}
	g.kept = g.kept.With(seat)
	for i := range g.holder {
		r := Marshal + Role(i)
		if g.holder[i] != seat.OrNone() || r == a || r == b {
			continue
		}
		g.holder[i] = 0
		for { // the next of the claim list that is not closed
			g.claims[i]++
			next := g.claim(r, g.claims[i])
			if next < 0 || !g.kept.Has(next) {
				g.holder[i] = next.OrNone()
				break
			}
		}
	}
	g.settleRoles()
	return nil
}

// Play gives the free roles out as they were drawn (KHA-6.8).
func (do Lots) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := cmp.Or(g.table(seat, "KHA-6.8", StepLots), g.draws("KHA-6.8", false)); no != nil {
		return no
	}
	var drawn [MaxSeats]int
	for i, s := range do.Roles {
		if s == 0 {
			continue
		}
		if g.holder[i] != 0 {
			return engine.Refuse("KHA-6.8", "refuse.role_held", (Marshal + Role(i)).Key())
		}
		drawn[s.Seat()]++
	}
	for s := range g.all {
		if n := g.standing(s) + drawn[s]; n != rolesPerSeat {
			return engine.Refuse("KHA-6.2", "refuse.role_count", s, n)
		}
	}
	for i, s := range do.Roles {
		if s != 0 {
			g.holder[i] = s
		}
	}
	g.afterLots()
	return nil
}

// Play draws the lots (section 8.5 of the ledger).
func (DrawLots) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := cmp.Or(g.table(seat, "KHA-6.8", StepLots), g.draws("KHA-6.8", true)); no != nil {
		return no
	}
	var free []Role
	for i, s := range g.holder {
		if s == 0 {
			free = append(free, Marshal+Role(i))
		}
	}
	for i := len(free) - 1; i > 0; i-- {
		j := g.chance.Pick(i + 1)
		free[i], free[j] = free[j], free[i]
	}
	for s := range g.all {
		for n := g.standing(s); n < rolesPerSeat; n++ {
			g.holder[free[0]-Marshal] = s.OrNone()
			free = free[1:]
		}
	}
	g.afterLots()
	return nil
}

func (g *Game) afterLots() {
	g.cues.Learn(g.everyone(), true)
	for s := range g.all {
		roles := g.stands(s)
		g.cues.Add(engine.CueSay, "cue.roles").Seat(s).Thing(roles[0].Key()).Thing(roles[1].Key())
	}
	g.openRound()
}
