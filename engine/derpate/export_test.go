package derpate

import "consigliere/engine"

// WithFace returns the title with its face, for the tests that know the game from within. A file of
// package derpate_test sets it, for package face imports this one.
var WithFace func() *engine.Title
