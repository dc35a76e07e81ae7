package reply

import "consigliere/engine"

// Replies are what the seats, and the table, are in the middle of answering. They know seats
// and no pods: the buttons of a pod, the panel that stands in for one, and a page all give
// the same choices here.
type Replies struct {
	of    []Reply // by seat, then the table's
	plays uint64  // how many were begun, so that no turn of one is a turn of another
}

// Begin forgets everything and makes room for the seats of a play.
func (r *Replies) Begin(moves *engine.Moves, seats int) {
	r.of = make([]Reply, seats+1)
	r.plays++
	for i := range r.of {
		r.of[i].turn = r.plays << 28
		r.of[i].seat = engine.Seat(i)
		r.of[i].moves = moves
		r.of[i].forget()
	}
	r.of[seats].seat = engine.Table
}

// End forgets the play.
func (r *Replies) End() { r.of = nil }

// Answered notes that seats have answered, or somebody for them.
func (r *Replies) Answered(seats engine.SeatSet) {
	for i := range r.seats() {
		if seats.Has(engine.Seat(i)) {
			r.of[i].next()
		}
	}
}

// seats returns the replies of the seats.
func (r *Replies) seats() []Reply { return r.of[:max(0, len(r.of)-1)] }

// At returns the reply of a seat, or of the table for [engine.Table]; nil for nobody.
func (r *Replies) At(s engine.Seat) *Reply {
	switch {
	case len(r.of) == 0 || s < engine.Table || int(s) >= len(r.of)-1:
		return nil
	case s == engine.Table:
		return &r.of[len(r.of)-1]
	}
	return &r.of[s]
}

// Refresh takes over the asks that are open now.
func (r *Replies) Refresh(open []engine.Ask) {
	for i := range r.of {
		r.of[i].refresh(open)
	}
}

// Forget begins all replies anew.
func (r *Replies) Forget() {
	for i := range r.of {
		r.of[i].forget()
	}
}

// Open returns the reply whose choice the main screen lists: the table's, or the reply of the
// first seat that is asked something which is not secret. Where seats choose at the same
// time the list of one would tell nothing to the others: nil. What passes goes before what
// stays, until somebody has begun with that.
func (r *Replies) Open() *Reply {
	if t := r.At(engine.Table); t != nil && len(t.asks) > 0 && (t.begun || !t.asks[0].Optional) {
		return t
	}
	var found, offer *Reply
	seats := r.seats()
	for i := range seats {
		p := &seats[i]
		if len(p.asks) == 0 {
			continue
		}
		if p.Secret() {
			return nil
		}
		if p.Offered() {
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

// Together returns what all seats that are awaited are asked alike and openly, at the same time; nil
// where they are not.
func (r *Replies) Together() *engine.Ask {
	var found *engine.Ask
	seats := 0
	for i := range r.seats() {
		p := &r.of[i]
		if len(p.asks) == 0 || p.asks[0].Optional {
			continue
		}
		a := &p.asks[0]
		if p.Secret() || found != nil && (a.Verb != found.Verb || a.Prompt != found.Prompt) {
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

// Rolling returns the reply that is asked for dice, the table's first; nil if none is.
func (r *Replies) Rolling() *Reply {
	for i := range r.of {
		p := &r.of[len(r.of)-1-i]
		if p.Dice() != nil {
			return p
		}
	}
	return nil
}

// Offers returns the seats that are offered something that passes.
func (r *Replies) Offers() engine.SeatSet {
	var set engine.SeatSet
	for i := range r.seats() {
		if r.of[i].Offered() {
			set = set.With(engine.Seat(i))
		}
	}
	return set
}

// OfferAgain makes what is offered be offered again when the play continues: its time has stood still.
func (r *Replies) OfferAgain() {
	for i := range r.of {
		if r.of[i].Offered() {
			r.of[i].offer = offerNone
		}
	}
}
