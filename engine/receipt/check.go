package receipt

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"consigliere/engine"
)

// A Verdict is what holds, fails or can't be proved about one thing in a record.
type Verdict uint8

// The verdicts.
const (
	Holds    Verdict = iota
	Fails            // the record is not what the box played
	Unproved         // nothing says so, and nothing says otherwise
)

// A Finding is one thing about a record, in English.
type Finding struct {
	Verdict Verdict
	Text    string
}

// A Report is what a check has found, in the order in which it looked.
type Report []Finding

// Failed reports whether anything failed.
func (r Report) Failed() bool {
	for _, f := range r {
		if f.Verdict == Fails {
			return true
		}
	}
	return false
}

// A checker collects findings.
type checker struct {
	report Report
	find   func(id string) *engine.Title
	doc    *Document
	deal   *Deal
	kept   *Kept
}

func (c *checker) holds(format string, a ...any) { c.add(Holds, format, a...) }
func (c *checker) fails(format string, a ...any) { c.add(Fails, format, a...) }
func (c *checker) open(format string, a ...any)  { c.add(Unproved, format, a...) }

func (c *checker) add(v Verdict, format string, a ...any) {
	c.report = append(c.report, Finding{v, fmt.Sprintf(format, a...)})
}

// Check holds a record against itself and against what was kept while it was played. The words for
// what is illegal in a move are up to the caller: the error is an [*engine.LineError], and there is
// no report then.
func Check(data []byte, kept *Kept, find func(id string) *engine.Title) (Report, error) {
	doc, err := Parse(data)
	if err != nil {
		return nil, err
	}
	c := &checker{find: find, doc: doc, kept: kept}
	bound, h, err := c.replay()
	if err != nil {
		return nil, err
	}
	stated := Commitment{}
	if c.deal, stated, err = OfHeader(h); err != nil {
		return nil, &engine.LineError{Line: 1, Err: err}
	}
	if c.deal == nil {
		return nil, &engine.LineError{Line: 1, Err: errors.New("this play was begun without a commitment, so there is nothing to check it by")}
	}
	c.signature()
	c.commitment(stated)
	c.given(h)
	c.receipts(bound)
	c.open("that the box looked at no choice, and told nobody of one: it knows them all")
	c.open("that a pod or a phone recorded what was pressed, and showed what it recorded")
	return c.report, nil
}

// replay plays the record through and returns the lines that need a receipt.
func (c *checker) replay() (map[int]bound, engine.Header, error) {
	var title *engine.Title
	var game engine.Game
	var reader *engine.MoveReader
	var h engine.Header
	var asks []engine.Ask
	lines := map[int]bound{}
	moves := 0
	err := engine.Lines(bytes.NewReader(c.doc.Record), func(n int, line []byte) (err error) {
		if game == nil {
			if h, err = engine.ParseHeader(line); err != nil {
				return err
			}
			if title = c.find(h.Game); title == nil {
				return engine.Refuse("", "refuse.unknown_game", h.Game)
			}
			reader = engine.NewMoveReader(title.Moves, h.Seats)
			game, _, err = title.Begin(h)
			return err
		}
		m, err := reader.Read(line)
		if err != nil {
			return err
		}
		asks = game.Asks(asks[:0])
		if Bound(asks, m.Seat, title.Moves.Verb(m.Do)) {
			lines[n] = bound{h.Seats.Name(m.Seat), bytes.Clone(line)}
		}
		moves++
		_, err = game.Play(m)
		return err
	})
	switch {
	case err != nil:
		return nil, h, err
	case game == nil:
		return nil, h, &engine.LineError{Line: 1, Err: engine.Refuse("", "refuse.empty")}
	case !game.Over():
		c.fails("the play is not over after its %d moves, so the record leaves something out", moves)
	default:
		c.holds("all %d moves are legal, and the play comes to its end", moves)
	}
	return lines, h, nil
}

// A bound is a move that needs a receipt.
type bound struct {
	seat string
	move []byte
}

func (c *checker) signature() {
	if err := c.doc.verify(c.deal.Box); err != nil {
		c.fails("%v", err)
		return
	}
	switch c.kept.Box {
	case "":
		c.open("that the signature is of your box: it is right for the key %s, and nobody has kept the key of the box", c.deal.Box)
	case c.deal.Box:
		c.holds("the signature is right, and of the box whose key was kept")
	default:
		c.fails("the record is signed by the key %s, and the box that was kept has %s", c.deal.Box, c.kept.Box)
	}
}

