package console

import (
	"time"

	"consigliere/engine"
	"consigliere/hw/command"
)

// Do does a command. An error has been told to the table, too.
func (k *Console) Do(now time.Duration, c command.Command) error {
	k.pass(now)
	k.stage.changes++
	k.stage.newPages()
	err := k.run(c)
	k.stage.setLights()
	return err
}

// run does a command, or what an entry of the menu does. Each room does its own.
func (k *Console) run(c command.Command) error {
	for _, room := range k.rooms {
		if done, err := room.do(c); done {
			return err
		}
	}
	return k.lead(c)
}

// Seat returns the seat of a name in the play, or in the one that is about to begin, or [engine.NoSeat]. A bot is
// nobody's.
func (k *Console) Seat(name string) engine.Seat {
	if k.deal.on() {
		return k.deal.seat(name)
	}
	for i, n := range k.play.Roster {
		if seat := engine.Seat(i); n == name && k.play.table != nil && !k.play.bots().Has(seat) {
			return seat
		}
	}
	return engine.NoSeat
}
