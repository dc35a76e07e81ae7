package receipt

import _ "embed"

// Page is a page that does what [Check] does but for the rules of the game, in any browser and
// without a network.
//
//go:embed verify.html
var Page []byte
