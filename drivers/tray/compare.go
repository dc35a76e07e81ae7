package tray

import (
	"cmp"
	"math"
	"slices"

	"consigliere/drivers/tray/sight"
)

// A Match says, in words, how a picture compares with the empty tray of a calibration.
type Match string

// The matches. All but Fits let the picture be read as if there were no calibration.
const (
	NoCalibration Match = ""
	Fits          Match = "as it was learned"
	OtherLight    Match = "the light has changed"
	Moved         Match = "the camera or the tray has moved"
	OtherSize     Match = "the camera gives pictures of another size"
	Covered       Match = "something covers the tray"
)

// An emptyTray compares frames with the empty tray.
type emptyTray struct {
	cal    *Calibration
	blocks []rgb     // of the empty tray
	spread []float32 // by how much the light of a block may differ, about one standard deviation
	alarms []float32 // what the detector says of the empty tray: logits, as its grid
	edges  []edge    // where the empty tray has sharp edges

	now      []rgb
	gain     rgb       // how much brighter the picture is than the empty tray's
	fresh    []bool    // blocks that differ from the empty tray
	thing    []bool    // those that no shadow explains
	sums     []int32   // of fresh, from the upper left corner; one wider and higher
	ratios   []float32 // for medians
	rest     []bool    // things that no die explains
	stack    []int
	match    Match
	lit      bool                         // the light is another
	left     bool                         // something is there that nothing explains
	coloured bool                         // the lesson has all colours of the set
	faint    [len(sight.ColourNames)]bool // dice of this colour hardly differ from the tray
}

// An edge is a pixel of half a frame where the light of the empty tray grows or fades, and how much.
type edge struct {
	x, y   int
	dx, dy float32
}

func (g edge) how() float32 { return g.dx*g.dx + g.dy*g.dy }

// How much a block may differ from the empty tray. Chosen on drawn trays; see the test report.
const (
	lightFloor  = 1.3  // grey levels that a block may be off by itself
	lightShare  = 0.02 // of its light
	edgeShare   = 0.12 // of the difference to its neighbours: a camera is never quite still
	tintFloor   = 2.5
	tintShare   = 0.03
	freshLimit  = 5.0 // times that
	sameLeast   = 0.5 // the part of the picture that must be as the empty tray was
	gainLeast   = 0.7 // of the light of the empty tray
	gainMost    = 1.4
	tintMost    = 1.15 // by how much red or blue may gain more than green
	shadowLeast = 0.3  // the part of the light that a shadow leaves
	faintShare  = 0.1  // the part of the picture in which a die may go unnoticed
	shadowTint  = 0.12 // of the light, by which it may change the colours
)

func newEmptyTray(c *Calibration, grid func(*sight.Frame) []float32) *emptyTray {
	const n = BlocksW * BlocksH
	e := &emptyTray{
		cal: c, blocks: make([]rgb, n), spread: make([]float32, n), now: make([]rgb, n), fresh: make([]bool, n), thing: make([]bool, n),
		sums: make([]int32, (BlocksW+1)*(BlocksH+1)), ratios: make([]float32, 0, n), rest: make([]bool, n),
	}
	f := sight.NewFrame()
	setHalf(f, c.Empty)
	blocksOf(f, e.blocks)
	for i, b := range e.blocks {
		x, y := i%BlocksW, i/BlocksW
		steep := float32(0)
		for _, d := range [...][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			if u, v := x+d[0], y+d[1]; u >= 0 && u < BlocksW && v >= 0 && v < BlocksH {
				steep = max(steep, abs(b.light()-e.blocks[v*BlocksW+u].light()))
			}
		}
		noise := float32(c.Noise[i]) / 16
		e.spread[i] = sqrt(lightFloor*lightFloor + noise*noise + sq(lightShare*b.light()) + sq(edgeShare*steep))
	}
	e.alarms = slices.Clone(grid(f))
	e.findEdges(f)
	return e
}

