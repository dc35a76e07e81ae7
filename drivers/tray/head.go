package tray

import (
	"math"

	"consigliere/drivers/tray/sight"
)

// A head is what was learned of faces: it sees what the last layer of the face classifier sees, which tells marks
// from one another, whichever they are, and adds to what that says of faces, or says it instead.
type head struct {
	Instead bool      `json:"instead"` // of what the classifier says
	Weights []float32 `json:"weights"` // for each face and for none one of each feature, then the biases
}

// headLayer is the layer of the face classifier whose input a head sees: the last one, before which marks of all kinds were learned to
// be told from one another.
func headLayer() int { return len(sight.FaceLayers()) - 1 }

// newHead returns a head that knows nothing.
func newHead(instead bool) *head {
	return &head{Instead: instead, Weights: make([]float32, sight.Faces*(sight.FaceLayers()[headLayer()].Taps()+1))}
}

// out makes the logits of a classifier, which sees features, those of the head.
func (h *head) out(features, logits []float32) {
	n := len(features)
	for o := range sight.Faces {
		sum := h.Weights[sight.Faces*n+o]
		for i, w := range h.Weights[o*n : (o+1)*n] {
			sum += w * features[i]
		}
		if !h.Instead {
			sum += logits[o]
		}
		logits[o] = sum
	}
}

// scale makes a head say less.
func (h *head) scale(share float32) {
	for i := range h.Weights {
		h.Weights[i] *= share
	}
}

// A shown is a look at a face: what a head sees of it, what the classifier says, and what it is.
type shown struct {
	features, logits []float32
	face             int
	weight           float64
}

// A fitting is how a head is fitted to looks: the steps that are taken, how fast, and what holds it near where it began.
type fitting struct {
	steps      int
	rate, hold float64
}

// Dice that were corrected are much like those that the networks know; other faces are not.
var (
	corrections = fitting{steps: 60, rate: 0.005, hold: 0.01}
	otherFaces  = fitting{steps: 100, rate: 0.01, hold: 0.0005}
)

// fit makes a head tell looks, and is as little unlike what it was as that allows.
func (h *head) fit(looks []shown, used []bool, f fitting) {
	if len(looks) == 0 {
		return
	}
	n := len(looks[0].features)
	all := 0.0
	size := make([]float64, n+1) // of each feature, for steps that mean the same for all
	for _, l := range looks {
		for i, v := range l.features {
			size[i] += float64(v*v) / float64(len(looks))
		}
		all += l.weight
	}
	for i := range size {
		size[i] = math.Sqrt(size[i]) + 0.05
	}
	size[n] = 1
	grad, first, second := make([]float32, len(h.Weights)), make([]float64, len(h.Weights)), make([]float64, len(h.Weights))
	logits := make([]float32, sight.Faces)
	var p [sight.Faces]float64
	for step := range f.steps {
		clear(grad)
		for _, l := range looks {
			copy(logits, l.logits)
			h.out(l.features, logits)
			softmax(logits, used, p[:])
			for o := range p {
				d := p[o]
				if o == l.face {
					d--
				}
				by := float32(d * l.weight / all)
				if by > -1e-6 && by < 1e-6 {
					continue
				}
				to := grad[o*n : (o+1)*n]
				for i, v := range l.features {
					to[i] += by * v
				}
				grad[sight.Faces*n+o] += by
			}
		}
		c1, c2 := 1-math.Pow(0.9, float64(step+1)), 1-math.Pow(0.99, float64(step+1))
		for k, g := range grad {
			of := size[n]
			if k < sight.Faces*n {
				of = size[k%n]
			}
			g := float64(g)/of + f.hold*of*float64(h.Weights[k])
			first[k] += 0.1 * (g - first[k])
			second[k] += 0.01 * (g*g - second[k])
			h.Weights[k] -= float32(f.rate / of * first[k] / c1 / (math.Sqrt(second[k]/c2) + 1e-6))
		}
	}
}
