package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"consigliere/config"
	"consigliere/engine/games"
	"consigliere/hw/box"
	"consigliere/hw/lang"
)

// boxOptions returns the options of a box according to its configuration, without its parts.
// spoken is the language of the voice and of all screens without one of their own; "" means
// the configuration's.
func boxOptions(c *config.Box, spoken lang.Lang, journals string, log *slog.Logger) box.Options {
	if spoken == "" {
		spoken = c.Lang
	}
	on := func(s *config.Screen) lang.Lang {
		if s == nil || s.Lang == c.Lang {
			return spoken
		}
		return s.Lang
	}
	o := box.Options{
		Titles: games.All(), Lang: spoken, MainLang: on(c.Main), Journals: journals,
		Log: log, Hold: c.Hold, Repeat: c.Repeat, Catalogue: box.ReadCatalogue, Site: c.Web.Site,
	}
	for _, p := range c.Pods {
		o.PodLangs = append(o.PodLangs, on(p.Screen))
	}
	return o
}

// untilSignal returns a context that ends with SIGINT (Ctrl-C), SIGTERM, or SIGHUP (the
// terminal was closed) unless the program was started with SIGHUP ignored. SIGPIPE is
// ignored: the box goes on when whoever reads its output is gone, and the output is lost.
func untilSignal() (ctx context.Context, stop context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	signal.Ignore(syscall.SIGPIPE)
	return signal.NotifyContext(context.Background(), signals...)
}
