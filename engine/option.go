package engine

import "slices"

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
