package engine_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
	"consigliere/engine/showdowntest"
)

// The floor is the yardstick game without any interface: plain functions on one plain
// struct, moves as three numbers, encoding/json where there must be JSON. The benchmarks
// measure against it in the same run.

type floorSeat struct {
	hand             [2]int8
	card, aim, nerve int8 // -1: not chosen
}

type floorGame struct {
	round, step, waiting int
	over                 bool
	deck                 [64]uint8
	seats                [8]floorSeat
	wounds, cash         [8]int
	alive                [8]bool
	aims                 [8]int8
}

var errFloor = errors.New("not now")

func newFloor(seed uint32) *floorGame {
	g := &floorGame{round: 1, waiting: 8}
	i := 0
	for _, tiles := range [][2]int{{24, 5}, {20, 10}, {12, 20}, {8, 50}} {
		for range tiles[0] {
			g.deck[i] = uint8(tiles[1])
			i++
		}
	}
	chance := showdowntest.Chance(seed)
	for i := 63; i > 0; i-- {
		j := chance.Pick(i + 1)
		g.deck[i], g.deck[j] = g.deck[j], g.deck[i]
	}
	for s := range g.seats {
		g.seats[s] = floorSeat{[2]int8{3, 5}, -1, -1, -1}
		g.alive[s], g.aims[s] = true, -1
	}
	return g
}

func (g *floorGame) apply(step, s, arg int) error {
	if g.over || step != g.step || s < 0 || s > 7 || !g.alive[s] {
		return errFloor
	}
	p := &g.seats[s]
	switch step {
	case 0:
		if p.card != -1 || arg < 0 || arg > 1 || p.hand[arg] == 0 {
			return errFloor
		}
		p.card = int8(arg)
	case 1:
		if p.aim != -1 || arg < 0 || arg > 7 || arg == s || !g.alive[arg] {
			return errFloor
		}
		p.aim = int8(arg)
	case 2:
		if p.nerve != -1 || arg < 0 || arg > 1 {
			return errFloor
		}
		p.nerve = int8(arg)
	}
	if g.waiting--; g.waiting > 0 {
		return nil
	}
	switch step {
	case 0:
		g.step, g.waiting = 1, g.live()
	case 1:
		for s := range g.seats {
			g.aims[s] = g.seats[s].aim
		}
		g.step, g.waiting = 2, g.live()
	case 2:
		g.resolve()
	}
	return nil
}

func (g *floorGame) live() (n int) {
	for _, a := range g.alive {
		if a {
			n++
		}
	}
	return n
}

func (g *floorGame) resolve() {
	var hits [8]int
	for s := range g.seats {
		if p := &g.seats[s]; g.alive[s] && p.card == 0 && p.nerve == 1 && g.seats[p.aim].nerve == 1 {
			hits[p.aim]++
		}
	}
	var takers [8]int
	n := 0
	for k := range 8 {
		if s := (g.round - 1 + k) % 8; g.alive[s] && g.seats[s].nerve == 1 && hits[s] == 0 {
			takers[n] = s
			n++
		}
	}
	for s := range g.seats {
		p := &g.seats[s]
		if p.card >= 0 {
			p.hand[p.card]--
		}
		if g.wounds[s] += hits[s]; g.wounds[s] >= 3 {
			g.alive[s] = false
		}
		p.card, p.aim, p.nerve, g.aims[s] = -1, -1, -1, -1
	}
	if n > 0 {
		for i := range 8 {
			g.cash[takers[i%n]] += int(g.deck[(g.round-1)*8+i])
		}
	}
	if g.round == 8 || g.live() <= 1 {
		g.over = true
		return
	}
	g.round++
	g.step, g.waiting = 0, g.live()
}

