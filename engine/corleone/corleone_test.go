package corleone_test

import (
	"testing"

	"consigliere/engine/corleone"
	"consigliere/engine/enginetest"
)

func TestExamples(t *testing.T) { enginetest.Examples(t, corleone.Title(), "testdata/examples") }
