package posteriortest_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/posteriortest"
)

// recorder notes what a check finds wrong.
type recorder struct {
	testing.TB
	faults []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.faults = append(r.faults, fmt.Sprintf(format, args...))
}

type fatal struct{}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic(fatal{})
}

func model() gplib.Model {
	return gplib.Model{Mean: gplib.ConstantMean(1), Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
}

func data() gplib.Data {
	return gplib.Data{X: cov.Line([]float64{0, 0.5, 1.2, 2, 2.1, 3}), Y: []float64{0, 1, 2, 1, 1.2, 0}}
}

func good(t *testing.T) *gplib.Exact {
	t.Helper()
	e, err := gplib.Condition(model(), data())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func someCase(p gplib.Posterior) posteriortest.Case {
	return posteriortest.Case{
		Posterior: p, At: cov.Line([]float64{0.3, 1.6, 3.3}), More: gplib.Data{X: cov.Line([]float64{1.4, 0.1}), Y: []float64{2, 0}},
		Anew: func(all gplib.Data) (gplib.Posterior, error) { return gplib.Condition(model(), all) },
	}
}

// spoilt is an exact posterior with something else in its place.
type spoilt struct {
	*gplib.Exact
	predict    func(x cov.Inputs, q gplib.Prediction, err error) (gplib.Prediction, error)
	covariance func(mean []float64, c *mat.SymDense)
	mean, vary func(grad *mat.Dense)
	read       func(s *spoilt)
	extend     func(s *spoilt, more gplib.Data) (gplib.Posterior, error)
}

func (s *spoilt) Predict(x cov.Inputs) (gplib.Prediction, error) {
	q, err := s.Exact.Predict(x)
	if s.predict != nil {
		return s.predict(x, q, err)
	}
	return q, err
}

func (s *spoilt) Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error) {
	mean, c, err := s.Exact.Covariance(x)
	if err == nil && s.covariance != nil {
		s.covariance(mean, c)
	}
	return mean, c, err
}

func (s *spoilt) MeanGradient(x cov.Inputs) (*mat.Dense, error) {
	grad, err := s.Exact.MeanGradient(x)
	if err == nil && s.mean != nil {
		s.mean(grad)
	}
	return grad, err
}

func (s *spoilt) VarGradient(x cov.Inputs) (*mat.Dense, error) {
	grad, err := s.Exact.VarGradient(x)
	if err == nil && s.vary != nil {
		s.vary(grad)
	}
	return grad, err
}

// last is the one that is being checked, whose faults a reading keeps.
var last *spoilt

func (s *spoilt) UnmarshalBinary(b []byte) error {
	e := new(gplib.Exact)
	if err := e.UnmarshalBinary(b); err != nil {
		return err
	}
	*s = *last
	s.Exact = e
	if s.read != nil {
		s.read(s)
	}
	return nil
}

func (s *spoilt) Extend(more gplib.Data) (gplib.Posterior, error) {
	if s.extend != nil {
		return s.extend(s, more)
	}
	return s.Exact.Extend(more)
}

func TestCheckFindsWhatIsWrong(t *testing.T) {
	gplib.RegisterPosterior(&spoilt{})
	scaled := func(grad *mat.Dense) { grad.Scale(1.01, grad) }
	for want, s := range map[string]*spoilt{
		"the variances of f and y are -1": {predict: func(_ cov.Inputs, q gplib.Prediction, err error) (gplib.Prediction, error) {
			if err == nil {
				q.Var[0] = -1
			}
			return q, err
		}},
		"means one by one": {predict: func(x cov.Inputs, q gplib.Prediction, err error) (gplib.Prediction, error) {
			if err == nil && x.Len() == 1 {
				q.Mean[0]++
			}
			return q, err
		}},
		"Predict at NaN: there is no error": {predict: func(x cov.Inputs, q gplib.Prediction, err error) (gplib.Prediction, error) {
			return q, nil
		}},
		"Predict at nil panics": {predict: func(x cov.Inputs, q gplib.Prediction, err error) (gplib.Prediction, error) {
			_ = x.Len()
			return q, err
		}},
		"the diagonal of the covariance": {covariance: func(_ []float64, c *mat.SymDense) { c.ScaleSym(2, c) }},
		"the covariance has the eigenvalues": {covariance: func(_ []float64, c *mat.SymDense) {
			c.SetSym(0, 1, 2*math.Sqrt(c.At(0, 0)*c.At(1, 1)))
		}},
		"MeanGradient: number":             {mean: scaled},
		"VarGradient: number":              {vary: scaled},
		"the posterior that was loaded":    {read: func(s *spoilt) { s.Exact, _ = gplib.Condition(model().With([]float64{1, 1, 1.1, 0.1}), data()) }},
		"other data came back":             {read: func(s *spoilt) { s.Exact, _ = s.Condition(gplib.Data{X: cov.Line([]float64{1000}), Y: []float64{1}}) }},
		"Extend by NaN: there is no error": {extend: func(s *spoilt, _ gplib.Data) (gplib.Posterior, error) { return s.Exact, nil }},
		"Extend changed its receiver": {extend: func(s *spoilt, more gplib.Data) (gplib.Posterior, error) {
			e, err := s.Condition(more)
			if err == nil {
				s.Exact = e
			}
			return e, err
		}},
		"next to conditioned again": {extend: func(s *spoilt, more gplib.Data) (gplib.Posterior, error) {
			e, err := s.Condition(more)
			if err != nil {
				return nil, err
			}
			return gplib.Condition(e.Model().With([]float64{1, 1, 1, 0.2}), e.Data())
		}},
	} {
		s.Exact, last = good(t), s
		r := &recorder{TB: t}
		func() {
			defer func() {
				if p := recover(); p != nil && p != (fatal{}) {
					panic(p)
				}
			}()
			posteriortest.Check(r, someCase(s))
		}()
		if !strings.Contains(strings.Join(r.faults, "\n"), want) {
			t.Errorf("want a fault with %q; there are %q", want, r.faults)
		}
	}
}

func TestCheckIsContentWithAGoodOne(t *testing.T) { posteriortest.Check(t, someCase(good(t))) }
