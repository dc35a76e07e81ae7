package words

import "sync"

// A memory is what was worked out, by what it follows from and nothing else. It is safe for concurrent use, and begun anew when
// it has become large.
type memory[K comparable] struct {
	mu sync.RWMutex
	of map[K]string
}

// remembered is how much a memory holds.
const remembered = 4096

// get returns what find returns for a key.
func (m *memory[K]) get(key K, find func() string) string {
	m.mu.RLock()
	s, ok := m.of[key]
	m.mu.RUnlock()
	if ok {
		return s
	}
	s = find()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of == nil || len(m.of) >= remembered {
		m.of = map[K]string{}
	}
	m.of[key] = s
	return s
}
