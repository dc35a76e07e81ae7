package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// build builds a package of this program for a system, into a folder; for a page as the Makefile does, where there is make.
func build(t *testing.T, out, pkg string, env ...string) {
	t.Helper()
	args := []string{"build", "-trimpath", "-ldflags=-s -w", "-o", out}
	if slices.Contains(env, "GOARCH=wasm") {
		flags, err := exec.Command("make", "-s", "--no-print-directory", "-C", "../..", "flags").Output()
		if err == nil {
			args = append(args, strings.Fields(string(flags))...)
		}
	}
	cmd := exec.Command("go", append(args, pkg)...)
	cmd.Env = append(cmd.Environ(), env...)
	b, err := cmd.CombinedOutput()
	require.NoError(t, err, string(b))
}

// presses returns presses of a panel and a pod, at random and always the same.
func presses(n int) []byte {
	r := rand.New(rand.NewPCG(34, 34))
	var b bytes.Buffer
	at := 1.0
	for range n {
		pod, button := r.IntN(4)-1, []string{"A", "B", "OK", "OK"}[r.IntN(4)]
		fmt.Fprintf(&b, `{"at":%.2f,"pod":%d,"button":%q,"down":true}`+"\n", at, pod, button)
		fmt.Fprintf(&b, `{"at":%.2f,"pod":%d,"button":%q,"down":false}`+"\n", at+0.1, pod, button)
		at += 0.2 + 0.1*float64(r.IntN(12))
	}
	return b.Bytes()
}

// TestSameInWebAssembly checks that the same presses give the same outputs, byte for byte, whatever the box is compiled
// for (promise P1).
func TestSameInWebAssembly(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the box twice")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	dir := t.TempDir()
	native, wasm := filepath.Join(dir, "native"), filepath.Join(dir, "headless.wasm")
	build(t, native, "./headlesstest")
	build(t, wasm, "./headlesstest", "GOOS=js", "GOARCH=wasm")
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	run := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	in := presses(120)
	for _, c := range []struct{ game, seats, lang, bots, options string }{
		{"naro", "Ava,Babak", "fa", "2", `{"chance":"box"}`},
		{"derpate", "Ava,Babak", "it", "1", `{"chance":"box"}`},
		{"corleone", "Ava,Babak", "en", "1", `{"chance":"box"}`},
		{"khandan", "Ava,Babak", "fa", "2", `{"chance":"box"}`},
		{"anygame", "Ava,Babak,Chiara", "it", "0", `{"play":"rock-paper-scissors"}`},
	} {
		t.Run(c.game, func(t *testing.T) {
			outputs := func(name string, args ...string) []byte {
				cmd := exec.Command(name, append(args, c.game, c.seats, c.lang, c.bots, c.options)...)
				cmd.Stdin = bytes.NewReader(in)
				var wrong bytes.Buffer
				cmd.Stderr = &wrong
				cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TZ=UTC"}
				out, err := cmd.Output()
				require.NoError(t, err, wrong.String())
				return out
			}
			ours, theirs := outputs(native), outputs(node, "--stack-size=8192", run, wasm)
			lines := bytes.Split(ours, []byte("\n"))
			require.Greater(t, len(lines), 100, "a game was played")
			for i, line := range bytes.Split(theirs, []byte("\n")) {
				if i >= len(lines) || !bytes.Equal(line, lines[i]) {
					require.Equal(t, string(lines[min(i, len(lines)-1)]), string(line), "line %d", i+1)
				}
			}
			assert.Equal(t, len(ours), len(theirs))
			var last map[string]any
			require.NoError(t, json.Unmarshal(lines[len(lines)-2], &last))
		})
	}
}
