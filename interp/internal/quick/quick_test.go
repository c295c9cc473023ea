package quick_test

import (
	"testing"

	"krigo/interp/internal/quick"
)

func TestTheInterpreterIsAsExpected(t *testing.T) {
	if err := quick.Check(); err != nil {
		t.Fatal(err)
	}
}
