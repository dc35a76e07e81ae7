package khandan

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The pack that comes with the box has what section 6.5 of the ledger asks for.
func TestStarter(t *testing.T) {
	p, wrong := ReadPack(shipped(starter)...)
	require.Empty(t, wrong)
	assert.Equal(t, starter, p.ID)
	assert.Len(t, p.sheets, 5)
	for _, s := range p.sheets {
		assert.Len(t, s.achievements, 3, s.id)
		assert.Len(t, s.rewards, 2, s.id)
	}
	ends := map[int]map[int]int{} // sheet, line
	for i, l := range p.lines {
		assert.GreaterOrEqual(t, len(l.events), 8, l.id)
		unity, division := 0, 0
		for k := range l.events {
			e := &l.events[k]
			if e.ends {
				if ends[e.end.sheet] == nil {
					ends[e.end.sheet] = map[int]int{}
				}
				ends[e.end.sheet][i]++
				if e.end.division {
					division++
				} else {
					unity++
				}
			}
		}
		assert.Equal(t, []int{1, 1}, []int{unity, division}, l.id)
		everyWay(t, &p.lines[i], nil)
	}
	for s, lines := range ends {
		assert.Len(t, lines, 1, p.sheets[s].id)
	}
	assert.Len(t, ends, 5)
	common, surprising := 0, 0
	var signs [ResourceCount][3]int
	var balance [ResourceCount]int
	story := make([]int, storylines)
	for i := range p.decisions {
		d := &p.decisions[i]
		if d.line < 0 && len(d.requires) == 0 && d.reign == 1 {
			common++
		}
		if d.line >= 0 {
			story[d.line]++
		}
		unexpected := false
		for side := range d.Results {
			assert.LessOrEqual(t, len(d.Results[side]), 3, d.ID)
			for k := range d.Results[side] {
				r := &d.Results[side][k]
				unexpected = unexpected || !r.expected
				for _, h := range r.history.List() {
					signs[h.Resource][h.Sign]++
				}
				for res, n := range r.resources {
					if r.expected {
						balance[res] += int(n)
					}
				}
			}
		}
		if unexpected {
			surprising++
		}
	}
	assert.GreaterOrEqual(t, common, 40)
	assert.GreaterOrEqual(t, len(p.decisions), 70)
	assert.GreaterOrEqual(t, 2*surprising, len(p.decisions))
	for i := range story {
		assert.GreaterOrEqual(t, story[i], 6, p.lines[i].id)
	}
	for i := range signs {
		assert.GreaterOrEqual(t, signs[i][Plus], 4, resourceWords[i])
		assert.GreaterOrEqual(t, signs[i][Minus], 4, resourceWords[i])
		assert.LessOrEqual(t, max(balance[i], -balance[i]), 4, resourceWords[i])
	}
	assert.NotEmpty(t, starterYAML())
	assert.Empty(t, checkPack(p.JSON()))
}

// everyWay holds that each way through a line is four events long.
func everyWay(t *testing.T, l *storyline, way []int) {
	newest := -1
	if len(way) > 0 {
		newest = way[len(way)-1]
	}
	for i := range l.events {
		e := &l.events[i]
		if !e.follows(newest) {
			continue
		}
		assert.Equal(t, len(way) == 3, e.ends, "%s: %s", l.id, e.id)
		if len(way) < 3 {
			everyWay(t, l, append(way[:len(way):len(way)], i))
		}
	}
}
