//go:build !unix

package enginetest

import "time"

// CPU returns how long f runs, where the system does not tell how much of that is its own.
func CPU(f func()) time.Duration {
	began := time.Now()
	f()
	return time.Since(began)
}
