package main

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/engine/chronicle"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw/lang"
)

type historyCommand struct {
	Journals *string `help:"Folder of the journals." placeholder:"DIR" xor:"where"`
	Config   *string `help:"The box whose journals are listed; that of this machine if it is left out." placeholder:"FILE" xor:"where"`
	Today    bool    `help:"Only the plays of today, until six in the morning, with the wins of each player." xor:"when"`
	Since    string  `help:"Only the plays since this day, with the wins of each player." placeholder:"YYYY-MM-DD" xor:"when"`
	JSON     bool    `help:"Print JSON." xor:"as"`
	CSV      bool    `help:"Print a table with a line for each player of each play." xor:"as"`
	BGStats  bool    `help:"Print the finished plays as a file for the app BG Stats." name:"bgstats" xor:"as"`
	BGLinks  bool    `help:"Print a link for each finished play, which a phone with BG Stats opens in it." name:"bgstats-links" xor:"as"`
	Lang     string  `help:"Language." placeholder:"en|fa|it" default:"en"`
	Number   int     `arg:"" optional:"" help:"One play, with its scores, chart and log."`
}

// Help is shown with -h.
func (historyCommand) Help() string {
	return `The plays that a box has kept: finished, unfinished and left. With the number of a play it
shows its scores, how the players stood after each round, and its log; of a play that is
not over only what everybody may know.

Examples:
  consigliere history --journals evenings
  consigliere history --today
  consigliere history 12
  consigliere history --bgstats > evening.bgsplay`
}

// machineConfig is where a Pi has the configuration of its box.
const machineConfig = "/etc/consigliere/box.toml"

// The states of past plays.
const (
	finished   = "finished"
	unfinished = "unfinished"
	left       = "left"
	unreadable = "unreadable"
)

// A pastPlay is a play as the history shows it. It holds no secret of a play that is not over.
type pastPlay struct {
	Number  int         `json:"number"` // that of its journal
	Game    string      `json:"game"`   // word in records; "" if nobody can tell
	Title   string      `json:"title"`
	Name    string      `json:"name,omitempty"` // what people call the play
	Began   time.Time   `json:"began"`
	Minutes int         `json:"minutes"` // for which it was played, rounded up
	State   string      `json:"state"`
	Warning string      `json:"warning,omitempty"` // what is wrong with its journal
	Moves   int         `json:"moves"`
	Players []string    `json:"players"`
	Winners []string    `json:"winners"`
	Columns []string    `json:"columns"` // what the scores are made of
	Scores  []pastScore `json:"scores"`  // by seat; empty until the play is over
	Rounds  [][]int     `json:"rounds"`  // what each seat owned after each round

	table *table.Table // nil where the journal cannot be read
	out   []string     // by seat: why it is not ranked
}

