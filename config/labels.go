package config

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Measures of the front of a pod, in millimetres. Its left upper corner is at 0, 0.
const (
	plateW, plateH = 98.0, 70.0
	plateGap       = 1.0 // between two on a page
	pageW, pageH   = 210.0, 297.0
	pageMargin     = 5.0
	rim            = 2.0 // that a button has around its hole
)

// A hole is what must be cut out of the front of a pod.
type hole struct {
	Name string  // "A", "B", "OK", "light" or "screen"
	X, Y float64 // of its middle
	D    float64 // diameter; 0 is a rectangle
	W, H float64 // of a rectangle
}

// holes returns those in the front of a pod. OK is larger than A and B, and apart, so that a thumb
// that does not look finds it.
func (p *Pod) holes() []hole {
	list := []hole{
		{Name: "A", X: 17, Y: 41, D: 24},
		{Name: "B", X: 47, Y: 41, D: 24},
		{Name: "OK", X: 79, Y: 41, D: 30},
	}
	if p.Lit() {
		list = append(list, hole{Name: "light", X: 12, Y: 12, D: 10})
	}
	if s := p.Screen; s != nil {
		h := hole{Name: "screen", X: 49, Y: 10.5, W: 24, H: 7}
		if s.H == 64 {
			h.H = 13
		}
		list = append(list, h)
	}
	return list
}

// A mark is the colour and the shape of a button. Whoever does not see colours has the shape; whoever
// sees them has colours that differ in every kind of colour blindness (Okabe and Ito).
type mark struct{ colour, shape string }

// marks are the shapes of the buttons, 5 mm high, with their middle at 0, 0.
var marks = map[string]mark{
	"A":  {"#0072b2", `<path d="M0 -2.6 2.8 2.4H-2.8Z"/>`},
	"B":  {"#d55e00", `<path d="M-2.4 -2.4H2.4V2.4H-2.4Z"/>`},
	"OK": {"#009e73", `<circle r="2.6"/>`},
}

// A Caption is a line on the front of a pod.
type Caption struct {
	Text        string
	RightToLeft bool
}

// WriteLabels draws the fronts of the pods in their real size, on pages of A4: to be printed at 100
// percent, cut out, drilled through and glued on.
func (b *Box) WriteLabels(w io.Writer, captions []Caption) error {
	const columns, rows = 2, 4
	pages := (len(b.Pods) + columns*rows - 1) / (columns * rows)
	e := svgWriter{w: w}
	e.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%gmm" height="%gmm" viewBox="0 0 %g %g" font-family="Vazirmatn, sans-serif">`+"\n", pageW, pageH*float64(pages), pageW, pageH*float64(pages))
	e.printf("<title>Fronts of the pods, to print at 100 percent</title>\n")
	for i := range b.Pods {
		x := pageMargin + float64(i%columns)*(plateW+plateGap)
		y := pageH*float64(i/(columns*rows)) + pageMargin + float64(i/columns%rows)*(plateH+plateGap)
		e.printf(`<g transform="translate(%g %g)">`+"\n", x, y)
		e.plate(&b.Pods[i], strconv.Itoa(i+1), captions)
		e.printf("</g>\n")
	}
	e.printf("</svg>\n")
	return e.err
}

// plate draws the front of a pod, with the number that people know it by, the first is 1, and with what
// must be drilled; without a number as it looks when it is done.
func (e *svgWriter) plate(p *Pod, number string, captions []Caption) {
	e.printf(`<rect width="%g" height="%g" rx="4" fill="#fff" stroke="#999" stroke-width=".2"/>`+"\n", plateW, plateH)
	e.printf(`<text x="90" y="14.5" text-anchor="middle" font-size="10" font-weight="bold">%s</text>`+"\n", number)
	for _, h := range p.holes() {
		m, button := marks[h.Name]
		if h.D == 0 {
			e.printf(`<rect x="%g" y="%g" width="%g" height="%g" fill="#f4f4f4" stroke="#333" stroke-width=".25"/>`+"\n", h.X-h.W/2, h.Y-h.H/2, h.W, h.H)
			continue
		}
		colour := "#333"
		if button {
			colour = m.colour
			// The shape and the letter rise above the rim.
			e.printf(`<g transform="translate(%g %g)" fill="%s">%s<text x="4.5" y="2" font-size="6" font-weight="bold">%s</text></g>`+"\n", h.X-4, h.Y-h.D/2-rim-4, colour, m.shape, h.Name)
			e.printf(`<circle cx="%g" cy="%g" r="%g" fill="none" stroke="%s" stroke-width="1"/>`+"\n", h.X, h.Y, h.D/2+rim-.5, colour)
		}
		if number == "" {
			e.printf(`<circle cx="%g" cy="%g" r="%g" fill="%s"/>`+"\n", h.X, h.Y, h.D/2, colour)
			continue
		}
		e.printf(`<circle cx="%g" cy="%g" r="%g" fill="none" stroke="#333" stroke-width=".25" stroke-dasharray="1.2 .8"/>`+"\n", h.X, h.Y, h.D/2)
		e.printf(`<path d="M%g %gh6m-3 -3v6" fill="none" stroke="#333" stroke-width=".25"/>`+"\n", h.X-3, h.Y)
		x, y := h.X+1, h.Y+3
		if h.D < 20 { // there is no room in it
			x, y = h.X-3.5, h.Y+h.D/2+2.6
		}
		e.printf(`<text x="%g" y="%g" font-size="2.4" fill="#555">⌀ %g</text>`+"\n", x, y, h.D)
	}
	for i, c := range captions {
		direction := ""
		if c.RightToLeft {
			direction = ` direction="rtl"`
		}
		e.printf(`<text x="%g" y="%g" text-anchor="middle" font-size="2.7"%s>%s</text>`+"\n", plateW/2, plateH-9+3.4*float64(i), direction, escaped(c.Text))
	}
}

