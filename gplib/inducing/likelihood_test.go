package inducing_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
	"krigo/gplib/internal/normal/normaltest"
	"krigo/gplib/learntest"
	"krigo/gplib/lik"
	"krigo/gplib/metric"
	"krigo/gplib/posteriortest"
	"krigo/gplib/vi"
)

var drawn, modelOf = normaltest.Drawn, normaltest.ModelOf

var likelihoods = []lik.Func{lik.Bernoulli(), lik.BernoulliProbit(), lik.Poisson(), lik.StudentT(0.4, 4), lik.Gaussian(0.3), lik.Laplace(0.4)}

// With the data as inducing points the posterior is that of package vi; the jitter is 1e-9.
func TestAllPointsGiveTheFullApproximation(t *testing.T) {
	at := cov.Points(mat.NewDense(3, 2, []float64{0.3, 0.8, 1.9, 2.6, 4.4, -0.2}))
	for _, l := range likelihoods {
		m, d := modelOf(l), drawn(t, 40, l, 8)
		p, err := inducing.Sparse{Points: d.X, Jitter: 1e-9}.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		full, err := vi.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		got, want := predicted(t, p, at), predicted(t, full, at)
		for i := range got.Mean {
			if math.Abs(got.Mean[i]-want.Mean[i]) > 1e-5 || math.Abs(got.Var[i]-want.Var[i]) > 1e-5 {
				t.Errorf("%v: N(%v, %v), not N(%v, %v)", l, got.Mean[i], got.Var[i], want.Mean[i], want.Var[i])
			}
		}
		left, err := p.LeaveOneOut()
		if err != nil {
			t.Fatal(err)
		}
		wantLeft, err := full.LeaveOneOut()
		if err != nil {
			t.Fatal(err)
		}
		for i := range left.Mean {
			if math.Abs(left.Mean[i]-wantLeft.Mean[i]) > 1e-4 || math.Abs(left.Var[i]-wantLeft.Var[i]) > 1e-4 {
				t.Errorf("%v: without row %d N(%v, %v), not N(%v, %v)", l, i, left.Mean[i], left.Var[i], wantLeft.Mean[i], wantLeft.Var[i])
			}
		}
	}
}

// Gaussian noise as a likelihood leaves rows out as the noise of the model does, with few inducing points, too.
func TestRowsLeftOutOfALikelihoodAreThoseOfNoise(t *testing.T) {
	d := drawn(t, 40, lik.Gaussian(0.1), 5)
	s := inducing.Sparse{Points: d.X.Subset(from(0, 5))}
	left := func(m gplib.Model) gplib.Prediction {
		t.Helper()
		p, err := s.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		q, err := p.LeaveOneOut()
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	m := modelOf(lik.Gaussian(0.1))
	got := left(m)
	m.Lik, m.Noise = nil, gplib.Gaussian(0.1)
	want := left(m)
	for i := range want.Mean {
		if math.Abs(got.Mean[i]-want.Mean[i]) > 1e-5 || math.Abs(got.Var[i]-want.Var[i]) > 1e-5 {
			t.Errorf("without row %d N(%v, %v), not N(%v, %v)", i, got.Mean[i], got.Var[i], want.Mean[i], want.Var[i])
		}
	}
}

func predicted(t testing.TB, p gplib.Posterior, at cov.Inputs) gplib.Prediction {
	t.Helper()
	q, err := p.Predict(at)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestPosteriorsOfLikelihoodsKeepTheContract(t *testing.T) {
	at := cov.Points(mat.NewDense(3, 2, []float64{0.3, 0.8, 1.9, 2.6, 4.4, -0.2}))
	for _, l := range []lik.Func{lik.Poisson(), lik.StudentT(0.4, 4)} {
		d := drawn(t, 50, l, 8)
		s := inducing.Sparse{Points: d.X.Subset(from(0, 9))}
		condition := func(all gplib.Data) (gplib.Posterior, error) { return s.Condition(modelOf(l), all) }
		p, err := condition(d.Subset(from(0, 40)))
		if err != nil {
			t.Fatal(err)
		}
		posteriortest.Check(t, posteriortest.Case{Posterior: p, At: at, More: d.Subset(from(40, 50)), Anew: condition, Tol: 1e-6})
	}
}

func TestSVGPOfALikelihoodKeepsTheContract(t *testing.T) {
	learntest.Check(t, inducing.SVGP{Size: 6, Batch: 10}, modelOf(lik.Poisson()), drawn(t, 30, lik.Poisson(), 7))
}

// With all data as points and as the minibatch SVGP comes to the optimum of vi.Learner, and minibatches with few points
// predict nearly as well.
func TestSVGPOfALikelihoodComesToTheOptimum(t *testing.T) {
	d, test := drawn(t, 60, lik.Bernoulli(), 3), drawn(t, 500, lik.Bernoulli(), 4)
	m := gplib.Model{Mean: gplib.ConstantMean(0), Cov: cov.Scale(1, cov.Matern52(1, 1)), Lik: lik.Bernoulli()}
	want, err := vi.Learner{}.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	loss := func(r *gplib.Result) float64 {
		v, err := metric.LogLoss(test.Y, predicted(t, r.Posterior, test.X).MeanY())
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	full, err := inducing.SVGP{Size: 60, Hold: true}.Fit(t.Context(), m, d, &gplib.Settings{MaxIter: 40})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(full.Value-want.Value) > 0.01 {
		t.Errorf("all data and points end at %v (%v), vi.Learner at %v", full.Value, full.Status, want.Value)
	}
	few, err := inducing.SVGP{Size: 15, Batch: 20}.Fit(t.Context(), m, d, &gplib.Settings{MaxIter: 40})
	if err != nil {
		t.Fatal(err)
	}
	if few.Value < want.Value-1e-6 || few.Value > want.Value+1 || loss(few) > loss(want)+0.03 {
		t.Errorf("minibatches end at %v with the log loss %v, vi.Learner at %v with %v", few.Value, loss(few), want.Value, loss(want))
	}
}

func TestOnlyVFETakesALikelihood(t *testing.T) {
	m, d := modelOf(lik.Poisson()), drawn(t, 20, lik.Poisson(), 8)
	points := d.X.Subset(from(0, 5))
	if _, err := (inducing.Sparse{Points: points, Approximation: inducing.FITC}).Condition(m, d); err == nil {
		t.Error("FITC takes a likelihood")
	}
	if _, err := (inducing.Sparse{Points: points}).Eval(m, d, nil); err == nil {
		t.Error("the collapsed bound takes a likelihood")
	}
	d.Y[3] = -1
	if _, err := (inducing.Sparse{Points: points}).Condition(m, d); err == nil {
		t.Error("a count of -1 is no error")
	}
	if _, err := (inducing.SVGP{Selector: inducing.IVM{}}).Fit(t.Context(), m, drawn(t, 20, lik.Poisson(), 8), nil); err == nil {
		t.Error("IVM takes a likelihood")
	}
}
