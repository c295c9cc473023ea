package rkhs

import (
	"math/rand/v2"
	"testing"

	"krigo/gplib"
	"krigo/gplib/rkhs/feature"
)

// BenchmarkStep is one step of each method: 8 inputs, an MLP of 2 × 128 units,
// 32 rows of 36000, Adam. bench/peers.py takes the same step of SCGD.
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
		{"MINIMAX", MINIMAX{Training: Training{Batch: 32}}.plan(gplib.Model{})},
		{"MINIMAX-Cholesky", MINIMAX{Training: Training{Batch: 32}, Cholesky: true}.plan(gplib.Model{})},
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

func benchmarkRun(b testing.TB, p plan) *run {
	m := gplib.Model{Cov: Linear(feature.MLP{Inputs: 8, Widths: []int{128, 128}}, 1), Noise: gplib.Gaussian(0.1)}
	return runOf(b, p, m, noisy(36000, 8, 1))
}

// runOf returns the first run of a fit at the rate 0.001.
func runOf(t testing.TB, p plan, m gplib.Model, d gplib.Data) *run {
	t.Helper()
	p.Rates = []float64{0.001}
	f := &fit{plan: p}
	start, err := gplib.FirstStart(t.Context(), f, m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := f.newRun(start)
	if err != nil {
		t.Fatal(err)
	}
	r.rng = rand.New(rand.NewPCG(1, 1))
	return r
}
