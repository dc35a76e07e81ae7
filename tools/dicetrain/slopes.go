package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"consigliere/drivers/tray/conv"
	"consigliere/drivers/tray/sight"
	"consigliere/sim/scene"
)

type slopesCmd struct {
	Drawn   []string `required:"" sep:"none" help:"Folders of drawn pictures with their truth."`
	Weights string   `required:"" help:"Folder of the weights of the other networks."`
	Out     string   `required:"" help:"File to write."`
	Steps   int      `default:"3000" help:"How many steps to take."`
	Held    int      `default:"0" help:"Hold back each so-manieth picture, and tell how well its slopes are told."`
}

// A slant is what the network of slopes sees of a die, how its face slopes in that, and how it stands, or -1 if that can't be seen.
type slant struct {
	features []float32
	slope    [2]float32
	stands   int
	blurred  bool // it moves, and slopes in many ways
	held     bool
}

// slantLooks is how often a die is looked at, turned by quarters and a little off, as the reader does.
const slantLooks = 4

// Run fits the network of slopes to what the others see of drawn dice.
func (c *slopesCmd) Run() error {
	slants, err := c.collect()
	if err != nil {
		return err
	}
	var learn, held []slant
	for _, s := range slants {
		if s.held {
			held = append(held, s)
		} else {
			learn = append(learn, s)
		}
	}
	if len(learn) == 0 {
		return fmt.Errorf("%v have no drawn dice", c.Drawn)
	}
	n := newSmall(learn, sight.SlopeLayers(), sight.Stands)
	n.fit(learn, c.Steps)
	n.judge(held)
	return os.WriteFile(c.Out, n.encode(), 0o644)
}

// judge tells how well a network does on what it has not learned from.
func (n *small) judge(held []slant) {
	var flat []float64
	var others [sight.FlatnessOutputs][]float64
	for _, lies := range []bool{true, false} {
		off, usual, all := 0.0, 0.0, 0.0
		for _, s := range held {
			if s.blurred || s.stands < 0 || lies != (s.stands == sight.Flat) {
				continue
			}
			out := n.run(s.features)
			for k, v := range s.slope {
				off += math.Pow(float64(out[k]-v), 2)
				usual += math.Pow(float64(v), 2)
			}
			all += 2
			if p := float64(likely(out[sight.Stands:])[sight.Flat]); lies {
				flat = append(flat, p)
			} else {
				others[s.stands] = append(others[s.stands], p)
			}
		}
		if all > 0 {
			fmt.Printf("looks at dice that lie flat (%t): %.0f; off by %.3f, and slopes are %.3f\n", lies, all/2, math.Sqrt(off/all), math.Sqrt(usual/all))
		}
	}
	if len(flat) == 0 {
		return
	}
	slices.Sort(flat)
	least := flat[len(flat)/20]
	for k, list := range others {
		more := 0
		for _, p := range list {
			if p > least {
				more++
			}
		}
		if len(list) > 0 {
			fmt.Printf("of %d looks at dice that stand in way %d, %.1f %% seem to lie flat more than a twentieth of those that do\n", len(list), k, 100*float64(more)/float64(len(list)))
		}
	}
}

// collect looks at the dice of the drawn pictures.
func (c *slopesCmd) collect() (all []slant, err error) {
	nets, err := loadNets(c.Weights)
	if err != nil {
		return nil, err
	}
	labels, err := labelsIn(c.Drawn)
	if err != nil {
		return nil, err
	}
	frame := sight.NewFrame()
	s := &searcher{net: nets["faces"], patch: make([]float32, sight.Patch*sight.Patch*3), frame: frame}
	around := make([]float32, sight.FlatnessPatch*sight.FlatnessPatch*3)
	view := make([]float32, sight.HalfW*sight.HalfH*3)
	var first sight.Found
	for i, name := range labels {
		l, m, err := loadDrawn(name)
		if err != nil {
			return nil, err
		}
		if l.HandIn {
			continue
		}
		frame.Set(m)
		frame.See(view)
		first.Take(nets["detector"], nets["detector"].Run(view))
		rng := rand.New(rand.NewPCG(1, uint64(i)))
		for _, d := range l.Dice {
			if d.X < 5 || d.Y < 5 || d.X > sight.Width-5 || d.Y > sight.Height-5 || d.Cut {
				continue
			}
			for look := range slantLooks {
				p, found := s.near(d, look, rng)
				if !found {
					continue
				}
				frame.Die(p, around)
				nets["flatness"].Run(around)
				features := make([]float32, sight.SlopeInputs)
				first.Slope(p, nets["flatness"].Input(sight.SlopeFrom), features)
				sin, cos := math.Sincos(p.Angle)
				a, b := d.Slope[0], d.Slope[1]
				all = append(all, slant{
					features: features, slope: [2]float32{float32(a*cos + b*sin), float32(b*cos - a*sin)},
					stands: standing(d, l.Dice), blurred: d.Moving, held: c.Held > 0 && i%c.Held == 0,
				})
			}
		}
	}
	return all, nil
}

