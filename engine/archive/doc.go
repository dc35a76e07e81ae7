// Package archive is what was played: the plays and campaigns in a folder of journals, and what
// other programs read of them.
//
// A [Library] says how titles and things are called in one language; the history is read with it:
//
//	plays, err := library.History(dir, since)
//	...
//	err = archive.WriteCSV(os.Stdout, plays)
//
// Nothing here prints for people: whoever shows a play lays it out.
package archive
