package naro_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/enginetest"
	naroface "consigliere/engine/naro/face"
)

// FuzzRecord plays any bytes as a record: whatever is wrong is a refusal of a line.
func FuzzRecord(f *testing.F) {
	files, err := filepath.Glob("testdata/examples/*.jsonl")
	require.NoError(f, err)
	for _, file := range files {
		record, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(record)
		f.Add(bytes.Replace(record, []byte(`"options": {`), []byte(`"options": {"chance": "box",`), 1))
	}
	f.Fuzz(func(t *testing.T, record []byte) {
		g, h, err := enginetest.Replay(naroface.Title(), record)
		var le *engine.LineError
		var no *engine.Refusal
		switch {
		case g == nil:
			require.Error(t, err)
		case err == nil:
			require.NotEmpty(t, enginetest.Status(g, h.Seats))
		default:
			require.ErrorAs(t, err, &le)
			require.True(t, errors.As(err, &no), "%v", err)
		}
	})
}
