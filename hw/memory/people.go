package memory

import (
	"slices"

	"consigliere/engine"
	"consigliere/hw/lang"
)

// A Person is somebody who has played at the box.
type Person struct {
	Name string    `json:"name"`
	Lang lang.Lang `json:"lang,omitempty"` // of the private screen; "": the box's
	Said string    `json:"said,omitempty"` // how the voice says the name; "": as it is written
}

// maxPeople is how many names a box keeps; whoever has not played for the longest time goes.
const maxPeople = 40

// People returns who has played here, the latest first. It must not be changed.
func (m *Memory) People() []Person { return m.settings.People }

// Lang returns the language that somebody likes to read; "" if nobody knows.
func (m *Memory) Lang(name string) lang.Lang {
	for _, p := range m.settings.People {
		if p.Name == name {
			return p.Lang
		}
	}
	return ""
}

// SetLang remembers the language that somebody likes to read, if the box knows the name.
func (m *Memory) SetLang(name string, l lang.Lang) {
	for i := range m.settings.People {
		if p := &m.settings.People[i]; p.Name == name {
			p.Lang = l
			m.write()
		}
	}
}

// SetSaid remembers how the voice says a name, if the box knows it.
func (m *Memory) SetSaid(name, said string) {
	for i := range m.settings.People {
		if p := &m.settings.People[i]; p.Name == name {
			p.Said = said
			m.write()
		}
	}
}

// Said returns how names are said that are said otherwise than they are written.
func (m *Memory) Said() map[string]string {
	said := map[string]string{}
	for _, p := range m.settings.People {
		if p.Said != "" {
			said[p.Name] = p.Said
		}
	}
	return said
}

// Forget forgets a name.
func (m *Memory) Forget(name string) {
	m.settings.People = slices.DeleteFunc(m.settings.People, func(p Person) bool { return p.Name == name })
	for id, last := range m.settings.Games {
		if slices.Contains(last.Seats, name) {
			last.Seats, last.Pods = nil, nil
			m.settings.Games[id] = last
		}
	}
	m.write()
}

// met puts people before those who have played here earlier.
func (m *Memory) met(people []string) {
	for _, name := range slices.Backward(people) {
		p := Person{Name: name}
		if i := slices.IndexFunc(m.settings.People, func(p Person) bool { return p.Name == name }); i >= 0 {
			p = m.settings.People[i]
			m.settings.People = slices.Delete(m.settings.People, i, i+1)
		}
		m.settings.People = slices.Insert(m.settings.People, 0, p)
	}
	m.settings.People = m.settings.People[:min(len(m.settings.People), maxPeople)]
}

// whole reports whether what was read from the file of settings can be shown and used.
func (p *Person) whole() bool {
	if p.Lang != "" {
		if _, err := lang.Parse(string(p.Lang)); err != nil {
			return false
		}
	}
	return p.Name != "" && p.Name == engine.NormalName(p.Name) && p.Said == engine.NormalName(p.Said)
}
