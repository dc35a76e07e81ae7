package main

import (
	"math"
	"math/rand/v2"
	"sync"

	"consigliere/drivers/tray/conv"
)

func padded(n int) int { return (n + lanes - 1) / lanes * lanes }

// A learner is a network in training: its weights and the state of Adam.
type learner struct {
	layers  []conv.Layer
	w, h    int
	weights []float32
	m, v    []float32
	step    int
	workers []*worker
}

func newLearner(layers []conv.Layer, w, h int, r *rand.Rand) *learner {
	n := conv.Count(layers)
	l := &learner{layers: layers, w: w, h: h, weights: make([]float32, n), m: make([]float32, n), v: make([]float32, n)}
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
	for range 2 { // not as many as there are processors, for the same sums everywhere
		l.workers = append(l.workers, newWorker(l))
	}
	return l
}

// A worker runs one example at a time forwards and backwards.
type worker struct {
	*learner
	grad  []float32
	sizes [][2]int
	acts  [][]float32 // input of layer 0, outputs of each layer
	grads [][]float32 // of acts
	cols  [][]float32 // taps by pixel, padded
	bend  [][]bool    // where the ReLU was below 0
	tmp   []float32
	tmp2  []float32
	wide  []float32
	loss  float64
}

func newWorker(l *learner) *worker {
	w := &worker{learner: l, grad: make([]float32, len(l.weights)), sizes: [][2]int{{l.w, l.h}}}
	width, height := l.w, l.h
	w.acts = append(w.acts, make([]float32, width*height*l.layers[0].In))
	w.grads = append(w.grads, nil)
	most, mostWide := 0, 0
	for _, y := range l.layers {
		width, height = y.Size(width), y.Size(height)
		w.sizes = append(w.sizes, [2]int{width, height})
		n := width * height
		w.acts = append(w.acts, make([]float32, n*y.Out))
		w.grads = append(w.grads, make([]float32, n*y.Out))
		w.bend = append(w.bend, make([]bool, n*y.Out))
		w.cols = append(w.cols, make([]float32, n*padded(y.Taps())))
		most = max(most, n*padded(y.Out), n*padded(y.Taps()))
		mostWide = max(mostWide, padded(y.Taps())*padded(y.Out))
	}
	w.tmp, w.tmp2, w.wide = make([]float32, most), make([]float32, most), make([]float32, mostWide)
	return w
}

func (w *worker) forward() []float32 {
	weights := w.weights
	for i, l := range w.layers {
		in, out := w.acts[i], w.acts[i+1]
		pixels := w.sizes[i+1][0] * w.sizes[i+1][1]
		taps, wide, outs := l.Taps(), padded(l.Taps()), padded(l.Out)
		w.columns(i, func(pixel, tap, from, n int) { copy(w.cols[i][pixel*wide+tap:pixel*wide+tap+n], in[from:]) })
		// The weights, with their rows made wider.
		b := w.wide[:taps*outs]
		clear(b)
		for t := range taps {
			copy(b[t*outs:], weights[t*l.Out:(t+1)*l.Out])
		}
		c := w.tmp[:pixels*outs]
		for p := range pixels {
			clear(c[p*outs : (p+1)*outs])
			copy(c[p*outs:], weights[taps*l.Out:(taps+1)*l.Out])
		}
		gemm(c, w.cols[i], b, pixels, outs, taps, wide, 1)
		for p := range pixels {
			for o := range l.Out {
				k, v := p*l.Out+o, c[p*outs+o]
				w.bend[i][k] = l.Bend && v < 0
				if w.bend[i][k] {
					v *= conv.Leak
				}
				if l.Add {
					v += in[k]
				}
				out[k] = v
			}
		}
		weights = weights[l.Weights():]
	}
	return w.acts[len(w.layers)]
}

