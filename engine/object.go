package engine

import (
	"bytes"
	"encoding/json"
)

// An Object is a JSON object with its keys in order.
type Object []Member

// A Member is a key of an [Object] with its value.
type Member struct {
	Key   string
	Value any
}

// Add appends a key with its value.
func (o *Object) Add(key string, value any) { *o = append(*o, Member{key, value}) }

// MarshalJSON writes the object.
func (o Object) MarshalJSON() ([]byte, error) {
	b := bytes.NewBufferString("{")
	e := json.NewEncoder(b)
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := e.Encode(m.Key); err != nil {
			return nil, err
		}
		b.Truncate(b.Len() - 1) // the encoder ends each value with a newline
		b.WriteByte(':')
		if err := e.Encode(m.Value); err != nil {
			return nil, err
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
