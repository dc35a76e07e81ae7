package naro_test

import (
	"testing"

	"consigliere/engine/enginetest"
	"consigliere/engine/naro"
)

func TestExamples(t *testing.T) { enginetest.Examples(t, naro.Title(), "testdata/examples") }
