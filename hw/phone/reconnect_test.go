package phone

import (
	"runtime"
	"testing"
	"time"

	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/stretchr/testify/require"
)

// keyOf returns the key of a seat, in letters.
func (r *roll) keyOf(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return letters(r.holders[name].key)
}

// TestReconnects cuts and opens lines by the hundred: they leave nothing behind.
func TestReconnects(t *testing.T) {
	g, s := serveGuests(t, webtest.NewBox(2), GuestOptions{})
	secret := func(name string) []byte {
		p := phonetest.Call(t, s.URL, phonetest.Invited(t, g), phonetest.NewDrip(uint64(len(name))))
		p.Ask(map[string]any{"t": "join", "name": name})
		p.Conn.CloseNow()
		p.Ended()
		return phonetest.SecretOf(t, g.roll.keyOf(name))
	}
	keys := [][]byte{secret("Ava"), secret("Babak")}
	idle := func() int {
		require.Eventually(t, func() bool {
			g.hall.mu.Lock()
			defer g.hall.mu.Unlock()
			g.gate.mu.Lock()
			defer g.gate.mu.Unlock()
			return len(g.hall.viewers) == 0 && g.gate.in == 0 && len(g.gate.from) == 0
		}, phonetest.Patience, 10*time.Millisecond)
		return runtime.NumGoroutine()
	}
	before := idle()
	times := 60
	if webtest.Long() {
		times = 3600 // an hour of one a second
	}
	for i := range times {
		conn := phonetest.Quiet(t, s.URL, keys[i%2])
		if i%3 == 0 {
			_, _, err := conn.Read(t.Context())
			require.NoError(t, err)
		}
		conn.CloseNow()
	}
	require.Eventually(t, func() bool { return idle() <= before+4 }, phonetest.Patience, 50*time.Millisecond)
}