func abs(x float32) float32  { return max(x, -x) }
func sq(x float32) float32   { return x * x }
func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// compare compares a frame with the empty tray.
func (e *emptyTray) compare(f *sight.Frame) {
	blocksOf(f, e.now)
	for c := range 3 {
		e.gain[c] = e.gainOf(c)
	}
	same := 0
	for i, was := range e.blocks {
		e.fresh[i], e.thing[i] = e.differs(was, e.now[i], e.spread[i])
		if !e.fresh[i] {
			same++
		}
	}
	e.alone()
	for y := range BlocksH {
		row := int32(0)
		for x := range BlocksW {
			if e.fresh[y*BlocksW+x] {
				row++
			}
			e.sums[(y+1)*(BlocksW+1)+x+1] = e.sums[y*(BlocksW+1)+x+1] + row
		}
	}
	red, blue := e.gain[0]/e.gain[1], e.gain[2]/e.gain[1]
	e.lit = min(e.gain[0], e.gain[1], e.gain[2]) < gainLeast || max(e.gain[0], e.gain[1], e.gain[2]) > gainMost ||
		max(red, 1/red, blue, 1/blue) > tintMost
	e.match = Fits
	if e.lit || float64(same) < sameLeast*BlocksW*BlocksH {
		e.match = Covered // or something else; see why
	}
}

// gainOf returns how much brighter most blocks are in a colour.
func (e *emptyTray) gainOf(c int) float32 {
	e.ratios = e.ratios[:0]
	for i := 0; i < len(e.blocks); i += 3 { // enough for a median
		was := e.blocks[i]
		if was[c] > 16 && was[c] < 240 && e.now[i][c] < 250 {
			e.ratios = append(e.ratios, e.now[i][c]/was[c])
		}
	}
	if len(e.ratios) < BlocksW*BlocksH/150 {
		return 1 // too dark to tell
	}
	slices.Sort(e.ratios)
	return max(e.ratios[len(e.ratios)/2], 0.01)
}

// differs reports whether a block is not as it was, and whether no shadow explains that.
func (e *emptyTray) differs(was, now rgb, spread float32) (fresh, thing bool) {
	for c := range was {
		was[c] *= e.gain[c]
	}
	light, old := now.light(), was.light()
	tint := sqrt(tintFloor*tintFloor + sq(tintShare*old) + spread*spread/4)
	red, blue := (now[0]-light)-(was[0]-old), (now[2]-light)-(was[2]-old)
	if abs(light-old) < freshLimit*spread && abs(red) < freshLimit*tint && abs(blue) < freshLimit*tint {
		return false, false
	}
	left := light / max(old, 1)
	if left > 1.05 || left < shadowLeast {
		return true, true
	}
	red, blue = (now[0]-light)-left*(was[0]-old), (now[2]-light)-left*(was[2]-old)
	limit := 3*tint + shadowTint*light
	return true, abs(red) > limit || abs(blue) > limit
}

// hides reports whether a die of a colour would not be noticed in much of the picture.
func (e *emptyTray) hides(tone rgb) bool {
	e.gain = rgb{1, 1, 1}
	n := 0
	for i, was := range e.blocks {
		if fresh, _ := e.differs(was, tone, e.spread[i]); !fresh {
			n++
		}
	}
	return float64(n) > faintShare*BlocksW*BlocksH
}

// alone forgets fresh blocks that have no neighbour.
func (e *emptyTray) alone() {
	clean := func(p []bool) {
		for i, v := range p {
			if !v {
				continue
			}
			x, y, n := i%BlocksW, i/BlocksW, 0
			for v := max(y-1, 0); v <= min(y+1, BlocksH-1); v++ {
				for u := max(x-1, 0); u <= min(x+1, BlocksW-1); u++ {
					if p[v*BlocksW+u] {
						n++
					}
				}
			}
			if n == 1 {
				p[i] = false
			}
		}
	}
	clean(e.fresh)
	clean(e.thing)
}

// untouched reports whether everything is as in the empty tray, so far around a place.
func (e *emptyTray) untouched(x, y, far float64) bool {
	x0, x1 := max(int((x-far)/Block), 0), min(int((x+far)/Block)+1, BlocksW)
	y0, y1 := max(int((y-far)/Block), 0), min(int((y+far)/Block)+1, BlocksH)
	if x0 >= x1 || y0 >= y1 {
		return false
	}
	const w = BlocksW + 1
	return e.sums[y1*w+x1]-e.sums[y0*w+x1]-e.sums[y1*w+x0]+e.sums[y0*w+x0] == 0
}

// Alarms of the detector at an untouched place are false if it gave them at the empty tray, too.
const (
	alarmThen = -2.2 // a logit: about a tenth
	quiet     = -20  // the logit of a false alarm
)

// size returns the side of a die, or what is usual.
func (e *emptyTray) size() float64 {
	if e.cal.Size > 0 {
		return e.cal.Size
	}
	return 45
}

