package web

import (
	"crypto/rand"
	"slices"
	"testing"
	"time"

	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/command"
)

// A command that a table has one row more for is taken from whoever may give it, the panel's page, a host's phone
// and a phone, and from nobody else: nothing but its row names it.
func TestCommandOfOneRow(t *testing.T) {
	for name, c := range map[string]struct {
		by   command.Giver
		read func(command.Message) (command.Command, error)
		told string
	}{
		"panel": {command.Panel, command.As[command.Pause], "pause true"},
		"host":  {command.Host, command.As[command.Pause], "pause true"},
		"phone": {command.Phone, command.As[command.TakeBack], "takeback 3"}, // the fake takes the length of the name for the seat
	} {
		t.Run(name, func(t *testing.T) {
			table := append(slices.Clone(command.Table), command.Row{Name: "hold_on", By: c.by, Read: c.read})
			b := webtest.NewBox(2)
			g, s := serveGuests(t, b, phone.GuestOptions{Table: table})
			panel, err := New(b, nil)
			require.NoError(t, err)
			panel.table = table
			page := open(t, serveOn(t, panel))
			page.until("desk")
			p := phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
			p.Ask(map[string]any{"t": "join", "name": "Ava"})
			g.SetHost("Ava", true)
			p.Wait("it is a host", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Host })

			page.send(`{"t":"hold_on","on":true}`)
			host := p.Ask(map[string]any{"t": "host", "do": map[string]any{"t": "hold_on", "on": true}}).Fault
			own := p.Ask(map[string]any{"t": "hold_on", "on": true}).Fault
			assert.Equal(t, c.by != command.Host, host == "forbidden")
			assert.Equal(t, c.by != command.Phone, own == "forbidden")
			if c.by != command.Panel {
				page.until("error")
			}
			require.Eventually(t, func() bool { return len(b.All()) == 1 }, phonetest.Patience, time.Millisecond)
			assert.Equal(t, []string{c.told}, b.All())
		})
	}
}
