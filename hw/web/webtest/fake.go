// Package webtest has boxes for tests of pages: one of nothing but memory, scenes to look at, and whole simulated ones.
package webtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/link"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// A Box is a box of nothing but memory: it shows what a test tells it to show and keeps
// what the page told it. Its streams are a real box's.
type Box struct {
	*box.Streams
	Menu chan command.Command

	Mu sync.Mutex // guards the following

	Scene    func(lang.Lang) desk.Public
	Speaks   lang.Lang
	Kept     []byte
	PastDesk *desk.Past
	Refuse   error
	Told     []string // what the page did, in order
	Seats    func(name string) desk.Seat
	PodDesk  func(pod hw.Pod) *desk.Pod // nil: no pod asks anything
	AtPods   []string

	Turn     uint64          // of what is asked
	OnPhones map[hw.Pod]bool // whose seats have a phone
}

// NewBox returns a fake with a main screen and a private screen at each pod but those
// that are bare.
func NewBox(pods int, bare ...int) *Box {
	layout := box.Layout{Main: box.Size{W: 128, H: 64}}
	for p := range pods {
		if slices.Contains(bare, p) {
			layout.Private = append(layout.Private, box.Size{})
		} else {
			layout.Private = append(layout.Private, box.Size{W: 128, H: 32})
		}
	}
	return &Box{Menu: make(chan command.Command, 8), Streams: box.NewStreams(layout), Speaks: lang.English, Scene: func(l lang.Lang) desk.Public {
		return desk.Public{State: "menu", Lang: string(l), Seconds: -1}
	}}
}

func (b *Box) ShowFrame(p hw.Pod, f *hw.Frame) { b.Show(0, p, f) }

func (b *Box) SetLights(colours ...hw.RGB) {
	for p, c := range colours {
		b.Light(0, hw.Pod(p), c)
	}
}

// listeners returns how many listen to any stream.
func (b *Box) AllListeners() int {
	n := b.Listeners(hw.Panel)
	for p := range b.Layout().Private {
		n += b.Listeners(hw.Pod(p))
	}
	return n
}

func (b *Box) Set(scene func(lang.Lang) desk.Public) {
	b.Mu.Lock()
	b.Scene = scene
	b.Mu.Unlock()
	b.Tell(box.DeskEvent{})
}

func (b *Box) All() []string {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	return slices.Clone(b.Told)
}

// HeardAll waits until the page has told the box all of want, in order, and forgets it.
func (b *Box) HeardAll(t *testing.T, want ...string) {
	t.Helper()
	assert.Eventually(t, func() bool { return len(b.All()) >= len(want) }, 20*time.Second, 5*time.Millisecond, "%q", want)
	b.Mu.Lock()
	defer b.Mu.Unlock()
	assert.Equal(t, want, b.Told)
	b.Told = nil
}

// Answers returns the rows of the answers that the box was given.
func (b *Box) Answers() []string {
	var rows []string
	for _, line := range b.All() {
		if strings.HasPrefix(line, "answer ") {
			rows = append(rows, strings.Fields(line)[4])
		}
	}
	return rows
}

// Do keeps the command as one line: its name, and what it holds.
func (b *Box) Do(_ context.Context, cmd command.Command) error {
	line := strings.ToLower(regexp.MustCompile(`^.*\.`).ReplaceAllString(fmt.Sprintf("%T", cmd), ""))
	if f, is := cmd.(box.FromPage); is {
		if p, is := f.Command.(command.Press); is && p.Down && b.OnPhones[p.Pod] {
			return box.ErrPhone
		}
		return b.Do(context.Background(), f.Command)
	}
	if f, is := cmd.(command.ForPlayer); is { // as the seat that has the length of the name
		return b.Do(context.Background(), f.Command.For(engine.Seat(len(f.Name))))
	}
	switch c := cmd.(type) {
	case command.Prepare:
		return nil // each change of a form says so
	case command.Press:
		line += fmt.Sprintf(" %d %s %v", c.Pod, c.Button, c.Down)
	case command.Start:
		line += fmt.Sprintf(" %s", c.Header.Append(nil))
		if c.Bots > 0 {
			line += fmt.Sprintf(" with %d bots", c.Bots)
		}
		if c.Teach {
			line += ", teach"
		}
		if c.Name != "" {
			line += ", called " + c.Name
		}
	case command.Pick:
		line += fmt.Sprintf(" %d %d %d", c.Seat, c.Turn, c.Choice)
		if c.Then != nil {
			line += fmt.Sprintf(" then %d", *c.Then)
		}
	case command.Type:
		line += " " + string(c.Line)
	default:
		if more := strings.Trim(fmt.Sprint(cmd), "{}"); more != "" {
			line += " " + more
		}
	}
	b.Mu.Lock()
	defer b.Mu.Unlock()
	if c, is := cmd.(command.SetLang); is {
		b.Speaks = c.Lang
	}
	b.Told = append(b.Told, line)
	return b.Refuse
}