// silence takes false alarms out of what the detector says of a frame: what it said of the empty tray, too,
// and what it takes for a part of a die where nothing has changed, unless a die could lie there unseen.
func (e *emptyTray) silence(grid []float32) {
	unseen := slices.Contains(e.faint[:], true)
	for cell := range sight.GridW * sight.GridH {
		cx, cy := cell%sight.GridW, cell/sight.GridW
		x, y := (float64(cx)+0.5)*sight.Cell, (float64(cy)+0.5)*sight.Cell
		if !unseen && e.untouched(x, y, sight.Cell/2) {
			grid[cell*sight.DetectorOutputs+sight.Bad], grid[cell*sight.DetectorOutputs+sight.Body] = quiet, quiet
		}
		if !e.untouched(x, y, handFar) {
			continue
		}
		all := e.untouched(x, y, e.size())
		for what := range sight.Body + 1 {
			v := &grid[cell*sight.DetectorOutputs+what]
			if (all || what == sight.Hand) && *v > alarmThen && e.alarm(cx, cy, what) {
				*v = quiet
			}
		}
	}
}

// alarm reports whether the detector gave an alarm at a cell of the empty tray, or beside it.
func (e *emptyTray) alarm(cx, cy, what int) bool {
	for y := max(cy-1, 0); y <= min(cy+1, sight.GridH-1); y++ {
		for x := max(cx-1, 0); x <= min(cx+1, sight.GridW-1); x++ {
			if e.alarms[(y*sight.GridW+x)*sight.DetectorOutputs+what] > alarmThen {
				return true
			}
		}
	}
	return false
}

// unexplained reports whether something is in the tray that the dice do not explain, nor their shadows.
func (e *emptyTray) unexplained(dice []*candidate) bool {
	face := e.size() * e.size()
	e.explain(e.thing, dice)
	things := e.areas()
	e.explain(e.fresh, dice)
	for _, d := range dice { // a shadow that begins at a die is its own
		e.shadow(d)
	}
	shadows := e.areas()
	return len(things) > 0 && things[0] > thingLimit*face || len(shadows) > 0 && shadows[0] > shadowLimit*face
}

// shadow takes what begins at the edge of what a die explains out of rest.
func (e *emptyTray) shadow(d *candidate) {
	far := dieReach*e.size() + 2*Block
	for v := max(int((d.pose.Y-far)/Block), 0); v <= min(int((d.pose.Y+far)/Block), BlocksH-1); v++ {
		for u := max(int((d.pose.X-far)/Block), 0); u <= min(int((d.pose.X+far)/Block), BlocksW-1); u++ {
			if i := v*BlocksW + u; e.rest[i] && math.Hypot((float64(u)+0.5)*Block-d.pose.X, (float64(v)+0.5)*Block-d.pose.Y) < far {
				e.area(i)
			}
		}
	}
}

// areas returns how large the things of rest are, the largest first, in pixels; rest is empty then.
func (e *emptyTray) areas() (areas []float64) {
	for i, t := range e.rest {
		if t {
			areas = append(areas, e.area(i))
		}
	}
	slices.SortFunc(areas, func(a, b float64) int { return cmp.Compare(b, a) })
	return areas
}

// area takes what hangs together with a block out of rest, and returns how large it was.
func (e *emptyTray) area(i int) float64 {
	n := 0
	e.rest[i] = false
	for e.stack = append(e.stack[:0], i); len(e.stack) > 0; {
		at := e.stack[len(e.stack)-1]
		e.stack = e.stack[:len(e.stack)-1]
		n++
		x, y := at%BlocksW, at/BlocksW
		for v := max(y-1, 0); v <= min(y+1, BlocksH-1); v++ {
			for u := max(x-1, 0); u <= min(x+1, BlocksW-1); u++ {
				if j := v*BlocksW + u; e.rest[j] {
					e.rest[j] = false
					e.stack = append(e.stack, j)
				}
			}
		}
	}
	return float64(n * Block * Block)
}

// guessSize returns the side of dice that lie apart and are all that is there, or 0.
func (e *emptyTray) guessSize(n int) float64 {
	e.explain(e.thing, nil)
	areas := e.areas()
	if n == 0 || len(areas) < n || areas[0] > 3*areas[n-1] || len(areas) > n && areas[n] > areas[n-1]/3 {
		return 0
	}
	return 0.9 * math.Sqrt(areas[n/2]) // their sides can be seen, too
}

// explain fills rest with those blocks that are not at one of the dice.
func (e *emptyTray) explain(blocks []bool, dice []*candidate) {
	copy(e.rest, blocks)
	for _, d := range dice {
		e.forget(d.pose.X, d.pose.Y, dieReach*e.size())
	}
}

