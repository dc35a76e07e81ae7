package phone

import (
	"encoding/json"

	"consigliere/hw/desk"
)

type (
	// A Choosing is what a page is about to begin: a screen for the room shows it.
	Choosing struct {
		Game    string `json:"game"`
		Play    string `json:"play"` // which of several games that is: the value of an option; "" for none
		Players int    `json:"players"`
		Bots    int    `json:"bots"`  // besides them
		Usual   bool   `json:"usual"` // nobody has chosen it: it is how the page offers it
	}
	// A Lobby is what a screen for the room shows before a game.
	Lobby struct {
		Games   []Offer `json:"games"`
		Chosen  *Offer  `json:"chosen,omitempty"`
		Players int     `json:"players"` // of what is chosen
		Bots    int     `json:"bots"`
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

// maxAnnounced bounds the players and bots that a page can announce: a screen draws a place for each that is missing.
const maxAnnounced = 99

// Choose notes what a page is about to begin; by is the name of a host with a phone, or "" for the panel.
func (g *Guests) Choose(by string, c Choosing) {
	c.Players, c.Bots = min(max(c.Players, 0), maxAnnounced), min(max(c.Bots, 0), maxAnnounced)
	h := g.hall
	h.mu.Lock()
	was := h.chosen
	// What a page offers by itself takes the place of no choice but its own.
	if was != nil && c.Usual && h.chooser != by && (was.Game != c.Game || was.Play != c.Play) {
		h.mu.Unlock()
		return
	}
	h.chosen, h.chooser = &c, by
	h.mu.Unlock()
	h.changed()
}

// lobby appends to a board what a screen for the room shows before a game.
func (h *hall) lobby(board []byte, d *desk.Public) ([]byte, error) {
	if d.State != "menu" {
		return board, nil
	}
	h.mu.Lock()
	c := h.chosen
	h.mu.Unlock()
	l := Lobby{Games: []Offer{}}
	for i := range d.Titles {
		t := &d.Titles[i]
		o := Offer{t.Title, t.About, t.Long, t.Needs, t.Min, t.Max}
		l.Games = append(l.Games, o)
		if c == nil || c.Game != t.ID {
			continue
		}
		o.play(t.Options, c.Play)
		l.Chosen, l.Players, l.Bots = &o, c.Players, c.Bots
	}
	more, err := json.Marshal(l)
	return member(board, "lobby", more), err
}

// play makes of an offer of several games that of one.
func (o *Offer) play(options []desk.Option, word string) {
	for i := range options {
		for _, v := range options[i].Values {
			if v.Word == word && v.Least > 0 {
				o.Title, o.About, o.Least, o.Most = v.Label, v.Help, v.Least, v.Most
			}
		}
	}
}