// columns calls f for each run of taps that lies inside of the input of a layer.
func (w *worker) columns(i int, f func(pixel, tap, from, n int)) {
	l := w.layers[i]
	iw, ih := w.sizes[i][0], w.sizes[i][1]
	ow, oh := w.sizes[i+1][0], w.sizes[i+1][1]
	for y := range oh {
		for ky := range l.Kernel {
			sy := y*l.Stride - l.Pad + ky*l.Spread
			if sy < 0 || sy >= ih {
				continue
			}
			for x := range ow {
				sx := x*l.Stride - l.Pad
				if l.Spread == 1 && sx >= 0 && sx+l.Kernel <= iw {
					f(y*ow+x, ky*l.Kernel*l.In, (sy*iw+sx)*l.In, l.Kernel*l.In)
					continue
				}
				for kx := range l.Kernel {
					if s := sx + kx*l.Spread; s >= 0 && s < iw {
						f(y*ow+x, (ky*l.Kernel+kx)*l.In, (sy*iw+s)*l.In, l.In)
					}
				}
			}
		}
	}
}

// backward takes the gradient of the output in grads and adds to that of the weights.
func (w *worker) backward() {
	end := len(w.weights)
	for i := len(w.layers) - 1; i >= 0; i-- {
		l := w.layers[i]
		start := end - l.Weights()
		weights, grad := w.weights[start:end], w.grad[start:end]
		end = start
		pixels := w.sizes[i+1][0] * w.sizes[i+1][1]
		taps, wide, outs := l.Taps(), padded(l.Taps()), padded(l.Out)
		out := w.grads[i+1]
		dz := w.tmp[:pixels*outs]
		clear(dz)
		for p := range pixels {
			for o := range l.Out {
				v := out[p*l.Out+o]
				if w.bend[i][p*l.Out+o] {
					v *= conv.Leak
				}
				dz[p*outs+o] = v
				grad[taps*l.Out+o] += v
			}
		}
		dw := w.wide[:taps*outs]
		clear(dw)
		gemm(dw, w.cols[i], dz, taps, outs, pixels, 1, wide)
		for t := range taps {
			for o := range l.Out {
				grad[t*l.Out+o] += dw[t*outs+o]
			}
		}
		if i == 0 {
			return
		}
		in := w.grads[i]
		clear(in)
		if l.Add {
			copy(in, out)
		}
		turned := w.wide[:l.Out*wide]
		clear(turned)
		for t := range taps {
			for o := range l.Out {
				turned[o*wide+t] = weights[t*l.Out+o]
			}
		}
		dcol := w.tmp2[:pixels*wide]
		clear(dcol)
		gemm(dcol, dz, turned, pixels, wide, l.Out, outs, 1)
		w.columns(i, func(pixel, tap, from, n int) {
			to := in[from : from+n]
			for k, v := range dcol[pixel*wide+tap : pixel*wide+tap+n] {
				to[k] += v
			}
		})
	}
}

// batch learns from n examples at a rate. example fills w.acts[0], calls forward, writes the
// gradient of the output, and returns the loss; it is called from several goroutines at once,
// and must depend on i alone.
func (l *learner) batch(n int, rate float64, example func(w *worker, i int) float64) float64 {
	var wait sync.WaitGroup
	for k, w := range l.workers {
		clear(w.grad)
		w.loss = 0
		wait.Go(func() {
			for i := k; i < n; i += len(l.workers) {
				w.loss += example(w, i)
				w.backward()
			}
		})
	}
	wait.Wait()
	l.step++
	loss := 0.0
	const b1, b2, decay = 0.9, 0.995, 1e-5
	c1, c2 := 1-math.Pow(b1, float64(l.step)), 1-math.Pow(b2, float64(l.step))
	for _, w := range l.workers {
		loss += w.loss
	}
	for i := range l.weights {
		g := float32(0)
		for _, w := range l.workers {
			g += w.grad[i]
		}
		g /= float32(n)
		l.m[i] += (1 - b1) * (g - l.m[i])
		l.v[i] += (1 - b2) * (g*g - l.v[i])
		l.weights[i] -= float32(rate) * (float32(float64(l.m[i])/c1/(math.Sqrt(float64(l.v[i])/c2)+1e-8)) + decay*l.weights[i])
	}
	return loss / float64(n)
}
