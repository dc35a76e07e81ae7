package khandan

import (
	_ "embed"

	"consigliere/engine"
	"consigliere/engine/document"
)

//go:embed RULES.md
var rules string

// Options are what the header of a campaign may set (section 8.1 of the ledger).
var Options = engine.Options{
	{Key: "voting", Kind: engine.OptionChoice, Values: []string{"open", "sealed"}, Default: "open"},
	{Key: "chance", Kind: engine.OptionChoice, Values: []string{"table", "box"}, Default: "table"},
	{Key: "holdings", Kind: engine.OptionChoice, Values: []string{"hidden", "open"}, Default: "hidden"},
	{Key: "draft", Kind: engine.OptionChoice, Values: []string{"pod", "cards"}, Default: "pod"},
	{Key: "reigns", Kind: engine.OptionInt, Default: "0"},
	{Key: "pack", Kind: engine.OptionFile, Values: []string{starter}, Default: ""},
	{Key: "sheets", Kind: engine.OptionObject},
	{Key: "houses", Kind: engine.OptionObject},
	{Key: "talk_seconds", Kind: engine.OptionInt, Default: "0"},
	{Key: "start", Kind: engine.OptionObject},
}

// Title returns The Houses: Legacy of Generations, without the face that package face gives it.
func Title() *engine.Title {
	packs := &PackCache{}
	return &engine.Title{
		ID: "khandan", Rule: "KHA", MinSeats: minSeats, MaxSeats: MaxSeats, Campaign: true,
		Options:   Options,
		Rules:     rules,
		Whole:     whole,
		Catalogue: &engine.Catalogue{YAML: starterYAML, Check: checkPack, Most: MaxPack},
		Moves:     moves,
		New:       func(h engine.Header) (engine.Game, []engine.Cue, error) { return newGame(h, packs) },
	}
}

// whole writes a pack that comes with the box into the header that names it: the campaign keeps
// its pack, whatever becomes of the box's.
func whole(h engine.Header) engine.Header {
	tree, err := document.JSON(h.Options)
	if err != nil {
		return h
	}
	named := tree.Key("pack")
	if named == nil || named.Kind != document.Text {
		return h
	}
	p, wrong := ReadPack(shipped(named.Text)...)
	if len(wrong) > 0 {
		return h
	}
	*named = *p.tree
	h.Options = tree.AppendJSON(nil)
	return h
}

// PackOf returns the pack of a campaign with the header, or nil where it has none.
func PackOf(h engine.Header) *Pack {
	set, err := Options.Read(h)
	if err != nil {
		return nil
	}
	p, no := new(PackCache).Of(set)
	if no != nil {
		return nil
	}
	return p
}

// checkPack returns all that is wrong with a pack, given as JSON.
func checkPack(data []byte) []engine.Mistake {
	tree, err := document.JSON(data)
	if err != nil {
		return []engine.Mistake{{Path: "$", Why: engine.Say("refuse.pack_syntax").Thing(err.Error())}}
	}
	_, wrong := NewPack(tree)
	return engine.Mistakes(wrong)
}
