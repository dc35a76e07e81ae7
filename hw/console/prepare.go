package console

import (
	"maps"
	"slices"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/desk"
)

// prepared is what is about to begin, as somebody has said at a page last: all pages show the same.
type prepared struct {
	n    int // another for each change, also of the next game; what is n 0 nobody has prepared
	what command.Prepare
}

// doPrepare notes what is about to begin. What cannot begin can be prepared: the pages say what is missing.
func (k *evening) doPrepare(c command.Prepare) error {
	if k.play.table != nil || k.deal.on() {
		return command.ErrTurn
	}
	t := k.memory.Title(c.Game)
	if t == nil {
		return k.game.refused(engine.Refuse("", "refuse.unknown_game", c.Game))
	}
	c.Bots = min(c.Bots, t.MaxSeats)
	k.prepared.set(c)
	k.prepared.join(c.Phones, k.guests.invite.Phones)
	k.stage.touch()
	return nil
}

func (p *prepared) set(c command.Prepare) {
	p.n++
	p.what = c
}

// join lets whoever has joined by phone play, and whoever has put the phone away not: what was typed stays. Bots stay, too.
func (p *prepared) join(before, now []string) {
	if p.what.Game == "" || slices.Equal(before, now) {
		return
	}
	c := p.what
	c.Seats = slices.DeleteFunc(slices.Clone(c.Seats), func(name string) bool {
		left := slices.Contains(before, name) && !slices.Contains(now, name)
		spare := len(before) == 0 && slices.Contains(c.Spare, name)
		return left || spare || !c.Own && !slices.Contains(now, name)
	})
	for _, name := range now {
		if !slices.Contains(before, name) && !slices.Contains(c.Seats, name) {
			c.Seats = append(c.Seats, name)
		}
	}
	c.Spare = nil
	p.set(c)
}

// end forgets what was prepared, since a play begins: the next is offered as this one was begun.
func (p *prepared) end() { p.what = command.Prepare{} }

// state returns what is prepared: while nobody has chosen, the game that is offered first.
func (p *prepared) state(titles []desk.TitleState, last string) *desk.PreparedState {
	s := &desk.PreparedState{}
	c := p.what
	if c.Game != "" {
		s.N = p.n
	} else {
		c.Game = last
	}
	at := max(0, slices.IndexFunc(titles, func(t desk.TitleState) bool { return t.Title.ID == c.Game }))
	if at >= len(titles) {
		return nil
	}
	s.Of = titles[at]
	s.By, s.Own, s.Seats, s.Spare, s.Bots, s.Teach, s.Name, s.Chosen = c.By, c.Own, slices.Clone(c.Seats), c.Spare, c.Bots, c.Teach, c.Name, maps.Clone(c.Options)
	return s
}
