//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "this program runs in a browser; make site OUT=DIR builds it, consigliere site DIR serves it")
	os.Exit(1)
}
