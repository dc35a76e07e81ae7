package console

import (
	"slices"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/memory"
)

func (k *Console) doSetSeatLang(c command.SetSeatLang) error {
	if k.t == nil {
		return k.refused(errNoPlay)
	}
	if c.Seat < 0 || int(c.Seat) >= len(k.Roster) {
		return k.refused(engine.Refuse("", "refuse.no_place"))
	}
	k.seatLangs[c.Seat] = c.Lang
	k.memory.SetLang(k.Roster.Name(c.Seat), c.Lang)
	k.touch()
	return nil
}

func (k *Console) doAttend(c command.Attend) error {
	if k.t == nil {
		return k.refused(errNoPlay)
	}
	var seats []engine.Seat
	here := engine.SeatsOf(c.Here...)
	for i := range k.Roster {
		if s := engine.Seat(i); here.Has(s) {
			seats = append(seats, s)
		}
	}
	if err := k.t.Attend(k.caller.Clock(k.now), seats); err != nil {
		return k.refused(err)
	}
	k.log.Info("who is here", "seats", len(seats))
	k.touch()
	return nil
}

func (k *Console) doForget(c command.Forget) error {
	k.memory.Forget(c.Name)
	k.touch()
	return nil
}

// langAt returns the language of what the private screen of a pod shows: that of the seat that
// it serves, else its own.
func (s *state) langAt(pod int) lang.Lang {
	if s.t != nil {
		if l := s.seatLang(s.seatOf(pod)); l != "" {
			return l
		}
	}
	return s.langs[pod]
}

// seatLang returns the language that a seat has asked for, or "".
func (s *state) seatLang(seat engine.Seat) lang.Lang {
	if seat < 0 || int(seat) >= len(s.seatLangs) {
		return ""
	}
	return s.seatLangs[seat]
}

// shownLang returns the language of what the main screen shows: a peek is in that of its seat.
func (s *state) shownLang() lang.Lang {
	if l := s.seatLang(s.showing()); l != "" {
		return l
	}
	return s.mainLang
}

// begun remembers who has begun a game, and how. Names that the box gives are nobody's.
func (k *Console) begun(t *engine.Title, c *command.Start, people []string) {
	named := slices.DeleteFunc(slices.Clone(people), func(name string) bool { return k.numbered[name] })
	k.memory.Begun(t, named, memory.LastPlay{Seats: people, Pods: slices.Clone(c.Pods), Bots: c.Bots}, c.Header.Options)
}
