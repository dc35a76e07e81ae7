package console

import (
	"encoding/json"
	"errors"
	"strings"

	"consigliere/engine"
	"consigliere/engine/link"
	"consigliere/hw/command"
	"consigliere/hw/desk"
)

// brought is what somebody has brought by a link: the value of the option of a title that takes a file, or what is
// wrong with it.
type brought struct {
	title *engine.Title // nil: nothing
	value json.RawMessage
	wrong []engine.Mistake
}

// broughtWord stands for the value in a start: a phone has no room for it, and need not have it.
const broughtWord = "brought"

// doBring reads a link. What is wrong with what it holds is shown in the menu, where it would be offered.
func (k *evening) doBring(c command.Bring) error {
	title, file, err := k.unpack(c.Link)
	switch {
	case errors.Is(err, link.ErrCut):
		return k.game.refused(engine.Refuse("", "refuse.link_cut"))
	case err != nil || title == nil:
		return k.game.refused(engine.Refuse("", "refuse.link"))
	}
	k.brought, k.wrong = brought{title: title}, refusal{} // a link that was wrong before is forgotten
	k.brought.value, k.brought.wrong = title.Catalogue.Read(file)
	k.log.Info("a file was brought by a link", "game", title.ID, "mistakes", len(k.brought.wrong))
	k.stage.touch()
	return nil
}

// unpack returns what a link of the workshop holds, and the title that it is for: the one that is named before it, or
// the one that plays scripts.
func (k *evening) unpack(text string) (*engine.Title, []byte, error) {
	if _, after, found := strings.Cut(text, "#"); found {
		text = after
	}
	id, packed, named := strings.Cut(text, "/")
	if !named {
		id, packed = "", text
	}
	file, err := link.Decode(packed)
	if err != nil {
		return nil, nil, err
	}
	for _, t := range k.titles {
		tool, _ := t.Tools()
		if t.Catalogue != nil && (t.ID == id || id == "" && tool != nil) {
			return t, file, nil
		}
	}
	return nil, nil, nil
}

// put returns the options of a start with what was brought in the place of the word for it.
func (b *brought) put(t *engine.Title, options json.RawMessage) json.RawMessage {
	var all map[string]json.RawMessage
	if b.title != t || b.value == nil || json.Unmarshal(options, &all) != nil || string(all[t.FileOption()]) != `"`+broughtWord+`"` {
		return options
	}
	all[t.FileOption()] = b.value
	whole, err := json.Marshal(all)
	if err != nil {
		return options
	}
	return whole
}

// state returns what is offered of it in the menu, or nil.
func (b *brought) state() *desk.BroughtState {
	if b.title == nil {
		return nil
	}
	s := &desk.BroughtState{Title: b.title, Wrong: b.wrong, Options: json.RawMessage("{}")}
	if b.value != nil {
		all := map[string]json.RawMessage{b.title.FileOption(): b.value}
		if raw, err := json.Marshal(all); err == nil {
			s.Options = raw
		}
	}
	return s
}
