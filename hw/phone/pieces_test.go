package phone

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/web/webtest"
)

// What lies on the table is said when somebody comes and when it has changed, before the board that it belongs to; the board itself
// holds none of it.
func TestPiecesAreSaidWhenTheyChange(t *testing.T) {
	b := webtest.NewBox(2)
	lies := func(phase, what string) {
		b.Set(func(lang.Lang) desk.Public {
			return desk.Public{State: "play", Phase: phase, Board: []desk.Piece{{Kind: "turf", Text: "a turf"}, {Kind: "turf", Text: "another"}, {Kind: "shop", Text: what}}}
		})
	}
	lies("one", "a bank")
	g, err := NewGuests(b, GuestOptions{})
	require.NoError(t, err)
	h := g.hall
	turfs := 0
	kinds := func(l *viewer) (list []itemKind) {
		turfs = 0
		for _, i := range l.take() {
			list = append(list, i.kind)
			said := string(i.message().Data)
			if i.kind == itemBoard {
				assert.NotContains(t, said, "a bank")
			}
			if i.kind == itemPieces {
				assert.Equal(t, 1, strings.Count(said, "a bank"))
				turfs += strings.Count(said, `"kind":"turf"`)
			}
		}
		return list
	}
	first := newViewer(nil)
	require.NoError(t, h.enter(first))
	assert.Equal(t, []itemKind{itemPieces, itemBoard, itemFrame}, kinds(first))
	lies("two", "a bank")
	h.redraw(nil)
	assert.Equal(t, []itemKind{itemBoard, itemFrame}, kinds(first))
	late := newViewer(nil)
	require.NoError(t, h.enter(late))
	assert.Equal(t, []itemKind{itemPieces, itemBoard, itemFrame}, kinds(late))
	lies("two", "a bank and a pier")
	h.redraw(nil)
	assert.Equal(t, []itemKind{itemPieces, itemBoard, itemFrame}, kinds(first))
	assert.Zero(t, turfs, "only what is another than before")
	lies("three", "a bank and two piers")
	h.redraw(nil) // before the other has taken what was said first
	assert.Equal(t, []itemKind{itemPieces, itemBoard, itemFrame}, kinds(late))
	assert.Equal(t, 2, turfs, "who has missed something gets all")
}
