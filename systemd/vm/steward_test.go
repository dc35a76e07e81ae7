//go:build vm

package vm

import (
	"context"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/drivers/steward"
)

// TestSteward asks the helper that systemd starts at its socket, under the limits of its unit: the clock is set, and
// what this machine cannot do is an error in words.
func TestSteward(t *testing.T) {
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Minute)
	defer stop()
	at := time.Date(2031, 2, 3, 4, 5, 0, 0, time.UTC)
	before, begun := time.Now(), time.Now() // begun has the monotonic clock
	_, err := steward.Ask(ctx, steward.Socket, steward.Request{Do: steward.SetClock, Unix: at.Unix()})
	require.NoError(t, err)
	assert.WithinDuration(t, at, time.Now().Round(0), 30*time.Second)
	_, err = steward.Ask(ctx, steward.Socket, steward.Request{Do: steward.SetClock, Unix: before.Add(time.Since(begun)).Unix()})
	require.NoError(t, err)
	assert.WithinDuration(t, before.Add(time.Since(begun)).Round(0), time.Now().Round(0), 30*time.Second)

	_, err = steward.Ask(ctx, steward.Socket, steward.Request{Do: steward.HotSpot})
	require.Error(t, err)
	t.Log(err)
	assert.Contains(t, err.Error(), "nmcli", "it is not installed here")

	// What it is not asked for in its own words is refused, and nothing is done.
	conn, err := net.Dial("unix", steward.Socket)
	require.NoError(t, err)
	defer conn.Close()
	_, err = conn.Write([]byte("{\"do\":\"reboot\"}\n"))
	require.NoError(t, err)
	answer := make([]byte, 200)
	n, err := conn.Read(answer)
	require.NoError(t, err)
	assert.JSONEq(t, `{"error":"there is no verb \"reboot\""}`, string(answer[:n]))
}
