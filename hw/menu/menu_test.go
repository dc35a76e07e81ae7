package menu_test

import (
	"encoding/json"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/lang"
	"consigliere/hw/memory"
	"consigliere/hw/menu"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// picture returns what the menu of a box shows on which nothing is played.
func picture(t *testing.T) *menu.Box {
	t.Helper()
	titles := games.All()
	books, err := words.NewBooks(titles, engine.Messages, journal.Messages, table.Messages, console.Messages)
	require.NoError(t, err)
	log := slog.New(slog.DiscardHandler)
	m := memory.Open("", titles, log)
	m.Begun(m.Title("naro"), []string{"Ava", "Babak"}, memory.LastPlay{Seats: []string{"Ava", "Babak", "Chiara", "Dario"}}, nil)
	return &menu.Box{
		Machine: command.Machine{Helper: true, Clock: time.Date(2024, 2, 29, 19, 5, 0, 0, time.UTC), Update: "1.2", Network: "Home", Free: 1, Of: 4}, Volume: true, Brightness: true,
		Words: books.Menu(), Titles: titles, Memory: m, Lang: lang.English, MainLang: lang.English, Pods: 4, Log: log,
		Phones: command.Invite{Served: true, Address: "http://10.0.0.2:8018", Phones: []string{"Elif"}, Knocks: []command.Knock{{ID: 1, Name: "Farid"}}},
	}
}

// playing returns the same while a game is played.
func playing(t *testing.T, title *engine.Title) *menu.Box {
	t.Helper()
	b := picture(t)
	h := engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}}
	g, _, err := title.New(h)
	require.NoError(t, err)
	view := func() engine.View { return g.View(engine.Public) }
	b.Words = b.Words.Play(title, h)
	b.Play = &menu.Play{
		Title: title, Kept: true, Absent: true, Taught: true, Owing: engine.SeatsOf(0, 1), Bots: engine.SeatsOf(3), Attending: engine.SeatsOf(0, 1, 2),
		Langs: make([]lang.Lang, 4), View: view, Scene: func() engine.Scene { return title.Draw(view()) },
	}
	return b
}

// walk goes through a menu and those that it leads to, and lays all of them out. found gets the commands.
func walk(t *testing.T, b *menu.Box, m *menu.Menu, depth int, found map[reflect.Type]bool) {
	t.Helper()
	if m == nil {
		return
	}
	first := mark(b, m)
	for n := 0; n == 0 || mark(b, m) != first; n++ {
		for _, l := range lang.All() {
			p := m.Page(b.Words, l)
			require.True(t, p.Heading != "" || len(p.Lines) > 0 || p.Code != nil)
		}
		if m.Waits() && n == 0 {
			follow(t, b, m.AtPod(1), depth, found)
		}
		follow(t, b, m.Chosen(), depth, found)
		m.Move(1)
	}
}

// mark returns what tells which entry of a menu is chosen.
func mark(b *menu.Box, m *menu.Menu) string {
	p := m.Page(b.Words, lang.English)
	for i, line := range p.Lines {
		if line.Cursor {
			return strconv.Itoa(i)
		}
	}
	return p.Corner
}

func follow(t *testing.T, b *menu.Box, c command.Command, depth int, found map[reflect.Type]bool) {
	t.Helper()
	if depth == 0 {
		return
	}
	switch c := c.(type) {
	case nil:
	case menu.Open:
		walk(t, b, c(b), depth-1, found)
	case menu.Closing:
		follow(t, b, c.Command, depth, found)
	case menu.Then:
		follow(t, b, c.Command, depth, found)
		c.Menu(b, nil)
	case menu.Refused:
		walk(t, b, c.Menu(b), depth-1, found)
	case menu.Joined:
		walk(t, b, c.Menu(b), depth-1, found)
	default:
		found[reflect.TypeOf(c)] = true
	}
}

