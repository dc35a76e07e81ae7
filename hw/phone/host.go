package phone

import (
	"encoding/json"

	"consigliere/hw/desk"
)

// A hostDesk is what the phone of a host may do for the table.
type hostDesk struct {
	Sheets []desk.Sheet `json:"sheets"`
	Titles []hostTitle  `json:"titles"` // that can be begun; none during a play
	// Plays are those that were played last and can be gone on with; none during a play.
	Plays []desk.Saved `json:"plays"`
	Joins bool         `json:"joins,omitempty"` // it can say which Wi-Fi the box is to join
	// Brought is a script that somebody has brought by a link.
	Brought *desk.Brought `json:"brought,omitempty"`
}

// maxPlays is how many plays a host can go on with; the panel has all.
const maxPlays = 3

// A frame has little room, so that the following are what the panel's page has of games, without what a
// phone does not show and what is empty.
type (
	// A hostTitle is a game that a host can begin.
	hostTitle struct {
		ID      string       `json:"id"`
		Title   string       `json:"title"`
		Min     int          `json:"min"`
		Max     int          `json:"max"`
		Teaches bool         `json:"teaches"`
		Options []hostOption `json:"options"`
		Seats   []string     `json:"seats"` // who played it last
		Bots    int          `json:"bots"`
		Name    string       `json:"name,omitempty"` // what a play is called
		Tools   []hostTool   `json:"tools,omitempty"`
		Last    bool         `json:"last"` // it was begun last
	}
	// A hostOption is an option of it: any but those that stand in files alone.
	hostOption struct {
		Key     string       `json:"key"`
		Label   string       `json:"label"`
		Help    string       `json:"help,omitempty"`
		Kind    string       `json:"kind"`
		Values  []hostValue  `json:"values,omitempty"`
		Default string       `json:"default,omitempty"`
		Last    string       `json:"last,omitempty"`
		Alone   string       `json:"alone,omitempty"`
		Draws   bool         `json:"draws,omitempty"`
		Early   bool         `json:"early,omitempty"`
		Of      []hostOption `json:"of,omitempty"`
		For     []string     `json:"for,omitempty"`
	}
	// A hostValue is a value that it can have.
	hostValue struct {
		Word  string `json:"word"`
		Label string `json:"label"`
		Help  string `json:"help,omitempty"`
		Least int    `json:"least,omitempty"`
		Most  int    `json:"most,omitempty"`
		Front bool   `json:"front,omitempty"`
		Laid  bool   `json:"laid,omitempty"`
	}
	// A hostTool is a tool, with the options that it was used with last.
	hostTool struct {
		Word    string          `json:"word"`
		Options json.RawMessage `json:"options"`
	}
)

// newHostDesk returns what a host may do at a desk.
func newHostDesk(d *desk.Public) *hostDesk {
	h := &hostDesk{Sheets: d.Sheets, Titles: []hostTitle{}, Plays: append([]desk.Saved{}, d.Plays[:min(maxPlays, len(d.Plays))]...), Joins: d.Joins, Brought: d.Brought}
	for i := range d.Titles {
		t := &d.Titles[i]
		title := hostTitle{
			ID: t.ID, Title: t.Title, Min: t.Min, Max: t.Max, Teaches: t.Teaches, Options: hostOptions(t.Options),
			Seats: append([]string{}, t.Seats...), Bots: t.Bots, Name: t.Name, Last: t.ID == d.Last,
		}
		for _, tool := range t.Tools {
			title.Tools = append(title.Tools, hostTool{tool.Word, tool.Options})
		}
		h.Titles = append(h.Titles, title)
	}
	return h
}

// hostOptions returns the options that a phone can set.
func hostOptions(all []desk.Option) []hostOption {
	list := []hostOption{}
	for i := range all {
		o := &all[i]
		if o.Kind == "object" && o.Of == nil {
			continue
		}
		h := hostOption{Key: o.Key, Label: o.Label, Help: o.Help, Kind: o.Kind, Default: o.Default, Last: o.Last, Alone: o.Alone, Draws: o.Draws, Early: o.Early, For: o.For}
		for _, v := range o.Values {
			h.Values = append(h.Values, hostValue{v.Word, v.Label, v.Help, v.Least, v.Most, v.Front, v.Laid})
		}
		if o.Of != nil {
			h.Of = hostOptions(o.Of)
		}
		list = append(list, h)
	}
	return list
}

// slim leaves out what explains the options.
func (h *hostDesk) slim() {
	if h == nil {
		return
	}
	for i := range h.Titles {
		slimOptions(h.Titles[i].Options)
	}
}

func slimOptions(all []hostOption) {
	for i := range all {
		o := &all[i]
		o.Help = ""
		for j := range o.Values {
			o.Values[j].Help = ""
		}
		slimOptions(o.Of)
	}
}
