package corleone

import (
	"math/bits"
	"sync"

	"consigliere/engine"
)

// tables are the moves of a catalogue that are listed over and over. They are made once and
// never change, so that most asks allocate no moves.
type tables struct {
	thug, front [businessCount][2]engine.Action // by whether the controller goes first
	back        [businessCount]engine.Action
	family      [maxSpaces]engine.Action
	job         [][2][][2]engine.Action // by job, source, way to pay, and whether the money comes last
	ally        [allAllies]engine.Action
	recruit     [allAllies]engine.Action
	keep        []engine.Action
	kill        [KillFamilyChief - KillThug + 1][PolicePlace + 1]engine.Action
	moveThug    [businessCount][businessCount][2]engine.Action
	moveFamily  [maxSpaces][maxSpaces]engine.Action
	moveFront   [businessCount][businessCount]engine.Action // of another player's thug
	moveCircle  [maxSpaces][maxSpaces]engine.Action         // of another player's family member
	mayor       [maxSpaces]engine.Action
	union       [businessCount][2]engine.Action
	smuggle     [][3]engine.Action   // by card
	swap        [3][][]engine.Action // of one and of two cards, by card; see swapPair
	draws       [][]engine.Action    // by job kept and discarded; the last is unknown
	drawOne     []engine.Action      // where only one could be drawn
	cardItems   []engine.Item        // a card of each kind
	tilesOf     [2][]engine.Item     // blue and red
	allyItems   [Acts + 1][]engine.Item
	gain        [MaxSeats][8]engine.Action // the offers of adjust, by seat and pile
}

var houseTables = sync.OnceValue(func() *tables { return newTables(House()) })

func tablesOf(c *Catalogue) *tables {
	if c == House() {
		return houseTables()
	}
	return newTables(c)
}

func newTables(c *Catalogue) *tables {
	t := &tables{}
	both := [2]Controller{false, true}
	for b := range c.Businesses {
		if b == ParkAt {
			continue
		}
		id := c.Businesses[b].ID
		t.back[b] = UseBack{id}
		for i, first := range both {
			t.thug[b][i], t.front[b][i], t.union[b][i] = Thug{id, first}, UseFront{id, first}, UseUnion{id, first}
		}
		for to := range c.Businesses {
			if to == b || to == ParkAt {
				continue
			}
			for i, first := range both {
				t.moveThug[b][to][i] = UseMoveThug{id, c.Businesses[to].ID, first}
			}
			t.moveFront[b][to] = UseMoveRival{id, c.Businesses[to].ID}
		}
	}
	for i := range c.Spaces {
		id := c.Spaces[i].ID
		t.family[i], t.mayor[i] = Family{id}, UseMayor{id}
		for to := range c.Spaces {
			t.moveFamily[i][to], t.moveCircle[i][to] = UseMoveFamily{id, c.Spaces[to].ID}, UseMoveRival{id, c.Spaces[to].ID}
		}
	}
	for k := range t.kill {
		for at, id := range c.placeID {
			if id != "" && at != ParkAt {
				t.kill[k][at] = UseKill{Kill(k), id}
			}
		}
	}
	for i := range c.Jobs {
		j := &c.Jobs[i]
		var by [2][][2]engine.Action
		for from := range by {
			for _, pay := range j.ways {
				by[from] = append(by[from], [2]engine.Action{Job{Source(from), j.ID, pay, false}, Job{Source(from), j.ID, pay, true}})
			}
		}
		t.job = append(t.job, by)
		t.keep = append(t.keep, Keep{j.ID})
	}
	for i := range c.Allies {
		a := &c.Allies[i]
		t.ally[i], t.recruit[i] = Ally{a.ID}, Recruit{a.ID}
		t.allyItems[a.act] = append(t.allyItems[a.act], engine.Item{Word: a.ID})
	}
	for b := FirstTile; b < businessCount; b++ {
		red := 0
		if c.Businesses[b].red {
			red = 1
		}
		t.tilesOf[red] = append(t.tilesOf[red], engine.Item{Word: c.Businesses[b].ID})
	}
	t.setCards(c)
	t.setDraws(c)
	return t
}

