package tray

import (
	"errors"
	"fmt"
	"image"
	"math"
	"slices"

	"consigliere/drivers/tray/sight"
)

// A Teacher finds dice with faces that the networks do not know, for a [Memory]. Such dice are found by what they have in
// common with others, and a head of the face classifier, which is fitted to the pictures, tells their faces.
type Teacher struct{ reader *Reader }

// NewTeacher returns a teacher.
func NewTeacher() (*Teacher, error) {
	r, err := NewReader(Standard())
	return &Teacher{r}, err
}

// What the detector must say of a die to be taught.
const (
	taughtScore = 0.6
	taughtBody  = 0.5
)

// Teach adds the dice in a picture to a memory. All of them show the same face, and they lie apart. It returns where it has
// found them.
func (t *Teacher) Teach(m *Memory, face string, picture image.Image) ([]Spot, error) {
	if face == "" {
		return nil, errors.New("a face needs a name")
	}
	at := slices.Index(m.Faces, face)
	if at < 0 {
		if len(m.Faces) == MostNames {
			return nil, fmt.Errorf("dice have %d faces at most", MostNames)
		}
		m.Faces = append(m.Faces, face)
		at = len(m.Faces) - 1
	}
	r := t.reader
	r.take(picture)
	var spots []Spot
	for _, p := range r.bodies() {
		if len(m.Cuts)+3 > MostCuts {
			return spots, fmt.Errorf("these are %d cut-outs, and no more are kept", MostCuts)
		}
		m.Add(r.cut(p, Face(at+1)))
		for k := range 2 { // what lies beside a face is none
			sin, cos := math.Sincos(p.Angle + float64(2*k+1)*math.Pi/4)
			q := p
			q.X, q.Y = p.X+0.8*p.Size*cos, p.Y+0.8*p.Size*sin
			m.Add(r.cut(q, 0))
		}
		c := candidate{pose: p}
		spots = append(spots, r.spot(&c, Die{Face: Face(at + 1)}, true))
	}
	return spots, nil
}

// bodies returns where dice lie in the frame, whatever they show.
func (r *Reader) bodies() (poses []sight.Pose) {
	collect := func(least, most float64) {
		for i := range r.cands {
			if c := &r.cands[i]; c.score >= taughtScore && c.body >= taughtBody && c.pose.Size >= least && c.pose.Size <= most {
				poses = append(poses, c.pose)
			}
		}
	}
	fine := r.surveys[0]
	r.readUsual()
	if collect(fine.most, math.Inf(1)); len(poses) > 0 {
		return poses
	}
	r.cands = r.cands[:0]
	r.survey(fine)
	collect(0, fine.most)
	return poses
}
