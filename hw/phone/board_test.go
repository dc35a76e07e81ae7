package phone

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/web/webtest"
)

// A stage's board is the phones' and more, and reads as one that was written whole.
func TestStageIsTheBoardAndMore(t *testing.T) {
	b := webtest.NewBox(2)
	b.Set(func(lang.Lang) desk.Public { return desk.Public{State: "play", Phase: "one"} })
	g, err := NewGuests(b, GuestOptions{})
	require.NoError(t, err)
	defer g.Close()
	all, err := g.hall.read(lang.English, true)
	require.NoError(t, err)
	var phone, stage Board
	require.NoError(t, json.Unmarshal(all[edition{lang.English, false}].board, &phone))
	require.NoError(t, json.Unmarshal(all[edition{lang.English, true}].board, &stage))
	require.NotNil(t, stage.Stage)
	assert.Nil(t, phone.Stage)
	whole, err := json.Marshal(stage)
	require.NoError(t, err)
	assert.Equal(t, string(whole), string(all[edition{lang.English, true}].board))
	stage.Stage = nil
	assert.Equal(t, phone, stage)
}

// What comes of a phone's answer is one message to each: what is said, the board, and to phones a frame. The phone that
// has answered has no second frame, and has one even if nothing was to be seen.
func TestAnAnswerIsToldOnce(t *testing.T) {
	b := webtest.NewBox(2)
	phase := "one"
	b.Set(func(lang.Lang) desk.Public { return desk.Public{State: "play", Phase: phase} })
	g, err := NewGuests(b, GuestOptions{})
	require.NoError(t, err)
	g.Close() // nobody else draws
	g.Wait()
	h := g.hall
	kinds := func(l *viewer) (list []itemKind) {
		for _, i := range l.take() {
			list = append(list, i.kind)
		}
		return list
	}
	ava, other := newViewer(nil), newViewer(nil)
	for _, l := range []*viewer{ava, other} {
		require.NoError(t, h.enter(l))
		l.take()
	}
	events := b.Listen(hw.Panel)
	defer events.Close()
	for len(events.Events()) > 0 {
		<-events.Events()
	}

	phase = "two"
	b.Set(func(lang.Lang) desk.Public { return desk.Public{State: "play", Phase: phase} })
	require.NotEmpty(t, events.Events(), "the box says so")
	h.owe(ava)
	h.note(events, box.ToneEvent{Hz: 440}, false)
	assert.Equal(t, []itemKind{itemSaid, itemBoard, itemFrame}, kinds(ava))
	assert.Equal(t, []itemKind{itemSaid, itemBoard, itemFrame}, kinds(other))

	h.owe(ava)
	h.note(events, nil, true)
	assert.Equal(t, []itemKind{itemFrame}, kinds(ava), "nothing is new, but it waits")
	assert.Empty(t, kinds(other))
	h.note(events, nil, true)
	assert.Empty(t, kinds(ava), "it waits no more")
}

// A message that waits for no answer takes the place of none that another waits for.
func TestNoAnswerReplacesAnother(t *testing.T) {
	g, err := NewGuests(webtest.NewBox(2), GuestOptions{})
	require.NoError(t, err)
	defer g.Close()
	p := &phone{viewer: newViewer(nil), guests: g}
	p.answered = answered{5, "late"}
	p.did(t.Context(), &phoneRequest{T: "unheard of", whole: []byte(`{"t":"unheard of"}`)})
	assert.Equal(t, answered{5, "late"}, p.answered)
	p.did(t.Context(), &phoneRequest{T: "unheard of", N: 6, whole: []byte(`{"t":"unheard of","n":6}`)})
	assert.Equal(t, answered{6, "bad"}, p.answered)
}
