package derpate_test

import (
	"testing"

	derpateface "consigliere/engine/derpate/face"
	"consigliere/engine/enginetest"
)

func TestExamples(t *testing.T) { enginetest.Examples(t, derpateface.Title(), "testdata/examples") }
