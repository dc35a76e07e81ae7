package event

import (
	"cmp"
	"slices"

	"consigliere/engine"
)

// A history records by name which players have met, and where they sat.
type history struct {
	met   map[[2]string]int
	seats map[string][]int // how often in each seat
	byes  map[string]int
}

// history returns what happened in the first rounds.
func (e *Event) history(rounds int) history {
	h := history{map[[2]string]int{}, map[string][]int{}, map[string]int{}}
	for _, r := range e.Rounds[:rounds] {
		for _, t := range r.Tables {
			for i, a := range t.Seats {
				if h.seats[a] == nil {
					h.seats[a] = make([]int, MaxTable)
				}
				h.seats[a][i]++
				for _, b := range t.Seats[i+1:] {
					h.met[pairOf(a, b)]++
				}
			}
		}
		for _, name := range r.Byes {
			h.byes[name]++
		}
	}
	return h
}

func pairOf(a, b string) [2]string {
	if a > b {
		a, b = b, a
	}
	return [2]string{a, b}
}

// repeats returns a reason for each two at a table who have met before.
func (h history) repeats(seats []string) []Reason {
	var again []Reason
	for i, a := range seats {
		for _, b := range seats[i+1:] {
			if n := h.met[pairOf(a, b)]; n > 0 {
				again = append(again, Reason{Key: "again", Who: a, Whom: b, N: n})
			}
		}
	}
	return again
}

// Errors of [Event.Pair].
var (
	ErrNotDone = Wrong("not_done", "some tables have no result yet")
	ErrTooFew  = Wrong("too_few", "too few players for a table")
)

// Pair returns the next round: tables by standing, in which as few as possible meet again, and nobody who has sat out
// sits out again before the others. The same event gives the same round.
func (e *Event) Pair() (Round, error) {
	if err := e.Check(); err != nil {
		return Round{}, err
	}
	if !e.Done() {
		return Round{}, ErrNotDone
	}
	next := len(e.Rounds) + 1
	if next > MaxRounds {
		return Round{}, Wrong("many_rounds", "an event has at most %d rounds, not %d", MaxRounds, next)
	}
	order := e.order(next)
	h := e.history(len(e.Rounds))
	sizes, byes := tableSizes(len(order), e.Settings.Least, e.Settings.Most)
	if len(sizes) == 0 {
		return Round{}, ErrTooFew
	}
	var r Round
	for range byes {
		i := sitsOut(order, h)
		r.Byes = append(r.Byes, order[i].name)
		order = slices.Delete(order, i, i+1)
	}
	p := newPairing(order, sizes, h)
	p.solve()
	plain := 0 // the first place of those who would sit here by standing alone
	for i, size := range sizes {
		t := Table{Number: i + 1, Seats: p.names(i), Why: p.why(i, plain, next == 1)}
		if size < e.Settings.Most {
			t.Why = append(t.Why, Reason{Key: "size", N: size})
		}
		t.Why = append(t.Why, h.repeats(t.Seats)...)
		balance(t.Seats, h.seats)
		r.Tables = append(r.Tables, t)
		plain += size
	}
	return r, nil
}

// An entrant is somebody who plays in a round, with the place in the standings.
type entrant struct {
	name  string
	place int
}

// order returns who plays in a round, by standing; before the first round, drawn.
func (e *Event) order(round int) []entrant {
	present := map[string]bool{}
	for i := range e.Players {
		if p := &e.Players[i]; p.plays(round) {
			present[p.Name] = true
		}
	}
	var order []entrant
	for _, s := range e.Standings() {
		if present[s.Name] {
			order = append(order, entrant{s.Name, s.Place})
		}
	}
	// Those whom nothing tells apart are drawn, in each round anew.
	chance := engine.NewChance("event", e.Seed+uint64(round))
	for i := len(order) - 1; i > 0; i-- {
		j := chance.Pick(i + 1)
		order[i], order[j] = order[j], order[i]
	}
	slices.SortStableFunc(order, func(a, b entrant) int { return cmp.Compare(a.place, b.place) })
	return order
}

