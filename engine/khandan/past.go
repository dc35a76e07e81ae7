package khandan

import (
	"bytes"
	"slices"

	"consigliere/engine"
)

// past reads the record of a campaign of the title through, and lays out what it has been so far:
// the realm and the power left at the ends of the reigns, who promised what in which reign, and
// where each story goes. An error is an [*engine.LineError] or belongs to the header.
func past(t *engine.Title, record []byte) (engine.Past, error) {
	var c chronicle
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
			c.promised(g, a)
		}
		if g.step == stepBetween && before != stepBetween {
			c.end(g)
		}
		return nil
	})
	if err != nil || g == nil {
		return engine.Past{}, err
	}
	p := engine.Past{Graphs: c.graphs(g.seats), Groups: c.reigns}
	p.Groups = append(p.Groups, stories(g)...)
	return p, nil
}

// A chronicle is what is noted while a record is read.
type chronicle struct {
	reigns    []engine.Group // how each ended, and who promised what in it
	running   bool           // the last of reigns has not ended
	resources [resourceCount][]int
	stability []int
	power     [maxSeats][]int
}

// reign returns the group of the reign that runs.
func (c *chronicle) reign(g *Game) *engine.Group {
	if !c.running {
		c.reigns = append(c.reigns, engine.Group{Heading: engine.Say("past.reign").Number(g.reign)})
		c.running = true
	}
	return &c.reigns[len(c.reigns)-1]
}

// promised notes a deal that both have confirmed.
func (c *chronicle) promised(g *Game, a Accept) {
	at := slices.IndexFunc(g.offers, func(d deal) bool { return d.n == a.Deal })
	if at < 0 {
		return
	}
	d := &g.offers[at]
	r := c.reign(g)
	put(r, d.from, dealText("past.deal", "told.", d, d.to).Number(g.round))
	putDetails(r, d)
}

// end notes how a reign ended.
func (c *chronicle) end(g *Game) {
	c.reign(g).Heading = engine.Say("past.end").Number(g.reign).Thing(endingKeys[g.ending]).Seat(g.ranking[0])
	c.running = false
	for i, t := range g.resources {
		c.resources[i] = append(c.resources[i], t.value)
	}
	c.stability = append(c.stability, g.stability)
	for s := range g.all {
		c.power[s] = append(c.power[s], g.characters[s].power)
	}
}

// graphs returns the resources with the stability, and the power that was left to each seat, over
// the reigns that have ended; none where none has.
func (c *chronicle) graphs(seats int) []engine.Graph {
	if len(c.stability) == 0 {
		return nil
	}
	realm := engine.Graph{Heading: engine.Say("past.realm"), Most: trackMax}
	for i, key := range resourceKeys {
		realm.Rows = append(realm.Rows, engine.GraphRow{Label: engine.Say(key), Seat: engine.NoSeat, Values: c.resources[i]})
	}
	realm.Rows = append(realm.Rows, engine.GraphRow{Label: engine.Say("past.stability"), Seat: engine.NoSeat, Values: c.stability})
	power := engine.Graph{Heading: engine.Say("past.power"), Most: 1}
	for s := range engine.Seat(seats) {
		power.Rows = append(power.Rows, engine.GraphRow{Seat: s, Values: c.power[s]})
		power.Most = max(power.Most, slices.Max(c.power[s]))
	}
	return []engine.Graph{realm, power}
}

// stories tells which story goes where, and who signed what in it.
func stories(g *Game) []engine.Group {
	levels := engine.Group{Heading: engine.Say("scene.lines")}
	put(&levels, engine.NoSeat, engine.Say("scene.levels").Number(g.unity).Number(g.division))
	groups := []engine.Group{levels}
	for i := range g.lines {
		l := &g.lines[i]
		if len(l.events) == 0 {
			continue
		}
		story := engine.Group{Heading: engine.Say(g.lineKey(i))}
		for _, e := range l.events {
			what := e.event
			if g.pack != nil {
				what = "event." + e.event
			}
			put(&story, e.house, engine.Say("past.event").Number(e.reign).Thing(what))
		}
		if l.ended {
			put(&story, engine.NoSeat, engine.Say("past.ended"), engine.IconStar)
		}
		groups = append(groups, story)
	}
	return groups
}