// loadNets loads the networks whose weights lie in a folder.
func loadNets(dir string) (nets map[string]*conv.Net, err error) {
	nets = map[string]*conv.Net{}
	for name, n := range map[string]struct {
		layers []conv.Layer
		w, h   int
	}{
		"detector": {sight.DetectorLayers(), sight.HalfW, sight.HalfH}, "faces": {sight.FaceLayers(), sight.Patch, sight.Patch},
		"flatness": {sight.FlatnessLayers(), sight.FlatnessPatch, sight.FlatnessPatch},
	} {
		data, err := os.ReadFile(filepath.Join(dir, name+".bin"))
		if err != nil {
			return nil, err
		}
		weights, err := conv.Decode(data)
		if err != nil {
			return nil, err
		}
		if nets[name], err = conv.New(n.layers, weights, n.w, n.h); err != nil {
			return nil, err
		}
	}
	return nets, nil
}

// labelsIn returns the labels of drawn pictures.
func labelsIn(dirs []string) (labels []string, err error) {
	for _, dir := range dirs {
		list, err := filepath.Glob(filepath.Join(dir, "*.json"))
		if err != nil {
			return nil, err
		}
		labels = append(labels, list...)
	}
	return labels, nil
}

// loadDrawn loads a drawn picture with its truth.
func loadDrawn(name string) (l label, m image.Image, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return l, nil, err
	}
	if err := json.Unmarshal(text, &l); err != nil {
		return l, nil, fmt.Errorf("%s: %w", name, err)
	}
	f, err := os.Open(filepath.Join(filepath.Dir(name), l.File))
	if err != nil {
		return l, nil, err
	}
	defer f.Close()
	if m, err = jpeg.Decode(f); err != nil {
		return l, nil, fmt.Errorf("%s: %w", l.File, err)
	}
	return l, m, nil
}

// standing returns how a die stands, or -1 where that can't be seen: something hides it, or it hides the die that it lies on.
func standing(d scene.Die, dice []scene.Die) int {
	switch {
	case d.Cocked || d.Moving:
		return sight.Leaning
	case d.Under:
		return sight.Below
	case d.Covered:
		return -1
	case !d.Over:
		return sight.Flat
	}
	for _, o := range dice {
		if o.Under && math.Hypot(d.X-o.X, d.Y-o.Y) < 0.12*d.Size {
			return -1
		}
	}
	return sight.Above
}

// near looks for the face of a die from a place that is a little off, as the detector is.
func (s *searcher) near(d scene.Die, look int, rng *rand.Rand) (p sight.Pose, found bool) {
	p = sight.Pose{
		X: d.X + rng.NormFloat64()*0.05*d.Size, Y: d.Y + rng.NormFloat64()*0.05*d.Size, Size: d.Size * math.Exp(rng.NormFloat64()*0.06),
		Angle: d.Angle*math.Pi/180 + float64(look%4)*math.Pi/2 + rng.NormFloat64()*0.06,
	}
	p = s.mend(s.mend(p))
	p.Size *= math.Exp(rng.NormFloat64() * 0.03)
	return p, math.Hypot(p.X-d.X, p.Y-d.Y) < 0.3*d.Size
}

// A small is a small network while it learns: two layers, of which the first has a mean and a scale for each feature. Its outputs are slopes, or
// none, and then what is true of a place, as logits.
type small struct {
	in, hidden  int
	outs        int
	classes     int // the first output that is a logit
	mean, scale []float32
	w           []float32 // of the first layer, by hidden units; its biases; of the second, by outputs; its biases
	act         []float32
}

func newSmall(slants []slant, layers []conv.Layer, classes int) *small {
	n := &small{in: layers[0].Taps(), hidden: layers[0].Out, outs: layers[1].Out, classes: classes}
	n.mean, n.scale, n.act = make([]float32, n.in), make([]float32, n.in), make([]float32, n.hidden)
	for i := range n.in {
		sum, square := 0.0, 0.0
		for _, s := range slants {
			v := float64(s.features[i])
			sum, square = sum+v, square+v*v
		}
		mean := sum / float64(len(slants))
		n.mean[i], n.scale[i] = float32(mean), float32(1/(math.Sqrt(max(square/float64(len(slants))-mean*mean, 0))+0.05))
	}
	rng := rand.New(rand.NewPCG(2, 0))
	n.w = make([]float32, n.hidden*n.in+n.hidden+(n.hidden+1)*n.outs)
	for i := range n.w[:n.hidden*n.in] {
		n.w[i] = float32(rng.NormFloat64() / math.Sqrt(float64(n.in)))
	}
	for i := range n.hidden * n.outs {
		n.w[n.hidden*n.in+n.hidden+i] = float32(rng.NormFloat64() / math.Sqrt(float64(n.hidden)))
	}
	return n
}

// run returns what the network says.
func (n *small) run(features []float32) []float32 {
	x := make([]float32, n.in)
	for i, v := range features {
		x[i] = (v - n.mean[i]) * n.scale[i]
	}
	return n.forward(x, nil)
}

