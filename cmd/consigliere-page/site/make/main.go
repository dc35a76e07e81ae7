// Command make writes the static files of the box as a page to a folder in which its programs are already.
package main

import (
	"errors"
	"fmt"
	"os"

	"consigliere/cmd/consigliere-page/site"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: make DIR")
		os.Exit(2)
	}
	if err := errors.Join(site.Write(os.Args[1]), site.List(os.Args[1])); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
