//go:build unix

package page

import "syscall"

// writeNow writes as much to a connection as the system takes at once, and returns how much that is.
func writeNow(c syscall.RawConn, b []byte) (n int) {
	_ = c.Write(func(fd uintptr) bool { // an error comes again with what is written next
		n, _ = syscall.Write(int(fd), b)
		return true
	})
	return max(n, 0)
}
