package console_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// joins tells the box that these have joined by phone.
func joins(t *testing.T, p *consoletest.Player, names ...string) {
	t.Helper()
	require.NoError(t, p.Console.Do(p.Now, command.Invite{Served: true, Phones: names}))
}

// titleOf returns what the box calls a title, or one of its scripts.
func titleOf(d *desk.Public, b *consoletest.Beginning) (title, script string) {
	for _, t := range d.Titles {
		if t.ID != b.Title.ID {
			continue
		}
		for _, o := range t.Options {
			for _, v := range o.Values {
				if b.Play != "" && v.Word == b.Play {
					script = v.Label
				}
			}
		}
		return t.Title, script
	}
	return "", ""
}

// toBegin takes what the menu of the panel proposes, until a play has begun.
func toBegin(t *testing.T, p *consoletest.Player) {
	t.Helper()
	for range 40 {
		if p.Console.Title() != nil {
			return
		}
		p.Press(hw.Panel, ok)
	}
	require.Fail(t, "nothing begins", p.Box.Main.Words())
}

// Whatever the box has is begun at the panel as on its page, on the phone of a host and by a command: who has
// joined plays, and else the box knows by itself what is needed.
func TestPanelBeginsEverything(t *testing.T) {
	for _, b := range consoletest.Beginnings(games.All()) {
		for _, phones := range []bool{false, true} {
			t.Run(b.Name()+map[bool]string{true: "-phones"}[phones], func(t *testing.T) {
				p, _ := peopleTable(t, t.TempDir())
				d := p.Console.Snapshot().Public(lang.English)
				title, script := titleOf(d, &b)
				least := b.Least()
				var joined []string
				if phones {
					joined = []string{"Zohreh", "Mina", "Anna", "Omid", "Carlo", "Bianca"}[:least]
					joins(t, p, joined...)
				}
				turnTo(t, p, ">"+title)
				p.Press(hw.Panel, ok)
				if script != "" {
					turnTo(t, p, ">"+script)
					p.Press(hw.Panel, ok)
				}
				if !phones {
					turnTo(t, p, ">"+lang.English.Number(least))
				}
				toBegin(t, p)
				h := p.Table.Header()
				assert.Equal(t, b.Options(phones), consoletest.Settled(b.Title, h))
				assert.Len(t, h.Seats, least)
				if phones {
					assert.Equal(t, engine.Roster(joined), h.Seats, "in the order in which they joined")
				}
			})
		}
	}
}

// A blindTray has nothing to read.
type blindTray struct{}

func (blindTray) Watch(context.Context, func(hw.Throw)) {}

// The camera over a dice tray reads real dice, so that people have the table.
func TestCameraReadsRealDice(t *testing.T) {
	for _, c := range []struct {
		tray hw.Tray
		want string
	}{{nil, "box"}, {blindTray{}, ""}} {
		bx := consoletest.NewBox(4, true)
		bx.HW.Tray = c.tray
		p, err := consoletest.New(console.Config{Box: bx.HW, Titles: games.All(), Painter: consoletest.Words{}}, bx)
		require.NoError(t, err)
		for _, title := range p.Console.Snapshot().Public(lang.English).Titles {
			for _, o := range title.Options {
				if o.Draws {
					assert.Equal(t, c.want, o.Alone, "%s: %s", title.ID, o.Key)
				}
			}
		}
	}
}

// A group that cannot play a script is told how many can, and the list of numbers is the script's.
func TestNumbersOfPlayersAreThoseOfTheScript(t *testing.T) {
	p, _ := peopleTable(t, t.TempDir())
	d := p.Console.Snapshot().Public(lang.English)
	werewolf := consoletest.Beginning{Title: games.Find("anygame"), Play: "werewolf"}
	title, script := titleOf(d, &werewolf)
	begin := func() string {
		turnTo(t, p, ">"+title)
		p.Press(hw.Panel, ok)
		turnTo(t, p, ">"+script)
		p.Press(hw.Panel, ok)
		return p.Box.Main.Words()
	}
	assert.Contains(t, begin(), ">6", "it is for six to twelve")
	for _, o := range d.Titles {
		for _, opt := range o.Options {
			for _, v := range opt.Values {
				if v.Word == "werewolf" {
					assert.Equal(t, [2]int{6, 12}, [2]int{v.Least, v.Most}, "the page knows it too")
				}
			}
		}
	}

	// Four have joined: two bots are offered.
	p, _ = peopleTable(t, t.TempDir())
	joins(t, p, "Zohreh", "Mina", "Anna", "Omid")
	assert.Contains(t, strings.ReplaceAll(begin(), "\n", " "), "Zohreh, Mina, Anna, Omid, 2 bots")
	toBegin(t, p)
	assert.Len(t, p.Table.Header().Seats, 6)
	assert.Equal(t, engine.SeatSet(0b110000), p.Table.Bots())

	// Too many have joined for Naro.
	p, _ = peopleTable(t, t.TempDir())
	joins(t, p, "A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "I1")
	turnTo(t, p, ">Naro")
	p.Press(hw.Panel, ok, ok)
	p.Wait(100 * time.Millisecond)
	assert.Nil(t, p.Console.Title())
	assert.Contains(t, strings.ToLower(p.Box.Main.Words()), "at most 8 can play this, and 9 have joined")
}

// Players without a phone join at a pod, besides those who have one.
func TestPhonesAndPodsPlayTogether(t *testing.T) {
	p, _ := peopleTable(t, t.TempDir())
	joins(t, p, "Zohreh", "Mina")
	turnTo(t, p, ">Naro")
	p.Press(hw.Panel, ok)
	turnTo(t, p, ">4")
	p.Press(hw.Panel, ok)
	assert.Contains(t, p.Box.Main.Words(), "Player 3: press OK")
	p.Press(0, ok)
	p.Press(1, ok)
	toBegin(t, p)
	assert.Equal(t, engine.Roster{"Zohreh", "Mina", "Player 3", "Player 4"}, p.Table.Header().Seats)
	d := p.Console.Snapshot().Public(lang.English)
	var pods []int
	for _, s := range d.Seats {
		pods = append(pods, s.Pod)
	}
	assert.Equal(t, []int{2, 3, 0, 1}, pods, "a phone leaves the pods to those who have none")
	assert.Equal(t, "table", consoletest.Settled(p.Table.Title(), p.Table.Header())["chance"])
}
