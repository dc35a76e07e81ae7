package derpate_test

import (
	"testing"

	"consigliere/engine"
	derpateface "consigliere/engine/derpate/face"
	"consigliere/engine/enginetest"
)

var four = engine.Roster{"Ava", "Babak", "Chiara", "Dario"}

func BenchmarkPlayout(b *testing.B) {
	for _, c := range []struct {
		name   string
		offers float64
	}{
		{"asked", 0},     // bots that answer what they are asked, as consigliere play
		{"offered", 0.2}, // bots that use tokens and favours as well
	} {
		b.Run(c.name, func(b *testing.B) {
			enginetest.Playouts(b, derpateface.Title(), engine.Header{Game: "derpate", Seats: four, Options: []byte(`{"chance":"box"}`)}, c.offers)
		})
	}
}