func (n *small) forward(x []float32, keep []float32) []float32 {
	bias, second := n.w[n.hidden*n.in:], n.w[n.hidden*n.in+n.hidden:]
	out := slices.Clone(second[n.hidden*n.outs:])
	for h := range n.hidden {
		v := bias[h] + inner(n.w[h*n.in:(h+1)*n.in], x)
		if v < 0 {
			v *= conv.Leak
		}
		if keep != nil {
			v *= keep[h]
		}
		n.act[h] = v
		for k := range out {
			out[k] += second[n.hidden*k+h] * v
		}
	}
	return out
}

// likely turns logits into probabilities.
func likely(logits []float32) []float32 {
	p, sum := make([]float32, len(logits)), float32(0)
	top := slices.Max(logits)
	for i, v := range logits {
		p[i] = float32(math.Exp(float64(v - top)))
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

func inner(a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	i := 0
	for ; i+4 <= len(a) && i+4 <= len(b); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}

// fit learns from slants, 192 in a step, by Adam; a fifth of the features and a tenth of what is between the layers is left out each time.
func (n *small) fit(slants []slant, steps int) {
	const batch, rate, decay, beta = 192, 0.002, 0.05, 0.1
	rng := rand.New(rand.NewPCG(3, 0))
	first, second, grad := make([]float32, len(n.w)), make([]float32, len(n.w)), make([]float32, len(n.w))
	x, keep := make([]float32, n.in), make([]float32, n.hidden)
	at, off := n.hidden*n.in+n.hidden, make([]float32, n.outs)
	for step := range steps {
		clear(grad)
		for range batch {
			s := slants[rng.IntN(len(slants))]
			for i, v := range s.features {
				x[i] = 0
				if rng.Uint32()%5 != 0 {
					x[i] = (v - n.mean[i]) * n.scale[i] * 1.25
				}
			}
			for h := range keep {
				keep[h] = 0
				if rng.Uint32()%10 != 0 {
					keep[h] = 10.0 / 9
				}
			}
			out := n.forward(x, keep)
			clear(off)
			for k, v := range s.slope[:n.classes] {
				if !s.blurred { // large errors count no more than others
					off[k] = min(max((out[k]-v)/beta, -1), 1) / batch
				}
			}
			if s.stands >= 0 {
				copy(off[n.classes:], likely(out[n.classes:]))
				off[n.classes+s.stands]--
				for k := range off[n.classes:] {
					off[n.classes+k] /= batch
				}
			}
			for k, v := range off {
				grad[at+len(off)*n.hidden+k] += v
			}
			for h, v := range n.act {
				back := float32(0)
				for k, o := range off {
					grad[at+n.hidden*k+h] += o * v
					back += o * n.w[at+n.hidden*k+h]
				}
				back *= keep[h]
				if v < 0 {
					back *= conv.Leak
				}
				if back == 0 {
					continue
				}
				grad[n.hidden*n.in+h] += back
				to := grad[h*n.in : (h+1)*n.in]
				for i, v := range x {
					to[i] += back * v
				}
			}
		}
		speed := rate * (1 - float64(step)/float64(steps))
		c1, c2 := 1-math.Pow(0.9, float64(step+1)), 1-math.Pow(0.999, float64(step+1))
		for i, g := range grad {
			first[i] += 0.1 * (g - first[i])
			second[i] += 0.001 * (g*g - second[i])
			n.w[i] -= float32(speed * (float64(first[i])/c1/(math.Sqrt(float64(second[i])/c2)+1e-8) + decay*float64(n.w[i])))
		}
	}
}

// encode returns the weights as package conv reads them: those of each layer tap by tap, then the biases, two bytes each.
func (n *small) encode() (data []byte) {
	add := func(v float32) { data = binary.LittleEndian.AppendUint16(data, half(v)) }
	for i := range n.in {
		for h := range n.hidden {
			add(n.w[h*n.in+i] * n.scale[i])
		}
	}
	for h := range n.hidden {
		bias := n.w[n.hidden*n.in+h]
		for i := range n.in {
			bias -= n.w[h*n.in+i] * n.scale[i] * n.mean[i]
		}
		add(bias)
	}
	at := n.hidden*n.in + n.hidden
	for h := range n.hidden {
		for k := range n.outs {
			add(n.w[at+n.hidden*k+h])
		}
	}
	for _, v := range n.w[at+n.hidden*n.outs:] {
		add(v)
	}
	return data
}

// half returns a number as IEEE 754 binary16; what is too small for that is 0.
func half(v float32) uint16 {
	bits := math.Float32bits(v) + 0x1000 // to the nearest
	exponent := int(bits>>23&255) - 127 + 15
	if exponent <= 0 {
		return uint16(bits >> 16 & 0x8000)
	}
	return uint16(bits>>16&0x8000 | uint32(min(exponent, 30))<<10 | bits>>13&0x3ff)
}
