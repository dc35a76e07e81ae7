// Package language is the table of the languages that the program speaks: what is known of each but
// its words, which stand in the messages. English is required everywhere; each other language is
// optional, in messages, packs, scripts and catalogues, and English stands in for what it lacks. So a
// header that was written before a language existed stays legal for ever. Pages get the table from
// the box that serves them.
//
// To add a language is to add a row here, and files of words; CONTRIBUTING.md has the list.
package language

import "strings"

// A Language is a language, and how it is written.
type Language struct {
	Tag         string // BCP 47
	Name        string // in the language itself
	Locale      string // BCP 47, by which browsers write dates
	RightToLeft bool
	Zero        rune   // the first of its ten digits
	Group       string // between groups of three digits
	Comma       string // between the items of a list, with its space
	And         string // before the last item of a list
	Semicolon   string // between items that have commas of their own
	Letters     string // that names are spelled with, capital ones where the script has them
	Voice       string // espeak-ng's; "": it has the tag
}

const latin = "ABCDEFGHIJKLMNOPQRSTUVWXYZ'-"

// English is the language that everything has.
const English = "en"

// table has the languages in the order in which lists show them. English comes first.
var table = [...]Language{
	{Tag: English, Name: "English", Locale: "en-GB", Zero: '0', Group: ",", Comma: ", ", And: " and ", Semicolon: "; ", Letters: latin, Voice: "en-us"},
	{
		Tag: "fa", Name: "فارسی", Locale: "fa-IR", RightToLeft: true,
		Zero: '۰', Group: "٬", Comma: "، ", And: " و ", Semicolon: "؛ ",
		Letters: "آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیئ\u200c",
	},
	{
		Tag: "it", Name: "Italiano", Locale: "it-IT",
		Zero: '0', Group: ".", Comma: ", ", And: " e ", Semicolon: "; ", Letters: latin + "ÀÈÉÌÒÙ",
	},
}

// All returns the languages in the order in which lists show them, English first.
func All() []Language { return table[:] }

// Tags returns their tags.
func Tags() []string {
	tags := make([]string, len(table))
	for i := range table {
		tags[i] = table[i].Tag
	}
	return tags
}

// Others returns the tags of all but English.
func Others() []string { return Tags()[1:] }

// Of returns the language of a tag, or English where there is none.
func Of(tag string) *Language {
	for i := range table {
		if table[i].Tag == tag {
			return &table[i]
		}
	}
	return &table[0]
}

// Digits returns a text with the digits of the language in the place of 0 to 9.
func (l *Language) Digits(text string) string {
	if l.Zero == '0' {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r - '0' + l.Zero
		}
		return r
	}, text)
}
