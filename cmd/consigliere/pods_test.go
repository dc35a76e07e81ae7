package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/drivers/bluez"
	"consigliere/drivers/bluez/bluetest"
	"consigliere/drivers/contact"
	"consigliere/sim/chip"
)

// A workshop has the radio of its devices, and a person who presses what is asked for.
type workshop struct {
	*bluetest.Fake
	mu   sync.Mutex
	pods map[string]*chip.Contacts // by address; those that the kernel knows
	idle string                    // the address of one that nobody presses
	out  bytes.Buffer
}

// connected gives the kernel a keyboard.
func (r *workshop) connected(address string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pods[address] = chip.NewContacts(64)
}

func (r *workshop) open(device string, wake func()) (contact.Reader, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := r.pods[strings.TrimPrefix(device, config.ByBluetooth)]
	if k == nil {
		return nil, errors.New("not yet")
	}
	return k.Open(wake)
}

// Write takes what is printed. The person presses the keys of the one that is lit, each twice.
func (r *workshop) Write(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, button := range []string{"A", "B", "OK"} {
		if !strings.Contains(string(b), "Press "+button+" on the one that is red") {
			continue
		}
		for address, k := range r.pods {
			if k.Lit() == [3]bool{true, false, false} && address != r.idle {
				for range 2 {
					k.Set(2+i, true)
					k.Set(2+i, false)
				}
			}
		}
	}
	return r.out.Write(b)
}

// TestPairPods pairs what can be paired: two become pods, one is refused for its keys, one is not pressed.
func TestPairPods(t *testing.T) {
	const idle, old = "C0:00:00:00:00:02", "C0:00:00:00:00:03"
	r := &workshop{pods: map[string]*chip.Contacts{}, idle: strings.ToLower(idle)}
	r.Fake = bluetest.New(t,
		&bluetest.Device{Name: "pod", Address: "C0:00:00:00:00:01", Near: -40, Key: 2},
		&bluetest.Device{Name: "pod", Address: idle, Near: -50, Key: 2},
		&bluetest.Device{Name: "old", Address: old, Near: -60, Key: 0},
		&bluetest.Device{Name: "pod", Address: "C0:00:00:00:00:04", Near: -70, Key: 3},
		&bluetest.Device{Name: "pod", Address: "C0:00:00:00:00:05", Near: -80, Key: 2})
	r.OnConnect = r.connected
	ctx, stop := context.WithTimeout(context.Background(), 30*time.Second)
	defer stop()
	radio, err := bluez.Open(ctx, bluez.Options{Bus: r.Bus, Store: r.Store})
	require.NoError(t, err)
	defer radio.Close()
	file := filepath.Join(t.TempDir(), "box.toml")
	require.NoError(t, os.WriteFile(file, []byte("lang = \"fa\" # ours\n"+string(mustShow(t, "bare"))), 0o640))
	p := pairing{pairCommand: &pairCommand{Config: file, Count: 3}, radio: radio, open: r.open, out: r, patience: 300 * time.Millisecond}
	require.NoError(t, p.run(ctx), r.out.String())

	box, err := config.Load(file)
	require.NoError(t, err)
	require.Len(t, box.Pods, 7)
	var addresses []string
	for _, k := range box.Keyboards {
		addresses = append(addresses, k.Bluetooth())
	}
	assert.Equal(t, []string{"c0:00:00:00:00:01", "c0:00:00:00:00:04", "c0:00:00:00:00:05"}, addresses)
	for i, pod := range box.Pods[4:] {
		for b, pin := range pod.Buttons {
			assert.Equal(t, config.Pin{On: config.OnKeyboard, Part: i, Bit: 2 + b}, pin)
		}
		assert.Equal(t, box.Keyboards[i].Name, pod.Lamp)
	}
	info, err := os.Stat(file)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o640), info.Mode().Perm())
	for _, address := range []string{idle, old} {
		d := r.Device(address)
		assert.False(t, d.Paired || d.Trusted || d.Connected, address)
	}
	assert.Contains(t, r.out.String(), "FAIL  old, c0:00:00:00:00:03: it does not pair by LE Secure Connections")
	assert.Contains(t, r.out.String(), "FAIL  pod, c0:00:00:00:00:02: nobody pressed it; it was removed again")
	for address, k := range r.pods {
		assert.Equal(t, [3]bool{}, k.Lit(), "%s stays lit", address)
	}
}

// mustShow returns the configuration of a build, without its language.
func mustShow(t *testing.T, build string) []byte {
	t.Helper()
	for _, b := range config.Builds() {
		if b.Name == build {
			return bytes.Replace(b.File, []byte("\nlang = "), []byte("\n# lang = "), 1)
		}
	}
	t.Fatal("no build ", build)
	return nil
}
