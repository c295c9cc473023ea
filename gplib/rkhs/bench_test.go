package rkhs

import (
	"math/rand/v2"
	"testing"

	"krigo/gplib"
	"krigo/gplib/rkhs/feature"
)

// BenchmarkStep is one step of each method: 8 inputs, an MLP of 2 × 128 units,
// 32 rows of 36000, Adam. bench/step_torch.py times the same step of SCGD.
func BenchmarkStep(b *testing.B) {
	for _, l := range []struct {
		name string
		plan plan
	}{
		{"NOLD", NOLD{Training{Batch: 32}}.plan()},
		{"BSGD", BSGD{Training{Batch: 32}}.plan()},
		{"SCGD", SCGD{Training: Training{Batch: 32}}.plan()},
		{"VariableProjection", VariableProjection{Training: Training{Batch: 32}}.plan()},
		{"MinMin", MinMin{Training: Training{Batch: 32}}.plan()},
		{"MINIMAX-Cholesky", minimaxPlan(b, MINIMAX{Training: Training{Batch: 32}, Cholesky: true})},
	} {
		b.Run(l.name, func(b *testing.B) {
			r := benchmarkRun(b, l.plan)
			for b.Loop() {
				x, y := r.rows.other(r.rng, r.Batch)
				if err := r.step(x, y); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func minimaxPlan(b testing.TB, l MINIMAX) plan {
	p, err := l.plan(gplib.Model{})
	if err != nil {
		b.Fatal(err)
	}
	return p
}

func benchmarkRun(b testing.TB, p plan) *run {
	m := gplib.Model{Cov: Linear(feature.MLP{Inputs: 8, Widths: []int{128, 128}}, 1), Noise: gplib.Gaussian(0.1)}
	f, err := p.prepare(b.Context(), m, nil)
	if err != nil {
		b.Fatal(err)
	}
	f.rows = inMemory(m, noisy(36000, 8, 1))
	r, err := f.newRun(0, 0, 0.001)
	if err != nil {
		b.Fatal(err)
	}
	r.rng = rand.New(rand.NewPCG(1, 1))
	return r
}
