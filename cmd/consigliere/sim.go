package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/table"
	"consigliere/hw/lang"
	"consigliere/sim"
	"consigliere/sim/web"
)

type simCommand struct {
	Game      string            `help:"Begin with this game; without it the box shows its menu." placeholder:"G"`
	Seats     []string          `help:"Names of the seats, clockwise." placeholder:"A,B,C"`
	Option    map[string]string `help:"An option of the game, as often as needed." placeholder:"KEY=VALUE" mapsep:"none"`
	Catalogue string            `help:"A catalogue with cards and board of one's own; see: consigliere catalogue." placeholder:"FILE"`
	Seed      *uint64           `help:"Seed of the play; without it one is drawn." placeholder:"S"`
	Lang      string            `help:"Language of the box: en, fa or it." placeholder:"en|fa|it"`
	Config    string            `help:"What is wired to what; the box for eight if it is left out." placeholder:"FILE"`
	Addr      string            `help:"Where the front panel is served." default:"127.0.0.1:8017"`
	Journal   *string           `help:"Folder of the journals; \"\" keeps none. The configuration's if it is left out, none with --headless." placeholder:"DIR"`
	Headless  bool              `help:"Run presses from a file on a virtual clock."`
	Presses   string            `help:"Presses, JSON Lines; - is the standard input." placeholder:"FILE"`
	Out       string            `help:"Where outputs.jsonl is written." placeholder:"DIR"`
	Verbose   bool              `help:"Log what happens." short:"v"`
}

// Help is shown with -h.
func (simCommand) Help() string {
	return `The whole box in a simulator: virtual chips behind the real drivers.

Examples:
  consigliere sim
  consigliere sim --game naro --seats Ava,Babak,Chiara,Dario --lang fa
  consigliere sim --headless --game naro --seats Ava,Babak,Chiara,Dario --presses presses.jsonl --out out

Presses, one a line ("pod" -1 is the panel; "at" in seconds):
  {"at":1.25,"pod":0,"button":"A","down":true}
  {"at":2,"type":{"seat":"table","do":"loot","cards":[...]}}`
}

// Run runs the box.
func (c *simCommand) Run(s streams) error {
	o, err := c.options(s)
	if err != nil {
		return err
	}
	h, err := c.header()
	if err != nil {
		return err
	}
	if c.Headless {
		return c.headless(s, o, h)
	}
	if c.Presses != "" || c.Out != "" {
		return errors.New("--presses and --out go with --headless")
	}
	return c.serve(s, o, h)
}

// options reads what the box is made of.
func (c *simCommand) options(s streams) (sim.Options, error) {
	level := slog.LevelWarn
	if c.Verbose {
		level = slog.LevelDebug
	}
	o := sim.Options{
		Titles: games.All(),
		Log:    slog.New(slog.NewTextHandler(s.err, &slog.HandlerOptions{Level: level})),
		Box:    config.Default(),
	}
	var err error
	if c.Config != "" {
		if o.Box, err = config.Load(c.Config); err != nil {
			return o, err
		}
	}
	if c.Lang != "" {
		if o.Lang, err = lang.Parse(c.Lang); err != nil {
			return o, err
		}
	}
	switch {
	case c.Journal != nil:
		o.Journals = *c.Journal
	case !c.Headless:
		if o.Journals, err = o.Box.JournalDir(); err != nil {
			return o, fmt.Errorf("%w; %s", err, otherJournal)
		}
	}
	return o, nil
}

