package vi_test

import (
	"testing"

	"krigo/gplib/inducing"
)

// Predictions of sparse posteriors with every fourth point as an inducing point are those of GPflow's SVGP, and so is
// the value of a fit that learns nothing but q.
func TestFiguresOfGPflowsSVGP(t *testing.T) {
	for _, c := range references(t) {
		tol := 2e-5
		if c.Lik == "student-t" {
			// Of latent values of the standard deviation 1, five times the scale, Gauss-Hermite sums of 100 nodes have errors
			// of 2e-4.
			tol = 5e-4
		}
		m, d := c.model(), c.data(t)
		var index []int
		for i := 0; i < d.Len(); i += 4 {
			index = append(index, i)
		}
		p, err := inducing.Sparse{Points: d.X.Subset(index), Jitter: 1e-6}.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		q, err := p.Predict(c.moved(t))
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.SparseF {
			near(t, c.Name+": the latent mean", q.Mean[i], c.SparseF[i], tol)
			near(t, c.Name+": the latent variance", q.Var[i], c.SparseVar[i], tol)
		}
		for _, p := range m.Params() {
			if m, err = m.Fix(p.Name); err != nil {
				t.Fatal(err)
			}
		}
		fit, err := inducing.SVGP{Size: len(index), Selector: inducing.Given(index), Hold: true, Jitter: 1e-6}.Fit(t.Context(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		near(t, c.Name+": the evidence lower bound", -fit.Value, c.Sparse, tol)
	}
}
