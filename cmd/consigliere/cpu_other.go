//go:build !unix

package main

import "time"

// cpuTime returns 0: how much time of processors the program has used is not known here.
func cpuTime() time.Duration { return 0 }
