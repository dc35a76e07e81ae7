package tray

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"consigliere/drivers/tray/sight"
)

// A Face is what a die shows: 1 to 6, or Puppet.
type Face uint8

// Puppet is the Puppeteer, on the dice of Der Pate in place of the 6.
const Puppet Face = 7

// String returns a digit, or "puppet".
func (f Face) String() string {
	if f == Puppet {
		return "puppet"
	}
	return strconv.Itoa(int(f))
}

// named returns the name of a face of a set that was taught, or its own.
func (f Face) named(names []string) string {
	if f > 0 && int(f) <= len(names) {
		return names[f-1]
	}
	return f.String()
}

// MarshalJSON returns a number, or "puppet".
func (f Face) MarshalJSON() ([]byte, error) {
	if f == Puppet {
		return []byte(`"puppet"`), nil
	}
	return []byte(strconv.Itoa(int(f))), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (f *Face) UnmarshalJSON(data []byte) error {
	var word string
	if json.Unmarshal(data, &word) == nil && word == "puppet" {
		*f = Puppet
		return nil
	}
	n, err := strconv.Atoi(string(data))
	if err != nil || n < 1 || n > 6 {
		return fmt.Errorf("%s is not a face of a die; faces are 1 to 6 and \"puppet\"", data)
	}
	*f = Face(n)
	return nil
}

// A Die is a die that was read.
type Die struct {
	Colour string `json:"colour"`
	Face   Face   `json:"face"`
}

// A Set says which dice are in play. The reader never returns anything else.
type Set struct {
	Name    string
	Colours []string // of those that the reader knows; see [Colours]
	// Also are further colours that dice may have; a set of Each has none.
	Also  []string
	Faces []Face
	// Names are those of the faces of a set that was taught, in their order; none for numbers.
	Names []string
	// Each says that there is one die of each colour, and no more. Else any number of dice lie
	// in the tray, most often all of one colour.
	Each bool
}

// Pate returns the dice of Der Pate: black, white, grey and red, with the faces 1 to 5 and the
// Puppeteer.
func Pate() Set {
	return Set{Name: "pate", Colours: []string{"black", "white", "grey", "red"}, Faces: []Face{1, 2, 3, 4, 5, Puppet}, Each: true}
}

// Standard returns ordinary dice: any number of any colours, with the faces 1 to 6.
func Standard() Set {
	return Set{Name: "standard", Colours: []string{"ivory", "red", "blue", "green", "black"}, Also: []string{"white", "grey", "yellow", "orange", "purple"}, Faces: []Face{1, 2, 3, 4, 5, 6}}
}

// Taught returns a set of any number of dice of any colours with other faces, which was taught.
func Taught(name string, faces []string) Set {
	s := Standard()
	s.Name, s.Names, s.Faces = name, faces, nil
	for i := range faces {
		s.Faces = append(s.Faces, Face(i+1))
	}
	return s
}

// Word returns the name of a face, as it is in records.
func (s Set) Word(f Face) string { return f.named(s.Names) }

// face returns the face with a word of records.
func (s Set) face(word string) (Face, bool) {
	for _, f := range s.Faces {
		if f.named(s.Names) == word {
			return f, true
		}
	}
	return 0, false
}

// check returns what is wrong with a set.
func (s Set) check() error {
	if len(s.Colours) == 0 || len(s.Faces) == 0 {
		return fmt.Errorf("set of dice %q: it needs colours and faces", s.Name)
	}
	for i, c := range slices.Concat(s.Colours, s.Also) {
		if !slices.Contains(sight.ColourNames[:], c) {
			return fmt.Errorf("set of dice %q: colour %q is not one of %s", s.Name, c, strings.Join(sight.ColourNames[:], ", "))
		}
		if slices.Contains(slices.Concat(s.Colours, s.Also)[:i], c) {
			return fmt.Errorf("set of dice %q: it has the colour %q twice", s.Name, c)
		}
	}
	for _, f := range s.Faces {
		if f < 1 || f > Puppet {
			return fmt.Errorf("set of dice %q: %d is not a face", s.Name, f)
		}
	}
	return nil
}
