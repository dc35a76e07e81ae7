package khandan

import (
	"cmp"
	"slices"

	"consigliere/engine"
)

// A score is how a character has ended, and what the house gets for it (KHA-17, 18).
type score struct {
	coinPlace, powerPlace int
	resources             int
	coins                 int
	public                int
	power                 int
	ability               int
	total, place          int
	award
}

// end ends the reign (KHA-1.3).
func (g *Game) end(e Ending) {
	g.ending = e
	g.cues.Add(engine.CueReveal, "cue."+e.String())
	if g.byCards {
		g.step = StepReveal
		g.cues.Add(engine.CueSay, "cue.turn_up")
		return
	}
	g.finish()
}

// Play says which secret role a seat had (KHA-5.7).
func (do Reveal) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.seat(seat, "KHA-5.7", StepReveal); no != nil {
		return no
	}
	r := Role(do.Role)
	switch {
	case !r.secret():
		return engine.Refuse("KHA-5.7", "refuse.no_choice")
	case g.characters[seat].secret != NoRole:
		return engine.Refuse("KHA-5.7", "refuse.revealed")
	case slices.ContainsFunc(g.characters[:g.seats], func(c character) bool { return c.secret == r }):
		return engine.Refuse("KHA-5.7", "refuse.role_taken", r.Key())
	}
	g.characters[seat].secret = r
	g.cues.Add(engine.CueReveal, "cue.revealed").Seat(seat).Thing(r.Key())
	if !slices.ContainsFunc(g.characters[:g.seats], func(c character) bool { return c.secret == NoRole }) {
		g.finish()
	}
	return nil
}

// finish scores the reign and gives the awards (KHA-17, 18).
func (g *Game) finish() {
	g.step = StepBetween
	g.cues.Learn(g.everyone(), false)
	for s := range g.all {
		g.scores[s] = g.reckon(s)
	}
	g.rank()
	for i, s := range g.ranking[:g.seats] {
		sc := &g.scores[s]
		sc.place = i + 1
		column := i
		if i == g.seats-1 { // KHA-18.2
			column = len(awards[Death]) - 1
		}
		sc.award = awards[g.ending][column]
		if g.ending != Death && g.characters[s].secret == Rebel { // KHA-18.3
			sc.crown += rebelCrown
		}
		h := &g.houses[s]
		h.prestige += sc.prestige
		h.crown += sc.crown
	}
	winner := g.ranking[0]
	g.houses[winner].wins++
	for s := range g.all {
		g.cues.Add(engine.CueReveal, "cue.total").Seat(s).Thing(g.characters[s].secret.Key()).Number(g.scores[s].total)
	}
	if by := g.reignDecided(); by != "" {
		g.cues.Add(engine.CueSay, by)
	}
	g.cues.Add(engine.CueResult, "cue.winner").Seat(winner)
	for s := range g.all { // KHA-18.4
		g.counted(s, g.characters[s].secret)
		for _, r := range g.stands(s) {
			g.counted(s, r)
		}
	}
	if g.pack == nil {
		return
	}
	for s := range g.all { // KHA-18.5
		for i := range g.pack.sheets[g.sheet[s]].achievements {
			a := &g.pack.sheets[g.sheet[s]].achievements[i]
			if !slices.Contains(g.houses[s].achievements, a.id) && g.reached(s, &a.when) {
				g.achieve(s, a.id, a.ability)
			}
		}
	}
}

// place returns how many are strictly better, plus one (KHA-17.1).
func place(value int, among func(yield func(int) bool), better func(a, b int) bool) int {
	n := 1
	for v := range among {
		if better(v, value) {
			n++
		}
	}
	return n
}

func more(a, b int) bool { return a > b }

func less(a, b int) bool { return a < b }

