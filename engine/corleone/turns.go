package corleone

import (
	"iter"
	"slices"

	"consigliere/engine"
)

// A share is what one player may do with a front, the backs of a circle, a job or an ally.
type share struct {
	seat    engine.Seat
	kind    shareKind
	at      uint8 // business, place, job or ally
	started bool  // its gains have happened
	pays    bool  // of a job: the money comes last
	list    [maxShare]Ability
	n       uint8
}

// maxShare is how many abilities a share can have: six businesses and the park.
const maxShare = 7 * maxAbilities

type shareKind uint8

const (
	ofFront shareKind = iota
	ofCircle
	ofBack
	ofJob
	ofAlly
)

// myTurn refuses an action of a seat that is not the one in turn (COR-5.2).
func (g *Game) myTurn(s engine.Seat, rule string) *engine.Refusal {
	switch {
	case g.step == stepOver:
		return engine.Refuse("COR-15.6", "refuse.over")
	case g.light || g.step != stepFamily:
		return engine.Refuse(rule, "refuse.not_now")
	case g.drawnN > 0:
		return engine.Refuse("COR-11.4", "refuse.keep_open")
	case len(g.stack) > 0:
		return engine.Refuse("COR-5.2", "refuse.pending")
	case g.sits(s) && s != g.turn && !g.in(s):
		return engine.Refuse("COR-5.4", "refuse.out", s)
	case s != g.turn:
		return engine.Refuse("COR-5.1", "refuse.not_you", g.turn)
	}
	return nil
}

// Play places a thug (COR-6.1 to 6.5).
func (do Thug) Play(g *Game, s engine.Seat) *engine.Refusal {
	if no := g.myTurn(s, "COR-6.1"); no != nil {
		return no
	}
	p := &g.players[s]
	at, ok := g.cat.Places[do.Business]
	switch {
	case !ok || at >= FirstSpace:
		return engine.Refuse("COR-6.1", "refuse.no_business", do.Business)
	case at == ParkAt:
		return engine.Refuse("COR-2.9", "refuse.park")
	case !g.onBoard(int(at)):
		return engine.Refuse("COR-6.1", "refuse.not_on_board", g.cat.Businesses[at].Key)
	case p.thugs == 0:
		return engine.Refuse("COR-6.1", "refuse.no_thug", s)
	case !g.free(at):
		return engine.Refuse("COR-2.5", "refuse.taken", g.cat.Businesses[at].Key)
	}
	p.thugs--
	g.put(at, Piece{s, ThugFigure})
	g.cues.Add(engine.CueSay, "cue.thug").Seat(s).Thing(g.cat.Businesses[at].Key)
	g.shakeFront(s, int(at), bool(do.First))
	g.work()
	return nil
}

// Play places a family member (COR-7.1 to 7.5).
func (do Family) Play(g *Game, s engine.Seat) *engine.Refusal {
	if no := g.myTurn(s, "COR-7.1"); no != nil {
		return no
	}
	p := &g.players[s]
	at, ok := g.cat.Places[do.Space]
	switch {
	case !ok || at < FirstSpace:
		return engine.Refuse("COR-7.1", "refuse.no_space", do.Space)
	case p.family == 0:
		return engine.Refuse("COR-7.1", "refuse.no_family", s)
	case g.figures[at].Kind != NoFigure:
		return engine.Refuse("COR-2.5", "refuse.taken", g.placeKey(at))
	case !g.free(at):
		return engine.Refuse("COR-2.8", "refuse.plus3", g.placeKey(at))
	}
	p.family--
	g.put(at, Piece{s, FamilyFigure})
	g.cues.Add(engine.CueSay, "cue.member").Seat(s).Thing(g.placeKey(at))
	g.useBacks(s, at)
	g.work()
	return nil
}

// push lays a share on top of the stack.
func (g *Game) push(s engine.Seat, kind shareKind, at int, does []Ability) *share {
	g.stack = append(g.stack, share{seat: s, kind: kind, at: uint8(at)})
	sh := &g.stack[len(g.stack)-1]
	sh.add(does)
	return sh
}

