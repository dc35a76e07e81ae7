package phone

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/web/line"
	"consigliere/hw/web/webtest"
)

// A readyLine is a line that takes what it is offered, or not.
type readyLine struct {
	line.Conn

	full bool
	took []string
}

func (r *readyLine) Pack(messages ...line.Message) (b []byte) {
	for _, m := range messages {
		b = append(b, m.Data...)
	}
	return b
}

func (r *readyLine) Offer(packed []byte) bool {
	if !r.full {
		r.took = append(r.took, string(packed))
	}
	return !r.full
}

// A screen whose line is ready is told at once, and its writer isn't woken; one that is behind gets all in order from its
// writer. A phone's frame always comes from its writer, with the board.
func TestWhoeverIsReadyIsToldAtOnce(t *testing.T) {
	b := webtest.NewBox(2)
	phase := func(to string) {
		b.Set(func(lang.Lang) desk.Public { return desk.Public{State: "play", Phase: to} })
	}
	phase("one")
	g, err := NewGuests(b, GuestOptions{})
	require.NoError(t, err)
	g.Close() // nobody else draws
	g.Wait()
	h := g.hall
	lines := map[*viewer]*readyLine{}
	enter := func(stage, full bool) *viewer {
		r := &readyLine{full: full}
		l := newViewer(r)
		l.stage = stage
		lines[l] = r
		require.NoError(t, h.enter(l))
		assert.Len(t, l.take(), 3)
		return l
	}
	fast, slow, writes, phone := enter(true, false), enter(true, true), enter(true, false), enter(false, false)
	for _, l := range []*viewer{fast, slow, phone} {
		assert.Empty(t, l.take(), "all is sent")
		<-l.wake
	}
	said := []item{{kind: itemSaid, b: []byte("said")}}

	phase("two")
	h.redraw(said)
	require.Len(t, lines[fast].took, 1)
	assert.Regexp(t, `^said.*"board".*"two"`, lines[fast].took[0])
	assert.Empty(t, fast.wake)
	assert.Empty(t, fast.take())
	for _, l := range []*viewer{slow, writes, phone} {
		assert.Empty(t, lines[l].took)
		assert.Len(t, l.queue, 3)
	}
	lines[slow].full = false
	h.tell(said)
	assert.Len(t, lines[fast].took, 2)
	for _, l := range []*viewer{slow, writes, phone} {
		assert.Empty(t, lines[l].took, "it comes behind what waits")
		assert.Len(t, l.take(), 4)
		assert.Empty(t, l.take())
	}
	h.tell(said)
	assert.Equal(t, []string{"said"}, lines[phone].took, "it is the same for all")
	assert.Len(t, lines[slow].took, 1)
}