// reckon returns what a character scores (KHA-17.2 to 17.8).
func (g *Game) reckon(s engine.Seat) score {
	c := &g.characters[s]
	held := func(of func(*character) int) func(func(int) bool) {
		return func(yield func(int) bool) {
			for i := range g.seats {
				if !yield(of(&g.characters[i])) {
					return
				}
			}
		}
	}
	sc := score{
		coinPlace:  place(c.coins, held(func(c *character) int { return c.coins }), more),
		powerPlace: place(c.power, held(func(c *character) int { return c.power }), more),
		ability:    g.works(s)[EndPoints],
	}
	sc.resources = g.clausePoints(c.secret)
	if cl := &Clauses[c.secret]; sc.coinPlace <= len(cl.coins) {
		sc.coins = cl.coins[sc.coinPlace-1]
	}
	sc.public = rolePoints(g.stands(s), &g.resources)
	if sc.powerPlace <= len(powerPoints) {
		sc.power = powerPoints[sc.powerPlace-1]
	}
	sc.total = sc.resources + sc.coins + sc.public + sc.power + sc.ability
	return sc
}

// rolePoints are what public roles bring as the resources stand (KHA-17.5, 17.6).
func rolePoints(roles []Role, resources *[ResourceCount]Track) int {
	values := func(yield func(int) bool) {
		for i := range resources {
			if !yield(resources[i].Value) {
				return
			}
		}
	}
	n := 0
	for _, r := range roles {
		v := resources[r.Resource()].Value
		if r.Sign() == Plus {
			n += publicPoints(place(v, values, more))
		} else {
			n -= publicPoints(place(v, values, less))
		}
	}
	return n
}

// PublicPoints returns what the public roles of a seat would bring if the reign ended now. All can reckon it.
func (p *Public) PublicPoints(s engine.Seat) int { return rolePoints(p.Roles[s], &p.Resources) }

// PublicPointsMoved returns by how much they have moved in this phase.
func (p *Public) PublicPointsMoved(s engine.Seat) int {
	return p.PublicPoints(s) - rolePoints(p.Roles[s], p.before())
}

// RolePoints returns what one public role would bring if the reign ended now, and by how much that has moved in this phase.
func (p *Public) RolePoints(r Role) (now, moved int) {
	now = rolePoints([]Role{r}, &p.Resources)
	return now, now - rolePoints([]Role{r}, p.before())
}

// before returns the resources as they stood when this phase began.
func (p *Public) before() *[ResourceCount]Track {
	before := p.Resources
	for i := range before {
		before[i].Value -= p.Moved[i]
	}
	return &before
}

// publicPoints are what a public role counts for by the place of its resource (KHA-17.5, 17.6).
func publicPoints(place int) int {
	switch place {
	case 1:
		return 3
	case 2:
		return 1
	}
	return 0
}

// clausePoints returns the points of the resource clause of a role (KHA-17.2, 17.3).
func (g *Game) clausePoints(r Role) int {
	if r == Extremist {
		low, high := TrackMax, 0
		for i := range g.resources {
			low, high = min(low, g.resources[i].Value), max(high, g.resources[i].Value)
		}
		return high - low + 1
	}
	n := 0
	for i := range g.resources {
		if Clauses[r].has(g.resources[i].Value) {
			n++
		}
	}
	return Clauses[r].Points[n]
}

// rank sorts the seats by their total, then power, coins and prestige order (KHA-17.11).
func (g *Game) rank() {
	list := g.ranking[:g.seats]
	for i := range list {
		list[i] = engine.Seat(i)
	}
	slices.SortFunc(list, func(a, b engine.Seat) int {
		return cmp.Or(g.scores[b].total-g.scores[a].total, g.characters[b].power-g.characters[a].power,
			g.characters[b].coins-g.characters[a].coins, g.place[a]-g.place[b])
	})
}

// reignDecided says what decided the reign between two houses with the same total; "" if
// the totals did.
func (g *Game) reignDecided() string {
	a, b := g.ranking[0], g.ranking[1]
	switch {
	case g.scores[a].total != g.scores[b].total:
		return ""
	case g.characters[a].power != g.characters[b].power:
		return "cue.tie_power"
	case g.characters[a].coins != g.characters[b].coins:
		return "cue.tie_coins"
	}
	return "cue.tie_order"
}

