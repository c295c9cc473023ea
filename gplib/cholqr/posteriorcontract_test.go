package cholqr_test

import (
	"reflect"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
	"krigo/gplib/posteriortest"
)

func TestPosteriorsKeepTheContract(t *testing.T) {
	m, d := line(), curve(30)
	fit, err := cholqr.Hybrid{M: 6}.Fit(t.Context(), m, d, &gplib.Settings{MaxIter: 2})
	if err != nil {
		t.Fatal(err)
	}
	p := fit.Posterior.(*cholqr.Posterior)
	more := gplib.Data{X: cov.Line([]float64{0.15, 0.35, 0.77}), Y: []float64{0.2, -0.1, 0.3}}
	posteriortest.Check(t, posteriortest.Case{
		Posterior: p, At: cov.Line([]float64{0.11, 0.52, 0.93}), More: more, Tol: 1e-7,
		Anew: func(all gplib.Data) (gplib.Posterior, error) {
			return p.Sparse().Condition(fit.Model, all)
		},
	})
	b, err := p.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var read cholqr.Posterior
	if err := read.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(read.Index(), p.Index()) || !reflect.DeepEqual(read.First(), p.First()) || !reflect.DeepEqual(read.Swaps(), p.Swaps()) {
		t.Errorf("other inducing points came back")
	}
	if err := new(inducing.Posterior).UnmarshalBinary(b); err == nil {
		t.Error("a posterior of another kind was read")
	}
}
