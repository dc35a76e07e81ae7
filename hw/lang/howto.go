package lang

import (
	"errors"
	"io/fs"
	"strings"

	"consigliere/engine"
)

// A Guide is what a player wants to know before a play, in one language: short texts that a
// small display can page through.
type Guide []GuideSection

// A GuideSection is a heading with its paragraphs.
type GuideSection struct {
	Heading    string   `json:"heading"`
	Paragraphs []string `json:"paragraphs"`
}

// NewGuide returns the guide of a title in a language. It lies beside the messages in
// HOWTO.en.md and so on: headings begin with "## ", and an empty line ends a paragraph. English stands in
// where there is no such file.
func NewGuide(t *engine.Title, l Lang) (Guide, error) {
	data, err := fs.ReadFile(t.Messages, "HOWTO."+string(l)+".md")
	if errors.Is(err, fs.ErrNotExist) {
		data, err = fs.ReadFile(t.Messages, "HOWTO.en.md")
	}
	if err != nil {
		return nil, err
	}
	var g Guide
	for block := range strings.SplitSeq(string(data), "\n\n") {
		block = strings.TrimSpace(block)
		heading, isHeading := strings.CutPrefix(block, "## ")
		switch {
		case block == "":
		case isHeading:
			g = append(g, GuideSection{Heading: heading})
		default:
			if len(g) == 0 {
				g = append(g, GuideSection{})
			}
			last := &g[len(g)-1]
			text := strings.TrimPrefix(block, "- ")
			last.Paragraphs = append(last.Paragraphs, strings.Join(strings.Fields(text), " "))
		}
	}
	return g, nil
}
