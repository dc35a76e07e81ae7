// Package image has the test of the card that make leaves: it starts in an emulator, phones play on it, and its plug
// is pulled. `make image-test` runs it.
package image
