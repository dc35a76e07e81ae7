package anygame

import _ "embed"

// Template is a script to begin with, with comments.
//
//go:embed template.yaml
var Template string
