package gplib_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// ragged is Inputs of a kind that no covariance function here knows.
type ragged struct{}

func (ragged) Len() int                { return 3 }
func (ragged) Subset([]int) cov.Inputs { return ragged{} }

func TestBadInputIsAnErrorThatNamesIt(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	x, y := cov.Line([]float64{0, 1, 2}), []float64{0, 1, 0}
	good := gplib.Data{X: x, Y: y}
	se := cov.Scale(1, cov.SE(1))
	noise := gplib.Gaussian(0.1)
	with := func(k cov.Func) gplib.Model { return gplib.Model{Cov: k, Noise: noise} }
	flat := cov.Points(mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6}))
	var none *cov.Matrix
	for _, c := range []struct {
		name string
		m    gplib.Model
		d    gplib.Data
		s    *gplib.Settings
		want string
	}{
		{"NaN in y", with(se), gplib.Data{X: x, Y: []float64{0, nan, 1}}, nil, "y[1] is NaN"},
		{"Inf in y", with(se), gplib.Data{X: x, Y: []float64{0, 0, inf}}, nil, "y[2] is +Inf"},
		{"NaN in x", with(se), gplib.Data{X: cov.Line([]float64{0, nan, 1}), Y: y}, nil, "x[1, 0] is NaN"},
		{"Inf in x", with(se), gplib.Data{X: cov.Line([]float64{0, 1, -inf}), Y: y}, nil, "x[2, 0] is -Inf"},
		{"huge y", with(se), gplib.Data{X: x, Y: []float64{0, 1e200, 1}}, nil, "y[1] is 1e+200, and observations beyond ±1e+140"},
		{"tiny y", with(se), gplib.Data{X: x, Y: []float64{0, 1e-200, 2e-200}}, nil, "between ±2e-200, and have squares that underflow"},
		{"huge x", with(se), gplib.Data{X: cov.Line([]float64{0, 1e200, 2e200}), Y: y}, nil, "x[1, 0] is 1e+200, and distances"},
		{"lengths", with(se), gplib.Data{X: x, Y: y[:2]}, nil, "3 inputs but 2 observations"},
		{"nil x", with(se), gplib.Data{Y: y}, nil, "x is nil"},
		{"typed nil x", with(se), gplib.Data{X: none, Y: y}, nil, "x is nil"},
		{"no points", with(se), gplib.Data{X: cov.Line(nil)}, nil, "x has no points"},
		{"no dimension", with(se), gplib.Data{X: mustRows(t, [][]float64{{}, {}, {}}), Y: y}, nil, "no dimension"},
		{"kind of x", with(se), gplib.Data{X: ragged{}, Y: y}, nil, "SE takes points of a matrix"},
		{"dimension", with(cov.SE(1, 2, 3)), gplib.Data{X: flat, Y: y}, nil, "3 lengthscales, the inputs have dimension 2"},
		{"one-dimensional", with(cov.LocallyPeriodic(1, 1)), gplib.Data{X: flat, Y: y}, nil, "one dimension, not 2"},
		{"no lengthscale", with(cov.SE()), good, nil, "needs a lengthscale"},
		{"no covariance", gplib.Model{Noise: noise}, good, nil, "Cov is nil"},
		{"no noise", gplib.Model{Cov: se}, good, nil, "Noise is nil"},
		{"nil part of a sum", with(cov.Sum(se, nil)), good, nil, "Sum was given a nil"},
		{"nil factor", with(cov.Product(nil)), good, nil, "Product was given a nil"},
		{"nil in Scale", with(cov.Scale(1, nil)), good, nil, "Scale was given a nil"},
		{"nil in Fix", with(cov.Fix(nil, "a")), good, nil, "Fix was given a nil"},
		{"empty sum", with(cov.Sum()), good, nil, "Sum has no parts"},
		{"negative lengthscale", with(cov.SE(-1)), good, nil, "lengthscale is -1"},
		{"zero lengthscale", with(cov.Matern32(0)), good, nil, "lengthscale is 0"},
		{"NaN period", with(cov.Periodic(1, nan)), good, nil, "period is NaN"},
		{"negative variance", with(cov.Scale(-2, cov.SE(1))), good, nil, "variance is -2"},
		{"infinite alpha", with(cov.RationalQuadratic(inf, 1)), good, nil, "alpha is +Inf"},
		{"negative noise", gplib.Model{Cov: se, Noise: gplib.Gaussian(-0.1)}, good, nil, "noise.variance is -0.1"},
		{"zero noise", gplib.Model{Cov: se, Noise: gplib.Gaussian(0)}, good, nil, "noise.variance is 0"},
		{"noise outside bounds", gplib.Model{Cov: se, Noise: gplib.BoundedGaussian(1, 2, 3)}, good, nil, "outside [2, 3]"},
		{"NaN mean", gplib.Model{Mean: gplib.ConstantMean(nan), Cov: se, Noise: noise}, good, nil, "mean is NaN"},
		{"Fix of no parameter", with(cov.Fix(se, "perod")), good, nil, `no parameter "perod"; available: variance, lengthscale`},
		{"Bound of no parameter", with(cov.Bound(se, "period", 1, 2)), good, nil, `no parameter "period"`},
		{"empty bounds", with(cov.Bound(se, "variance", 2, 1)), good, nil, "cannot bound variance"},
		{"NaN bounds", with(cov.Bound(se, "variance", nan, 1)), good, nil, "cannot bound variance"},
		{"start outside bounds", with(cov.Bound(se, "variance", 2, 3)), good, nil, "variance is 1, outside [2, 3]"},
		{"negative MaxIter", with(se), good, &gplib.Settings{MaxIter: -1}, "MaxIter is -1"},
		{"negative Restarts", with(se), good, &gplib.Settings{Restarts: -1}, "Restarts is -1"},
		{"negative Runtime", with(se), good, &gplib.Settings{Runtime: -time.Second}, "Runtime is -1s"},
		{"typed nil in a sum", with(cov.Sum(cov.Scale(1, cov.SE()))), good, nil, "needs a lengthscale"},
		{"gamma above 2", with(cov.GammaExponential(3, 1)), good, nil, "gamma is 3, outside"},
		{"gamma of Cauchy above 2", with(cov.Cauchy(3, 1, 1)), good, nil, "gamma is 3, outside"},
		{"negative beta", with(cov.Cauchy(1, -1, 1)), good, nil, "beta is -1"},
		{"periods and lengthscales", with(cov.PeriodicARD([]float64{1}, []float64{1, 2})), good, nil, "1 lengthscales and 2 periods"},
		{"periods and dimension", with(cov.PeriodicARD([]float64{1, 1}, []float64{1, 2})), good, nil, "2 periods, the inputs have dimension 1"},
		{"no period", with(cov.Cosine()), good, nil, "Cosine has 0 periods"},
		{"no quality", with(cov.SHO(1, 0)), good, nil, "quality is 0"},
		{"SHO in two dimensions", with(cov.SHO(1, 1)), gplib.Data{X: flat, Y: y}, nil, "one dimension, not 2"},
		{"no component", with(cov.SpectralMixture()), good, nil, "has no components"},
		{"bandwidths", with(cov.SpectralMixture(cov.Spectral{Weight: 1, Frequency: []float64{1}})), good, nil, "1 frequencies and 0 bandwidths"},
		{"zero frequency", with(cov.SpectralMixture(cov.Spectral{Weight: 1, Frequency: []float64{0}, Bandwidth: []float64{1}})), good, nil, "frequency is 0"},
		{"degree 0", with(cov.Polynomial(0, 1, 1)), good, nil, "degree of Polynomial is 0"},
		{"negative offset", with(cov.Polynomial(2, -1, 1)), good, nil, "offset is -1"},
		{"negative exponent", with(cov.Power(se, -2)), good, nil, "exponent of Power is -2"},
		{"nil in Power", with(cov.Power(nil, 2)), good, nil, "Power was given a nil"},
		{"order 3", with(cov.ArcCosine(3, 1, 1)), good, nil, "order of ArcCosine is 3"},
		{"negative bias", with(cov.ArcCosine(1, -1, 1)), good, nil, "bias is -1"},
		{"Brownian in two dimensions", with(cov.Brownian()), gplib.Data{X: flat, Y: y}, nil, "one dimension, not 2"},
		{"Changepoint in two dimensions", with(cov.Changepoint(se, se, 0, 1)), gplib.Data{X: flat, Y: y}, nil, "one dimension, not 2"},
		{"zero width", with(cov.Changepoint(se, se, 0, 0)), good, nil, "width is 0"},
		{"NaN location", with(cov.Changepoint(se, se, nan, 1)), good, nil, "location is NaN"},
		{"negative histogram", with(cov.HistogramIntersection()), gplib.Data{X: cov.Line([]float64{1, -2, 3}), Y: y}, nil, "x[1, 0] is -2"},
		{"strings for points", with(se), gplib.Data{X: cov.Strings{"a", "b", "c"}, Y: y}, nil, "SE takes points of a matrix"},
		{"points for strings", with(cov.Spectrum(2)), good, nil, "Spectrum takes cov.Strings"},
		{"substrings of length 0", with(cov.Spectrum(0)), good, nil, "length of Spectrum is 0"},
		{"ragged labels", with(cov.Hamming(1)), gplib.Data{X: cov.Categories{{"a"}, {"a", "b"}, {"c"}}, Y: y}, nil, "Categories[1] has 2 values"},
		{"labels and lengthscales", with(cov.Hamming(1, 2)), gplib.Data{X: cov.Strings{"a", "b", "c"}, Y: y}, nil, "2 lengthscales"},
		{"dimension that is not there", with(cov.On(se, 1)), good, nil, "selects dimension 1, the inputs have 1"},
		{"negative dimension", with(cov.On(se, -1)), good, nil, "dimension -1"},
		{"no dimension in On", with(cov.On(se)), good, nil, "given no dimension"},
		{"orders of Additive", with(cov.Additive([]float64{1, 1}, se)), good, nil, "2 variances for 1 parts"},
		{"inputs outside the warp", with(cov.Warp(se, []float64{1}, []float64{1})), good, nil, "x[2, 0] is 2"},
		{"a and b of the warp", with(cov.Warp(se, []float64{1}, nil)), good, nil, "1 values of a and 0 of b"},
		{"kernel under Deep", with(cov.Warp(cov.White(1), []float64{1}, []float64{1})), gplib.Data{X: cov.Line([]float64{0, 0.5, 1}), Y: y}, nil, "not differentiable"},
		{"nil feature map", with(cov.Deep(se, nil)), good, nil, "nil feature map"},
		{"formula", with(cov.Formula("exp(-r2/l")), good, nil, "column"},
		{"formula that is not symmetric", with(cov.Formula("x")), good, nil, "not symmetric"},
		{"formula that is not finite", with(cov.Formula("1/r2")), good, nil, "is +Inf at"},
		{"formula that is not positive", with(cov.Formula("-1-r2")), good, nil, "not positive definite"},
		{"Custom without At", with(cov.Custom(cov.Definition{Name: "mine"})), good, nil, `"mine" has no At`},
		{"Custom that is NaN", with(cov.Custom(cov.Definition{Name: "mine", At: func(_, _, _ []float64) float64 { return nan }})), good, nil, "is NaN at"},
		{"nil prior", with(cov.WithPrior(se, "variance", nil)), good, nil, "prior of variance is nil"},
		{"prior of no spread", with(cov.WithPrior(se, "variance", cov.NormalPrior(1, 0))), good, nil, "Normal(1, 0) is not a density"},
		{"NaN in a prior", with(cov.WithPrior(se, "variance", cov.GammaPrior(nan, 1))), good, nil, "is not a density"},
		{"start outside the prior", with(cov.WithPrior(se, "variance", cov.UniformPrior(2, 3))), good, nil, "at which the prior Uniform(2, 3) is 0"},
		{"prior of no parameter", with(cov.WithPrior(se, "period", cov.GammaPrior(1, 1))), good, nil, `no parameter "period"`},
		{"Tie of one", with(cov.Tie(se, "variance")), good, nil, "selects variance alone"},
		{"Tie of none", with(cov.Tie(se, "period")), good, nil, `no parameter "period"`},
		{"no transform", with(cov.WithTransform(se, "variance", cov.Transform(9))), good, nil, "no transform"},
		{"mean's coefficients", gplib.Model{Mean: gplib.LinearMean(1), Cov: se, Noise: noise}, good, nil, "has 1 coefficients, inputs of dimension 1 need 2"},
		{"mean's degree", gplib.Model{Mean: gplib.PolynomialMean(0, 1), Cov: se, Noise: noise}, good, nil, "degree of PolynomialMean is 0"},
		{"infinite coefficient", gplib.Model{Mean: gplib.LinearMean(1, inf), Cov: se, Noise: noise}, good, nil, "mean[1] is +Inf"},
		{"zero point noise", gplib.Model{Cov: se, Noise: gplib.PointNoise(0, 1)}, good, nil, "x[0, 0] is 0, no positive variance"},
		{"point noise's dimension", gplib.Model{Cov: se, Noise: gplib.PointNoise(4, 1)}, good, nil, "reads dimension 4, the inputs have 1"},
		{"no such group", gplib.Model{Cov: se, Noise: gplib.GroupNoise(0, 1, 1)}, good, nil, "the number of row 2, from 0, is 2, not that of one of the 2 groups"},
		{"group noise of zero", gplib.Model{Cov: se, Noise: gplib.GroupNoise(0, 1, 0, 1)}, good, nil, "noise.variance[1] is 0"},
		{"NaN Tol", with(se), good, &gplib.Settings{Tol: nan}, "Tol is NaN"},
	} {
		fit, err := gplib.Fit(bg, c.m, c.d, c.s)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.name, err, c.want)
		}
		if fit != nil {
			t.Errorf("%s: a result beside the error", c.name)
		}
	}
}

