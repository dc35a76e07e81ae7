//go:build !goexperiment.simd || !amd64

package main

import "consigliere/drivers/tray/conv"

// lanes is what the channels of maps are padded to multiples of.
const lanes = 4

// product sets pixels in a row of out, n wide each, to the bias and the sum of what lies at the
// offsets from pixels of in, run numbers at each, times the weights.
func product(out []float32, outAt, outStep int, in []float32, inAt, inStep int, offsets []int, run int, weights, bias []float32, n, pixels int) {
	for p := range pixels {
		to := out[outAt+p*outStep : outAt+p*outStep+n]
		copy(to, bias)
		for t, o := range offsets {
			from := inAt + p*inStep + o
			for r, x := range in[from : from+run] {
				for j, k := range weights[(t*run+r)*n : (t*run+r+1)*n] {
					to[j] += x * k
				}
			}
		}
	}
}

// outer adds to the gradient of the weights what product of the same shape owes to them: what
// lies at the offsets from pixels of in, times the gradients of these pixels, n wide each.
func outer(grad []float32, in []float32, inAt, inStep, inRow int, offsets []int, run int, dz []float32, dzAt, dzRow, n, pixels, rows int) {
	for y := range rows {
		for p := range pixels {
			d := dz[dzAt+y*dzRow+p*n : dzAt+y*dzRow+(p+1)*n]
			for t, o := range offsets {
				from := inAt + y*inRow + p*inStep + o
				for r, x := range in[from : from+run] {
					to := grad[(t*run+r)*n : (t*run+r+1)*n]
					for j, k := range d {
						to[j] += x * k
					}
				}
			}
		}
	}
}

// leaky sets to to z behind a leaky ReLU, and adds what is in add, if that is not nil.
func leaky(to, z, add []float32) {
	for i, v := range z {
		to[i] = max(v, v*conv.Leak)
		if add != nil {
			to[i] += add[i]
		}
	}
}

// slope sets to to the gradient before a leaky ReLU of z, for the gradient d behind it.
func slope(to, z, d []float32) {
	for i, v := range z {
		to[i] = d[i]
		if v < 0 {
			to[i] *= conv.Leak
		}
	}
}

// addRows adds each of the rows in d to to.
func addRows(to, d []float32) {
	for i, v := range d {
		to[i%len(to)] += v
	}
}
