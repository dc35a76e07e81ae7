package console

import (
	"time"

	"consigliere/engine"
)

// Offers that pass: what a seat may do while nobody else has moved, such as to use at once what it
// has just won. What is shown has to be answerable, so bots wait meanwhile, as long as the offer
// lasts. The light of the seat pulses and the main screen lists the offer before what others are
// asked. B held, or a phone, lets it pass.

// passes reports whether an ask is such an offer.
func passes(a *engine.Ask) bool {
	return a.Optional && a.Limit > 0 && a.Late == nil && !a.Timed && a.Seat >= 0 && a.By == 0 && !a.Hidden()
}

// offered reports whether this seat is offered something that passes, and has not let it pass.
func (r *reply) offered() bool { return r.offer == offerStands }

// An offering is how far an offer to a seat is that passes.
type offering uint8

const (
	offerNone   offering = iota // none, or all that happened before it is still being told
	offerStands                 // it is made
	offerPassed
)

// offers returns the seats that are offered something that passes.
func (s *state) offers() engine.SeatSet {
	var set engine.SeatSet
	for i := range s.Roster {
		if r := s.replies.at(engine.Seat(i)); r != nil && r.offered() {
			set = set.With(engine.Seat(i))
		}
	}
	return set
}

// makeOffers makes the offers that pass, when all is told.
func (k *Console) makeOffers() {
	if k.t == nil || k.t.Over() || k.t.Paused() || !k.caller.Idle() {
		return
	}
	for i := range k.Roster {
		seat := engine.Seat(i)
		r := k.replies.at(seat)
		if r.offer != offerNone || len(r.asks) == 0 || !passes(&r.asks[0]) || k.botSeats().Has(seat) || !k.t.Attending().Has(seat) {
			continue
		}
		r.offer, r.offerTill = offerStands, k.offerEnd(&r.asks[0])
		k.tone(toneRemind)
		k.say(k.spoken(r.asks[0].Prompt))
		k.newTopic()
	}
}

// endOffers ends the offers whose time is over.
func (k *Console) endOffers() {
	for i := range k.Roster {
		if r := k.replies.at(engine.Seat(i)); r.offered() && !r.begun && k.now >= r.offerTill {
			k.letPass(r)
		}
	}
}

// offerEnd returns when an offer ends that is made now; [never] where no clock runs.
func (k *Console) offerEnd(a *engine.Ask) time.Duration {
	percent := k.memory.Clocks()
	if k.lessons.on { // who learns is not hurried
		percent = 0
	}
	if percent == 0 {
		return never
	}
	return k.now + a.Limit*time.Duration(percent)/100
}

// letPass leaves an offer alone; it can still be taken up until somebody moves.
func (k *Console) letPass(r *reply) {
	r.offer = offerPassed
	r.reset()
	k.newTopic()
}

// newTopic lets screens and lights show that something else is asked.
func (k *Console) newTopic() {
	k.setLights()
	k.resetPages()
	k.touch()
}

// offerAgain lets what is offered be offered anew when the play goes on: its time has stood still.
func (r *replies) offerAgain() {
	for i := range r.of {
		if r.of[i].offered() {
			r.of[i].offer = offerNone
		}
	}
}

// nextOffers returns when an offer ends.
func (k *Console) nextOffers() time.Duration {
	at := never
	if k.t == nil || k.t.Paused() || !k.caller.Idle() {
		return at
	}
	for i := range k.Roster {
		if r := k.replies.at(engine.Seat(i)); r != nil && r.offered() && !r.begun {
			at = min(at, r.offerTill)
		}
	}
	return at
}
