package anygame

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/document"
)

// A stamp is when a button was pressed, at its source, in microseconds of the box's clock, which
// begins anew after [engine.DayLength]. It may have been earlier by unsure.
type stamp struct{ at, unsure int64 }

const dayMicros = int64(engine.DayLength) * 1000

// since returns how much later a stamp is than another, in microseconds; less than 0 where it is
// earlier.
func (s stamp) since(o stamp) int64 {
	d := (s.at - o.at) % dayMicros
	switch {
	case d > dayMicros/2:
		return d - dayMicros
	case d < -dayMicros/2:
		return d + dayMicros
	}
	return d
}

// apart reports whether it is sure which of two was first.
func (s stamp) apart(o stamp) bool {
	d := s.since(o)
	return max(d, -d) >= max(s.unsure, o.unsure)
}

// mostUnsure is how unsure a press can be, in microseconds.
const mostUnsure = 1_000_000

// stampOf returns the time of a move, and whether it is one.
func stampOf(at, us, unsure int) (stamp, *engine.Refusal) {
	if at < 0 || at >= engine.DayLength || us < 0 || us > 999 || unsure < 0 || unsure > mostUnsure {
		return stamp{}, engine.Refuse("ANY-10.1", "refuse.time")
	}
	return stamp{int64(at)*1000 + int64(us), int64(unsure)}, nil
}

// A timed is the state of tools that depend on time.
type timed struct {
	stamps  [engine.MaxSeats]stamp
	pressed engine.SeatSet // who has pressed
	early   engine.SeatSet // who has pressed too early
	opened  bool           // presses count
	clock   clockRun
	auction auctionRun
}