// tableSizes returns the sizes of tables for n players, the largest first, and how many have to sit out: as few as
// can be, then as few small tables as can be.
func tableSizes(n, least, most int) (sizes []int, byes int) {
	for byes = 0; byes <= n; byes++ {
		seated := n - byes
		tables := (seated + most - 1) / most
		if tables == 0 || tables*least > seated {
			continue
		}
		for i := range tables {
			size := seated / tables
			if i < seated%tables {
				size++
			}
			sizes = append(sizes, size)
		}
		return sizes, byes
	}
	return nil, n
}

// sitsOut returns the index of whoever sits out: nobody twice before all have once, then the lowest.
func sitsOut(order []entrant, h history) int {
	out := len(order) - 1
	for i := out; i >= 0; i-- {
		if h.byes[order[i].name] < h.byes[order[out].name] {
			out = i
		}
	}
	return out
}

// A pairing is players on the way to their tables.
type pairing struct {
	order []entrant
	met   [][]int32 // by index in order
	start []int     // the first seat of each table in at
	table []int     // the table of each seat in at
	at    []int     // the players, table by table
}

func newPairing(order []entrant, sizes []int, h history) *pairing {
	p := &pairing{order: order, met: make([][]int32, len(order)), at: make([]int, len(order))}
	index := make(map[string]int, len(order))
	for i, o := range order {
		index[o.name], p.at[i] = i, i
		p.met[i] = make([]int32, len(order))
	}
	for pair, n := range h.met {
		a, in := index[pair[0]]
		b, too := index[pair[1]]
		if in && too {
			p.met[a][b], p.met[b][a] = int32(n), int32(n)
		}
	}
	for t, size := range sizes {
		p.start = append(p.start, len(p.table))
		for range size {
			p.table = append(p.table, t)
		}
	}
	p.start = append(p.start, len(p.table))
	return p
}

// again is what it costs that two meet again; no sum of distances in the standings is as much.
const again = 1 << 40

// cost returns what it costs that a player sits at a table, without whoever sits in one seat of it: each meeting again,
// and the squares of the distances in the standings.
func (p *pairing) cost(player, table, but int) int64 {
	var sum int64
	for seat := p.start[table]; seat < p.start[table+1]; seat++ {
		if seat != but {
			other := p.at[seat]
			d := int64(player - other)
			sum += d*d + int64(p.met[player][other])*again
		}
	}
	return sum
}

// meetings returns how many at the table have met before.
func (p *pairing) meetings(seat int) (n int32) {
	t := p.table[seat]
	for s := p.start[t]; s < p.start[t+1]; s++ {
		n += p.met[p.at[seat]][p.at[s]]
	}
	return n
}

// solve seats the players: two at a table exactly where that takes no longer than a moment, and otherwise by exchanging
// players for as long as it helps.
func (p *pairing) solve() {
	if len(p.at) == 2*(len(p.start)-1) {
		p.match()
	} else {
		p.greedy()
	}
	for p.improve() {
	}
	for round := 0; round < 20 && p.repeats() > 0; round++ {
		// What nobody can mend by an exchange of two may be mended after a detour.
		before := slices.Clone(p.at)
		bad := p.repeats()
		p.shake(round)
		for p.improve() {
		}
		if p.repeats() >= bad {
			p.at = before
		}
	}
}

// repeats returns how many meetings there are again, each counted twice.
func (p *pairing) repeats() (n int32) {
	for seat := range p.at {
		n += p.meetings(seat)
	}
	return n
}

// greedy fills table after table with the best placed who has met nobody there.
func (p *pairing) greedy() {
	seated := make([]bool, len(p.at))
	for seat := range p.at {
		t, best, least := p.table[seat], -1, int32(0)
		for player := range p.order {
			if seated[player] {
				continue
			}
			var n int32
			for s := p.start[t]; s < seat; s++ {
				n += p.met[player][p.at[s]]
			}
			if best < 0 || n < least {
				best, least = player, n
			}
			if least == 0 {
				break
			}
		}
		p.at[seat], seated[best] = best, true
	}
}

