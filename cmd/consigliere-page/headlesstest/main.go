// Command headlesstest runs presses on a simulated box, on whatever it is compiled for: headlesstest GAME SEATS BOTS,
// presses in, outputs out. It is for the test that compares what comes out.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/sim"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	bots, err := strconv.Atoi(args[3])
	if err != nil {
		return err
	}
	wired := config.Default()
	wired.Tray = nil
	l := lang.Lang(args[2])
	o := box.Options{Titles: games.All(), Lang: l, MainLang: l, Hold: wired.Hold, Repeat: wired.Repeat, Seed: func() uint64 { return 7 }}
	for range wired.Pods {
		o.PodLangs = append(o.PodLangs, l)
	}
	b, err := sim.New(wired, o)
	if err != nil {
		return err
	}
	start := command.Start{Header: engine.Header{Game: args[0], Seats: strings.Split(args[1], ","), Options: json.RawMessage(args[4]), Seed: 7}, Bots: bots}
	return sim.Headless{Start: &start}.Run(b, os.Stdin, os.Stdout, os.Stderr)
}
