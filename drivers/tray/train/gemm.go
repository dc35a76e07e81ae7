//go:build !goexperiment.simd || !amd64

package main

// lanes is what widths of matrices are multiples of.
const lanes = 4

// gemm adds a*b to c, which is m by n with rows of length n; a is m by k with its own steps from
// row to row and from column to column, b is k by n.
func gemm(c, a, b []float32, m, n, k, rowStep, columnStep int) {
	for i := range m {
		row := c[i*n : (i+1)*n]
		for p := range k {
			x := a[i*rowStep+p*columnStep]
			for j, y := range b[p*n : (p+1)*n] {
				row[j] += x * y
			}
		}
	}
}
