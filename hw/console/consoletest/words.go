// Package consoletest plays with a console as people at a table would: it derives presses
// from asks, keeps what a box puts out, and reads screens as words.
package consoletest

import (
	"strings"

	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// Words is a painter that writes a page into a frame as words instead of letters drawn, so
// that a test can read a screen with [Read]. A page has one part, and each that follows it one
// more. What does not fit into the frame is cut off.
type Words struct{}

// Paint implements [consigliere/hw/console.Painter].
func (Words) Paint(f *hw.Frame, _ lang.Lang, p *screen.Page) int {
	f.Clear()
	parts := Words{}.Parts(f.W, f.H, "", p)
	if at := (p.At%parts + parts) % parts; at > 0 {
		p = &p.More[at-1]
	}
	copy(f.Pix, text(p))
	return parts
}

// Parts implements [consigliere/hw/console.Painter].
func (Words) Parts(_, _ int, _ lang.Lang, p *screen.Page) int { return 1 + len(p.More) }

// Read returns the words of a frame that [Words] has painted.
func Read(f *hw.Frame) string { return strings.TrimRight(string(f.Pix), "\x00") }

func text(p *screen.Page) string {
	var b strings.Builder
	part := func(s string) {
		if s != "" {
			if b.Len() > 0 {
				b.WriteString(" | ")
			}
			b.WriteString(s)
		}
	}
	part(p.Heading)
	part(p.Corner)
	for _, l := range p.Lines {
		s := strings.TrimSpace(l.Name + " " + l.Text)
		for _, i := range l.Icons {
			s += " *" + string(i)
		}
		if l.Key != "" {
			s = l.Key + "  " + s
		}
		if l.Cursor {
			s = ">" + s
		}
		part(s)
	}
	part(p.Foot)
	return b.String()
}
