package event

import (
	"encoding/json"
	"fmt"
)

// A Problem is what is wrong with an event, or with what somebody wants of one: a key and values, so that a page can say it in
// any language. As an error it says it in English.
type Problem struct {
	Key    string
	Values []any // names, numbers, and another problem
	text   string
}

// Wrong returns a problem. text is English, in the form of [fmt.Errorf].
func Wrong(key, text string, values ...any) error { return &Problem{key, values, text} }

// Error implements error.
func (p *Problem) Error() string { return fmt.Errorf(p.text, p.Values...).Error() }

// Unwrap returns the problem in the values, if there is one.
func (p *Problem) Unwrap() error {
	for _, v := range p.Values {
		if err, is := v.(error); is {
			return err
		}
	}
	return nil
}

// MarshalJSON implements [json.Marshaler]: {"key","values","text"}.
func (p *Problem) MarshalJSON() ([]byte, error) {
	values := make([]any, len(p.Values))
	for i, v := range p.Values {
		values[i] = v
		if err, is := v.(error); is {
			if _, is := err.(*Problem); !is { //nolint:errorlint // one that wraps a problem is none
				values[i] = err.Error()
			}
		}
	}
	return json.Marshal(map[string]any{"key": p.Key, "values": values, "text": p.Error()})
}
