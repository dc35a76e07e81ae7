package box

import (
	"encoding/json"
	"errors"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw/lang"
)

// A Mistake is something wrong in a file.
type Mistake struct {
	Line int    `json:"line"` // 0 where it is not known
	Text string `json:"text"`
}

// A CatalogueReader reads a file with the data of a game that its owners can replace, and
// returns it as the value of the option catalogue. If the file has mistakes, it returns these
// instead, in a language.
type CatalogueReader func(t *engine.Title, l lang.Lang, file []byte) (json.RawMessage, []Mistake, error)

// ReadCatalogue reads an owner's catalogue. It is a [CatalogueReader].
func ReadCatalogue(t *engine.Title, l lang.Lang, file []byte) (json.RawMessage, []Mistake, error) {
	words, err := lang.NewBook(engine.Messages, journal.Messages, table.Messages, t.Messages)
	if err != nil {
		return nil, nil, err
	}
	raw, mistakes := t.Catalogue.Read(file)
	var wrong []Mistake
	for _, m := range mistakes {
		wrong = append(wrong, Mistake{Line: m.Line, Text: words.Mistake(l, m)})
	}
	return raw, wrong, nil
}

// ErrNoCatalogue is the error for a game that does not exist or has no data to replace.
var ErrNoCatalogue = errors.New("there is no such game with a catalogue")

// title returns the title of a game with a catalogue.
func (b *Box) title(game string) (*engine.Title, error) {
	for _, t := range b.titles {
		if t.ID == game && t.Catalogue != nil && b.catalogue != nil {
			return t, nil
		}
	}
	return nil, ErrNoCatalogue
}

// House returns the data of a game that its owners can replace, as a file to edit, or
// [ErrNoCatalogue].
func (b *Box) House(game string) (string, error) {
	t, err := b.title(game)
	if err != nil {
		return "", err
	}
	return t.Catalogue.YAML(), nil
}

// MaxCatalogue returns how many bytes a file with such data may have, or [ErrNoCatalogue].
func (b *Box) MaxCatalogue(game string) (int, error) {
	t, err := b.title(game)
	if err != nil {
		return 0, err
	}
	return t.Catalogue.Size(), nil
}

// Catalogue reads a file with such data; see [CatalogueReader]. It returns [ErrNoCatalogue]
// for a game without one.
func (b *Box) Catalogue(game string, l lang.Lang, file []byte) (json.RawMessage, []Mistake, error) {
	t, err := b.title(game)
	if err != nil {
		return nil, nil, err
	}
	return b.catalogue(t, l, file)
}
