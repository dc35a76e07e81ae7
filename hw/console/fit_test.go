package console_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// The room on a display of 128 by 64 pixels, as hw/screen lays a page out: a heading may shrink
// to the least size, the labels of a list keep theirs and stand beside a bar that tells where
// the list is, and the foot may shrink and takes the whole width.
const (
	headWidth  = 128 - 4
	labelWidth = 128 - 4 - 3
	footWidth  = 128
	labelSize  = 12
	headSize   = 10
	leastSize  = 9 // of a heading with a name, which can be of any length
	footSize   = 9

	podSize  = 11                    // of letters on 32 rows
	podWidth = 128 - 21 - 4 - 3 - 16 // beside the signs of the keys, the bar and a number
)

// shortLists are the arguments whose values stand beside the names of buttons, in a list that
// needs no bar.
var shortLists = []string{"bullet", "choice", "swap", "buy", "senator", "member", "use"}

// twoRows are the questions that have few answers, so that the heading may take two rows.
var twoRows = []string{"ask.burn", "ask.forbid", "ask.give", "ask.reload", "ask.reveal", "ask.salvage"}

// hurried are the questions of Naro that are answered in seconds, and so have one row beside the countdown.
var hurried = []string{"ask.aim", "ask.order", "ask.courage"}

// longName is the widest of the sample names.
const longName = "Chiara"

// headings are the messages of the console that stand in a heading, menuItems those that stand
// in a list.
var (
	headings  = []string{"ui.title", "ui.what", "ui.refused", "ui.undo_ask", "ui.stand_in", "ui.plays", "ui.places", "ui.language", "ui.leave_sure", "ui.how_many"}
	menuItems = []string{
		"seat.table", "seat.none", "ui.done", "ui.pause", "ui.resume", "ui.back", "ui.undo", "ui.undo_cancel", "ui.stand_in", "ui.seal_missing",
		"ui.no_journal", "ui.plays", "ui.places", "ui.score", "ui.language", "ui.leave", "ui.yes",
		"ui.no", "ui.as_ruled", "ui.by_rule", "ui.as_numbered", "ui.begin", "ui.go_on_some",
	}
	feet = []string{
		"ui.foot_short", "ui.foot_three", "ui.foot_others_short", "ui.foot_long", "ui.foot_own_screen", "ui.foot_peek", "ui.foot_chosen", "ui.foot_only", "ui.foot_list", "ui.foot_items", "ui.foot_payment", "ui.foot_number", "ui.foot_confirm",
		"ui.foot_consent", "ui.foot_locked", "ui.foot_optional", "ui.foot_rule",
	}
)

// headSizeOf returns the size at which a heading must fit.
func headSizeOf(heading string) int {
	if slices.ContainsFunc(names, func(n string) bool { return strings.Contains(heading, n) }) {
		return leastSize
	}
	return headSize
}

