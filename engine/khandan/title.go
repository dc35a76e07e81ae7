package khandan

import (
	"embed"
	"io/fs"

	"consigliere/engine"
	"consigliere/engine/document"
)

//go:embed RULES.md
var rules string

//go:embed messages.*.toml rules.*.toml HOWTO.*.md
var messages embed.FS

// Messages holds the words of the title.
func Messages() fs.FS { return messages }

// options are what the header of a campaign may set (section 8.1 of the ledger).
var options = engine.Options{
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

// Title returns The Houses: Legacy of Generations.
func Title() *engine.Title {
	packs := &packCache{}
	t := &engine.Title{
		ID: "khandan", Rule: "KHA", MinSeats: minSeats, MaxSeats: maxSeats, Campaign: true,
		Options:   options,
		Rules:     rules,
		Whole:     whole,
		Catalogue: &engine.Catalogue{YAML: starterYAML, Check: checkPack, Most: MaxPack},
		Moves:     moves,
		New:       func(h engine.Header) (engine.Game, []engine.Cue, error) { return newGame(h, packs) },
		Face: engine.FaceOf[Status, PrivateStatus, ResultStatus]{
			Messages: messages,
			Names:    func(h engine.Header) map[string]map[string]string { return names(h, packs) },
			Rate:     rate,
			Lessons:  lessons,
			Draw:     draw,
			Label:    label,
			Question: question,
			Explain:  explain,
			Tell:     tell,
			Shows:    shows,
			Score:    scoreTable,
			Worth:    worth,
		}.Face(),
	}
	t.Past = func(record []byte) (engine.Past, error) { return past(t, record) }
	return t
}

// names returns the messages that the pack of a header brings.
func names(h engine.Header, packs *packCache) map[string]map[string]string {
	set, err := options.Read(h)
	if err != nil {
		return nil
	}
	p, no := packs.of(set)
	if no != nil || p == nil {
		return nil
	}
	return p.names
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
	set, err := options.Read(h)
	if err != nil {
		return nil
	}
	p, no := new(packCache).of(set)
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

// A view is what one viewer may know.
type view = engine.ViewOf[Status, PrivateStatus, ResultStatus]
