package tray

// A page has no camera, and half a megabyte that nobody can compress would be a tenth of it: there are no weights, and
// whoever opens a reader is told so. The dice are typed, or drawn by the box (promise P8).
var detectorWeights, faceWeights, flatnessWeights, slopeWeights, placeWeights []byte
