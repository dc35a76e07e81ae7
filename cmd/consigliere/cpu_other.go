//go:build !unix

package main

import "time"

// cpuTime returns 0, as the processor time of the program is not known here.
func cpuTime() time.Duration { return 0 }