func (sh *share) add(does []Ability) {
	sh.n += uint8(copy(sh.list[sh.n:], does))
}

// shakeFront makes the shares of a front: the player's, and the share of another controller of the
// turf (COR-6.3 to 6.6).
func (g *Game) shakeFront(s engine.Seat, b int, controllerFirst bool) {
	does := g.cat.Businesses[b].Front
	c := g.stacks[g.turfOf(b)].Top()
	if c < 0 || c == s { // COR-6.5
		g.push(s, ofFront, b, does)
		return
	}
	g.cues.Add(engine.CueSay, "cue.share").Seat(c).Thing(TurfKeys[g.turfOf(b)])
	first, second := s, c
	if controllerFirst {
		first, second = c, s
	}
	g.push(second, ofFront, b, does)
	g.push(first, ofFront, b, does)
}

// useBacks makes the share of a circle: the backs of every business in every area that it
// touches, in the order of section 8 (COR-7.2, 7.5).
func (g *Game) useBacks(s engine.Seat, at Place) {
	sp := &g.cat.Spaces[at-FirstSpace]
	g.pictured(SharePicture)
	sh := g.push(s, ofCircle, int(at), nil)
	for b := range g.cat.Touched(sp, &g.tileAt) {
		sh.add(b.Back)
	}
}

// Touched are the businesses that a circle touches, in the order of section 8, with tiles as they lie on the turfs.
func (c *Catalogue) Touched(sp *Space, tileAt *[Turfs + 1]uint8) iter.Seq[*Business] {
	return func(yield func(*Business) bool) {
		for t := Turf(1); t <= Turfs; t++ {
			if !sp.Turfs.Has(t) {
				continue
			}
			if !yield(&c.Businesses[t-1]) {
				return
			}
			if tile := tileAt[t]; tile != 0 && !yield(&c.Businesses[tile]) {
				return
			}
		}
		if sp.Park {
			yield(&c.Businesses[ParkAt])
		}
	}
}

// Play does a job (group 8).
func (do Job) Play(g *Game, s engine.Seat) *engine.Refusal {
	if no := g.myTurn(s, "COR-8.1"); no != nil {
		return no
	}
	j, ok := g.cat.JobAt[do.Job]
	if !ok {
		return engine.Refuse("COR-8.1", "refuse.no_job", do.Job)
	}
	p, jb := &g.players[s], &g.cat.Jobs[j]
	switch do.From {
	case FromHand:
		if !g.holdsJob(s, j) {
			return engine.Refuse("COR-8.1", "refuse.no_card", s, jb.key)
		}
	case FromRow:
		if !g.inRow(j) {
			return engine.Refuse("COR-8.1", "refuse.not_in_row", jb.key)
		}
	default:
		return engine.Refuse("COR-8.1", "refuse.not_now")
	}
	if !slices.Contains(jb.ways, do.Pay) {
		rule := "COR-8.2"
		if do.Pay.size() == jb.Cost.size() {
			rule = "COR-8.4"
		}
		return engine.Refuse(rule, "refuse.cost", jb.key)
	}
	if !p.goods.has(&do.Pay) {
		return engine.Refuse("COR-8.2", "refuse.no_goods", s)
	}
	if do.From == FromRow {
		g.takeFromRow(j) // COR-8.8
	} else {
		g.takeOne(s, JobCard+CardNo(j))
		g.cues.Learn(g.everyone(), false)
	}
	for i, n := range do.Pay {
		p.goods[i] -= n
		g.goods[i] += n
	}
	p.done[p.doneN] = uint8(j) // COR-8.7
	p.doneN++
	p.colours[jb.Colour]++
	c := g.cues.Add(engine.CueSay, "cue.job")
	c.Picture = JobPicture + 2*uint8(j)
	if do.From == FromHand {
		c.Picture++
	}
	c.Text.AddSeat(s).AddThing(jb.key)
	sh := g.push(s, ofJob, j, jb.Does)
	sh.pays = bool(do.Money)
	if !do.Money {
		g.payJob(s, j)
	}
	g.work()
	return nil
}