// forget takes a disc out of rest.
func (e *emptyTray) forget(x, y, far float64) {
	for v := max(int((y-far)/Block), 0); v <= min(int((y+far)/Block), BlocksH-1); v++ {
		for u := max(int((x-far)/Block), 0); u <= min(int((x+far)/Block), BlocksW-1); u++ {
			if math.Hypot((float64(u)+0.5)*Block-x, (float64(v)+0.5)*Block-y) < far {
				e.rest[v*BlocksW+u] = false
			}
		}
	}
}

// guess returns where a die may lie: where most of a disc is in rest.
func (e *emptyTray) guess() (x, y float64, ok bool) {
	far := 0.5 * e.size() / Block
	best := guessLeast * math.Pi * far * far
	for v := range BlocksH {
		for u := range BlocksW {
			if !e.rest[v*BlocksW+u] {
				continue
			}
			n := 0.0
			for j := max(v-int(far), 0); j <= min(v+int(far), BlocksH-1); j++ {
				for i := max(u-int(far), 0); i <= min(u+int(far), BlocksW-1); i++ {
					if e.rest[j*BlocksW+i] && (i-u)*(i-u)+(j-v)*(j-v) <= int(far*far) {
						n++
					}
				}
			}
			if n > best {
				best, x, y, ok = n, (float64(u)+0.5)*Block, (float64(v)+0.5)*Block, true
			}
		}
	}
	return x, y, ok
}

// Things and dice.
const (
	dieReach          = 1.05  // how far from the middle of its face a die explains things, in sides
	thingLimit        = 0.025 // faces of dice that a thing may cover and be nothing
	shadowLimit       = 0.3   // faces that a shadow other than a die's may cover
	aside             = 0.35  // sides from there to places beside it
	glowFaces         = 12.0  // faces of dice that another light changes at least
	glowEdge          = 0.06  // the part by which it changes from block to block
	glowDark          = 8.0   // grey levels that count as none
	glance            = 0.9   // what a glance must give a face to look nowhere else
	guesses           = 4     // places where a die is looked for that the detector has not found
	doubtful          = 0.4   // what the looks give a face that may be there
	sameDie           = 0.25  // candidates that are less apart, in sides, are one
	handFar           = 24.0  // pixels around a cell that must be untouched if it sees no hand
	guessLeast        = 0.6   // the part of a disc that a die covers at least
	sizeOff           = 0.25  // how much larger or smaller a die may look than in the lesson
	knownSure         = 0.97  // what the looks must give the face of a die that the detector has not found
	knownLeast        = 0.9
	classifierShare   = 0.5  // how much the face classifier's word on a colour counts beside the lesson
	classifierCertain = 4.0  // by how much the face classifier must like other colours better, in logarithms, for the lesson to be wrong
	classifierSure    = 0.95 // what the face classifier must give a colour that the lesson lacks
	toneAt            = 0.4  // how far from the middle of a face its colour is looked at
	toneLight         = 0.15
	toneFloor         = 6.0
	toneTint          = 0.12
	toneDark          = 25.0
	toneFar           = 15.0 // how unlikely a colour is that the lesson lacks, in logarithms
)

// tone returns the colour of the body of a die in the light of the lesson: the median of the
// border of its face, where no marks are.
func (e *emptyTray) tone(f *sight.Frame, p sight.Pose) rgb {
	const n = 10 // on each side
	sin, cos := math.Sincos(p.Angle)
	var all [3][4 * n]float32
	for i := range 4 * n {
		u, v := toneAt*p.Size, (float64(i%n)+0.5-n/2)*0.66/n*p.Size
		for range i / n {
			u, v = -v, u
		}
		l, b, r := f.At(p.X+u*cos-v*sin, p.Y+u*sin+v*cos)
		for k, v := range (rgb{l + 1.402*r, l - 0.344136*b - 0.714136*r, l + 1.772*b}) {
			all[k][i] = v
		}
	}
	var c rgb
	for k := range c {
		slices.Sort(all[k][:])
		c[k] = max(all[k][2*n], 0) / e.gain[k]
	}
	return c
}

// likely returns how likely a colour is one of the lesson's, as a logarithm of no certain scale.
func likely(c rgb, learned [3]float64) float64 {
	was := rgb{float32(learned[0]), float32(learned[1]), float32(learned[2])}
	light, old := c.light(), was.light()
	off := sq((light - old) / (toneLight*max(light, old) + toneFloor))
	for _, k := range [...]int{0, 2} {
		off += sq(((c[k]-light)/(light+toneDark) - (was[k]-old)/(old+toneDark)) / toneTint)
	}
	return -0.5 * float64(off)
}