// header returns the header of the play to begin, nil for the menu.
func (c *simCommand) header() (*engine.Header, error) {
	if c.Game == "" {
		if len(c.Seats) > 0 || len(c.Option) > 0 || c.Catalogue != "" {
			return nil, errors.New("--seats, --option and --catalogue go with --game")
		}
		return nil, nil
	}
	t, err := find(c.Game)
	if err != nil {
		return nil, err
	}
	h := engine.Header{Game: t.ID, Seats: c.Seats}
	if len(h.Seats) == 0 {
		h.Seats = names[:min(len(names), t.MaxSeats)]
	}
	options := map[string]json.RawMessage{}
	for k, v := range c.Option {
		i := optionIndex(t, k)
		if i < 0 {
			return nil, fmt.Errorf("%s has no option %q%s; see: consigliere games", t.ID, k, didYouMean(k, optionKeys(t)))
		}
		if options[k], err = optionJSON(t.Options[i], v); err != nil {
			return nil, err
		}
	}
	if c.Catalogue != "" {
		if options["catalogue"], err = readCatalogue(t, c.Catalogue); err != nil {
			return nil, err
		}
	}
	if h.Options, err = json.Marshal(options); err != nil {
		return nil, err
	}
	h.Seed = table.NewSeed()
	if c.Seed != nil {
		h.Seed = *c.Seed
	}
	for _, name := range h.Seats {
		if len(name) > maxName {
			return nil, fmt.Errorf("--seats: a name has at most %d bytes; %q... has %d", maxName, string([]rune(name)[:8]), len(name))
		}
	}
	if _, err := t.Begin(h); err != nil {
		return nil, inWords(err, t, h)
	}
	return &h, nil
}

// maxName is how many bytes a name may have; the page takes no more, either.
const maxName = 64

// otherJournal says how to keep journals elsewhere.
const otherJournal = `name another folder with --journal DIR, or none with --journal ""`

// headless runs the presses of a file.
func (c *simCommand) headless(s streams, o sim.Options, h *engine.Header) (err error) {
	if c.Presses == "" || c.Out == "" {
		return errors.New("--headless needs --presses FILE and --out DIR")
	}
	in := s.in
	if c.Presses != "-" {
		f, err := os.Open(c.Presses)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	lock, err := lockJournals(o.Journals, otherJournal)
	if err != nil {
		return err
	}
	defer lock.Close()
	box, err := sim.New(o)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	out, err := os.Create(filepath.Join(c.Out, "outputs.jsonl"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	err = sim.Headless{Start: h}.Run(box, bufio.NewReader(in), out, s.err)
	var bad *sim.PressError
	if errors.As(err, &bad) {
		return fmt.Errorf("%s: %w", c.Presses, err)
	}
	for _, w := range slices.Compact(box.Warnings()) {
		fmt.Fprintln(s.err, "chip:", w)
	}
	return startError(err)
}

// startError says what to do about a journal that cannot be begun.
func startError(err error) error {
	if disk := (*table.JournalError)(nil); errors.As(err, &disk) {
		return fmt.Errorf("%w; %s", err, otherJournal)
	}
	return err
}

// serve runs the box on the real clock, with its front panel in a browser.
func (c *simCommand) serve(s streams, o sim.Options, h *engine.Header) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	lock, err := lockJournals(o.Journals, otherJournal)
	if err != nil {
		return err
	}
	defer lock.Close()
	box, err := sim.New(o)
	if err != nil {
		return err
	}
	l, err := listen(ctx, c.Addr)
	if err != nil {
		return err
	}
	panel, err := web.New(web.Of(box, seedOf(c.Seed)), o.Log)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	ran := make(chan error, 1)
	go func() { ran <- box.Run(ctx) }()
	if h != nil {
		if err := box.Start(ctx, *h); err != nil {
			stop()
			return errors.Join(startError(err), l.Close())
		}
	}
	fmt.Fprintf(s.out, "The box is at http://%s (Ctrl-C ends it).\n", l.Addr())
	err = panel.Serve(ctx, l)
	stop()
	return errors.Join(err, <-ran)
}

// listen opens the address of the front panel.
func listen(ctx context.Context, addr string) (net.Listener, error) {
	_, port, err := net.SplitHostPort(addr)
	if _, no := strconv.ParseUint(port, 10, 16); err != nil || no != nil {
		return nil, fmt.Errorf("--addr: %q is no address; one is 127.0.0.1:8017, another 127.0.0.1:0 for any port that is free", addr)
	}
	l, err := web.Listen(ctx, addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is in use, perhaps by another consigliere; --addr 127.0.0.1:0 takes a port that is free", addr)
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("%s is not for everybody; --addr 127.0.0.1:0 takes a port that is free", addr)
	}
	return l, err
}

// seedOf returns where the seeds of plays come from: always the given one, or nil.
func seedOf(seed *uint64) func() uint64 {
	if seed == nil {
		return nil
	}
	return func() uint64 { return *seed }
}
