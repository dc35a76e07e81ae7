package document

import (
	"fmt"
	"strings"
)

// The problems that a [Reader] finds by itself. Owners name their own in [Value.Refuse].
const (
	Missing   = "missing"    // a key is missing: Word
	Unknown   = "unknown"    // the key Word is not among Known
	NotObject = "object"     // not an object with keys
	NotList   = "list"       // not a list of Least to Most items
	NotNumber = "number"     // not a whole number from Least to Most
	NotText   = "text"       // not a text, or an empty one
	NotBool   = "bool"       // not true or false
	NotWord   = "word"       // Word is not among Known
	NotFloat  = "any_number" // not a number
)

// A Mistake is something wrong in a document.
type Mistake struct {
	Path         string // such as "$.events[3].car"; "$" is the whole
	Line, Column int    // as in [Node]; of what would hold the value where it is missing
	Problem      string // one of the constants, or what the owner says
	Word         string // what was written, "" where it is not one word; Missing: the key
	Known        []string
	Near         string // the word of Known that may be meant, or ""
	Least, Most  int    // NotNumber, NotList; NotText: Least is 1 for a text that is empty
}

// Error says in English what is wrong. The problem of an owner is its own sentence.
func (m Mistake) Error() string {
	name := nameOf(m.Path)
	switch m.Problem {
	case Missing:
		return fmt.Sprintf("%s needs the key %s", name, short(m.Word))
	case Unknown:
		where := "at the top"
		if holder, _, ok := cutLast(m.Path); ok && holder != "$" {
			where = "in " + nameOf(holder)
		}
		return fmt.Sprintf("there is no key %s %s%s", short(m.Word), where, m.instead())
	case NotObject:
		return name + " must have keys with values"
	case NotList:
		switch {
		case m.Most == 0:
			return name + " must be a list"
		case m.Least == m.Most:
			return fmt.Sprintf("%s must be a list of %d", name, m.Most)
		}
		return fmt.Sprintf("%s must be a list of %d to %d", name, m.Least, m.Most)
	case NotNumber:
		if m.Word == "" {
			return name + " must be a whole number"
		}
		return fmt.Sprintf("%s must be %d to %d, not %s", name, m.Least, m.Most, m.Word)
	case NotFloat:
		return name + " must be a number"
	case NotText:
		if m.Least > 0 {
			return name + " must not be empty"
		}
		return name + " must be text in quotes"
	case NotBool:
		return name + " must be true or false"
	case NotWord:
		if m.Word == "" {
			return fmt.Sprintf("%s must be one of %s", name, strings.Join(m.Known, ", "))
		}
		return fmt.Sprintf("%s cannot be %s%s", name, short(m.Word), m.instead())
	}
	return m.Problem
}

// instead says what would have been right.
func (m Mistake) instead() string {
	if m.Near != "" {
		return fmt.Sprintf("; did you mean %q?", m.Near)
	}
	return "; there are " + strings.Join(m.Known, ", ")
}

// nameOf returns a path as people read it.
func nameOf(path string) string {
	if path == "$" {
		return "the file"
	}
	return strings.TrimPrefix(strings.TrimPrefix(path, "$"), ".")
}

// cutLast cuts the last key off a path.
func cutLast(path string) (before, key string, ok bool) {
	i := strings.LastIndexByte(path, '.')
	if strings.HasSuffix(path, `"]`) {
		i = strings.LastIndex(path, `["`)
	}
	if i < 0 {
		return path, "", false
	}
	return path[:i], path[i:], true
}
