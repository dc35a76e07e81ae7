package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/engine/archive"
	"consigliere/engine/chronicle"
	"consigliere/engine/games"
	"consigliere/hw/lang"
)

type historyCommand struct {
	Journals *string `help:"Folder of the journals." placeholder:"DIR" xor:"where"`
	Config   *string `help:"Configuration of the box whose journals are listed (default: this machine's)." placeholder:"FILE" xor:"where"`
	Today    bool    `help:"Only today's games, up to six in the morning, with each player's wins." xor:"when"`
	Since    string  `help:"Only games since this day, with each player's wins." placeholder:"YYYY-MM-DD" xor:"when"`
	JSON     bool    `help:"Print JSON." xor:"as"`
	CSV      bool    `help:"Print a table with a line for each player of each game." xor:"as"`
	BGStats  bool    `help:"Print the finished games as a file for the app BG Stats." name:"bgstats" xor:"as"`
	BGLinks  bool    `help:"Print a link for each finished game, to open on a phone with BG Stats." name:"bgstats-links" xor:"as"`
	SVG      bool    `help:"Draw who won, how long games took, and the best scores; with a number, that game round by round." name:"svg" xor:"as"`
	Lang     string  `help:"Language." placeholder:"${lang_values}" default:"en"`
	Number   int     `arg:"" optional:"" help:"One game, with its scores, chart and log."`
}

// Help is shown with -h.
func (historyCommand) Help() string {
	return `Lists the games saved on a box: finished, unfinished and abandoned. With a game's number it shows
the scores, the standings after each round, and the log; for a game that is not over, only what
everybody may know.

Examples:
  consigliere history --journals evenings
  consigliere history --today
  consigliere history 12
  consigliere history --bgstats > evening.bgsplay
  consigliere history --svg > evenings.svg`
}

// machineConfig is where a Pi has the configuration of its box.
const machineConfig = "/etc/consigliere/box.toml"

// Run prints the history.
func (c *historyCommand) Run(s streams) error {
	l, err := lang.Parse(c.Lang)
	if err != nil {
		return err
	}
	dir, err := c.dir()
	if err != nil {
		return err
	}
	since, err := c.since(time.Now())
	if err != nil {
		return err
	}
	plays, err := library(l).History(dir, since)
	if err != nil {
		return err
	}
	if c.Number != 0 {
		i := slices.IndexFunc(plays, func(p archive.Play) bool { return p.Number == c.Number })
		if i < 0 {
			return fmt.Errorf("there is no play %d in %s; see: consigliere history", c.Number, dir)
		}
		plays = plays[i : i+1]
	}
	switch {
	case c.JSON:
		e := json.NewEncoder(s.out)
		e.SetIndent("", "  ")
		return e.Encode(plays)
	case c.CSV:
		return archive.WriteCSV(s.out, plays)
	case c.BGStats:
		return archive.WriteBGStats(s.out, plays)
	case c.BGLinks:
		return archive.WriteBGLinks(s.out, plays)
	case c.SVG && c.Number != 0:
		return plays[0].WriteSVG(s.out)
	case c.SVG:
		return archive.WriteSVG(s.out, plays)
	case c.Number != 0:
		return showPlay(s.out, &plays[0], l)
	}
	if err := listPlays(s.out, plays); err != nil {
		return err
	}
	if !since.IsZero() {
		return writeTotals(s.out, plays)
	}
	return nil
}

// dir returns the folder of the journals.
func (c *historyCommand) dir() (string, error) {
	if c.Journals != nil {
		info, err := os.Stat(*c.Journals)
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("%s is not a folder", *c.Journals)
		}
		return *c.Journals, err
	}
	b, err := c.box()
	if err != nil {
		return "", err
	}
	dir, err := b.JournalDir()
	if err == nil && dir == "" {
		err = errors.New("this box keeps no journals; --journals names their folder")
	}
	return dir, err
}

// box returns the configuration that says where journals are kept: the one named, or the one of this
// machine, or the simulator's.
func (c *historyCommand) box() (*config.Box, error) {
	if c.Config != nil {
		return config.Load(*c.Config)
	}
	b, err := config.Load(machineConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return config.Default(), nil
	}
	return b, err
}

// since returns the first moment of the plays that are wanted; zero: all are.
func (c *historyCommand) since(now time.Time) (time.Time, error) {
	if c.Today {
		// An evening goes on after midnight.
		y, m, d := now.Add(-6 * time.Hour).Date()
		return time.Date(y, m, d, 6, 0, 0, 0, time.Local), nil
	}
	if c.Since == "" {
		return time.Time{}, nil
	}
	t, err := time.ParseInLocation(time.DateOnly, c.Since, time.Local)
	if err != nil {
		return t, fmt.Errorf("--since must be a day such as %s, not %q", now.Format(time.DateOnly), c.Since)
	}
	return t, nil
}

