//go:build goexperiment.simd && amd64

package main

import (
	"simd/archsimd"
	"unsafe"

	"consigliere/drivers/tray/conv"
)

// lanes is what the channels of maps are padded to multiples of.
const lanes = 16

type vector = archsimd.Float32x16

func fetch(p *float32, at int) vector {
	return archsimd.LoadFloat32x16((*[lanes]float32)(unsafe.Add(unsafe.Pointer(p), at*4)))
}

func put(v vector, p *float32, at int) {
	v.Store((*[lanes]float32)(unsafe.Add(unsafe.Pointer(p), at*4)))
}

// product sets pixels in a row of out, n wide each, to the bias and the sum of what lies at the
// offsets from pixels of in, run numbers at each, times the weights.
func product(out []float32, outAt, outStep int, in []float32, inAt, inStep int, offsets []int, run int, weights, bias []float32, n, pixels int) {
	// What follows would be slow with the upper halves of the registers in use.
	defer archsimd.ClearAVXUpperBits()
	w0, b0 := unsafe.SliceData(weights), unsafe.SliceData(bias)
	i0, o0 := unsafe.SliceData(in), unsafe.SliceData(out)
	for j := 0; j < n; j += 2 * lanes {
		if j+lanes >= n {
			one(o0, outAt+j, outStep, i0, inAt, inStep, offsets, run, w0, b0, n, j, pixels)
			return
		}
		bias0, bias1 := fetch(b0, j), fetch(b0, j+lanes)
		p := 0
		for ; p+4 <= pixels; p += 4 {
			s00, s10, s20, s30 := bias0, bias0, bias0, bias0
			s01, s11, s21, s31 := bias1, bias1, bias1, bias1
			w := unsafe.Add(unsafe.Pointer(w0), j*4)
			for _, o := range offsets {
				a := unsafe.Add(unsafe.Pointer(i0), (inAt+p*inStep+o)*4)
				for range run {
					k0 := archsimd.LoadFloat32x16((*[lanes]float32)(w))
					k1 := archsimd.LoadFloat32x16((*[lanes]float32)(unsafe.Add(w, lanes*4)))
					x := archsimd.BroadcastFloat32x16(*(*float32)(a))
					s00, s01 = x.MulAdd(k0, s00), x.MulAdd(k1, s01)
					x = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, inStep*4)))
					s10, s11 = x.MulAdd(k0, s10), x.MulAdd(k1, s11)
					x = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, inStep*8)))
					s20, s21 = x.MulAdd(k0, s20), x.MulAdd(k1, s21)
					x = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, inStep*12)))
					s30, s31 = x.MulAdd(k0, s30), x.MulAdd(k1, s31)
					w, a = unsafe.Add(w, n*4), unsafe.Add(a, 4)
				}
			}
			to := outAt + p*outStep + j
			put(s00, o0, to)
			put(s01, o0, to+lanes)
			put(s10, o0, to+outStep)
			put(s11, o0, to+outStep+lanes)
			put(s20, o0, to+2*outStep)
			put(s21, o0, to+2*outStep+lanes)
			put(s30, o0, to+3*outStep)
			put(s31, o0, to+3*outStep+lanes)
		}
		for ; p < pixels; p++ {
			s0, s1 := bias0, bias1
			var t0, t1 vector
			w := unsafe.Add(unsafe.Pointer(w0), j*4)
			for _, o := range offsets {
				a := unsafe.Add(unsafe.Pointer(i0), (inAt+p*inStep+o)*4)
				for r := range run {
					x := archsimd.BroadcastFloat32x16(*(*float32)(a))
					k0 := archsimd.LoadFloat32x16((*[lanes]float32)(w))
					k1 := archsimd.LoadFloat32x16((*[lanes]float32)(unsafe.Add(w, lanes*4)))
					if r&1 == 0 {
						s0, s1 = x.MulAdd(k0, s0), x.MulAdd(k1, s1)
					} else {
						t0, t1 = x.MulAdd(k0, t0), x.MulAdd(k1, t1)
					}
					w, a = unsafe.Add(w, n*4), unsafe.Add(a, 4)
				}
			}
			to := outAt + p*outStep + j
			put(s0.Add(t0), o0, to)
			put(s1.Add(t1), o0, to+lanes)
		}
	}
}

