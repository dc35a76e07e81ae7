// Package command has what a box can be told: by its menu, a page, a phone, a program or a hub.
//
// A command is a value of one of the types of this package; the box does it ([consigliere/hw/box.Box.Do]), at the present
// time and on the goroutine that owns it. [Table] gives those that come as messages their names, and says who
// may give each. A new command is a type here with its row, a room of the console that does it, a line of
// JavaScript that sends it, and its words.
//
//	cmd, err := command.Table.Read([]byte(`{"t":"pause","on":true}`), command.Panel, pods)
package command
