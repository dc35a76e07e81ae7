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
	"path/filepath"
	"slices"
	"strconv"
	"syscall"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/menu"
	"consigliere/hw/web"
	"consigliere/sim"
)

type simCommand struct {
	Game      string            `help:"Start this game, or a script in a file (default: show the menu)." placeholder:"G"`
	Seats     []string          `help:"Players' names, clockwise." placeholder:"A,B,C"`
	Option    map[string]string `help:"An option of the game; may be repeated." placeholder:"KEY=VALUE" mapsep:"none"`
	Catalogue string            `help:"A file with your own cards and board; see: consigliere catalogue." placeholder:"FILE"`
	Bots      int               `help:"Add N players that the box plays." placeholder:"N"`
	Teach     bool              `help:"Explain the game as you play."`
	Name      string            `help:"Name of a campaign (default: the box proposes one)." placeholder:"NAME"`
	Fair      bool              `help:"Begin with a commitment and give receipts, so that the game can be checked afterwards; see: consigliere verify."`
	Seed      *uint64           `help:"Seed for the game's chance (default: random)." placeholder:"S"`
	Lang      string            `help:"Language of the box: ${lang_list}." placeholder:"${lang_values}"`
	Config    string            `help:"Wiring file, or a build: bare, full, cable, usb or wireless (default: full)." placeholder:"FILE"`
	Addr      string            `help:"Where the front panel is served." default:"127.0.0.1:8017"`
	Phones    string            `help:"Where phones and screens on the network find their pages, such as :8018 (default: nowhere)." placeholder:"ADDR"`
	Site      string            `help:"Where the pages of make site are: links that show finished games lead there (default: as in the configuration)." placeholder:"URL"`
	Journal   *string           `help:"Folder for saved games; \"\" saves none (default: as in the configuration; none with --headless)." placeholder:"DIR"`
	Hub       string            `help:"The hub that the box reports to, such as nats://CODE@192.168.1.5:4222 (default: as in the configuration)." placeholder:"URL"`
	Headless  bool              `help:"Play button presses from a file, on a virtual clock."`
	Presses   string            `help:"Button presses, one JSON object per line; - for standard input." placeholder:"FILE"`
	Out       string            `help:"Where outputs.jsonl is written." placeholder:"DIR"`
	Verbose   bool              `help:"Log every event." short:"v"`
}

// Help is shown with --help.
func (simCommand) Help() string {
	return `Runs the whole box in a simulator: the real drivers talk to virtual chips.

Examples:
  consigliere sim
  consigliere sim --game naro --seats Ava,Babak,Chiara,Dario --lang fa
  consigliere sim --game derpate --seats Ava --bots 3 --teach
  consigliere sim --headless --game naro --seats Ava,Babak,Chiara,Dario --presses presses.jsonl --out out

Presses, one per line ("pod" -1 is the panel; "at" is in seconds):
  {"at":1.25,"pod":0,"button":"A","down":true}
  {"at":2,"type":{"seat":"table","do":"loot","cards":[...]}}`
}

// Run runs the box.
func (c *simCommand) Run(s streams) error {
	wired, o, err := c.options(s)
	if err != nil {
		return err
	}
	start, err := c.start()
	if err != nil {
		return err
	}
	if c.Headless {
		return c.headless(s, wired, o, start)
	}
	if c.Presses != "" || c.Out != "" {
		return errors.New("--presses and --out need --headless")
	}
	return c.serve(s, wired, o, start)
}

