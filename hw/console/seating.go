package console

import (
	"slices"

	"consigliere/engine"
)

// A seating is which pod serves which seat. A seat has one pod; a pod can serve several
// seats, which then take turns at it.
type seating struct {
	pods  int
	podOf []int // by seat; -1 while the seat has none
	// served is the seat that has opened the screen of a pod that several share; [engine.NoSeat]: it is
	// covered, so that nobody sees the secrets of the one before.
	served []engine.Seat
}

// begin seats player i at pod i, and begins with pod 0 again where there are more players
// than pods.
func (s *seating) begin(pods, seats int) {
	s.pods = pods
	s.podOf = s.podOf[:0]
	for i := range seats {
		s.podOf = append(s.podOf, i%max(pods, 1))
	}
	s.cover()
}

// join lets the next seat sit at a pod.
func (s *seating) join(pod int) { s.podOf = append(s.podOf, pod) }

// joined returns the seats that have a pod.
func (s *seating) joined() engine.SeatSet { return 1<<len(s.podOf) - 1 }

// cover covers the screens of all pods that are shared.
func (s *seating) cover() {
	s.served = slices.Grow(s.served[:0], s.pods)[:s.pods]
	for p := range s.served {
		s.served[p] = engine.NoSeat
	}
}

// move lets a pod serve a seat from now on.
func (s *seating) move(seat engine.Seat, pod int) {
	s.podOf[seat] = pod
	s.cover()
}

// pod returns the pod of a seat, or -1.
func (s *seating) pod(seat engine.Seat) int {
	if seat < 0 || int(seat) >= len(s.podOf) {
		return -1
	}
	return s.podOf[seat]
}

// at returns the seats that a pod serves.
func (s *seating) at(pod int) engine.SeatSet {
	var set engine.SeatSet
	for seat, p := range s.podOf {
		if p == pod {
			set = set.With(engine.Seat(seat))
		}
	}
	return set
}

// seat returns whom a pod serves now, where the seats of owing are awaited: of several the
// one that has opened its screen, else the first awaited one after it; [engine.NoSeat] if
// nobody sits there.
func (s *seating) seat(pod int, owing engine.SeatSet) engine.Seat {
	first := engine.NoSeat
	for i, p := range s.podOf {
		if p != pod {
			continue
		}
		seat := engine.Seat(i)
		if s.served[pod] == seat {
			return seat
		}
		if first == engine.NoSeat || owing.Has(seat) && !owing.Has(first) {
			first = seat
		}
	}
	return first
}

// shared reports whether several seats sit at a pod.
func (s *seating) shared(pod int) bool { return s.at(pod).Len() > 1 }

// covered reports whether the screen of a pod is covered until the seat takes its turn.
func (s *seating) covered(pod int, seat engine.Seat) bool {
	return s.shared(pod) && s.served[pod] != seat
}

// open lets a seat take its turn at its pod.
func (s *seating) open(pod int, seat engine.Seat) { s.served[pod] = seat }

// answered ends the turn of a seat at a pod that it shares.
func (s *seating) answered(seat engine.Seat) {
	if p := s.pod(seat); p >= 0 && s.shared(p) {
		s.served[p] = engine.NoSeat
	}
}
