package config_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/hw"
)

// TestAdd checks that a pod without wires is added to what there is, which stays as it was written.
func TestAdd(t *testing.T) {
	bare := config.Builds()[0]
	w := config.Wireless{Address: "c0:00:00:00:00:01", Keys: [hw.Buttons]int{2, 3, 4}, Lit: true}
	got, err := config.Add("box.toml", bare.File, w)
	require.NoError(t, err)
	assert.Equal(t, string(bare.File), string(got[:len(bare.File)]))
	b, err := config.Parse("box.toml", got)
	require.NoError(t, err)
	require.Len(t, b.Pods, 5)
	assert.Equal(t, config.Pod{Buttons: config.Buttons{
		{On: config.OnKeyboard, Bit: 2}, {On: config.OnKeyboard, Bit: 3}, {On: config.OnKeyboard, Bit: 4},
	}, Light: -1, Lamp: b.Keyboards[0].Name}, b.Pods[4])
	assert.Equal(t, "c0:00:00:00:00:01", b.Keyboards[0].Bluetooth())

	_, err = config.Add("box.toml", got, w)
	require.EqualError(t, err, `c0:00:00:00:00:01 is the keyboard "air4" already`)
	panel := config.Wireless{Address: "c0:00:00:00:00:02", Keys: w.Keys, Panel: true}
	_, err = config.Add("box.toml", got, panel)
	require.EqualError(t, err, "box.toml has a panel already")

	// From nothing: pods, without a line feed at the end, then the panel.
	got, err = config.Add("new.toml", nil, w)
	require.NoError(t, err)
	got, err = config.Add("new.toml", got[:len(got)-1], panel)
	require.NoError(t, err)
	b, err = config.Parse("new.toml", got)
	require.NoError(t, err)
	require.Len(t, b.Pods, 1)
	assert.Equal(t, "panel", b.Keyboards[1].Name)
	assert.Equal(t, config.Buttons{{On: config.OnKeyboard, Part: 1, Bit: 2}, {On: config.OnKeyboard, Part: 1, Bit: 3}, {On: config.OnKeyboard, Part: 1, Bit: 4}}, *b.Panel)

	w.Address, w.Keys[1] = "c0:00:00:00:00:03", 700
	_, err = config.Add("new.toml", got, w)
	require.ErrorContains(t, err, "the key 700 of c0:00:00:00:00:03 has no name")
}