// options returns the configuration of the box and its options.
func (c *simCommand) options(s streams) (*config.Box, box.Options, error) {
	level := slog.LevelWarn
	if c.Verbose {
		level = slog.LevelDebug
	}
	wired, err := loadConfig(c.Config)
	if err != nil {
		return nil, box.Options{}, err
	}
	var spoken lang.Lang
	if c.Lang != "" {
		if spoken, err = lang.Parse(c.Lang); err != nil {
			return nil, box.Options{}, err
		}
	}
	var journals string
	switch {
	case c.Journal != nil:
		journals = *c.Journal
	case !c.Headless:
		if journals, err = wired.JournalDir(); err != nil {
			return nil, box.Options{}, fmt.Errorf("%w; %s", err, otherJournal)
		}
	}
	o := boxOptions(wired, spoken, journals, slog.New(slog.NewTextHandler(s.err, &slog.HandlerOptions{Level: level})))
	if c.Site != "" {
		o.Site = c.Site
	}
	// Presses that were written down are for what they say, and a seed that is given cannot be drawn.
	o.Fair = c.Fair || !c.Headless && c.Seed == nil
	if c.Seed != nil {
		o.Seed = func() uint64 { return *c.Seed }
	}
	return wired, o, nil
}

// start returns the play to begin, nil for the menu.
func (c *simCommand) start() (*command.Start, error) {
	if c.Game == "" {
		if len(c.Seats) > 0 || len(c.Option) > 0 || c.Catalogue != "" || c.Bots != 0 || c.Teach || c.Name != "" {
			return nil, errors.New("--seats, --option, --catalogue, --bots, --teach and --name need --game")
		}
		return nil, nil
	}
	t, options, err := findPlay(c.Game)
	if err != nil {
		return nil, err
	}
	least, most := seatRange(t, options) // before --option, as the name of a game says it
	if err := c.set(t, options); err != nil {
		return nil, err
	}
	h := engine.Header{Game: t.ID, Seats: c.roster(least, most), Seed: table.NewSeed()}
	if h.Options, err = json.Marshal(options); err != nil {
		return nil, err
	}
	if c.Seed != nil {
		h.Seed = *c.Seed
	}
	if err := c.refuse(t, h.Seats, most); err != nil {
		return nil, err
	}
	full := h // with names for the bots, which the box gives them only when it begins
	full.Seats = slices.Clone(h.Seats)
	for i := range c.Bots {
		full.Seats = append(full.Seats, "Bot "+strconv.Itoa(i))
	}
	if _, _, err := t.Begin(full); err != nil {
		return nil, inWords(err, t, h)
	}
	start := &command.Start{Header: h, Bots: c.Bots, Teach: c.Teach, Name: c.Name, Fair: command.FairNever}
	if c.Fair {
		start.Fair, start.DrawSeed = command.FairAlways, true
	}
	return start, nil
}

// roster returns who plays: those who are named, or as many as usual.
func (c *simCommand) roster(least, most int) (seats engine.Roster) {
	for _, name := range c.Seats {
		seats = append(seats, engine.NormalName(name))
	}
	switch {
	case len(seats) > 0:
		return seats
	case c.Bots > 0:
		return names[:1]
	}
	return names[:max(least, min(len(names), most))]
}

// set puts the options that were given to those that the name of a game has set.
func (c *simCommand) set(t *engine.Title, options map[string]json.RawMessage) (err error) {
	if err := setOptions(t, options, c.Option); err != nil {
		return err
	}
	if c.Catalogue != "" {
		if options[t.FileOption()], err = readCatalogue(t, c.Catalogue); err != nil {
			return err
		}
	}
	if c.Headless { // presses that were written down are for what they say
		return nil
	}
	for key, word := range menu.Usual(t) {
		if _, ok := options[key]; !ok {
			if options[key], err = json.Marshal(word); err != nil {
				return err
			}
		}
	}
	return nil
}

// refuse says what does not fit the game.
func (c *simCommand) refuse(t *engine.Title, seats engine.Roster, most int) error {
	for _, name := range seats {
		if len(name) > maxName {
			return fmt.Errorf("--seats: a name may have at most %d bytes; %q... has %d", maxName, string([]rune(name)[:8]), len(name))
		}
	}
	if c.Teach && t.Lessons == nil {
		return fmt.Errorf("--teach: %s has no lessons yet; see: consigliere rules %s", t.ID, t.ID)
	}
	if c.Name != "" && !t.Campaign {
		return fmt.Errorf("--name: only a campaign has a name, and %s is played in one evening", t.ID)
	}
	if room := most - len(seats); c.Bots < 0 || c.Bots > max(room, 0) {
		return fmt.Errorf("--bots: %d; with these seats it can be 0 to %d, as %s has at most %d seats", c.Bots, max(room, 0), c.Game, most)
	}
	return nil
}

