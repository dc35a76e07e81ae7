package main

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"consigliere/engine/language"
)

// A flagMistake says in plain words what is wrong with the value of a flag.
type flagMistake struct{ why string }

func (e *flagMistake) Error() string { return e.why }

// plain describes a mistake on the command line: kong puts the flag and a colon before what is
// wrong with its value.
func plain(err error) string {
	text := err.Error()
	var m *flagMistake
	if errors.As(err, &m) {
		if flag, ok := strings.CutSuffix(text, ": "+m.why); ok {
			return flag + " " + m.why
		}
	}
	return text
}

// plainFlags let values of flags be read as kong reads them, with mistakes in plain words.
func plainFlags() kong.Option {
	defaults := kong.NewRegistry().RegisterDefaults()
	var all []kong.Option
	add := func(as any, wrong func(value string) string) {
		t := reflect.TypeOf(as)
		all = append(all, kong.KindMapper(t.Kind(), flagValue{defaults.ForType(t), wrong}))
	}
	whole := func(value string) string {
		if _, err := strconv.ParseInt(value, 0, 64); err != nil {
			return "must be a whole number, not " + strconv.Quote(value)
		}
		return ""
	}
	add("", nil)
	add(0.0, nil)
	add(int(0), whole)
	add(int64(0), whole)
	add(uint64(0), func(value string) string {
		if _, err := strconv.ParseUint(value, 0, 64); err != nil {
			return "must be a whole number, 0 or more, not " + strconv.Quote(value)
		}
		return ""
	})
	add(map[string]string(nil), func(value string) string {
		if !strings.Contains(value, "=") {
			return "needs KEY=VALUE, not " + strconv.Quote(value)
		}
		return ""
	})
	return kong.OptionFunc(func(k *kong.Kong) error {
		var err error
		for _, o := range all {
			err = errors.Join(err, o.Apply(k))
		}
		return err
	})
}

// A flagValue is a mapper that says in plain words where a flag has no value, or a wrong one.
type flagValue struct {
	kong.Mapper
	wrong func(value string) string // "": nothing is; nil: all values are good
}

// Decode implements [kong.Mapper].
func (v flagValue) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	if ctx.Value.Flag != nil {
		t := ctx.Scan.Peek()
		switch {
		case t.IsEOL() && target.Kind() == reflect.Map:
			return &flagMistake{"needs KEY=VALUE"}
		case t.IsEOL():
			return &flagMistake{"needs a value"}
		case !t.IsValue():
			return &flagMistake{fmt.Sprintf("needs a value; to give one that begins with -, write %s=%v", ctx.Value.ShortSummary(), t)}
		}
		if v.wrong != nil {
			if why := v.wrong(fmt.Sprint(t.Value)); why != "" {
				return &flagMistake{why}
			}
		}
	}
	return v.Mapper.Decode(ctx, target)
}

// langVars are what the help of flags says of the languages of the box.
func langVars() kong.Vars {
	tags := language.Tags()
	last := len(tags) - 1
	return kong.Vars{
		"lang_values": strings.Join(tags, "|"),
		"lang_enum":   strings.Join(tags, ","),
		"lang_list":   strings.Join(tags[:last], ", ") + " or " + tags[last],
	}
}
