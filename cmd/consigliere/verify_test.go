package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/receipt"
	"consigliere/hw/post/wire"
)

// What a hub exports is a witness: of all plays in it that of the record is found, and where there is none the record does
// not stand.
func TestVerifyByAHub(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	kept := map[string]*receipt.Kept{}
	for i, play := range []string{"one", "two", "three"} {
		out, err := exec.Command("consigliere", "play", "--game", "naro", "--seats", "4", "--games", "1", "--seed", strconv.Itoa(7+i), "--fair", "--record", file(play), "--kept", file(play+".kept")).CombinedOutput()
		require.NoError(t, err, string(out))
		data, err := os.ReadFile(file(play + ".kept"))
		require.NoError(t, err)
		kept[play] = &receipt.Kept{}
		require.NoError(t, kept[play].Add(bytes.NewReader(data)))
		require.NotEmpty(t, kept[play].Receipts)
	}
	export := func(late bool) {
		var b bytes.Buffer
		for _, play := range []string{"one", "two"} {
			k := kept[play]
			lines := []wire.Line{{State: wire.Deal, Fair: &wire.Fair{Box: k.Box, Commitment: k.Commitment}}, {State: "play"}}
			for _, g := range k.Given {
				if g.Number != "" {
					lines[1].Given = append(lines[1].Given, wire.Given{Seat: g.Seat, Number: g.Number})
				}
			}
			if late { // the box has said nothing before it knew all numbers
				lines[0].State, lines[0].Given, lines[1].Given = "play", lines[1].Given, nil
			}
			for _, r := range k.Receipts {
				lines = append(lines, wire.Line{State: "play", Receipts: []wire.Receipt{{Line: r.Line, Seat: r.Seat, Digits: r.Digits}}})
			}
			for i, line := range lines {
				line.N = i + 1
				text, err := json.Marshal(line)
				require.NoError(t, err)
				require.NoError(t, json.NewEncoder(&b).Encode(wire.Exported{Box: "B", Play: play, Line: line.N, Text: string(text)}))
			}
		}
		require.NoError(t, os.WriteFile(file("hub.jsonl"), b.Bytes(), 0o600))
	}
	verify := func(record string) (string, error) {
		out, err := exec.Command("consigliere", "verify", file(record), "--kept", file("hub.jsonl")).CombinedOutput()
		return string(out), err
	}
	export(false)
	for _, record := range []string{"one", "two"} {
		out, err := verify(record)
		require.NoError(t, err, out)
		assert.Contains(t, out, "holds: the secret is the one to which the box was committed before anybody gave anything")
		assert.Contains(t, out, "receipts that were kept are those of the record")
	}
	out, err := verify("three")
	require.Error(t, err)
	assert.Contains(t, out, "the hub knows 2 games that can be checked, and none of a box with the commitment "+kept["three"].Commitment)
	data, err := os.ReadFile(file("hub.jsonl"))
	require.NoError(t, err)
	last := kept["one"].Receipts[len(kept["one"].Receipts)-1].Digits
	require.NoError(t, os.WriteFile(file("hub.jsonl"), bytes.ReplaceAll(data, []byte(last), []byte("000000")), 0o600))
	out, err = verify("one")
	require.Error(t, err)
	assert.Contains(t, out, "was changed after it was locked")

	export(true)
	out, err = verify("one")
	require.NoError(t, err, out)
	assert.Contains(t, out, "not proved: that the box kept to its secret")
	assert.Equal(t, 1, strings.Count(out, "that the box kept to its secret"))
}
