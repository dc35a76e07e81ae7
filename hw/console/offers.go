package console

import (
	"time"

	"consigliere/engine"
	"consigliere/hw/reply"
)

// Offers that pass: what a seat may do while nobody else has moved, such as to use at once what it
// has just won. What is shown has to be answerable, so bots wait meanwhile, as long as the offer
// lasts. The light of the seat pulses and the main screen lists the offer before what others are
// asked. B held, or a phone, lets it pass.

// makeOffers makes the offers that pass, when all is told.
func (k *answers) makeOffers() {
	if k.play.table == nil || k.play.table.Over() || k.play.table.Paused() || !k.caller.Idle() {
		return
	}
	for i := range k.play.Roster {
		seat := engine.Seat(i)
		r := k.replies.At(seat)
		a := r.Passing()
		if a == nil || k.play.bots().Has(seat) || !k.play.table.Attending().Has(seat) {
			continue
		}
		r.Offer(k.offerEnd(a))
		k.stage.tone(toneRemind)
		k.stage.say(k.stage.spoken(a.Prompt))
		k.stage.newTopic()
	}
}

// endOffers ends the offers whose time is over.
func (k *answers) endOffers() {
	for i := range k.play.Roster {
		r := k.replies.At(engine.Seat(i))
		if at, ends := r.OfferEnds(); ends && k.now >= at {
			k.letPass(r)
		}
	}
}

// offerEnd returns when an offer ends that is made now; [never] where no clock runs.
func (k *answers) offerEnd(a *engine.Ask) time.Duration {
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
func (k *answers) letPass(r *reply.Reply) {
	r.LetPass()
	k.stage.newTopic()
}

// nextOffers returns when an offer ends.
func (k *answers) nextOffers() time.Duration {
	at := never
	if k.play.table == nil || k.play.table.Paused() || !k.caller.Idle() {
		return at
	}
	for i := range k.play.Roster {
		if end, ends := k.replies.At(engine.Seat(i)).OfferEnds(); ends {
			at = min(at, end)
		}
	}
	return at
}
