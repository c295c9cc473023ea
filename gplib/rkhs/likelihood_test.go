package rkhs

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/cov/covtest"
	"krigo/gplib/rkhs/feature"
)

func TestKernelsKeepTheContract(t *testing.T) {
	x, _ := cov.Rows([][]float64{{0, 1, 2}, {1, -1, 0.5}, {0.2, 0.3, -1}, {1, -1, 0.5}, {2, 0, 1}})
	tanh := feature.MLP{Inputs: 3, Widths: []int{3, 2}, Activation: feature.Tanh}
	covtest.Check(t, Linear(tanh, 1), x)
	covtest.Check(t, Gaussian(tanh, 2), x)
	covtest.Check(t, Linear(feature.Chain{tanh, feature.Fourier{Inputs: 2, Features: 4}}, 3), x)
}

// docs/methods/rkhs.md, checks 1 and 2: dense likelihood, identity and gap.
func TestStreamedLikelihoodIsTheDenseOne(t *testing.T) {
	p := newProblem(t, nold{}, Linear(smooth(), 1), 0.3)
	d := small()
	model := gplib.Model{Cov: p.kernel.withLearned(p.theta), Noise: gplib.Gaussian(p.noise())}
	dense, err := gplib.LML{}.Eval(model, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	solved, err := p.momentsOf(p.rows).at(p.noise())
	if err != nil {
		t.Fatal(err)
	}
	near(t, "streamed NLML", solved.nlml, dense, 1e-9)
	atW := func(w []float64) float64 { return p.fitPart(w) + logDet(p.denseF()) }
	least := atW(solved.w)
	near(t, "l(ŵ)/2 + n/2 log 2π", least/2+float64(p.n)/2*math.Log(2*math.Pi), dense, 1e-9)
	var gap mat.VecDense
	step := floats.SubTo(make([]float64, p.d), p.w, solved.w)
	gap.MulVec(p.denseF(), mat.NewVecDense(p.d, step))
	near(t, "l(w) - l(ŵ)", atW(p.w)-least, mat.Dot(&gap, mat.NewVecDense(p.d, step))/p.noise(), 1e-9)
}

// docs/methods/rkhs.md, check 12.
func TestPosteriorIsTheExactOne(t *testing.T) {
	p := newProblem(t, nold{}, Linear(smooth(), 1), 0.3)
	d, x := small(), noisy(7, 3, 2).X
	mean, err := gplib.ConstantMean(0.4), error(nil)
	model := gplib.Model{Mean: mean, Cov: p.kernel, Noise: gplib.Gaussian(0.3)}
	exact, err := gplib.Condition(model, d)
	if err != nil {
		t.Fatal(err)
	}
	rows := inMemory(model, d)
	s := newState(p.kernel, rows.n, 0.3, 0, 0)
	solved, err := s.momentsOf(rows).at(0.3)
	if err != nil {
		t.Fatal(err)
	}
	ours := &Posterior{model: model, kernel: p.kernel, data: d, solution: solved}
	samePosterior(t, ours, exact, x, 1e-9)
}

func samePosterior(t *testing.T, ours, exact gplib.Posterior, x cov.Inputs, tol float64) {
	t.Helper()
	got, err := ours.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	want, err := exact.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	mean, joint, err := ours.Covariance(x)
	if err != nil {
		t.Fatal(err)
	}
	_, wantJoint, err := exact.Covariance(x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want.Mean {
		near(t, "mean", got.Mean[i], want.Mean[i], tol)
		near(t, "joint mean", mean[i], want.Mean[i], tol)
		near(t, "variance of f", got.Var[i], want.Var[i], tol)
		near(t, "variance of y", got.VarY[i], want.VarY[i], tol)
		for j := range want.Mean {
			near(t, "covariance", joint.At(i, j), wantJoint.At(i, j), tol)
		}
	}
}

func TestPolishedNoiseIsTheMinimum(t *testing.T) {
	p := newProblem(t, nold{}, Linear(smooth(), 1), 0.3)
	m := p.momentsOf(p.rows)
	v, err := m.polished(1e-6, 1e6, noPrior)
	if err != nil {
		t.Fatal(err)
	}
	value := func(v float64) float64 {
		s, err := m.at(v)
		if err != nil {
			t.Fatal(err)
		}
		return s.nlml
	}
	slope := (value(v*1.001) - value(v/1.001)) / 0.002
	if math.Abs(slope) > 1e-3 || value(v) > value(0.3) {
		t.Errorf("v = %g has the slope %g and the likelihood %g, at 0.3 %g", v, slope, value(v), value(0.3))
	}
	if v, err := m.polished(2, 3, noPrior); err != nil || v < 2 || v > 3 {
		t.Errorf("v = %g, %v, outside [2, 3]", v, err)
	}
}

func noPrior(float64) float64 { return 0 }
