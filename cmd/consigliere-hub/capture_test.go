package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/cmd/consigliere-hub/broker"
	"consigliere/cmd/consigliere-hub/hall"
	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/receipt"
	"consigliere/hw/command"
)

// An evening of all that goes between a box and its hub, captured on the way: until a game is over nothing of it is there
// that only its journal knows. Then its record goes to the hub, as the owner of the box wants, and is there.
func TestCapture(t *testing.T) {
	b := startBroker(t, broker.Options{Dir: t.TempDir(), Open: true})
	line := newLongLine(t, b.Addr(), nil)
	r := newRealTable(t, "nats://"+line.Addr().String(), 4, true)
	for _, g := range []struct {
		game, options string
		seats         int
	}{
		{"naro", `{"chance":"box"}`, 4},
		{"corleone", `{"chance":"box"}`, 3},
		{"anygame", `{"play":"rock-paper-scissors"}`, 3},
	} {
		do := func(c command.Command) {
			r.mu.Lock()
			defer r.mu.Unlock()
			require.NoError(t, r.do(c))
		}
		do(command.Leave{})
		r.table = nil
		do(command.Start{
			Header:   engine.Header{Game: g.game, Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}[:g.seats], Options: []byte(g.options)},
			DrawSeed: true, Fair: command.FairAlways,
		})
		do(command.Deal{})
		require.NotNil(t, r.table)
		secrets := secretsOf(t, r)
		player := bot.New(r.table.Title(), r.table.Roster(), r.r)
		var before []byte // what was on the line before the last move
		for n, goesOn := 0, true; goesOn; n++ {
			require.Less(t, n, 20_000)
			if n == 30 { // by then something has to be there
				until(t, "what was shown is there", func() bool { return r.post.Status().Reached && r.post.Status().Waiting == 0 })
			}
			before = line.captured()
			goesOn = r.move(t, player)
		}
		require.Contains(t, string(before), `"Chiara"`, "something was captured")
		for what, secret := range secrets {
			assert.False(t, bytes.Contains(before, secret), "%s: %s was on the line before its time", g.game, what)
		}
		// A move as the journal has it is on no line before the record is.
		moves := regexp.MustCompile(`\\"do\\":|"do":"|"seed"`).FindAll(before, -1)
		if g.game == "naro" {
			assert.Empty(t, moves, "no line of a record goes out while the game is played")
		}

		r.mu.Lock()
		r.box.Advance(r.box.Now() + time.Minute)
		r.mu.Unlock()
		until(t, "the record is there", func() bool { return bytes.Contains(line.captured(), secrets["the seed"]) })
	}
}

// secretsOf returns what nobody may know of a game while it is played.
func secretsOf(t testing.TB, r *realTable) map[string][]byte {
	t.Helper()
	h := r.table.Header()
	d, _, err := receipt.OfHeader(h)
	require.NoError(t, err)
	key, err := os.ReadFile(filepath.Join(r.journals, "receipts.key"))
	require.NoError(t, err)
	private, _, _ := strings.Cut(string(key), "\n")
	return map[string][]byte{
		"the seed":         []byte(fmt.Sprint(h.Seed)),
		"the secret":       []byte(hex.EncodeToString(d.Secret[:])),
		"the key of a box": []byte(private),
	}
}

// Two hundred boxes begin together behind real connections that are long and bad: within 20 ms in 99 of 100.
func TestStartTogetherFarAway(t *testing.T) {
	if os.Getenv("CONSIGLIERE_LONG") == "" {
		t.Skip("counts on time; CONSIGLIERE_LONG=1 runs it")
	}
	const boxes = 200
	b := startBroker(t, broker.Options{Dir: t.TempDir(), Open: true})
	h := runHall(t, b)
	outposts := make([]*outpost, boxes)
	for i := range outposts {
		outposts[i] = newOutpost(t, "nats://"+newLongLine(t, b.Addr(), badLine(uint64(i))).Addr().String())
		outposts[i].box.show("play-0001.jsonl")
	}
	settled(t, outposts...)
	due := time.Now().Add(2 * time.Second)
	require.NoError(t, h.Do(&hall.Command{Do: "start", Text: "Round 1"}))
	began := time.Now().Add(2 * time.Second)
	var wrong []time.Duration
	for _, o := range outposts {
		until(t, "the table begins", func() bool {
			for i, c := range o.box.commands() {
				if a, is := c.(command.Announce); is && a.Starts {
					at := o.box.toldAt(i)
					wrong = append(wrong, max(due.Sub(at), at.Sub(began), 0))
					return true
				}
			}
			return false
		})
	}
	slices.Sort(wrong)
	t.Logf("p50 %v, p99 %v, most %v; the moment is known to %v", wrong[boxes/2], wrong[boxes*99/100-1], wrong[boxes-1], began.Sub(due))
	assert.Less(t, wrong[boxes*99/100-1], 20*time.Millisecond)
}
