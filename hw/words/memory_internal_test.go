package words

import (
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/lang"
)

// TestMemory checks that a memory asks once for what it remembers, and never holds much, whoever uses it at the same time.
func TestMemory(t *testing.T) {
	var m memory[int]
	asked := 0
	for range 3 {
		assert.Equal(t, "7", m.get(7, func() string { asked++; return "7" }))
	}
	assert.Equal(t, 1, asked)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for n := range 2 * remembered {
				if s := m.get(n, func() string { return strconv.Itoa(n) }); s != strconv.Itoa(n) {
					t.Errorf("%d is %q", n, s)
				}
			}
		})
	}
	all.Wait()
	assert.LessOrEqual(t, len(m.of), remembered)
}

// TestHintsAreThoseOfTheBook checks that what explains an option is the first message that the book has, in each language and
// as often as it is asked for.
func TestHintsAreThoseOfTheBook(t *testing.T) {
	titles := games.All()
	books, err := NewBooks(titles, engine.Messages)
	require.NoError(t, err)
	hints, tags := 0, 0
	for _, title := range titles {
		p := books.Play(title, engine.Header{Game: title.ID, Options: []byte(`{"play":"ballot"}`)})
		for _, l := range lang.All() {
			for _, key := range p.Book.Keys(l) {
				of, is := strings.CutPrefix(key, "hint.")
				if tag, tagged := strings.CutPrefix(key, "tag."); tagged {
					of, is = tag, true
				}
				if !is {
					continue
				}
				arg, word, _ := strings.Cut(of, ".")
				for _, verb := range []string{arg, "nothing"} {
					n := p.Labels(&engine.Ask{Verb: verb}, engine.View{}, l)
					want, tag := "", ""
					for key := range engine.HintKeys(verb, arg, word) {
						if tag == "" && want == "" && p.Book.Has(l, tagOf(key)) {
							tag = tagOf(key)
						}
						if want == "" && p.Book.Has(l, key) {
							want = key
						}
					}
					for range 2 {
						require.Equal(t, want, n.hintKey(arg, word, false))
						require.Equal(t, tag, n.hintKey(arg, word, true))
					}
					if want != "" {
						require.Equal(t, p.Book.Word(l, want), n.Hint(arg, word))
						hints++
					}
					if tag != "" {
						tags++
					}
				}
			}
		}
	}
	assert.Greater(t, hints, 500)
	assert.Greater(t, tags, 100)
}
