package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/engine/journal"
	"consigliere/hw/box"
	"consigliere/hw/phone"
	"consigliere/hw/web"
)

type runCommand struct {
	Config  string `help:"Wiring file." default:"/etc/consigliere/box.toml" placeholder:"FILE"`
	Check   bool   `help:"Only check the configuration."`
	Verbose bool   `help:"Log every event." short:"v"`
}

// Help is shown with --help.
func (runCommand) Help() string {
	return `Runs the box on a Raspberry Pi. A part that does not answer is left out, logged, and used
again when it comes back. Ctrl-C or SIGTERM ends it; an unfinished game resumes at the next
start. With [web] in the configuration the front panel is served to browsers on this machine,
and pages for phones to the network.

Examples:
  consigliere run
  consigliere run --config box.toml --check`
}

// Run runs the box.
func (c *runCommand) Run(s streams) error {
	wired, err := config.Load(c.Config)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w; this file describes the wiring, see config/box.toml for an example (--config names another)", err)
	}
	if err != nil {
		return err
	}
	if c.Check {
		fmt.Fprintf(s.out, "%s: fine, a box with %d pods\n", c.Config, len(wired.Pods))
		return nil
	}
	level := slog.LevelInfo
	if c.Verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(s.err, &slog.HandlerOptions{Level: level}))
	journals, err := wired.JournalDir()
	if err != nil {
		return err
	}
	lock, err := lockJournals(journals, "name another folder as journals in "+c.Config)
	if held := (*journal.LockedError)(nil); errors.As(err, &held) {
		return err
	} else if err != nil {
		log.Error("journals", "error", err) // the table is told when a play begins
	}
	defer lock.Close()
	host, err := drivers.Real(c.Config)
	if err != nil {
		return err
	}
	host.Speaker = voiceOn
	ctx, stop := untilSignal()
	defer stop()
	o := boxOptions(wired, "", journals, log)
	o.Fair = true
	o.Lock = lock
	return runBox(ctx, wired, o, host)
}

// runBox runs a box on the parts of a host until ctx ends, and serves its panel if the
// configuration says where. o has everything but the parts.
func runBox(ctx context.Context, c *config.Box, o box.Options, host drivers.Host) error {
	defer hurry()()
	log := o.Log
	parts, err := drivers.Open(c, host, log)
	if err != nil {
		return err
	}
	parts.Rest(5*time.Minute, 30*time.Minute)
	o.Parts = &watchedParts{Parts: parts, notify: newNotifier(log)}
	b, err := box.New(o)
	if err != nil {
		return errors.Join(err, parts.Close())
	}
	phones, err := openPhones(ctx, c.Web, o.Journals, b, log)
	if err != nil {
		log.Error("phones are not served", "error", err) // the table goes on without them (promise P8)
	}
	go newHouse(b, o.Journals, phones.guests(), log).run(ctx)
	client, done, err := openHub(c.Hub, o.Journals, b, log)
	defer done()
	if err != nil {
		log.Error("the box reports to no hub", "error", err) // the table goes on without it (promise P8)
	}
	served := make(chan struct{}, 3)
	go func() {
		if client != nil {
			client.Run(ctx)
		}
		served <- struct{}{}
	}()
	go func() {
		if err := phones.serve(ctx); err != nil {
			log.Error("phones are not served", "error", err)
		}
		served <- struct{}{}
	}()
	go func() {
		// The table goes on without its page (promise P8).
		if err := servePanel(ctx, c, b, phones.guests(), log); err != nil {
			log.Error("the panel is not served", "error", err)
		}
		served <- struct{}{}
	}()
	log.Info("the box is on", "pods", len(c.Pods))
	err = b.Run(ctx)
	<-served
	<-served
	<-served
	log.Info("the box is off")
	return err
}

// servePanel serves the panel of a box until ctx ends, if the configuration says where.
func servePanel(ctx context.Context, c *config.Box, b *box.Box, phones *phone.Guests, log *slog.Logger) error {
	if c.Web.Listen == "" {
		return nil
	}
	l, err := web.Listen(ctx, c.Web.Listen)
	if err != nil {
		return err
	}
	panel, err := web.New(b, log)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	panel.ShowGuests(phones)
	log.Info("the panel is served", "address", l.Addr())
	return panel.Serve(ctx, l)
}
