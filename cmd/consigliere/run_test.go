package main

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/hw"
	"consigliere/sim/chip"

	"github.com/stretchr/testify/require"
)

// TestRunBox runs the box of a Pi on chips in periph's registries: the menu appears on the
// main screen, and a press on the panel changes it, with the chip's interrupt line as the
// only messenger. At the end the screens are dark.
func TestRunBox(t *testing.T) {
	box := config.Default()
	box.Journals = t.TempDir()
	board, err := chip.NewBoard(box)
	require.NoError(t, err)
	require.NoError(t, board.Register())
	t.Cleanup(func() { require.NoError(t, board.Unregister()) })

	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- runBox(ctx, box, drivers.Periph(), slog.New(slog.DiscardHandler)) }()
	shows := func() *hw.Frame { return board.Main.Frame() }
	dark := hw.NewFrame(box.Main.W, box.Main.H)
	require.Eventually(t, func() bool { return !shows().Equal(dark) }, 5*time.Second, 5*time.Millisecond, "the menu")

	menu := shows()
	require.True(t, board.Press(hw.Panel, hw.B, true))
	board.Press(hw.Panel, hw.B, false)
	require.Eventually(t, func() bool { return !shows().Equal(menu) }, 5*time.Second, 5*time.Millisecond, "the next line of the menu")

	cancel()
	require.NoError(t, <-ended)
	require.True(t, shows().Equal(dark), "nothing stays on the screens")
	require.Empty(t, board.Warnings())
}
