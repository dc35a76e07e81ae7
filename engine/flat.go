package engine

import "unicode/utf8"

// flat reads an object as [MoveWriter] writes most: no blank, no escape, and values that are strings,
// whole numbers, true, false or null. It reports false, and may leave a part in f, for anything else,
// be it valid JSON or not: that is for the decoder to read, or to refuse in words. Lines of a record are read
// by the million, and a decoder costs four times as much for each.
func (f *Fields) flat(data []byte) bool {
	f.list = f.list[:0]
	if len(data) < 2 || data[0] != '{' || !utf8.Valid(data) {
		return false
	}
	if data[1] == '}' {
		return len(data) == 2
	}
	for at := 1; ; at++ {
		end := flatString(data, at)
		if end < 0 || end >= len(data) || data[end] != ':' {
			return false
		}
		key := data[at+1 : end-1]
		if f.Has(string(key)) {
			return false
		}
		at = end + 1
		if end = flatValue(data, at); end < 0 || end >= len(data) {
			return false
		}
		f.list = append(f.list, field{key: key, value: data[at:end:end]})
		switch at = end; data[at] {
		case ',':
		case '}':
			return at == len(data)-1
		default:
			return false
		}
	}
}

// flatValue returns where the value ends that begins at a place, or -1.
func flatValue(data []byte, at int) int {
	if at >= len(data) {
		return -1
	}
	switch data[at] {
	case '"':
		return flatString(data, at)
	case 't':
		return flatWord(data, at, "true")
	case 'f':
		return flatWord(data, at, "false")
	case 'n':
		return flatWord(data, at, "null")
	case '-':
		at++
	}
	end := at
	for end < len(data) && '0' <= data[end] && data[end] <= '9' {
		end++
	}
	if end == at || data[at] == '0' && end > at+1 {
		return -1
	}
	return end
}

func flatWord(data []byte, at int, word string) int {
	if end := at + len(word); end <= len(data) && string(data[at:end]) == word {
		return end
	}
	return -1
}

// flatString returns where the string ends that begins at a place with its quotation mark, or -1 where
// it has an escape or a control character.
func flatString(data []byte, at int) int {
	if at >= len(data) || data[at] != '"' {
		return -1
	}
	for at++; at < len(data); at++ {
		switch c := data[at]; {
		case c == '"':
			return at + 1
		case c == '\\' || c < ' ':
			return -1
		}
	}
	return -1
}
