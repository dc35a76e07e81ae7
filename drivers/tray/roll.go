package tray

import (
	"hash/maphash"
	"image"
	"math"
	"slices"

	"consigliere/drivers/tray/sight"
)

// A Roll follows frame after frame until the dice lie still, and reads them then. It is told
// each frame that the camera takes, some five a second. The zero value is not ready; use
// [NewRoll]. It is not safe for concurrent use.
type Roll struct {
	reader *Reader
	before []float32 // the frame before, coarse
	now    []float32
	begun  bool
	still  int // frames in a row without motion
	read   Reading
	told   Reading // what was last reported
	fresh  bool    // something has moved since
	doubts int     // readings in a row that were unsure

	seed maphash.Seed
	sum  uint64 // of the frame that was read last
}

// Coarse frames are compared in blocks of this many pixels.
const (
	block          = 16
	coarseW        = sight.Width / block
	coarseH        = sight.Height / block
	motionLimit    = 5.0 // grey levels by which a block changes when something moves there
	doubtfulFrames = 8   // after this many unsure readings at rest, people are told
	samePlace      = 5.0 // pixels that a die at rest may seem to move
)

// NewRoll returns a Roll with a reader of its own.
func NewRoll(s Set) (*Roll, error) {
	reader, err := NewReader(s)
	if err != nil {
		return nil, err
	}
	return &Roll{reader: reader, before: make([]float32, coarseW*coarseH), now: make([]float32, coarseW*coarseH), fresh: true, seed: maphash.MakeSeed()}, nil
}

// Reader returns the reader of the roll, for pictures other than frames.
func (r *Roll) Reader() *Reader { return r.reader }

// Frame takes the next frame. It returns true once for each throw: when the dice have come to
// rest and two frames in a row read the same, or when they lie still and cannot be read. An
// empty tray is not a throw, nor are dice that nobody has touched since they were reported.
func (r *Roll) Frame(m image.Image) (Reading, bool) {
	r.reader.take(m)
	if r.moved() {
		r.still, r.doubts, r.fresh = 0, 0, true
		return Reading{}, false
	}
	r.still++
	if !r.fresh {
		return Reading{}, false
	}
	last := r.read
	r.look()
	switch {
	case r.still < 2:
		return Reading{}, false
	case r.read.Unsure:
		r.doubts++
		if r.doubts < doubtfulFrames {
			return Reading{}, false
		}
	case last.Unsure || !slices.Equal(last.Dice, r.read.Dice):
		r.doubts = 0
		return Reading{}, false
	case len(r.read.Dice) == 0: // the dice were taken out: the next throw may look like the one before
		r.doubts, r.told = 0, Reading{}
		return Reading{}, false
	case same(r.read, r.told): // a hand came and went
		r.fresh = false
		return Reading{}, false
	}
	r.fresh, r.told = false, r.read
	return r.read, true
}

// look reads the frame. One that equals the frame before, as pictures in a folder do, need not be read again.
func (r *Roll) look() {
	f := r.reader.frame
	var sum maphash.Hash
	sum.SetSeed(r.seed)
	for _, plane := range [...][]byte{f.Light, f.Blue, f.Red} {
		_, _ = sum.Write(plane) // never fails
	}
	if s := sum.Sum64(); r.still < 2 || s != r.sum {
		r.sum, r.read = s, r.reader.read()
	}
}

// same reports whether two readings are of dice that lie where they lay.
func same(a, b Reading) bool {
	if a.Unsure || b.Unsure || len(a.Spots) != len(b.Spots) {
		return false
	}
	for _, s := range a.Spots {
		if !slices.ContainsFunc(b.Spots, func(t Spot) bool {
			return s.Die == t.Die && math.Hypot(s.X-t.X, s.Y-t.Y) < samePlace
		}) {
			return false
		}
	}
	return true
}

// moved reports whether something has moved since the frame before. Light that grows or fades
// everywhere isn't motion.
func (r *Roll) moved() bool {
	r.before, r.now = r.now, r.before
	half := r.reader.frame.Half
	mean := float32(0)
	for y := range coarseH {
		for x := range coarseW {
			sum := 0
			for j := range block / 2 {
				at := (y*block/2+j)*sight.HalfW + x*block/2
				for _, v := range half[at : at+block/2] {
					sum += int(v)
				}
			}
			v := float32(sum) / (block * block / 4)
			r.now[y*coarseW+x] = v
			mean += v - r.before[y*coarseW+x]
		}
	}
	mean /= coarseW * coarseH
	if !r.begun {
		r.begun = true
		return true
	}
	for i, v := range r.now {
		if d := v - r.before[i] - mean; d > motionLimit || d < -motionLimit {
			return true
		}
	}
	return false
}
