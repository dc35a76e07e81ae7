package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// oldJournals returns the statuses of journals that a box has written at e469df4, when every text of a script stood in
// three languages and no other could be added: as the program printed them then.
func oldJournals(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range []string{"naro", "derpate", "werewolf"} {
		b, err := os.ReadFile(filepath.Join("testdata", "journals", name, "status.json"))
		require.NoError(t, err)
		all[name] = string(b)
	}
	return all
}

// goOn lets a box find an old journal in its folder, and go on with the play at the panel.
func goOn(t *testing.T, name string, run func(args ...string)) {
	t.Helper()
	folder, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	for _, file := range []string{"play-0001.jsonl", "play-0001.jsonl.head"} {
		b, err := os.ReadFile(filepath.Join("testdata", "journals", name, file))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, file), b, 0o600))
	}
	presses := filepath.Join(t.TempDir(), "presses.jsonl")
	require.NoError(t, os.WriteFile(presses, []byte(`{"at":1,"pod":-1,"button":"OK","down":true}
{"at":1.1,"pod":-1,"button":"OK","down":false}
{"at":9,"pod":0,"button":"A","down":true}
`), 0o600))
	run("sim", "--headless", "--journal", folder, "--presses", presses, "--out", out)
	b, err := os.ReadFile(filepath.Join(out, "outputs.jsonl"))
	require.NoError(t, err)
	assert.Contains(t, string(b), `"waiting":[{`, name)
}

// What boxes have written before stays as it is: its checksums, what it comes to, and that a box goes on with it.
func TestOldJournals(t *testing.T) {
	for name, status := range oldJournals(t) {
		assert.Equal(t, status, printed(t, "replay", filepath.Join("testdata", "journals", name, "play-0001.jsonl")), name)
		goOn(t, name, func(args ...string) { printed(t, args...) })
	}
}
