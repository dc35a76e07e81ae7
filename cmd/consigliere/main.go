// Command consigliere is the box that sits on the table while people play: it keeps their
// secrets, calls the phases, runs the clocks and never gets a rule wrong.
//
//	consigliere sim                     the whole box in a simulator
//	consigliere run                     the box on a Pi
//	consigliere site DIR                the box as a page, for any browser
//	consigliere phones                  how phones join the box that runs here
//	consigliere hotspot                 a Wi-Fi for phones, where there is no other
//	consigliere doctor                  checks a box part by part
//	consigliere pods pair               pairs pods without wires
//	consigliere wiring                  what is wired to what
//	consigliere voice list              what can be recorded for the box to say
//	consigliere config check            whether a configuration is right
//	consigliere dice FILE...            reads the dice in pictures of the tray
//	consigliere games                   the games, their seats and options
//	consigliere rules naro              how it is played
//	consigliere rules naro NARO-4.2     a rule from the ledger
//	consigliere catalogue derpate       the data of a game, to edit
//	consigliere campaign list           the campaigns that a box has kept
//	consigliere pack check FILE         checks a campaign pack of The Houses
//	consigliere script check FILE       the mistakes in a script for any other game
//	consigliere replay FILE             plays a record and prints the final status
//	consigliere verify FILE             whether a play was fair, and no choice changed
//	consigliere play --game naro        bots play
//	consigliere history                 the games that a box has kept
//
// Each subcommand has a file of its own.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"

	"consigliere/engine"
	"consigliere/engine/document"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw/lang"
)

// A program is the command line: a field for each subcommand.
type program struct {
	Sim       simCommand       `cmd:"" help:"Run the whole box in a simulator."`
	Run       runCommand       `cmd:"" help:"Run the box on a Raspberry Pi."`
	Site      siteCommand      `cmd:"" help:"Serve the box as a page, made by make site."`
	Phones    phonesCommand    `cmd:"" help:"Show how phones join the box running on this machine."`
	Hotspot   hotspotCommand   `cmd:"" help:"Make a Wi-Fi for phones where there is none."`
	Doctor    doctorCommand    `cmd:"" help:"Check a box part by part."`
	Pods      podsCommand      `cmd:"" help:"Pair wireless pods."`
	Dice      diceCommands     `cmd:"" help:"Read the dice in pictures of the tray; learn them, and teach others."`
	Games     gamesCommand     `cmd:"" help:"List the games, their seats and options."`
	Rules     rulesCommand     `cmd:"" help:"Print the rules of a game, or one of them."`
	Replay    replayCommand    `cmd:"" help:"Play a record and print the final status."`
	Verify    verifyCommand    `cmd:"" help:"Check a game that began with a commitment."`
	Play      playCommand      `cmd:"" help:"Let bots play at random."`
	History   historyCommand   `cmd:"" help:"List the games saved on a box, with scores, charts and logs."`
	Config    configCommand    `cmd:"" help:"Check a configuration, or print that of a build."`
	Wiring    wiringCommand    `cmd:"" help:"Print the wiring."`
	Voice     voiceCommand     `cmd:"" help:"Record the box's sentences in your own voice."`
	Script    scriptCommand    `cmd:"" help:"Start or check a script for any other game."`
	Catalogue catalogueCommand `cmd:"" help:"Write a game's cards and board to a file, or check such a file."`
	Campaign  campaignCommand  `cmd:"" help:"List, show, export and import campaigns of The Houses."`
	Pack      packCommand      `cmd:"" help:"Check a campaign pack of The Houses."`

	Steward stewardCommand `cmd:"" hidden:"" help:"Do one thing for the box that needs root."`

	Version versionFlag `help:"Print the version."`
}

// The streams are the input and outputs of a subcommand.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// An exitCode is the panic with which the parser of the command line ends the program, after
// the help or the version.
type exitCode int

// run runs the program and returns its exit code: 0, 1 for a failure, 2 for a mistake on the
// command line, 3 for a bug. Each of them is reported in one sentence.
func run(args []string, s streams) (code int) {
	out := &outlet{w: s.out}
	s.out = out
	defer func() {
		switch p := recover().(type) {
		case nil:
		case exitCode:
			code = int(p)
		default:
			fmt.Fprintf(s.err, "this is a bug in consigliere; please report it with the command you ran: %v\n", p)
			code = 3
		}
		if code == 0 && out.err != nil {
			fmt.Fprintln(s.err, out.err)
			code = 1
		}
	}()
	var c program
	parser, err := kong.New(
		&c,
		kong.Name("consigliere"),
		kong.Description("A box that sits on the table while people play: it keeps their secrets, calls the phases, runs the clocks and never gets a rule wrong."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { panic(exitCode(code)) }),
		kong.Bind(s),
		plainFlags(),
		langVars(),
	)
	if err != nil {
		panic(err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	k, err := parser.Parse(args)
	switch {
	case err == nil:
		err = k.Run()
	case out.err == nil: // else the help could not be written
		fmt.Fprintf(s.err, "%s; see: %s --help\n", plain(err), mistaken(err))
		return 2
	}
	if err != nil {
		fmt.Fprintln(s.err, err)
		return 1
	}
	return 0
}

// mistaken returns the command that a mistake on the command line is about, such as
// "consigliere play"; "consigliere" if none was recognised.
func mistaken(err error) string {
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context != nil {
		if node := parse.Context.Selected(); node != nil {
			return "consigliere " + node.Path()
		}
	}
	return "consigliere"
}

// An outlet is an output that remembers its first error, so that commands can print line by
// line without looking at each.
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

// inWords returns err as a person can read it, in English: a refusal with the number of its
// rule and the reason.
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

// book returns the messages of the engine and the table, and t's unless it is nil.
func book(t *engine.Title, h engine.Header) (*lang.Book, error) {
	if t == nil {
		return lang.NewBook(engine.Messages, journal.Messages, table.Messages)
	}
	b, err := lang.NewBook(engine.Messages, journal.Messages, table.Messages, t.Messages)
	if err != nil || t.Names == nil {
		return b, err
	}
	return b.With(t.Names(h)), nil
}

// find returns the title with an ID, or an error that names the nearest ID.
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

// didYouMean returns " (do you mean "naro"?)" with the word nearest to what was typed, or ""
// if none is near.
func didYouMean(typed string, words []string) string {
	near := document.Nearest(typed, words)
	if near == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", near)
}
