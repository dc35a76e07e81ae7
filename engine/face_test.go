package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
)

// TestFaceTakesThePublicPartAsItIsKept checks that the functions of a face get what everybody knows where a game keeps it as a value and
// as a pointer, which isn't copied, and nothing of another title.
func TestFaceTakesThePublicPartAsItIsKept(t *testing.T) {
	type status struct{ round int }
	type none struct{}
	var got *status
	f := engine.FaceOf[status, none, none]{
		Draw:    func(v engine.ViewOf[status, none, none]) engine.Scene { got = v.Public; return engine.Scene{} },
		Lessons: func(s *status) []string { got = s; return []string{"one"} },
	}.Face()
	kept := &status{3}
	for _, ask := range []func(engine.View){func(v engine.View) { f.Draw(v) }, func(v engine.View) { f.Lessons(v) }} {
		got = nil
		ask(engine.View{Public: kept})
		assert.Same(t, kept, got)
		ask(engine.View{Public: *kept})
		assert.Equal(t, kept, got)
		assert.NotSame(t, kept, got)
		got = nil
		ask(engine.View{Public: none{}})
		ask(engine.View{})
		ask(engine.View{Public: (*status)(nil)})
		assert.Nil(t, got)
	}
	assert.Equal(t, []string{"one"}, f.Lessons(engine.View{Public: kept}))
	assert.Zero(t, f.Lessons(engine.View{Public: none{}}))
}
