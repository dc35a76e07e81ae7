// Package page is what the pages of a box share, whoever they are for: their files and words, what all of
// them are told, and who may ask for them on a network. What only a panel or only a phone is told and may do
// is in hw/web and hw/phone.
//
// Files without the tag js have what serves a network; in a browser that runs the box, messages between its
// windows carry all of it.
package page

import (
	"errors"
	"time"

	"consigliere/hw/lang"
)

const (
	// BeatEvery is how often a page hears that the line is open; one that hears nothing for twice as long says
	// that it is dead.
	BeatEvery = 2 * time.Second
	// WriteLimit is how long a page may take to take a message. It is dropped then, and connects again.
	WriteLimit = 5 * time.Second
	// Together is how long changes are collected: those that come closer together are sent together, the latest wins.
	Together = 8 * time.Millisecond
	// MaxQueue is how many captions and tones wait for a page; of one that falls behind, the oldest are forgotten.
	MaxQueue = 32
	// Farewell is how long a page may take to say goodbye when the server ends.
	Farewell = 200 * time.Millisecond
	// Goodbye is why connections are closed then.
	Goodbye = "the box is switched off"
)

// ErrTooMany is why a page is dropped that says more than hands can.
var ErrTooMany = errors.New("far too many messages")

// What all pages are told. Each message has a "t" that names it.
type (
	// Say is a caption: what the voice says.
	Say struct {
		T    string `json:"t"` // "say"
		Text string `json:"text"`
		Lang string `json:"lang"`
		// In is the same in other languages.
		In map[lang.Lang]string `json:"in,omitempty"`
	}
	// Tone is a tone of the speaker.
	Tone struct {
		T  string `json:"t"` // "tone"
		Hz int    `json:"hz"`
		MS int64  `json:"ms"`
	}
	// Beat says that the line is open.
	Beat struct {
		T string `json:"t"` // "beat"
	}
)