// library is the titles and their messages in a language.
func library(l lang.Lang) archive.Library {
	return archive.Library{Find: games.Find, Words: func(t *engine.Title, h engine.Header) (archive.Words, error) {
		b, err := book(t, h)
		return bookWords{b, l}, err
	}}
}

// A bookWords is a book opened at one language. Errors are told in English, as all commands do.
type bookWords struct {
	book *lang.Book
	l    lang.Lang
}

func (w bookWords) Word(key string) string    { return w.book.Word(w.l, key) }
func (w bookWords) Text(t engine.Text) string { return w.book.Text(w.l, nil, t) }
func (w bookWords) Error(seats engine.Roster, err error) string {
	return w.book.Error(lang.English, seats, err)
}

// listPlays prints a line for each play.
func listPlays(w io.Writer, plays []archive.Play) error {
	if len(plays) == 0 {
		_, err := fmt.Fprintln(w, "no plays")
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "NO\tBEGAN\tGAME\tSTATE\tMIN\tMOVES\tPLAYERS\tWON BY")
	for i := range plays {
		p := &plays[i]
		title := p.Title
		if p.Name != "" {
			title += ": " + p.Name
		}
		var who []string
		for s, name := range p.Players {
			if s < len(p.Scores) {
				name += " " + strconv.Itoa(p.Scores[s].Total)
			}
			who = append(who, name)
		}
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%d\t%d\t%s\t%s\n", p.Number, day(p.Began), title, p.State, p.Minutes, p.Moves,
			strings.Join(who, ", "), strings.Join(p.Winners, ", "))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for i := range plays {
		if p := &plays[i]; p.Warning != "" {
			fmt.Fprintf(w, "%d: %s\n", p.Number, p.Warning)
		}
	}
	return nil
}

// day returns when a play began, by the clock of this machine.
func day(t time.Time) string {
	if t.IsZero() {
		return "?"
	}
	return t.Local().Format("2006-01-02 15:04")
}

// writeTotals prints how many plays each player has finished and won.
func writeTotals(w io.Writer, plays []archive.Play) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nPLAYER\tPLAYED\tWON")
	for _, o := range archive.Totals(plays) {
		fmt.Fprintf(t, "%s\t%d\t%d\n", o.Name, o.Played, o.Wins)
	}
	return t.Flush()
}

// showPlay prints one play: its scores, how the players stood after each round, and its log.
func showPlay(w io.Writer, p *archive.Play, l lang.Lang) error {
	fmt.Fprintf(w, "%d: %s, %s, %s\n", p.Number, p.Title, day(p.Began), p.State)
	if p.Warning != "" {
		fmt.Fprintln(w, p.Warning)
	}
	if p.Table == nil {
		return nil
	}
	if err := writeScores(w, p, l); err != nil {
		return err
	}
	if err := writeChart(w, p, l); err != nil {
		return err
	}
	fmt.Fprintln(w)
	who := engine.Public
	if p.State == archive.Finished {
		who = chronicle.All
	}
	return printLog(w, p.Table, who, l)
}

// writeScores prints the table of the scores.
func writeScores(w io.Writer, p *archive.Play, l lang.Lang) error {
	if len(p.Scores) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "\t%s\t\t\t\n", strings.Join(p.Columns, "\t"))
	for s, score := range p.Scores {
		fmt.Fprintf(t, "%s\t", score.Name)
		for _, v := range score.Values {
			fmt.Fprintf(t, "%s\t", l.Number(v))
		}
		place := p.Out[s]
		if score.Rank > 0 {
			place = l.Number(score.Rank) + "."
		}
		fmt.Fprintf(t, "%s\t%s\t\n", l.Number(score.Total), place)
	}
	return t.Flush()
}

// barWidth is how many characters the longest bar of a chart has.
const barWidth = 40

// writeChart prints what each player owned after each round, as bars.
func writeChart(w io.Writer, p *archive.Play, l lang.Lang) error {
	most, wide := 1, 0
	for _, round := range p.Rounds {
		most = max(most, slices.Max(round))
	}
	for _, name := range p.Players {
		wide = max(wide, utf8.RuneCountInString(name))
	}
	for n, round := range p.Rounds {
		b, err := book(p.Table.Title(), p.Table.Header())
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "\n%s\n", b.Text(l, nil, engine.Say("log.round").Number(n+1)))
		for s, v := range round {
			bar := strings.Repeat("█", max(0, v)*barWidth/most)
			if _, err := fmt.Fprintf(w, "  %-*s %s %s\n", wide, p.Players[s], bar, l.Number(v)); err != nil {
				return err
			}
		}
	}
	return nil
}