func (c *checker) commitment(stated Commitment) {
	fits := c.deal.Secret.Commitment().String()
	if fits != stated.String() {
		c.fails("the secret does not fit the commitment of the record, %s", stated)
		return
	}
	switch {
	case c.kept.Commitment == "":
		c.open("that the box kept to its secret: nobody has kept the commitment of the play, so compare the one in the record with yours: %s", stated)
	case !strings.HasPrefix(fits, c.kept.Commitment):
		c.fails("the box was committed to another secret: the commitment that was kept begins with %s, and that of the record is %s", c.kept.Commitment, stated)
	default:
		c.holds("the secret is the one to which the box was committed before anybody gave anything: %s", c.kept.Commitment)
	}
}

// given checks the seed, and what it was made of.
func (c *checker) given(h engine.Header) {
	if seed := c.deal.Seed(); h.NoSeed || h.Seed != seed {
		c.fails("the seed of the play is %d; from the secret and what was given follows %d: what was drawn was chosen", h.Seed, seed)
	} else {
		c.holds("the seed follows from the secret and what was given")
	}
	for _, g := range c.kept.Given {
		found := false
		for _, has := range c.deal.Given {
			found = found || has.Seat == g.Seat && has.String() == g.String()
		}
		if found {
			c.holds("what %s gave counts: %s", g.Seat, g)
		} else {
			c.fails("%s gave %s, and the record leaves it out", g.Seat, g)
		}
	}
	for _, has := range c.deal.Given {
		known := false
		for _, g := range c.kept.Given {
			known = known || has.Seat == g.Seat && has.String() == g.String()
		}
		if !known {
			c.open("that %s gave %s, as the record says: ask %s", has.Seat, has, has.Seat)
		}
	}
	if len(c.deal.Given) == 0 {
		c.open("that chance was fair: nobody gave anything, so the box alone has decided what was drawn")
	}
}

// receipts checks those of the record, and those that were kept.
func (c *checker) receipts(bound map[int]bound) {
	key := c.deal.Key()
	lines := map[int]*Receipt{}
	at, last, wrong := 0, 0, 0
	for i := range c.doc.Receipts {
		r := &c.doc.Receipts[i]
		move := r.Move
		switch b, ok := bound[r.At]; {
		case lines[r.Line] != nil:
			wrong++
			c.fails("line %d of the journal has two receipts", r.Line)
			continue
		case r.At != 0 && !ok:
			wrong++
			c.fails("line %d of the record has a receipt, and no choice that needs one", r.At)
			continue
		case r.At != 0 && (r.At <= at || r.Line <= last):
			wrong++
			c.fails("the receipts of the record are not in the order of its lines, at line %d", r.At)
			continue
		case r.At != 0:
			at, last, move = r.At, r.Line, b.move
			if b.seat != r.Seat {
				wrong++
				c.fails("the receipt for line %d is of %s, and the choice of %s", r.At, r.Seat, b.seat)
			}
			delete(bound, r.At)
		}
		lines[r.Line] = r
		if key.Digits(r.Line, move) != r.Digits {
			wrong++
			c.fails("the digits %s are not those of the choice %s", r.Digits, move)
		}
	}
	for n := range bound {
		wrong++
		c.fails("line %d of the record is a choice without a receipt", n)
	}
	if wrong == 0 && len(lines) > 0 {
		c.holds("all %d receipts are those of their choices", len(lines))
	}
	held := 0
	for _, k := range c.kept.Receipts {
		switch r := lines[k.Line]; {
		case r == nil:
			c.fails("%s has a receipt %s for line %d of the journal, and the record has none", k.Seat, k.Digits, k.Line)
		case r.Digits != k.Digits || r.Seat != k.Seat:
			c.fails("the choice of %s was changed after it was locked: its receipt was %s, and the record says %s of %s", k.Seat, k.Digits, r.Digits, r.Seat)
		default:
			held++
		}
	}
	switch {
	case len(lines) == 0:
	case len(c.kept.Receipts) == 0:
		c.open("that no choice was changed after it was locked: nobody has kept a receipt, so compare those that you remember with the record")
	case held == len(c.kept.Receipts):
		c.holds("the %d receipts that were kept are those of the record; a change would have gone unnoticed once in a million for each other choice there was", held)
		if held < len(lines) {
			c.open("that the other %d choices were not changed: their receipts were not kept", len(lines)-held)
		}
	}
}
