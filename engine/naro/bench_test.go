package naro_test

import (
	"testing"

	"consigliere/engine"
	"consigliere/engine/enginetest"
	naroface "consigliere/engine/naro/face"
)

var eight = engine.Roster{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid", "Gina", "Hamid"}

func BenchmarkPlayout(b *testing.B) {
	for _, c := range []struct{ name, options string }{
		{"plain", `{"chance":"box"}`},
		{"powers", `{"chance":"box","powers":true}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			enginetest.Playouts(b, naroface.Title(), engine.Header{Game: "naro", Seats: eight, Options: []byte(c.options)}, 0)
		})
	}
}