// Forwarded returns what a test lets the menu say.
func (b *Box) Forwarded() <-chan command.Command { return b.Menu }

// Snapshot returns the desks that a test wants to see.
func (b *Box) Snapshot() desk.Desks { return FakeDesks{b} }

// FakeDesks are the desks of a fake.
type FakeDesks struct{ *Box }

func (b FakeDesks) Public(l lang.Lang) *desk.Public {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	d := b.Scene(l)
	return &d
}

// Stage shows nothing: the lines of a fake need no pictures.
func (b FakeDesks) Stage(lang.Lang) *desk.Stage { return &desk.Stage{Board: []desk.Piece{}} }

// Lang returns the language.
func (b FakeDesks) Lang() lang.Lang {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	return b.Speaks
}

func (b *Box) Record(context.Context) ([]byte, error) {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	return b.Kept, b.Refuse
}

func (b *Box) Past(context.Context, lang.Lang) (*desk.Past, error) {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	return b.PastDesk, b.Refuse
}

func (b *Box) Finished(context.Context) (*desk.FinishedReader, error) { return nil, b.Refuse }

func (b *Box) MaxCatalogue(game string) (int, error) {
	if game != "derpate" {
		return 0, box.ErrNoCatalogue
	}
	return MaxFile, nil
}

// MaxFile is how many bytes a catalogue of the fake has at most.
const MaxFile = 32 << 10

func (b *Box) Guide(game string, l lang.Lang) (lang.Guide, error) {
	if games.Find(game) == nil {
		return nil, box.ErrNoGame
	}
	return lang.NewGuide(games.Find(game), l)
}

func (b *Box) House(game string) (string, error) {
	if game != "derpate" {
		return "", box.ErrNoCatalogue
	}
	return "row4: {}\n", nil
}

// Catalogue finds fault with every line that says so.
func (b *Box) Catalogue(game string, l lang.Lang, file []byte) (json.RawMessage, []box.Mistake, error) {
	if game != "derpate" {
		return nil, nil, box.ErrNoCatalogue
	}
	var wrong []box.Mistake
	for i, line := range strings.Split(string(file), "\n") {
		if strings.Contains(line, "wrong") {
			wrong = append(wrong, box.Mistake{Line: i + 1, Text: In(l, "this is wrong", "این نادرست است", "questo è sbagliato")})
		}
	}
	if wrong != nil {
		return nil, wrong, nil
	}
	raw, err := json.Marshal(map[string]int{"bytes": len(file)})
	return raw, nil, err
}

var ErrFake = errors.New("the fake refuses")

// Write draws lines of plain letters, enough to look at a page.
func Write(w, h int, lines ...string) *hw.Frame {
	f := hw.NewFrame(w, h)
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i, l := range lines {
		d := font.Drawer{Dst: img, Src: image.NewUniform(color.White), Face: basicfont.Face7x13, Dot: fixed.P(3, 12+i*15)}
		d.DrawString(l)
	}
	for y := range h {
		for x := range w {
			f.Set(x, y, img.GrayAt(x, y).Y > 100)
		}
	}
	for x := range w {
		f.Set(x, 15, true)
	}
	return f
}

// ---- scenes to look at

