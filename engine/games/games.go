// Package games is the list of the games that the box knows. Adding a game is one folder
// under engine and one line here.
package games

import (
	"consigliere/engine"
	anygame "consigliere/engine/anygame/face"
	corleone "consigliere/engine/corleone/face"
	derpate "consigliere/engine/derpate/face"
	khandan "consigliere/engine/khandan/face"
	naro "consigliere/engine/naro/face"
)

// All returns the titles in the order in which lists show them.
func All() []*engine.Title {
	return []*engine.Title{
		naro.Title(),
		derpate.Title(),
		corleone.Title(),
		khandan.Title(),
		anygame.Title(),
	}
}

// Find returns the title with the given word, or nil.
func Find(id string) *engine.Title {
	for _, t := range All() {
		if t.ID == id {
			return t
		}
	}
	return nil
}
