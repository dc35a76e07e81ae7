package console

import "embed"

// Messages holds the messages of the box itself: messages.en.toml and so on.
//
//go:embed messages.*.toml
var Messages embed.FS
