package drivers

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"consigliere/config"
)

const (
	// cellsEvery is how often batteries are asked for. They last for months.
	cellsEvery = time.Minute
	// lowCell is below what percentage a battery is nearly empty, and fullCell from where it no longer is.
	lowCell, fullCell = 15, 20
)

// cells are the batteries of keyboards by Bluetooth. The zero value has none.
type cells struct {
	ask  func(context.Context) (map[string]int, error) // nil: nobody can tell
	list []*cell                                       // by keyboard; nil for one with a wire
}

// A cell is a battery.
type cell struct {
	address string
	left    atomic.Int32 // percent, while it is nearly empty; else 0
}

func newCells(keyboards []config.Keyboard, ask func(context.Context) (map[string]int, error)) cells {
	var c cells
	for i := range keyboards {
		var one *cell
		if address := keyboards[i].Bluetooth(); address != "" {
			one, c.ask = &cell{address: address}, ask
		}
		c.list = append(c.list, one)
	}
	return c
}

// watch asks for the batteries now and then, until ctx ends. While they are not told, they are as they were.
func (c *cells) watch(ctx context.Context) {
	for {
		if full, err := c.ask(ctx); err == nil {
			c.take(full)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(cellsEvery):
		}
	}
}

func (c *cells) take(full map[string]int) {
	for _, one := range c.list {
		if one == nil {
			continue
		}
		switch percent, ok := full[one.address]; {
		case !ok:
		case percent < lowCell, percent < fullCell && one.left.Load() > 0:
			one.left.Store(int32(max(percent, 1)))
		default:
			one.left.Store(0)
		}
	}
}

// low returns an error while the battery of a keyboard is nearly empty. It may be called while batteries are
// watched.
func (c *cells) low(keyboard int) error {
	if keyboard >= len(c.list) || c.list[keyboard] == nil {
		return nil
	}
	if left := c.list[keyboard].left.Load(); left > 0 {
		return fmt.Errorf("%d percent are left; charge it", left)
	}
	return nil
}