// A pastScore is the result of one player.
type pastScore struct {
	Name   string `json:"name"`
	Values []int  `json:"values"` // by column
	Total  int    `json:"total"`
	Rank   int    `json:"rank"` // 0: not ranked
	Winner bool   `json:"winner"`
}

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
	plays, err := readHistory(dir, since, l)
	if err != nil {
		return err
	}
	if c.Number != 0 {
		i := slices.IndexFunc(plays, func(p pastPlay) bool { return p.Number == c.Number })
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
		return writeCSV(s.out, plays)
	case c.BGStats:
		return writeBGStats(s.out, plays)
	case c.BGLinks:
		return writeBGLinks(s.out, plays)
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

// box returns the configuration that says where journals are kept: the one named, that of this
// machine, or that of the simulator.
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

// readHistory returns the plays of a folder that began at since or later, the newest first.
func readHistory(dir string, since time.Time, l lang.Lang) ([]pastPlay, error) {
	entries, err := journal.List(dir, games.Find)
	if err != nil {
		return nil, err
	}
	plays := []pastPlay{}
	for i := range entries {
		if e := &entries[i]; !e.Began.Before(since) {
			p, err := readPlay(e, l)
			if err != nil {
				return nil, err
			}
			plays = append(plays, p)
		}
	}
	return plays, nil
}

var digits = regexp.MustCompile(`\d+`)

// readPlay reads one journal.
func readPlay(e *journal.Entry, l lang.Lang) (pastPlay, error) {
	p := pastPlay{
		Game: e.Game, Name: e.Name, Title: cmp.Or(e.Game, "?"), Began: e.Began, Minutes: int((e.Age + time.Minute - 1) / time.Minute),
		State: unfinished, Moves: e.Moves, Players: e.Seats, Winners: []string{}, Columns: []string{}, Scores: []pastScore{}, Rounds: [][]int{},
	}
	p.Number, _ = strconv.Atoi(digits.FindString(filepath.Base(e.Path)))
	if p.Players == nil {
		p.Players = []string{}
	}
	switch {
	case e.Over:
		p.State = finished
	case !e.Playable():
		p.State = unreadable
	case e.Left:
		p.State = left
	}
	b, err := book(e.Title, engine.Header{Game: e.Game})
	if err != nil {
		return p, err
	}
	if e.Title != nil {
		p.Title = b.Word(l, "game.title")
	}
	if t := e.Text(); t.Key != "" {
		p.Warning = b.Text(l, nil, t)
	}
	if e.Title == nil || e.State != journal.Whole {
		return p, nil
	}
	if p.table, err = table.ReplayFile(e.Path, games.Find); err != nil {
		p.State, p.Warning = unreadable, inWords(err, e.Title, engine.Header{Seats: e.Seats}).Error()
		return p, nil // it is told in the list
	}
	if p.table.Over() { // journals by older programs do not say so themselves
		p.State = finished
	} else {
		return p, nil
	}
	r, err := chronicle.Read(e.Title, p.table.AppendRecord(nil))
	if err != nil {
		return p, err
	}
	p.Rounds = append(p.Rounds, r.Rounds...)
	for _, key := range r.Score.Columns {
		p.Columns = append(p.Columns, b.Word(l, key))
	}
	for s, row := range r.Score.Rows {
		p.Scores = append(p.Scores, pastScore{Name: p.Players[s], Values: row.Values, Total: row.Total, Rank: row.Rank, Winner: row.Winner})
		p.out = append(p.out, b.Word(l, row.Out))
		if row.Winner {
			p.Winners = append(p.Winners, p.Players[s])
		}
	}
	return p, nil
}

// listPlays prints a line for each play.
func listPlays(w io.Writer, plays []pastPlay) error {
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
func writeTotals(w io.Writer, plays []pastPlay) error {
	type total struct {
		name         string
		played, wins int
	}
	var totals []total
	for i := range plays {
		for s := range plays[i].Scores {
			score := &plays[i].Scores[s]
			at := slices.IndexFunc(totals, func(o total) bool { return o.name == score.Name })
			if at < 0 {
				at = len(totals)
				totals = append(totals, total{name: score.Name})
			}
			totals[at].played++
			if score.Winner {
				totals[at].wins++
			}
		}
	}
	slices.SortFunc(totals, func(a, b total) int {
		return cmp.Or(b.wins-a.wins, a.played-b.played, strings.Compare(a.name, b.name))
	})
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nPLAYER\tPLAYED\tWON")
	for _, o := range totals {
		fmt.Fprintf(t, "%s\t%d\t%d\n", o.name, o.played, o.wins)
	}
	return t.Flush()
}

// showPlay prints one play: its scores, how the players stood after each round, and its log.
func showPlay(w io.Writer, p *pastPlay, l lang.Lang) error {
	fmt.Fprintf(w, "%d: %s, %s, %s\n", p.Number, p.Title, day(p.Began), p.State)
	if p.Warning != "" {
		fmt.Fprintln(w, p.Warning)
	}
	if p.table == nil {
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
	if p.State == finished {
		who = chronicle.All
	}
	return printLog(w, p.table, who, l)
}

// writeScores prints the table of the scores.
func writeScores(w io.Writer, p *pastPlay, l lang.Lang) error {
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
		place := p.out[s]
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
func writeChart(w io.Writer, p *pastPlay, l lang.Lang) error {
	most, wide := 1, 0
	for _, round := range p.Rounds {
		most = max(most, slices.Max(round))
	}
	for _, name := range p.Players {
		wide = max(wide, utf8.RuneCountInString(name))
	}
	for n, round := range p.Rounds {
		b, err := book(p.table.Title(), p.table.Header())
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

// writeCSV prints a line for each player of each play. The columns of what a score is made of
// differ from game to game, so they are one field.
func writeCSV(w io.Writer, plays []pastPlay) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{"number", "game", "began", "minutes", "state", "moves", "seat", "player", "total", "rank", "winner", "made_of"})
	for i := range plays {
		p := &plays[i]
		for s, name := range p.Players {
			line := []string{
				strconv.Itoa(p.Number), p.Game, p.Began.Format(time.RFC3339), strconv.Itoa(p.Minutes), p.State,
				strconv.Itoa(p.Moves), strconv.Itoa(s + 1), name, "", "", "", "",
			}
			if s < len(p.Scores) {
				score := &p.Scores[s]
				var parts []string
				for i, v := range score.Values {
					parts = append(parts, fmt.Sprintf("%s: %d", p.Columns[i], v))
				}
				line[8], line[9], line[10], line[11] = strconv.Itoa(score.Total), strconv.Itoa(score.Rank), strconv.FormatBool(score.Winner), strings.Join(parts, "; ")
			}
			_ = c.Write(line)
		}
	}
	c.Flush()
	return c.Error()
}
