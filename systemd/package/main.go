// Command package makes a Debian package from an nfpm configuration. It is a module of its own,
// so that what makes packages is not a dependency of the program in them; and it is nfpm's deb
// alone, as the whole of nfpm brings what makes five other kinds.
//
//	go run . CONFIG TARGET
//
// With a program in place of the configuration and no target it prints what that is made of.
//
//	go run . sbom PROGRAM >consigliere.spdx.json
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: package CONFIG TARGET, or package sbom PROGRAM")
		os.Exit(2)
	}
	do := func() error { return run(os.Args[1], os.Args[2]) }
	if os.Args[1] == "sbom" {
		do = func() error { return sbom(os.Stdout, os.Args[2]) }
	}
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run makes the package that the configuration describes, in the folder target.
func run(config, target string) (err error) {
	c, err := nfpm.ParseFileWithEnvMapping(config, os.Getenv)
	if err != nil {
		return err
	}
	info, err := c.Get("deb")
	if err != nil {
		return err
	}
	info = nfpm.WithDefaults(info)
	if err := nfpm.PrepareForPackager(info, "deb"); err != nil {
		return err
	}
	// The same files give the same package, whenever they were written: SOURCE_DATE_EPOCH is the time
	// of all of them.
	for _, c := range info.Contents {
		if c.FileInfo != nil {
			c.FileInfo.MTime = info.MTime
		}
	}
	f, err := os.Create(filepath.Join(target, deb.Default.ConventionalFileName(info)))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := deb.Default.Package(info, f); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	fmt.Println(f.Name())
	return nil
}
