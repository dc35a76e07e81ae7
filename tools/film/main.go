// Film makes a page of the outputs of a headless run: what everybody at the table saw and heard, moment by moment. Look at it as a
// player would: can you tell what is asked, what was revealed and who did what without knowing the game?
//
//	go run ./tools/film -presses RECORD.jsonl >presses.jsonl     the moves of a record as if typed in, two seconds apart
//	consigliere sim --headless --game G --seats ... --option ... --seed S --presses presses.jsonl --out DIR
//	go run ./tools/film DIR/outputs.jsonl >film.html
//
// With -true, displays are as large as real ones on a screen of 96 dots an inch: the main screen of 128x64 as one of 2.42 inches, a
// pod's of 128x64 as one of 0.96 inches, and those of 128x32 as 0.91 inches. Look at them from 60 cm.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"io"
	"log"
	"os"
	"slices"
	"strings"
)

// An output is a line of outputs.jsonl.
type output struct {
	At     float64 `json:"at"`
	Screen string  `json:"screen"`
	Frame  string  `json:"frame"`
	Light  *int    `json:"light"`
	RGB    string  `json:"rgb"`
	Say    string  `json:"say"`
	Lang   string  `json:"lang"`
	Tone   float64 `json:"tone"`
}

// A look says what of a run is shown, and how.
type look struct {
	from, to float64 // seconds
	gap      float64 // moments closer than this share a row
	screens  string  // with commas between; "" shows all
	scale    int     // size of a pixel
	trueSize bool
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("film: ")
	var l look
	presses := flag.Bool("presses", false, "turn a record into typed presses")
	every := flag.Float64("every", 2, "with -presses: seconds between moves; shorter than the game's own limits of time")
	flag.Float64Var(&l.from, "from", 0, "first second shown")
	flag.Float64Var(&l.to, "to", 1e9, "last second shown")
	flag.Float64Var(&l.gap, "gap", 0.25, "moments closer than this many seconds share a row")
	flag.IntVar(&l.scale, "scale", 2, "size of a pixel")
	flag.BoolVar(&l.trueSize, "true", false, "displays are as large as real ones, at 96 dots an inch")
	flag.StringVar(&l.screens, "screens", "", "screens to show, such as main,pod0; all if empty")
	flag.Parse()
	var in io.Reader = os.Stdin
	if name := flag.Arg(0); name != "" && name != "-" {
		f, err := os.Open(name)
		if err != nil {
			log.Fatal(err)
		}
		defer f.Close()
		in = f
	}
	out := bufio.NewWriter(os.Stdout)
	err := error(nil)
	if *presses {
		err = typed(out, in, *every)
	} else {
		err = l.film(out, in)
	}
	if err = cmp.Or(err, out.Flush()); err != nil {
		log.Fatal(err)
	}
}

// lines calls f with each line that is not empty, and its number.
func lines(in io.Reader, f func(n int, line []byte) error) error {
	s := bufio.NewScanner(in)
	s.Buffer(nil, 64<<20)
	for n := 1; s.Scan(); n++ {
		if line := bytes.TrimSpace(s.Bytes()); len(line) > 0 {
			if err := f(n, line); err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
		}
	}
	return s.Err()
}

// typed writes the moves of a record as presses.
func typed(out io.Writer, in io.Reader, every float64) error {
	at := 1.0
	return lines(in, func(n int, line []byte) error {
		if n == 1 { // the header
			return nil
		}
		_, err := fmt.Fprintf(out, "{\"at\":%.2f,\"type\":%s}\n", at, line)
		at += every
		return err
	})
}

const head = `<!doctype html><meta charset="utf-8"><title>Film</title><style>
body{font:14px/1.4 sans-serif;background:#222;color:#ddd}td,th{padding:4px 8px;vertical-align:top;text-align:start}
td.old img{opacity:.35}img{display:block}img.large{image-rendering:pixelated}
i{display:inline-block;width:12px;height:12px;border-radius:6px;border:1px solid #888;margin-right:2px}
td.say{width:16em}</style><table><tr><th>s<th>lights<th>said`

