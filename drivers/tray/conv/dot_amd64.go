package conv

import "golang.org/x/sys/cpu"

// wide reports whether [dotWide] can be used. It is a variable for tests alone.
var wide = cpu.X86.HasAVX

// dotWide sums up four pixels of n taps with sixteen output channels, whose weights are side by side for each tap.
// Sums are the first pixel's, then the next one's.
//
//go:noescape
func dotWide(a, b, c, d *float32, weights *float32, n int, sums *[64]float32)

// These do what [along], [back], [layer.bend] of a layer that bends, and [add] do, for n numbers, a multiple of four.
//
//go:noescape
func alongWide(from *float32, step, n int, to *float32, plane int)

//go:noescape
func backWide(from *float32, step, n int, to *float32, plane int)

//go:noescape
func bendWide(to, sums, bias *float32, n int)

//go:noescape
func addWide(to, more *float32, n int)
