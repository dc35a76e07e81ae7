package alonetest

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// A Sound is a sentence, or a tone.
type Sound struct {
	Text string
	Hz   int
}

// Ears hear what the box says and plays.
type Ears interface {
	Hands
	// Listen waits until the box is silent, and returns what it has sounded since the last time.
	Listen() []Sound
}

// A Phone reads to its owner alone. It is the phone of the player's seat, with a screen reader and an earphone.
type Phone interface {
	// Read returns what is asked in secret and the choices of the list that is open; nil if nothing is asked.
	Read() (question string, choices []string)
	// Choose takes one of them.
	Choose(n int)
}

// An Ear plays by ear.
type Ear struct {
	Ears
	Phone
	Rand  *rand.Rand
	Name  string   // its own
	Names []string // of all at the table

	Answers, Asked int      // how often it has answered, and asked where the play is
	Log            []string // what it has heard and done, for whoever looks into why it has come to an end
}

func (p *Ear) note(format string, args ...any) { p.Log = append(p.Log, fmt.Sprintf(format, args...)) }

// where asks the box where the play is.
func (p *Ear) where(at Place) {
	p.note("[where? %d]", at)
	p.Press(at, 1300*time.Millisecond, A, B)
}

// Play plays until the play is over.
func (p *Ear) Play() {
	for _, at := range []Place{Panel, Pod} {
		p.where(at)
	}
	quiet := time.Duration(0)
	place := Pod
	for p.Wait(time.Second) {
		heard := p.hear()
		switch at, q := p.asked(heard); {
		case q.kind != none:
			quiet = 0
			p.give(at, q)
		case p.byPhone():
			quiet = 0
		case len(heard) > 0:
			quiet = 0
		default:
			if quiet += time.Second; quiet >= 20*time.Second {
				quiet = 0
				p.Asked++
				p.where(place)
				place = 1 - place
			}
		}
	}
}

func (p *Ear) hear() []Sound {
	heard := p.Listen()
	for _, s := range heard {
		if s.Text != "" {
			p.note("%s", s.Text)
		} else {
			p.note("[%d Hz]", s.Hz)
		}
	}
	return heard
}

// asked returns the last question among what was heard that is for this player, or for whoever is at the panel, and was not answered since.
func (p *Ear) asked(heard []Sound) (at Place, q question) {
	for _, s := range heard {
		if strings.HasPrefix(s.Text, "Optional, at the panel: ") {
			continue // nobody waits for it
		}
		text, panel := strings.CutPrefix(s.Text, "At the panel: ")
		name := ""
		if !panel {
			name, text = whose(text, p.Names)
		}
		if name != "" && name != p.Name {
			continue
		}
		now, ok := understood(text)
		if !ok {
			continue
		}
		if at = Panel; name == p.Name {
			at = Pod
		}
		q = now
		switch m := choices.FindStringSubmatch(q.body); {
		case q.n > 0:
		case m != nil:
			q.n, _ = strconv.Atoi(m[1])
		default:
			q.n = strings.Count(q.body, "; ") + 1
			q.counts(q.body)
		}
	}
	return at, q
}

// give answers a question, and listens to what comes of it.
func (p *Ear) give(at Place, q question) {
	p.note("[%d: %d of %d]", at, q.kind, q.n)
	p.Answers++
	answer(p, p.Rand, at, q)
}

// byPhone answers what the phone reads.
func (p *Ear) byPhone() bool {
	question, choices := p.Phone.Read()
	if len(choices) == 0 {
		return false
	}
	for range 500 {
		n := p.Rand.IntN(len(choices))
		p.note("[phone: %s %q: %s]", question, choices, choices[n])
		p.Answers++
		p.Wait(time.Second)
		p.Choose(n)
		if question, choices = p.Phone.Read(); len(choices) == 0 {
			break
		}
	}
	return true
}