// payJob gives the notes of a job, one by one (COR-8.5).
func (g *Game) payJob(s engine.Seat, j int) {
	for _, note := range g.cat.Jobs[j].Pays {
		g.takeNote(s, note)
	}
}

// Play plays an ally (COR-10.1 to 10.3).
func (do Ally) Play(g *Game, s engine.Seat) *engine.Refusal {
	if no := g.myTurn(s, "COR-10.1"); no != nil {
		return no
	}
	a, ok := g.cat.AllyAt[do.Ally]
	if !ok {
		return engine.Refuse("COR-10.1", "refuse.no_ally", do.Ally)
	}
	p := &g.players[s]
	if p.allies>>a&1 == 0 {
		rule := "COR-10.1"
		if slices.Contains(p.played[:p.playedN], uint8(a)) {
			rule = "COR-10.3"
		}
		return engine.Refuse(rule, "refuse.no_card", s, g.cat.Allies[a].key)
	}
	p.allies &^= 1 << a
	p.played[p.playedN] = uint8(a)
	p.playedN++
	g.cues.Add(engine.CueSay, "cue.ally").Seat(s).Thing(g.cat.Allies[a].key)
	g.push(s, ofAlly, a, g.cat.Allies[a].Does)
	g.work()
	return nil
}

// mayPass reports whether no figure of a seat has a free space (COR-5.8).
func (g *Game) mayPass(s engine.Seat) bool {
	p := &g.players[s]
	return (p.thugs == 0 || !g.freeFront()) && (p.family == 0 || !g.freeSpace())
}

// Play leaves the phase (COR-5.3, 5.8).
func (Pass) Play(g *Game, s engine.Seat) *engine.Refusal {
	if no := g.myTurn(s, "COR-5.3"); no != nil {
		return no
	}
	if !g.mayPass(s) {
		return engine.Refuse("COR-5.3", "refuse.pass")
	}
	g.passed = g.passed.With(s)
	g.cues.Add(engine.CueSay, "cue.pass").Seat(s)
	g.endTurn()
	return nil
}

// work carries on with the share on top until a seat must say something; when no share is left
// the turn ends.
func (g *Game) work() {
	for len(g.stack) > 0 {
		if g.drawnN > 0 {
			return
		}
		sh := &g.stack[len(g.stack)-1]
		if !sh.started {
			sh.started = true
			g.gains(sh)
		}
		for _, a := range sh.list[:sh.n] {
			if g.usable(a, sh.seat) {
				if g.drawsNow() {
					return // nobody is asked
				}
				c := g.cues.Add(engine.CueSay, "cue.use")
				c.Asks = true
				c.Text.AddSeat(sh.seat).AddThing(g.shareKey(sh))
				return
			}
		}
		g.endShare()
	}
	g.endTurn()
}

// gains does what a share gives without a question, and leaves the rest in it.
func (g *Game) gains(sh *share) {
	left, told := uint8(0), uint8(0)
	for _, a := range sh.list[:sh.n] {
		if !a.Gain() {
			sh.list[left] = a
			left++
			continue
		}
		from := len(g.cues)
		g.gain(sh.seat, a)
		if told++; sh.kind != ofCircle {
			continue
		}
		if from == len(g.cues) && told > 1 {
			from-- // it counts one more
		}
		for i := from; i < len(g.cues); i++ {
			g.cues[i].Picture = SharePicture + told
		}
	}
	sh.n = left
}

// shareKey returns the message of what a share is of: a business, a job or an ally.
func (g *Game) shareKey(sh *share) string {
	switch sh.kind {
	case ofCircle:
		return g.placeKey(Place(sh.at))
	case ofJob:
		return g.cat.Jobs[sh.at].key
	case ofAlly:
		return g.cat.Allies[sh.at].key
	}
	return g.cat.Businesses[sh.at].Key
}

// endShare takes the top share off; the money of a job may come now (COR-8.6).
func (g *Game) endShare() {
	sh := g.stack[len(g.stack)-1]
	g.stack = g.stack[:len(g.stack)-1]
	if sh.pays {
		g.payJob(sh.seat, int(sh.at))
	}
}

