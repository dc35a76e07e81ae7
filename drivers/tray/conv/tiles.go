package conv

// Tiles work a 3x3 layer out by Winograd's algorithm: four pixels at a time, from sixteen, with
// sixteen multiplications for a pair of channels rather than thirty-six. The four lie Spread
// apart, so that the kernel's taps fall on the sixteen.
type tiles struct {
	places  [][2]int // the upper left pixel of each tile
	few     int      // tiles that are worked out at once
	weights [16][]pair
	wide    []float32 // what the tiles see after the transform along rows, by place
	seen    []float32 // after that along columns, too
	sums    []float32 // products, alike
}

func newTiles(l *layer, weights []float32) *tiles {
	t := &tiles{}
	for y := range l.oh {
		for x := range l.ow {
			if x/l.Spread%2 == 0 && y/l.Spread%2 == 0 {
				t.places = append(t.places, [2]int{x, y})
			}
		}
	}
	t.few = min(30, len(t.places))
	// The kernel between G and its transpose.
	g := [4][3]float32{{1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}}
	for place := range 16 {
		turned := make([]float32, l.In*l.Out)
		for tap := range 9 {
			f := g[place/4][tap/3] * g[place%4][tap%3]
			for i, v := range weights[tap*l.In*l.Out : (tap+1)*l.In*l.Out] {
				turned[i] += f * v
			}
		}
		t.weights[place] = pack(turned, l.In, l.Out)
	}
	t.wide = make([]float32, 16*t.few*l.In)
	t.seen = make([]float32, 16*t.few*l.In)
	t.sums = make([]float32, 16*t.few*l.Out)
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
	for k := range 4 {
		wide := t.wide[k*4*plane : (k+1)*4*plane]
		step := l.Spread * in
		for tile, p := range places {
			line := l.in[(p[1]+k*l.Spread)*l.row+p[0]*in:]
			along(line[:in], line[step:step+in], line[2*step:2*step+in], line[3*step:3*step+in], wide[tile*in:], plane)
		}
	}
	// The same down the columns, for all tiles at once.
	for k := range 4 {
		at := func(row int) []float32 { return t.wide[(row*4+k)*plane : (row*4+k+1)*plane] }
		along(at(0), at(1), at(2), at(3), t.seen[k*plane:], 4*plane)
	}
	var sum [6]float32
	for place := range 16 {
		seen, sums := t.seen[place*plane:(place+1)*plane], t.sums[place*t.few*l.Out:(place+1)*t.few*l.Out]
		if t.few < 3 {
			for tile := range t.few {
				for o := 0; o < l.Out; o += 2 {
					pair := dotOne(seen[tile*in:(tile+1)*in], t.weights[place][o/2*in:(o/2+1)*in])
					copy(sums[tile*l.Out+o:], pair[:])
				}
			}
			continue
		}
		for tile := 0; tile < t.few; tile += 3 {
			tile = min(tile, t.few-3)
			x, y, z := seen[tile*in:(tile+1)*in], seen[(tile+1)*in:(tile+2)*in], seen[(tile+2)*in:(tile+3)*in]
			to := sums[tile*l.Out : (tile+3)*l.Out]
			for o := 0; o < l.Out; o += 2 {
				dot(x, y, z, t.weights[place][o/2*in:(o/2+1)*in], &sum)
				to[o], to[o+1] = sum[0], sum[1]
				to[l.Out+o], to[l.Out+o+1] = sum[2], sum[3]
				to[2*l.Out+o], to[2*l.Out+o+1] = sum[4], sum[5]
			}
		}
	}
	for tile, p := range places {
		t.finish(l, tile, p[0], p[1], row(p[1]))
		if y := p[1] + l.Spread; y < l.oh {
			t.finishLower(l, tile, p[0], y, row(y))
		}
	}
}

// along transforms four pixels, and puts the results plane numbers apart.
func along(d0, d1, d2, d3, to []float32, plane int) {
	n := len(d0)
	d1, d2, d3 = d1[:n], d2[:n], d3[:n]
	t0, t1, t2, t3 := to[:n], to[plane:plane+n], to[2*plane:2*plane+n], to[3*plane:3*plane+n]
	for i, a := range d0 {
		b, c, d := d1[i], d2[i], d3[i]
		t0[i] = a - c
		t1[i] = b + c
		t2[i] = c - b
		t3[i] = b - d
	}
}

// products returns the products of a tile at four places.
func (t *tiles) products(l *layer, tile, column int) (a, b, c, d []float32) {
	at := func(row int) []float32 {
		from := ((row*4+column)*t.few + tile) * l.Out
		return t.sums[from : from+l.Out]
	}
	return at(0), at(1), at(2), at(3)
}

// finish makes the upper two pixels of a tile.
func (t *tiles) finish(l *layer, tile, x, y int, out []float32) {
	a0, b0, c0, _ := t.products(l, tile, 0)
	a1, b1, c1, _ := t.products(l, tile, 1)
	a2, b2, c2, _ := t.products(l, tile, 2)
	a3, b3, c3, _ := t.products(l, tile, 3)
	t.two(l, a0, b0, c0, a1, b1, c1, a2, b2, c2, a3, b3, c3, 1, x, y, out)
}

// finishLower makes the lower two.
func (t *tiles) finishLower(l *layer, tile, x, y int, out []float32) {
	_, a0, b0, c0 := t.products(l, tile, 0)
	_, a1, b1, c1 := t.products(l, tile, 1)
	_, a2, b2, c2 := t.products(l, tile, 2)
	_, a3, b3, c3 := t.products(l, tile, 3)
	t.two(l, a0, b0, c0, a1, b1, c1, a2, b2, c2, a3, b3, c3, -1, x, y, out)
}

// two makes two pixels of products: sums a+b+c above, a-b-c below.
func (t *tiles) two(l *layer, a0, b0, c0, a1, b1, c1, a2, b2, c2, a3, b3, c3 []float32, sign float32, x, y int, out []float32) {
	n := l.Out
	first := out[x*n : x*n+n]
	x += l.Spread
	both := x < l.ow
	second := first
	if both {
		second = out[x*n : x*n+n]
	}
	bias := l.bias[:n]
	for o := range n {
		k0 := a0[o] + sign*(b0[o]+c0[o])
		k1 := a1[o] + sign*(b1[o]+c1[o])
		k2 := a2[o] + sign*(b2[o]+c2[o])
		k3 := a3[o] + sign*(b3[o]+c3[o])
		v, w := k0+k1+k2+bias[o], k1-k2-k3+bias[o]
		if l.Bend {
			v, w = max(v, v*Leak), max(w, w*Leak)
		}
		if both {
			second[o] = w
		}
		first[o] = v
	}
	if !l.Add {
		return
	}
	line := l.line(y)
	for o, v := range line[(x-l.Spread)*n : (x-l.Spread)*n+n] {
		first[o] += v
	}
	if both {
		for o, v := range line[x*n : x*n+n] {
			second[o] += v
		}
	}
}
