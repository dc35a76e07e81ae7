package hw

import "slices"

// A Look is the picture of a player on screens and pages: a colour and an emblem, by their words. Pages draw the emblem
// "hat" as the icon "look-hat".
type Look struct {
	Colour string `json:"colour"`
	Emblem string `json:"emblem"`
}

// Colours returns what a player can be coloured with: as many as there are seats, so that nobody needs to share one.
func Colours() []string {
	return []string{"red", "blue", "green", "gold", "purple", "orange", "teal", "pink", "brown", "grey", "lime", "sky"}
}

// Emblems returns what a player can have as an emblem. The crown is the last, which nobody gets without choosing it: games have crowns
// of their own. Nor do twelve players get the cat, which looks like a wolf.
func Emblems() []string {
	return []string{"hat", "rose", "ship", "moon", "key", "anchor", "bell", "fish", "leaf", "cup", "bolt", "sun", "cat", "owl", "heart", "crown"}
}

// Good reports whether there is such a look.
func (l Look) Good() bool {
	return slices.Contains(Colours(), l.Colour) && slices.Contains(Emblems(), l.Emblem)
}

// FreeLook returns the look of the player with a number, from 0, who has chosen none: of what no other has, as far as there
// is enough.
func FreeLook(n int, taken []Look) Look {
	free := func(all []string, of func(Look) string) string {
		for i := range all {
			word := all[(n+i)%len(all)]
			if !slices.ContainsFunc(taken, func(t Look) bool { return of(t) == word }) {
				return word
			}
		}
		return all[n%len(all)]
	}
	return Look{
		free(Colours(), func(l Look) string { return l.Colour }),
		free(Emblems(), func(l Look) string { return l.Emblem }),
	}
}

// Looks returns the picture of each player: what was chosen, or else what no other has.
func Looks(names []string, chosen map[string]Look) []Look {
	all := make([]Look, len(names))
	var taken []Look
	for i, name := range names {
		if l := chosen[name]; l.Good() {
			all[i] = l
			taken = append(taken, l)
		}
	}
	// Where people sit doesn't matter, so that everybody looks the same in the next game.
	for n, name := range slices.Sorted(slices.Values(names)) {
		if i := slices.Index(names, name); all[i] == (Look{}) {
			all[i] = FreeLook(n, taken)
			taken = append(taken, all[i])
		}
	}
	return all
}
