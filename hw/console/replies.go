package console

import "consigliere/engine"

// Replies are what the seats, and the table, are in the middle of answering. They know seats
// and no pods: the buttons of a pod, the panel that stands in for one, and a phone all give
// the same choices here.
type replies struct {
	moves *engine.Moves
	of    []reply // by seat, then the table's
	plays uint64  // how many were begun, so that no turn of one is a turn of another
}

// begin forgets everything and makes room for the seats of a play.
func (r *replies) begin(moves *engine.Moves, seats int) {
	r.moves = moves
	r.of = make([]reply, seats+1)
	r.plays++
	for i := range r.of {
		r.of[i].turn = r.plays << 32
		r.of[i].seat = engine.Seat(i)
		r.of[i].moves = moves
		r.of[i].forget()
	}
	r.of[seats].seat = engine.Table
}

// answered notes that seats have answered, or somebody for them.
func (r *replies) answered(seats engine.SeatSet) {
	for i := range r.of[:max(0, len(r.of)-1)] {
		if seats.Has(engine.Seat(i)) {
			r.of[i].turn++
		}
	}
}

// end forgets the play.
func (r *replies) end() { r.of = nil }

// at returns the reply of a seat, or of the table for [engine.Table]; nil for nobody.
func (r *replies) at(s engine.Seat) *reply {
	switch {
	case len(r.of) == 0 || s < engine.Table || int(s) >= len(r.of)-1:
		return nil
	case s == engine.Table:
		return &r.of[len(r.of)-1]
	}
	return &r.of[s]
}

// refresh takes over the asks that are open now.
func (r *replies) refresh(open []engine.Ask) {
	for i := range r.of {
		r.of[i].refresh(open)
	}
}

// forget begins all replies anew.
func (r *replies) forget() {
	for i := range r.of {
		r.of[i].forget()
	}
}

// open returns the reply whose choice the main screen lists: the table's, or that of the
// first seat that is asked something which is not secret. Where seats choose at the same
// time the list of one would tell nothing to the others: nil. What passes goes before what
// stays, until somebody has begun with that.
func (r *replies) open() *reply {
	if t := r.at(engine.Table); t != nil && len(t.asks) > 0 && (t.begun || !t.asks[0].Optional) {
		return t
	}
	var found, offer *reply
	for i := range r.of[:max(0, len(r.of)-1)] {
		p := &r.of[i]
		if len(p.asks) == 0 {
			continue
		}
		if p.secret() {
			return nil
		}
		if p.offered() {
			if offer == nil {
				offer = p
			}
			continue
		}
		if p.asks[0].Optional && !p.begun {
			continue
		}
		if found != nil {
			return nil
		}
		found = p
	}
	if offer != nil && (found == nil || !found.begun) {
		return offer
	}
	return found
}

// together returns what all seats that are awaited are asked alike and openly, at the same time; nil
// where they are not.
func (r *replies) together() *engine.Ask {
	var found *engine.Ask
	seats := 0
	for i := range r.of[:max(0, len(r.of)-1)] {
		p := &r.of[i]
		if len(p.asks) == 0 || p.asks[0].Optional {
			continue
		}
		a := &p.asks[0]
		if p.secret() || found != nil && (a.Verb != found.Verb || a.Prompt != found.Prompt) {
			return nil
		}
		found = a
		seats++
	}
	if seats < 2 {
		return nil
	}
	return found
}
