package anygame

import (
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/engine/document"
)

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// A timer is a countdown, or clocks that a press passes on.
type timer struct {
	kind             string // countdown, chess, turns, bank
	seconds          int
	increment, delay int // seconds
	hourglass        bool
	force            bool     // whoever has no time left is out; else it is only said
	turns            *formula // how many in all; nil or 0: without end
	first            *formula
	warn             []int // seconds, the most first
}

// A clockRun is clocks while they run. Times are in milliseconds.
type clockRun struct {
	on       engine.Seat // whose clock runs
	started  bool
	since    stamp
	left     [engine.MaxSeats]int // of a bank the first holds everybody's
	used     [engine.MaxSeats]int
	in, done engine.SeatSet // the seats that play on; those without time left, where that is only said
	turns    int
	most     int // turns; 0: without end
	warned   int // warnings of this turn
	first    int // which of them is the first
	last     engine.Seat
}

const longestClock = 4 * 60 * 60

func (r *reader) readTimer(v document.Value, _ *phase) tool {
	keys(v, []string{"seconds"}, []string{"kind", "increment", "delay", "hourglass", "force", "turns", "first", "warn"})
	t := &timer{
		kind:      wordOr(v.Key("kind"), "countdown", "chess", "turns", "bank"),
		seconds:   v.Key("seconds").IntOr(60, 1, longestClock),
		increment: v.Key("increment").IntOr(0, 0, 600), delay: v.Key("delay").IntOr(0, 0, 600),
		hourglass: v.Key("hourglass").Bool(), force: true,
	}
	if f := v.Key("force"); f.Node() != nil {
		t.force = f.Bool()
	}
	if f := v.Key("turns"); f.Node() != nil {
		t.turns = r.formula(f, 0, number)
		r.open(f, t.turns)
	}
	if f := v.Key("first"); f.Node() != nil {
		t.first = r.formula(f, 0, seat)
		r.open(f, t.first)
	}
	if w := v.Key("warn"); w.Node() != nil {
		for _, item := range w.List(1, 5) {
			t.warn = append(t.warn, item.Int(1, longestClock))
		}
		slices.SortFunc(t.warn, func(a, b int) int { return b - a })
		t.warn = slices.Compact(t.warn)
	}
	return t
}

func (t *timer) fields() []field {
	return []field{
		{name: "used", shape: shape{kind: number, each: true}},
		{name: "left", shape: shape{kind: number, each: true}},
		{name: "out", shape: shape{kind: truth, each: true}},
		{name: "last_on", shape: shape{kind: seat}},
		{name: "turns", shape: shape{kind: number}},
	}
}
func (t *timer) asks() bool { return true }

// passes reports whether seats press, and not only the table.
func (t *timer) passes() bool { return t.kind != "countdown" }

func (t *timer) begin(g *Game) {
	for _, f := range t.fields() {
		g.result(f.name, f.zero(len(g.roster)))
	}
	c := &g.run.timed.clock
	c.most = g.number(t.turns, 0)
	c.in, c.on, c.last = g.run.acting, engine.NoSeat, engine.NoSeat
	for s := range g.roster {
		c.left[s] = t.seconds * 1000
	}
	g.run.table, g.run.both = true, true
	if !t.passes() {
		g.run.await, c.started = 0, true
		t.turn(g)
		return
	}
	if g.run.acting == 0 {
		g.run.table = false
		return
	}
	start := g.number(t.first, 0)
	c.on = next(g.run.acting, engine.Seat(max(0, start))-1, len(g.roster))
	g.run.await = engine.SeatsOf(c.on)
	g.run.offered = true
}

// next returns the next seat of a set clockwise after one.
func next(set engine.SeatSet, s engine.Seat, n int) engine.Seat {
	for i := 1; i <= n; i++ {
		if o := engine.Seat((int(s) + i + n) % n); set.Has(o) {
			return o
		}
	}
	return engine.NoSeat
}

