package conv

// Tiles work a 3x3 layer out by Winograd's algorithm: sixteen pixels at a time, from thirty-six,
// with thirty-six multiplications for a pair of channels rather than a hundred and forty-four. The
// sixteen lie Spread apart, so that the kernel's taps fall on the thirty-six.
type tiles struct {
	places  [][2]int // the upper left pixel of each tile
	few     int      // tiles that are worked out at once
	weights [seen * seen][]pair
	wider   [seen * seen][]float32 // or these, for [dotWide]
	along   []float32              // what the tiles see after the transform along rows, by place
	seen    []float32              // after that along columns, too
	sums    []float32              // products, alike
	high    []float32              // sums after the transform back along columns
	row     []float32              // and a row of a tile after that along rows, too
}

// A tile has made pixels in a row and sees some more.
const (
	made = 4
	seen = made + 2
)

// kernelTo turns three taps into the factors of what along makes.
var kernelTo = [seen][3]float32{{1. / 4, 0, 0}, {-1. / 6, -1. / 6, -1. / 6}, {-1. / 6, 1. / 6, -1. / 6}, {1. / 24, 1. / 12, 1. / 6}, {1. / 24, -1. / 12, 1. / 6}, {0, 0, 1}}

func newTiles(l *layer, weights []float32) *tiles {
	t := &tiles{}
	for y := range l.oh {
		for x := range l.ow {
			if x/l.Spread%made == 0 && y/l.Spread%made == 0 {
				t.places = append(t.places, [2]int{x, y})
			}
		}
	}
	t.few = min(16, len(t.places))
	for place := range t.weights {
		turned := make([]float32, l.In*l.Out)
		for tap := range 9 {
			f := kernelTo[place/seen][tap/3] * kernelTo[place%seen][tap%3]
			for i, v := range weights[tap*l.In*l.Out : (tap+1)*l.In*l.Out] {
				turned[i] += f * v
			}
		}
		if wide && t.few >= 4 {
			t.wider[place] = packWide(turned, l.In, l.Out)
		} else {
			t.weights[place] = pack(turned, l.In, l.Out)
		}
	}
	t.along = make([]float32, seen*seen*t.few*l.In)
	t.seen = make([]float32, seen*seen*t.few*l.In)
	t.sums = make([]float32, seen*seen*t.few*l.Out)
	t.high = make([]float32, made*seen*t.few*l.Out)
	t.row = make([]float32, made*l.Out)
	return t
}

func (t *tiles) run(l *layer, row func(y int) []float32) {
	for from := 0; from < len(t.places); from += t.few {
		from = min(from, len(t.places)-t.few) // some are worked out twice at the end
		t.some(l, t.places[from:from+t.few], row)
	}
}

// some works out a few tiles.
func (t *tiles) some(l *layer, places [][2]int, row func(y int) []float32) {
	in := l.In
	plane := t.few * in
	step := l.Spread * in
	for k := range seen {
		for tile, p := range places {
			along(l.in[(p[1]+k*l.Spread)*l.row+p[0]*in:], step, in, t.along[k*seen*plane+tile*in:], plane)
		}
	}
	// The same down the columns, for all tiles at once.
	for k := range seen {
		along(t.along[k*plane:], seen*plane, plane, t.seen[k*plane:], seen*plane)
	}
	plane = t.few * l.Out
	for place := range t.weights {
		from, to := t.seen[place*t.few*in:(place+1)*t.few*in], t.sums[place*plane:(place+1)*plane]
		if t.wider[place] != nil {
			t.multiplyWide(l, t.wider[place], from, to)
		} else {
			t.multiply(l, t.weights[place], from, to)
		}
	}
	for k := range seen {
		back(t.sums[k*plane:], seen*plane, plane, t.high[k*plane:], seen*plane)
	}
	for k := range made {
		for tile, p := range places {
			if y := p[1] + k*l.Spread; y < l.oh {
				t.finish(l, t.high[k*seen*plane+tile*l.Out:], plane, p[0], y, row(y))
			}
		}
	}
}

