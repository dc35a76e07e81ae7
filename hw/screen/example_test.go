package screen_test

import (
	"fmt"
	"image"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// text returns the rows of a frame, with # for a lit pixel.
func text(f *hw.Frame) string {
	var b []byte
	for y := range f.H {
		for x := range f.W {
			if f.Lit(x, y) {
				b = append(b, '#')
			} else {
				b = append(b, '.')
			}
		}
		b = append(b, '\n')
	}
	return string(b)
}

// Text in a rectangle of a frame.
func ExampleType_Draw() {
	setter, err := screen.New()
	if err != nil {
		fmt.Println(err)
		return
	}
	f := hw.NewFrame(48, 12)
	setter.Draw(f, image.Rect(0, 0, 48, 12), "Ava: 5", screen.Style{Size: 12}, screen.Start, true)
	fmt.Print(text(f))
	fmt.Println(setter.Width("Ava: 5", screen.Style{Size: 12}), "pixels wide")
	// Output:
	// ................................................
	// .###...................#####....................
	// #...#..................#........................
	// #...#.#...#..###..#....#........................
	// #...#.#...#.....#.#....####.....................
	// #####..#.#...####..........#....................
	// #...#..#.#..#...#..........#....................
	// #...#...#...#...#.#....#...#....................
	// #...#...#....####.#.....###.....................
	// ................................................
	// ................................................
	// ................................................
	// 29 pixels wide
}

// A page of a game on a display of 128x64, in Persian and so from right to left.
func ExampleType_Paint() {
	setter, err := screen.New()
	if err != nil {
		fmt.Println(err)
		return
	}
	f := hw.NewFrame(128, 64)
	page := screen.Page{Heading: "دور ۳", Foot: "A پایین · OK"}
	for _, name := range []string{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid", "Gita"} {
		page.Lines = append(page.Lines, screen.Line{Name: name, Icons: []engine.Icon{engine.IconCard}, Text: "۵۰٬۰۰۰ تومان"})
	}
	parts := setter.Paint(f, lang.Persian, &page)
	fmt.Println("parts:", parts)
	fmt.Println("the heading is light:", f.Lit(0, 0) && f.Lit(127, 0))
	// Output:
	// parts: 3
	// the heading is light: true
}
