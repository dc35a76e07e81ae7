// Command consigliere is the box that sits on the table while people play: it keeps their
// secrets, calls the phases, runs the clocks and never gets a rule wrong.
//
//	consigliere sim                     the whole box in a simulator
//	consigliere run                     the box on a Pi
//	consigliere doctor                  checks a box part by part
//	consigliere wiring                  what is wired to what
//	consigliere games                   the games, their seats and options
//	consigliere rules naro NARO-4.2     a rule, as it stands in the ledger
//	consigliere replay FILE             plays a record and prints the final status
//	consigliere play --game naro        random bots
//
// Each subcommand is in a file of its own.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/table"
	"consigliere/hw/lang"

	"github.com/alecthomas/kong"
)

// A program is the command line: one field for each subcommand.
type program struct {
	Sim       simCommand       `cmd:"" help:"Run the whole box in a simulator."`
	Run       runCommand       `cmd:"" help:"Run the box on a Raspberry Pi."`
	Doctor    doctorCommand    `cmd:"" help:"Check a box part by part."`
	Games     gamesCommand     `cmd:"" help:"List the games, their seats and options."`
	Rules     rulesCommand     `cmd:"" help:"Print the rules of a game, or one of them."`
	Replay    replayCommand    `cmd:"" help:"Play a record and print the final status."`
	Play      playCommand      `cmd:"" help:"Let random bots play."`
	Wiring    wiringCommand    `cmd:"" help:"Print what is wired to what."`
	Catalogue catalogueCommand `cmd:"" help:"Write a game's cards and board as a file, or check one."`
}

// streams are what a subcommand reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// exitCode is how the parser of the command line ends the program after a help text.
type exitCode int

// run runs the program and returns its exit code. A mistake of the user is one sentence; so
// is one of the program.
func run(args []string, s streams) (code int) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case exitCode:
			code = int(p)
		default:
			fmt.Fprintf(s.err, "consigliere has a mistake of its own; please report it together with this command: %v\n", p)
			code = 3
		}
	}()
	out := &outlet{w: s.out}
	s.out = out
	var c program
	parser, err := kong.New(
		&c,
		kong.Name("consigliere"),
		kong.Description("A box that sits on the table while people play: it keeps their secrets, calls the phases, runs the clocks and never gets a rule wrong."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { panic(exitCode(code)) }),
		kong.Bind(s),
	)
	if err != nil {
		panic(err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	k, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(s.err, "%s; see: consigliere --help\n", plain(err))
		return 2
	}
	if err := k.Run(); err != nil {
		fmt.Fprintln(s.err, err)
		return 1
	}
	if out.err != nil {
		fmt.Fprintln(s.err, out.err)
		return 1
	}
	return 0
}

// An outlet remembers what went wrong with the output, for those who print line by line.
type outlet struct {
	w   io.Writer
	err error
}

// Write implements [io.Writer].
func (o *outlet) Write(b []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(b)
	o.err = err
	return n, err
}

// plainly are the sentences of kong that only programmers understand, and what they mean.
var plainly = []struct {
	said  *regexp.Regexp
	means string
}{
	{regexp.MustCompile(`^(--[a-z-]+): expected a valid \d+ bit uint but got (.*)$`), "$1 must be a whole number, 0 or more, not $2"},
	{regexp.MustCompile(`^(--[a-z-]+): expected a valid \d+ bit int but got (.*)$`), "$1 must be a whole number, not $2"},
	{regexp.MustCompile(`^(--[a-z-]+): expected .* but got "(.*)" \(.* flag\); perhaps try .*$`), "$1 is followed by $2; what begins with - is written as $1=$2"},
	{regexp.MustCompile(`^(--[a-z-]+): expected .* but got "EOL" \(<EOL>\)$`), "$1 needs a value"},
	{regexp.MustCompile(`^(--[a-z-]+): missing value, expecting "<key>=<value>.*$`), "$1 needs KEY=VALUE"},
	{regexp.MustCompile(`^(--[a-z-]+): expected "<key>=<value>" but got (.*)$`), "$1 needs KEY=VALUE, not $2"},
}

// plain returns a mistake on the command line in plain words.
func plain(err error) string {
	text := err.Error()
	for _, p := range plainly {
		if p.said.MatchString(text) {
			return p.said.ReplaceAllString(text, p.means)
		}
	}
	return text
}

// inWords returns err as a person can read it, in English: refusals with the number of
// their rule and the reason.
func inWords(err error, t *engine.Title, h engine.Header) error {
	if err == nil {
		return nil
	}
	book, bookErr := book(t, h)
	if bookErr != nil {
		return errors.Join(err, bookErr)
	}
	return errors.New(book.Error(lang.English, h.Seats, err))
}

// book returns the messages of the core, the table and a title; nil: of no title.
func book(t *engine.Title, h engine.Header) (*lang.Book, error) {
	catalogues := []fs.FS{engine.Messages, table.Messages}
	if t != nil {
		catalogues = append(catalogues, t.Messages)
		if t.Names != nil {
			if names := t.Names(h); names != nil {
				catalogues = append(catalogues, names)
			}
		}
	}
	return lang.NewBook(catalogues...)
}

// find returns the title of a word, or an error that names the nearest.
func find(id string) (*engine.Title, error) {
	if t := games.Find(id); t != nil {
		return t, nil
	}
	var ids []string
	for _, t := range games.All() {
		ids = append(ids, t.ID)
	}
	return nil, fmt.Errorf("there is no game %q%s; see: consigliere games", id, didYouMean(id, ids))
}

// didYouMean returns a question with the word nearest to what was typed, or "" if none is
// near.
func didYouMean(typed string, words []string) string {
	best, least := "", 1+len(typed)/3
	for _, w := range words {
		if d := distance(typed, w); d <= least {
			best, least = w, d-1
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (do you mean %q?)", best)
}

// distance is the number of letters to insert, drop or change to make b of a.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			d := diagonal
			if x[i] != y[j] {
				d++
			}
			diagonal = row[j+1]
			row[j+1] = min(d, row[j]+1, diagonal+1)
		}
	}
	return row[len(y)]
}
