//go:build unix

package enginetest

import (
	"syscall"
	"time"
)

// CPU returns how much time of processors this process takes while f runs, which other programs on
// a busy machine add little to. It is for tests that run alone in their process.
func CPU(f func()) time.Duration {
	before := used()
	f()
	return used() - before
}

func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // the argument is right
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
