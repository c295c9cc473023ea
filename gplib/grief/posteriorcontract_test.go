package grief

import (
	"context"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/posteriortest"
)

func TestPosteriorsKeepTheContract(t *testing.T) {
	at := cov.Points(mat.NewDense(3, 3, []float64{0.1, 0.8, 0.5, 0.9, 0.2, 0.4, 1.1, -0.1, 0.3}))
	x, y := someData(t, 12, 3, 35)
	more := gplib.Data{X: x, Y: y}
	for name, p := range savedFits(t) {
		c := posteriortest.Case{Posterior: p, At: at, More: more}
		if p.average {
			if _, err := p.Extend(more); err == nil || !strings.Contains(err.Error(), "fit again") {
				t.Errorf("%s: the error is %v", name, err)
			}
			c.More = gplib.Data{}
		}
		if p.data.Len() > 0 {
			c.Anew = anew(p)
		}
		t.Run(name, func(t *testing.T) { posteriortest.Check(t, c) })
	}
}

// It sums all rows again on the basis of p.
func anew(p *Posterior) func(gplib.Data) (gplib.Posterior, error) {
	return func(all gplib.Data) (gplib.Posterior, error) {
		rows, err := dataset.Rows(all)
		if err != nil {
			return nil, err
		}
		q := *p
		if q.sums, err = Accumulate(context.Background(), p.basis, residuals(rows, p.mean)); err != nil {
			return nil, err
		}
		e, err := newEvidence(q.sums, p.weights, p.noise)
		if err != nil {
			return nil, err
		}
		q.coef, q.covariance = e.coef, e.covariance()
		return &q, nil
	}
}
