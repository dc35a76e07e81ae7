package console

import (
	"encoding/json"
	"io"
	"slices"

	"consigliere/engine"
	"consigliere/engine/receipt"
	"consigliere/hw/command"
	"consigliere/hw/memory"
	"consigliere/hw/menu"
)

// A dealer commits the box to a secret before a play begins that can be checked, and takes what the players and
// their phones give. The evening begins the play then.
type dealer struct {
	*state
	stage   *stage
	game    *game
	evening *evening
	random  io.Reader
}

// do does a command about that. It reports whether it is one.
func (k *dealer) do(c command.Command) (done bool, err error) {
	switch c := c.(type) {
	case command.Start:
		return true, k.doStart(c)
	case command.Rematch:
		return true, k.doRematch()
	case command.Give:
		return true, k.doGive(c)
	case command.Typing:
		return true, k.doTyping()
	case command.Deal:
		return true, k.doDeal()
	case command.DropDeal:
		return true, k.doDropDeal()
	}
	return false, nil
}

func (k *dealer) doRematch() error {
	c, ok := k.evening.rematch()
	if !ok {
		return k.game.refused(errNoPlay)
	}
	return k.doStart(c)
}

// doStart opens a deal, or begins the play at once.
func (k *dealer) doStart(c command.Start) error {
	k.deal = deal{}
	b, err := k.evening.prepare(&c)
	if err != nil {
		return k.game.refused(err)
	}
	if !k.wanted(&c, &b) {
		return k.evening.doStart(c)
	}
	signer, err := k.memory.Signer()
	var secret receipt.Secret
	if err == nil {
		_, err = io.ReadFull(k.random, secret[:])
	}
	if err != nil { // no part is required, and so it goes on without (promise P8)
		k.log.Error("no receipts", "error", err)
		return k.evening.doStart(c)
	}
	k.deal.open(k.now, &c, &b, secret, signer.Key())
	k.log.Info("the box has committed itself", "game", b.header.Game, "commitment", k.deal.commitment())
	if !k.asks(&c, &b) {
		return k.doDeal()
	}
	k.stage.tone(toneRemind)
	k.stage.openMenu(menu.Deal)
	return nil
}

// wanted reports whether a play begins with a deal.
func (k *dealer) wanted(c *command.Start, b *beginning) bool {
	switch {
	case c.Fair == command.FairNever || c.Header.Fair != nil || !c.DrawSeed:
		return false
	case c.Fair == command.FairAlways:
		return true
	case !k.commits || !k.screens.main.works() && !k.guests.invite.Served:
		return false
	}
	return k.memory.Fair() == memory.FairAlways || k.memory.Fair() == memory.FairDraws && draws(b.title, b.header.Options)
}

// asks reports whether those who play are asked to give something. Somebody who plays alone against bots has no other player to
// wonder about, and would be asked for digits before the first lesson: the box commits itself, and begins.
func (k *dealer) asks(c *command.Start, b *beginning) bool {
	return b.persons() > 1 || c.Fair == command.FairAlways || k.memory.Fair() == memory.FairAlways
}

// draws reports whether the box draws or rolls anything, as an option says.
func draws(t *engine.Title, options json.RawMessage) bool {
	var chosen map[string]json.RawMessage
	if len(options) == 0 || json.Unmarshal(options, &chosen) != nil {
		return false
	}
	return slices.ContainsFunc(t.Options, func(o engine.Option) bool { return o.Draws() && string(chosen[o.Key]) == `"box"` })
}

func (k *dealer) doGive(c command.Give) error {
	if !k.deal.on() || c.Seat < 0 || !k.deal.people.Has(c.Seat) || k.deal.gave(c.Seat, c.Phone != "") {
		return command.ErrTurn
	}
	g, err := c.Given(k.deal.roster[c.Seat])
	if err != nil {
		return err
	}
	k.deal.deal.Given = append(k.deal.deal.Given, g)
	if k.allGave() {
		return k.doDeal()
	}
	k.stage.renewMenu()
	k.stage.touch()
	return nil
}

// allGave reports whether there is nobody left to wait for: all who play have a phone, and it has given something.
func (k *dealer) allGave() bool {
	for i := range k.deal.roster {
		if s := engine.Seat(i); k.deal.people.Has(s) && !k.deal.gave(s, true) {
			return false
		}
	}
	return true
}

// doTyping waits for a number that somebody types.
func (k *dealer) doTyping() error {
	if !k.deal.on() {
		return command.ErrTurn
	}
	k.deal.till = max(k.deal.till, k.now+typingFor)
	return nil
}

// timeIsUp begins the play with what was given.
func (k *dealer) timeIsUp() { _ = k.doDeal() } // the table is told what is refused

func (k *dealer) doDeal() error {
	if !k.deal.on() {
		return command.ErrTurn
	}
	d := k.deal
	k.deal = deal{}
	c := *d.start
	c.DrawSeed = false
	d.deal.Mark(&c.Header)
	if k.menu != nil {
		k.stage.setMenu(nil)
	}
	return k.evening.doStart(c)
}

func (k *dealer) doDropDeal() error {
	if !k.deal.on() {
		return command.ErrTurn
	}
	k.deal = deal{}
	if k.play.table == nil {
		k.stage.openMenu(menu.Top)
	} else {
		k.stage.setMenu(nil)
	}
	return nil
}
