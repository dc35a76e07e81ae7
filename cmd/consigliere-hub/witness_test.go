package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/cmd/consigliere-hub/broker"
	"consigliere/cmd/consigliere-hub/hall"
	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/receipt"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/post/wire"
	"consigliere/hw/post/witness"
)

// witnesses returns what a hub has kept of plays that can be checked, and the records that boxes handed on, by play.
func witnesses(t testing.TB, b *broker.Broker) (all []*witness.Play, records map[string]string) {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, hall.Lines(t.Context(), b, &out))
	all, err := witness.Read(bytes.NewReader(out.Bytes()))
	require.NoError(t, err)
	records = map[string]string{}
	for _, lines := range exported(t, b) {
		play := ""
		for _, text := range lines {
			var line wire.Line
			require.NoError(t, json.Unmarshal(journal.Record([]byte(text)), &line))
			if line.Play != "" {
				play = line.Play
			}
			if line.Record != "" {
				records[play] += strings.TrimSuffix(line.Record, "\n") + "\n"
			}
		}
	}
	return all, records
}

// A hub has the commitment of a box before anybody says a number, and each receipt when a choice is locked. So it sees
// what a box changes afterwards, and the box cannot say that there was none.
func TestHubIsAWitness(t *testing.T) {
	b := startBroker(t, broker.Options{Dir: t.TempDir(), Open: true})
	r := newRealTable(t, "nats://"+b.Addr(), 2, true)
	do := func(c command.Command) {
		t.Helper()
		r.mu.Lock()
		defer r.mu.Unlock()
		require.NoError(t, r.do(c))
	}
	start := command.Start{
		Header: engine.Header{Game: "naro", Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`)}, DrawSeed: true, Fair: command.FairAlways,
	}
	do(start)
	do(command.DropDeal{}) // somebody has thought better of it
	do(start)
	committed := func() (commitment string, given int) {
		all, _ := witnesses(t, b)
		if len(all) == 0 {
			return "", 0
		}
		w := all[len(all)-1]
		return w.Kept.Commitment, len(w.Kept.Given)
	}
	shown := r.Snapshot().Public(lang.English).Deal.Commitment
	until(t, "the hub has the commitment", func() bool { c, _ := committed(); return c == shown })
	do(command.Give{Seat: 1, Number: "482915"})
	until(t, "the hub has the number", func() bool { _, n := committed(); return n == 1 })
	do(command.Deal{})
	r.play(t, 0)

	record := []byte(nil)
	until(t, "the hub has the record", func() bool {
		_, records := witnesses(t, b)
		for _, text := range records {
			record = []byte(text)
		}
		return receipt.Is(record) && bytes.HasSuffix(record, []byte("=\n"))
	})
	whole, err := r.Record(t.Context())
	require.NoError(t, err)
	require.Equal(t, string(whole), string(record), "as the box wrote it")

	var w *witness.Play
	all, _ := witnesses(t, b)
	for _, one := range all {
		if one.Commitment == shown {
			require.Nil(t, w, "a play has one")
			w = one
		}
	}
	require.NotNil(t, w)
	assert.True(t, strings.HasPrefix(w.Name, "deal-"), w.Name)
	assert.NotEmpty(t, w.Kept.Receipts)
	assert.Equal(t, []receipt.Given{{Seat: "Babak", Number: "482915"}}, w.Kept.Given)
	report := func(k receipt.Kept) (failed, holds string) {
		found, err := receipt.Check(record, &k, games.Find)
		require.NoError(t, err)
		for _, f := range found {
			switch f.Verdict {
			case receipt.Fails:
				failed += f.Text + "\n"
			case receipt.Holds:
				holds += f.Text + "\n"
			}
		}
		return failed, holds
	}
	failed, holds := report(w.Kept)
	assert.Empty(t, failed)
	assert.Contains(t, holds, "before anybody gave anything")
	assert.Contains(t, holds, "what Babak gave counts")
	assert.Contains(t, holds, "receipts that were kept are those of the record")

	// A box that altered a choice, and made all else anew, has another receipt for it.
	other := w.Kept
	other.Receipts = append([]receipt.Receipt(nil), other.Receipts...)
	other.Receipts[0].Digits = "000000"
	failed, _ = report(other)
	assert.Contains(t, failed, "was changed after it was locked")
}