// multiply sums up the channels of all tiles at one place.
func (t *tiles) multiply(l *layer, weights []pair, in, out []float32) {
	n := l.In
	if t.few < 3 {
		for tile := range t.few {
			for o := 0; o < l.Out; o += 2 {
				pair := dotOne(in[tile*n:(tile+1)*n], weights[o/2*n:(o/2+1)*n])
				copy(out[tile*l.Out+o:], pair[:])
			}
		}
		return
	}
	var sum [6]float32
	for tile := 0; tile < t.few; tile += 3 {
		tile = min(tile, t.few-3)
		x, y, z := in[tile*n:(tile+1)*n], in[(tile+1)*n:(tile+2)*n], in[(tile+2)*n:(tile+3)*n]
		to := out[tile*l.Out : (tile+3)*l.Out]
		for o := 0; o < l.Out; o += 2 {
			dot(x, y, z, weights[o/2*n:(o/2+1)*n], &sum)
			to[o], to[o+1] = sum[0], sum[1]
			to[l.Out+o], to[l.Out+o+1] = sum[2], sum[3]
			to[2*l.Out+o], to[2*l.Out+o+1] = sum[4], sum[5]
		}
	}
}

// multiplyWide is multiply with [dotWide].
func (t *tiles) multiplyWide(l *layer, weights, in, out []float32) {
	n := l.In
	var sums [64]float32
	for tile := 0; tile < t.few; tile += 4 {
		tile = min(tile, t.few-4)
		a, b, c, d := &in[tile*n], &in[(tile+1)*n], &in[(tile+2)*n], &in[(tile+3)*n]
		for o := 0; o < l.Out; o += 16 {
			dotWide(a, b, c, d, &weights[o*n], n, &sums)
			for k := range 4 {
				copy(out[(tile+k)*l.Out+o:(tile+k+1)*l.Out], sums[16*k:16*k+16])
			}
		}
	}
}

// along transforms what a tile sees, n numbers each step apart, and puts the results plane numbers
// apart. n is a multiple of four.
func along(from []float32, step, n int, to []float32, plane int) {
	if wide {
		from, to = from[:(seen-1)*step+n], to[:(seen-1)*plane+n]
		alongWide(&from[0], step, n, &to[0], plane)
		return
	}
	d0, d1, d2, d3, d4, d5 := from[:n], from[step:step+n], from[2*step:2*step+n], from[3*step:3*step+n], from[4*step:4*step+n], from[5*step:5*step+n]
	t0, t1, t2 := to[:n], to[plane:plane+n], to[2*plane:2*plane+n]
	for i, a := range d0 {
		b, c, d, e := d1[i], d2[i], d3[i], d4[i]
		p, q := e-4*c, d-4*b
		t0[i] = 4*a - 5*c + e
		t1[i] = p + q
		t2[i] = p - q
	}
	t3, t4, t5 := to[3*plane:3*plane+n], to[4*plane:4*plane+n], to[5*plane:5*plane+n]
	for i, f := range d5 {
		b, c, d, e := d1[i], d2[i], d3[i], d4[i]
		p, q := e-c, 2*(d-b)
		t3[i] = p + q
		t4[i] = p - q
		t5[i] = 4*b - 5*d + f
	}
}

// back makes four of six.
func back(from []float32, step, n int, to []float32, plane int) {
	if wide {
		from, to = from[:(seen-1)*step+n], to[:(made-1)*plane+n]
		backWide(&from[0], step, n, &to[0], plane)
		return
	}
	s0, s1, s2, s3, s4, s5 := from[:n], from[step:step+n], from[2*step:2*step+n], from[3*step:3*step+n], from[4*step:4*step+n], from[5*step:5*step+n]
	t0, t1, t2, t3 := to[:n], to[plane:plane+n], to[2*plane:2*plane+n], to[3*plane:3*plane+n]
	for i, a := range s0 {
		b, c, d, e := s1[i], s2[i], s3[i], s4[i]
		p, q, r, s := b+c, b-c, d+e, 2*(d-e)
		t0[i] = a + p + r
		t1[i] = q + s
		t2[i] = p + 4*r
		t3[i] = q + 4*s + s5[i]
	}
}

// finish makes a row of a tile.
func (t *tiles) finish(l *layer, high []float32, plane, x, y int, out []float32) {
	n := l.Out
	back(high, plane, n, t.row, n)
	var more []float32
	if l.Add {
		more = l.line(y)
	}
	for k := range min(made, (l.ow-x+l.Spread-1)/l.Spread) {
		at := (x + k*l.Spread) * n
		l.bend(out[at:at+n], t.row[k*n:(k+1)*n])
		if l.Add {
			add(out[at:at+n], more[at:at+n])
		}
	}
}
