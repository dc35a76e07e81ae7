package screen_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/screen"
)

// TestPagesAreEqual checks that a page differs from one with any other field, so that no change is
// taken for none.
func TestPagesAreEqual(t *testing.T) {
	page := func() *screen.Page {
		return &screen.Page{
			Lines: []screen.Line{{Name: "Ava", Icons: []engine.Icon{"boss"}}}, Code: []string{"1"},
			More: []screen.Page{{Lines: []screen.Line{{Text: "more"}}}},
		}
	}
	require.True(t, page().Equal(page()))

	other := func(v reflect.Value) {
		switch x := v.Addr().Interface().(type) {
		case *string:
			*x += "x"
		case *bool:
			*x = !*x
		case *int:
			*x++
		case *time.Duration:
			*x++
		case *[]string:
			*x = append(*x, "x")
		case *[]engine.Icon:
			*x = append(*x, "x")
		case *[]screen.Line:
			*x = append(*x, screen.Line{})
		case *[]screen.Page:
			*x = append(*x, screen.Page{})
		default:
			t.Fatalf("a field is a %T: this test and Equal must know it", x)
		}
	}
	for i := range reflect.TypeFor[screen.Page]().NumField() {
		if !reflect.TypeFor[screen.Page]().Field(i).IsExported() {
			continue // of the copy alone that is drawn
		}
		q := page()
		other(reflect.ValueOf(q).Elem().Field(i))
		assert.False(t, page().Equal(q), reflect.TypeFor[screen.Page]().Field(i).Name)
	}
	for i := range reflect.TypeFor[screen.Line]().NumField() {
		q := page()
		other(reflect.ValueOf(&q.Lines[0]).Elem().Field(i))
		assert.False(t, page().Equal(q), "a line's %s", reflect.TypeFor[screen.Line]().Field(i).Name)
	}
}
