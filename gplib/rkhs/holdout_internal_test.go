package rkhs

import (
	"math"
	"testing"

	"krigo/gplib"
	"krigo/gplib/metric"
)

// The spectrum predicts as conditioning the dense Gaussian process does, and no
// other noise judges better.
func TestTheSpectrumPredictsAsTheDenseProcess(t *testing.T) {
	p := newProblem(t, nold{}, Linear(smooth(), 1), 0.3)
	m := p.momentsOf(p.rows)
	test := noisy(9, 3, 2)
	kernel := p.kernel.withLearned(p.u[:p.tau])
	s, err := m.spectrum(kernel.at(test.X))
	if err != nil {
		t.Fatal(err)
	}
	dense := func(v float64) gplib.Prediction {
		e, err := gplib.Condition(gplib.Model{Cov: kernel, Noise: gplib.Gaussian(v)}, small())
		if err != nil {
			t.Fatal(err)
		}
		q, err := e.Predict(test.X)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	for _, v := range []float64{0.01, 0.3, 5} {
		mean, varF := s.at(v)
		q := dense(v)
		for i := range mean {
			near(t, "the mean", mean[i], q.Mean[i], 1e-7)
			near(t, "the variance", varF[i], q.Var[i], 1e-7)
		}
	}
	l, err := newLimits(p.kernel, append(p.kernel.Params(), gplib.Gaussian(0.3).Params()...), 1)
	if err != nil {
		t.Fatal(err)
	}
	h := newHeldOut(rowsOf(test.X), test.Y, nil)
	best, err := h.judge(l, s.leastNoise(), s.at)
	if err != nil {
		t.Fatal(err)
	}
	for v := 1e-3; v < 100; v *= 1.1 {
		q := dense(v)
		if density, err := metric.NLPD(test.Y, q.Mean, q.VarY); err != nil || density < best.density-1e-9 {
			t.Errorf("noise %g has the density loss %g (%v), the chosen %g has %g", v, density, err, best.noise, best.density)
		}
	}
	if rmse, err := metric.RMSE(test.Y, dense(best.noise).Mean); err != nil || math.Abs(rmse-best.rmse) > 1e-7 {
		t.Errorf("the error is %g, want %g (%v)", best.rmse, rmse, err)
	}
}

// Rows left out one by one are predicted as by the dense process of the others.
func TestRowsLeftOutArePredictedByTheOthers(t *testing.T) {
	p := newProblem(t, nold{}, Linear(smooth(), 1), 0.3)
	kernel, d := p.kernel.withLearned(p.u[:p.tau]), small()
	s, err := p.momentsOf(p.rows).spectrum(kernel.at(d.X.Subset([]int{3, 11})))
	if err != nil {
		t.Fatal(err)
	}
	mean, varF := s.leftOut([]float64{d.Y[3], d.Y[11]})(0.2)
	for at, i := range []int{3, 11} {
		var others []int
		for j := range d.Len() {
			if j != i {
				others = append(others, j)
			}
		}
		e, err := gplib.Condition(gplib.Model{Cov: kernel, Noise: gplib.Gaussian(0.2)}, d.Subset(others))
		if err != nil {
			t.Fatal(err)
		}
		q, err := e.Predict(d.X.Subset([]int{i}))
		if err != nil {
			t.Fatal(err)
		}
		near(t, "the mean", mean[at], q.Mean[0], 1e-8)
		near(t, "the variance", varF[at], q.Var[0], 1e-8)
	}
}

func TestDefaultsHoldOutAndCountEpochs(t *testing.T) {
	for n, want := range map[int]int{14: 0, 15: 5, 30: 10, 93: 30, 150: 30, 1000: 200, 4999: 999, 20000: 1000} {
		if got := defaultHoldOut(n); got != want {
			t.Errorf("%d of %d rows are held out, want %d", got, n, want)
		}
	}
	for n, want := range map[int][2]int{60: {3000, 30}, 1280: {300, 3}, 1 << 20: {100, 1}} {
		if all, every := (Training{Batch: 128}).epochs(n); all != want[0] || every != want[1] {
			t.Errorf("%d rows: %d epochs, each %d an evaluation; want %v", n, all, every, want)
		}
	}
	if all, every := (Training{Batch: 128, Epochs: 7}).epochs(60); all != 7 || every != 1 {
		t.Errorf("7 epochs are %d, each %d an evaluation", all, every)
	}
}
