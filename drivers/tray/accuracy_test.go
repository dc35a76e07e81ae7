package tray

import (
	"bufio"
	"encoding/json"
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/drivers/tray/scene"
)

// A score counts pictures of a grade: the right answer to one that nobody can read is unsure.
type score struct{ all, right, unsure, wrong int }

func (s *score) add(r Reading, want []Die, unsure bool) (verdict string) {
	s.all++
	got := slices.Clone(r.Dice)
	for _, list := range [][]Die{got, want} {
		slices.SortFunc(list, func(a, b Die) int {
			if a.Colour != b.Colour {
				return map[bool]int{true: -1, false: 1}[a.Colour < b.Colour]
			}
			return int(a.Face) - int(b.Face)
		})
	}
	switch {
	case unsure && r.Unsure, !unsure && !r.Unsure && slices.Equal(got, want):
		s.right++
		return "right"
	case r.Unsure:
		s.unsure++
		return "unsure"
	}
	s.wrong++
	return "wrong"
}

func (s *score) String() string {
	percent := func(n int) float64 { return 100 * float64(n) / float64(max(s.all, 1)) }
	return fmt.Sprintf("%4d pictures, right %5.1f %%, unsure %5.1f %%, wrong %4.1f %%", s.all, percent(s.right), percent(s.unsure), percent(s.wrong))
}

func readPicture(t testing.TB, name string) image.Image {
	t.Helper()
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	m, err := Decode(f)
	require.NoError(t, err)
	return m
}

func newReaders(t testing.TB) map[string]*Reader {
	t.Helper()
	readers := map[string]*Reader{}
	for _, s := range []Set{Pate(), Standard()} {
		r, err := NewReader(s)
		require.NoError(t, err)
		readers[s.Name] = r
	}
	return readers
}

// TestAccuracy reads pictures that the networks have never seen: those of testdata, which were
// made elsewhere, and drawn ones whose seeds were not used in training. It prints a report and
// fails if the reader is worse than it was. CONSIGLIERE_LONG draws more.
func TestAccuracy(t *testing.T) {
	readers := newReaders(t)
	grades := map[string]*score{"easy": {}, "medium": {}, "hard": {}}
	f, err := os.Open("testdata/pictures/truth.jsonl")
	require.NoError(t, err)
	defer f.Close()
	var spent time.Duration
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		var truth struct {
			File, Set, Difficulty string
			Unsure                bool
			Dice                  []Die
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &truth))
		m := readPicture(t, filepath.Join("testdata/pictures", truth.File))
		begun := time.Now()
		r := readers[truth.Set].Read(m)
		spent += time.Since(begun)
		if v := grades[truth.Difficulty].add(r, truth.Dice, truth.Unsure); v != "right" {
			t.Logf("%s: %s (%s); read %v, true %v", truth.File, v, r.Why, r.Dice, truth.Dice)
		}
	}
	for _, g := range []string{"easy", "medium", "hard"} {
		t.Logf("%-7s %s", g, grades[g])
	}
	t.Logf("%.1f ms a frame", spent.Seconds()*1000/float64(n))

	drawn := &score{}
	count := 4
	if os.Getenv("CONSIGLIERE_LONG") != "" {
		count = 200
	}
	for i := range count {
		reader := readers[[]string{scene.Pate, scene.Standard}[i%2]]
		p := scene.New(rand.New(rand.NewPCG(977, uint64(i))), scene.Options{Set: reader.set.Name}).Render()
		want, known := truthOf(p, reader.set)
		if !known {
			continue
		}
		r := reader.Read(p.Image)
		if v := drawn.add(r, want, p.Unsure); v != "right" {
			t.Logf("drawn picture %d: %s (%s); read %v, true %v", i, v, r.Why, r.Dice, want)
		}
	}
	t.Logf("%-7s %s", "drawn", drawn)

	right, wrong, all := 0, 0, 0
	for _, g := range grades {
		right, wrong, all = right+g.right, wrong+g.wrong, all+g.all
	}
	assert.Zero(t, wrong, "wrong readings")
	assert.GreaterOrEqual(t, 100*right, leastRight*all)
}

// leastRight is how many percent of the pictures were right when the weights were made.
const leastRight = 40

// truthOf returns the dice of a drawn picture, and whether the set has their colours.
func truthOf(p *scene.Picture, set Set) (dice []Die, known bool) {
	for _, d := range p.Dice {
		if !slices.Contains(set.Colours, d.Colour) {
			return nil, false
		}
		dice = append(dice, Die{d.Colour, Face(d.Face)})
	}
	return dice, true
}

func BenchmarkRead(b *testing.B) {
	m := readPicture(b, "testdata/pictures/pate-005.jpg")
	r := newReaders(b)["pate"]
	b.ReportAllocs()
	for b.Loop() {
		r.Read(m)
	}
}