// TestWordsFitTheDisplay holds headings, labels and feet in all languages against the room that
// a small display has for them.
func TestWordsFitTheDisplay(t *testing.T) {
	set, err := screen.New()
	require.NoError(t, err)
	for _, l := range lang.All() {
		fits := func(what, text string, size, width int) {
			t.Helper()
			w := set.Width(text, screen.Style{Size: size, RightToLeft: l.RightToLeft()})
			assert.LessOrEqual(t, w, width, "%s in %s: %q", what, l, text)
		}
		base, err := lang.NewBook(engine.Messages, journal.Messages, table.Messages, console.Messages)
		require.NoError(t, err)
		for _, key := range headings {
			fits(key, base.Word(l, key), headSize, headWidth)
		}
		for _, key := range menuItems {
			fits(key, base.Word(l, key), labelSize, labelWidth)
		}
		for _, key := range feet {
			fits(key, base.Word(l, key), footSize, footWidth)
		}
		fits("ui.foot_stand_in", base.Text(l, engine.Roster{longName}, engine.Say("ui.foot_stand_in").Seat(0)), footSize, footWidth)

		for _, game := range games.All() {
			book, err := lang.NewBook(engine.Messages, journal.Messages, table.Messages, console.Messages, game.Messages)
			require.NoError(t, err)
			for _, o := range game.Options {
				fits("option."+o.Key, book.Word(l, "option."+o.Key), headSize, headWidth)
				for _, v := range o.Values {
					key := "option." + o.Key + "." + v
					fits(key, book.Word(l, key), labelSize, headWidth)
				}
				for _, part := range o.Of {
					key := "option." + o.Key + "." + part.Key
					fits(key, book.Word(l, key), headSize, headWidth)
					for _, v := range part.Values {
						if part.Kind == engine.OptionChoice {
							fits(key+"."+v, book.Word(l, key+"."+v), labelSize, headWidth)
						}
					}
				}
			}
			widest := func(prefix string) (key string) {
				width := 0
				for _, k := range book.Keys(l) {
					if strings.HasPrefix(k, prefix) {
						if w := set.Width(book.Word(l, k), screen.Style{Size: labelSize}); w > width {
							key, width = k, w
						}
					}
				}
				return key
			}
			own := slices.DeleteFunc(book.Keys(l), func(key string) bool { return base.Has(l, key) })
			for _, key := range own {
				kind, _, _ := strings.Cut(key, ".")
				if kind == "does" && game.ID == "derpate" || key == "area.both_sides" {
					continue // a sentence on the stage, or a part of one
				}
				switch kind {
				case "game", "option", "cue", "text", "hint", "refuse", "scene", "teach", "log", "score", "help", "label", "past", "legend", "board", "purpose", "brief", "tag", "befell", "cast", "chosen": // said, on the stage, or as many rows as it takes
				case "phase":
					text := book.Text(l, nil, engine.Say("scene.heading").Number(7).Number(8).Thing(key))
					fits(key, text, headSize, headWidth)
				case "verb":
					fits(key, book.Word(l, key), labelSize, labelWidth)
					fits("ui.thinks", book.Text(l, engine.Roster{"Bot 1"}, engine.Say("ui.thinks").Seat(0).Thing(key)), footSize, footWidth)
				case "short": // what stands in one row above the choices
					width := headWidth - set.Width("A/B", screen.Style{Size: footSize}) - 6
					if game.ID == "naro" {
						width -= set.Width("⏱5", screen.Style{Size: footSize, Weight: screen.Bold}) + 4
					}
					size := leastSize
					if l.RightToLeft() {
						size = 10
					}
					fits(key, book.Text(l, nil, engine.Say(key).Number(8)), size, width)
				case "ask":
					if book.Has(l, "short."+key) {
						continue // that stands there instead
					}
					width := headWidth
					if game.ID == "naro" && key != "ask.powers" || key == "ask.token_now" { // beside a countdown
						width -= set.Width("⏱30", screen.Style{Size: labelSize, Weight: screen.Bold}) + 4
					}
					if slices.Contains(twoRows, key) || game.ID == "naro" && !slices.Contains(hurried, key) || strings.Count(key, ".") == 2 { // of words that may not fill the first
						width += headWidth - 30
					}
					thing := "card."
					if strings.HasSuffix(key, "_die") {
						thing = "die."
					}
					say := engine.Say(key).Seat(0).Seat(1).Number(4).Number(2000).Thing(widest(thing))
					text := book.Text(l, engine.Roster{longName, longName}, say)
					fits(key, text, headSizeOf(text), width)
				default:
					if slices.Contains(shortLists, kind) {
						fits(key, "A  "+book.Word(l, key), labelSize, headWidth)
					} else {
						fits(key, book.Word(l, key), labelSize, labelWidth)
					}
				}
			}
		}
	}
}

// A fitting is a painter that notes what of the pages of a play does not fit the display.
type fitting struct {
	consoletest.Words
	set     *screen.Type
	misfits map[string]bool
	asked   map[string]string // by what a display shows: the question of its first page
}

// sameQuestion holds what the box asks before each press against what the pod asks where it is pressed: the same, in the same words, or, where the
// choices are not for all to see, no other question.
func (p *fitting) sameQuestion(player *consoletest.Player, b *consoletest.Box, l lang.Lang) {
	p.asked = map[string]string{}
	player.Pressed = func(press hw.Press) {
		if !press.Down || press.Pod < 0 || int(press.Pod) >= len(b.Screens) || b.Screens[press.Pod] == nil {
			return
		}
		main, pod := p.asked[b.Main.Words()], p.asked[b.Screens[press.Pod].Words()]
		if main == "" || pod == "" || !player.Console.Quiet() || strings.Contains(strings.ToLower(main), strings.ToLower(pod)) {
			return
		}
		if _, asked, _ := strings.Cut(main, ": "); asked != "" && strings.HasSuffix(strings.ToLower(pod), strings.ToLower(asked)) { // after what only he is told

			return
		}
		own := player.Console.Snapshot().Sight(press.Pod, lang.English).Desk
		for _, a := range player.Table.Asks() {
			if own == nil || a.Verb != own.Ask.Verb || !a.May(engine.Seat(press.Pod)) || a.Optional {
				continue
			}
			if prompt := player.Console.Snapshot().Words.Text(l, a.Prompt); !a.Hidden() || strings.ContainsAny(main, "?؟") || strings.Contains(strings.ToLower(main), strings.ToLower(prompt)) {
				p.misfits["the box asks "+main+", the pod "+pod] = true
			}
		}
	}
}

