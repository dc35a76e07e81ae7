package console

import (
	"encoding/json"
	"slices"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
)

func (k *Console) doRematch() error {
	if k.play.table == nil || !k.play.over {
		return k.refused(errNoPlay)
	}
	h := k.play.table.Header()
	old := h.Seats
	h.Seats = append(slices.Clone(old[1:]), old[0])
	h.Options = moveOn(k.play.table.Title(), h.Options, old)
	var pods []hw.Pod
	var bots engine.SeatSet
	for s := range h.Seats {
		was := engine.Seat((s + 1) % len(old))
		pods = append(pods, hw.Pod(k.seating.pod(was)))
		if k.play.bots().Has(was) {
			bots = bots.With(engine.Seat(s))
		}
	}
	if err := k.doStart(command.Start{Header: h, DrawSeed: true, Pods: pods, Again: true}); err != nil {
		return err
	}
	if bots == 0 {
		return nil
	}
	return k.doSetBots(command.SetBots{Seats: bots})
}

// moveOn returns options in which those that are a seat are the next one.
func moveOn(t *engine.Title, options json.RawMessage, seats engine.Roster) json.RawMessage {
	var all map[string]json.RawMessage
	if json.Unmarshal(options, &all) != nil {
		return options
	}
	for _, o := range t.Options {
		var name string
		if o.Kind != engine.OptionSeat || json.Unmarshal(all[o.Key], &name) != nil {
			continue
		}
		if s, ok := seats.Seat(name); ok && s >= 0 {
			all[o.Key], _ = json.Marshal(seats[(int(s)+1)%len(seats)]) // a name can always be written
		}
	}
	moved, err := json.Marshal(all)
	if err != nil {
		return options
	}
	return moved
}
