package face

import (
	"bytes"
	"slices"

	"consigliere/engine"
	"consigliere/engine/khandan"
)

// past reads the record of a campaign of the title through, and lays out what it has been so far:
// the realm and the power left at the ends of the reigns, who promised what in which reign, and
// where each story goes. An error is an [*engine.LineError] or belongs to the header.
func past(t *engine.Title, record []byte) (engine.Past, error) {
	var c chronicle
	var g engine.Game
	var moves *engine.MoveReader
	var now view
	err := engine.Lines(bytes.NewReader(record), func(n int, line []byte) error {
		if n == 1 {
			h, err := engine.ParseHeader(line)
			if err != nil {
				return err
			}
			if g, _, err = t.Begin(h); err != nil {
				return err
			}
			moves = engine.NewMoveReader(t.Moves, h.Seats)
			now, _ = engine.Typed[khandan.Status, khandan.PrivateStatus, khandan.ResultStatus](g.View(engine.Public))
			return nil
		}
		m, err := moves.Read(line)
		if err != nil {
			return err
		}
		before := now.Public.Public.Step
		if _, err := g.Play(m); err != nil {
			return err
		}
		now, _ = engine.Typed[khandan.Status, khandan.PrivateStatus, khandan.ResultStatus](g.View(engine.Public))
		if a, is := m.Do.(khandan.Accept); is {
			c.promised(now.Public, a)
		}
		if now.Public.Public.Step == khandan.StepBetween && before != khandan.StepBetween {
			c.end(now)
		}
		return nil
	})
	if err != nil || g == nil {
		return engine.Past{}, err
	}
	p := engine.Past{Graphs: c.graphs(now.Public.Public.Seats), Groups: c.reigns}
	p.Groups = append(p.Groups, stories(now.Public)...)
	return p, nil
}

// A chronicle is what is noted while a record is read.
type chronicle struct {
	reigns    []engine.Group // how each ended, and who promised what in it
	running   bool           // the last of reigns has not ended
	resources [khandan.ResourceCount][]int
	stability []int
	power     [khandan.MaxSeats][]int
}

// reign returns the group of the reign that runs.
func (c *chronicle) reign(s *khandan.Status) *engine.Group {
	if !c.running {
		c.reigns = append(c.reigns, engine.Group{Heading: engine.Say("past.reign").Number(s.Reign)})
		c.running = true
	}
	return &c.reigns[len(c.reigns)-1]
}

// promised notes a deal that both have confirmed.
func (c *chronicle) promised(s *khandan.Status, a khandan.Accept) {
	at := slices.IndexFunc(s.Public.Offers, func(d khandan.Deal) bool { return d.N == a.Deal })
	if at < 0 {
		return
	}
	d := &s.Public.Offers[at]
	r := c.reign(s)
	put(r, d.From, khandan.DealText("past.deal", "told.", d, d.To).Number(s.Round))
	putDetails(r, d)
}

// end notes how a reign ended.
func (c *chronicle) end(v view) {
	s, p := v.Public, v.Public.Public
	c.reign(s).Heading = engine.Say("past.end").Number(s.Reign).Thing(khandan.EndingKeys[v.Result.EndingKind]).Seat(v.Result.RankingSeats[0])
	c.running = false
	for i, t := range p.Resources {
		c.resources[i] = append(c.resources[i], t.Value)
	}
	c.stability = append(c.stability, s.Stability)
	for i := range p.Seats {
		c.power[i] = append(c.power[i], p.Power[i])
	}
}

// graphs returns the resources with the stability, and the power that was left to each seat, over
// the reigns that have ended; none where none has.
func (c *chronicle) graphs(seats int) []engine.Graph {
	if len(c.stability) == 0 {
		return nil
	}
	realm := engine.Graph{Heading: engine.Say("past.realm"), Most: khandan.TrackMax}
	for i, key := range khandan.ResourceKeys {
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

// stories tells where each story leads, and which player signed what in it.
func stories(s *khandan.Status) []engine.Group {
	levels := engine.Group{Heading: engine.Say("scene.lines")}
	put(&levels, engine.NoSeat, engine.Say("scene.levels").Number(s.Unity).Number(s.Division))
	groups := []engine.Group{levels}
	for i := range s.Public.Lines {
		l := &s.Public.Lines[i]
		if len(l.Events) == 0 {
			continue
		}
		story := engine.Group{Heading: engine.Say(s.Public.LineKeys[i])}
		for _, e := range l.Events {
			what := e.Event
			if s.Public.Pack != nil {
				what = "event." + e.Event
			}
			put(&story, e.House, engine.Say("past.event").Number(e.Reign).Thing(what))
		}
		if l.Ended {
			put(&story, engine.NoSeat, engine.Say("past.ended"), engine.IconStar)
		}
		groups = append(groups, story)
	}
	return groups
}
