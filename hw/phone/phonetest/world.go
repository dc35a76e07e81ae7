package phonetest

import (
	"bytes"
	"sync"
	"sync/atomic"
	"time"
)

// A Memory is a register in memory, which refuses to be written with Err.
type Memory struct {
	mu sync.Mutex // guards the following

	Data []byte
	Err  error
}

// Read implements phone.Register.
func (m *Memory) Read() ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return bytes.Clone(m.Data), nil
}

// Write implements phone.Register.
func (m *Memory) Write(b []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.Err == nil {
		m.Data = bytes.Clone(b)
	}
	return m.Err
}

// Later returns what lets time pass, and what tells the time then.
func Later() (pass func(time.Duration), now func() time.Time) {
	var off atomic.Int64
	return func(d time.Duration) { off.Add(int64(d)) }, func() time.Time { return time.Now().Add(time.Duration(off.Load())) }
}
