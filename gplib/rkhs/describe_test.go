package rkhs

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestKernelsComeBackFromTheirDescription(t *testing.T) {
	for _, k := range []cov.Func{Linear(smooth(), 3), Gaussian(smooth(), 3), cov.Sum(Gaussian(smooth(), 3), cov.Fix(cov.SE(1)))} {
		m := gplib.Model{Cov: k, Noise: gplib.Gaussian(0.1)}
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back gplib.Model
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(back.Params(), m.Params()) || back.String() != m.String() {
			t.Errorf("%v came back as %v", m, back)
		}
	}
	s, err := cov.Describe(Linear(smooth(), 3))
	if err != nil {
		t.Fatal(err)
	}
	short, other, unknown := s, s, s
	short.Theta, other.Text, unknown.Kind = s.Theta[1:], "none", "example.org/kernels.Mine"
	for want, s := range map[string]cov.Spec{
		"parameters for the": short, "feature: ": other, `import _ "example.org/kernels"`: unknown,
	} {
		if _, err := s.Func(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q in it", err, want)
		}
	}
}