// counted adds a role to the history of a house and pays its reward (KHA-2.6, 2.7).
func (g *Game) counted(s engine.Seat, r Role) {
	h := &g.houses[s]
	h.counts[r]++
	if g.pack == nil {
		return
	}
	for _, w := range g.pack.sheets[g.sheet[s]].rewards {
		if w.role == r && w.times == h.counts[r] {
			h.prestige += w.prestige
			h.crown += w.crown
			g.cues.Add(engine.CueGain, "cue.reward").Seat(s).Number(w.prestige).Number(w.crown)
		}
	}
}

// reached reports whether a house has reached what an achievement asks for (section 6.3 of the
// ledger).
func (g *Game) reached(s engine.Seat, w *goal) bool {
	h, c, n := &g.houses[s], &g.characters[s], 0
	switch w.stat {
	case statWins:
		n = h.wins
	case statPrestige:
		n = h.prestige
	case statCrown:
		n = h.crown
	case statEvents:
		for _, e := range g.history {
			if e.House == s && (w.resource < 0 || e.Resource == Resource(w.resource)) && (w.sign == NoSign || e.Sign == w.sign) {
				n++
			}
		}
	case statStory:
		for i := range g.lines {
			for _, e := range g.lines[i].Events {
				if e.House == s && (w.line < 0 || w.line == i) {
					n++
				}
			}
		}
	case statRole:
		n = h.counts[w.role]
	case statCoins:
		n = c.coins
	case statPower:
		n = c.power
	}
	return n >= w.least
}

// mustEnd reports whether the campaign cannot go on (KHA-20.1).
func (g *Game) mustEnd() bool {
	if g.reigns > 0 && g.reign >= g.reigns {
		return true
	}
	if !slices.ContainsFunc(g.lines[:], func(l Line) bool { return !l.Ended }) {
		return true
	}
	if g.pack == nil {
		return false
	}
	left := 0
	for i := range g.pack.decisions {
		if d := &g.pack.decisions[i]; g.used[i] == NoChoice && (d.line < 0 || !g.lines[d.line].Ended) {
			left++
		}
	}
	return left < decisionsMin
}

// Play begins the next reign (KHA-1.2).
func (NextReign) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.table(seat, "KHA-20.1", StepBetween); no != nil {
		return no
	}
	if g.mustEnd() {
		return engine.Refuse("KHA-20.1", "refuse.must_end")
	}
	g.reign++
	g.startReign()
	return nil
}

// Play ends the campaign (KHA-20.1).
func (EndCampaign) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.table(seat, "KHA-20.1", StepBetween); no != nil {
		return no
	}
	g.step, g.over = StepOver, true
	_, winners, _ := g.standing20()
	if by := g.campaignDecided(); by != "" {
		g.cues.Add(engine.CueSay, by)
	}
	key := "cue.campaign"
	if winners.Len() > 1 {
		key = "cue.campaign_shared"
	}
	for s := range g.all {
		if winners.Has(s) {
			g.cues.Add(engine.CueResult, key).Seat(s)
		}
	}
	return nil
}

// judged says by what the campaign is won (KHA-20.2 to 20.4).
func (g *Game) judged() string {
	switch {
	case g.unity > g.division:
		return "unity"
	case g.unity < g.division:
		return "division"
	}
	return "balance"
}

// standing20 returns what each house has reached, who has won (KHA-20.2 to 20.5), and what they
// have reached.
func (g *Game) standing20() (points [MaxSeats]int, winners engine.SeatSet, best [3]int) {
	for s := range g.all {
		key := g.reached20(s)
		points[s] = key[0]
		switch c := slices.Compare(key[:], best[:]); {
		case winners == 0 || c > 0:
			best, winners = key, engine.SeatsOf(s)
		case c == 0:
			winners = winners.With(s)
		}
	}
	return points, winners, best
}

// reached20 is what a house has reached: what counts, then what decides between equals.
func (g *Game) reached20(s engine.Seat) [3]int {
	h := &g.houses[s]
	switch {
	case g.unity > g.division:
		return [3]int{h.prestige, h.crown, h.wins}
	case g.unity < g.division:
		return [3]int{h.crown, h.prestige, h.wins}
	}
	return [3]int{h.prestige + h.crown, h.prestige, h.wins}
}