func (p *fitting) Paint(f *hw.Frame, l lang.Lang, page *screen.Page) int {
	width := func(text string, size int) int {
		return p.set.Width(text, screen.Style{Size: size, RightToLeft: l.RightToLeft()})
	}
	room := headWidth
	if page.Corner != "" {
		room -= p.set.Width(page.Corner, screen.Style{Size: labelSize, Weight: screen.Bold}) + 4
	}
	if page.Whole || len(page.Lines) <= 3 && !page.Big { // the heading may take two rows
		room = 2*room - 30
		if page.Whole && !slices.ContainsFunc(page.Lines, func(n screen.Line) bool { return n.Cursor || n.Key != "" }) {
			room += headWidth - 30
		}
	}
	size := headSizeOf(page.Heading)
	if !page.Whole { // it isn't a question, and may be smaller
		size = leastSize
	}
	if page.Short == "" && width(page.Heading, size) > room {
		p.misfits["heading "+page.Heading] = true
	}
	if page.FootShort == "" && width(page.Foot, footSize) > footWidth {
		p.misfits["foot "+page.Foot] = true
	}
	room = labelWidth
	if len(page.Lines) <= 3 {
		room = headWidth
	}
	if slices.ContainsFunc(page.Lines, func(n screen.Line) bool { return n.Cursor }) {
		for _, n := range page.Lines {
			if width(n.Text, labelSize) > 2*room-30 { // a label may take two rows
				p.misfits["label "+n.Text] = true
			}
		}
	}
	// A choice may take as many rows as it needs, and turns page by page: only a word that is longer than a row of a pod's display is cut.
	for _, n := range page.Lines {
		for _, word := range strings.Fields(n.Text) {
			if (n.Key != "" || n.Cursor) && width(word, podSize) > podWidth {
				p.misfits["choice "+n.Text+": "+word] = true
			}
		}
	}
	parts := p.Words.Paint(f, l, page)
	if p.asked != nil && page.Whole {
		p.asked[consoletest.Read(f)] = page.Heading
	}
	return parts
}

// TestPagesFitTheDisplay plays every game, and holds every page that the main screen and the pods
// show against the room on a small display. With CONSIGLIERE_WIDE it does so in all languages, else
// each game has one of them.
func TestPagesFitTheDisplay(t *testing.T) {
	set, err := screen.New()
	require.NoError(t, err)
	for n, g := range games.All() {
		for i, l := range lang.All() {
			if !wide() && i != n%len(lang.All()) {
				continue
			}
			t.Run(g.ID+"-"+string(l), func(t *testing.T) {
				painter := &fitting{set: set, misfits: map[string]bool{}}
				least, most := g.MinSeats, min(g.MaxSeats, len(names))
				if long() {
					least = min(least+i%2, most) // every other number of seats, the rest in another language
				} else {
					least = min(least+i, most)
					most = least
				}
				for seats := least; seats <= most; seats += 2 {
					h := engine.Header{Game: g.ID, Seats: names[:seats], Seed: uint64(seats)}
					if g.ID == "naro" {
						h.Options = []byte(`{"powers":true}`)
					}
					b := consoletest.NewBox(8, true)
					p, err := consoletest.New(console.Config{Box: b.HW, Titles: games.All(), Painter: painter, Lang: l}, b)
					require.NoError(t, err)
					painter.sameQuestion(p, b, l)
					require.NoError(t, p.Console.Do(0, command.Start{Header: h}))
					_, err = p.Play(rand.New(rand.NewPCG(h.Seed, 2)), 3000)
					require.NoError(t, err)
				}
				assert.Empty(t, slices.Sorted(maps.Keys(painter.misfits)))
			})
		}
	}
}
