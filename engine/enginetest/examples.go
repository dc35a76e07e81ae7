package enginetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"consigliere/engine"
)

// Examples replays each record dir/*.jsonl and compares what comes of it with the file of
// the same name with .json. That is one object, with either "reject_line", the number of the
// line that must be refused (the header is line 1), or "status", a part of the final status:
// objects must match key by key, lists as a whole.
func Examples(t *testing.T, title *engine.Title, dir string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	require.NoError(t, err)
	require.NotEmpty(t, files, "no examples in %s", dir)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		t.Run(name, func(t *testing.T) {
			record, err := os.ReadFile(file)
			require.NoError(t, err)
			data, err := os.ReadFile(strings.TrimSuffix(file, "l"))
			require.NoError(t, err)
			var want struct {
				Status     map[string]any `json:"status"`
				RejectLine int            `json:"reject_line"`
			}
			require.NoError(t, json.Unmarshal(data, &want))
			g, h, err := Replay(title, record)
			if want.RejectLine > 0 {
				var le *engine.LineError
				require.ErrorAs(t, err, &le, "line %d must be refused", want.RejectLine)
				require.Equal(t, want.RejectLine, le.Line, "%v", err)
				var no *engine.Refusal
				require.ErrorAs(t, err, &no)
				return
			}
			require.NoError(t, err)
			var got map[string]any
			require.NoError(t, json.Unmarshal(Status(g, h.Seats), &got))
			require.NoError(t, subset(want.Status, got, "status"))
		})
	}
}

// subset says where want is not a part of got.
func subset(want, got any, path string) error {
	w, ok := want.(map[string]any)
	if !ok {
		if !reflect.DeepEqual(want, got) {
			return fmt.Errorf("%s is %v, want %v", path, got, want)
		}
		return nil
	}
	g, ok := got.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is %v, want an object", path, got)
	}
	for k := range w {
		if _, ok := g[k]; !ok {
			return fmt.Errorf("%s.%s is missing", path, k)
		}
		if err := subset(w[k], g[k], path+"."+k); err != nil {
			return err
		}
	}
	return nil
}

// Replay plays a record, header and moves, to its end.
func Replay(title *engine.Title, record []byte) (engine.Game, engine.Header, error) {
	var g engine.Game
	var h engine.Header
	var mr *engine.MoveReader
	err := engine.Lines(bytes.NewReader(record), func(n int, line []byte) error {
		var err error
		if g == nil {
			if h, err = engine.ParseHeader(bytes.Clone(line)); err != nil {
				return err
			}
			mr = engine.NewMoveReader(title.Moves, h.Seats)
			g, _, err = title.Begin(h)
			return err
		}
		m, err := mr.Read(line)
		if err != nil {
			return err
		}
		_, err = g.Play(m)
		return err
	})
	if err == nil && g == nil {
		err = errors.New("the record has no header")
	}
	return g, h, err
}

// Status returns the whole status of g, with the private parts of all seats.
func Status(g engine.Game, r engine.Roster) []byte {
	viewers := make([]engine.Viewer, len(r))
	for i := range r {
		viewers[i] = engine.Viewer(i)
	}
	b, err := engine.AppendStatus(nil, g, r, viewers...)
	if err != nil {
		panic(err) // a view that cannot be written is a mistake of the game
	}
	return b
}
