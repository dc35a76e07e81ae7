package desk

import (
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// A Past is what a play of many evenings has been so far, in words. All that it holds is public.
type Past struct {
	Graphs []Graph `json:"graphs"`
	Groups []Group `json:"groups"`
}

// A Graph shows how things stood at one time after another.
type Graph struct {
	Heading string     `json:"heading"`
	Most    int        `json:"most"` // the end of the scale, which begins at 0
	Rows    []GraphRow `json:"rows"`
}

// A GraphRow is how one thing stood.
type GraphRow struct {
	Label  string `json:"label"`
	Values []int  `json:"values"`
}

// A PastReader reads through what a game has been so far.
type PastReader struct {
	Words  *words.Play
	Record []byte // with its secrets: hand on the desk alone
}

// Read reads the record and puts it into words. It takes long, and the owner of the box need not know of it: any
// goroutine may call it.
func (r *PastReader) Read(l lang.Lang) (*Past, error) {
	p, err := r.Words.Title.Past(r.Record)
	if err != nil {
		return nil, err
	}
	m := &maker{&Snapshot{Words: r.Words}, l}
	d := &Past{Graphs: []Graph{}, Groups: []Group{}}
	for _, g := range p.Graphs {
		graph := Graph{Heading: m.text(g.Heading), Most: g.Most, Rows: []GraphRow{}}
		for _, row := range g.Rows {
			label := m.text(row.Label)
			if row.Seat >= 0 {
				label = r.Words.Roster.Name(row.Seat)
			}
			graph.Rows = append(graph.Rows, GraphRow{Label: label, Values: append([]int{}, row.Values...)})
		}
		d.Graphs = append(d.Graphs, graph)
	}
	for i := range p.Groups {
		d.Groups = append(d.Groups, m.group(&p.Groups[i]))
	}
	return d, nil
}
