package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"time"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/receipt"
	"consigliere/hw/lang"
)

type playCommand struct {
	Game      string            `required:"" help:"The game's short name (see: consigliere games), or a script in a file." placeholder:"G"`
	Seats     int               `help:"Number of players (default: as many as the game allows)." placeholder:"N"`
	Games     int               `help:"Number of games." default:"1" placeholder:"M"`
	Seed      uint64            `help:"Seed of the first game; each further game adds 1." default:"1" placeholder:"S"`
	Option    map[string]string `help:"An option of the game; may be repeated." placeholder:"KEY=VALUE" mapsep:"none"`
	Catalogue string            `help:"A file with your own cards and board; see: consigliere catalogue." placeholder:"FILE"`
	Powers    bool              `help:"The same as --option powers=true."`
	JSON      bool              `help:"Print one JSON object."`
	SVG       string            `help:"Draw wins, scores and lengths of games into this file." name:"svg" placeholder:"FILE"`
	Record    string            `help:"Write the record of the first game to this file." placeholder:"FILE"`
	Fair      bool              `help:"Play with a commitment and receipts; the record can be checked with: consigliere verify."`
	Kept      string            `help:"Write what a phone would have kept of the first game to this file, for consigliere verify." placeholder:"FILE"`
}

// Help is shown with -h.
func (playCommand) Help() string {
	return `All seats and the table choose at random among the answers the game allows. The box draws
cards and rolls dice if the game lets it, unless you give --option chance=table.
Prints the time it took, the lengths of the games, and wins and scores by seat and by
strategy.

Example:
  consigliere play --game naro --seats 8 --games 1000 --seed 7 --option powers=true
  consigliere play --game naro --fair --record evening.txt --kept phone.jsonl`
}

// names are the seats of games that bots play.
var names = [...]string{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid", "Gina", "Hamid"}

// mostMoves is after how many moves a game is broken off: a script can go round for ever.
const mostMoves = 50_000

// Run plays the games.
func (c *playCommand) Run(s streams) error {
	t, options, err := findPlay(c.Game)
	if err != nil {
		return err
	}
	h, err := c.header(t, options)
	if err != nil {
		return err
	}
	if c.Games < 1 {
		return fmt.Errorf("--games must be 1 or more, not %d", c.Games)
	}
	if c.Seats < 0 {
		return fmt.Errorf("--seats must be %d to %d, not %d", t.MinSeats, t.MaxSeats, c.Seats)
	}
	if c.Fair && c.Record == "" || c.Kept != "" && !c.Fair {
		return errors.New("--fair needs --record, where the record goes that can be checked, and --kept needs both")
	}
	if _, _, err := t.Begin(h); err != nil {
		return inWords(err, t, h)
	}
	// Each game is soon forgotten and what lives on is small, so that it pays to collect seldom.
	defer debug.SetGCPercent(debug.SetGCPercent(800))
	count := bot.NewBalance(t.ID, h.Seats, slices.Repeat([]string{"random"}, len(h.Seats)))
	var spent, spentCPU time.Duration // for the games alone, not for counting
	far := newProgress("games")
	defer far.done()
	for n := range c.Games {
		far.at(n, c.Games)
		h := h
		h.Seed += uint64(n)
		began, beganCPU := time.Now(), cpuTime()
		g, moves, err := c.play(t, h, n == 0)
		if file := (*fs.PathError)(nil); errors.As(err, &file) {
			return file // the record; the game is not to blame
		} else if err != nil {
			return fmt.Errorf("the game with seed %d: %w", h.Seed, inWords(err, t, h))
		}
		spent += time.Since(began)
		spentCPU += cpuTime() - beganCPU
		view := g.View(engine.Public)
		if s, ok := view.Public.(interface{ Stop() (string, engine.Text) }); ok {
			if phase, why := s.Stop(); phase != "" {
				return fmt.Errorf("the game with seed %d stopped in phase %q after %d moves: %w", h.Seed, phase, moves, inWords(&engine.Refusal{Why: why}, t, h))
			}
		}
		var score engine.ScoreTable
		if t.Score != nil {
			score = t.Score(view)
		}
		count.Add(moves, score)
	}
	count.Seconds, count.CPUSeconds = spent.Seconds(), spentCPU.Seconds()
	count.Finish()
	far.done()
	if c.SVG != "" {
		b, err := book(t, h)
		if err != nil {
			return err
		}
		draw := func(w io.Writer) error { return count.WriteSVG(w, b.Word(lang.English, "game.title")) }
		if err := writeFile(c.SVG, draw); err != nil {
			return err
		}
	}
	if c.JSON {
		return count.WriteJSON(s.out)
	}
	return count.Print(s.out)
}

// writeFile writes a file by a function that writes.
func writeFile(name string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

// play plays one game to its end and returns its number of moves. It writes the record of the first
// game if one is wanted.
func (c *playCommand) play(t *engine.Title, h engine.Header, first bool) (engine.Game, int, error) {
	rng := rand.New(rand.NewPCG(h.Seed, 0))
	var deal *receipt.Deal
	if c.Fair {
		deal = dealt(&h)
	}
	g, _, err := t.New(h)
	if err != nil {
		return nil, 0, err
	}
	p := bot.New(t, h.Seats, rng)
	p.Most = mostMoves
	p.Offers = 0.2 // of what is only offered, such as tokens, some is taken
	if !first || c.Record == "" {
		moves, err := p.Playout(g)
		return g, moves, err
	}
	var fair *sealing
	if deal != nil {
		if fair, err = newSealing(deal, &h); err != nil {
			return nil, 0, err
		}
	}
	record := append(h.Append(nil), '\n')
	p.Made = func(m engine.Move, _ []engine.Cue) {
		record = append(t.Moves.AppendLine(record, h.Seats, m), '\n')
	}
	moves, err := p.Playout(g)
	if err == nil && fair != nil {
		if record, err = fair.sign(record); err == nil && c.Kept != "" {
			err = os.WriteFile(c.Kept, fair.kept.AppendKept(nil), 0o644)
		}
	}
	if err != nil {
		return g, moves, err
	}
	return g, moves, os.WriteFile(c.Record, record, 0o644)
}

// header returns the header of the first game, with the options that its name stands for.
func (c *playCommand) header(t *engine.Title, options map[string]json.RawMessage) (engine.Header, error) {
	seats := c.Seats
	if seats == 0 {
		_, seats = seatRange(t, options)
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
	err := setOptions(t, options, values)
	if err != nil {
		return h, err
	}
	if c.Catalogue != "" {
		if options[t.FileOption()], err = readCatalogue(t, c.Catalogue); err != nil {
			return h, err
		}
	}
	h.Options, err = json.Marshal(options)
	return h, err
}
