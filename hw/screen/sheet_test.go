package screen_test

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

var (
	update = flag.Bool("update", false, "write the golden frames")
	pngDir = flag.String("png", "", "a folder for TestSheet's enlarged pictures of the golden frames")
)

// A golden page is drawn at both sizes of display.
type golden struct {
	name string
	lang lang.Lang
	page screen.Page
}

func goldens() []golden {
	const (
		boss   = engine.IconBoss
		dead   = engine.IconDead
		wound  = engine.IconWound
		locked = engine.IconLocked
		await  = engine.IconAwait
		target = engine.IconTarget
	)
	icons := func(i ...engine.Icon) []engine.Icon { return i }
	names := []string{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid", "Gita", "Hans"}
	var targets []screen.Line
	for _, n := range names[1:] {
		targets = append(targets, screen.Line{Text: n})
	}
	eight := func(l lang.Lang) []screen.Line {
		var lines []screen.Line
		for i, n := range names {
			line := screen.Line{Name: n, Text: l.Number(5 + 17*i)}
			switch i {
			case 0:
				line.Icons = icons(boss)
			case 2:
				line.Icons = icons(wound)
			case 3:
				line.Icons = icons(wound, wound)
			case 5:
				line.Icons = icons(dead)
			}
			lines = append(lines, line)
		}
		return lines
	}
	return []golden{
		{"scene.en", lang.English, screen.Page{Heading: "Round 3: load", Corner: "12", Lines: eight(lang.English)}},
		{"scene.fa", lang.Persian, screen.Page{Heading: "دور ۳: فشنگ\u200cگذاری", Corner: "۱۲", Lines: eight(lang.Persian)}},
		{"scene.it", lang.Italian, screen.Page{Heading: "Giro 3: carica", Corner: "12", Lines: eight(lang.Italian)}},
		{"status.en", lang.English, screen.Page{Heading: "Courage", Lines: []screen.Line{
			{Name: "Ava", Icons: icons(boss, locked), Text: "5 cards", Strong: true},
			{Name: "Babak", Icons: icons(target), Text: "Chiara"},
			{Name: "Chiara", Icons: icons(await)},
			{Name: "Dario", Icons: icons(engine.IconUp, engine.IconCard, engine.IconMoney, engine.IconStar)},
		}}},
		{"status.fa", lang.Persian, screen.Page{Heading: "شجاعت", Lines: []screen.Line{
			{Name: "Ava", Icons: icons(boss, locked), Text: "۵ کارت", Strong: true},
			{Name: "Babak", Icons: icons(target), Text: "Chiara"},
			{Name: "کیارا", Icons: icons(await)},
			{Name: "داریو", Icons: icons(engine.IconUp, "duck", engine.IconMoney, engine.IconStar), Text: "۱۲٬۰۰۰"},
		}}},
		{"choice.en", lang.English, screen.Page{Heading: "Which bullet?", Corner: "29", Lines: []screen.Line{
			{Text: "A  Click!", Cursor: true},
			{Text: "B  Bang!"},
		}, Foot: "A, B choose · OK locks"}},
		{"choice.fa", lang.Persian, screen.Page{Heading: "کدام فشنگ؟", Corner: "۲۹", Lines: []screen.Line{
			{Text: "A  تق!", Cursor: true},
			{Text: "B  بنگ!"},
		}, Foot: "A و B انتخاب · OK قفل"}},
		{"choice.it", lang.Italian, screen.Page{Heading: "Quale proiettile?", Corner: "29", Lines: []screen.Line{
			{Text: "A  Clic!"},
			{Text: "B  Bang!", Cursor: true},
		}, Foot: "A, B scelgono · OK conferma"}},
		{"asks.en", lang.English, screen.Page{Heading: "Your target?", Corner: "29", Whole: true, Lines: targets, Foot: "A next, B back, OK"}},
		{"presses.en", lang.English, screen.Page{Heading: "Your target?", Corner: "29", Whole: true, Lines: targets, Foot: "A next, B back, OK", At: 1}},
		{"presses.fa", lang.Persian, screen.Page{Heading: "گلوله‌ات؟", Corner: "۲۹", Whole: true, Lines: []screen.Line{{Text: "A  تق!"}, {Text: "B  بنگ!"}}, Foot: "A یا B، بعد OK", At: 1}},
		{"presses.it", lang.Italian, screen.Page{Heading: "Il tuo bersaglio?", Whole: true, Lines: targets, Foot: "A giù, B su, OK", At: 1}},
		{"keys.en", lang.English, screen.Page{Heading: "Keep which job?", Whole: true, Lines: []screen.Line{
			{Key: "A", Text: "Olive Oil Books: $2, draw a job"}, {Key: "B", Text: "River Trip: $2, kill a thug"}, {Key: "A+B", Text: "Neither of them"},
		}, Foot: "A, B or A+B, then OK", Keys: []string{"A/B", "↓", "OK"}}},
		{"keys.fa", lang.Persian, screen.Page{Heading: "کدام کار را نگه می‌داری؟", Whole: true, Lines: []screen.Line{
			{Key: "A", Text: "ربودن کامیون: ۳ دلار، ۲ × مشروب"}, {Key: "B", Text: "تمام"},
		}, Foot: "A یا B، OK", Keys: []string{"A/B", "↓", "OK"}}},
		{"keys.it", lang.Italian, screen.Page{Heading: "Banchiere: quale tracciato sale adesso?", Whole: true, Lines: []screen.Line{
			{Key: "A", Text: "Rendita"}, {Text: "Favori"}, {Text: "Non faccio niente"}, {Key: "B", Text: "Altro"},
		}, Foot: "A: prima di 4, poi OK", Keys: []string{"A▼", "B▲", "OK"}}},
		{"marked.en", lang.English, screen.Page{Heading: "Keep which job?", Whole: true, Lines: []screen.Line{
			{Key: "A", Text: "Olive Oil Books: $2, draw a job", Cursor: true}, {Key: "B", Text: "River Trip: $2, kill a thug"},
		}, Foot: "OK locks", Keys: []string{"A/B", "↓", "OK"}}},
		{"list.en", lang.English, screen.Page{Heading: "Typing the loot", Corner: "5/8", Lines: []screen.Line{
			{Text: "2 × 5,000", Strong: true},
			{Text: "10,000"},
			{Text: "1 × 20,000", Strong: true, Cursor: true},
			{Text: "2 × Diamond 1,000", Strong: true},
			{Text: "Diamond 5,000"},
			{Text: "Painting"},
			{Text: "First aid"},
			{Text: "done"},
		}, Foot: "OK takes · hold OK: back"}},
		{"long.en", lang.English, screen.Page{Heading: "Where does the car start?", Lines: []screen.Line{
			{Text: "1"}, {Text: "2", Cursor: true}, {Text: "3"}, {Text: "4"}, {Text: "5"}, {Text: "6"}, {Text: "7"}, {Text: "8"},
		}, Foot: "A B move, OK takes"}},
		{"list.fa", lang.Persian, screen.Page{Heading: "غنیمت\u200cها", Corner: "۵/۸", Lines: []screen.Line{
			{Text: "۲ × ۵٬۰۰۰", Strong: true},
			{Text: "۱۰٬۰۰۰"},
			{Text: "۱ × ۲۰٬۰۰۰", Strong: true, Cursor: true},
			{Text: "۲ × الماس ۱٬۰۰۰", Strong: true},
			{Text: "الماس ۵٬۰۰۰"},
			{Text: "تابلو"},
			{Text: "کمک\u200cهای اولیه"},
			{Text: "تمام"},
		}, Foot: "OK بردار · OK نگه\u200cدار: بازگشت"}},
		{"number.en", lang.English, screen.Page{Heading: "Your bid", Lines: []screen.Line{{Text: "12,000"}}, Big: true, Foot: "A + · B − · OK locks"}},
		{"number.fa", lang.Persian, screen.Page{Heading: "پیشنهاد شما", Lines: []screen.Line{{Text: "۱۲"}}, Big: true, Foot: "A + · B − · OK قفل"}},
		{"count.fa", lang.Persian, screen.Page{Lines: []screen.Line{{Text: "۳"}}, Big: true}},
		{"peek.en", lang.English, screen.Page{Lines: []screen.Line{{Text: "Chiara, hold OK"}}, Big: true}},
		{"peek.fa", lang.Persian, screen.Page{Lines: []screen.Line{{Text: "Chiara، OK را نگه دار"}}, Big: true}},
		{"logo.en", lang.English, screen.Page{Lines: []screen.Line{{Text: "Consigliere"}}, Big: true}},
		{"logo.fa", lang.Persian, screen.Page{Lines: []screen.Line{{Text: "کنسیلیره"}}, Big: true}},
		{"refused.en", lang.English, screen.Page{Heading: "Not so", Lines: []screen.Line{{Text: "NARO-4.2: Ava has no Bang! left"}}, Foot: "OK: the rule"}},
		{"refused.fa", lang.Persian, screen.Page{Heading: "نمی\u200cشود", Lines: []screen.Line{{Text: "NARO-4.2: Ava دیگر بنگ! ندارد"}}, Foot: "OK: قاعده"}},
		{"rule.en", lang.English, screen.Page{Heading: "NARO-4.2", At: 1, Lines: []screen.Line{{Text: "Each seat puts one bullet card face down: Bang! or Click!. A seat may load a Bang! only while it has one left; in the last round every card that remains may be used."}}}},
		{"rule.it", lang.Italian, screen.Page{Heading: "Una domanda molto lunga: quale carta vuoi giocare?", Lines: []screen.Line{{Text: "È così. Perché?"}}}},
		{"reveal.en", lang.English, screen.Page{Heading: "Shots", Lines: []screen.Line{
			{Name: "Ava", Icons: icons(engine.IconGun, target), Text: "Dario"},
			{Name: "Babak", Icons: icons("duck", engine.IconSafe)},
			{Name: "Chiara", Icons: icons(engine.IconUp, engine.IconHit, wound, wound)},
			{Name: "Dario", Icons: icons(engine.IconHit, dead)},
		}}},
		{"dice.fa", lang.Persian, screen.Page{Heading: "رأی‌گیری", Corner: "۱۲", Lines: []screen.Line{
			{Name: "Ava", Icons: icons(engine.IconDie1, engine.IconDie2, engine.IconDie3)},
			{Name: "بابک", Icons: icons(engine.IconDie4, engine.IconDie5, engine.IconDie6)},
			{Name: "Chiara", Icons: icons(engine.IconGun, target), Text: "Dario"},
			{Name: "Dario", Icons: icons(engine.IconYes, engine.IconNo, engine.IconClock)},
		}}},
		{"names.it", lang.Italian, screen.Page{Heading: "PERCHÉ NO? È ÒÙ", Lines: []screen.Line{
			{Text: "Élise, Ömer, Łukasz, Šárka, Željko"},
			{Name: "Massimiliano-Ferdinando", Text: "12", Strong: true},
			{Name: "Illya W. Mommsen", Text: "0"},
		}, Foot: "È ORA: OK conferma"}},
		{"final.it", lang.Italian, screen.Page{Heading: "Fine", Lines: []screen.Line{
			{Name: "Alessandra", Icons: icons(engine.IconStar), Text: "142.000 dollari", Strong: true},
			{Name: "Bartolomeo", Text: "98.000 dollari"},
			{Name: "Christopher-Maximilian", Icons: icons(dead), Text: "0"},
		}}},
	}
}

func draw(t testing.TB, ty *screen.Type, g *golden, w, h int) *hw.Frame {
	f := hw.NewFrame(w, h)
	for i := range f.Pix {
		f.Pix[i] = 0xA5 // what was there before must not shine through
	}
	ty.Paint(f, g.lang, &g.page)
	return f
}

func type_(t testing.TB) *screen.Type {
	ty, err := screen.New()
	require.NoError(t, err)
	return ty
}

// pbm writes a frame as a plain PBM file, which diffs show and picture viewers open.
func pbm(f *hw.Frame) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "P1\n%d %d\n", f.W, f.H)
	for y := range f.H {
		for x := range f.W {
			if f.Lit(x, y) {
				b.WriteByte('1')
			} else {
				b.WriteByte('0')
			}
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

func TestGolden(t *testing.T) {
	ty := type_(t)
	for _, g := range goldens() {
		for _, h := range []int{64, 32} {
			name := fmt.Sprintf("%s.128x%d", g.name, h)
			t.Run(name, func(t *testing.T) {
				got := pbm(draw(t, ty, &g, 128, h))
				file := filepath.Join("testdata", name+".pbm")
				if *update {
					require.NoError(t, os.WriteFile(file, got, 0o644))
				}
				want, err := os.ReadFile(file)
				require.NoError(t, err)
				art := strings.NewReplacer("0", " ", "1", "#")
				assert.Equal(t, art.Replace(string(want)), art.Replace(string(got)))
			})
		}
	}
}

// TestSheet is for the eye: go test -run TestSheet -png DIR ./hw/screen
func TestSheet(t *testing.T) {
	if *pngDir == "" {
		*pngDir = t.TempDir()
	}
	const scale, gap = 3, 6
	ty := type_(t)
	all := goldens()
	for page := 0; len(all) > 0; page++ {
		n := min(8, len(all))
		img := image.NewRGBA(image.Rect(0, 0, (2*(128+gap))*scale*2, (n+1)/2*(64+gap)*scale))
		for i := range all[:n] {
			for j, h := range []int{64, 32} {
				f := draw(t, ty, &all[i], 128, h)
				ox, oy := (i%2*2+j)*(128+gap)*scale, i/2*(64+gap)*scale
				for y := range h * scale {
					for x := range 128 * scale {
						c := color.RGBA{12, 12, 16, 255}
						if f.Lit(x/scale, y/scale) && x%scale > 0 && y%scale > 0 {
							c = color.RGBA{190, 230, 255, 255}
						} else if f.Lit(x/scale, y/scale) {
							c = color.RGBA{150, 185, 205, 255}
						}
						img.Set(ox+x, oy+y, c)
					}
				}
			}
		}
		w, err := os.Create(filepath.Join(*pngDir, fmt.Sprintf("sheet%d.png", page)))
		require.NoError(t, err)
		require.NoError(t, png.Encode(w, img))
		require.NoError(t, w.Close())
		all = all[n:]
	}
}
