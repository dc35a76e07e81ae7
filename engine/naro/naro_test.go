package naro_test

import (
	"testing"

	"consigliere/engine/enginetest"
	naroface "consigliere/engine/naro/face"
)

func TestExamples(t *testing.T) { enginetest.Examples(t, naroface.Title(), "testdata/examples") }
