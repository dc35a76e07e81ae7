package wire

import (
	"bytes"
	"encoding/json"
)

// An Exported is a line as a hub exports it. Text is the line of the outbox, as a string.
type Exported struct {
	Box  string `json:"box"`
	Play string `json:"play"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// IsExport reports whether data are lines as a hub exports them.
func IsExport(data []byte) bool {
	first, _, _ := bytes.Cut(data, []byte{'\n'})
	var e Exported
	d := json.NewDecoder(bytes.NewReader(first))
	d.DisallowUnknownFields()
	return d.Decode(&e) == nil && e.Box != "" && e.Play != "" && e.Text != ""
}
