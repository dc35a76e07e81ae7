package web

import (
	"encoding/json"
	"errors"
	"fmt"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// What a page wants for itself, or of those who have phones, and not of the box.
type (
	// A peek begins or ends to look at a private screen.
	peek struct {
		Pod hw.Pod `json:"pod"`
		On  bool   `json:"on"`
	}
	// A pageLang is the language of the page.
	pageLang struct {
		Lang lang.Lang `json:"lang"`
	}
	// A setHost makes the phone of a name a host's, or ends that.
	setHost struct {
		Name string `json:"name"`
		On   bool   `json:"on"`
	}
)

// own are the messages of a page that are not commands of the box.
var own = command.Rows{
	{Name: "look", By: command.Panel, Read: command.As[peek]},
	{Name: "lang", By: command.Panel, Read: command.As[pageLang]},
	{Name: "let", By: command.Panel, Read: command.As[command.LetIn]},
	{Name: "out", By: command.Panel, Read: command.As[command.PutOut]},
	{Name: "host", By: command.Panel, Read: command.As[setHost]},
}

// maxMessage is how many bytes a message may have. The longest honest one begins a game with a catalogue of the
// owner's: it becomes the header of a record.
const maxMessage = engine.MaxLine

// parse reads one message of a page, for a box with the given number of pods, and checks all that can be checked without the
// box. An error names the field that is wrong and what would be right.
func parse(table command.Rows, data []byte, pods int) (any, error) {
	m, err := own.Read(data, command.Panel, pods)
	switch m := m.(type) {
	case peek:
		if m.Pod < 0 || int(m.Pod) >= pods {
			return nil, fmt.Errorf("look: pod %d: there are 0 to %d", m.Pod, pods-1)
		}
	case pageLang:
		if _, err := lang.Parse(string(m.Lang)); err != nil {
			return nil, fmt.Errorf("lang: %w", err)
		}
	}
	if errors.Is(err, command.ErrUnknown) {
		return table.Read(data, command.Panel, pods)
	}
	return m, err
}

// The messages to the page. Each has a "t" that names it; frames are base64 of [hw.Frame.Pix].
type (
	// hello is the first message of a connection: what the box has.
	hello struct {
		T       string    `json:"t"`
		Pods    int       `json:"pods"`
		Main    *[2]int   `json:"main"`    // null if there is none
		Private []*[2]int `json:"private"` // null for a pod that has none
		Lang    lang.Lang `json:"lang"`    // of the box
	}
	frame struct {
		T     string `json:"t"` // "main"
		Frame []byte `json:"f"`
	}
	private struct {
		T     string `json:"t"` // "private"
		Pod   hw.Pod `json:"pod"`
		Frame []byte `json:"f"`
	}
	// asked is what the private screen of a pod asks, for a page that looks at it.
	asked struct {
		T    string    `json:"t"` // "asked"
		Pod  hw.Pod    `json:"pod"`
		Desk *desk.Pod `json:"desk"` // null while it asks nothing
	}
	lights struct {
		T   string `json:"t"`   // "lights"
		RGB string `json:"rgb"` // six digits a light
	}
	deskMessage struct {
		T    string          `json:"t"`    // "desk"
		Lang lang.Lang       `json:"lang"` // of the box
		Desk json.RawMessage `json:"desk"`
	}
	// covered says that the page looks at a private screen no more.
	covered struct {
		T   string `json:"t"` // "covered"
		Pod hw.Pod `json:"pod"`
	}
	// fault answers a message that did nothing. Code is a word the page has a sentence for.
	fault struct {
		T    string `json:"t"` // "error"
		Code string `json:"code"`
		Text string `json:"text"`
	}
)
