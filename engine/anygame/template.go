package anygame

import _ "embed"

// Template is a script to begin with, with comments.
//
//go:embed template.yaml
var Template string

// Format is all that a script can do, for whoever writes one.
//
//go:embed scripts/FORMAT.md
var Format string
