// Command consigliere-page is the box as a page: what `consigliere sim` runs, compiled to WebAssembly, in a worker of
// a browser. The files beside the box's own pages that it needs are in folder site.
//
// Files lie where the worker keeps them, behind the file system of package os. What pages say and are told comes in
// messages; see [ports].
package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"syscall/js"

	"consigliere/config"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/phone"
	"consigliere/hw/web"
	"consigliere/internal/atomicfile"
	"consigliere/sim"
)

// most is how much memory the box tries to keep to. What a browser has given to WebAssembly it never gets back, so that
// the largest moment of an evening would count until its end.
const most = 44 << 20

func main() {
	debug.SetMemoryLimit(most)
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if err := run(log, js.Global().Get("consigliere")); err != nil {
		log.Error("the box has ended", "error", err)
		os.Exit(1)
	}
}

// run runs the box as its worker says: set has the language "lang", the folder "journals" for saved games or "" for
// none, "phones", the address of the page of phones, "site", that of all pages, and "fresh" where no game is resumed.
func run(log *slog.Logger, set js.Value) error {
	l, err := lang.Parse(set.Get("lang").String())
	if err != nil {
		return err
	}
	wired := config.Default()
	wired.Lang, wired.Tray = l, nil // a page has no camera
	o := box.Options{
		Titles: games.All(), Lang: l, MainLang: l, Journals: set.Get("journals").String(),
		Log: log, Hold: wired.Hold, Repeat: wired.Repeat, Catalogue: box.ReadCatalogue, Fair: true,
		Site: set.Get("site").String(),
	}
	for range wired.Pods {
		o.PodLangs = append(o.PodLangs, l)
	}
	var kept phone.Register
	if o.Journals != "" {
		if o.Lock, err = journal.LockDir(o.Journals); err != nil {
			return err
		}
		kept = register(filepath.Join(o.Journals, "phones.json"))
	}
	b, err := sim.New(wired, o)
	if err != nil {
		return err
	}
	guests, err := phone.NewGuests(b.Box, phone.GuestOptions{Log: log, Register: kept})
	if err != nil {
		return err
	}
	guests.At(set.Get("phones").String())
	panel := web.NewPanel(b.Box, guests)
	ctx := context.Background()
	guests.Begin()
	if !set.Get("fresh").Bool() && len(b.Snapshot().Public(l).Plays) > 0 {
		// A page that was closed, or reloaded, goes on where it was. What cannot be gone on with is told on the menu.
		if err := b.Apply(b.Now(), command.GoOn{}); err != nil {
			log.Warn("the last game", "error", err)
		}
	}
	serve(ctx, set, panel, guests)
	return b.Run(ctx)
}

// A register is the file that says which phone has which seat. It is a [phone.Register].
type register string

// Read implements [phone.Register].
func (r register) Read() ([]byte, error) {
	b, err := journal.ReadFile(string(r))
	if os.IsNotExist(err) {
		return nil, nil
	}
	return b, err
}

// Write implements [phone.Register].
func (r register) Write(b []byte) error {
	return atomicfile.WriteFile(string(r), append(b, '\n'), 0o600)
}
