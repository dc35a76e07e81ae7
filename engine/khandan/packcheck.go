package khandan

import (
	"slices"
	"strconv"

	"consigliere/engine/document"
)

// check makes the checks 2 to 6 of section 6.3 of the ledger on a pack whose parts are all
// well formed.
func (r *packReader) check(all document.Value) {
	lines := all.Key("storylines").List(storylines, storylines)
	states := make([][]lineState, len(r.lines))
	for i := range r.lines {
		var whole bool
		if states[i], whole = r.statesOf(i); !whole {
			lines[i].Key("events").Refuse(packTangled, r.lines[i].id)
		}
	}
	for i, v := range all.Key("decisions").List(0, 0) {
		d := &r.decisions[i]
		if d.byHand {
			continue
		}
		for side, w := range ChoiceWords[Yes:Strengthen] {
			r.checkSide(d, side, v.Key("results").Key(w), v.Key("shown").Key(w))
		}
		if d.line >= 0 {
			r.checkStory(d, v, states[d.line])
		}
	}
	r.checkLines(lines)
}

// checkSide makes the checks 2 and 3 on one side of a decision.
func (r *packReader) checkSide(d *Decision, side int, results, shown document.Value) {
	sum, expected := 0, 0
	for i := range d.Results[side] {
		sum += d.Results[side][i].Chance
		if d.Results[side][i].expected {
			expected += d.Results[side][i].Chance
		}
	}
	if sum != 100 {
		results.Refuse(packChances, strconv.Itoa(sum))
	}
	if expected < 60 {
		results.Refuse(packExpected, strconv.Itoa(expected))
	}
	omens := shown.List(0, 0)
	for i, o := range d.Shown[side] {
		if !slices.ContainsFunc(d.Results[side], func(x Result) bool { return x.brings(o) }) {
			omens[i].Refuse(packNever, o.String())
		}
	}
	items := results.List(0, 0)
	for i := range d.Results[side] {
		x := &d.Results[side][i]
		hidden := Omen{Resource: ResourceCount}
		for _, o := range x.omens() {
			if !slices.Contains(d.Shown[side], o) {
				hidden = o
				break
			}
		}
		switch {
		case x.expected && hidden.Resource != ResourceCount:
			items[i].Refuse(packHidden, hidden.String())
		case !x.expected && hidden.Resource == ResourceCount &&
			!slices.ContainsFunc(d.Shown[side], func(o Omen) bool { return !x.brings(o) }):
			items[i].Key("expected").Refuse(packNoTurn, x.ID)
		}
	}
}

// String returns an omen as it stands in a pack.
func (o Omen) String() string {
	if o.Slope == NoSlope {
		return "history " + o.Resource.String() + " " + o.sign.String()
	}
	return o.Resource.String() + " " + o.Slope.String()
}

// A lineState is how far a storyline can have come.
type lineState struct {
	happened uint64 // a bit for each event
	newest   int    // -1: none
}

// maxStates bounds how many states of a line are looked at.
const maxStates = 1 << 14

// statesOf returns all states of a line before its end, and false if there are too many.
func (r *packReader) statesOf(line int) ([]lineState, bool) {
	l := &r.lines[line]
	list := []lineState{{0, -1}}
	seen := map[lineState]bool{list[0]: true}
	for i := 0; i < len(list); i++ {
		for e := range l.events {
			ev := &l.events[e]
			if ev.ends || !ev.follows(list[i].newest) {
				continue
			}
			next := lineState{list[i].happened | 1<<e, e}
			if !seen[next] {
				if len(list) == maxStates {
					return list, false
				}
				seen[next] = true
				list = append(list, next)
			}
		}
	}
	return list, true
}

// follows reports whether the event can happen when newest is the newest of its line; -1 is
// none.
func (e *storyEvent) follows(newest int) bool {
	if newest < 0 {
		return len(e.after) == 0
	}
	return slices.Contains(e.after, newest)
}

// checkStory makes check 4 on a decision with a line.
func (r *packReader) checkStory(d *Decision, v document.Value, states []lineState) {
	l := &r.lines[d.line]
	for side := range d.Results {
		for i := range d.Results[side] {
			if x := &d.Results[side][i]; x.story >= 0 && len(l.events[x.story].after) == 0 {
				d.opens = true
			}
		}
	}
	open := slices.DeleteFunc(slices.Clone(states), func(s lineState) bool { return !d.meets(s) })
	if len(open) == 0 {
		v.Key("requires").Refuse(packClosed, d.ID)
	}
	for side, w := range ChoiceWords[Yes:Strengthen] {
		for i, item := range v.Key("results").Key(w).List(0, 0) {
			x := &d.Results[side][i]
			if x.story < 0 {
				item.Key("story").Refuse(packOneEvent, x.ID)
				continue
			}
			for _, s := range open {
				if l.events[x.story].follows(s.newest) {
					continue
				}
				newest := "-"
				if s.newest >= 0 {
					newest = l.events[s.newest].id
				}
				item.Key("story").Refuse(packAfter, newest+" → "+l.events[x.story].id)
				break
			}
		}
	}
}

// meets reports whether a decision can be eligible in a state of its own line.
func (d *Decision) meets(s lineState) bool {
	if d.opens && s.newest >= 0 {
		return false
	}
	for _, c := range d.requires {
		if c.line != d.line {
			continue
		}
		switch has := c.at >= 0 && s.happened>>c.at&1 != 0; c.kind {
		case lineNewest:
			if s.newest != c.at {
				return false
			}
		case lineHappened:
			if !has {
				return false
			}
		case lineNotHappened:
			if has {
				return false
			}
		case lineEnded:
			if c.flag {
				return false
			}
		}
	}
	return true
}

// checkLines makes the checks 5 and 6.
func (r *packReader) checkLines(lines []document.Value) {
	goesOn := map[eventRef]bool{}
	comes := map[eventRef]bool{}
	byHand := make([]bool, len(r.lines)) // may bring any event
	for i := range r.decisions {
		d := &r.decisions[i]
		if d.line >= 0 && d.byHand {
			byHand[d.line] = true
		}
		for _, c := range d.requires {
			if c.kind == lineNewest && c.line == d.line {
				goesOn[eventRef{c.line, c.at}] = true
			}
		}
		for side := range d.Results {
			for k := range d.Results[side] {
				if x := &d.Results[side][k]; x.story >= 0 {
					comes[eventRef{d.line, x.story}] = true
				}
			}
		}
	}
	for i, v := range lines {
		var ends [2]bool
		for k, e := range v.Key("events").List(0, 0) {
			ev := &r.lines[i].events[k]
			if !ev.ends && !goesOn[eventRef{i, k}] {
				e.Key("id").Refuse(packStuck, ev.id)
			}
			if !comes[eventRef{i, k}] && !byHand[i] {
				e.Key("id").Refuse(packUnused, ev.id)
			}
			switch {
			case !ev.ends:
			case ev.end.division:
				ends[1] = true
			default:
				ends[0] = true
			}
		}
		if !ends[0] || !ends[1] {
			v.Key("events").Refuse(packEndings, r.lines[i].id)
		}
	}
}