// account returns whose time runs: of a bank there is one.
func (t *timer) account(s engine.Seat) engine.Seat {
	if t.kind == "bank" || s < 0 {
		return 0
	}
	return s
}

// limit returns how much time the one in turn has, in milliseconds; 0: no clock runs.
func (t *timer) limit(g *Game) int {
	c := &g.run.timed.clock
	switch {
	case !c.started:
		return 0
	case t.kind == "turns" && c.done.Has(c.on):
		return 0
	case t.kind == "turns":
		return t.seconds * 1000
	}
	left := c.left[t.account(c.on)]
	if left <= 0 {
		return 0
	}
	return left + t.delay*1000
}

// tableVerbs are what the table is asked: whether the time is over, a warning, an end.
func (t *timer) tableVerbs(g *Game) []string {
	list := []string{}
	if t.limit(g) > 0 {
		list = append(list, "flag")
	}
	if g.run.timed.clock.started {
		list = append(list, "ready")
	}
	if _, ok := t.warning(g); ok {
		list = append(list, "warn")
	}
	return list
}

// warning returns when the next warning is due, counted from the one before or from the
// beginning of the turn, and whether one is.
func (t *timer) warning(g *Game) (int, bool) {
	c := &g.run.timed.clock
	limit := t.limit(g)
	i := c.first + c.warned
	if limit == 0 || i >= len(t.warn) {
		return 0, false
	}
	if c.warned > 0 {
		return (t.warn[i-1] - t.warn[i]) * 1000, true
	}
	return limit - t.warn[i]*1000, true
}

// turn begins a turn.
func (t *timer) turn(g *Game) {
	c := &g.run.timed.clock
	c.warned, c.first = 0, 0
	for limit := t.limit(g); c.first < len(t.warn) && t.warn[c.first]*1000 >= limit; {
		c.first++
	}
	g.run.offered = t.limit(g) == 0
}

func (t *timer) verb(g *Game, s engine.Seat) string {
	if s == engine.Table {
		return "flag"
	}
	return "tap"
}

var (
	taps  = []engine.Action{Tap{}}
	flags = []engine.Action{Flag{}}
	warns = []engine.Action{Warn{}}
)

func (t *timer) ask(g *Game, s engine.Seat, a *engine.Ask) {
	a.Confirm = true
	c := &g.run.timed.clock
	if s != engine.Table {
		a.Timed, a.Open, a.Options = true, true, taps
		if !c.started {
			a.Prompt = engine.Say("ask.tap_start")
		}
		if c.started {
			a.Limit = 0 // the clock reminds
		}
		return
	}
	switch a.Verb {
	case "flag":
		a.Options, a.Limit, a.Late = flags, ms(t.limit(g)), flags[0]
		a.Paced = true
	case "warn":
		in, _ := t.warning(g)
		a.Options, a.Optional, a.Limit, a.Late = warns, true, ms(in), warns[0]
		a.Paced = true
	default:
		a.Options, a.Optional, a.Limit, a.Prompt = readies, true, 0, engine.Say("ask.stop")
	}
}

func (t *timer) take(g *Game, m engine.Move) *engine.Refusal {
	c := &g.run.timed.clock
	switch do := m.Do.(type) {
	case Ready:
		t.end(g)
	case Warn:
		g.cue(engine.Cue{Kind: engine.CueSay, Text: engine.Say("cue.warn").Number(t.warn[c.first+c.warned])})
		c.warned++
	case Flag:
		t.flag(g)
	case Tap:
		at, no := stampOf(do.At, do.Us, do.Unsure)
		if no != nil {
			return no
		}
		t.tap(g, at)
	}
	g.run.keep = true
	return nil
}

// spend takes the time of a turn from the one in turn.
func (t *timer) spend(g *Game, spent int) {
	c := &g.run.timed.clock
	c.used[c.on] += spent
	cost := max(0, spent-t.delay*1000)
	a := t.account(c.on)
	if t.kind != "turns" {
		c.left[a] = max(0, c.left[a]-cost)
	}
}

