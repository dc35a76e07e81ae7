package khandan_test

import (
	"testing"

	"consigliere/engine/enginetest"
	khandanface "consigliere/engine/khandan/face"
)

func TestExamples(t *testing.T) { enginetest.Examples(t, khandanface.Title(), "testdata/examples") }
