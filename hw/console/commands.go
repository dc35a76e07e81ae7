package console

import (
	"reflect"
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

// A deed does the commands of one type. Each room lists its own.
type deed struct {
	of reflect.Type
	do func(command.Command) error
}

// on returns the deed that does commands of a type.
func on[C command.Command](do func(C) error) deed {
	return deed{reflect.TypeFor[C](), func(c command.Command) error { return do(c.(C)) }}
}

// run does a command, or what an entry of the menu does.
func (k *Console) run(c command.Command) error {
	if do := k.deeds[reflect.TypeOf(c)]; do != nil {
		return do(c)
	}
	return k.lead(c)
}

// Seat returns the seat of a name in the play, or [engine.NoSeat]. A bot is nobody's.
func (k *Console) Seat(name string) engine.Seat {
	for i, n := range k.play.Roster {
		if seat := engine.Seat(i); n == name && k.play.table != nil && !k.play.bots().Has(seat) {
			return seat
		}
	}
	return engine.NoSeat
}
