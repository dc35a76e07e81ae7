package console

import (
	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw/lang"
)

// A DeskPast is what a play of many evenings has been so far, in words. All that it holds is public.
type DeskPast struct {
	Graphs []DeskGraph `json:"graphs"`
	Groups []DeskGroup `json:"groups"`
}

// A DeskGraph shows how things stood at one time after another.
type DeskGraph struct {
	Heading string         `json:"heading"`
	Most    int            `json:"most"` // the end of the scale, which begins at 0
	Rows    []DeskGraphRow `json:"rows"`
}

// A DeskGraphRow is how one thing stood.
type DeskGraphRow struct {
	Label  string `json:"label"`
	Values []int  `json:"values"`
}

// A PastReader reads through what a play has been so far.
type PastReader struct {
	table  *table.Table
	title  *engine.Title
	record []byte
}

// Read reads the record. It takes long and is no concern of the console: another goroutine may
// call it.
func (r *PastReader) Read() (engine.Past, error) { return r.title.Past(r.record) }

// Past returns a reader of what the play has been so far; nil where plays have no past, and while
// a reveal is called, for nothing may run ahead of the voice.
func (k *Console) Past() *PastReader {
	if k.t == nil || k.t.Title().Past == nil || k.caller.dramatic() {
		return nil
	}
	return &PastReader{k.t, k.t.Title(), k.t.AppendRecord(nil)}
}

// DeskPast puts a past into words; nil where its play has ended meanwhile.
func (k *Console) DeskPast(r *PastReader, p engine.Past, l lang.Lang) *DeskPast {
	if k.t != r.table {
		return nil
	}
	d := &DeskPast{Graphs: []DeskGraph{}, Groups: []DeskGroup{}}
	for _, g := range p.Graphs {
		graph := DeskGraph{Heading: k.text(l, g.Heading), Most: g.Most, Rows: []DeskGraphRow{}}
		for _, row := range g.Rows {
			label := k.text(l, row.Label)
			if row.Seat >= 0 {
				label = k.roster.Name(row.Seat)
			}
			graph.Rows = append(graph.Rows, DeskGraphRow{Label: label, Values: append([]int{}, row.Values...)})
		}
		d.Graphs = append(d.Graphs, graph)
	}
	for _, g := range p.Groups {
		d.Groups = append(d.Groups, DeskGroup{k.text(l, g.Heading), k.deskLines(l, g.Lines)})
	}
	return d
}
