package face

import (
	"slices"
	"strconv"

	"consigliere/engine/derpate"
)

// lessons are the Lessons of the title: what came of the last moves, then each row and each kind of
// question, when they first come.
func lessons(s *derpate.Status) []string {
	if len(s.Waiting) == 0 {
		return nil
	}
	var list []string
	for _, p := range s.Placed {
		switch p.Box {
		case derpate.BoxWords[derpate.VisitBox], derpate.BoxWords[derpate.MeetingBox], derpate.BoxWords[derpate.RaidBox]:
			list = append(list, p.Box)
		}
	}
	list = append(list, novelties(s)...)
	switch do := s.Waiting[0].Do; do {
	case "place":
		list = append(list, "row"+strconv.Itoa(s.Row))
		list = append(list, placeLessons(s)...)
	case "car", "district", "reveal", "throw", "done":
		list = append(list, do)
	}
	return list
}

// novelties are the lessons about what anybody has by now.
func novelties(s *derpate.Status) []string {
	var list []string
	add := func(lesson string, has func(p *derpate.PlayerStatus) bool) {
		for i := range s.Players.Of {
			if has(&s.Players.Of[i]) {
				list = append(list, lesson)
				return
			}
		}
	}
	add("tracks", func(p *derpate.PlayerStatus) bool { return s.Row >= 2 || p.Reputation > 0 || p.Influence > 0 })
	for t := derpate.Wedding; t < derpate.TokenCount; t++ {
		add(derpate.TokenWords[t], func(p *derpate.PlayerStatus) bool { return slices.Contains(p.Tokens.Held, derpate.TokenWords[t]) })
	}
	add("debt", func(p *derpate.PlayerStatus) bool { return p.DebtTokens < derpate.DebtTokensEach })
	add("jail", func(p *derpate.PlayerStatus) bool { return p.Jail > 0 })
	add("river", func(p *derpate.PlayerStatus) bool { return p.River > 0 })
	add("friend", func(p *derpate.PlayerStatus) bool { return p.Friends > 0 })
	add("favours", func(p *derpate.PlayerStatus) bool { return p.Favours > 0 })
	add("income", func(p *derpate.PlayerStatus) bool { return p.Income > 0 })
	switch {
	case s.KO != nil:
		list = append(list, "ko")
	case s.Round > derpate.Rounds/2: // the richest may still be out
		list = append(list, "ko_open")
	}
	return list
}

// placeLessons are the lessons about the boxes that the dice can go to and about which there is more to
// be said than in the lesson on the row: a Visit in row 2, a take-over in row 3, the Banker in row 4.
func placeLessons(s *derpate.Status) []string {
	var list []string
	for c := derpate.Black; c <= derpate.Red; c++ {
		face, ok := s.Dice[c.String()]
		switch box := s.Cat.Box[s.Row][c]; {
		case !ok:
		case box == derpate.BankerBox, (box == derpate.TakeoverBox || box == derpate.VisitBox) && face != derpate.FaceStatus(derpate.Puppet):
			list = append(list, box.String())
		}
	}
	return list
}
