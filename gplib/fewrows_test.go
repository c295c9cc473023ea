package gplib_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/metric"
)

// TestIntervalsOfFewRowsAreNoted: the note is there below five rows a parameter, and what it says is so: of draws from
// the model that is learned, intervals of 95 % hold 75 to 90 % of new observations. With thirteen rows a parameter they
// hold more, and there is no note.
func TestIntervalsOfFewRowsAreNoted(t *testing.T) {
	for _, c := range []struct {
		rows        int
		noted       bool
		least, most float64
	}{{8, true, 0.7, 0.85}, {12, true, 0.78, 0.91}, {40, false, 0.91, 0.97}} {
		var covered []float64
		for seed := range uint64(40) {
			train, test := drawnSet(t, c.rows, seed)
			fit := autoFit(t, train)
			if noted := len(fit.Notes.Of("few-rows")) > 0; noted != c.noted {
				t.Errorf("%d rows: notes %q", c.rows, fit.Notes)
			}
			p, err := fit.Predict(test.X)
			if err != nil {
				t.Fatal(err)
			}
			lower, upper := p.IntervalY(0.95)
			share, err := metric.Coverage(test.Y, lower, upper)
			if err != nil {
				t.Fatal(err)
			}
			covered = append(covered, share)
		}
		if got := stat.Mean(covered, nil); got < c.least || got > c.most {
			t.Errorf("%d rows: intervals of 95 %% hold %v of new observations, not %v to %v", c.rows, got, c.least, c.most)
		}
	}
	d, _ := drawnSet(t, 8, 1)
	m, err := gplib.Auto(d)
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.WithPrior("lengthscale", cov.LogNormalPrior(-1, 1)); err != nil {
		t.Fatal(err)
	}
	fit, err := gplib.Fit(t.Context(), m, d, nil)
	if err != nil || len(fit.Notes.Of("few-rows")) > 0 {
		t.Errorf("with a prior: notes %q, error %v", fit.Notes, err)
	}
}

// drawnSet returns rows and 100 others of a draw of a Matérn function on the unit interval with noise of a tenth.
func drawnSet(t *testing.T, rows int, seed uint64) (train, test gplib.Data) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	x := make([]float64, rows+100)
	for i := range x {
		x[i] = rng.Float64()
	}
	d, _, err := dataset.Draw(gplib.Model{Cov: cov.Scale(1, cov.Matern52(0.3)), Noise: gplib.Gaussian(0.01)}, cov.Line(x), seed)
	if err != nil {
		t.Fatal(err)
	}
	all := gplib.Spaced(len(x), len(x))
	return d.Subset(all[:rows]), d.Subset(all[rows:])
}
