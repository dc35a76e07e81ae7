package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"time"

	"consigliere/drivers/tray/conv"
)

func padded(n int) int { return (n + lanes - 1) / lanes * lanes }

// A learner is a network in training: its weights and the state of Adam.
type learner struct {
	shape   []conv.Layer
	layers  []*layer
	weights []float32
	average []float32 // of the weights over the last steps: what is written
	m, v    []float32
	step    int
	workers []*worker
}

// A layer is a layer with its maps: where they lie in memory, and which numbers the kernel takes.
// Maps have channels padded to lanes, and zeros around where the next layer wants them.
type layer struct {
	conv.Layer
	w, h, ow, oh int
	step, wide   int // channels of a pixel of the input and of the output, padded
	border       int // of zeros around the input
	row          int // numbers in a row of the input
	offsets      []int
	run          int
	first        int // index of the first weight

	packed, bias []float32

	// The way back. The gradients of the output have borders, too.
	left, right int
	backRow     int
	back        []class
}

// A class is those pixels of the input whose row and column leave the same rest when divided by
// the stride: the same taps have seen them.
type class struct {
	x, y    int
	offsets []int
	taps    []int
	packed  []float32
}

func newLayers(layers []conv.Layer, w, h int) []*layer {
	var list []*layer
	first := 0
	for i, c := range layers {
		l := &layer{Layer: c, w: w, h: h, ow: c.Size(w), oh: c.Size(h), first: first}
		if i > 0 && c.Kernel == w && c.Kernel == h && c.Pad == 0 && c.In%lanes == 0 {
			// All of a map at once: the same as one pixel with many channels.
			l.In, l.Kernel, l.w, l.h = c.Taps(), 1, 1, 1
		}
		first += c.Weights()
		w, h = l.ow, l.oh
		l.border = l.Pad
		l.step, l.wide = padded(l.In), padded(l.Out)
		if i == 0 {
			l.step = l.In
		}
		l.row = (l.w + 2*l.border) * l.step
		l.run = l.In
		if l.Spread == 1 && l.step == l.In {
			l.run = l.Kernel * l.In
		}
		for ky := range l.Kernel {
			for kx := range l.Kernel {
				if kx == 0 || l.run == l.In {
					l.offsets = append(l.offsets, ky*l.Spread*l.row+kx*l.Spread*l.step)
				}
			}
		}
		l.packed, l.bias = make([]float32, l.Taps()*l.wide), make([]float32, l.wide)
		if i > 0 {
			l.turn()
		}
		list = append(list, l)
	}
	return list
}

// turn works out the way back.
func (l *layer) turn() {
	type tap struct{ index, dx, dy int }
	all := map[[2]int][]tap{}
	for cy := range l.Stride {
		for cx := range l.Stride {
			for ky := range l.Kernel {
				for kx := range l.Kernel {
					y, x := cy+l.Pad-ky*l.Spread, cx+l.Pad-kx*l.Spread
					if y%l.Stride != 0 || x%l.Stride != 0 {
						continue
					}
					dx, dy := x/l.Stride, y/l.Stride
					all[[2]int{cx, cy}] = append(all[[2]int{cx, cy}], tap{ky*l.Kernel + kx, dx, dy})
					l.left = max(l.left, -dx, -dy)
					l.right = max(l.right, (l.w-1)/l.Stride+dx-l.ow+1, (l.h-1)/l.Stride+dy-l.oh+1)
				}
			}
		}
	}
	l.backRow = (l.left + l.ow + l.right) * l.wide
	for cy := range l.Stride {
		for cx := range l.Stride {
			c := class{x: cx, y: cy}
			for _, t := range all[[2]int{cx, cy}] {
				c.taps = append(c.taps, t.index)
				c.offsets = append(c.offsets, t.dy*l.backRow+t.dx*l.wide)
			}
			c.packed = make([]float32, len(c.taps)*l.Out*l.step)
			l.back = append(l.back, c)
		}
	}
}

// pack copies the weights to where they are used.
func (l *layer) pack(weights []float32) {
	weights = weights[l.first:]
	for t := range l.Taps() {
		copy(l.packed[t*l.wide:], weights[t*l.Out:(t+1)*l.Out])
	}
	copy(l.bias, weights[l.Taps()*l.Out:(l.Taps()+1)*l.Out])
	for _, c := range l.back {
		for k, tap := range c.taps {
			for i := range l.In {
				for o := range l.Out {
					c.packed[(k*l.Out+o)*l.step+i] = weights[(tap*l.In+i)*l.Out+o]
				}
			}
		}
	}
}

func newLearner(layers []conv.Layer, w, h int, r *rand.Rand) *learner {
	n := conv.Count(layers)
	l := &learner{shape: layers, layers: newLayers(layers, w, h), weights: make([]float32, n), m: make([]float32, n), v: make([]float32, n)}
	rest := l.weights
	for i, y := range layers {
		gain := math.Sqrt(2 / float64(y.Taps()))
		if y.Add {
			gain /= 2
		}
		if i == len(layers)-1 {
			gain /= 4
		}
		for k := range y.Taps() * y.Out {
			rest[k] = float32(r.NormFloat64() * gain)
		}
		rest = rest[y.Weights():]
	}
	l.average = slices.Clone(l.weights)
	for range 4 { // not as many as there are processors, for the same sums everywhere
		l.workers = append(l.workers, newWorker(l))
	}
	return l
}

