package box

import (
	"errors"

	"consigliere/hw/lang"
)

// ErrNoGame is the error for a game that does not exist.
var ErrNoGame = errors.New("there is no such game")

// Guide returns what a player wants to know before a play of a game, in a language, or [ErrNoGame].
func (b *Box) Guide(game string, l lang.Lang) (lang.Guide, error) {
	for _, t := range b.titles {
		if t.ID == game {
			return lang.NewGuide(t, l)
		}
	}
	return nil, ErrNoGame
}
