package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"
)

// A versionFlag prints the version of the program and ends it.
type versionFlag bool

// BeforeReset is called by kong when the flag is given.
func (versionFlag) BeforeReset(k *kong.Kong) error {
	info, _ := debug.ReadBuildInfo() // nil if the program was built without modules
	fmt.Fprintln(k.Stdout, version(info))
	k.Exit(0)
	return nil
}

// version returns one line about the program: its version, the revision that it was built
// from with its date, whether files had been modified since, the version of Go, and the
// platform. What the build does not tell is left out.
func version(info *debug.BuildInfo) string {
	words := []string{"consigliere devel"}
	if info != nil {
		// A build of a work tree has no version, or one made up of what follows.
		if v := info.Main.Version; v != "" && v != "(devel)" && !strings.HasPrefix(v, "v0.0.0-") {
			words[0] = "consigliere " + v
		}
		settings := map[string]string{}
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
		if revision := settings["vcs.revision"]; revision != "" {
			words = append(words, "revision "+revision)
		}
		if date := settings["vcs.time"]; date != "" {
			words = append(words, date)
		}
		if settings["vcs.modified"] == "true" {
			words = append(words, "modified")
		}
	}
	return strings.Join(append(words, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH), ", ")
}
