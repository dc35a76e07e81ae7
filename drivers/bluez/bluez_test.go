package bluez_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/drivers/bluez"
	"consigliere/drivers/bluez/bluetest"
)

const (
	near = "C0:00:00:00:00:01"
	far  = "C0:00:00:00:00:02"
	old  = "C0:00:00:00:00:03"
)

// TestPair pairs the nearest keyboard, then the next, and none that is known, none that is something else.
func TestPair(t *testing.T) {
	f := bluetest.New(t,
		&bluetest.Device{Name: "heart", Address: "C0:00:00:00:00:09", Near: -20, Key: 2, Other: true},
		&bluetest.Device{Name: "pod", Address: far, Near: -70, Key: 3},
		&bluetest.Device{Name: "pod", Address: near, Near: -40, Key: 2, Battery: 15},
		&bluetest.Device{Name: "off", Address: "C0:00:00:00:00:08", Key: 2})
	ctx := context.Background()
	r, err := bluez.Open(ctx, bluez.Options{Bus: f.Bus, Store: f.Store})
	require.NoError(t, err)
	defer r.Close()
	var known []string
	for _, want := range []string{"c0:00:00:00:00:01", "c0:00:00:00:00:02"} {
		k, err := r.Find(ctx, known)
		require.NoError(t, err)
		assert.Equal(t, []string{want, "pod"}, []string{k.Address, k.Name})
		require.NoError(t, r.Pair(ctx, k))
		known = append(known, k.Address)
	}
	assert.False(t, f.Listening(), "while nobody looks for a keyboard")
	for _, address := range []string{near, far} {
		d := f.Device(address)
		assert.True(t, d.Paired && d.Trusted && d.Connected, address)
	}
	short, stop := context.WithTimeout(ctx, 700*time.Millisecond)
	defer stop()
	_, err = r.Find(short, known)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	assert.False(t, f.Listening())

	full, err := bluez.Batteries(ctx, bluez.Options{Bus: f.Bus})
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"c0:00:00:00:00:01": 15}, full)
}

// TestPairInsecure checks that a link whose key was made in an older way, or is known to everybody, is cut
// and forgotten.
func TestPairInsecure(t *testing.T) {
	for _, kind := range []int{0, 1, 4} {
		f := bluetest.New(t, &bluetest.Device{Name: "old", Address: old, Near: -40, Key: kind})
		ctx := context.Background()
		r, err := bluez.Open(ctx, bluez.Options{Bus: f.Bus, Store: f.Store})
		require.NoError(t, err)
		defer r.Close()
		k, err := r.Find(ctx, nil)
		require.NoError(t, err)
		require.ErrorIs(t, r.Pair(ctx, k), bluez.ErrInsecure)
		d := f.Device(old)
		assert.False(t, d.Paired || d.Trusted || d.Connected)
	}
}

func TestNoBluez(t *testing.T) {
	_, err := bluez.Open(context.Background(), bluez.Options{Bus: "unix:path=/nonexistent"})
	require.ErrorContains(t, err, "the D-Bus of the system does not answer")
}