// order returns those who have pressed, the first one first.
func (t *timed) order() []engine.Seat {
	var list []engine.Seat
	for s := range engine.Seat(engine.MaxSeats) {
		if t.pressed.Has(s) {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b engine.Seat) int {
		switch d := t.stamps[a].since(t.stamps[b]); {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	return list
}

// first returns the seats that may have been first: nobody was surely before them.
func (t *timed) first(order []engine.Seat) engine.SeatSet {
	var set engine.SeatSet
	for i, s := range order { // a later press may be less sure, and so be one of them
		if i == 0 || !t.stamps[s].apart(t.stamps[order[0]]) {
			set = set.With(s)
		}
	}
	return set
}

// A buzz finds out who is first to press.
type buzz struct {
	bar    bool // pressing before the table opens the buzzers puts a player out
	all    bool // until all have pressed
	window int  // how long after the first press others count, in milliseconds
	ties   string
}

func (r *reader) readBuzz(v document.Value, _ *phase) tool {
	keys(v, nil, []string{"early", "until", "window", "ties"})
	t := &buzz{
		bar:    wordOr(v.Key("early"), "allow", "bar") == "bar",
		all:    wordOr(v.Key("until"), "first", "all") == "all",
		window: v.Key("window").IntOr(300, 50, 5000),
		ties:   wordOr(v.Key("ties"), "none", "order", "chance"),
	}
	if t.ties == "chance" {
		r.script.draws = true
	}
	return t
}

func (t *buzz) fields() []field {
	return []field{
		{name: "winner", shape: shape{kind: seat}},
		{name: "second", shape: shape{kind: seat}},
		{name: "tied", shape: shape{kind: truth}},
		{name: "margin", shape: shape{kind: number}},
		{name: "place", shape: shape{kind: number, each: true}},
		{name: "early", shape: shape{kind: truth, each: true}},
	}
}
func (t *buzz) asks() bool { return true }

func (t *buzz) begin(g *Game) {
	for _, f := range t.fields() {
		g.result(f.name, f.zero(len(g.roster)))
	}
	if g.run.await == 0 {
		return
	}
	g.run.table, g.run.both = true, true
	g.run.timed.opened = !t.bar
	g.run.offered, g.run.seatsOffered = !t.bar, t.bar
}

func (t *buzz) verb(_ *Game, s engine.Seat) string {
	if s == engine.Table {
		return "ready"
	}
	return "buzz"
}

var buzzes = []engine.Action{Buzz{}}

func (t *buzz) ask(g *Game, s engine.Seat, a *engine.Ask) {
	a.Confirm = true
	if s != engine.Table {
		a.Timed, a.Open, a.Options = true, true, buzzes
		a.Optional = g.run.seatsOffered
		if !g.run.timed.opened { // whoever presses now is out
			a.Prompt = engine.Say("ask.closed")
		}
		return
	}
	a.Options, a.Optional = readies, g.run.offered
	switch {
	case !g.run.timed.opened:
		a.Prompt = engine.Say("ask.open")
	case g.run.timed.pressed != 0 && !t.all:
		a.Prompt, a.Limit, a.Late, a.Paced = engine.Say("ask.nobody"), ms(t.window), readies[0], true
	default:
		a.Prompt = engine.Say("ask.nobody")
	}
}

func (t *buzz) take(g *Game, m engine.Move) *engine.Refusal {
	run := &g.run.timed
	if m.Seat == engine.Table {
		g.run.keep = true
		if run.opened {
			g.run.await, g.run.table = 0, false
			return nil
		}
		run.opened, g.run.offered, g.run.seatsOffered = true, true, false
		g.cue(engine.Cue{Kind: engine.CuePhase, Text: engine.Say("cue.open")})
		return nil
	}
	do := m.Do.(Buzz)
	at, no := stampOf(do.At, do.Us, do.Unsure)
	if no != nil {
		return no
	}
	if !run.opened {
		run.early = run.early.With(m.Seat)
		g.cue(engine.Cue{Kind: engine.CueHit, Text: engine.Say("cue.early").Seat(m.Seat)})
		return nil
	}
	run.stamps[m.Seat], run.pressed = at, run.pressed.With(m.Seat)
	return nil
}

func (t *buzz) finish(g *Game) bool {
	run := &g.run.timed
	order := run.order()
	firsts := run.first(order)
	place, early := make([]int, len(g.roster)), make([]bool, len(g.roster))
	for i, s := range order {
		place[s] = i + 1
		if i > 0 && !run.stamps[s].apart(run.stamps[order[i-1]]) {
			place[s] = place[order[i-1]]
		}
		late := int(run.stamps[s].since(run.stamps[order[0]]) / 100) // tenths of a millisecond
		text := engine.Say("scene.place_first").Number(place[s])
		if late > 0 {
			text = engine.Say("scene.place").Number(place[s]).Number(late / 10).Number(late % 10)
		}
		g.show(engine.Line{Seat: s, Text: text, Strong: firsts.Has(s)})
	}
	for s := range early {
		if early[s] = run.early.Has(engine.Seat(s)); early[s] {
			g.show(engine.Line{Seat: engine.Seat(s), Icons: []engine.Icon{engine.IconNo}, Text: engine.Say("show.early")})
		}
	}
	g.result("place", place)
	g.result("early", early)
	g.result("tied", firsts.Len() > 1)
	winner := engine.NoSeat
	if len(order) > 0 {
		winner = order[0]
	}
	if firsts.Len() > 1 {
		switch t.ties {
		case "none":
			winner = engine.NoSeat
		case "chance":
			winner = g.tied(firsts, "chance", nil)
		}
	}
	g.result("winner", numberOf(winner))
	if len(order) > 1 {
		g.result("second", int(order[1]))
		g.result("margin", int(run.stamps[order[1]].since(run.stamps[order[0]])/1000))
	}
	switch {
	case len(order) == 0:
		g.revealed(engine.Say("cue.buzz_nobody"))
	case firsts.Len() > 1 && winner == engine.NoSeat:
		g.revealed(engine.Say("cue.buzz_tie").Seat(order[0]).Seat(order[1]))
	case firsts.Len() > 1 && t.ties == "chance":
		g.revealed(engine.Say("cue.buzz_chance").Seat(winner))
	case firsts.Len() > 1:
		g.revealed(engine.Say("cue.buzz_order").Seat(winner))
	default:
		g.revealed(engine.Say("cue.buzz").Seat(winner))
	}
	return false
}