// usable reports whether a seat can use an ability now (section 6).
func (g *Game) usable(a Ability, s engine.Seat) bool {
	p := &g.players[s]
	switch a {
	case Stash:
		return p.notes != Notes{}
	case JobDraw:
		return g.deckN+g.discardN > 0
	case Swap1, Swap2, Swap3:
		return p.size() >= g.cat.Swaps[a-Swap1].Discard
	case Smuggle:
		return p.size() > 0 && g.canSmuggle()
	case HorseHead:
		return g.horse != s
	case ShakeFront, ShakeBack, Manual:
		return true
	case KillThug, KillFamily, KillAny, KillThugChief, KillFamilyChief:
		for at := Place(0); at <= PolicePlace; at++ {
			if g.killable(a, s, at) {
				return true
			}
		}
	case MoveThug, MoveFamily, MoveRival:
		front, circle := g.freeFront(), g.freeSpace()
		for at := Place(0); at < g.lastPlace(); at++ {
			if (at < FirstSpace && front || at >= FirstSpace && circle) && g.movable(a, s, at) {
				return true
			}
		}
	case Mayor:
		return !g.isDead(MayorFigure) && g.freeSpace()
	case UnionBoss:
		return !g.isDead(UnionFigure) && g.freeFront()
	case PoliceChief:
		return !g.isDead(PoliceFigure)
	}
	return false
}

// canSmuggle reports whether a pile that can be smuggled from holds something.
func (g *Game) canSmuggle() bool {
	for good := Gun; good <= Booze; good++ {
		if g.goods[good] > 0 {
			return true
		}
	}
	return false
}

// due refuses the use of an ability that is not pending for a seat.
func (g *Game) due(s engine.Seat, a Ability, rule string) *engine.Refusal {
	switch {
	case g.step == stepOver:
		return engine.Refuse("COR-15.6", "refuse.over")
	case g.step != stepFamily || len(g.stack) == 0:
		return engine.Refuse(rule, "refuse.not_now")
	case g.drawnN > 0:
		return engine.Refuse("COR-11.4", "refuse.keep_open")
	}
	sh := &g.stack[len(g.stack)-1]
	switch {
	case sh.seat != s:
		return engine.Refuse(rule, "refuse.not_you", sh.seat)
	case a == abilityCount:
		return nil
	case !slices.Contains(sh.list[:sh.n], a):
		return engine.Refuse(rule, "refuse.not_pending", abilityKeys[a])
	case !g.usable(a, s):
		return engine.Refuse(rule, "refuse.not_usable", abilityKeys[a])
	}
	return nil
}

// ruleOf is the rule of each ability that is asked.
var ruleOf = [abilityCount]string{
	Stash: "COR-11.3", JobDraw: "COR-11.4", Swap1: "COR-11.5", Swap2: "COR-11.5", Swap3: "COR-11.5", Smuggle: "COR-11.6",
	HorseHead: "COR-11.9", ShakeFront: "COR-11.11", ShakeBack: "COR-11.12", KillThug: "COR-9.4", KillFamily: "COR-9.4",
	KillAny: "COR-9.4", KillThugChief: "COR-9.4", KillFamilyChief: "COR-9.4", MoveThug: "COR-11.12", MoveFamily: "COR-11.12",
	MoveRival: "COR-11.12", Mayor: "COR-10.5", UnionBoss: "COR-10.5", PoliceChief: "COR-10.5", Manual: "COR-11.12",
}

// Play gives up the abilities that are left (COR-11.1).
func (Done) Play(g *Game, s engine.Seat) *engine.Refusal {
	if no := g.due(s, abilityCount, "COR-11.1"); no != nil {
		return no
	}
	if g.typesDraw() {
		g.cues.Learn(g.everyone(), false) // that no job was kept
	}
	g.cues.Add(engine.CueSay, "cue.done").Seat(s).Thing(g.shareKey(&g.stack[len(g.stack)-1]))
	g.endShare()
	g.work()
	return nil
}

