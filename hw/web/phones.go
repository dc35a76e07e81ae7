package web

import (
	"context"

	"consigliere/hw/command"
)

// followPhones notes when there is news of phones, until ctx ends.
func (c *client) followPhones(ctx context.Context) {
	news, end := c.guests.Watch()
	defer end()
	for {
		c.change(func(p *pending) { p.phones = true })
		select {
		case <-ctx.Done():
			return
		case <-news:
		}
	}
}

// doPhones does what the panel says about phones. It reports whether it was that.
func (c *client) doPhones(m any) (bool, error) {
	if c.guests == nil {
		return false, nil
	}
	switch m := m.(type) {
	case command.LetIn:
		return true, c.guests.Answer(c, m)
	case command.PutOut:
		return true, c.guests.PutOut(m.Name)
	case setHost:
		c.guests.SetHost(m.Name, m.On)
	default:
		return false, nil
	}
	return true, nil
}