func (t *timer) tap(g *Game, at stamp) {
	c := &g.run.timed.clock
	if !c.started {
		c.started, c.since = true, at
		t.turn(g)
		return
	}
	spent := int(min(max(0, at.since(c.since)/1000), longestClock*1000))
	t.spend(g, spent)
	if t.kind == "chess" || t.kind == "bank" {
		c.left[t.account(c.on)] += t.increment * 1000
	}
	to := next(c.in, c.on, len(g.roster))
	if t.hourglass && t.kind == "chess" && to >= 0 {
		c.left[to] += spent
	}
	t.pass(g, to, at)
}

// pass lets the clock of the next seat run.
func (t *timer) pass(g *Game, to engine.Seat, at stamp) {
	c := &g.run.timed.clock
	c.turns++
	c.last = c.on
	if to < 0 || c.most > 0 && c.turns >= c.most {
		t.end(g)
		return
	}
	c.on, c.since = to, at
	c.done = c.done.Without(to)
	g.run.await = engine.SeatsOf(to)
	t.turn(g)
}

// flag is the end of somebody's time.
func (t *timer) flag(g *Game) {
	c := &g.run.timed.clock
	limit := t.limit(g)
	if !t.passes() {
		g.cue(engine.Cue{Kind: engine.CueHit, Text: engine.Say("cue.time")})
		t.end(g)
		return
	}
	g.cue(engine.Cue{Kind: engine.CueHit, Text: engine.Say("cue.flag").Seat(c.on)})
	over := stamp{c.since.at + int64(limit)*1000, c.since.unsure}
	switch {
	case !t.force && t.kind == "turns":
		c.done = c.done.With(c.on)
		t.turn(g)
	case !t.force:
		t.spend(g, limit)
		c.since = over
		c.done = c.done.With(c.on)
		t.turn(g)
	case t.kind == "bank":
		t.spend(g, limit)
		t.end(g)
	case t.kind == "turns":
		t.spend(g, limit)
		t.pass(g, next(c.in, c.on, len(g.roster)), over)
	default:
		t.spend(g, limit)
		c.in = c.in.Without(c.on)
		if c.in.Len() <= 1 {
			c.last = c.on
			t.end(g)
			return
		}
		t.pass(g, next(c.in, c.on, len(g.roster)), over)
	}
}

// end stops all clocks.
func (t *timer) end(g *Game) {
	g.run.await, g.run.table = 0, false
}

func (t *timer) finish(g *Game) bool {
	c := &g.run.timed.clock
	used, left, out := make([]int, len(g.roster)), make([]int, len(g.roster)), make([]bool, len(g.roster))
	for s := range g.roster {
		if !g.run.acting.Has(engine.Seat(s)) {
			continue
		}
		used[s], left[s], out[s] = (c.used[s]+500)/1000, c.left[t.account(engine.Seat(s))]/1000, !c.in.Has(engine.Seat(s)) || c.done.Has(engine.Seat(s))
		if t.passes() {
			l := engine.Line{Seat: engine.Seat(s), Text: timeText(used[s])}
			if out[s] {
				l.Icons = []engine.Icon{engine.IconNo}
			}
			g.show(l)
		}
	}
	if t.passes() {
		g.chart(used)
	}
	g.result("used", used)
	g.result("left", left)
	g.result("out", out)
	g.result("last_on", numberOf(c.last))
	g.result("turns", c.turns)
	if t.passes() {
		g.revealed(engine.Say("cue.clocks"))
	}
	return false
}

// timeText writes seconds as minutes and seconds.
func timeText(seconds int) engine.Text {
	return engine.Say("scene.time").Number(seconds / 60).Number(seconds / 10 % 6).Number(seconds % 10)
}
