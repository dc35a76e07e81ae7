package reply

import (
	"time"

	"consigliere/engine"
)

// An offering is how far an offer to a seat is that passes.
type offering uint8

const (
	offerNone   offering = iota // none, or all that happened before it is still being told
	offerStands                 // it is made
	offerPassed
)

// passes reports whether an ask is an offer that passes: what a seat may do while nobody else has moved.
func passes(a *engine.Ask) bool {
	return a.Optional && a.Limit > 0 && a.Late == nil && !a.Timed && a.Seat >= 0 && a.By == 0 && !a.Hidden()
}

// Passing returns what can be offered to the seat and passes, and was not offered yet, or nil.
func (r *Reply) Passing() *engine.Ask {
	if r.offer != offerNone || len(r.asks) == 0 || !passes(&r.asks[0]) {
		return nil
	}
	return &r.asks[0]
}

// Offer makes that offer, until a time.
func (r *Reply) Offer(till time.Duration) { r.offer, r.offerTill = offerStands, till }

// Offered reports whether this seat is offered something that passes, and has not let it pass.
func (r *Reply) Offered() bool { return r.offer == offerStands }

// OfferEnds returns when the offer ends that stands. One that somebody has begun to take up does not end: false.
func (r *Reply) OfferEnds() (time.Duration, bool) { return r.offerTill, r.Offered() && !r.begun }

// LetPass leaves an offer alone; it can still be taken up until somebody moves.
func (r *Reply) LetPass() {
	r.offer = offerPassed
	r.reset()
}