// typesDraw reports whether the seat in charge of the top share may type in what it draws.
func (g *Game) typesDraw() bool {
	sh := &g.stack[len(g.stack)-1]
	return !g.boxDraws && slices.Contains(sh.list[:sh.n], JobDraw)
}

// The moves that use an ability differ in which it is, and in what is said with it.

// Play uses the ability.
func (do UseStash) Play(g *Game, s engine.Seat) *engine.Refusal { return g.use(s, Stash, do) }

// Play uses the ability.
func (do UseDraw) Play(g *Game, s engine.Seat) *engine.Refusal { return g.use(s, JobDraw, do) }

// Play uses the ability.
func (do UseSwap) Play(g *Game, s engine.Seat) *engine.Refusal {
	return g.use(s, Swap1+Ability(do.Ability), do)
}

// Play uses the ability.
func (do UseSmuggle) Play(g *Game, s engine.Seat) *engine.Refusal { return g.use(s, Smuggle, do) }

// Play uses the ability.
func (do UseHorse) Play(g *Game, s engine.Seat) *engine.Refusal { return g.use(s, HorseHead, do) }

// Play uses the ability.
func (do UseFront) Play(g *Game, s engine.Seat) *engine.Refusal { return g.use(s, ShakeFront, do) }

// Play uses the ability.
func (do UseBack) Play(g *Game, s engine.Seat) *engine.Refusal { return g.use(s, ShakeBack, do) }

// Play uses the ability.
func (do UseKill) Play(g *Game, s engine.Seat) *engine.Refusal {
	return g.use(s, KillThug+Ability(do.Ability), do)
}

// Play uses the ability.
func (do UseMoveThug) Play(g *Game, s engine.Seat) *engine.Refusal { return g.use(s, MoveThug, do) }

// Play uses the ability.
func (do UseMoveFamily) Play(g *Game, s engine.Seat) *engine.Refusal { return g.use(s, MoveFamily, do) }

// Play uses the ability.
func (do UseMoveRival) Play(g *Game, s engine.Seat) *engine.Refusal { return g.use(s, MoveRival, do) }

// Play uses the ability.
func (do UseMayor) Play(g *Game, s engine.Seat) *engine.Refusal { return g.use(s, Mayor, do) }

// Play uses the ability.
func (do UseUnion) Play(g *Game, s engine.Seat) *engine.Refusal { return g.use(s, UnionBoss, do) }

// Play uses the ability.
func (do UsePolice) Play(g *Game, s engine.Seat) *engine.Refusal { return g.use(s, PoliceChief, do) }

// Play uses the ability.
func (do UseManual) Play(g *Game, s engine.Seat) *engine.Refusal { return g.use(s, Manual, do) }

// use uses an ability of the top share (groups 9 to 11).
func (g *Game) use(s engine.Seat, a Ability, do engine.Action) *engine.Refusal {
	if a < Stash || a >= abilityCount {
		return engine.Refuse("COR-11.12", "refuse.not_now")
	}
	if no := g.due(s, a, ruleOf[a]); no != nil {
		return no
	}
	if no := g.allowed(s, a, do); no != nil {
		return no
	}
	secret := g.typesDraw()
	sh := &g.stack[len(g.stack)-1]
	i := slices.Index(sh.list[:sh.n], a)
	copy(sh.list[i:], sh.list[i+1:sh.n])
	sh.n--
	if secret && a != JobDraw {
		g.cues.Learn(g.everyone(), false) // what was chosen out of a secret list
	}
	g.carry(s, a, do)
	g.work()
	return nil
}

