package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/engine/games"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/console"
	"consigliere/hw/lang"
)

type runCommand struct {
	Config  string `help:"What is wired to what." default:"/etc/consigliere/box.toml" placeholder:"FILE"`
	Check   bool   `help:"Only check the configuration."`
	Verbose bool   `help:"Log what happens." short:"v"`
}

// Help is shown with -h.
func (runCommand) Help() string {
	return `The box on a Raspberry Pi. A part that does not answer is left out, logged, and used
again when it is back. Ctrl-C or SIGTERM ends it; a play goes on at the next start.

Examples:
  consigliere run
  consigliere run --config box.toml --check`
}

// Run runs the box.
func (c *runCommand) Run(s streams) error {
	box, err := config.Load(c.Config)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w; it says what is wired to what, as config/box.toml does (--config names another)", err)
	}
	if err != nil {
		return err
	}
	if c.Check {
		fmt.Fprintf(s.out, "%s: fine, a box with %d pods\n", c.Config, len(box.Pods))
		return nil
	}
	level := slog.LevelInfo
	if c.Verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(s.err, &slog.HandlerOptions{Level: level}))
	journals, err := box.JournalDir()
	if err != nil {
		return err
	}
	lock, err := lockJournals(journals, "name another folder as journals in "+c.Config)
	if held := (*table.LockedError)(nil); errors.As(err, &held) {
		return err
	} else if err != nil {
		log.Error("journals", "error", err) // the box says so again where a play begins
	}
	defer lock.Close()
	host, err := drivers.Real()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return runBox(ctx, box, host, log)
}

// runBox runs a box on the parts of a host until ctx ends. This goroutine owns the parts and
// the console; one more for each interrupt line tells it when to look at the buttons.
func runBox(ctx context.Context, box *config.Box, host drivers.Host, log *slog.Logger) (err error) {
	parts, err := drivers.Open(box, host, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, parts.Close()) }()
	journals, err := box.JournalDir()
	if err != nil {
		return err
	}
	var mainLang lang.Lang
	if box.Main != nil {
		mainLang = box.Main.Lang
	}
	langs := make([]lang.Lang, len(box.Pods))
	for i, p := range box.Pods {
		if p.Screen != nil {
			langs[i] = p.Screen.Lang
		}
	}
	c, err := console.New(console.Config{
		Box: parts.Box(), Titles: games.All(), Lang: box.Lang, MainLang: mainLang, PodLangs: langs,
		Journals: journals, Log: log, Hold: box.Hold, Repeat: box.Repeat,
	})
	if err != nil {
		return err
	}
	var presses []hw.Press
	begun := time.Now()
	parts.Clock = func() time.Duration { return time.Since(begun) }
	step := func() time.Duration {
		now := parts.Clock()
		presses = parts.Scan(now, presses[:0])
		for _, p := range presses {
			c.Press(p)
		}
		c.Tick(now)
		next := parts.Next()
		if at, ok := c.Next(); ok {
			next = min(next, at)
		}
		return max(0, next-parts.Clock())
	}
	timer := time.NewTimer(step()) // the first scan makes the lines inputs
	defer timer.Stop()
	wake := make(chan struct{}, 1)
	for _, line := range parts.Lines() {
		go drivers.Watch(ctx, line, wake)
	}
	log.Info("the box is on", "pods", len(box.Pods))
	for ctx.Err() == nil { // steps that take long must not win over the end for ever
		select {
		case <-ctx.Done():
		case <-wake:
			timer.Reset(step())
		case <-timer.C:
			timer.Reset(step())
		}
	}
	log.Info("the box is off")
	return nil
}