func TestNilContextIsAnError(t *testing.T) {
	var none context.Context
	_, err := gplib.Fit(none, model(cov.Scale(1, cov.SE(1))), sample(t, 5, 1), nil)
	if err == nil || !strings.Contains(err.Error(), "ctx is nil") {
		t.Errorf("error %v", err)
	}
}

func mustRows(t *testing.T, rows [][]float64) *cov.Matrix {
	t.Helper()
	x, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestRowsOfDifferentLengthsAreAnError(t *testing.T) {
	if _, err := cov.Rows([][]float64{{1, 2}, {3}}); err == nil || !strings.Contains(err.Error(), "rows[1] has 1 values") {
		t.Errorf("got %v", err)
	}
}

func TestBadFoldsAreErrors(t *testing.T) {
	d, m := sample(t, 5, 1), model(cov.SE(1))
	for _, c := range []struct {
		o    gplib.Objective
		want string
	}{
		{gplib.KFold{K: 1}, "KFold.K is 1"},
		{gplib.KFold{K: 6}, "KFold.K is 6"},
		{gplib.KFold{K: -3}, "KFold.K is -3"},
		{gplib.KFold{Folds: [][]int{}}, "no folds"},
		{gplib.KFold{Folds: [][]int{{0}, {}}}, "fold 1 is empty"},
		{gplib.KFold{Folds: [][]int{{0}, {5}}}, "fold 1 holds the position 5"},
		{gplib.KFold{Folds: [][]int{{0, 1}, {1}}}, "position 1 twice"},
		{gplib.HoldOut{}, "HoldOut.Held is empty"},
		{gplib.HoldOut{Held: []int{-1}}, "position -1"},
		{gplib.HoldOut{Held: []int{0, 1, 2, 3, 4}}, "none is left"},
	} {
		if _, err := c.o.Eval(m, d, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.o.Name(), err, c.want)
		}
	}
	if _, err := (gplib.LML{}).Eval(m, d, make([]float64, 1)); err == nil || !strings.Contains(err.Error(), "grad has length 1") {
		t.Errorf("error %v", err)
	}
}

