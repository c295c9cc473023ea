package statespace_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/statespace"
)

// cov.Constant takes inputs of any type, so that it does not refuse these itself.
func TestInputsThatAreNotPointsAreErrors(t *testing.T) {
	m := gplib.Model{Cov: cov.Constant(1), Noise: gplib.Gaussian(0.1)}
	p, err := statespace.Condition(m, drawnData(rand.New(rand.NewPCG(51, 15)), 5))
	if err != nil {
		t.Fatal(err)
	}
	words := cov.Strings{"a", "b"}
	d := gplib.Data{X: words, Y: []float64{1, 2}}
	for by, f := range map[string]func() error{
		"Check":        func() error { return statespace.Check(m, words) },
		"LML":          func() error { _, err := statespace.LML{}.Eval(m, d, nil); return err },
		"Condition":    func() error { _, err := statespace.Condition(m, d); return err },
		"Predict":      func() error { _, err := p.Predict(words); return err },
		"Covariance":   func() error { _, _, err := p.Covariance(words); return err },
		"Sample":       func() error { _, err := p.Sample(words, 1, nil); return err },
		"MeanGradient": func() error { _, err := p.MeanGradient(words); return err },
		"VarGradient":  func() error { _, err := p.VarGradient(words); return err },
		"Extend":       func() error { _, err := p.Extend(d); return err },
	} {
		err := f()
		if err == nil || !strings.Contains(err.Error(), "cov.Strings") || !strings.Contains(err.Error(), "gplib.Condition") {
			t.Errorf("%s: the error is %v", by, err)
		}
	}
}
