package corleone_test

import (
	"fmt"
	"testing"

	"consigliere/engine"
	"consigliere/engine/corleone"
	corleoneface "consigliere/engine/corleone/face"
	"consigliere/engine/enginetest"
)

func privateOf(g engine.Game, s engine.Seat) corleone.PrivateStatus {
	return g.View(s).Private.(corleone.PrivateStatus)
}

func TestLeaksAreCaught(t *testing.T) {
	for name, c := range map[string]struct {
		options string
		leak    enginetest.Leak
	}{
		"Ava's bid, in the public view": {`{}`, enginetest.Leak{View: func(v engine.View, g engine.Game) engine.View {
			s := v.Public.(corleone.Status)
			if b := s.Bribery; b != nil && b.Bids == nil {
				s.Seats = append([]string{}, s.Seats...)
				s.Seats[0] = fmt.Sprint(privateOf(g, 0).Bid)
			}
			v.Public = s
			return v
		}}},
		"an amount, to the next seat": {`{"tracking":"light"}`, enginetest.Leak{View: func(v engine.View, g engine.Game) engine.View {
			if p, ok := v.Private.(corleone.PrivateStatus); ok && v.Viewer == 1 {
				p.Bid = privateOf(g, 0).Bid
				v.Private = p
			}
			return v
		}}},
		"a bid, in a cue": {`{}`, enginetest.Leak{Cues: func(cues []engine.Cue, g engine.Game) []engine.Cue {
			return append(cues, engine.Cue{Text: engine.Say("cue.bid_of").Thing(fmt.Sprint(privateOf(g, 2).Bid))})
		}}},
	} {
		t.Run(name, func(t *testing.T) {
			h := engine.Header{Game: "corleone", Seats: five, Seed: 5, Options: []byte(c.options)}
			c.leak.Found(t, corleoneface.Title(), h, 1500)
		})
	}
}