func TestHardButValidDataGiveFiniteAnswers(t *testing.T) {
	same := make([]float64, 1000)
	ramp := make([]float64, 40)
	for i := range ramp {
		ramp[i] = float64(i)
	}
	scaled := func(by float64) []float64 {
		v := make([]float64, len(ramp))
		for i, x := range ramp {
			v[i] = by * math.Sin(x)
		}
		return v
	}
	tiny := gplib.Gaussian(1e-8)
	for _, c := range []struct {
		name  string
		x, y  []float64
		k     cov.Func
		noise gplib.Noise
	}{
		{"one observation", []float64{3}, []float64{2}, cov.Scale(1, cov.SE(1)), gplib.Gaussian(0.1)},
		{"one point a thousand times", same, same, cov.Scale(1, cov.SE(1)), gplib.Gaussian(0.1)},
		{"one point a thousand times, almost no noise", same, same, cov.Scale(1, cov.SE(1)), tiny},
		{"constant y", ramp, make([]float64, 40), cov.Scale(1, cov.SE(1)), gplib.Gaussian(0.1)},
		{"condition number 1e16", ramp, scaled(1), cov.Scale(1e8, cov.SE(1e3)), tiny},
		{"small y", ramp, scaled(1e-12), cov.Scale(1, cov.SE(1)), gplib.Gaussian(0.1)},
		{"large y", ramp, scaled(1e12), cov.Scale(1, cov.SE(1)), gplib.Gaussian(0.1)},
		{"linear, rank 1", ramp, ramp, cov.Scale(1, cov.Linear()), tiny},
		{"rough", ramp, scaled(1), cov.Scale(1, cov.Matern12(1e-6)), tiny},
	} {
		d, err := gplib.NewData(cov.Line(c.x), c.y)
		if err != nil {
			t.Fatal(err)
		}
		fit, err := gplib.Fit(bg, gplib.Model{Cov: c.k, Noise: c.noise}, d, &gplib.Settings{MaxIter: 3})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		p, err := fit.Predict(cov.Line([]float64{-1e9, 0, 0.5, 1e9}))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for i := range p.Mean {
			if math.IsNaN(p.Mean[i]) || math.IsInf(p.Mean[i], 0) || !(p.Var[i] >= 0) || !(p.VarY[i] > 0) {
				t.Errorf("%s: mean %v, variances %v and %v", c.name, p.Mean[i], p.Var[i], p.VarY[i])
			}
		}
	}
}

func TestParametersByName(t *testing.T) {
	m := gplib.Model{
		Cov:   cov.Sum(cov.Scale(4, cov.SE(2.5)), cov.Scale(1, cov.Periodic(1, 0.5))),
		Noise: gplib.Gaussian(0.1),
	}
	p, err := m.Param("period")
	if err != nil || p.Name != "periodic.period" || p.Value != 0.5 {
		t.Errorf("period: %+v (%v)", p, err)
	}
	changed, err := m.Set("se.lengthscale", 3)
	if err != nil {
		t.Fatal(err)
	}
	if p, _ = changed.Param("se.lengthscale"); p.Value != 3 {
		t.Errorf("Set left %v", p.Value)
	}
	if p, _ = m.Param("se.lengthscale"); p.Value != 2.5 {
		t.Errorf("Set changed its receiver to %v", p.Value)
	}
	for name, want := range map[string]string{
		"lengthscale": "selects both",
		"alpha":       "available: se.variance",
	} {
		if _, err := m.Param(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q in it", name, err, want)
		}
	}
	if _, err := m.Set("period", -1); err == nil || !strings.Contains(err.Error(), "period is -1") {
		t.Errorf("Set to -1: %v", err)
	}
}