// film writes the page.
func (l *look) film(out io.Writer, in io.Reader) error {
	var all []output
	var columns []string
	if err := lines(in, func(_ int, line []byte) error {
		var o output
		err := json.Unmarshal(line, &o)
		all = append(all, o)
		if o.Screen != "" && !slices.Contains(columns, o.Screen) {
			columns = append(columns, o.Screen)
		}
		return err
	}); err != nil {
		return err
	}
	slices.SortFunc(columns, func(a, b string) int { // main, pod0, ..., pod10
		return cmp.Or(strings.Compare(a[:1], b[:1]), cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	})
	if l.screens != "" {
		columns = strings.Split(l.screens, ",")
	}
	fmt.Fprint(out, head)
	for _, c := range columns {
		fmt.Fprintf(out, "<th>%s", html.EscapeString(c))
	}
	shown, lights := map[string]string{}, map[int]string{}
	for i := 0; i < len(all); {
		start := all[i].At
		var fresh, said []string
		for ; i < len(all) && all[i].At < start+l.gap; i++ {
			switch o := all[i]; {
			case o.Screen != "":
				shown[o.Screen] = o.Frame
				fresh = append(fresh, o.Screen)
			case o.Light != nil:
				lights[*o.Light] = o.RGB
			case o.Say != "":
				said = append(said, html.EscapeString(o.Lang+": "+o.Say))
			case o.Tone != 0:
				said = append(said, fmt.Sprintf("(tone %.0f)", o.Tone))
			}
		}
		dull := len(said) == 0 && !slices.ContainsFunc(fresh, func(s string) bool { return slices.Contains(columns, s) })
		if dull || start < l.from || start > l.to {
			continue
		}
		fmt.Fprintf(out, "\n<tr><td>%.2f<td>", start)
		for p := range len(lights) {
			fmt.Fprintf(out, `<i style="background:#%s" title="%d"></i>`, lights[p], p)
		}
		fmt.Fprintf(out, `<td class="say" dir="auto">%s`, strings.Join(said, "<br>"))
		for _, c := range columns {
			class := "old"
			if slices.Contains(fresh, c) {
				class = "new"
			}
			fmt.Fprintf(out, `<td class="%s">`, class)
			if shown[c] == "" {
				continue
			}
			m, err := picture(shown[c])
			if err != nil {
				return fmt.Errorf("the frame of %s at %.2f s: %w", c, start, err)
			}
			var file bytes.Buffer
			if err := png.Encode(&file, m); err != nil {
				return err
			}
			fmt.Fprintf(out, `<img %s src="data:image/png;base64,%s">`, l.size(c, m.Rect.Dy()), base64.StdEncoding.EncodeToString(file.Bytes()))
		}
	}
	_, err := fmt.Fprintln(out, "\n</table>")
	return err
}

// size returns how large a screen is drawn, as attributes. The lit part of a display of 2.42 inches is 55.01 mm wide, of one of 0.96
// inches 21.74 mm, and of one of 0.91 inches, which has half as many rows, 22.38 mm.
func (l *look) size(screen string, rows int) string {
	switch {
	case !l.trueSize:
		return fmt.Sprintf(`class="large" style="width:%dpx"`, width*l.scale)
	case rows == 32:
		return `style="width:22.38mm"`
	case screen == "main":
		return `style="width:55.01mm"`
	}
	return `style="width:21.74mm"`
}

// width is that of all displays, in pixels.
const width = 128

// picture returns a frame: rows from the top, each row's pixels in bytes from the left, the highest bit first.
func picture(frame string) (*image.Paletted, error) {
	b, err := base64.StdEncoding.DecodeString(frame)
	if err != nil {
		return nil, err
	}
	m := image.NewPaletted(image.Rect(0, 0, width, len(b)*8/width), color.Palette{color.Black, color.White})
	for i := range m.Pix {
		m.Pix[i] = b[i/8] >> (7 - i%8) & 1
	}
	return m, nil
}
