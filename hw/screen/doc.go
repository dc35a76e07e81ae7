// Package screen sets text and small layouts on 1-bit displays, in any direction of writing.
package screen
