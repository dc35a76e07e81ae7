package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"consigliere/engine"
	"consigliere/engine/bot"
)

type playCommand struct {
	Game      string            `required:"" help:"The game's word; see: consigliere games." placeholder:"G"`
	Seats     int               `help:"How many play; the most that the game has if it is left out." placeholder:"N"`
	Games     int               `help:"How many games." default:"1" placeholder:"M"`
	Seed      uint64            `help:"Seed of the first game; the next has the next number." default:"1" placeholder:"S"`
	Option    map[string]string `help:"An option of the game, as often as needed." placeholder:"KEY=VALUE" mapsep:"none"`
	Catalogue string            `help:"A catalogue with cards and board of one's own; see: consigliere catalogue." placeholder:"FILE"`
	Powers    bool              `help:"The same as --option powers=true."`
	Record    string            `help:"Write the record of the first game to this file." placeholder:"FILE"`
}

// Help is shown with -h.
func (playCommand) Help() string {
	return `All seats and the table choose at random among what the game asks for. Where a game lets
the box draw, it draws, unless --option chance=table.

Example:
  consigliere play --game naro --seats 8 --games 1000 --seed 7 --option powers=true`
}

// names are the seats of games that bots play.
var names = [...]string{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid", "Gita", "Hugo"}

// Run plays the games.
func (c *playCommand) Run(s streams) error {
	t, err := find(c.Game)
	if err != nil {
		return err
	}
	h, err := c.header(t)
	if err != nil {
		return err
	}
	if c.Games < 1 {
		return fmt.Errorf("--games must be 1 or more, not %d", c.Games)
	}
	if c.Seats < 0 {
		return fmt.Errorf("--seats must be %d to %d, not %d", t.MinSeats, t.MaxSeats, c.Seats)
	}
	if err := t.Check(h); err != nil {
		return inWords(err, t, h)
	}
	moves, began, beganCPU := 0, time.Now(), cpuTime()
	for n := range c.Games {
		h := h
		h.Seed += uint64(n)
		made, err := c.play(t, h, n == 0)
		if file := (*fs.PathError)(nil); errors.As(err, &file) {
			return file // the record; the game is not to blame
		} else if err != nil {
			return fmt.Errorf("the game with seed %d: %w", h.Seed, inWords(err, t, h))
		}
		moves += made
	}
	seconds, cpu := time.Since(began).Seconds(), (cpuTime() - beganCPU).Seconds()
	fmt.Fprintf(s.out, "games: %d\nmoves: %d\nseconds: %.3f\nmoves per second: %.0f\n", c.Games, moves, seconds, float64(moves)/seconds)
	if cpu > 0 {
		fmt.Fprintf(s.out, "games per CPU second: %.0f\n", float64(c.Games)/cpu)
	}
	return nil
}

// play plays one game, and writes its record if it is the first and one is wanted.
func (c *playCommand) play(t *engine.Title, h engine.Header, first bool) (int, error) {
	g, err := t.New(h)
	if err != nil {
		return 0, err
	}
	p := bot.New(t, h.Seats, rand.New(rand.NewPCG(h.Seed, 0)))
	p.Offers = 0.2 // of what is only offered, such as tokens, some is taken
	if !first || c.Record == "" {
		return p.Playout(g)
	}
	record := append(h.Append(nil), '\n')
	p.Made = func(m engine.Move, _ []engine.Cue) {
		record = append(engine.AppendMove(record, h.Seats, m), '\n')
	}
	moves, err := p.Playout(g)
	return moves, errors.Join(err, os.WriteFile(c.Record, record, 0o644))
}

// header returns the header of the first game.
func (c *playCommand) header(t *engine.Title) (engine.Header, error) {
	seats := c.Seats
	if seats == 0 {
		seats = t.MaxSeats
	}
	h := engine.Header{Game: t.ID, Seed: c.Seed}
	for i := range max(0, min(seats, 1000)) {
		name := "Seat" + strconv.Itoa(i+1)
		if i < len(names) {
			name = names[i]
		}
		h.Seats = append(h.Seats, name)
	}
	values := map[string]string{}
	if i := optionIndex(t, "chance"); i >= 0 && slices.Contains(t.Options[i].Values, "box") {
		values["chance"] = "box"
	}
	if c.Powers {
		values["powers"] = "true"
	}
	for k, v := range c.Option {
		values[k] = v
	}
	options := map[string]json.RawMessage{}
	for k, v := range values {
		i := optionIndex(t, k)
		if i < 0 {
			return h, fmt.Errorf("%s has no option %q%s; see: consigliere games", t.ID, k, didYouMean(k, optionKeys(t)))
		}
		raw, err := optionJSON(t.Options[i], v)
		if err != nil {
			return h, err
		}
		options[k] = raw
	}
	var err error
	if c.Catalogue != "" {
		if options["catalogue"], err = readCatalogue(t, c.Catalogue); err != nil {
			return h, err
		}
	}
	h.Options, err = json.Marshal(options)
	return h, err
}

func optionIndex(t *engine.Title, key string) int {
	return slices.IndexFunc(t.Options, func(o engine.Option) bool { return o.Key == key })
}

func optionKeys(t *engine.Title) []string {
	var keys []string
	for _, o := range t.Options {
		keys = append(keys, o.Key)
	}
	return keys
}

// optionJSON returns the value of an option as a header has it.
func optionJSON(o engine.Option, value string) (json.RawMessage, error) {
	bad := fmt.Errorf("option %s: %q is not one of %s", o.Key, value, optionValues(o))
	switch o.Kind {
	case engine.OptionBool:
		if value != "true" && value != "false" {
			return nil, bad
		}
		return json.RawMessage(value), nil
	case engine.OptionChoice:
		if !slices.Contains(o.Values, value) {
			return nil, bad
		}
	case engine.OptionInt:
		if _, err := strconv.Atoi(value); err != nil {
			return nil, fmt.Errorf("option %s: %q is not a whole number", o.Key, value)
		}
		return json.RawMessage(value), nil
	case engine.OptionObject:
		if strings.HasPrefix(value, "{") {
			if !json.Valid([]byte(value)) {
				return nil, fmt.Errorf("option %s: this is not a JSON object: %s", o.Key, value)
			}
			return json.RawMessage(value), nil
		}
	}
	return json.Marshal(value)
}