// campaignDecided says what decided between houses with equal shares of what counts who won the
// campaign; "" if that alone did, or nothing could.
func (g *Game) campaignDecided() string {
	_, winners, best := g.standing20()
	by := ""
	for s := range g.all {
		switch key := g.reached20(s); {
		case winners.Has(s), key[0] != best[0]:
		case key[1] == best[1]:
			return "cue.tie_wins" // the closest of them
		case g.unity > g.division:
			by = "cue.tie_crowns"
		default:
			by = "cue.tie_prestige"
		}
	}
	return by
}

// Play corrects a house sheet, or coins and power (section 8.4 of the ledger).
func (do AdjustHouse) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.table(seat, "KHA-2.3", StepPropose, StepBetween); no != nil {
		return no
	}
	if !g.sits(do.House) {
		return engine.Refuse("KHA-2.3", "refuse.no_house")
	}
	h, c := &g.houses[do.House], &g.characters[do.House]
	switch {
	case do == AdjustHouse{House: do.House}:
		return engine.Refuse("KHA-2.3", "refuse.nothing")
	case g.step == StepBetween && (do.Coins != 0 || do.Power != 0):
		return engine.Refuse("KHA-19.2", "refuse.reign_over")
	case h.prestige+int(do.Prestige) < 0, h.crown+int(do.Crown) < 0:
		return engine.Refuse("KHA-2.3", "refuse.below")
	case c.coins+int(do.Coins) < 0:
		return engine.Refuse("KHA-3.7", "refuse.below")
	case c.power+int(do.Power) < 0:
		return engine.Refuse("KHA-3.8", "refuse.below")
	case do.Achievement != "" && slices.Contains(h.achievements, do.Achievement):
		return engine.Refuse("KHA-2.5", "refuse.achievement", do.Achievement)
	}
	g.adjusted(do.House, "adjusted.prestige", &h.prestige, int(do.Prestige))
	g.adjusted(do.House, "adjusted.crown", &h.crown, int(do.Crown))
	g.handed(do.House, "adjusted.coins", &c.coins, int(do.Coins))
	g.handed(do.House, "adjusted.power", &c.power, int(do.Power))
	if do.Achievement != "" {
		g.achieve(do.House, do.Achievement, Ability{})
	}
	if do.Ability != (Ability{}) {
		h.gain(do.Ability)
		g.cues.Add(engine.CueSay, "cue.adjusted_ability").Seat(do.House)
	}
	return nil
}

// adjusted corrects by n what all see of a house, and tells it.
func (g *Game) adjusted(s engine.Seat, what string, of *int, n int) {
	if n != 0 {
		g.cues.Add(engine.CueSay, "cue.adjusted").Seat(s).Thing(what).Number(*of).Number(*of + n)
		*of += n
	}
}

// handed corrects by n what a house has of something that others don't see, and tells no more than the move does.
func (g *Game) handed(s engine.Seat, what string, of *int, n int) {
	switch *of += n; {
	case n > 0:
		g.cues.Add(engine.CueSay, "cue.adjusted_more").Seat(s).Thing(what).Number(n)
	case n < 0:
		g.cues.Add(engine.CueSay, "cue.adjusted_fewer").Seat(s).Thing(what).Number(-n)
	}
}

// Play corrects unity and division.
func (do AdjustRealm) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if no := g.table(seat, "KHA-15.4", StepPropose, StepBetween); no != nil {
		return no
	}
	switch {
	case do == AdjustRealm{}:
		return engine.Refuse("KHA-15.4", "refuse.nothing")
	case g.unity+int(do.Unity) < 0, g.division+int(do.Division) < 0:
		return engine.Refuse("KHA-15.4", "refuse.below")
	}
	for _, x := range []struct {
		what string
		of   *int
		by   Level
	}{{"adjusted.unity", &g.unity, do.Unity}, {"adjusted.division", &g.division, do.Division}} {
		if x.by != 0 {
			g.cues.Add(engine.CueSay, "cue.adjusted_realm").Thing(x.what).Number(*x.of).Number(*x.of + int(x.by))
			*x.of += int(x.by)
		}
	}
	return nil
}