// caseText is the case of a pod, for OpenSCAD. What depends on the pod is put before it.
const caseText = `// All in millimetres. Print both parts as they lie; the front goes on with four M3 screws.
wall = 2.4;    // of front and sides
depth = 42;    // within: an arcade button of 24 mm is 33 deep with its plugs
post = 7;      // of the screws
ridge = 0.8;   // beside A, for a thumb that does not look
cable = 6;     // of the slot at the back

module front() difference() {
  union() {
    rounded(width, height, wall);
    for (r = ridges) translate([r[0], height - r[1], wall]) cube([r[2], 1.2, 2 * ridge], center = true);
  }
  for (h = rounds) translate([h[0], height - h[1], -1]) cylinder(d = h[2], h = wall + 4, $fn = 96);
  for (h = windows) translate([h[0] - h[2] / 2, height - h[1] - h[3] / 2, -1]) cube([h[2], h[3], wall + 2]);
  for (p = posts()) translate([p[0], p[1], -1]) cylinder(d = 3.4, h = wall + 2, $fn = 32);
}

module box() difference() {
  rounded(width, height, depth + wall);
  difference() {
    translate([wall, wall, wall]) cube([width - 2 * wall, height - 2 * wall, depth + 1]);
    for (p = posts()) translate([p[0], p[1], 0]) cylinder(d = post, h = depth + wall, $fn = 48);
  }
  for (p = posts()) translate([p[0], p[1], wall + depth - 12]) cylinder(d = 2.6, h = 13, $fn = 24);
  translate([width / 2 - cable / 2, height - wall - 1, depth + wall - cable]) cube([cable, wall + 2, cable + 1]);
}

function posts() = [for (x = [post / 2 + 0.6, width - post / 2 - 0.6], y = [post / 2 + 0.6, height - post / 2 - 0.6]) [x, y]];

module rounded(w, h, d) linear_extrude(d) offset(r = 4, $fn = 48) offset(delta = -4) square([w, h]);

if (part != "box") front();
if (part != "front") translate([part == "box" ? 0 : width + 10, 0, 0]) box();
`

// WriteCase writes the case of a pod as text for OpenSCAD. Its holes are where the labels have them.
func (b *Box) WriteCase(w io.Writer, pod int) error {
	if pod < 0 || pod >= len(b.Pods) {
		return fmt.Errorf("there is no pod %d", pod)
	}
	var rounds, windows, ridges []string
	for _, h := range b.Pods[pod].holes() {
		if h.D == 0 {
			windows = append(windows, fmt.Sprintf("[%g, %g, %g, %g]", h.X, h.Y, h.W, h.H))
			continue
		}
		rounds = append(rounds, fmt.Sprintf("[%g, %g, %g]", h.X, h.Y, h.D))
		if h.Name == "A" {
			ridges = append(ridges, fmt.Sprintf("[%g, %g, 14]", h.X, h.Y+h.D/2+rim+2))
		}
	}
	_, err := fmt.Fprintf(w, `// The case of pod %d of a Consigliere box.
//   openscad -D 'part="front"' -o front.stl pod.scad; openscad -D 'part="box"' -o box.stl pod.scad
part = "both";
width = %g;
height = %g;
rounds = [%s];  // x, y from above, diameter
windows = [%s]; // x, y from above, width, height
ridges = [%s];  // x, y from above, length
%s`, pod, plateW, plateH, strings.Join(rounds, ", "), strings.Join(windows, ", "), strings.Join(ridges, ", "), caseText)
	return err
}
