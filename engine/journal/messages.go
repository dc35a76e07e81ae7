package journal

import "embed"

// Messages holds the messages of this package: messages.en.toml and so on.
//
//go:embed messages.*.toml
var Messages embed.FS