// allowed refuses what an ability cannot do (COR-11.12).
func (g *Game) allowed(s engine.Seat, a Ability, do engine.Action) *engine.Refusal {
	p := &g.players[s]
	switch do := do.(type) {
	case UseStash:
		if at := noteOf(int(do.Note)); at < 0 || p.notes[at] == 0 {
			return engine.Refuse(ruleOf[a], "refuse.no_note", s)
		}
	case UseDraw:
		return g.mayKeep(s, do)
	case UseSwap:
		return g.maySwap(s, a, do)
	case UseSmuggle:
		return g.maySmuggle(s, do)
	case UseFront:
		if at, ok := g.cat.Backs[do.Business]; !ok || !g.onBoard(at) {
			return engine.Refuse(ruleOf[a], "refuse.not_on_board", do.Business)
		}
	case UseBack:
		if at, ok := g.cat.Backs[do.Business]; !ok || !g.onBoard(at) {
			rule := ruleOf[a]
			if g.cat.Places[do.Business] == ParkAt {
				rule = "COR-7.6"
			}
			return engine.Refuse(rule, "refuse.not_on_board", do.Business)
		}
	case UseKill:
		if at, ok := g.placeOf(do.At); !ok || !g.killable(a, s, at) {
			return engine.Refuse(ruleOf[a], "refuse.no_target", do.At)
		}
	case UseMoveThug:
		return g.mayMove(s, a, do.From, do.To)
	case UseMoveFamily:
		return g.mayMove(s, a, do.From, do.To)
	case UseMoveRival:
		return g.mayMove(s, a, do.From, do.To)
	case UseMayor:
		if at, ok := g.placeOf(do.To); !ok || at < FirstSpace || !g.free(at) {
			return engine.Refuse(ruleOf[a], "refuse.not_free", do.To)
		}
	case UseUnion:
		if at, ok := g.placeOf(do.To); !ok || at >= FirstSpace || !g.free(at) {
			return engine.Refuse(ruleOf[a], "refuse.not_free", do.To)
		}
	case UsePolice:
		if do.To == NoTurf || do.To > Turfs || do.To == g.policeAt {
			return engine.Refuse(ruleOf[a], "refuse.other_turf")
		}
	}
	return nil
}

func (g *Game) mayMove(s engine.Seat, a Ability, from, to string) *engine.Refusal {
	at, ok := g.placeOf(from)
	if !ok || at >= PlaceCount || !g.movable(a, s, at) {
		return engine.Refuse(ruleOf[a], "refuse.no_target", from)
	}
	dest, ok := g.placeOf(to)
	if !ok || !g.free(dest) || (at < FirstSpace) != (dest < FirstSpace) {
		return engine.Refuse(ruleOf[a], "refuse.not_free", to)
	}
	return nil
}

// mayKeep refuses jobs that cannot be drawn, as far as s can know (COR-11.4).
func (g *Game) mayKeep(s engine.Seat, do UseDraw) *engine.Refusal {
	n := min(2, int(g.deckN)+int(g.discardN))
	switch {
	case g.boxDraws && do != UseDraw{}:
		return engine.Refuse("COR-11.4", "refuse.box_draws")
	case g.boxDraws:
		return nil
	case do.Keep == "" || (do.Discard == "") != (n == 1):
		return engine.Refuse("COR-11.4", "refuse.draw_count", n)
	}
	seen := g.seenFor(s, n)
	for _, id := range [...]string{do.Keep, do.Discard} {
		if id == "" || id == Unknown {
			continue
		}
		j, ok := g.cat.JobAt[id]
		if !ok {
			return engine.Refuse("COR-11.4", "refuse.no_job", id)
		}
		if seen[j] >= g.cat.Jobs[j].copies {
			return engine.Refuse("COR-11.4", "refuse.no_copy", g.cat.Jobs[j].key)
		}
		seen[j]++
	}
	return nil
}

// maySwap refuses cards that cannot be swapped (COR-11.5).
func (g *Game) maySwap(s engine.Seat, a Ability, do UseSwap) *engine.Refusal {
	var room [4]CardNo
	cards, bad := g.parse(room[:0], do.Cards)
	if bad != "" {
		return engine.Refuse("COR-11.5", "refuse.unknown_card", bad)
	}
	if n := g.cat.Swaps[a-Swap1].Discard; len(cards) != n {
		return engine.Refuse("COR-11.5", "refuse.swap_count", n)
	}
	h, seen := g.players[s].hand, g.seenBy(s)
	for _, c := range cards {
		if !g.take(&h, c, &seen) {
			return engine.Refuse("COR-11.5", "refuse.no_card", s, "card."+g.cat.cardWord[c])
		}
	}
	return nil
}

