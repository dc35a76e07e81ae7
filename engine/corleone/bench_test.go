package corleone_test

import (
	"testing"

	"consigliere/engine"
	corleoneface "consigliere/engine/corleone/face"
	"consigliere/engine/enginetest"
)

var five = engine.Roster{"Ava", "Babak", "Chiara", "Dario", "Elena"}

func BenchmarkPlayout(b *testing.B) {
	for _, c := range []struct{ name, options string }{
		{"full", `{"chance":"box"}`},
		{"light", `{"chance":"box","tracking":"light"}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			enginetest.Playouts(b, corleoneface.Title(), engine.Header{Game: "corleone", Seats: five[:4], Options: []byte(c.options)}, 0)
		})
	}
}
