package laplace_test

import (
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/lik"
)

func BenchmarkLML500(b *testing.B) {
	d := drawn(b, 500, lik.Bernoulli(), 1)
	m := gplib.Model{Cov: cov.Scale(2, cov.SE(1, 1)), Lik: lik.Bernoulli()}
	grad := make([]float64, len(m.Params()))
	for b.Loop() {
		value(b, m, d, grad)
	}
}
