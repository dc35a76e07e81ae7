package document

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// JSON parses one JSON value of at most [MaxJSON] bytes. The error is a [*SyntaxError].
func JSON(data []byte) (*Node, error) {
	if err := checkSize(data, MaxJSON); err != nil {
		return nil, err
	}
	p := jsonParser{data: data, lines: linesOf(data), in: jsontext.NewDecoder(bytes.NewBuffer(data))}
	n, err := p.value(0)
	if err == nil {
		if _, rest := p.in.ReadToken(); rest != io.EOF {
			line, column := p.next()
			err = &SyntaxError{line, column, "there is something after the value"}
		}
	}
	if err != nil {
		return nil, err
	}
	return n, nil
}

type jsonParser struct {
	builder
	data  []byte
	lines lines
	in    *jsontext.Decoder
}

// next returns where the next token begins.
func (p *jsonParser) next() (line, column int) {
	at := int(p.in.InputOffset())
	for at < len(p.data) && strings.IndexByte(" \t\r\n,:", p.data[at]) >= 0 {
		at++
	}
	return p.lines.position(at)
}

func (p *jsonParser) value(depth int) (*Node, error) {
	line, column := p.next()
	if err := p.add(depth, line, column); err != nil {
		return nil, err
	}
	t, err := p.in.ReadToken()
	if err != nil {
		return nil, p.failure(err)
	}
	n := &Node{Line: line, Column: column}
	switch t.Kind() {
	case 't', 'f':
		n.Kind, n.Text = Bool, t.String()
	case '0':
		n.Kind, n.Text = Number, t.String()
	case '"':
		n.Kind, n.Text = Text, t.String()
	case '[':
		n.Kind = List
		for p.in.PeekKind() != ']' {
			item, err := p.value(depth + 1)
			if err != nil {
				return nil, err
			}
			n.Items = append(n.Items, item)
		}
	case '{':
		n.Kind = Object
		for p.in.PeekKind() != '}' {
			line, column := p.next()
			key, err := p.in.ReadToken()
			if err != nil {
				return nil, p.failure(err)
			}
			name := key.String()
			v, err := p.value(depth + 1)
			if err != nil {
				return nil, err
			}
			v.Line, v.Column = line, column
			n.Members = append(n.Members, Member{name, v})
		}
	}
	if n.Kind == List || n.Kind == Object {
		if _, err := p.in.ReadToken(); err != nil {
			return nil, p.failure(err)
		}
	}
	return n, nil
}

// failure says what is not JSON.
func (p *jsonParser) failure(err error) error {
	offset, reason := p.in.InputOffset(), err
	var e *jsontext.SyntacticError
	if errors.As(err, &e) {
		offset, reason = e.ByteOffset, e.Err
		if errors.Is(reason, jsontext.ErrDuplicateName) {
			line, column := p.next()
			return twice(e.JSONPointer.LastToken(), line, column)
		}
	}
	if errors.Is(err, io.EOF) {
		reason = io.ErrUnexpectedEOF
	}
	line, column := p.lines.position(int(offset))
	return &SyntaxError{line, column, "this is not JSON: " + reason.Error()}
}
