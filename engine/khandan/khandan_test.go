package khandan_test

import (
	"testing"

	"consigliere/engine/enginetest"
	"consigliere/engine/khandan"
)

func TestExamples(t *testing.T) { enginetest.Examples(t, khandan.Title(), "testdata/examples") }
