package web

import (
	"context"
	"encoding/json"
	"time"

	"consigliere/config/catalogue"
	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/console"
	"consigliere/hw/lang"
	"consigliere/sim"
)

// Of returns the box that the panel of a simulated box shows. seed gives the seeds of plays
// that are begun on the page; nil draws them from crypto/rand.
func Of(s *sim.Sim, seed func() uint64) Box {
	if seed == nil {
		seed = table.NewSeed
	}
	return simulated{s, seed}
}

// simulated is a [sim.Sim] as a [Box]. What touches the console runs on the goroutine that
// owns it.
type simulated struct {
	*sim.Sim
	seed func() uint64
}

// Listen implements [Box].
func (s simulated) Listen(p hw.Pod) Listener { return s.Sim.Listen(p) }

// run runs f on the console, and returns its error.
func (s simulated) run(ctx context.Context, f func(*console.Console, time.Duration) error) error {
	var no error
	if err := s.Do(ctx, func(c *console.Console, now time.Duration) { no = f(c, now) }); err != nil {
		return err
	}
	return no
}

// Lang implements [Box].
func (s simulated) Lang(ctx context.Context) (l lang.Lang, err error) {
	err = s.Do(ctx, func(c *console.Console, _ time.Duration) { l = c.Lang() })
	return l, err
}

// SetLang implements [Box].
func (s simulated) SetLang(ctx context.Context, l lang.Lang) error {
	return s.Do(ctx, func(c *console.Console, _ time.Duration) { c.SetLang(l) })
}

// title returns the title of a game with a catalogue.
func (s simulated) title(ctx context.Context, game string) (found *engine.Title, err error) {
	err = s.Do(ctx, func(c *console.Console, _ time.Duration) {
		for _, t := range c.Titles() {
			if t.ID == game && t.Catalogue != nil {
				found = t
			}
		}
	})
	if err == nil && found == nil {
		err = ErrNoCatalogue
	}
	return found, err
}

// House implements [Box].
func (s simulated) House(ctx context.Context, game string) (string, error) {
	t, err := s.title(ctx, game)
	if err != nil {
		return "", err
	}
	return t.Catalogue.YAML(), nil
}

// Catalogue implements [Box].
func (s simulated) Catalogue(ctx context.Context, game string, l lang.Lang, file []byte) (json.RawMessage, []Mistake, error) {
	t, err := s.title(ctx, game)
	if err != nil {
		return nil, nil, err
	}
	book, err := lang.NewBook(engine.Messages, table.Messages, t.Messages)
	if err != nil {
		return nil, nil, err
	}
	raw, mistakes := catalogue.Read(t, file)
	var wrong []Mistake
	for _, m := range mistakes {
		wrong = append(wrong, Mistake{m.Line, m.In(book, l)})
	}
	return raw, wrong, nil
}

// Start implements [Box].
func (s simulated) Start(ctx context.Context, h engine.Header) error {
	h.Seed = s.seed()
	return s.run(ctx, func(c *console.Console, now time.Duration) error { return c.Start(now, h) })
}

// Type implements [Box].
func (s simulated) Type(ctx context.Context, line []byte) error {
	return s.run(ctx, func(c *console.Console, now time.Duration) error { return c.Type(now, line) })
}

// Pause implements [Box].
func (s simulated) Pause(ctx context.Context, on bool) error {
	return s.Do(ctx, func(c *console.Console, now time.Duration) { c.Pause(now, on) })
}

// Undo implements [Box].
func (s simulated) Undo(ctx context.Context) error {
	return s.run(ctx, func(c *console.Console, now time.Duration) error { return c.Undo(now) })
}

// CancelUndo implements [Box].
func (s simulated) CancelUndo(ctx context.Context) error {
	return s.Do(ctx, func(c *console.Console, now time.Duration) { c.CancelUndo(now) })
}

// GoOn implements [Box].
func (s simulated) GoOn(ctx context.Context) error {
	return s.run(ctx, func(c *console.Console, now time.Duration) error { return c.GoOn(now) })
}

// Leave implements [Box].
func (s simulated) Leave(ctx context.Context) error {
	return s.Do(ctx, func(c *console.Console, now time.Duration) { c.Leave(now) })
}

// Record implements [Box].
func (s simulated) Record(ctx context.Context) (b []byte, err error) {
	err = s.Do(ctx, func(c *console.Console, _ time.Duration) {
		// Table.Over is true already while the last reveal is still being called out.
		if c.Desk(lang.English).Record {
			b = c.Record()
		}
	})
	return b, err
}
