package console

import (
	"slices"

	"consigliere/engine"
)

// A tree is a list of moves taken apart by their arguments: level by level the values that
// one argument has among the moves that are left. A level with a single value is passed
// over.
type tree struct {
	moves []engine.Action
	keys  []string // names of the arguments, in order
	left  []int    // indexes of the moves that agree with what was taken
	depth int      // which key is asked for now; len(keys) when one move is left
	first []int    // for each value of this level the index of a move that has it
	taken []step
	room  []engine.Arg
}

// A step is what was left before a level was taken.
type step struct {
	left  []int
	depth int
}

// begin takes a list of moves apart.
func (t *tree) begin(moves []engine.Action) {
	t.moves, t.depth = moves, 0
	t.keys, t.left, t.taken = t.keys[:0], t.left[:0], t.taken[:0]
	for i, m := range moves {
		t.left = append(t.left, i)
		t.room = m.Args(t.room[:0])
		for j := range t.room {
			if !slices.Contains(t.keys, t.room[j].Key) {
				t.keys = append(t.keys, t.room[j].Key)
			}
		}
	}
	t.level()
}

// level finds the next argument of which there is more than one value.
func (t *tree) level() {
	for ; t.depth < len(t.keys); t.depth++ {
		t.first = t.first[:0]
		for _, i := range t.left {
			if t.place(i) < 0 {
				t.first = append(t.first, i)
			}
		}
		if len(t.first) > 1 {
			return
		}
	}
	t.first = append(t.first[:0], t.left...)
}

// place returns which value of this level move i has, or -1.
func (t *tree) place(i int) int {
	v, ok := t.value(i)
	for n, f := range t.first {
		if w, has := t.value(f); has == ok && equalValues(v, w) {
			return n
		}
	}
	return -1
}

// value returns the argument of move i that this level asks for, and whether it has one.
func (t *tree) value(i int) (engine.Value, bool) {
	if t.depth >= len(t.keys) {
		return engine.Value{Kind: engine.IntValue, Int: i}, true
	}
	t.room = t.moves[i].Args(t.room[:0])
	for j := range t.room {
		if t.room[j].Key == t.keys[t.depth] {
			return t.room[j].Value, true
		}
	}
	return engine.Value{}, false
}

// key returns the argument that this level asks for, "" for whole moves.
func (t *tree) key() string {
	if t.depth >= len(t.keys) {
		return ""
	}
	return t.keys[t.depth]
}

// leaf reports whether value n of this level stands for a single move, and which.
func (t *tree) leaf(n int) (engine.Action, bool) {
	found := -1
	for _, i := range t.left {
		if t.place(i) != n {
			continue
		}
		if found >= 0 {
			return nil, false
		}
		found = i
	}
	if found < 0 {
		return nil, false
	}
	return t.moves[found], true
}

// take goes down into value n of this level.
func (t *tree) take(n int) {
	t.taken = append(t.taken, step{slices.Clone(t.left), t.depth})
	keep := t.left[:0:0]
	for _, i := range t.left {
		if t.place(i) == n {
			keep = append(keep, i)
		}
	}
	t.left = keep
	t.depth++
	t.level()
}

// back goes up a level; it reports whether there was one.
func (t *tree) back() bool {
	if len(t.taken) == 0 {
		return false
	}
	s := t.taken[len(t.taken)-1]
	t.taken = t.taken[:len(t.taken)-1]
	t.left, t.depth = s.left, s.depth
	t.level()
	return true
}

// seats reports whether a seat is among the values of this level.
func (t *tree) seats() bool {
	for _, i := range t.first {
		if v, ok := t.value(i); ok && v.Kind == engine.SeatValue {
			return true
		}
	}
	return false
}

func equalValues(v, w engine.Value) bool {
	if v.Kind != w.Kind || v.Seat != w.Seat || v.Int != w.Int || v.Word != w.Word || len(v.Items) != len(w.Items) {
		return false
	}
	for i := range v.Items {
		if v.Items[i].Key != w.Items[i].Key || v.Items[i].Of != w.Items[i].Of || !equalValues(v.Items[i].Value, w.Items[i].Value) {
			return false
		}
	}
	return true
}
