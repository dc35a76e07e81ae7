package console_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
)

// A campaign is called as people say, or else by a number that no other has; no two have names that
// look alike. What can be gone on with is told by name.
func TestCampaignsHaveNames(t *testing.T) {
	folder := t.TempDir()
	p, logged := peopleTable(t, folder)
	h := engine.Header{Game: "khandan", Seats: names[:3], Options: []byte(`{"chance":"box","pack":"starter"}`), Seed: 1}
	begin := func(name string) error {
		h.Seed++
		return p.Console.Do(p.Now, command.Start{Header: h, Name: name})
	}
	proposed := func() string {
		for _, title := range p.Console.Snapshot().Public("en").Titles {
			if title.ID == "khandan" {
				return title.Name
			}
			assert.Empty(t, title.Name, "an evening has no name: %s", title.ID)
		}
		return ""
	}
	assert.Equal(t, "Campaign 1", proposed())
	require.NoError(t, begin(""))
	assert.Equal(t, "Campaign 1", p.Table.Name())
	assert.Equal(t, "Campaign 1", p.Console.Snapshot().Public("en").Name)
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
	assert.Equal(t, "Campaign 2", proposed(), "one that was left keeps its name")
	require.NoError(t, begin("  The long\u202e  war "))
	assert.Equal(t, "The long war", p.Table.Name())
	require.NoError(t, p.Console.Do(p.Now, command.Stop{}))
	require.Error(t, begin("the Long War"))
	assert.Equal(t, `another game is called "the Long War"`, p.Console.Snapshot().Public("en").Error)
	require.Error(t, begin("12"))
	assert.Nil(t, p.Console.Title(), "nothing has begun")

	again, _ := peopleTable(t, folder)
	d := again.Console.Snapshot().Public("en")
	assert.Equal(t, "Resume: The long war, 3 players", d.Resume)
	require.Len(t, d.Plays, 1)
	assert.Equal(t, "The long war", d.Plays[0].Name)
	again.Wait(time.Second)
	again.Press(hw.Panel, ok)
	require.NotNil(t, again.Table)
	assert.Equal(t, "The long war", again.Table.Name())
	assert.NotContains(t, logged.String(), "long war")
}

// The name is spelled at the panel, too.
func TestCampaignIsNamedAtThePanel(t *testing.T) {
	p, _ := peopleTable(t, t.TempDir())
	h := engine.Header{Game: "khandan", Seats: names[:3], Options: []byte(`{"chance":"box","pack":"starter"}`), Seed: 1}
	require.NoError(t, p.Console.Do(p.Now, command.Start{Header: h}))
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
	turnTo(t, p, ">The Houses")
	p.Press(hw.Panel, ok, ok) // as last time
	turnTo(t, p, ">Called: Campaign 2")
	p.Press(hw.Panel, ok)
	p.Press(hw.Panel, a, a, ok) // C
	turnTo(t, p, ">Done")
	p.Press(hw.Panel, ok)
	assert.Contains(t, p.Box.Main.Words(), ">Called: C")
	turnTo(t, p, ">Begin")
	p.Press(hw.Panel, ok)
	require.NotNil(t, p.Table)
	assert.Equal(t, "C", p.Table.Name())
}
