package tray

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWeights checks that the weights are those whose making tools/dicetrain/README.md describes.
func TestWeights(t *testing.T) {
	f, err := os.Open("weights.sha256")
	require.NoError(t, err)
	defer f.Close()
	want := map[string]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		sum, name, ok := strings.Cut(lines.Text(), "  ")
		require.True(t, ok, lines.Text())
		want[name] = sum
	}
	size := 0
	for name, weights := range map[string][]byte{"detector.bin": detectorWeights, "faces.bin": faceWeights, "flatness.bin": flatnessWeights, "small-detector.bin": smallDetectorWeights, "small-faces.bin": smallFaceWeights} {
		sum := sha256.Sum256(weights)
		assert.Equal(t, want[name], hex.EncodeToString(sum[:]), name)
		size += len(weights)
	}
	assert.Len(t, want, 5)
	assert.Less(t, size, 1_500_000)
}
