package main

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/games"
)

// forbidden says who must not import whom. The rules of a game know nothing of the box, the
// box as a table sees it knows nothing of chips, and drivers do not know where they run. Each
// rule holds for all packages below its folder.
var forbidden = []struct {
	folder string
	// never has the folders that it must not import, with the reason.
	never map[string]string
}{
	{"engine", map[string]string{
		"hw":      "a game knows nothing of hardware or words; it says what it waits for, and a console draws it",
		"drivers": "a game knows nothing of chips",
		"sim":     "a game knows nothing of where it is played",
		"config":  "a game is set by the header of its record alone, so that a record replays anywhere",
		"cmd":     "the program puts things together; nothing depends on it",
	}},
	{"hw", map[string]string{
		"drivers": "hw says what a table needs; drivers implement its interfaces",
		"sim":     "nothing of a box knows that it is simulated (promise P5)",
		"config":  "what is wired to what is for drivers, sim and cmd; a running box is handed its parts",
		"cmd":     "the program puts things together; nothing depends on it",
	}},
	{"engine/journal", map[string]string{
		"engine/table": "a journal keeps lines; what is played on it is no business of the file's format",
	}},
	{"drivers", map[string]string{
		"engine": "a driver knows pixels, presses and colours, not games",
		"sim":    "a driver does not know where it runs (promise P5)",
		"cmd":    "the program puts things together; nothing depends on it",
	}},
	{"sim", map[string]string{
		"hw/web":     "the simulator has no page; a box serves it",
		"hw/console": "the simulator has parts and fingers; hw/box owns the console",
		"cmd":        "the program puts things together; nothing depends on it",
	}},
	{"config", map[string]string{
		"hw/console": "config says what is wired to what; it builds nothing",
		"drivers":    "config is read by drivers, not the other way",
		"sim":        "config is read by sim, not the other way",
		"cmd":        "the program puts things together; nothing depends on it",
	}},
}

// only has folders that import nothing from this module except what is named, with the reason.
var only = []struct {
	folder string
	ours   []string
	why    string
}{
	{"hw/web", []string{"engine", "hw", "hw/box", "hw/command", "hw/desk", "hw/lang", "hw/phone", "hw/web/line", "hw/web/page"}, "a panel's page gives the running box commands and shows the desks that it publishes"},
	{"hw/phone", []string{"engine", "engine/link", "hw", "hw/box", "hw/command", "hw/desk", "hw/lang", "hw/phone/seal", "hw/web/line", "hw/web/page"}, "what is on the network has no panel behind it"},
	{"hw/phone/seal", nil, "what seals knows nothing of what is sealed"},
	{"hw/web/page", []string{"engine", "engine/receipt", "hw/lang", "hw/web/line"}, "what pages share knows neither panel nor phones; what pictures are called, all games share"},
	{"hw/film", []string{"engine", "engine/chronicle", "engine/table", "hw", "hw/caller", "hw/desk", "hw/lang", "hw/words"}, "a play that is over needs no box to be shown"},
	{"engine/link", nil, "a link holds the bytes of a record, whatever they say"},
	{"hw/web/line", nil, "what carries messages knows nothing of what they say"},
	{"hw/command", []string{"engine", "engine/receipt", "hw", "hw/lang"}, "what a box can be told is values, for whoever tells it"},
	{"hw/desk", []string{"engine", "engine/chronicle", "engine/link", "engine/receipt", "hw", "hw/lang", "hw/words"}, "whoever shows a snapshot needs nothing of the box"},
	{"internal/confusable", nil, "names are compared by whoever has some"},
	{"internal/atomicfile", nil, "whoever writes a file can use it: games' journals, drivers and the program"},
	{"hw/caller", []string{"engine", "engine/table"}, "what is called when follows from cues and their durations alone; it has no voice and no screen"},
	{"hw/memory", []string{"engine", "engine/journal", "engine/receipt", "engine/table", "hw", "hw/caller", "hw/lang", "internal/atomicfile"}, "what a box remembers is read and written here, and decided and shown elsewhere"},
	{"hw/words", []string{"engine", "hw/lang"}, "words know no screen"},
	{"hw/reply", []string{"engine", "hw", "hw/lang", "hw/screen", "hw/words"}, "how an answer is filled in follows from the ask and the buttons alone; it knows no box"},
	{"hw/menu", []string{"engine", "engine/table", "hw", "hw/caller", "hw/command", "hw/desk", "hw/lang", "hw/memory", "hw/screen", "hw/words"}, "a menu is handed a picture of the box and gives commands; it knows no console"},
	{"hw/post", []string{"engine/journal", "hw", "hw/box", "hw/command", "hw/desk", "hw/post/wire", "hw/lang", "internal/atomicfile"}, "what goes to a hub is made of public desks; it has no game and no page"},
	{"hw/post/wire", nil, "what boxes and a hub say to each other is values, for both"},
	{"hw/box", []string{"engine", "engine/journal", "engine/table", "hw", "hw/command", "hw/console", "hw/desk", "hw/lang"}, "the running box is handed its parts"},
}

// The box talks to a hub but isn't one: the server would be most of the program.
func TestNoServerInTheBox(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	require.NoError(t, err)
	assert.Contains(t, string(out), "github.com/nats-io/nkeys")
	assert.NotContains(t, string(out), "nats-server")
}

