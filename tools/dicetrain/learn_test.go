package main

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/drivers/tray/conv"
)

// TestLearner checks that a learner computes what package conv does, and that its gradients are
// those of small changes to the weights.
func TestLearner(t *testing.T) {
	layers := []conv.Layer{
		{Kernel: 3, Stride: 2, Spread: 1, Pad: 1, In: 3, Out: 5, Bend: true},
		{Kernel: 3, Stride: 2, Spread: 1, Pad: 1, In: 5, Out: 32, Bend: true},
		{Kernel: 3, Stride: 1, Spread: 2, Pad: 2, In: 32, Out: 32, Bend: true, Add: true},
		{Kernel: 3, Stride: 1, Spread: 1, Pad: 1, In: 32, Out: 16, Bend: true},
		{Kernel: 4, Stride: 1, Spread: 1, Pad: 0, In: 16, Out: 7, Bend: true},
		{Kernel: 1, Stride: 1, Spread: 1, Pad: 0, In: 7, Out: 3},
	}
	const side = 16
	r := rand.New(rand.NewPCG(1, 2))
	l := newLearner(layers, side, side, r)
	for i := range l.weights {
		l.weights[i] += float32(r.NormFloat64() * 0.05)
	}
	weights := append([]float32(nil), l.weights...)
	picture := make([]float32, side*side*3)
	for i := range picture {
		picture[i] = float32(r.NormFloat64())
	}
	loss := func(weights []float32) float64 {
		n, err := conv.New(layers, weights, side, side)
		require.NoError(t, err)
		sum := 0.0
		for i, v := range n.Run(picture) {
			sum += float64(i+1) * float64(v)
		}
		return sum
	}
	var got []float32
	l.batch(1, 0, func(w *worker, i int) float64 {
		w.put(picture)
		got = append(got, w.forward()[:3]...)
		clear(w.grads[len(layers)-1])
		copy(w.grads[len(layers)-1], []float32{1, 2, 3})
		return 0
	})
	n, err := conv.New(layers, weights, side, side)
	require.NoError(t, err)
	for i, want := range n.Run(picture) {
		assert.InDelta(t, want, got[i], 1e-4)
	}
	// With one example and no rate, m is a tenth of the gradient.
	for range 200 {
		i := r.IntN(len(weights))
		const step = 1e-2
		old := weights[i]
		weights[i] = old + step
		up := loss(weights)
		weights[i] = old - step
		down := loss(weights)
		weights[i] = old
		want := (up - down) / (2 * step)
		assert.InDelta(t, want, 10*l.m[i], 0.02*max(1, want, -want), "weight %d", i)
	}
}
