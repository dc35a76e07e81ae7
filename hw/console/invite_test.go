package console_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/command"
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
	require.NoError(t, p.Console.Do(p.Now, command.Invite{Served: true, Address: "http://192.168.178.100:8018", Rows: []string{"10", "01"}}))
	require.True(t, find("Phones"), list())
	p.Press(hw.Panel, hw.OK)
	require.Contains(t, list(), ">Join: the code")
	p.Press(hw.Panel, hw.OK)
	for _, part := range []string{"192.168.", "178.100", ":8018"} {
		assert.Contains(t, list(), part)
	}
	require.NoError(t, p.Console.Do(p.Now, command.Invite{Served: true, Address: "http://box.local:8018", Rows: []string{"11", "01"}}))
	assert.Contains(t, list(), "box.local")
	require.NoError(t, p.Console.Do(p.Now, command.Invite{Served: true}))
	assert.Contains(t, list(), "isn't on a network")
	p.Press(hw.Panel, hw.OK)
	assert.Contains(t, list(), ">Join: the code", "back in the menu")

	// A hot spot of the box has a code of its own, until it ends.
	spot := command.Invite{Served: true, Address: "http://10.42.0.1:8018", Rows: []string{"10", "01"}, WiFi: &command.WiFi{Name: "Consigliere", Password: "bodi-mako-tuve-rilo", Rows: []string{"11", "11"}}}
	require.NoError(t, p.Console.Do(p.Now, spot))
	require.True(t, find("Join the Wi-Fi"), list())
	p.Press(hw.Panel, hw.OK)
	for _, part := range []string{"Consigliere", "bodi-", "mako-", "tuve-", "rilo"} {
		assert.Contains(t, list(), part)
	}
	require.NoError(t, p.Console.Do(p.Now, command.Invite{Served: true}))
	assert.Contains(t, list(), ">Join: the code", "back in the menu")
}

// The panel's menu lets phones in and puts them out.
func TestKnocks(t *testing.T) {
	invite := command.Invite{
		Served: true, Address: "http://box.local:8018", Rows: []string{"10", "01"}, Phones: []string{"Babak"},
		Knocks: []command.Knock{{ID: 7, Name: "Ava"}},
	}
	p := naroByPhone(t)
	said := forwarded(p)
	list := func() string {
		p.Wait(1e9)
		return p.Box.Main.Words()
	}
	choose := func(entry string) {
		t.Helper()
		for i := 0; !strings.Contains(list(), ">"+entry); i++ {
			require.Less(t, i, 30, "no %s in %s", entry, list())
			p.Press(hw.Panel, hw.A)
		}
		p.Press(hw.Panel, hw.OK)
	}
	require.NoError(t, p.Console.Do(p.Now, invite))
	assert.Contains(t, p.Box.Speaker.Said[len(p.Box.Speaker.Said)-1], "wants to play as Ava")
	p.Hold(hw.Panel, hw.OK)
	choose("Phones")
	choose("Let Ava in?")
	choose("Yes")
	choose("Babak")
	choose("Yes")
	assert.Equal(t, []string{"let 7 true", "out Babak"}, said())
	invite.Knocks = nil
	require.NoError(t, p.Console.Do(p.Now, invite))
	assert.NotContains(t, list(), "Let Ava in?")
	p.Hold(hw.Panel, hw.OK)

	invite.Knocks = []command.Knock{{ID: 8, Name: "Ava"}}
	p.Press(0, hw.A) // somebody sits there
	require.NoError(t, p.Console.Do(p.Now, invite))
	p.Wait(2 * time.Second)
	p.Hold(0, hw.OK)
	p.Press(0, hw.OK)
	assert.Equal(t, "out Babak", said()[len(said())-1], "a pod without a screen asks nothing")
	assert.True(t, p.Table.Locked().Has(0), "what is pressed there is for the game")
}