// setCards makes what is listed for each card of a hand.
func (t *tables) setCards(c *Catalogue) {
	for _, w := range c.cardWord {
		var by [3]engine.Action
		for good := Gun; good <= Booze; good++ {
			by[good] = UseSmuggle{Card(w), good}
		}
		t.smuggle = append(t.smuggle, by)
		t.cardItems = append(t.cardItems, engine.Item{Word: w, Count: 1})
	}
	for i := range c.Swaps {
		switch c.Swaps[i].Discard {
		case 1:
			row := make([]engine.Action, len(c.cardWord))
			for x, w := range c.cardWord {
				row[x] = UseSwap{Swap(i), Cards(w)}
			}
			t.swap[i] = [][]engine.Action{row}
		case 2:
			for x := range c.cardWord {
				row := make([]engine.Action, len(c.cardWord))
				for y := x; y < len(row); y++ {
					row[y] = UseSwap{Swap(i), Cards(c.cardWord[x] + comma + c.cardWord[y])}
				}
				t.swap[i] = append(t.swap[i], row)
			}
		}
	}
	for s := range t.gain {
		for x := range t.gain[s] {
			t.gain[s][x] = Adjust{Of: engine.Seat(s).OrNone(), Gain: Cards(c.cardWord[x])}
		}
	}
}

// setDraws makes the draws of one and of two jobs.
func (t *tables) setDraws(c *Catalogue) {
	ids := make([]string, 0, len(c.Jobs)+1)
	for i := range c.Jobs {
		ids = append(ids, c.Jobs[i].ID)
	}
	ids = append(ids, Unknown)
	for _, k := range ids {
		row := make([]engine.Action, len(ids))
		for i, d := range ids {
			row[i] = UseDraw{k, d}
		}
		t.draws = append(t.draws, row)
		t.drawOne = append(t.drawOne, UseDraw{Keep: k})
	}
}

// swaps appends the discards for a swap out of a hand, each set of cards once. Jobs that the box
// does not know are unknown here; they can be typed in by name.
func (g *Game) swaps(l []engine.Action, i int, h *hand) []engine.Action {
	var room [96]CardNo
	kinds := g.kinds(room[:0], h)
	switch g.cat.Swaps[i].Discard {
	case 1:
		for _, x := range kinds {
			l = append(l, g.tab.swap[i][0][x])
		}
	case 2:
		for k, x := range kinds {
			for _, y := range kinds[k:] {
				if x != y || g.countOf(h, x) > 1 {
					l = append(l, g.tab.swap[i][x][y])
				}
			}
		}
	case 3:
		for k, x := range kinds {
			for m, y := range kinds[k:] {
				for _, z := range kinds[k+m:] {
					if (x != y || g.countOf(h, x) > 1) && (y != z || g.countOf(h, y) > 1) && (x != z || g.countOf(h, x) > 2) {
						l = append(l, UseSwap{Swap(i), Cards(g.cat.cardWord[x] + comma + g.cat.cardWord[y] + comma + g.cat.cardWord[z])})
					}
				}
			}
		}
	}
	return l
}

// kinds returns the kinds of cards of a hand, one of each.
func (g *Game) kinds(dst []CardNo, h *hand) []CardNo {
	for c := CardNo(0); c < JobCard; c++ {
		if g.countOf(h, c) > 0 {
			dst = append(dst, c)
		}
	}
	if h.jobN > 0 {
		for j := range g.cat.Jobs {
			if h.jobs[j] > 0 {
				dst = append(dst, JobCard+CardNo(j))
			}
		}
	}
	for x := h.allies; x != 0; x &= x - 1 {
		dst = append(dst, g.cat.AllyCard()+CardNo(bits.TrailingZeros32(x)))
	}
	return dst
}

// countOf returns how often a hand has a card as it is.
func (g *Game) countOf(h *hand, c CardNo) int {
	switch {
	case c < GoodCard:
		return int(h.notes[c])
	case c < BlankCard:
		return int(h.goods[c-GoodCard])
	case c == BlankCard:
		return int(h.unknown)
	case c < g.cat.AllyCard():
		return int(h.jobs[c-JobCard])
	}
	return int(h.allies >> (c - g.cat.AllyCard()) & 1)
}
