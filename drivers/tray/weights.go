//go:build !js

package tray

import _ "embed"

//go:embed detector.bin
var detectorWeights []byte

//go:embed faces.bin
var faceWeights []byte

//go:embed flatness.bin
var flatnessWeights []byte

//go:embed slope.bin
var slopeWeights []byte

//go:embed place.bin
var placeWeights []byte
