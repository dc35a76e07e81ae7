//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package journal

import (
	"errors"
	"os"
)

// lockFile reports that files cannot be locked here.
func lockFile(*os.File) error { return errors.ErrUnsupported }
