package engine

import "embed"

// Messages holds the messages of this package's refusals and of seats without a name: messages.en.toml and so on.
//
//go:embed messages.*.toml
var Messages embed.FS