// findEdges collects where the empty tray has sharp edges, for telling whether it has moved.
func (e *emptyTray) findEdges(f *sight.Frame) {
	var all []edge
	for y := 1; y < sight.HalfH-1; y++ {
		for x := 1; x < sight.HalfW-1; x++ {
			g := edge{x: x, y: y}
			g.dx, g.dy = slope(f, x, y)
			if g.how() > edgeLeast*edgeLeast {
				all = append(all, g)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b edge) int { return cmp.Compare(b.how(), a.how()) })
	all = all[:min(len(all), 2*edgesMost)]
	step := max(1, len(all)/edgesMost)
	for i := 0; i < len(all); i += step {
		e.edges = append(e.edges, all[i])
	}
}

// slope returns by how much the light grows to the right and downwards.
func slope(f *sight.Frame, x, y int) (dx, dy float32) {
	at := y*sight.HalfW + x
	return float32(f.Half[at+1]) - float32(f.Half[at-1]), float32(f.Half[at+sight.HalfW]) - float32(f.Half[at-sight.HalfW])
}

// Edges of the empty tray, and where they are looked for.
const (
	edgeLeast = 9.0 // grey levels
	edgesMost = 1500
	edgesFew  = 100 // too few to tell
	reach     = 20  // how far they may have moved, in pixels of half a frame
	edgesAre  = 0.6 // the correlation of edges that are there
)

// likeness returns the correlation of the edges of the empty tray with what a frame has there,
// if it were moved. What would be out of the frame does not count.
func (e *emptyTray) likeness(f *sight.Frame, dx, dy int) float64 {
	var both, was, is float32
	n := 0
	for _, g := range e.edges {
		x, y := g.x+dx, g.y+dy
		if x < 1 || y < 1 || x > sight.HalfW-2 || y > sight.HalfH-2 {
			continue
		}
		u, v := slope(f, x, y)
		both += u*g.dx + v*g.dy
		was += g.how()
		is += u*u + v*v
		n++
	}
	if n < edgesFew/2 {
		return 0
	}
	return float64(both) / math.Sqrt(max(float64(was)*float64(is), 1))
}

// moved reports whether a frame shows the empty tray somewhere else.
func (e *emptyTray) moved(f *sight.Frame) bool {
	if len(e.edges) < edgesFew {
		return false
	}
	here := e.likeness(f, 0, 0)
	best, at := here, [2]int{}
	try := func(dx, dy int) {
		if l := e.likeness(f, dx, dy); l > best {
			best, at = l, [2]int{dx, dy}
		}
	}
	for dy := -reach; dy <= reach; dy += 2 {
		for dx := -reach; dx <= reach; dx += 2 {
			try(dx, dy)
		}
	}
	for mid, k := at, 0; k < 9; k++ {
		try(mid[0]+k%3-1, mid[1]+k/3-1)
	}
	return at != [2]int{} && best > edgesAre && here < 0.8*best
}

// glows reports whether what differs from the empty tray is light: large, and without an edge.
func (e *emptyTray) glows() bool {
	e.ratios = e.ratios[:0]
	n := 0
	ratio := func(i int) float32 {
		return (e.now[i].light() + glowDark) / (e.blocks[i].light()*e.gain[1] + glowDark)
	}
	for i, t := range e.fresh {
		if !t {
			continue
		}
		n++
		for _, j := range [...]int{i - 1, i + 1, i - BlocksW, i + BlocksW} {
			if j >= 0 && j < len(e.fresh) && !e.fresh[j] {
				e.ratios = append(e.ratios, abs(ratio(i)/ratio(j)-1))
			}
		}
	}
	if float64(n*Block*Block) < glowFaces*e.size()*e.size() || len(e.ratios) == 0 {
		return false
	}
	slices.Sort(e.ratios)
	return e.ratios[len(e.ratios)/2] < glowEdge
}

// why says why a frame does not fit.
func (e *emptyTray) why(f *sight.Frame) Match {
	switch {
	case e.match != Covered:
		return e.match
	case e.moved(f):
		return Moved
	case len(e.edges) < edgesFew && e.lit, len(e.edges) >= edgesFew && e.likeness(f, 0, 0) > edgesAre:
		return OtherLight
	}
	return Covered
}