// maySmuggle refuses a card that is not there, and goods that are not (COR-11.6).
func (g *Game) maySmuggle(s engine.Seat, do UseSmuggle) *engine.Refusal {
	c, ok := g.cat.CardAt[string(do.Card)]
	switch {
	case !ok:
		return engine.Refuse("COR-11.6", "refuse.unknown_card", string(do.Card))
	case !g.holds(s, c):
		return engine.Refuse("COR-11.6", "refuse.no_card", s, "card."+g.cat.cardWord[c])
	case do.Good > Booze:
		return engine.Refuse("COR-11.6", "refuse.smuggle")
	case g.goods[do.Good] == 0 && c != GoodCard+CardNo(do.Good): // the discarded one lies there
		return engine.Refuse("COR-12.3", "refuse.pile_empty")
	}
	return nil
}

// carry does what an ability does.
func (g *Game) carry(s engine.Seat, a Ability, do engine.Action) {
	p := &g.players[s]
	switch do := do.(type) {
	case UseStash:
		at := noteOf(int(do.Note))
		p.notes[at]--
		p.purse[at]++
		g.cues.Add(engine.CueSay, "cue.stash").Seat(s).Number(int(do.Note))
	case UseDraw:
		g.drawJobs(s, do)
	case UseSwap:
		var room [4]CardNo
		cards, _ := g.parse(room[:0], do.Cards)
		for _, c := range cards {
			g.discardFrom(s, c)
		}
		if len(cards) == 1 {
			g.cues.Add(engine.CueSay, "cue.swap_one").Seat(s).Thing("cards." + g.cat.cardWord[cards[0]])
		} else {
			g.cues.Add(engine.CueSay, "cue.swap").Seat(s).Number(len(cards))
		}
		for _, note := range g.cat.Swaps[a-Swap1].Take {
			g.takeNote(s, note)
		}
	case UseSmuggle:
		g.discardFrom(s, g.cat.CardAt[string(do.Card)])
		g.cues.Add(engine.CueSay, "cue.smuggle").Seat(s).Thing("cards." + string(do.Card))
		g.takeGood(s, do.Good)
	case UseHorse:
		g.giveHorse(s)
	case UseFront:
		g.cues.Add(engine.CueSay, "cue.front").Seat(s).Thing(g.cat.Businesses[g.cat.Backs[do.Business]].Key)
		g.shakeFront(s, g.cat.Backs[do.Business], bool(do.First))
	case UseBack:
		at := g.cat.Backs[do.Business]
		g.cues.Add(engine.CueSay, "cue.back").Seat(s).Thing(g.cat.Businesses[at].Key)
		g.push(s, ofBack, at, g.cat.Businesses[at].Back)
	case UseKill:
		at, _ := g.placeOf(do.At)
		g.killAt(at, s)
	case UseMoveThug:
		g.moveFigure(g.cat.Places[do.From], g.cat.Places[do.To], s)
		g.shakeFront(s, int(g.cat.Places[do.To]), bool(do.First))
	case UseMoveFamily:
		g.moveFigure(g.cat.Places[do.From], g.cat.Places[do.To], s)
		g.useBacks(s, g.cat.Places[do.To])
	case UseMoveRival:
		g.moveFigure(g.cat.Places[do.From], g.cat.Places[do.To], s)
	case UseMayor:
		at := g.cat.Places[do.To]
		g.place(s, MayorFigure, g.mayorAt, at)
		g.useBacks(s, at)
	case UseUnion:
		at := g.cat.Places[do.To]
		g.place(s, UnionFigure, g.unionAt, at)
		g.shakeFront(s, int(at), bool(do.First))
	case UsePolice:
		g.policeAt = do.To
		g.own[PoliceFigure] = s.OrNone()
		g.cues.Add(engine.CueSay, "cue.moves").Seat(s).Thing(FigureKeys[PoliceFigure]).Thing(TurfKeys[do.To])
	}
}

