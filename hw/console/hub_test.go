package console_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/lang"
)

// A hub that starts all tables together counts down on the main screen of each, whatever that shows, and sounds the moment; then
// the screen shows again what it did. What the start is called is said once.
func TestCountdownOfAHub(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	before := p.Box.Main.Words()
	heard := len(p.Box.Public)
	name := map[lang.Lang]string{"": "Round 1\u202e"}
	for _, c := range []struct {
		what command.Announce
		want string
	}{
		{command.Announce{Texts: name, In: 2}, "Round 1 | 2"},
		{command.Announce{Texts: name, In: 1}, "Round 1 | 1"},
		{command.Announce{Texts: name, Starts: true}, "Round 1 | Go!"},
	} {
		require.NoError(t, p.Console.Do(p.Now, c.what))
		p.Wait(time.Second)
		assert.Equal(t, c.want, p.Box.Main.Words())
	}
	p.Wait(time.Second)
	assert.Equal(t, before, p.Box.Main.Words())
	said := strings.Join(p.Box.Public[heard:], "\n")
	assert.Equal(t, 1, strings.Count(said, "say en Round 1\n"), said)
	assert.Equal(t, 1, strings.Count(said, "tone 988 "), said)
}

// What a hub announces is said in the language of the table's voice, if somebody has written it in that, and shown without marks
// that turn the line.
func TestAnnouncementOfAHub(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	for _, c := range []struct {
		voice lang.Lang
		want  string
	}{{"en", "say en Dinner is ready"}, {"fa", "say fa شام"}, {"it", "say it Dinner is ready"}} {
		require.NoError(t, p.Console.Do(p.Now, command.SetLang{Lang: c.voice}))
		p.Wait(time.Second)
		heard := len(p.Box.Public)
		require.NoError(t, p.Console.Do(p.Now, command.Announce{Texts: map[lang.Lang]string{"": "Dinner\nis ready\u202e", "fa": "شام"}}))
		assert.Contains(t, p.Box.Public[heard:], p.Now.String()+" "+c.want)
	}
}

// The panel says what is wrong with the hub and how much waits for it, in each language, until nothing is; the play
// goes on (promise P8).
func TestTroubleOfAHub(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	for _, c := range []struct {
		state command.HubState
		want  map[lang.Lang]string
	}{
		{command.HubState{Trouble: command.HubAway, Since: "21:10", Waiting: 312}, map[lang.Lang]string{
			"en": "hub: out of reach since 21:10; 312 lines waiting", "it": "righe in attesa: 312", "fa": "۳۱۲ خط منتظر است",
		}},
		{command.HubState{Trouble: command.HubNotIn, Since: "21:10", Waiting: 1}, map[lang.Lang]string{"en": "not admitted yet", "it": "non ancora ammesso", "fa": "نپذیرفته"}},
		{command.HubState{Trouble: command.HubFull, Waiting: 9}, map[lang.Lang]string{"en": "hub: full", "it": "pieno", "fa": "پر است"}},
		{command.HubState{Trouble: command.HubClone}, map[lang.Lang]string{"en": "Delete hub.key", "it": "hub.key", "fa": "hub.key"}},
		{command.HubState{Trouble: command.HubRefuses, What: "no\nmore\u202e"}, map[lang.Lang]string{"en": "hub: no"}},
		{command.HubState{}, map[lang.Lang]string{"en": ""}},
	} {
		require.NoError(t, p.Console.Do(p.Now, c.state))
		p.Wait(time.Second)
		for l, want := range c.want {
			missing := strings.Join(p.Console.Snapshot().Public(l).Missing, "\n")
			if want == "" {
				assert.NotContains(t, missing, "hub")
				continue
			}
			assert.Contains(t, missing, want, l)
			assert.NotContains(t, missing, "\u202e")
		}
	}
	p.Press(hw.Pod(0), a, ok)
	assert.True(t, p.Table.Locked().Has(0))
}