// TestImportsNothingElse holds the rules of only.
func TestImportsNothingElse(t *testing.T) {
	for _, rule := range only {
		out, err := exec.Command("go", "list", "-f", `{{join .Imports "\n"}}`, "consigliere/"+rule.folder).Output()
		require.NoError(t, err)
		for imported := range strings.Lines(string(out)) {
			if name, ours := strings.CutPrefix(strings.TrimSpace(imported), "consigliere/"); ours {
				assert.Contains(t, rule.ours, name, "%s must not import it: %s", rule.folder, rule.why)
			}
		}
	}
}

// TestBrowserHasNoNetwork checks that a box in a browser is served by messages alone: nothing that serves a network is
// linked where there is none.
func TestBrowserHasNoNetwork(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "consigliere/hw/web")
	list.Env = append(list.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := list.Output()
	require.NoError(t, err)
	all := strings.Fields(string(out))
	assert.Contains(t, all, "consigliere/hw/web/line")
	for _, p := range []string{"net", "net/http", "crypto/tls", "os/exec", "github.com/coder/websocket"} {
		assert.NotContains(t, all, p)
	}
	list = exec.Command("go", "list", "-deps", "consigliere/cmd/consigliere-page")
	list.Env = append(list.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err = list.Output()
	require.NoError(t, err)
	all = strings.Fields(string(out))
	assert.Contains(t, all, "consigliere/sim")
	for _, p := range []string{"net/http", "crypto/tls", "github.com/coder/websocket"} { // drivers know addresses
		assert.NotContains(t, all, p)
	}
}

// TestOneRoomKnowsFiles checks that a console leaves files to what it remembers with.
func TestOneRoomKnowsFiles(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{join .Imports "\n"}}`, "consigliere/hw/console", "consigliere/hw/caller").Output()
	require.NoError(t, err)
	for imported := range strings.Lines(string(out)) {
		assert.NotContains(t, []string{"os", "io/fs", "path/filepath", "consigliere/internal/atomicfile"}, strings.TrimSpace(imported), "hw/memory knows files")
	}
}

// exempt reports whether a package is for tests alone: its imports say nothing about the
// program.
func exempt(path string) bool { return strings.HasSuffix(path, "test") }

func TestWhoMayImportWhom(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "consigliere/...").Output()
	require.NoError(t, err)
	checked := 0
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p struct {
			ImportPath string
			Imports    []string
		}
		require.NoError(t, d.Decode(&p))
		if exempt(p.ImportPath) {
			continue
		}
		checked++
		for _, rule := range forbidden {
			if !below(p.ImportPath, rule.folder) {
				continue
			}
			for _, imported := range p.Imports {
				assert.False(t, strings.HasSuffix(imported, "test") && below(imported, ""), "%s imports %s, which is for tests only", p.ImportPath, imported)
				for folder, why := range rule.never {
					assert.False(t, below(imported, folder), "%s must not import %s: %s", p.ImportPath, imported, why)
				}
			}
		}
	}
	assert.Greater(t, checked, 5, "go list has found the packages")
}

// TestRulesKnowNoFace checks that the rules of a game stand without its face: only the list of titles
// puts the two together.
func TestRulesKnowNoFace(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "consigliere/engine/...").Output()
	require.NoError(t, err)
	faces := 0
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p struct {
			ImportPath string
			Imports    []string
		}
		require.NoError(t, d.Decode(&p))
		if strings.HasSuffix(p.ImportPath, "/face") {
			faces++
		}
		for _, imported := range p.Imports {
			assert.False(t, strings.HasSuffix(imported, "/face") && p.ImportPath != "consigliere/engine/games", "%s must not import %s", p.ImportPath, imported)
		}
	}
	assert.Len(t, games.All(), faces, "each title has a face of its own")
}

// below reports whether a package is the folder of this module or below it; "" stands for the
// whole module.
func below(path, folder string) bool {
	root := "consigliere/" + folder
	return strings.HasPrefix(path, root) && (folder == "" || len(path) == len(root) || path[len(root)] == '/')
}

// TestOneLibraryForEachFormat checks that the program links one library for each format that
// people write.
func TestOneLibraryForEachFormat(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "consigliere/cmd/consigliere").Output()
	require.NoError(t, err)
	found := map[string]bool{}
	for p := range strings.Lines(string(out)) {
		for _, format := range []string{"toml", "yaml"} {
			if parts := strings.Split(strings.TrimSpace(p), "/"); strings.Contains(parts[0], ".") && strings.Contains(p, format) {
				found[strings.Join(parts[:3], "/")] = true
			}
		}
	}
	assert.Equal(t, map[string]bool{"github.com/pelletier/go-toml": true, "go.yaml.in/yaml/v3": true}, found)
}

// TestPureGames checks that games have no files, no network and no chance but the seeded one.
func TestPureGames(t *testing.T) {
	never := map[string]string{
		"os": "no files (promise P2)", "net": "no network (promise P2)", "math/rand": "no chance but the seeded one (promise P2)",
		"crypto/rand": "no chance but the seeded one (promise P2)", "log": "a game does not print", "log/slog": "a game does not print",
		"context": "a game does not wait (promise P2)", "unsafe": "a game is plain Go",
	}
	// A table logs, a journal is files, and bots are seeded by their callers.
	impure := []string{"engine/table", "engine/journal", "engine/archive", "engine/bot"}
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "consigliere/engine/...").Output()
	require.NoError(t, err)
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p struct {
			ImportPath string
			Imports    []string
		}
		require.NoError(t, d.Decode(&p))
		if exempt(p.ImportPath) || slices.ContainsFunc(impure, func(folder string) bool { return below(p.ImportPath, folder) }) {
			continue
		}
		for _, imported := range p.Imports {
			why, bad := never[imported]
			assert.False(t, bad, "%s must not import %s: %s", p.ImportPath, imported, why)
		}
	}
}
