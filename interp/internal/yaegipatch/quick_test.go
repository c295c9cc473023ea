package yaegipatch_test

import (
	"testing"

	"krigo/interp/internal/yaegipatch"
)

func TestTheInterpreterIsAsExpected(t *testing.T) {
	if err := yaegipatch.Check(); err != nil {
		t.Fatal(err)
	}
}