// options appends what the seat may choose.
func (g *floorGame) options(dst []int, s int) []int {
	switch g.step {
	case 0:
		for c, n := range g.seats[s].hand {
			if n > 0 {
				dst = append(dst, c)
			}
		}
	case 1:
		for at := range g.seats {
			if at != s && g.alive[at] {
				dst = append(dst, at)
			}
		}
	default:
		dst = append(dst, 0, 1)
	}
	return dst
}

func randomFloor(seed uint32, play func(*floorGame, int, int)) int {
	g, chance, moves := newFloor(seed), showdowntest.Chance(seed^0x9E3779B9), 0
	for !g.over {
		live := g.alive
		for s := range live {
			if !live[s] {
				continue
			}
			var room [8]int
			options := g.options(room[:0], s)
			play(g, s, options[chance.Pick(len(options))])
			moves++
		}
	}
	return moves
}

var (
	floorVerbs = []string{"load", "aim", "nerve"}
	floorWords = [][]string{{"bang", "click"}, showdowntest.Header(0).Seats, {"duck", "stand"}}
	floorNames = floorWords[1]
)

type floorMove struct {
	Seat string `json:"seat"`
	Do   string `json:"do"`
	Card string `json:"card,omitempty"`
	At   string `json:"at,omitempty"`
	What string `json:"what,omitempty"`
}

func floorLine(step, s, arg int) []byte {
	m := floorMove{Seat: floorNames[s], Do: floorVerbs[step]}
	*[]*string{&m.Card, &m.At, &m.What}[step] = floorWords[step][arg]
	line, _ := json.Marshal(m)
	return line
}

func (g *floorGame) applyLine(line []byte) error {
	var m floorMove
	if err := json.Unmarshal(line, &m); err != nil {
		return err
	}
	step := slices.Index(floorVerbs, m.Do)
	if step < 0 {
		return errFloor
	}
	word := [3]string{m.Card, m.At, m.What}[step]
	return g.apply(step, slices.Index(floorNames, m.Seat), slices.Index(floorWords[step], word))
}

type floorPublic struct {
	Game    string   `json:"game"`
	Phase   string   `json:"phase"`
	Round   int      `json:"round"`
	Waiting []string `json:"waiting"`
	Wounds  [8]int   `json:"wounds"`
	Cash    [8]int   `json:"cash"`
	Alive   [8]bool  `json:"alive"`
	Aims    [8]int8  `json:"aims"`
	Over    bool     `json:"over"`
}

type floorPrivate struct {
	Bang  int8 `json:"bang"`
	Click int8 `json:"click"`
	Card  int8 `json:"card"`
	Aim   int8 `json:"aim"`
	Nerve int8 `json:"nerve"`
}

// views makes the public and all private views and returns the length of their JSON.
func (g *floorGame) views() (n int) {
	v := floorPublic{Game: "showdown", Phase: floorVerbs[g.step], Round: g.round, Wounds: g.wounds, Cash: g.cash, Alive: g.alive, Aims: g.aims, Over: g.over}
	for s := range g.seats {
		if g.alive[s] && [3]int8{g.seats[s].card, g.seats[s].aim, g.seats[s].nerve}[g.step] < 0 {
			v.Waiting = append(v.Waiting, floorNames[s])
		}
	}
	b, _ := json.Marshal(v)
	n = len(b)
	for s := range g.seats {
		p := &g.seats[s]
		b, _ := json.Marshal(floorPrivate{p.hand[0], p.hand[1], p.card, p.aim, p.nerve})
		n += len(b)
	}
	return n
}

func TestFloorFingerprint(t *testing.T) {
	f := fingerprint(0x811c9dc5)
	for n := range 1000 {
		var last *floorGame
		randomFloor(uint32(n+1), func(g *floorGame, s, arg int) {
			mustApply(g.apply(g.step, s, arg))
			last = g
		})
		f.game(&showdowntest.Public{Common: engine.Common{Round: last.round}, Cash: last.cash, Wounds: last.wounds, Alive: last.alive})
	}
	assert.Equal(t, fingerprint(0x368502dc), f)
}
