package engine

// ForcedMove returns the move that nobody has to be asked for, as everybody can see that there is no other: the
// [Ask.Forced] of an ask, or the single choice of the only ask, where it is open and nothing else is offered. What is
// confirmed or counts by its time is never forced, for it says when, nor what may be typed in otherwise.
func ForcedMove(asks []Ask) (m Move, told Text, ok bool) {
	for i := range asks {
		if a := &asks[i]; a.Forced != nil {
			return Move{Seat: a.Seat, Do: a.Forced}, a.Told, true
		}
	}
	if len(asks) != 1 {
		return Move{}, Text{}, false
	}
	a := &asks[0]
	if a.By != 0 || a.Hidden() || a.Optional || a.Confirm || a.Timed || a.Paced || a.Open || len(a.Parts) > 0 || len(a.Options) != 1 || len(a.Shown()) != 1 {
		return Move{}, Text{}, false
	}
	return Move{Seat: a.Seat, Do: a.Options[0]}, Text{}, true
}
