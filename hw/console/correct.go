package console

import (
	"encoding/json"
	"strconv"

	"consigliere/hw"
	"consigliere/hw/reply"
)

// corrections returns what people have told of dice that the tray was not certain of or has misread, with a line that
// was typed, or nil where they have told it by buttons; none if nothing is to be learned from that.
func (k *answers) corrections(r *reply.Reply, line []byte) []hw.Die {
	if k.pupil == nil || r == nil {
		return nil
	}
	if line == nil {
		return r.Corrected(nil)
	}
	var told any
	if json.Unmarshal(line, &told) != nil {
		return nil
	}
	return r.Corrected(func(key string) string { return wordAt(told, key) })
}

// correct tells the tray what its dice show, if it is to learn from that.
func (k *answers) correct(dice []hw.Die) {
	if len(dice) > 0 {
		k.pupil.Correct(dice)
	}
}

// wordAt returns the word or number that a line has for a key, however deep.
func wordAt(line any, key string) string {
	fields, _ := line.(map[string]any)
	switch v := fields[key].(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	for _, v := range fields {
		if word := wordAt(v, key); word != "" {
			return word
		}
	}
	return ""
}