// improve exchanges each player with whomever it helps most, and reports whether any exchange did.
func (p *pairing) improve() bool {
	helped := false
	for a := range p.at {
		best, gain := -1, int64(0)
		here := p.cost(p.at[a], p.table[a], a)
		for b := range p.at {
			if p.table[a] == p.table[b] {
				continue
			}
			g := here + p.cost(p.at[b], p.table[b], b) - p.cost(p.at[a], p.table[b], b) - p.cost(p.at[b], p.table[a], a)
			if g > gain {
				best, gain = b, g
			}
		}
		if best >= 0 {
			p.at[a], p.at[best] = p.at[best], p.at[a]
			helped = true
		}
	}
	return helped
}

// shake moves everybody who meets somebody again to another table, each time another.
func (p *pairing) shake(round int) {
	for a := range p.at {
		if p.meetings(a) > 0 {
			b := (a + (round+1)*7 + p.start[1]) % len(p.at)
			p.at[a], p.at[b] = p.at[b], p.at[a]
		}
	}
}

// match pairs players two by two from the top, each with the nearest who leaves a way for all others. It gives up
// after that many tries, and [pairing.greedy] does what it can.
func (p *pairing) match() {
	const most = 100_000
	partner := make([]int, len(p.order))
	for i := range partner {
		partner[i] = -1
	}
	tries := 0
	var from func(top int) bool
	from = func(top int) bool {
		for top < len(partner) && partner[top] >= 0 {
			top++
		}
		if top == len(partner) {
			return true
		}
		for other := top + 1; other < len(partner); other++ {
			if partner[other] >= 0 || p.met[top][other] > 0 {
				continue
			}
			if tries++; tries > most {
				return false
			}
			partner[top], partner[other] = other, top
			if from(top + 1) {
				return true
			}
			partner[top], partner[other] = -1, -1
		}
		return false
	}
	if !from(0) {
		p.greedy()
		return
	}
	seat := 0
	for a, b := range partner {
		if a < b {
			p.at[seat], p.at[seat+1] = a, b
			seat += 2
		}
	}
}

// names returns who sits at a table, the best placed first.
func (p *pairing) names(table int) []string {
	at := slices.Clone(p.at[p.start[table]:p.start[table+1]])
	slices.Sort(at)
	names := make([]string, len(at))
	for i, player := range at {
		names[i] = p.order[player].name
	}
	return names
}

// why returns why people sit at a table. By standing alone those from plain on would.
func (p *pairing) why(table, plain int, drawn bool) []Reason {
	if drawn {
		return []Reason{{Key: "draw"}}
	}
	at := slices.Clone(p.at[p.start[table]:p.start[table+1]])
	slices.Sort(at)
	why := []Reason{{Key: "standing", From: p.order[at[0]].place, To: p.order[at[len(at)-1]].place}}
	for _, player := range at {
		if player >= plain && player < plain+len(at) {
			continue
		}
		// Where would it have sat, and whom would it have met there again?
		own := p.table[player]
		for other := p.start[own]; other < p.start[own+1]; other++ {
			if p.met[player][other] > 0 {
				why = append(why, Reason{Key: "moved", Who: p.order[player].name, Whom: p.order[other].name})
				break
			}
		}
	}
	return why
}

// balance puts people into the seats that they have had least often, the first seat above all.
func balance(names []string, had map[string][]int) {
	cost := func(name string, seat int) int {
		n := 0
		if s := had[name]; s != nil {
			n = s[seat]
		}
		if seat == 0 {
			return 2 * n * n
		}
		return n * n
	}
	for better := true; better; {
		better = false
		for a := range names {
			for b := range a {
				now := cost(names[a], a) + cost(names[b], b)
				then := cost(names[a], b) + cost(names[b], a)
				if then < now {
					names[a], names[b] = names[b], names[a]
					better = true
				}
			}
		}
	}
}
