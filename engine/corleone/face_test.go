package corleone_test

import (
	"consigliere/engine/corleone"
	"consigliere/engine/corleone/face"
)

func init() { corleone.WithFace = face.Title }