// maxName is how many bytes a name may have, as on the page.
const maxName = 64

// otherJournal tells the user how to keep journals elsewhere.
const otherJournal = `name another folder with --journal DIR, or none with --journal ""`

// headless runs the presses of a file.
func (c *simCommand) headless(s streams, wired *config.Box, o box.Options, start *command.Start) (err error) {
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
	o.Lock = lock
	b, err := sim.New(wired, o)
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
	err = sim.Headless{Start: start}.Run(b, bufio.NewReader(in), out, s.err)
	var bad *sim.PressError
	if errors.As(err, &bad) {
		return fmt.Errorf("%s: %w", c.Presses, err)
	}
	for _, w := range slices.Compact(b.Warnings()) {
		fmt.Fprintln(s.err, "chip:", w)
	}
	return startError(err)
}

// startError adds to the error of a journal that cannot be begun what to do about it.
func startError(err error) error {
	if disk := (*journal.Error)(nil); errors.As(err, &disk) {
		return fmt.Errorf("%w; %s", err, otherJournal)
	}
	return err
}

// serve runs the box on the real clock, with its front panel in a browser.
func (c *simCommand) serve(s streams, wired *config.Box, o box.Options, start *command.Start) error {
	defer hurry()()
	ctx, stop := untilSignal()
	defer stop()
	lock, err := lockJournals(o.Journals, otherJournal)
	if err != nil {
		return err
	}
	defer lock.Close()
	o.Lock = lock
	b, err := sim.New(wired, o)
	if err != nil {
		return err
	}
	l, err := listen(ctx, c.Addr)
	if err != nil {
		return err
	}
	panel, err := web.New(b.Box, o.Log)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	panel.ServeTray(b.Tray())
	phones, err := openPhones(ctx, config.Web{Phones: c.Phones}, o.Journals, b.Box, o.Log)
	if err != nil {
		return errors.Join(fmt.Errorf("--phones: %w", err), l.Close())
	}
	panel.ShowGuests(phones.guests())
	to := wired.Hub
	if c.Hub != "" {
		to.Address = c.Hub
	}
	client, done, err := openHub(to, o.Journals, b.Box, o.Log)
	defer done()
	if err != nil {
		return errors.Join(err, l.Close())
	}
	ran := make(chan error, 1)
	go func() { ran <- b.Run(ctx) }()
	reported := make(chan struct{})
	go func() {
		defer close(reported)
		if client != nil {
			client.Run(ctx)
		}
	}()
	if start != nil {
		if err := b.Do(ctx, *start); err != nil {
			stop()
			return errors.Join(startError(err), l.Close(), <-ran)
		}
	}
	fmt.Fprintf(s.out, "The box is at http://%s (Ctrl-C ends it).\n", l.Addr())
	served := make(chan error, 1)
	go func() { served <- phones.serve(ctx) }()
	if at := phones.guests().Invitation(); at != "" {
		fmt.Fprintf(s.out, "Phones join at %s\n", at)
	}
	err = panel.Serve(ctx, l)
	stop()
	<-reported
	return errors.Join(err, <-served, <-ran)
}

// listen opens the address of the front panel.
func listen(ctx context.Context, addr string) (net.Listener, error) {
	_, port, err := net.SplitHostPort(addr)
	if _, no := strconv.ParseUint(port, 10, 16); err != nil || no != nil {
		return nil, fmt.Errorf("--addr: %q is not an address; try 127.0.0.1:8017, or 127.0.0.1:0 for any free port", addr)
	}
	l, err := web.Listen(ctx, addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is in use, perhaps by another consigliere; --addr 127.0.0.1:0 takes a port that is free", addr)
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("you are not allowed to use %s; --addr 127.0.0.1:0 takes any free port", addr)
	}
	return l, err
}