// A worker runs one example at a time forwards and backwards.
type worker struct {
	*learner
	maps   [][]float32 // inputs of the layers, with their borders
	sums   [][]float32 // of the layers, before what bends them
	out    []float32   // the last of them
	grads  [][]float32 // of the outputs
	deltas [][]float32 // of sums, with their borders
	turned [][]float32 // gradients of the weights, as packed
	biases [][]float32
	nought []float32

	picture []float32 // for examples to draw, before they put it
}

func newWorker(l *learner) *worker {
	first := l.layers[0]
	w := &worker{learner: l, picture: make([]float32, first.w*first.h*first.In)}
	most := 0
	for _, y := range l.layers {
		w.maps = append(w.maps, make([]float32, y.row*(y.h+2*y.border)))
		w.sums = append(w.sums, make([]float32, y.ow*y.oh*y.wide))
		w.grads = append(w.grads, make([]float32, y.ow*y.oh*y.wide))
		w.deltas = append(w.deltas, make([]float32, max(y.backRow, y.ow*y.wide)*(y.left+y.oh+y.right)))
		w.turned = append(w.turned, make([]float32, len(y.packed)))
		w.biases = append(w.biases, make([]float32, y.wide))
		most = max(most, y.step, y.wide)
	}
	w.out, w.nought = w.sums[len(w.sums)-1], make([]float32, padded(most))
	return w
}

// put copies a picture to the input, between its borders.
func (w *worker) put(picture []float32) {
	l := w.layers[0]
	for y := range l.h {
		copy(w.maps[0][(y+l.border)*l.row+l.border*l.step:], picture[y*l.w*l.step:(y+1)*l.w*l.step])
	}
}

// forward returns the output, wide numbers for each pixel.
func (w *worker) forward() []float32 {
	for i, l := range w.layers {
		in, sums := w.maps[i], w.sums[i]
		line := l.ow * l.wide
		for y := range l.oh {
			product(sums, y*line, l.wide, in, y*l.Stride*l.row, l.Stride*l.step, l.offsets, l.run, l.packed, l.bias, l.wide, l.ow)
		}
		if i+1 == len(w.layers) {
			break
		}
		next := w.layers[i+1]
		if next.h != l.oh { // all of it is one pixel
			leaky(w.maps[i+1], sums, nil)
			continue
		}
		for y := range l.oh {
			var add []float32
			if l.Add {
				at := (y+l.border)*l.row + l.border*l.step
				add = in[at : at+line]
			}
			at := (y+next.border)*next.row + next.border*next.step
			leaky(w.maps[i+1][at:at+line], sums[y*line:(y+1)*line], add)
		}
	}
	return w.out
}

// backward takes the gradient of the output in grads and adds to the gradient of the weights.
func (w *worker) backward() {
	for i := len(w.layers) - 1; i >= 0; i-- {
		l := w.layers[i]
		line := l.ow * l.wide
		d, dRow, dAt := w.deltas[i], l.backRow, l.left*l.backRow+l.left*l.wide
		if i == 0 {
			dRow, dAt = line, 0
		}
		for y := range l.oh {
			at := dAt + y*dRow
			if l.Bend {
				slope(d[at:at+line], w.sums[i][y*line:(y+1)*line], w.grads[i][y*line:(y+1)*line])
			} else {
				copy(d[at:at+line], w.grads[i][y*line:(y+1)*line])
			}
			addRows(w.biases[i], d[at:at+line])
		}
		outer(w.turned[i], w.maps[i], 0, l.Stride*l.step, l.Stride*l.row, l.offsets, l.run, d, dAt, dRow, l.wide, l.ow, l.oh)
		if i == 0 {
			return
		}
		to := w.grads[i-1]
		for _, c := range l.back {
			for y := c.y; y < l.h; y += l.Stride {
				from := dAt + y/l.Stride*dRow
				product(to, (y*l.w+c.x)*l.step, l.Stride*l.step, d, from, l.wide, c.offsets, l.Out, c.packed, w.nought, l.step, (l.w-c.x+l.Stride-1)/l.Stride)
			}
		}
		if l.Add {
			for k, v := range w.grads[i] {
				to[k] += v
			}
		}
	}
}

