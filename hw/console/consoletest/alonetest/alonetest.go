// Package alonetest plays with one sense. Its players know what the manual says of the three buttons, and nothing of any game: all
// that they have is what reaches them, which for an [Ear] is sentences, tones and what the phone of its seat reads to it, and for an [Eye]
// the words of screens and whether its light pulses. What there is to choose they choose at random, each entry of a list as often as any other.
package alonetest

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A Button is one of the three of a pod or of the panel.
type Button uint8

// The buttons.
const (
	A Button = iota
	B
	OK
)

// A Place is whose buttons are pressed.
type Place uint8

// The places.
const (
	Pod Place = iota // of the player's own seat
	Panel
)

// Hands press buttons, and let time pass.
type Hands interface {
	// Press presses buttons together, for as long as held says; 0: a moment.
	Press(at Place, held time.Duration, together ...Button)
	// Wait lets time pass. It reports whether the play goes on.
	Wait(d time.Duration) bool
}

// A kind says how a question is answered.
type kind uint8

const (
	none    kind = iota
	press        // OK
	shorts       // one of A, B and A and B together, and OK
	list         // A goes on, OK takes
	number       // A adds one
	payment      // A and B add notes
	offer        // it passes, or B held lets it pass
)

// A question is what somebody has understood of what is asked.
type question struct {
	kind  kind
	n     int // how many choices there are
	begun bool
	least int // of a number
	most  int
	body  string
}

// feet are what the manual says of the last line of a question. Where n is 0 the choices are counted.
var feet = []struct {
	re   *regexp.Regexp
	kind kind
	n    int
}{
	{regexp.MustCompile(`(?:^|\s)A or B, then OK\.?$`), shorts, 2},
	{regexp.MustCompile(`(?:^|\s)A, B or A\+B, then OK\.?$`), shorts, 3},
	{regexp.MustCompile(`(?:^|\s)Only this: A, OK\.?$`), shorts, 1},
	{regexp.MustCompile(`(?:^|\s)Only this: OK\.?$`), press, 1},
	{regexp.MustCompile(`(?:^|\s)A down, B up, (?:then OK|A\+B 4, OK)\.?$`), list, 0},
	{regexp.MustCompile(`(?:^|\s)A/B, OK; hold B: [^.;]+\.?$`), list, 0},
	{regexp.MustCompile(`(?:^|\s)OK confirms\.?$`), press, 0},
	{regexp.MustCompile(`(?:^|\s)OK confirms; hold B: back\.?$`), payment, 0},
	{regexp.MustCompile(`(?:^|\s)None: hold B, OK\.?$`), payment, 0},
	{regexp.MustCompile(`(?:^|\s)A \+1, B −1(?:, A\+B \+10|, OK)\.?$`), number, 0},
	{regexp.MustCompile(`(?:^|\s)OK: use it; hold B: later\.?$`), offer, 0},
	{regexp.MustCompile(`(?:^|\s)A, B, OK; hold B: later\.?$`), offer, 0},
	{regexp.MustCompile(`(?:^|\s)OK: [^.;]+; hold B: [^.;]+\.?$`), press, 1},
	{regexp.MustCompile(`(?:^|\s)(?:Anybody, )?OK: [^.]+\.?$`), press, 1},
}

var (
	choices = regexp.MustCompile(`(\d+) choices\.`)
	between = regexp.MustCompile(`(\d+)(?: to |–)(\d+)\b`)
)

// understood returns what a question asks that ends with what the buttons do.
func understood(text string) (q question, ok bool) {
	for _, f := range feet {
		m := f.re.FindStringSubmatchIndex(text)
		if m == nil {
			continue
		}
		return question{kind: f.kind, n: f.n, body: strings.TrimSpace(text[:m[0]])}, true
	}
	return q, false
}

// counts notes between which numbers one is asked for.
func (q *question) counts(text string) {
	if r := between.FindStringSubmatch(text); r != nil {
		q.kind = number
		q.least, _ = strconv.Atoi(r[1])
		q.most, _ = strconv.Atoi(r[2])
	}
}

// answer presses what answers a question. It reports whether it has pressed anything.
func answer(h Hands, rng *rand.Rand, at Place, q question) bool {
	tap := func(b ...Button) {
		h.Press(at, 0, b...)
		h.Wait(400 * time.Millisecond)
	}
	switch q.kind {
	case press:
	case shorts:
		tap([][]Button{{A}, {B}, {A, B}}[rng.IntN(q.n)]...)
	case list:
		from := 1
		if q.begun {
			from = 0
		}
		for range from + rng.IntN(max(1, q.n)) {
			tap(A)
		}
	case number:
		n := q.least + rng.IntN(max(1, q.most-q.least+1))
		for ; n-q.least >= 10 && q.most-q.least > 20; n -= 10 {
			tap(A, B)
		}
		for ; n > q.least; n-- {
			tap(A)
		}
	case payment:
		Pay(h, rng, at)
		return true
	case offer:
		h.Press(at, time.Second, B)
		return true
	default:
		return false
	}
	tap(OK)
	return true
}

// Pay pays up to three notes of the two least kinds.
func Pay(h Hands, rng *rand.Rand, at Place) {
	n := rng.IntN(4)
	if n == 0 {
		h.Press(at, time.Second, B)
	}
	for range n {
		h.Press(at, 0, Button(rng.IntN(2)))
	}
	h.Press(at, 0, OK)
}

// whose returns whose question a text is that begins with a name, and the rest; "" if it begins with none.
func whose(text string, names []string) (name, rest string) {
	for _, n := range names {
		if rest, is := strings.CutPrefix(text, n+": "); is {
			return n, rest
		}
	}
	return "", text
}