// one is product for one vector of each pixel.
func one(o0 *float32, outAt, outStep int, i0 *float32, inAt, inStep int, offsets []int, run int, w0, b0 *float32, n, j, pixels int) {
	bias := fetch(b0, j)
	p := 0
	for ; p+8 <= pixels; p += 8 {
		s0, s1, s2, s3, s4, s5, s6, s7 := bias, bias, bias, bias, bias, bias, bias, bias
		w := unsafe.Add(unsafe.Pointer(w0), j*4)
		for _, o := range offsets {
			a := unsafe.Add(unsafe.Pointer(i0), (inAt+p*inStep+o)*4)
			for range run {
				k := archsimd.LoadFloat32x16((*[lanes]float32)(w))
				s0 = archsimd.BroadcastFloat32x16(*(*float32)(a)).MulAdd(k, s0)
				s1 = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, inStep*4))).MulAdd(k, s1)
				s2 = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, inStep*8))).MulAdd(k, s2)
				s3 = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, inStep*12))).MulAdd(k, s3)
				s4 = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, inStep*16))).MulAdd(k, s4)
				s5 = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, inStep*20))).MulAdd(k, s5)
				s6 = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, inStep*24))).MulAdd(k, s6)
				s7 = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, inStep*28))).MulAdd(k, s7)
				w, a = unsafe.Add(w, n*4), unsafe.Add(a, 4)
			}
		}
		for i, s := range [...]vector{s0, s1, s2, s3, s4, s5, s6, s7} {
			put(s, o0, outAt+(p+i)*outStep)
		}
	}
	for ; p < pixels; p++ {
		s := bias
		w := unsafe.Add(unsafe.Pointer(w0), j*4)
		for _, o := range offsets {
			a := unsafe.Add(unsafe.Pointer(i0), (inAt+p*inStep+o)*4)
			for range run {
				s = archsimd.BroadcastFloat32x16(*(*float32)(a)).MulAdd(archsimd.LoadFloat32x16((*[lanes]float32)(w)), s)
				w, a = unsafe.Add(w, n*4), unsafe.Add(a, 4)
			}
		}
		put(s, o0, outAt+p*outStep)
	}
}

