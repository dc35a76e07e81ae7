package tray

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/drivers/tray/conv"
	"consigliere/drivers/tray/sight"
)

// judged is where weights lie that tests use instead of those in the tree.
var judged = flag.String("weights", "", "folder of weights to judge, instead of those in the tree")

func TestMain(m *testing.M) {
	flag.Parse()
	if *judged != "" {
		for name, weights := range map[string]*[]byte{"detector": &detectorWeights, "faces": &faceWeights, "flatness": &flatnessWeights, "slope": &slopeWeights, "place": &placeWeights} {
			data, err := os.ReadFile(filepath.Join(*judged, name+".bin"))
			if err != nil {
				panic(err)
			}
			*weights = data
		}
	}
	os.Exit(m.Run())
}

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
	for name, weights := range map[string][]byte{"detector.bin": detectorWeights, "faces.bin": faceWeights, "flatness.bin": flatnessWeights, "slope.bin": slopeWeights, "place.bin": placeWeights} {
		sum := sha256.Sum256(weights)
		assert.Equal(t, want[name], hex.EncodeToString(sum[:]), name)
		size += len(weights)
	}
	assert.Len(t, want, 5)
	assert.Less(t, size, 1_500_000)
}

// TestForward checks that the networks say of a picture that anybody can make again what they said where they were trained.
func TestForward(t *testing.T) {
	if *judged != "" {
		t.Skip("other weights say other things")
	}
	data, err := os.ReadFile("testdata/forward.json")
	require.NoError(t, err)
	var said map[string][]float64
	require.NoError(t, json.Unmarshal(data, &said))
	for _, n := range []struct {
		name    string
		weights []byte
		layers  []conv.Layer
		w, h    int
	}{
		{"detector", detectorWeights, sight.DetectorLayers(), 128, 96},
		{"faces", faceWeights, sight.FaceLayers(), sight.Patch, sight.Patch},
		{"flatness", flatnessWeights, sight.FlatnessLayers(), sight.FlatnessPatch, sight.FlatnessPatch},
	} {
		net, err := network(n.weights, n.layers, n.w, n.h)
		require.NoError(t, err, n.name)
		picture := make([]float32, n.w*n.h*3)
		for i := range picture {
			picture[i] = float32(math.Sin(float64(i) * 0.37))
		}
		out := net.Run(picture)
		require.NotEmpty(t, said[n.name])
		for i, want := range said[n.name] {
			assert.InDelta(t, want, out[i], 0.01+0.01*math.Abs(want), "%s %d", n.name, i)
		}
	}
}
