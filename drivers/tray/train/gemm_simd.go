//go:build goexperiment.simd && amd64

package main

import "simd/archsimd"

// lanes is what widths of matrices are multiples of.
const lanes = 16

// gemm adds a*b to c, which is m by n with rows of length n; a is m by k with its own steps from
// row to row and from column to column, b is k by n.
func gemm(c, a, b []float32, m, n, k, rowStep, columnStep int) {
	// What follows would be slow with the upper halves of the registers in use.
	defer archsimd.ClearAVXUpperBits()
	for j := 0; j < n; j += 2 * lanes {
		two := j+lanes < n
		i := 0
		for ; i+4 <= m; i += 4 {
			var s00, s10, s20, s30, s01, s11, s21, s31 archsimd.Float32x16
			o := i * rowStep
			if two {
				for p := range k {
					at := o + p*columnStep
					b0 := archsimd.LoadFloat32x16Slice(b[p*n+j:])
					b1 := archsimd.LoadFloat32x16Slice(b[p*n+j+lanes:])
					x := archsimd.BroadcastFloat32x16(a[at])
					s00, s01 = x.MulAdd(b0, s00), x.MulAdd(b1, s01)
					x = archsimd.BroadcastFloat32x16(a[at+rowStep])
					s10, s11 = x.MulAdd(b0, s10), x.MulAdd(b1, s11)
					x = archsimd.BroadcastFloat32x16(a[at+2*rowStep])
					s20, s21 = x.MulAdd(b0, s20), x.MulAdd(b1, s21)
					x = archsimd.BroadcastFloat32x16(a[at+3*rowStep])
					s30, s31 = x.MulAdd(b0, s30), x.MulAdd(b1, s31)
				}
			} else {
				for p := range k {
					at := o + p*columnStep
					b0 := archsimd.LoadFloat32x16Slice(b[p*n+j:])
					s00 = archsimd.BroadcastFloat32x16(a[at]).MulAdd(b0, s00)
					s10 = archsimd.BroadcastFloat32x16(a[at+rowStep]).MulAdd(b0, s10)
					s20 = archsimd.BroadcastFloat32x16(a[at+2*rowStep]).MulAdd(b0, s20)
					s30 = archsimd.BroadcastFloat32x16(a[at+3*rowStep]).MulAdd(b0, s30)
				}
			}
			for r, s := range [...]archsimd.Float32x16{s00, s10, s20, s30} {
				to := c[(i+r)*n+j:]
				s.Add(archsimd.LoadFloat32x16Slice(to)).StoreSlice(to)
			}
			if two {
				for r, s := range [...]archsimd.Float32x16{s01, s11, s21, s31} {
					to := c[(i+r)*n+j+lanes:]
					s.Add(archsimd.LoadFloat32x16Slice(to)).StoreSlice(to)
				}
			}
		}
		for ; i < m; i++ {
			for q := j; q < min(j+2*lanes, n); q += lanes {
				s := archsimd.LoadFloat32x16Slice(c[i*n+q:])
				for p := range k {
					s = archsimd.BroadcastFloat32x16(a[i*rowStep+p*columnStep]).MulAdd(archsimd.LoadFloat32x16Slice(b[p*n+q:]), s)
				}
				s.StoreSlice(c[i*n+q:])
			}
		}
	}
}
