package gplib_test

import (
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// The text of a result has a bounded number of lines, however many parameters there are.
func TestTheTextOfALargeModelIsShort(t *testing.T) {
	net, err := cov.Network(10, 128, 128, 1)
	if err != nil {
		t.Fatal(err)
	}
	r := &gplib.Result{Model: gplib.Model{Cov: cov.Deep(cov.SE(1), net), Noise: gplib.Gaussian(0.1)}}
	text := r.String()
	if n := strings.Count(text, "\n"); n > 20 || len(text) > 1000 {
		t.Errorf("%d lines, %d bytes", n, len(text))
	}
	for _, want := range []string{"weight          17792 numbers, sd ", "noise.variance  0.1 "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
