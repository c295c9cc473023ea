package grief

import (
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// BenchmarkEvidence is the log marginal likelihood of k̃ and its gradient at
// the size of a fold of the elevators set.
func BenchmarkEvidence(b *testing.B) {
	const n, d, p = 15000, 18, 1000
	x, y := someData(b, n, d, 1)
	grid := someGrid(b, x, DefaultPoints)
	lengths := make([]float64, d)
	for l := range lengths {
		lengths[l] = 0.5 + 0.3*float64(l)
	}
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(lengths...)), Noise: gplib.Gaussian(0.1)}
	h := &heldEvidence{ctx: b.Context(), rows: localRows{rowsOf(b, x, y)}, grid: grid, basis: someBasis(b, m.Cov, grid, p)}
	for _, c := range []struct {
		name string
		grad []float64
	}{{"value", nil}, {"gradient", make([]float64, m.Layout().Len())}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := h.Eval(m, gplib.Data{}, c.grad); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
