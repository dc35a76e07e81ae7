//go:build !linux

package tray

import "errors"

func openV4L2(device string) (Camera, error) {
	return nil, errors.New(device + ": cameras are read on Linux alone")
}