// TestMenusAlone goes through what the menu leads to in a few steps, without a console. What comes out of it is
// commands.
func TestMenusAlone(t *testing.T) {
	found := map[reflect.Type]bool{}
	b := picture(t)
	walk(t, b, menu.Top(b), 2, found)
	p := playing(t, b.Titles[0])
	walk(t, p, menu.Top(p), 4, found)
	b.Titles, p.Titles = b.Titles[:1], p.Titles[:1]
	walk(t, b, menu.Top(b), 5, found)
	p.Play.Over = true
	walk(t, p, menu.Result(p), 2, found)
	for _, want := range []command.Command{
		command.Start{},
		command.Pause{},
		command.Undo{},
		command.Sit{},
		command.SetPace{},
		command.SetVolume{},
		command.SetBrightness{},
		command.Look{},
		command.SetClocks{},
		command.SetVoice{},
		command.SetLang{},
		command.SetSeatLang{},
		command.Attend{},
		command.SetBots{},
		command.Teach{},
		command.Rematch{},
		command.Leave{},
		command.Stop{},
		command.Forget{},
		command.LetIn{},
		command.PutOut{},
		command.AnswerAbsent{},
		command.PlayFor{},
	} {
		assert.True(t, found[reflect.TypeOf(want)], "no menu gives %T", want)
	}
	for c := range found {
		assert.Equal(t, "consigliere/hw/command", c.PkgPath(), "%v is no command", c)
	}
}

// TestNobodyDrawsWhatLies sets Corleone's Empire up at the panel, where the box may track so little that all cards lie on the table: the box
// then draws none of them, whatever was chosen last, nobody is asked who does, and bots, who have no hands for cards, do not come with it.
func TestNobodyDrawsWhatLies(t *testing.T) {
	for _, c := range []struct {
		name  string
		takes []string // entries, where they are there; else what is marked
		want  string
		asked bool // who draws
	}{
		{"as last time", []string{"Ava, Babak, Chiara"}, `{"tracking":"light","chance":"table"}`, false},
		{"the same people, or others", []string{"3", "By pod number", "acts, bribes, markers"}, `{"tracking":"light","chance":"table"}`, false},
		{"all is tracked", []string{"3", "By pod number", "everything"}, `{"tracking":"full","chance":"box"}`, true},
		{"with bots", []string{"Elif, 1 bot"}, `{"chance":"box"}`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := picture(t)
			m := b.Memory.(*memory.Memory)
			title := m.Title("corleone")
			m.Begun(title, []string{"Ava", "Babak", "Chiara"}, memory.LastPlay{Seats: []string{"Ava", "Babak", "Chiara"}}, []byte(`{"tracking":"light","chance":"box"}`))
			b.Titles = []*engine.Title{title}
			at, asked := menu.Top(b), false
			for range 30 {
				page := at.Page(b.Words, lang.English)
				asked = asked || page.Heading == "Who draws and deals"
				for range page.Lines {
					if l := at.Page(b.Words, lang.English).Lines; slices.ContainsFunc(l, func(l screen.Line) bool { return l.Cursor && slices.Contains(c.takes, l.Text) }) {
						break
					}
					at.Move(1)
				}
				switch to := at.Chosen().(type) {
				case menu.Open:
					at = to(b)
				case command.Start:
					var got map[string]json.RawMessage
					require.NoError(t, json.Unmarshal(to.Header.Options, &got))
					got = map[string]json.RawMessage{"tracking": got["tracking"], "chance": got["chance"]}
					maps.DeleteFunc(got, func(_ string, v json.RawMessage) bool { return v == nil })
					text, err := json.Marshal(got)
					require.NoError(t, err)
					assert.JSONEq(t, c.want, string(text))
					assert.Equal(t, c.asked, asked, "whether somebody is asked who draws")
					return
				default:
					require.Fail(t, "the setup leads elsewhere", "%T at %q", to, page.Heading)
				}
			}
			require.Fail(t, "nothing begins")
		})
	}
}

// TestPhonesChange checks that a menu follows the phones only where it shows something of them, and stays at its entry.
func TestPhonesChange(t *testing.T) {
	b := picture(t)
	m := menu.Top(b)
	m.Move(1)
	assert.Same(t, m, m.Renewed(b), "nothing has changed")
	b.Phones.Served = false
	after := m.Renewed(b)
	assert.NotSame(t, m, after)
	assert.Equal(t, "1", mark(b, after))
	assert.Len(t, after.Page(b.Words, lang.English).Lines, len(m.Page(b.Words, lang.English).Lines)-1, "the entry of phones is gone")
}

