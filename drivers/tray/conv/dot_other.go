//go:build !amd64

package conv

// wide reports whether [dotWide] can be used: not on this processor.
const wide = false

func dotWide(_, _, _, _ *float32, _ *float32, _ int, _ *[64]float32) { panic("conv: no dotWide") }

func alongWide(_ *float32, _, _ int, _ *float32, _ int) { panic("conv: no alongWide") }

func backWide(_ *float32, _, _ int, _ *float32, _ int) { panic("conv: no backWide") }

func bendWide(_, _, _ *float32, _ int) { panic("conv: no bendWide") }

func addWide(_, _ *float32, _ int) { panic("conv: no addWide") }
