package derpate_test

import (
	"testing"

	"consigliere/engine/derpate"
	"consigliere/engine/enginetest"
)

func TestExamples(t *testing.T) { enginetest.Examples(t, derpate.Title(), "testdata/examples") }
