package derpate_test

import (
	"consigliere/engine/derpate"
	"consigliere/engine/derpate/face"
)

func init() { derpate.WithFace = face.Title }
