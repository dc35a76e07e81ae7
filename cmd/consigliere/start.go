package main

import (
	"runtime/debug"
	"time"
)

// settleTime is how long after its start a box has read all that it needs.
const settleTime = 2 * time.Second

// hurry lets a box start without collecting garbage, which is little and soon all of it: the page is
// there sooner. When the box has settled, what it used for that is given back to the machine. The
// function that it returns calls that off.
func hurry() (stop func()) {
	percent := debug.SetGCPercent(400)
	settled := time.AfterFunc(settleTime, func() {
		debug.SetGCPercent(percent)
		debug.FreeOSMemory()
	})
	return func() {
		if settled.Stop() {
			debug.SetGCPercent(percent)
		}
	}
}