// enter returns the menu behind an entry.
func enter(t *testing.T, b *menu.Box, m *menu.Menu, entry string) (next *menu.Menu, done []command.Command) {
	t.Helper()
	for range 100 {
		for _, line := range m.Page(b.Words, lang.English).Lines {
			if !line.Cursor || line.Text != entry {
				continue
			}
			switch c := m.Chosen().(type) {
			case menu.Open:
				return c(b), nil
			case menu.Then:
				return c.Menu(b, nil), []command.Command{c.Command}
			default:
				return nil, []command.Command{c}
			}
		}
		m.Move(1)
	}
	t.Fatalf("there is no %q in %v", entry, m.Page(b.Words, lang.English).Lines)
	return nil, nil
}

// path goes through entries, and returns the last menu and what was done last.
func path(t *testing.T, b *menu.Box, entries ...string) (m *menu.Menu, done []command.Command) {
	t.Helper()
	m = menu.Top(b)
	for _, e := range entries {
		m, done = enter(t, b, m, e)
	}
	return m, done
}

// TestMachineMenu holds what the panel can do with the machine, and that a machine without a helper, without a voice or
// with the right time is asked for nothing that it cannot do.
func TestMachineMenu(t *testing.T) {
	b := picture(t)
	_, done := path(t, b, "Settings", "Volume", "25 %")
	assert.Equal(t, []command.Command{command.SetVolume{Percent: 25}}, done)
	_, done = path(t, b, "Settings", "Brightness", "Night")
	assert.Equal(t, []command.Command{command.SetBrightness{Percent: 10}}, done)
	_, done = path(t, b, "Settings", "The box")
	assert.Equal(t, []command.Command{command.Look{}}, done)
	_, done = path(t, b, "Settings", "The box", "Start a hotspot", "Yes")
	assert.Equal(t, []command.Command{command.SetHotSpot{On: true}}, done)
	_, done = path(t, b, "Settings", "The box", "Switch off", "Yes")
	assert.Equal(t, []command.Command{command.PowerOff{}}, done)
	_, done = path(t, b, "Settings", "The box", "Switch off", "No")
	assert.Empty(t, done)

	// The 29th of February in another year is the 28th.
	_, done = path(t, b, "Settings", "The box", "Set the clock", "Year", "2027", "Hour", "08", "Done")
	assert.Equal(t, []command.Command{command.SetTime{Time: time.Date(2027, 2, 28, 8, 5, 0, 0, time.UTC)}}, done)

	text := func(m *menu.Menu) (all string) {
		for range 3 {
			for _, line := range m.Page(b.Words, lang.English).Lines {
				all += line.Text + " "
			}
			m.Move(1)
		}
		return all
	}
	m, _ := path(t, b, "Settings", "The box", "Saved games")
	assert.Equal(t, "0 games are saved. 75 % of the disk is full. Version 1.2 is available. On the box: sudo apt upgrade ", text(m))
	m, _ = path(t, b, "Settings", "The box", "Wi-Fi")
	assert.Contains(t, text(m), "The box is connected to Home.")

	b.Phones.WiFi = &command.WiFi{Name: "Consigliere", Password: "hafo-bimu"}
	_, done = path(t, b, "Settings", "The box", "Stop the hotspot", "Yes")
	assert.Equal(t, []command.Command{command.SetHotSpot{}}, done)

	entries := func(entries ...string) (list []string) {
		m, _ := path(t, b, entries...)
		for _, line := range m.Page(b.Words, lang.English).Lines {
			list = append(list, line.Text)
		}
		return list
	}
	b.Machine.Synced = true
	assert.NotContains(t, entries("Settings", "The box"), "Set the clock")
	b.Machine.Helper, b.Volume = false, false
	assert.Equal(t, []string{"Join: the code", "Saved games", "Back"}, entries("Settings", "The box"))
	assert.NotContains(t, entries("Settings"), "Volume")
	b.Machine.Of = 0
	assert.NotContains(t, entries("Settings"), "The box")
}
