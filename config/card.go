package config

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Page is what one side of the quick card says, in one language.
type Page struct {
	Title       string
	Text        string   // is wrapped
	Lines       []string // are short, and stand below
	RightToLeft bool
}

// Measures of a side of the card, which is a quarter of A4, in millimetres.
const (
	sideW, sideH = pageW / 2, pageH / 2
	sideMargin   = 9.0
	cardLetter   = 4.8 // size of the letters
	cardLine     = 7.0
	// Letters in a line. A test measures the lines as a browser draws them.
	cardColumns = 33
)

// WriteCard draws the quick card: a page of A4 with print on one side, folded across and then down the
// middle. A pod is in front, and three languages are within and behind; more have a card of their own.
func (b *Box) WriteCard(w io.Writer, title string, pages []Page) error {
	cards := slices.Collect(slices.Chunk(pages, len(sides)))
	e := svgWriter{w: w}
	height := pageH * float64(len(cards))
	e.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%gmm" height="%gmm" viewBox="0 0 %g %g" font-family="Vazirmatn, sans-serif" fill="#222">`+"\n", pageW, height, pageW, height)
	e.printf("<title>Quick card, to fold twice</title>\n")
	for i, pages := range cards {
		e.printf(`<g transform="translate(0 %g)">`+"\n", pageH*float64(i))
		e.card(&b.Pods[0], title, pages)
		e.printf("</g>\n")
	}
	e.printf("</svg>\n")
	return e.err
}

// sides are where the sides of a card are on its page, besides its front. What is above goes behind by
// the first fold, and so stands on its head.
var sides = []string{
	fmt.Sprintf("rotate(180 %g %g) translate(0 %[2]g)", sideW, sideH),     // opened, on the left: it lies behind the front
	fmt.Sprintf("rotate(180 %g %g) translate(%[1]g %[2]g)", sideW, sideH), // opened, on the right
	fmt.Sprintf("translate(0 %g)", sideH),                                 // behind
}

// card draws a card, with its front at the right below.
func (e *svgWriter) card(p *Pod, title string, pages []Page) {
	e.printf(`<path d="M0 %gH%gM%g 0V%g" stroke="#999" stroke-width=".2" stroke-dasharray="2 2"/>`+"\n", sideH, pageW, sideW, pageH)
	e.printf(`<g transform="translate(%g %g)">`+"\n", sideW, sideH)
	e.printf(`<text x="%g" y="28" text-anchor="middle" font-size="11" font-weight="bold">%s</text>`+"\n", sideW/2, escaped(title))
	e.printf(`<g transform="translate(%g 42) scale(.85)">`+"\n", (sideW-.85*plateW)/2)
	e.plate(p, "", nil)
	e.printf("</g>\n")
	for i, p := range pages {
		e.printf(`<text x="%g" y="%g" text-anchor="middle" font-size="5"%s>%s</text>`+"\n", sideW/2, 118+8*float64(i), direction(p), escaped(p.Title))
	}
	e.printf("</g>\n")
	for i, p := range pages {
		e.printf(`<g transform="%s">`+"\n", sides[i])
		e.side(p)
		e.printf("</g>\n")
	}
}

// side draws one side of the card.
func (e *svgWriter) side(p Page) {
	x := sideMargin
	if p.RightToLeft {
		x = sideW - sideMargin
	}
	y := 22.0
	line := func(size float64, weight, text string) {
		e.printf(`<text x="%g" y="%.4g" font-size="%g" font-weight="%s"%s>%s</text>`+"\n", x, y, size, weight, direction(p), escaped(text))
	}
	line(7, "bold", p.Title)
	y += 5
	for _, text := range wrapped(p.Text, cardColumns) {
		y += cardLine
		line(cardLetter, "normal", text)
	}
	y += 4
	for _, text := range p.Lines {
		y += cardLine + 1.5
		line(cardLetter, "bold", text)
	}
}

func direction(p Page) string {
	if p.RightToLeft {
		return ` direction="rtl"`
	}
	return ""
}

// wrapped breaks a text into lines of at most so many letters, between words.
func wrapped(text string, columns int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > columns {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