// outer adds to the gradient of the weights what product of the same shape owes to them: what
// lies at the offsets from pixels of in, times the gradients of these pixels, n wide each.
func outer(grad []float32, in []float32, inAt, inStep, inRow int, offsets []int, run int, dz []float32, dzAt, dzRow, n, pixels, rows int) {
	defer archsimd.ClearAVXUpperBits()
	g0, i0, d0 := unsafe.SliceData(grad), unsafe.SliceData(in), unsafe.SliceData(dz)
	for t, o := range offsets {
		for r := 0; r < run; r += 4 {
			from := inAt + o + r
			for j := 0; j < n; j += 2 * lanes {
				to := (t*run+r)*n + j
				switch {
				case r+4 <= run && j+lanes < n:
					var s00, s10, s20, s30, s01, s11, s21, s31 vector
					for y := range rows {
						a := unsafe.Add(unsafe.Pointer(i0), (from+y*inRow)*4)
						d := unsafe.Add(unsafe.Pointer(d0), (dzAt+y*dzRow+j)*4)
						for range pixels {
							k0 := archsimd.LoadFloat32x16((*[lanes]float32)(d))
							k1 := archsimd.LoadFloat32x16((*[lanes]float32)(unsafe.Add(d, lanes*4)))
							x := archsimd.BroadcastFloat32x16(*(*float32)(a))
							s00, s01 = x.MulAdd(k0, s00), x.MulAdd(k1, s01)
							x = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, 4)))
							s10, s11 = x.MulAdd(k0, s10), x.MulAdd(k1, s11)
							x = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, 8)))
							s20, s21 = x.MulAdd(k0, s20), x.MulAdd(k1, s21)
							x = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, 12)))
							s30, s31 = x.MulAdd(k0, s30), x.MulAdd(k1, s31)
							a, d = unsafe.Add(a, inStep*4), unsafe.Add(d, n*4)
						}
					}
					for i, s := range [...]vector{s00, s10, s20, s30} {
						put(s.Add(fetch(g0, to+i*n)), g0, to+i*n)
					}
					for i, s := range [...]vector{s01, s11, s21, s31} {
						put(s.Add(fetch(g0, to+i*n+lanes)), g0, to+i*n+lanes)
					}
				default:
					for q := j; q < min(j+2*lanes, n); q += lanes {
						few := min(run-r, 4)
						var s0, s1, s2, s3 vector
						for y := range rows {
							a := unsafe.Add(unsafe.Pointer(i0), (from+y*inRow)*4)
							d := unsafe.Add(unsafe.Pointer(d0), (dzAt+y*dzRow+q)*4)
							if few == 4 {
								for range pixels {
									k := archsimd.LoadFloat32x16((*[lanes]float32)(d))
									s0 = archsimd.BroadcastFloat32x16(*(*float32)(a)).MulAdd(k, s0)
									s1 = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, 4))).MulAdd(k, s1)
									s2 = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, 8))).MulAdd(k, s2)
									s3 = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, 12))).MulAdd(k, s3)
									a, d = unsafe.Add(a, inStep*4), unsafe.Add(d, n*4)
								}
								continue
							}
							for range pixels {
								k := archsimd.LoadFloat32x16((*[lanes]float32)(d))
								s0 = archsimd.BroadcastFloat32x16(*(*float32)(a)).MulAdd(k, s0)
								if few > 1 {
									s1 = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, 4))).MulAdd(k, s1)
								}
								if few > 2 {
									s2 = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a, 8))).MulAdd(k, s2)
								}
								a, d = unsafe.Add(a, inStep*4), unsafe.Add(d, n*4)
							}
						}
						for i, s := range [...]vector{s0, s1, s2, s3} {
							if i < few {
								at := (t*run+r+i)*n + q
								put(s.Add(fetch(g0, at)), g0, at)
							}
						}
					}
				}
			}
		}
	}
}

// leaky sets to to z behind a leaky ReLU, and adds what is in add, if that is not nil.
func leaky(to, z, add []float32) {
	defer archsimd.ClearAVXUpperBits()
	leak := archsimd.BroadcastFloat32x16(conv.Leak)
	for i := 0; i+lanes <= len(z); i += lanes {
		v := archsimd.LoadFloat32x16Slice(z[i:])
		v = v.Max(v.Mul(leak))
		if add != nil {
			v = v.Add(archsimd.LoadFloat32x16Slice(add[i:]))
		}
		v.StoreSlice(to[i:])
	}
}

// slope sets to to the gradient before a leaky ReLU of z, for the gradient d behind it.
func slope(to, z, d []float32) {
	defer archsimd.ClearAVXUpperBits()
	leak, one, zero := archsimd.BroadcastFloat32x16(conv.Leak), archsimd.BroadcastFloat32x16(1), archsimd.BroadcastFloat32x16(0)
	for i := 0; i+lanes <= len(z); i += lanes {
		below := archsimd.LoadFloat32x16Slice(z[i:]).Less(zero)
		archsimd.LoadFloat32x16Slice(d[i:]).Mul(leak.Merge(one, below)).StoreSlice(to[i:])
	}
}

// addRows adds each of the rows in d to to.
func addRows(to, d []float32) {
	defer archsimd.ClearAVXUpperBits()
	for j := 0; j < len(to); j += lanes {
		s := archsimd.LoadFloat32x16Slice(to[j:])
		for i := j; i+lanes <= len(d); i += len(to) {
			s = s.Add(archsimd.LoadFloat32x16Slice(d[i:]))
		}
		s.StoreSlice(to[j:])
	}
}
