package lang

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// A message is a sentence with arguments, in as many forms as its language has for a number. It is taken apart when it
// is read: the voice and the screens of a small computer say many.
type message struct {
	other []piece
	more  *forms // those beside other; nil in most of the thousands of messages
}

// Forms of a message depend on a number, as a language says.
type forms struct {
	tag language.Tag
	of  map[plural.Form][]piece
}

// A piece of a sentence is text; or an argument.
type piece struct {
	text string    // or the name of the argument
	arg  *argument // nil: text
}

// An argument is what a sentence makes of one.
type argument struct {
	make string   // such as "As"; "" where it stands as it is
	with []string // what it is made with
}

// formNames are the forms as a catalogue has them.
var formNames = map[string]plural.Form{
	"other": plural.Other, "zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many,
}

// readMessages reads a catalogue into messages by key. A message is a text, or a table of texts by the form of the plural
// that its first number asks for. "{{.who}}" stands for an argument.
func readMessages(into map[string]*message, l Lang, data []byte) error {
	var all map[string]any
	if err := toml.Unmarshal(data, &all); err != nil {
		return err
	}
	tag := language.Make(string(l))
	for key, v := range all {
		m := &message{}
		var err error
		switch v := v.(type) {
		case string:
			m.other, err = pieces(v)
		case map[string]any:
			err = m.read(tag, v)
		default:
			err = fmt.Errorf("it is neither a text nor a table of texts")
		}
		if err != nil {
			return fmt.Errorf("message %q: %w", key, err)
		}
		into[key] = m
	}
	return nil
}

// read reads the forms of a message.
func (m *message) read(tag language.Tag, table map[string]any) error {
	for name, v := range table {
		form, known := formNames[name]
		text, is := v.(string)
		if !known || !is {
			return fmt.Errorf("%q is not a plural form; there are zero, one, two, few, many and other, each a text", name)
		}
		list, err := pieces(text)
		switch {
		case err != nil:
			return err
		case form == plural.Other:
			m.other = list
			continue
		case m.more == nil:
			m.more = &forms{tag, map[plural.Form][]piece{}}
		}
		m.more.of[form] = list
	}
	if m.other == nil {
		return fmt.Errorf(`"other" is missing`)
	}
	return nil
}

// braced is what is between braces: ".who", or ".who.As" and texts in quotation marks.
var braced = regexp.MustCompile("^\\s*\\.(\\w+)(?:\\.(\\w+)((?:\\s+(?:`[^`]*`|\"[^\"]*\"))*))?\\s*$")

// quoted is one of these texts.
var quoted = regexp.MustCompile("`[^`]*`|\"[^\"]*\"")

// pieces takes a text apart.
func pieces(text string) ([]piece, error) {
	list := []piece{}
	for {
		before, rest, found := strings.Cut(text, "{{")
		if before != "" {
			list = append(list, piece{text: before})
		}
		if !found {
			return list, nil
		}
		inside, after, closed := strings.Cut(rest, "}}")
		m := braced.FindStringSubmatch(inside)
		if !closed || m == nil {
			return nil, fmt.Errorf("%q is not an argument; arguments look like {{.who}}", "{{"+rest)
		}
		arg := &argument{make: m[2]}
		if !slices.Contains([]string{"", "As", "Agree", "Count"}, arg.make) {
			return nil, fmt.Errorf("%q is not something to make of an argument; there are As, Agree and Count", arg.make)
		}
		for _, q := range quoted.FindAllString(m[3], -1) {
			arg.with = append(arg.with, q[1:len(q)-1])
		}
		list = append(list, piece{m[1], arg})
		text = after
	}
}

// ended is what ends with a sign that ends a sentence.
var ended = regexp.MustCompile(`[!?؟…][\x{2069}»”"]?$`)

// fill returns the message for a number, with its arguments; one that isn't given is left out.
func (m *message) fill(n int, args map[string]value) string {
	form := m.other
	if m.more != nil {
		if f := m.more.of[plural.Cardinal.MatchPlural(m.more.tag, max(n, -n), 0, 0, 0, 0)]; f != nil {
			form = f
		}
	}
	if len(form) == 1 && form[0].arg == nil {
		return form[0].text
	}
	var b strings.Builder
	for i := range form {
		p := &form[i]
		if p.arg != nil {
			b.WriteString(args[p.text].made(p.arg.make, p.arg.with, args))
			continue
		}
		text := p.text
		if strings.HasPrefix(text, ".") && ended.MatchString(b.String()) {
			text = text[1:] // "Ava takes Bang!" has its end
		}
		b.WriteString(text)
	}
	return b.String()
}
