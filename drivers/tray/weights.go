//go:build !js

package tray

import _ "embed"

//go:embed detector.bin
var detectorWeights []byte

//go:embed faces.bin
var faceWeights []byte

// Those for small dice learned from photographs, too.
//
//go:embed small-detector.bin
var smallDetectorWeights []byte

//go:embed small-faces.bin
var smallFaceWeights []byte

//go:embed flatness.bin
var flatnessWeights []byte