// batch learns from n examples at a rate. example puts its input, calls forward, writes the
// gradient of the output, and returns the loss; it is called from several goroutines at once,
// and must depend on i alone. batch returns the losses.
func (l *learner) batch(n int, rate float64, example func(w *worker, i int) float64) []float64 {
	for _, y := range l.layers {
		y.pack(l.weights)
	}
	var wait sync.WaitGroup
	losses := make([]float64, n)
	for k, w := range l.workers {
		for i := range w.turned {
			clear(w.turned[i])
			clear(w.biases[i])
		}
		wait.Go(func() {
			for i := k; i < n; i += len(l.workers) {
				losses[i] = example(w, i)
				w.backward()
			}
		})
	}
	wait.Wait()
	l.step++
	const b1, b2, decay = 0.9, 0.995, 1e-5
	c1, c2 := 1-math.Pow(b1, float64(l.step)), 1-math.Pow(b2, float64(l.step))
	keep := float32(min(0.9995, float64(l.step)/float64(l.step+10)))
	change := func(i int, g float32) {
		g /= float32(n)
		l.m[i] += (1 - b1) * (g - l.m[i])
		l.v[i] += (1 - b2) * (g*g - l.v[i])
		l.weights[i] -= float32(rate) * (float32(float64(l.m[i])/c1/(math.Sqrt(float64(l.v[i])/c2)+1e-8)) + decay*l.weights[i])
		l.average[i] = keep*l.average[i] + (1-keep)*l.weights[i]
	}
	for i, y := range l.layers {
		for t := range y.Taps() {
			for o := range y.Out {
				g := float32(0)
				for _, w := range l.workers {
					g += w.turned[i][t*y.wide+o]
				}
				change(y.first+t*y.Out+o, g)
			}
		}
		for o := range y.Out {
			g := float32(0)
			for _, w := range l.workers {
				g += w.biases[i][o]
			}
			change(y.first+y.Taps()*y.Out+o, g)
		}
	}
	return losses
}

// A course is how long and how fast a network learns.
type course struct {
	name      string
	size      int // examples in a batch
	steps     int
	top       float64 // the greatest rate
	seed      uint64
	out, from string
	// begin is how many weights are taken from a file that has others after them.
	begin int
	// start is the shape of a narrower network, whose weights it can begin with.
	start []conv.Layer
}

// train learns from examples that depend on their draw alone, and now and then writes the weights,
// and the loss with these of examples that it does not learn from.
func (l *learner) train(c course, r *rand.Rand, example, unseen func(w *worker, draw uint64) float64) error {
	if err := l.resume(c); err != nil {
		return err
	}
	begun, sum := time.Now(), 0.0
	draws := make([]uint64, c.size)
	for step := range c.steps {
		for i := range draws {
			draws[i] = r.Uint64()
		}
		for _, loss := range l.batch(c.size, rate(c.top, step, c.steps), func(w *worker, i int) float64 { return example(w, draws[i]) }) {
			sum += loss / float64(c.size)
		}
		if step%500 == 499 || step == c.steps-1 {
			fmt.Printf("%s step %d of %d: loss %.4f, of unseen ones %.4f, %s\n", c.name, step+1, c.steps, sum/500, l.loss(600, unseen), time.Since(begun).Round(time.Second))
			sum = 0
			if err := os.WriteFile(c.out, conv.Encode(l.average), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// loss returns the loss of the first n examples with the weights that are written.
func (l *learner) loss(n int, example func(w *worker, draw uint64) float64) float64 {
	for _, y := range l.layers {
		y.pack(l.average)
	}
	var wait sync.WaitGroup
	sums := make([]float64, len(l.workers))
	for k, w := range l.workers {
		wait.Go(func() {
			for i := k; i < n; i += len(l.workers) {
				sums[k] += example(w, uint64(i)) / float64(n)
			}
		})
	}
	wait.Wait()
	sum := 0.0
	for _, v := range sums {
		sum += v
	}
	return sum
}

// resume takes weights to begin with, if a file is given.
func (l *learner) resume(c course) error {
	if c.from == "" {
		return nil
	}
	data, err := os.ReadFile(c.from)
	if err != nil {
		return err
	}
	weights, err := conv.Decode(data)
	switch {
	case err != nil:
		return err
	case len(weights) == len(l.weights):
	case c.start != nil && len(weights) == conv.Count(c.start):
		widen(l.shape, l.weights, c.start, weights)
		copy(l.average, l.weights)
		return nil
	case c.begin > 0 && len(weights) > c.begin:
		weights = weights[:c.begin]
	default:
		return fmt.Errorf("%s has %d weights, want %d", c.from, len(weights), len(l.weights))
	}
	copy(l.weights, weights)
	copy(l.average, weights)
	return nil
}

// widen copies the weights of a narrower network into those of a wider one of the same kind. What the narrower one works out
// has no part in the new channels, which begin at random.
func widen(layers []conv.Layer, to []float32, narrow []conv.Layer, from []float32) {
	for i, n := range narrow {
		w := layers[i]
		for tap := range n.Kernel * n.Kernel {
			for in := range w.In {
				row := to[(tap*w.In+in)*w.Out:]
				if in < n.In {
					copy(row, from[(tap*n.In+in)*n.Out:(tap*n.In+in+1)*n.Out])
				} else {
					clear(row[:n.Out])
				}
			}
		}
		copy(to[w.Taps()*w.Out:], from[n.Taps()*n.Out:(n.Taps()+1)*n.Out])
		to, from = to[w.Weights():], from[n.Weights():]
	}
}

// rate rises quickly and falls like a cosine.
func rate(top float64, step, steps int) float64 {
	return top * min(1, float64(step+1)/200) * (0.5 + 0.5*math.Cos(math.Pi*float64(step)/float64(steps)) + 0.002)
}
