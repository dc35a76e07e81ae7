package derpate

import (
	"slices"
	"strconv"
)

// lessons are the Lessons of the title: what came of the last moves, then each row and each kind of
// question, when they first come.
func lessons(s *Status) []string {
	if len(s.Waiting) == 0 {
		return nil
	}
	var list []string
	for _, p := range s.Placed {
		switch p.Box {
		case boxWords[VisitBox], boxWords[MeetingBox], boxWords[RaidBox]:
			list = append(list, p.Box)
		}
	}
	list = append(list, s.novelties()...)
	switch do := s.Waiting[0].Do; do {
	case "place":
		list = append(list, "row"+strconv.Itoa(s.Row))
		list = append(list, s.placeLessons()...)
	case "car", "district", "reveal", "throw", "done":
		list = append(list, do)
	}
	return list
}

// novelties are the lessons about what anybody has by now.
func (s *Status) novelties() []string {
	var list []string
	add := func(lesson string, has func(p *PlayerStatus) bool) {
		for i := range s.Players.Of {
			if has(&s.Players.Of[i]) {
				list = append(list, lesson)
				return
			}
		}
	}
	add("tracks", func(p *PlayerStatus) bool { return s.Row >= 2 || p.Reputation > 0 || p.Influence > 0 })
	for t := Wedding; t < tokenCount; t++ {
		add(tokenWords[t], func(p *PlayerStatus) bool { return slices.Contains(p.Tokens.Held, tokenWords[t]) })
	}
	add("debt", func(p *PlayerStatus) bool { return p.DebtTokens < debtTokensEach })
	add("jail", func(p *PlayerStatus) bool { return p.Jail > 0 })
	add("river", func(p *PlayerStatus) bool { return p.River > 0 })
	add("friend", func(p *PlayerStatus) bool { return p.Friends > 0 })
	add("favours", func(p *PlayerStatus) bool { return p.Favours > 0 })
	add("income", func(p *PlayerStatus) bool { return p.Income > 0 })
	switch {
	case s.KO != nil:
		list = append(list, "ko")
	case s.Round > rounds/2: // the richest may still be out
		list = append(list, "ko_open")
	}
	return list
}

// placeLessons are the lessons about the boxes that the dice can go to and about which there is more to
// be said than in the lesson on the row: a Visit in row 2, a take-over in row 3, the Banker in row 4.
func (s *Status) placeLessons() []string {
	var list []string
	for c := Black; c <= Red; c++ {
		face, ok := s.Dice[c.String()]
		switch box := s.cat.box[s.Row][c]; {
		case !ok:
		case box == BankerBox, (box == TakeoverBox || box == VisitBox) && face != FaceStatus(Puppet):
			list = append(list, box.String())
		}
	}
	return list
}
