// Package menu is the panel's menu: lists in which A and B move and OK takes. It is handed a picture of the box ([Box])
// whenever a list is opened, and gives commands ([consigliere/hw/command]) for what is chosen; it changes nothing itself.
//
// Lists follow from one another: an entry that leads on is an [Open], which is a command, too, for whoever has the
// menu. Start.go has the first lists, setup.go how a game is begun, tools.go the tools of any game, people.go who
// plays, phones.go phones, results.go how games came out, settings.go the settings, howto.go how games are played.
package menu
