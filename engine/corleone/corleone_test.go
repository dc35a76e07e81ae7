package corleone_test

import (
	"testing"

	corleoneface "consigliere/engine/corleone/face"
	"consigliere/engine/enginetest"
)

func TestExamples(t *testing.T) { enginetest.Examples(t, corleoneface.Title(), "testdata/examples") }