// place places a neutral figure, or moves it; it is then the player's own (COR-10.4, 10.6).
func (g *Game) place(s engine.Seat, f Figure, was, at Place) {
	if was != NoPlace {
		g.figures[was] = Piece{}
	}
	g.put(at, Piece{Neutral, f})
	g.own[f] = s.OrNone()
	g.cues.Add(engine.CueSay, "cue.moves").Seat(s).Thing(FigureKeys[f]).Thing(g.placeKey(at))
}

// discardFrom discards a card out of a hand that has it.
func (g *Game) discardFrom(s engine.Seat, c CardNo) {
	g.takeOne(s, c)
	g.discard(c)
}

// takeOne takes a card out of a hand that has it.
func (g *Game) takeOne(s engine.Seat, c CardNo) {
	p := &g.players[s]
	if c >= JobCard && c < g.cat.AllyCard() && p.jobs[c-JobCard] == 0 { // an unknown one
		p.unknown--
		g.seen[c-JobCard]++
		return
	}
	g.take(&p.hand, c, &g.seen)
}

// drawJobs draws two jobs, keeps one and discards the other (COR-11.4).
func (g *Game) drawJobs(s engine.Seat, do UseDraw) {
	n := min(2, int(g.deckN)+int(g.discardN))
	p := &g.players[s]
	if g.boxDraws {
		for i := range n {
			g.drawn[i] = uint8(g.drawJob())
		}
		g.cues.Learn(engine.SeatsOf(s), true)
		if n == 1 {
			p.learn(int(g.drawn[0]))
			g.cues.Add(engine.CueSay, "cue.draws_one").Seat(s)
			return
		}
		g.drawnN = 2
		g.cues.Add(engine.CueSay, "cue.draws").Seat(s)
		return
	}
	g.need(n)
	g.cues.Learn(engine.SeatsOf(s), true)
	g.deckN -= uint8(n)
	if do.Keep == Unknown {
		p.unknown++
	} else {
		j := g.cat.JobAt[do.Keep]
		g.seen[j]++
		p.learnAlone(j)
		g.drewInSecret = true
	}
	if do.Discard == "" {
		return
	}
	j := uint8(blank)
	if do.Discard != Unknown {
		j = uint8(g.cat.JobAt[do.Discard])
		g.seen[j]++
		g.cues.Learn(g.everyone(), false)
		g.tellDiscard(s, int(j))
	}
	g.discards[g.discardN] = j
	g.discardN++
}

// Play keeps one of the two jobs that the box has drawn (COR-11.4).
func (do Keep) Play(g *Game, s engine.Seat) *engine.Refusal {
	switch {
	case g.step == stepOver:
		return engine.Refuse("COR-15.6", "refuse.over")
	case g.drawnN == 0:
		return engine.Refuse("COR-11.4", "refuse.not_now")
	}
	sh := &g.stack[len(g.stack)-1]
	if s != sh.seat {
		return engine.Refuse("COR-11.4", "refuse.not_you", sh.seat)
	}
	j, ok := g.cat.JobAt[do.Job]
	if !ok || !slices.Contains(g.drawn[:], uint8(j)) {
		return engine.Refuse("COR-11.4", "refuse.not_drawn", do.Job)
	}
	other := g.drawn[0]
	if int(other) == j {
		other = g.drawn[1]
	}
	g.drawnN = 0
	g.players[s].learn(j)
	g.discards[g.discardN] = other
	g.discardN++
	g.cues.Learn(g.everyone(), false)
	g.tellDiscard(s, int(other))
	g.work()
	return nil
}

// tellDiscard says which job was drawn and not kept; a stage shows what it was.
func (g *Game) tellDiscard(s engine.Seat, j int) {
	c := g.cues.Add(engine.CueSay, "cue.discard")
	c.Picture = JobPicture + 2*uint8(j)
	c.Text.AddSeat(s).AddThing(g.cat.Jobs[j].key)
}
