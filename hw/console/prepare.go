package console

import (
	"encoding/json"
	"maps"
	"slices"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/desk"
)

// mostPages is of how many pages the box notes what it has heard: those that have changed something last.
const mostPages = 12

// prepared is what is about to begin, as people have chosen at whatever page: all pages show the same.
type prepared struct {
	what  desk.Prepared // its maps and lists are never changed, since desks have them
	pages []string      // that are in what.Heard, the latest last
}

// doPrepare changes what is about to begin. Each thing is as the last change of it that arrives says; a change of a game's
// options that another game has overtaken changes nothing. A game that cannot begin so can be prepared: the pages say what is missing.
func (k *evening) doPrepare(c command.Prepare) error {
	t := k.memory.Title(c.Game)
	if t == nil {
		return k.game.refused(engine.Refuse("", "refuse.unknown_game", c.Game))
	}
	if c.N <= k.prepared.what.Heard[c.Page] {
		return nil // it was said twice
	}
	k.prepared.hear(c)
	if k.play.table == nil && !k.deal.on() {
		k.prepared.change(c, t)
		if k.guests.invite.Served {
			k.prepared.join(c.Phones, k.guests.invite.Phones)
		}
	}
	k.stage.touch()
	return nil
}

// hear notes that a change has arrived, so that its page goes on with what comes back.
func (p *prepared) hear(c command.Prepare) {
	p.what.N++
	p.what.By = c.By
	heard := maps.Clone(p.what.Heard)
	if heard == nil {
		heard = map[string]int{}
	}
	heard[c.Page] = c.N
	p.pages = append(slices.DeleteFunc(slices.Clone(p.pages), func(page string) bool { return page == c.Page }), c.Page)
	if len(p.pages) > mostPages {
		delete(heard, p.pages[0])
		p.pages = p.pages[1:]
	}
	p.what.Heard = heard
}

func (p *prepared) change(c command.Prepare, t *engine.Title) {
	w := &p.what
	if c.Anew {
		w.Game, w.Options, w.Name = c.Game, nil, nil
		if w.Seats == nil {
			w.Bots = nil // they were those of the other game
		}
	}
	if w.Game == "" {
		w.Game = c.Game
	}
	if w.Game == c.Game {
		p.choose(c, t)
	}
	if c.Teach != nil {
		w.Teach = c.Teach
	}
	if c.Bots != nil {
		w.Bots = c.Bots
	}
	if len(c.Seats) > 0 {
		w.Seats, w.Spare = c.Seats, c.Spare
	}
}

// choose takes over options that were chosen, and forgets those that no longer are.
func (p *prepared) choose(c command.Prepare, t *engine.Title) {
	if c.Name != nil {
		p.what.Name = c.Name
	}
	options, size := map[string]json.RawMessage{}, 0
	maps.Copy(options, p.what.Options)
	maps.Copy(options, c.Options)
	maps.DeleteFunc(options, func(key string, value json.RawMessage) bool {
		known := slices.ContainsFunc(t.Options, func(o engine.Option) bool { return o.Key == key })
		return !known || value == nil || string(value) == "null"
	})
	for key, value := range options {
		size += len(key) + len(value)
	}
	if size <= command.MaxChosen {
		p.what.Options = options
	}
}

// join lets whoever has joined by phone play, and whoever has put the phone away not, where somebody has said who plays: what was
// typed stays. Where nobody has named anybody it is as usual.
func (p *prepared) join(before, now []string) {
	w := &p.what
	if w.Seats == nil || slices.Equal(before, now) {
		return
	}
	w.N++
	spare := func(name string) bool { return len(before) == 0 && slices.Contains(w.Spare, name) }
	if !slices.ContainsFunc(w.Seats, func(name string) bool { return !spare(name) }) {
		w.Seats, w.Spare, w.Bots = nil, nil, nil
		return
	}
	seats := slices.DeleteFunc(slices.Clone(w.Seats), func(name string) bool {
		return spare(name) || slices.Contains(before, name) && !slices.Contains(now, name)
	})
	for _, name := range now {
		if !slices.Contains(before, name) && !slices.Contains(seats, name) {
			seats = append(seats, name)
		}
	}
	w.Seats, w.Spare = seats, nil
	if len(seats) == 0 {
		w.Seats = nil
	}
}

// end forgets what was prepared, since a play begins: the next is offered as this one was begun.
func (p *prepared) end() {
	if w := p.what; w.N > 0 {
		p.what = desk.Prepared{N: w.N + 1, Heard: w.Heard}
	}
}

// state returns what is prepared; nil: nothing ever was.
func (p *prepared) state() *desk.Prepared {
	if p.what.N == 0 {
		return nil
	}
	w := p.what
	return &w
}
