package console

import (
	"math/bits"
	"slices"

	"consigliere/engine"
)

// A seating is which pod serves which seat. A seat has one pod; a pod can serve several
// seats, which then take turns at it.
type seating struct {
	pods  int
	podOf []int            // by seat; -1 while the seat has none
	seats []engine.SeatSet // the same by pod
	// served is the seat that has opened the screen of a pod that several share; [engine.NoSeat]: it is
	// covered, so that nobody sees the secrets of the one before.
	served []engine.Seat
}

// begin seats player i at pod i, and begins with pod 0 again where there are more players
// than pods.
func (s *seating) begin(pods, seats int) {
	s.pods = pods
	s.podOf = s.podOf[:0]
	clear(s.seats)
	for i := range seats {
		s.join(i % max(pods, 1))
	}
	s.cover()
}

// join lets the next seat sit at a pod.
func (s *seating) join(pod int) {
	s.podOf = append(s.podOf, -1)
	s.sit(engine.Seat(len(s.podOf)-1), pod)
}

// sit lets a pod serve a seat, or none for -1.
func (s *seating) sit(seat engine.Seat, pod int) {
	if was := s.podOf[seat]; was >= 0 {
		s.seats[was] = s.seats[was].Without(seat)
	}
	s.podOf[seat] = pod
	if pod < 0 {
		return
	}
	for len(s.seats) <= pod {
		s.seats = append(s.seats, 0)
	}
	s.seats[pod] = s.seats[pod].With(seat)
}

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
	s.sit(seat, pod)
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
	if pod < 0 || pod >= len(s.seats) {
		return 0
	}
	return s.seats[pod]
}

// only returns the one seat that a pod serves, and false where none or several sit there.
func (s *seating) only(pod int) (engine.Seat, bool) {
	set := s.at(pod)
	return engine.Seat(bits.TrailingZeros16(uint16(set))), set != 0 && set&(set-1) == 0
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
func (s *seating) shared(pod int) bool {
	set := s.at(pod)
	return set&(set-1) != 0
}

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
