package alonetest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"time"
)

// A Page is the words of a screen.
type Page struct {
	Heading, Corner string
	Lines           []Line
	Large           bool // the line is large, such as a number
	Foot            string
	Keys            []string // what A, B and OK do, in signs, where there is no room for a foot
}

// A Line is a line of a page.
type Line struct {
	Key, Text string
	Marked    bool
}

// Eyes see screens and lights.
type Eyes interface {
	Hands
	// Look returns what a screen shows.
	Look(at Place) Page
	// Lights reports whose light pulses, in the order of the seats.
	Lights() []bool
}

// An Eye plays by eye.
type Eye struct {
	Eyes
	Rand  *rand.Rand
	Names []string // of all at the table
	Name  string

	Answers int
	Log     []string
}

func (p *Eye) note(format string, args ...any) { p.Log = append(p.Log, fmt.Sprintf(format, args...)) }

// Play plays until the play is over.
func (p *Eye) Play() {
	for p.Wait(time.Second) {
		at := Panel
		lights := p.Lights()
		switch {
		case lights[slices.Index(p.Names, p.Name)]:
			at = Pod
		case slices.Contains(lights, true):
			continue
		}
		page := p.Look(at)
		p.note("%d: %+v", at, page)
		if q, ok := seen(page); ok {
			if q.kind == shorts {
				if q.n = p.pages(at, page); q.n == 0 {
					continue // its choices were not shown
				}
			}
			p.note("[%d: %d of %d]", at, q.kind, q.n)
			p.Answers++
			switch {
			case q.kind == list && !q.begun:
				p.Press(at, 0, A)
				p.Wait(400 * time.Millisecond)
				page, q.begun = p.Look(at), true
				fallthrough
			case q.kind == list:
				q.n = p.count(at, page)
			}
			answer(p, p.Rand, at, q)
		}
	}
}

// pages looks at the pages of a question until the first comes again, and returns how many buttons have a choice: a page may show
// one alone.
func (p *Eye) pages(at Place, first Page) int {
	keys := map[string]bool{}
	turned := false
	page := first
	for range 120 { // which is half a minute
		if page.Heading == first.Heading || page.Heading == "" && len(page.Keys) == 0 && page.Foot == "" {
			for _, n := range page.Lines {
				if n.Key == "A" || n.Key == "B" || n.Key == "A+B" {
					keys[n.Key] = true
				}
			}
		}
		same := reflect.DeepEqual(page, first)
		if same && turned {
			break
		}
		turned = turned || !same
		p.Wait(250 * time.Millisecond)
		page = p.Look(at)
	}
	return len(keys)
}

// count goes through a list until its mark is where it was, and returns how many entries it has: a page may show a part of them.
func (p *Eye) count(at Place, page Page) int {
	marked := func(page Page) string {
		i := slices.IndexFunc(page.Lines, func(n Line) bool { return n.Marked })
		if i < 0 {
			return ""
		}
		return page.Lines[i].Text
	}
	first := marked(page)
	for n := 1; n < 60; n++ {
		p.Press(at, 0, A)
		p.Wait(400 * time.Millisecond)
		if marked(p.Look(at)) == first {
			return n
		}
	}
	return 1
}

// signs are what the signs beside a small display mean.
var signs = map[string]string{
	"A/B ↓ OK": "A or B, then OK",
	"A▼ B▲ OK": "A down, B up, then OK",
	"A+ B− OK": "A +1, B −1, OK",
	"A ↓ OK":   "Only this: A, OK",
	"A B OK":   "OK confirms; hold B: back",
	"OK":       "Only this: OK",
	"OK B…←":   "Only this: OK",
	"OK B…":    "Only this: OK",
}

// seen returns the question that a page asks. Where one of a list is chosen it must show it: what else a seat is shown in turn
// with it has the same foot. What A and B are for may stand on the pages after it.
func seen(page Page) (q question, ok bool) {
	foot := page.Foot
	if len(page.Keys) > 0 {
		foot = signs[strings.Join(page.Keys[:min(3, len(page.Keys))], " ")]
	}
	if foot == "" && len(page.Lines) > 0 { // how nothing is paid
		foot = page.Lines[len(page.Lines)-1].Text
	}
	if foot == "A or B first" { // OK was pressed, and nothing was marked: the buttons stand before what they mark
		q, ok = question{kind: list}, true
		if len(page.Lines) > 1 && page.Lines[1].Key == "B" {
			q = question{kind: shorts, n: len(page.Lines)}
		}
	} else if q, ok = understood(foot); !ok {
		return q, false
	}
	if q.counts(page.Corner); page.Large && q.kind != number {
		q = question{kind: number}
	}
	q.begun = slices.ContainsFunc(page.Lines, func(n Line) bool { return n.Marked })
	keyed := slices.ContainsFunc(page.Lines, func(n Line) bool { return n.Key != "" })
	if q.kind == list && !q.begun && !keyed {
		return q, false
	}
	return q, true
}
