package journal

import (
	"bytes"
	"hash/crc32"
	"strconv"
	"time"

	"consigliere/engine"
)

// A Maker says who made a move, where it was not the seat itself.
type Maker uint8

// The makers of moves.
const (
	BySeat  Maker = iota
	ByClock       // a time-out
	ByUndo        // what was random stays as it fell
	ByHeld        // it stands in for an answer that was refused
	ByBox         // there was no other
)

var makers = [...]string{BySeat: "", ByClock: "clock", ByUndo: "undo", ByHeld: "held", ByBox: "box"}

// A Stamp is what a journal adds to a line of a record, besides the checksum.
type Stamp struct {
	Age  time.Duration // of the play
	By   Maker
	Date time.Time // when the play began; in the header alone
	Over bool      // the move ended the play
}

// crcLen is the length of the crc member with the end of the object.
const crcLen = len(`,"crc":"01234567"}`)

// Add puts a line of a record among those to be written next.
func (j *Journal) Add(line []byte, s Stamp) {
	start := len(j.buf)
	j.buf = append(j.buf, line[:len(line)-1]...)
	j.buf = append(j.buf, `,"t":`...)
	j.buf = strconv.AppendFloat(j.buf, s.Age.Seconds(), 'f', 3, 64)
	if s.By != BySeat {
		j.buf = append(j.buf, `,"by":"`...)
		j.buf = append(j.buf, makers[s.By]...)
		j.buf = append(j.buf, '"')
	}
	if !s.Date.IsZero() {
		j.buf = append(j.buf, `,"date":"`...)
		// The fraction tells two plays of the same header apart that begin in one second.
		j.buf = s.Date.UTC().AppendFormat(j.buf, "2006-01-02T15:04:05.999999Z07:00")
		j.buf = append(j.buf, '"')
	}
	if s.Over {
		j.buf = append(j.buf, `,"over":true`...)
	}
	for (len(j.buf)-start+crcLen+1)%j.unit != 0 {
		j.buf = append(j.buf, ' ')
	}
	j.next = j.next.sum(j.buf[start:], []byte{'}'})
	j.buf = append(j.buf, `,"crc":"`...)
	j.buf = append(j.buf, j.next.text[:]...)
	j.buf = append(j.buf, "\"}\n"...)
}

// A Line is a line of a journal, taken apart.
type Line struct {
	Stamp
	Record []byte // the line of the record, good until the next is taken
	sum    checksum
}

// Is reports whether the line has the form of a journal's, not of a record's.
func Is(line []byte) bool {
	n := len(line) - crcLen
	return n > 0 && bytes.HasPrefix(line[n:], []byte(`,"crc":"`)) && bytes.HasSuffix(line, []byte(`"}`))
}

// A Chain takes lines apart in order and checks that each follows the one before. The
// zero value is before line 1.
type Chain struct{ last checksum }

// Take takes a line apart, without its newline, and reports whether it is whole, unchanged and
// the next one. It writes into the line.
func (c *Chain) Take(line []byte) (Line, bool) {
	l, ok := takeApart(line, c.last)
	if ok {
		c.last = l.sum
	}
	return l, ok
}

// takeApart checks a line, without its newline, that follows one with the checksum last.
// It writes into the line.
func takeApart(line []byte, last checksum) (Line, bool) {
	if !Is(line) {
		return Line{}, false
	}
	n := len(line) - crcLen
	l := Line{sum: last.sum(line[:n], line[len(line)-1:])}
	if !bytes.Equal(line[n+len(`,"crc":"`):len(line)-2], l.sum.text[:]) {
		return Line{}, false
	}
	i := bytes.LastIndex(line[:n], []byte(`,"t":`))
	if i < 0 {
		return Line{}, false
	}
	var ok bool
	if l.Stamp, ok = parseStamp(bytes.TrimRight(line[i+len(`,"t":`):n], " ")); !ok {
		return Line{}, false
	}
	line[i] = '}'
	l.Record = line[:i+1]
	return l, true
}

// parseStamp reads the members of a Stamp, from the number of seconds on.
func parseStamp(text []byte) (Stamp, bool) {
	var s Stamp
	number, rest, more := bytes.Cut(text, []byte{','})
	seconds, err := strconv.ParseFloat(string(number), 64)
	if err != nil || !(seconds >= 0 && seconds <= 1e9) {
		return Stamp{}, false
	}
	s.Age = time.Duration(seconds * float64(time.Second))
	for more {
		var member []byte
		member, rest, more = bytes.Cut(rest, []byte{','})
		date, isDate := bytes.CutPrefix(member, []byte(`"date":"`))
		switch {
		case string(member) == `"by":"clock"`:
			s.By = ByClock
		case string(member) == `"by":"undo"`:
			s.By = ByUndo
		case string(member) == `"by":"held"`:
			s.By = ByHeld
		case string(member) == `"by":"box"`:
			s.By = ByBox
		case string(member) == `"over":true`:
			s.Over = true
		case isDate:
			if s.Date, err = time.Parse(time.RFC3339+`"`, string(date)); err != nil {
				return Stamp{}, false
			}
		default:
			return Stamp{}, false
		}
	}
	return s, true
}

// A checksum is the eight digits at the end of a line of a journal; empty before line 1.
type checksum struct {
	text [8]byte
	n    int
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sum returns the checksum of a line, whose crc member is left out in two pieces, after a
// line with the checksum c.
func (c checksum) sum(line, end []byte) checksum {
	crc := crc32.Update(0, castagnoli, c.text[:c.n])
	crc = crc32.Update(crc, castagnoli, line)
	crc = crc32.Update(crc, castagnoli, end)
	next := checksum{n: 8}
	for i := range next.text {
		next.text[i] = "0123456789abcdef"[crc>>(28-4*i)&15]
	}
	return next
}

// lineUnit returns the length, newline included, to which the lines of a play with these
// seats are filled up. It grows with the names, so that the answers to one secret ask need
// no lines of different lengths, even if two seats are named in them; a line that is longer
// takes two units.
func lineUnit(r engine.Roster) int {
	longest := 0
	for _, name := range r {
		longest = max(longest, len(name))
	}
	return 256 * (1 + longest/64)
}

// Record returns the line of the record in a line of a journal, whose checksum is not
// looked at. A line of another form is returned as it is.
func Record(line []byte) []byte {
	if !Is(line) {
		return line
	}
	if i := bytes.LastIndex(line, []byte(`,"t":`)); i >= 0 {
		return append(bytes.Clone(line[:i]), '}')
	}
	return line
}