var CastEN = []string{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid", "Gina", "Hamid"}

var CastFA = []string{"آوا", "بابک", "کیارا", "داریو", "النا", "فرید", "جینا", "حمید"}

func Cast(l lang.Lang) []string {
	if l == lang.Persian {
		return CastFA
	}
	return CastEN
}

// In picks the words of a language.
func In(l lang.Lang, en, fa, it string) string {
	return map[lang.Lang]string{lang.English: en, lang.Persian: fa, lang.Italian: it}[l]
}

func SceneMenu(l lang.Lang) desk.Public {
	return desk.Public{
		State: "menu", Seconds: -1, Last: "naro", People: []string{In(l, "Nazanin", "نازنین", "Nazanin"), "Massimiliano Della Rovere", "Gina"},
		Plays: []desk.Saved{
			{
				ID: "play-0007.jsonl", Game: In(l, "Naro", "نارو", "Naro"), Seats: Cast(l)[:6], Begun: "2026-11-20T20:15:00Z", Moves: 118,
				Text: In(l, "Resume: Naro, 6 players", "ادامه: نارو، ۶ بازیکن", "Continua: Naro, 6 giocatori"),
			},
			{
				ID: "play-0005.jsonl", Game: In(l, "The Godfather (Der Pate)", "پدرخوانده (Der Pate)", "Il Padrino (Der Pate)"), Seats: Cast(l)[:4], Begun: "2026-11-02T21:40:00Z", Moves: 31,
				Text:    In(l, "Der Pate, 2026-11-02 21:40, 31 moves", "پدرخوانده، ۲۰۲۶-۱۱-۰۲ ۲۱:۴۰، ۳۱ حرکت", "Der Pate, 2026-11-02 21:40, 31 mosse"),
				Warning: In(l, "It went on without its journal.", "بی دفتر ادامه یافت.", "È continuata senza diario."),
			},
		},
		Titles: []desk.Title{
			{ID: "naro", Title: In(l, "Naro", "نارو", "Naro"), Min: 4, Max: 8, Teaches: true, Options: []desk.Option{
				{Key: "powers", Label: In(l, "Powers", "قدرت\u200cها", "Poteri"), Kind: "bool", Default: "false", Values: []desk.SheetItem{}, Help: In(l, "Each player gets a power card.", "هر کس یک کارت قدرت می\u200cگیرد.", "Ognuno riceve una carta potere.")},
				{Key: "boss", Label: In(l, "First boss", "رئیس اول", "Primo Boss"), Kind: "seat", Values: []desk.SheetItem{}, Help: In(l, "By the rules the oldest.", "طبق قواعد مسن\u200cترین.", "Secondo le regole il più anziano.")},
				{Key: "chance", Label: In(l, "Loot and cards", "غنائم و کارت\u200cها", "Bottino e carte"), Kind: "choice", Default: "table", Help: In(l, "Who deals.", "چه کسی پخش می\u200cکند.", "Chi dà le carte."), Values: []desk.SheetItem{
					{Word: "table", Label: In(l, "cardboard", "روی میز", "di cartone")}, {Word: "box", Label: In(l, "the box deals", "جعبه", "dalla scatola")},
				}},
			}},
		},
	}
}

// SeatsOf seats the players clockwise, one at each pod.
func SeatsOf(l lang.Lang) []desk.Player {
	var seats []desk.Player
	for i, n := range Cast(l) {
		s := desk.Player{Name: n, Pod: i, Locked: i%3 == 1, Awaited: i%3 == 0}
		if i == 1 {
			s.Lines = []desk.Line{{Seat: n, Icons: []string{"boss"}}}
		}
		s.Bot = i == 6
		if i == 4 {
			s.Lines = []desk.Line{{Seat: n, Icons: []string{"wound", "wound"}}}
		}
		seats = append(seats, s)
	}
	return seats
}

// SceneCrowd is a table of twelve at eight pods, four of which serve two seats; a name is as
// long as it may be, and one seat has no pod.
func SceneCrowd(l lang.Lang) desk.Public {
	d := SceneAim(l)
	d.Error, d.Rule, d.Undo = "", nil, nil
	long := In(l, "Massimiliano Bartholomew", "امیرمحمدحسین‌پورابراهیمی", "Massimiliano Bartholomew")
	names := append(slices.Clone(Cast(l)), In(l, "Iris", "ایریس", "Iris"), In(l, "Jamshid", "جمشید", "Jamshid"), long, In(l, "Lea", "لئا", "Lea"))
	d.Seats, d.Lines = nil, nil
	for i, n := range names {
		d.Seats = append(d.Seats, desk.Player{Name: n, Pod: i % 8, Locked: i%3 == 1, Awaited: i%3 == 0})
		d.Lines = append(d.Lines, desk.Line{Seat: n, Text: In(l, "aims at "+long, "نشانه به سوی "+long, "mira a "+long), Icons: []string{"up"}})
	}
	d.Seats[11].Pod = -1
	return d
}

// SceneParts asks for several things at once: every kind of part.
func SceneParts(l lang.Lang) desk.Public {
	d := SceneLoot(l)
	item := func(w, label string, count, value int) desk.SheetItem {
		return desk.SheetItem{Word: w, Label: label, Count: count, Value: value}
	}
	seat := func(i int) desk.SheetItem {
		n := Cast(l)[i]
		b, _ := json.Marshal(n)
		return desk.SheetItem{Word: n, JSON: b, Label: n, Count: 1}
	}
	d.Sheets = []desk.Sheet{{
		Seat: "table", Verb: "bribe", Options: []desk.SheetOption{}, Prompt: In(l, "Who is bribed with how much?", "به چه کسی چقدر رشوه می\u200cدهید؟", "Chi si corrompe, e con quanto?"),
		Parts: []desk.SheetPart{
			{Kind: "number", Arg: "amount", Min: 1, Max: 9},
			{Kind: "one", Arg: "at", Items: []desk.SheetItem{seat(0), seat(1), seat(2)}},
		},
	}, {
		Seat: "table", Verb: "pay", Options: []desk.SheetOption{}, Prompt: In(l, "Pay 7", "۷ بپردازید", "Paga 7"),
		Parts: []desk.SheetPart{
			{Kind: "payment", Arg: "notes", Min: 7, Max: 7, Items: []desk.SheetItem{item("1", "1", 3, 1), item("2", "2", 1, 2), item("5", "5", 2, 5)}},
		},
	}, {
		Seat: "table", Verb: "deal", Options: []desk.SheetOption{}, Prompt: In(l, "Note the deal", "معامله را یادداشت کنید", "Annota l'affare"),
		Parts: []desk.SheetPart{
			{Kind: "several", Arg: "seats", Min: 1, Max: 2, Items: []desk.SheetItem{seat(0), seat(1), seat(2)}},
			{Kind: "cards", Arg: "cards", Min: 1, Max: 1, Items: []desk.SheetItem{item("clip", In(l, "clip", "خشاب", "caricatore"), 1, 0)}},
			{Kind: "assign", Arg: "of", Keys: []desk.SheetItem{item("left", In(l, "left", "چپ", "sinistra"), 1, 0)}, Items: []desk.SheetItem{seat(3), seat(4)}},
			{Kind: "dice", Arg: "dice", Keys: []desk.SheetItem{item("red", In(l, "Red", "قرمز", "Rosso"), 1, 0)}, Items: []desk.SheetItem{
				{Word: "1", JSON: json.RawMessage("1"), Label: l.Number(1), Count: 1}, {Word: "2", JSON: json.RawMessage("2"), Label: l.Number(2), Count: 1},
			}},
		},
	}}
	return d
}

// ManyPlays is a menu with so many plays to go on with.
func ManyPlays(n int) func(lang.Lang) desk.Public {
	return func(l lang.Lang) desk.Public {
		d := SceneMenu(l)
		two := d.Plays
		d.Plays = nil
		for i := range n {
			p := two[i%2]
			p.ID = fmt.Sprintf("play-%04d.jsonl", 100-i)
			d.Plays = append(d.Plays, p)
		}
		return d
	}
}

func SceneLoot(l lang.Lang) desk.Public {
	item := func(w, en, fa, it string, n int) desk.SheetItem {
		return desk.SheetItem{Word: w, Label: In(l, en, fa, it), Count: n}
	}
	return desk.Public{
		State: "play", Game: "naro", GameTitle: In(l, "Naro", "نارو", "Naro"), Seconds: -1, CanUndo: true,
		Phase: In(l, "Loot", "غنائم", "Bottino"), Heading: In(l, "Round 2 of 8", "دور ۲ از ۸", "Round 2 di 8"),
		Seats: SeatsOf(l),
		Sheets: []desk.Sheet{{
			Seat: "table", Verb: "loot", Options: []desk.SheetOption{},
			Prompt: In(l, "Turn up the top card of each column", "روی هر ستون یک کارت رو کنید", "Girate la prima carta di ogni colonna"),
			Parts: []desk.SheetPart{{Kind: "cards", Arg: "cards", Min: 8, Max: 8, Keys: []desk.SheetItem{}, Items: []desk.SheetItem{
				item("cash_5000", "$5,000", "۵۰۰۰ دلار", "5.000 $", 15), item("cash_10000", "$10,000", "۱۰٬۰۰۰ دلار", "10.000 $", 12), item("cash_20000", "$20,000", "۲۰٬۰۰۰ دلار", "20.000 $", 10),
				item("diamond_1000", "$1,000 diamond", "الماس ۱۰۰۰ دلاری", "diamante da 1.000 $", 5), item("diamond_5000", "$5,000 diamond", "الماس ۵۰۰۰ دلاری", "diamante da 5.000 $", 3), item("diamond_10000", "$10,000 diamond", "الماس ۱۰٬۰۰۰ دلاری", "diamante da 10.000 $", 1),
				item("painting", "painting", "تابلوی نقاشی", "quadro", 9), item("clip", "clip", "خشاب", "caricatore", 3), item("first_aid", "first aid kit", "جعبه\u200cی کمک\u200cهای اولیه", "kit di pronto soccorso", 2),
			}}},
		}},
	}
}

func SceneAim(l lang.Lang) desk.Public {
	d := SceneLoot(l)
	d.Sheets = nil
	d.Phase = In(l, "Naro! Take aim", "نارو! نشانه بگیرید", "Naro! Mirate")
	c := Cast(l)
	for i, n := range c {
		line := desk.Line{Seat: n, Text: In(l, "aims at "+c[(i+3)%8], "نشانه به سوی "+c[(i+3)%8], "mira a "+c[(i+3)%8]), Icons: []string{"up"}}
		if i == 1 {
			line.Strong, line.Icons = true, []string{"boss"}
		}
		if i == 4 {
			line.Icons = []string{"wound", "wound"}
		}
		d.Lines = append(d.Lines, line)
	}
	d.Error = In(l, "NARO-5.2: you cannot aim at yourself", "NARO-5.2: کسی خودش را نشانه نمی\u200cگیرد", "NARO-5.2: nessuno mira a sé stesso")
	d.Rule = &desk.Rule{Number: "NARO-5.2", Lang: lang.English, Text: "The target must be another living seat. Nobody aims at himself or at the dead."}
	d.Undo = &desk.Undo{Text: In(l, "Babak takes the order back", "بابک دستورش را پس می\u200cگیرد", "Babak annulla l'ordine"), Needs: []string{c[2], c[5]}}
	return d
}

func ScenePowers(l lang.Lang) desk.Public {
	d := SceneLoot(l)
	d.Paused = true
	var keys []desk.SheetItem
	for _, n := range Cast(l) {
		keys = append(keys, desk.SheetItem{Word: n, Label: n})
	}
	d.Sheets = []desk.Sheet{{
		Seat: "table", Verb: "powers", Options: []desk.SheetOption{}, Prompt: In(l, "Who has which power?", "هر کس چه قدرتی دارد؟", "Chi ha quale potere?"),
		Parts: []desk.SheetPart{{Kind: "assign", Arg: "cards", Keys: keys, Items: []desk.SheetItem{
			{Word: "tough", Label: In(l, "Tough", "سگ\u200cجان", "Duro"), Count: 1}, {Word: "lucky", Label: In(l, "Lucky", "خوش\u200cشانس", "Fortunato"), Count: 1},
		}}},
	}, {
		Seat: "table", Verb: "draw", Parts: []desk.SheetPart{}, Prompt: In(l, "Which card was it?", "کدام کارت بود؟", "Che carta era?"),
		Options: []desk.SheetOption{{Label: In(l, "Click!", "کلیک!", "Clic!"), Line: json.RawMessage(`{"seat":"table","do":"draw","card":"click"}`)}, {Label: In(l, "Bang!", "بنگ!", "Bang!"), Line: json.RawMessage(`{"seat":"table","do":"draw","card":"bang"}`)}},
	}}
	return d
}

// SceneLesson explains something; the play is paused for it.
func SceneLesson(l lang.Lang) desk.Public {
	d := SceneAim(l)
	d.Error, d.Rule, d.Undo, d.Paused = "", nil, nil, true
	d.Lesson = In(l, "Everybody aims at somebody, on three. Whoever is aimed at may still duck.",
		"همه با شمارش سه به کسی نشانه می‌روند. کسی که نشانه رفته شده هنوز می‌تواند بخوابد.",
		"Al tre ognuno mira a qualcuno. Chi è sotto tiro può ancora buttarsi a terra.")
	return d
}

// SceneThings has boards, an open ask of a seat, and a sheet whose options are explained.
func SceneThings(l lang.Lang) desk.Public {
	d := ScenePowers(l)
	d.Paused = false
	d.Sheets = d.Sheets[1:]
	d.Sheets[0].Options[0].Help = In(l, "The bullet was a blank.", "گلوله مشقی بود.", "Il proiettile era a salve.")
	c := Cast(l)
	d.Groups = []desk.Group{{Heading: In(l, "Loot", "غنائم", "Bottino"), Lines: []desk.Line{
		{Text: In(l, "$5,000", "۵۰۰۰ دلار", "5.000 $"), Icons: []string{"money"}}, {Text: In(l, "painting", "تابلوی نقاشی", "quadro"), Icons: []string{"card"}},
	}}}
	d.Ask = &desk.Ask{Seat: c[2], Verb: "take", Question: In(l, "Which loot do you take?", "کدام غنیمت را برمی‌داری؟", "Quale bottino prendi?"), Choices: []desk.Choice{
		{Label: In(l, "painting", "تابلوی نقاشی", "quadro"), Help: In(l, "Worth more the more of them you have.", "هرچه بیشتر داشته باشی، بیشتر می‌ارزد.", "Più ne hai, più valgono."), Marked: true},
		{Label: In(l, "clip", "خشاب", "caricatore")},
	}, Buttons: "list", Others: []string{In(l, "trade", "معامله", "scambia")}}
	loot, share := In(l, "Round 2, The loot", "دور ۲، غنائم", "Round 2, Il bottino"), In(l, "Round 2, Share the loot", "دور ۲، تقسیم غنائم", "Round 2, Spartizione")
	d.Log = []desk.Entry{
		{At: In(l, "Round 1, Share the loot", "دور ۱، تقسیم غنائم", "Round 1, Spartizione"), Text: In(l, "Ava takes: painting.", "Ava: تابلوی نقاشی.", "Ava prende: quadro.")},
		{At: loot, Text: In(l, "The loot of round 2: $5,000, painting", "غنائم دور ۲: ۵۰۰۰ دلار، تابلوی نقاشی", "Il bottino del round 2: 5.000 $, quadro")},
		{At: share, Text: In(l, "Chiara shoots at Babak: Bang!", "Chiara به Babak شلیک می‌کند: بنگ!", "Chiara spara a Babak: Bang!")},
		{At: share, Text: In(l, "Babak is hit.", "Babak گلوله خورد.", "Hanno colpito Babak."), More: true},
		{At: share, Text: In(l, "Ava takes: clip.", "Ava: خشاب.", "Ava prende: caricatore.")},
	}
	return d
}

// SceneReveal is in the middle of a reveal.
func SceneReveal(l lang.Lang) desk.Public {
	d := SceneAim(l)
	d.Error, d.Rule, d.Undo = "", nil, nil
	d.Reveal = &desk.Reveal{
		Heading: In(l, "Who aims at whom", "نشانه‌ها", "Chi mira a chi"),
		Text:    In(l, "Babak aims at Elena", "بابک به سوی النا", "Babak mira a Elena"), Lines: d.Lines[:3],
	}
	d.Reveal.Lines[1].Called = true
	return d
}

func SceneDice(l lang.Lang) desk.Public {
	d := SceneLoot(l)
	d.GameTitle, d.Heading = In(l, "The Godfather (Der Pate)", "پدرخوانده (Der Pate)", "Il Padrino (Der Pate)"), In(l, "3/7 Dice", "۳/۷ تاس", "3/7 Dadi")
	var faces, dice []desk.SheetItem
	for n := 1; n <= 5; n++ {
		faces = append(faces, desk.SheetItem{Word: fmt.Sprint(n), JSON: json.RawMessage(fmt.Sprint(n)), Label: l.Number(n), Count: 1})
	}
	faces = append(faces, desk.SheetItem{Word: "puppeteer", Label: In(l, "Puppeteer", "عروسک‌گردان", "Burattinaio"), Count: 1})
	for _, c := range [][]string{{"white", "White", "سفید", "Bianco"}, {"grey", "Grey", "خاکستری", "Grigio"}, {"red", "Red", "قرمز", "Rosso"}, {"black", "Black", "سیاه", "Nero"}} {
		dice = append(dice, desk.SheetItem{Word: c[0], Label: In(l, c[1], c[2], c[3]), Count: 1})
	}
	d.Sheets = []desk.Sheet{{
		Seat: "table", Verb: "roll", Options: []desk.SheetOption{}, Prompt: In(l, "Roll 4 dice", "۴ تاس بریز", "Lancia 4 dadi"),
		Parts: []desk.SheetPart{{Kind: "dice", Arg: "dice", Items: faces, Keys: dice}},
	}}
	return d
}

func SceneOver(l lang.Lang) desk.Public {
	d := SceneLoot(l)
	d.Sheets, d.State, d.Record = nil, "over", true
	d.Film = &desk.Film{Link: "https://example.org/replay/#1" + strings.Repeat("0aZ_-9", 250)}
	d.Film.Rows = link.Code(d.Film.Link)
	c := Cast(l)
	d.Phase = In(l, "Game over", "پایان بازی", "Fine partita")
	d.Heading = In(l, "Babak wins", "بابک برنده شد", "Vince Babak")
	for i, k := range []int{1, 3, 0, 5, 2, 7, 6, 4} {
		n := 127000 - 13500*i
		line := desk.Line{Seat: c[k], Text: "$" + l.Number(n)}
		if i == 0 {
			line.Strong, line.Icons = true, []string{"star"}
		}
		if i == 7 {
			line.Text, line.Icons = In(l, "dead", "مرده", "fuori"), []string{"dead"}
		}
		d.Lines = append(d.Lines, line)
	}
	d.Score = &desk.Score{Columns: []string{In(l, "Bills", "پول", "Soldi"), In(l, "Diamonds", "الماس", "Diamanti"), In(l, "Paintings", "تابلو", "Quadri")}}
	for i, k := range []int{1, 3, 0, 5, 2, 7, 6, 4} {
		total := 127000 - 13500*i
		row := desk.ScoreRow{Seat: c[k], Place: l.Number(i+1) + ".", Values: []int{total - 20000, 15000, 5000}, Total: total, Winner: i == 0}
		for n := range 8 {
			row.Rounds = append(row.Rounds, total*(n+1)*(n+2+i%3)/(8*(9+i%3)))
		}
		d.Score.Rows = append(d.Score.Rows, row)
	}
	return d
}

// Seat shows each seat a secret of its own.
func (b FakeDesks) Seat(name string, _ lang.Lang) desk.Seat {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	if b.Seats != nil {
		return b.Seats(name)
	}
	return desk.Seat{}
}

// Sight returns what a pod asks.
func (b FakeDesks) Sight(pod hw.Pod, _ lang.Lang) desk.Sight {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	s := desk.Sight{Of: desk.SightOf{Seat: engine.Seat(pod), Turn: b.Turn}, Phone: b.OnPhones[pod]}
	if b.PodDesk != nil && !s.Phone {
		s.Desk = b.PodDesk(pod)
	}
	return s
}

// AtPod reports whether somebody sits at a pod.
func (b FakeDesks) AtPod(name string) bool {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	return slices.Contains(b.AtPods, name)
}
