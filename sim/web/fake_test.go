package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"sync"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/console"
	"consigliere/hw/lang"
	"consigliere/sim"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// A fakeBox is a box of nothing but memory: it shows what a test tells it to show and keeps
// what the page told it.
type fakeBox struct {
	pods int

	mu sync.Mutex

	scene   func(lang.Lang) console.Desk
	lang    lang.Lang
	main    *hw.Frame
	private []*hw.Frame
	lights  []hw.RGB
	record  []byte
	refuse  error
	told    []string // what the page did, in order
	ears    []*fakeEar
	heard   func(string) // called with each of told, not under mu; may be nil
}

type fakeEar struct {
	box *fakeBox
	pod hw.Pod
	ch  chan sim.Event
}

func (e *fakeEar) Events() <-chan sim.Event { return e.ch }

func (e *fakeEar) Close() {
	e.box.mu.Lock()
	defer e.box.mu.Unlock()
	if i := slices.Index(e.box.ears, e); i >= 0 {
		e.box.ears = slices.Delete(e.box.ears, i, i+1)
		close(e.ch)
	}
}

func newFakeBox(pods int) *fakeBox {
	b := &fakeBox{pods: pods, lang: lang.English, main: hw.NewFrame(128, 64), lights: make([]hw.RGB, pods)}
	for range pods {
		b.private = append(b.private, hw.NewFrame(128, 32))
	}
	b.scene = func(l lang.Lang) console.Desk { return console.Desk{State: "menu", Lang: string(l), Seconds: -1} }
	return b
}

func (b *fakeBox) Pods() int             { return b.pods }
func (b *fakeBox) Private(p hw.Pod) bool { return p >= 0 && b.private[p] != nil }

func (b *fakeBox) Size(p hw.Pod) (w, h int) {
	if p == hw.Panel {
		return 128, 64
	}
	if b.private[p] == nil {
		return 0, 0
	}
	return 128, 32
}

func (b *fakeBox) Listen(p hw.Pod) Listener {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := &fakeEar{b, p, make(chan sim.Event, 256)}
	b.ears = append(b.ears, e)
	if p != hw.Panel {
		e.ch <- sim.ScreenEvent{Pod: p, Frame: b.private[p]}
		return e
	}
	e.ch <- sim.ScreenEvent{Pod: p, Frame: b.main}
	for i, c := range b.lights {
		e.ch <- sim.LightEvent{Light: i, RGB: c}
	}
	e.ch <- sim.DeskEvent{}
	return e
}

// send gives an event to all who listen to the stream; whoever is too slow is cut off.
func (b *fakeBox) send(stream hw.Pod, e sim.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ears = slices.DeleteFunc(b.ears, func(ear *fakeEar) bool {
		if ear.pod != stream {
			return false
		}
		select {
		case ear.ch <- e:
			return false
		default:
			close(ear.ch)
			return true
		}
	})
}

func (b *fakeBox) show(p hw.Pod, f *hw.Frame) {
	b.mu.Lock()
	if p == hw.Panel {
		b.main = f
	} else {
		b.private[p] = f
	}
	b.mu.Unlock()
	b.send(p, sim.ScreenEvent{Pod: p, Frame: f})
}

func (b *fakeBox) set(scene func(lang.Lang) console.Desk) {
	b.mu.Lock()
	b.scene = scene
	b.mu.Unlock()
	b.send(hw.Panel, sim.DeskEvent{})
}

func (b *fakeBox) tell(format string, args ...any) error {
	s := fmt.Sprintf(format, args...)
	b.mu.Lock()
	b.told = append(b.told, s)
	err, heard := b.refuse, b.heard
	b.mu.Unlock()
	if heard != nil {
		heard(s)
	}
	return err
}

func (b *fakeBox) all() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.told)
}

func (b *fakeBox) Press(_ context.Context, p hw.Pod, k hw.Button, down bool) error {
	return b.tell("press %d %s %v", p, k, down)
}

func (b *fakeBox) Desk(_ context.Context, l lang.Lang) (console.Desk, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.scene(l), nil
}

func (b *fakeBox) House(_ context.Context, game string) (string, error) {
	if game != "derpate" {
		return "", ErrNoCatalogue
	}
	return "row4: {}\n", nil
}

// Catalogue finds fault with every line that says so.
func (b *fakeBox) Catalogue(_ context.Context, game string, l lang.Lang, file []byte) (json.RawMessage, []Mistake, error) {
	if game != "derpate" {
		return nil, nil, ErrNoCatalogue
	}
	var wrong []Mistake
	for i, line := range strings.Split(string(file), "\n") {
		if strings.Contains(line, "wrong") {
			wrong = append(wrong, Mistake{i + 1, in(l, "this is wrong", "این نادرست است", "questo è sbagliato")})
		}
	}
	if wrong != nil {
		return nil, wrong, nil
	}
	raw, err := json.Marshal(map[string]int{"bytes": len(file)})
	return raw, nil, err
}

