package engine

import (
	"encoding/json"
	"slices"
)

// Draws reports whether the option decides whether the table or the box draws and rolls: with bots at the table it is
// always the box.
func (o *Option) Draws() bool {
	return o.Kind == OptionChoice && slices.Equal(o.Values, []string{"table", "box"})
}

// Ships reports whether the box has cards for the title that nobody has on the table. Then it draws them, unless
// somebody chooses otherwise.
func (t *Title) Ships() bool {
	return slices.ContainsFunc(t.Options, func(o Option) bool { return o.Kind == OptionFile && len(o.Values) > 0 })
}

// AllLaid reports whether all cards and dice lie on the table with the options of a header: what [Option.Laid] lists is chosen.
func (t *Title) AllLaid(options json.RawMessage) bool {
	var all map[string]json.RawMessage
	if !slices.ContainsFunc(t.Options, func(o Option) bool { return o.Laid != nil }) || json.Unmarshal(options, &all) != nil {
		return false
	}
	for i := range t.Options {
		o := &t.Options[i]
		word := o.Default
		if v := all[o.Key]; v != nil && json.Unmarshal(v, &word) != nil {
			continue
		}
		if slices.Contains(o.Laid, word) {
			return true
		}
	}
	return false
}
