package khandan

import (
	"bytes"

	"consigliere/engine"
)

// A Past is what a campaign has been so far, as everybody knows it.
type Past struct {
	Reigns []PastReign
	Deals  []PastDeal // that both have confirmed
}

// A PastReign is how a reign ended.
type PastReign struct {
	Reign  int
	Ending engine.Text
	Winner engine.Seat

	resources [resourceCount]int
	stability int
	power     [maxSeats]int
}

// A PastDeal is a deal, and when it was made.
type PastDeal struct {
	Reign, Round int
	Text, To     engine.Text // what was agreed, and with whom
}

// A PastRow is how one thing stood at the ends of the reigns.
type PastRow struct {
	Label  engine.Text
	Seat   engine.Seat // whose power it is; [engine.NoSeat] for a resource
	Values []int       // by reign; of a resource 0 to 20
}

// PastOf reads the record of a campaign through. An error is an [*engine.LineError] or belongs to
// the header.
func PastOf(t *engine.Title, record []byte) (Past, error) {
	var p Past
	var g *Game
	var moves *engine.MoveReader
	err := engine.Lines(bytes.NewReader(record), func(n int, line []byte) error {
		if n == 1 {
			h, err := engine.ParseHeader(line)
			if err != nil {
				return err
			}
			begun, _, err := t.Begin(h)
			if err != nil {
				return err
			}
			g, moves = begun.(*Game), engine.NewMoveReader(t.Moves, h.Seats)
			return nil
		}
		m, err := moves.Read(line)
		if err != nil {
			return err
		}
		before := g.step
		if _, err := g.Play(m); err != nil {
			return err
		}
		if a, is := m.Do.(Accept); is {
			d := g.offers[a.place(g)]
			p.Deals = append(p.Deals, PastDeal{g.reign, g.round, dealText("log.accept", "told.", &d, d.from), engine.Say("log.to").Seat(d.to)})
		}
		if g.step == stepBetween && before != stepBetween {
			p.end(g)
		}
		return nil
	})
	return p, err
}

// place returns where the deal stands among the offers.
func (a Accept) place(g *Game) int {
	for i := range g.offers {
		if g.offers[i].n == a.Deal {
			return i
		}
	}
	return -1
}

// end writes down how a reign ended.
func (p *Past) end(g *Game) {
	r := PastReign{Reign: g.reign, Ending: engine.Say(endingKeys[g.ending]), Winner: g.ranking[0], stability: g.stability}
	for i, t := range g.resources {
		r.resources[i] = t.value
	}
	for s := range g.all {
		r.power[s] = g.characters[s].power
	}
	p.Reigns = append(p.Reigns, r)
}

// Rows returns the resources, the stability and the power that was left to each of so many seats,
// over the reigns that have ended.
func (p *Past) Rows(seats int) []PastRow {
	row := func(label string, seat engine.Seat, value func(*PastReign) int) PastRow {
		r := PastRow{Label: engine.Text{Key: label}, Seat: seat}
		for i := range p.Reigns {
			r.Values = append(r.Values, value(&p.Reigns[i]))
		}
		return r
	}
	var rows []PastRow
	for i, key := range resourceKeys {
		rows = append(rows, row(key, engine.NoSeat, func(r *PastReign) int { return r.resources[i] }))
	}
	rows = append(rows, row("past.stability", engine.NoSeat, func(r *PastReign) int { return r.stability }))
	for s := range engine.Seat(seats) {
		rows = append(rows, row("past.power", s, func(r *PastReign) int { return r.power[s] }))
	}
	return rows
}