func (b *fakeBox) Start(_ context.Context, h engine.Header) error {
	return b.tell("start %s", h.Append(nil))
}
func (b *fakeBox) Type(_ context.Context, line []byte) error { return b.tell("type %s", line) }
func (b *fakeBox) Pause(_ context.Context, on bool) error    { return b.tell("pause %v", on) }
func (b *fakeBox) Undo(context.Context) error                { return b.tell("undo") }
func (b *fakeBox) CancelUndo(context.Context) error          { return b.tell("undo_cancel") }
func (b *fakeBox) GoOn(context.Context) error                { return b.tell("go_on") }
func (b *fakeBox) Leave(context.Context) error               { return b.tell("leave") }

func (b *fakeBox) Lang(context.Context) (lang.Lang, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lang, nil
}

func (b *fakeBox) SetLang(_ context.Context, l lang.Lang) error {
	b.mu.Lock()
	b.lang = l
	b.mu.Unlock()
	return b.tell("voice %s", l)
}

func (b *fakeBox) Record(context.Context) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.record, b.refuse
}

var errFake = errors.New("the fake refuses")

// write draws lines of plain letters, enough to look at a page.
func write(w, h int, lines ...string) *hw.Frame {
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

var castEN = []string{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid", "Gina", "Hamid"}

var castFA = []string{"آوا", "بابک", "کیارا", "داریو", "النا", "فرید", "جینا", "حمید"}

func cast(l lang.Lang) []string {
	if l == lang.Persian {
		return castFA
	}
	return castEN
}

// in picks the words of a language.
func in(l lang.Lang, en, fa, it string) string {
	return map[lang.Lang]string{lang.English: en, lang.Persian: fa, lang.Italian: it}[l]
}

func sceneMenu(l lang.Lang) console.Desk {
	return console.Desk{
		State: "menu", Seconds: -1,
		Resume: in(l, "Naro, 6 seats, round 3: share the loot", "نارو، ۶ نفر، دور ۳: تقسیم غنائم", "Naro, 6 posti, round 3: spartizione"),
		Titles: []console.DeskTitle{
			{ID: "naro", Title: in(l, "Naro", "نارو", "Naro"), Min: 4, Max: 8, Options: []console.DeskOption{
				{Key: "powers", Label: in(l, "Powers", "قدرت\u200cها", "Poteri"), Kind: "bool", Default: "false"},
				{Key: "boss", Label: in(l, "First boss", "رئیس اول", "Primo Boss"), Kind: "seat"},
				{Key: "chance", Label: in(l, "Loot and cards", "غنائم و کارت\u200cها", "Bottino e carte"), Kind: "choice", Default: "table", Values: []console.SheetItem{
					{Word: "table", Label: in(l, "cardboard", "روی میز", "di cartone")}, {Word: "box", Label: in(l, "the box deals", "جعبه", "dalla scatola")},
				}},
			}},
		},
	}
}

func seatsOf(l lang.Lang) []console.DeskSeat {
	var seats []console.DeskSeat
	for i, n := range cast(l) {
		s := console.DeskSeat{Name: n, Locked: i%3 == 1, Awaited: i%3 == 0}
		if i == 1 {
			s.Lines = []console.DeskLine{{Seat: n, Icons: []string{"boss"}}}
		}
		if i == 4 {
			s.Lines = []console.DeskLine{{Seat: n, Icons: []string{"wound", "wound"}}}
		}
		seats = append(seats, s)
	}
	return seats
}

func sceneLoot(l lang.Lang) console.Desk {
	item := func(w, en, fa, it string, n int) console.SheetItem {
		return console.SheetItem{Word: w, Label: in(l, en, fa, it), Count: n}
	}
	return console.Desk{
		State: "play", Game: "naro", GameTitle: in(l, "Naro", "نارو", "Naro"), Seconds: -1, CanUndo: true,
		Phase: in(l, "Loot", "غنائم", "Bottino"), Heading: in(l, "Round 2 of 8", "دور ۲ از ۸", "Round 2 di 8"),
		Seats: seatsOf(l),
		Sheets: []console.Sheet{{
			Seat: "table", Verb: "loot", Kind: "cards", Arg: "cards", Min: 8, Max: 8,
			Prompt: in(l, "Turn up the top card of each column", "روی هر ستون یک کارت رو کنید", "Girate la prima carta di ogni colonna"),
			Items: []console.SheetItem{
				item("cash_5000", "$5,000", "۵۰۰۰ دلار", "5.000 $", 15), item("cash_10000", "$10,000", "۱۰٬۰۰۰ دلار", "10.000 $", 12), item("cash_20000", "$20,000", "۲۰٬۰۰۰ دلار", "20.000 $", 10),
				item("diamond_1000", "$1,000 diamond", "الماس ۱۰۰۰ دلاری", "diamante da 1.000 $", 5), item("diamond_5000", "$5,000 diamond", "الماس ۵۰۰۰ دلاری", "diamante da 5.000 $", 3), item("diamond_10000", "$10,000 diamond", "الماس ۱۰٬۰۰۰ دلاری", "diamante da 10.000 $", 1),
				item("painting", "painting", "تابلوی نقاشی", "quadro", 9), item("clip", "clip", "خشاب", "caricatore", 3), item("first_aid", "first aid kit", "جعبه\u200cی کمک\u200cهای اولیه", "kit di pronto soccorso", 2),
			},
		}},
	}
}

func sceneAim(l lang.Lang) console.Desk {
	d := sceneLoot(l)
	d.Sheets = nil
	d.Phase = in(l, "Naro! Take aim", "نارو! نشانه بگیرید", "Naro! Mirate")
	c := cast(l)
	for i, n := range c {
		line := console.DeskLine{Seat: n, Text: in(l, "aims at "+c[(i+3)%8], "نشانه به سوی "+c[(i+3)%8], "mira a "+c[(i+3)%8]), Icons: []string{"up"}}
		if i == 1 {
			line.Strong, line.Icons = true, []string{"boss"}
		}
		if i == 4 {
			line.Icons = []string{"wound", "wound"}
		}
		d.Lines = append(d.Lines, line)
	}
	d.Error = in(l, "NARO-5.2: nobody aims at himself", "NARO-5.2: کسی خودش را نشانه نمی\u200cگیرد", "NARO-5.2: nessuno mira a sé stesso")
	d.Rule = &console.DeskRule{Number: "NARO-5.2", Lang: lang.English, Text: "The target must be another living seat. Nobody aims at himself or at the dead."}
	d.Undo = &console.Undo{Text: in(l, "Babak takes the order back", "بابک دستورش را پس می\u200cگیرد", "Babak annulla l'ordine"), Needs: []string{c[2], c[5]}}
	return d
}

func scenePowers(l lang.Lang) console.Desk {
	d := sceneLoot(l)
	d.Paused = true
	var keys []console.SheetItem
	for _, n := range cast(l) {
		keys = append(keys, console.SheetItem{Word: n, Label: n})
	}
	d.Sheets = []console.Sheet{{
		Seat: "table", Verb: "powers", Kind: "assign", Arg: "cards", Prompt: in(l, "Who has which power?", "هر کس چه قدرتی دارد؟", "Chi ha quale potere?"), Keys: keys,
		Items: []console.SheetItem{{Word: "tough", Label: in(l, "Tough", "سگ\u200cجان", "Duro"), Count: 1}, {Word: "lucky", Label: in(l, "Lucky", "خوش\u200cشانس", "Fortunato"), Count: 1}},
	}, {
		Seat: "table", Verb: "draw", Kind: "one", Prompt: in(l, "Which card was it?", "کدام کارت بود؟", "Che carta era?"),
		Options: []console.SheetOption{{Label: in(l, "Click!", "کلیک!", "Clic!"), Line: json.RawMessage(`{"seat":"table","do":"draw","card":"click"}`)}, {Label: in(l, "Bang!", "بنگ!", "Bang!"), Line: json.RawMessage(`{"seat":"table","do":"draw","card":"bang"}`)}},
	}}
	return d
}

func sceneDice(l lang.Lang) console.Desk {
	d := sceneLoot(l)
	d.GameTitle, d.Heading = in(l, "The Godfather (Der Pate)", "پدرخوانده (Der Pate)", "Il Padrino (Der Pate)"), in(l, "3/7 Dice", "۳/۷ تاس", "3/7 Dadi")
	var faces, dice []console.SheetItem
	for n := 1; n <= 5; n++ {
		faces = append(faces, console.SheetItem{Word: fmt.Sprint(n), JSON: json.RawMessage(fmt.Sprint(n)), Label: l.Number(n), Count: 1})
	}
	faces = append(faces, console.SheetItem{Word: "puppeteer", Label: in(l, "Puppeteer", "عروسک‌گردان", "Burattinaio"), Count: 1})
	for _, c := range [][]string{{"white", "White", "سفید", "Bianco"}, {"grey", "Grey", "خاکستری", "Grigio"}, {"red", "Red", "قرمز", "Rosso"}, {"black", "Black", "سیاه", "Nero"}} {
		dice = append(dice, console.SheetItem{Word: c[0], Label: in(l, c[1], c[2], c[3]), Count: 1})
	}
	d.Sheets = []console.Sheet{{Seat: "table", Verb: "roll", Kind: "dice", Arg: "dice", Prompt: in(l, "Roll 4 dice", "۴ تاس بریز", "Lancia 4 dadi"), Items: faces, Keys: dice}}
	return d
}

func sceneOver(l lang.Lang) console.Desk {
	d := sceneLoot(l)
	d.Sheets, d.State, d.Record = nil, "over", true
	c := cast(l)
	d.Phase = in(l, "Game over", "پایان بازی", "Fine partita")
	d.Heading = in(l, "Babak wins", "بابک برنده شد", "Vince Babak")
	for i, k := range []int{1, 3, 0, 5, 2, 7, 6, 4} {
		n := 127000 - 13500*i
		line := console.DeskLine{Seat: c[k], Text: "$" + l.Number(n)}
		if i == 0 {
			line.Strong, line.Icons = true, []string{"star"}
		}
		if i == 7 {
			line.Text, line.Icons = in(l, "dead", "مرده", "fuori"), []string{"dead"}
		}
		d.Lines = append(d.Lines, line)
	}
	return d
}
