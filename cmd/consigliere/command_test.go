package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// steps are what CONTRIBUTING.md says under "How to add a command", for one that lets the box ring: a text that stands in
// a file, and what it becomes.
var steps = []struct{ file, was, becomes string }{
	{"hw/command/command.go", "	// Pause stops everything", "	// Ring lets the box ring.\n	Ring struct{}\n	// Pause stops everything"},
	{"hw/command/command.go", "var Table = Rows{\n", "var Table = Rows{\n	{\"ring\", Panel | Host | Phone, As[Ring]},\n"},
	{"hw/console/teach.go", "	case command.Pause:\n", "	case command.Ring:\n		k.stage.tone(caller.Tone{Hz: 1234, D: 50 * time.Millisecond})\n		return true, nil\n	case command.Pause:\n"},
	{"hw/console/teach.go", "import (\n", "import (\n	\"consigliere/hw/caller\"\n"},
	{"hw/menu/start.go", "	b.addProposal(m)\n", "	m.add(says(\"ui.ring\"), command.Ring{})\n	b.addProposal(m)\n"},
}

// rings is a test of the pages in the tree that has the command: panel, a phone, a host's phone.
const rings = `package web

import (
	"crypto/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"
)

func TestRing(t *testing.T) {
	s := webtest.Run(t, box.Options{})
	told := s.Listen(hw.Panel)
	defer told.Close()
	hear := func(who string) {
		t.Helper()
		for e := range told.Events() {
			if tone, is := e.(box.ToneEvent); is && tone.Hz == 1234 {
				t.Log("heard", who)
				return
			}
		}
		require.Fail(t, who)
	}
	g, server := serveGuests(t, s, phone.GuestOptions{})
	page := open(t, serve(t, s))
	page.send(` + "`{\"t\":\"ring\"}`" + `)
	hear("the panel")
	p := phonetest.Call(t, server.URL, phonetest.Invited(t, g), rand.Reader)
	p.Ask(map[string]any{"t": "join", "name": "Ava"})
	require.Empty(t, p.Ask(map[string]any{"t": "ring"}).Fault)
	hear("a phone")
	g.SetHost("Ava", true)
	p.Wait("it is a host", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Host })
	require.Empty(t, p.Ask(map[string]any{"t": "host", "do": map[string]any{"t": "ring"}}).Fault)
	hear("a host")
}
`

// TestAddCommand adds a command in a copy of the tree, by one type with one row, what a room does, an entry of the menu
// and its words. The panel's page, a phone, a host's phone and the menu of a headless box take it then.
func TestAddCommand(t *testing.T) {
	t.Parallel()
	if os.Getenv("CONSIGLIERE_WIDE") == "" && os.Getenv("CONSIGLIERE_LONG") == "" {
		t.Skip("CONSIGLIERE_WIDE builds the program with one more command")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	tree := t.TempDir()
	copyTree(t, root, tree)
	edit := func(file, was, becomes string) {
		t.Helper()
		name := filepath.Join(tree, file)
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(string(b), was), "%s: %s", file, was)
		require.NoError(t, os.WriteFile(name, []byte(strings.Replace(string(b), was, becomes, 1)), 0o644))
	}
	for _, s := range steps {
		edit(s.file, s.was, s.becomes)
	}
	for l, word := range map[string]string{"en": "Ring", "fa": "زنگ", "it": "Suona"} {
		edit("hw/console/messages."+l+".toml", "\"ui.pause\" =", fmt.Sprintf("\"ui.ring\" = %q\n\"ui.pause\" =", word))
	}
	require.NoError(t, os.WriteFile(filepath.Join(tree, "hw/web/ring_test.go"), []byte(rings), 0o644))

	command := func(name string, args ...string) string {
		c := exec.CommandContext(t.Context(), name, args...)
		c.Dir = tree
		c.Env = append(os.Environ(), "GOFLAGS=-trimpath -buildvcs=false")
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s %v: %s", name, args, out)
		return string(out)
	}
	told := command("go", "test", "-v", "-run", "^TestRing$", "./hw/web")
	for _, who := range []string{"the panel", "a phone", "a host"} {
		assert.Contains(t, told, "heard "+who)
	}
	out, presses := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "presses.jsonl")
	require.NoError(t, os.WriteFile(presses, []byte("{\"at\":1,\"pod\":-1,\"button\":\"OK\",\"down\":true}\n{\"at\":1.1,\"pod\":-1,\"button\":\"OK\",\"down\":false}\n"), 0o644))
	command("go", "run", "./cmd/consigliere", "sim", "--headless", "--presses", presses, "--out", out)
	b, err := os.ReadFile(filepath.Join(out, "outputs.jsonl"))
	require.NoError(t, err)
	assert.Contains(t, string(b), `"tone":1234`)
}
