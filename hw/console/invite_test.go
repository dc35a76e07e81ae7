package console_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
)

// The panel's menu shows how phones join, once there is a page for them, and a new code at once.
func TestInvite(t *testing.T) {
	b := consoletest.NewBox(2, false)
	p, err := consoletest.New(console.Config{Box: b.HW, Titles: games.All(), Painter: consoletest.Words{}}, b)
	require.NoError(t, err)
	list := func() string {
		p.Wait(1e9)
		return b.Main.Words()
	}
	find := func(entry string) bool {
		for range 20 {
			p.Press(hw.Panel, hw.A)
			if strings.Contains(list(), ">"+entry) {
				return true
			}
		}
		return false
	}
	require.False(t, find("Phones"), list())
	require.NoError(t, p.Console.Do(p.Now, console.Invite{Served: true, Address: "http://192.168.178.100:8018", Rows: []string{"10", "01"}}))
	require.True(t, find("Phones"), list())
	p.Press(hw.Panel, hw.OK)
	for _, part := range []string{"192.168.", "178.100", ":8018"} {
		assert.Contains(t, list(), part)
	}
	require.NoError(t, p.Console.Do(p.Now, console.Invite{Served: true, Address: "http://box.local:8018", Rows: []string{"11", "01"}}))
	assert.Contains(t, list(), "box.local")
	require.NoError(t, p.Console.Do(p.Now, console.Invite{Served: true}))
	assert.Contains(t, list(), "no network")
	p.Press(hw.Panel, hw.OK)
	require.True(t, find("Phones"), "back in the menu: %s", list())
}
