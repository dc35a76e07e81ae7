package consoletest

import (
	"encoding/json"
	"math/rand/v2"

	"consigliere/hw/desk"
)

// Fill fills in a sheet at random, as somebody at a page or a phone does, and returns the line
// of the answer; nil where chance has found none.
func Fill(sh *desk.Sheet, r *rand.Rand) []byte {
	if len(sh.Parts) == 0 {
		if len(sh.Options) == 0 {
			return nil
		}
		return sh.Options[r.IntN(len(sh.Options))].Line
	}
	line := map[string]any{"seat": sh.Seat, "do": sh.Verb}
	for i := range sh.Parts {
		v := fillPart(&sh.Parts[i], r)
		if v == nil {
			return nil
		}
		line[sh.Parts[i].Arg] = v
	}
	b, err := json.Marshal(line)
	if err != nil {
		panic("consoletest: " + err.Error())
	}
	return b
}

// fillPart returns a value of a part, or nil.
func fillPart(p *desk.SheetPart, r *rand.Rand) any {
	word := func(it *desk.SheetItem) any {
		if it.JSON != nil {
			return it.JSON
		}
		return it.Word
	}
	switch p.Kind {
	case "number":
		return p.Min + r.IntN(p.Max-p.Min+1)
	case "one":
		if len(p.Items) == 0 {
			return nil
		}
		return word(&p.Items[r.IntN(len(p.Items))])
	}
	var heap []*desk.SheetItem
	for i := range p.Items {
		for range p.Items[i].Count {
			heap = append(heap, &p.Items[i])
		}
	}
	r.Shuffle(len(heap), func(i, j int) { heap[i], heap[j] = heap[j], heap[i] })
	switch p.Kind {
	case "dice", "assign":
		given := map[string]any{}
		for i := range p.Keys {
			it := &p.Items[r.IntN(len(p.Items))]
			if p.Kind == "assign" {
				if len(heap) == 0 {
					return nil
				}
				it, heap = heap[0], heap[1:]
			}
			given[p.Keys[i].Word] = word(it)
		}
		return given
	}
	goal := p.Min + r.IntN(min(p.Max, p.Min+len(heap))-p.Min+1)
	taken, sum := []any{}, 0
	for _, it := range heap {
		worth := 1
		if p.Kind == "payment" {
			worth = it.Value
		}
		if sum < goal && sum+worth <= p.Max {
			taken, sum = append(taken, word(it)), sum+worth
		}
	}
	if sum < p.Min {
		return nil
	}
	return taken
}
