package phone

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"consigliere/hw/desk"
)

type (
	// A Lobby is what a screen for the room shows before a game.
	Lobby struct {
		Games  []Offer  `json:"games"`
		Chosen *Offer   `json:"chosen,omitempty"`
		Seats  []string `json:"seats"` // who plays
		Bots   int      `json:"bots"`  // besides them
	}
	// An Offer is a game that can be begun.
	Offer struct {
		Title string `json:"title"`
		About string `json:"about"`
		Long  string `json:"long"`
		Needs string `json:"needs"`
		Least int    `json:"least"`
		Most  int    `json:"most"`
	}
)

// lobby appends to a board what a screen for the room shows before a game: what was prepared, and what nobody has chosen as the pages
// offer it.
func lobby(board []byte, d *desk.Public, guests []Guest) ([]byte, error) {
	if d.State != "menu" {
		return board, nil
	}
	p := desk.Prepared{}
	if d.Prepared != nil {
		p = *d.Prepared
	}
	l := Lobby{Games: []Offer{}, Seats: []string{}}
	for _, g := range guests {
		l.Seats = append(l.Seats, g.Name)
	}
	if p.Seats != nil {
		l.Seats = slices.DeleteFunc(slices.Clone(p.Seats), func(n string) bool { return slices.Contains(p.Spare, n) })
	}
	for i := range d.Titles {
		t := &d.Titles[i]
		o := Offer{t.Title, t.About, t.Long, t.Needs, t.Min, t.Max}
		l.Games = append(append(l.Games, fronts(t.Options)...), o)
		if t.ID != cmp.Or(p.Game, d.Last) {
			continue
		}
		o.play(t.Options, p.Options)
		l.Chosen, l.Bots = &o, t.Bots
		if p.Bots != nil {
			l.Bots = *p.Bots
		} else if !together(t.Seats, l.Seats) {
			l.Bots = 0 // they were those of others
		}
		l.Bots = max(0, min(l.Bots, o.Most-len(l.Seats)))
	}
	more, err := json.Marshal(l)
	return member(board, "lobby", more), err
}

// together reports whether two lists are the same players.
func together(a, b []string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(n string) bool { return !slices.Contains(b, n) })
}

// fronts returns the games that a list names besides the title of which they are: the pages name the same.
func fronts(options []desk.Option) []Offer {
	var list []Offer
	for i := range options {
		for _, v := range options[i].Values {
			if v.Front {
				list = append(list, Offer{Title: v.Label, About: v.Help, Least: v.Least, Most: v.Most})
			}
		}
	}
	return list
}

// play makes of an offer of several games the one that an option chooses.
func (o *Offer) play(options []desk.Option, chosen map[string]json.RawMessage) {
	for i := range options {
		q := &options[i]
		word := cmp.Or(strings.Trim(string(chosen[q.Key]), `"`), q.Last, q.Default)
		for _, v := range q.Values {
			if v.Word == word && v.Least > 0 {
				o.Title, o.About, o.Least, o.Most = v.Label, v.Help, v.Least, v.Most
			}
		}
	}
}
