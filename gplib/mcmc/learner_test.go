package mcmc_test

import (
	"math"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/learntest"
	"krigo/gplib/mcmc"
)

func TestLearnerKeepsTheContract(t *testing.T) {
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(0.3)), Noise: gplib.Gaussian(0.3)}
	for name, l := range map[string]gplib.Learner{
		"NUTS": mcmc.Learner{Chains: 2}, "MALA": mcmc.Learner{Chains: 2, Sampler: mcmc.MALA{}, Averaged: 3},
	} {
		t.Run(name, func(t *testing.T) { learntest.Check(t, l, m, wave(t)) })
	}
}

// TestPredictionsAreThoseOfQuadrature over the one parameter of a model, its
// lengthscale: means, variances of f and y, and covariances.
func TestPredictionsAreThoseOfQuadrature(t *testing.T) {
	d, prior := wave(t), cov.GammaPrior(2, 1)
	m := gplib.Model{Cov: cov.WithPrior(cov.SE(1), "lengthscale", prior), Noise: gplib.FixedGaussian(0.2)}
	at := cov.Line([]float64{-1, 0.2, 3.3, 7, 9})
	mass := 0.0
	var first, second, within [5]float64
	joint := 0.0 // E[f(x_3) f(x_4)]
	for l := 0.01; l < 12; l += 0.02 {
		of := m.With([]float64{l, 0.2})
		value, err := gplib.LML{}.Eval(of, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := gplib.Condition(of, d)
		if err != nil {
			t.Fatal(err)
		}
		mean, c, err := p.Covariance(at)
		if err != nil {
			t.Fatal(err)
		}
		logPrior, _ := prior.LogDensity(l)
		w := math.Exp(logPrior - value)
		mass += w
		for i, v := range mean {
			first[i], second[i], within[i] = first[i]+w*v, second[i]+w*v*v, within[i]+w*c.At(i, i)
		}
		joint += w * (c.At(3, 4) + mean[3]*mean[4])
	}
	fit, err := mcmc.Learner{Draws: 1500, Averaged: 1500}.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := fit.Predict(at)
	if err != nil {
		t.Fatal(err)
	}
	_, c, err := fit.Posterior.Covariance(at)
	if err != nil {
		t.Fatal(err)
	}
	for i := range first {
		mean := first[i] / mass
		between := second[i]/mass - mean*mean
		variance := within[i]/mass + between
		if math.Abs(got.Mean[i]-mean) > 5*math.Sqrt(between/400)+1e-6 {
			t.Errorf("point %d: mean %v, by quadrature %v", i, got.Mean[i], mean)
		}
		if math.Abs(got.Var[i]/variance-1) > 0.1 || math.Abs(got.VarY[i]-got.Var[i]-0.2) > 1e-12 || math.Abs(c.At(i, i)-got.Var[i]) > 1e-12 {
			t.Errorf("point %d: variance %v, of y %v, in the covariance %v; by quadrature %v", i, got.Var[i], got.VarY[i], c.At(i, i), variance)
		}
	}
	if want := joint/mass - first[3]*first[4]/mass/mass; math.Abs(c.At(3, 4)-want) > 0.05 {
		t.Errorf("covariance %v, by quadrature %v", c.At(3, 4), want)
	}
	// The observations are exact, and their noise is held at 0.2.
	if len(fit.Warnings) != 1 || len(fit.Warnings.Of("noise-held")) != 1 {
		t.Errorf("%q", fit.Warnings)
	}
}

// TestFewDataLeaveTheParametersToWeakPriors: where the likelihood is flat for long
// lengthscales, draws stay in the units of the data, and the result shows the priors.
func TestFewDataLeaveTheParametersToWeakPriors(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	d, err := gplib.NewData(cov.Line([]float64{0, 1, 2, 3, 4}), []float64{0, 0.8, 0.9, 0.1, -0.8})
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	fit, err := mcmc.Learner{}.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	mixture := fit.Posterior.(*mcmc.Mixture)
	summaries, err := mixture.Chains().Summaries()
	if err != nil {
		t.Fatal(err)
	}
	for i, most := range []float64{100, 100, 20} { // variance, lengthscale, noise
		if s := summaries[i]; !(s.Q95 < most) || !(s.Mean < most) {
			t.Errorf("%s: mean %v, 95 %% below %v", s.Name, s.Mean, s.Q95)
		}
	}
	for _, p := range fit.Model.Params() {
		if p.Prior == nil || !strings.Contains(fit.String(), "prior LogNormal") {
			t.Errorf("%s has no prior: %v", p.Name, fit)
		}
	}
	if !strings.HasPrefix(mixture.String(), "mixture of 100 posteriors") {
		t.Errorf("%v, want one of 100 models", mixture)
	}
}

// TestDrawsAtBoundsAreTold: bounds of the user's far beyond what the data say.
func TestDrawsAtBoundsAreTold(t *testing.T) {
	d := wave(t)
	m, err := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}.Bound("lengthscale", 1e-4, 20)
	if err == nil {
		m, err = m.Bound("noise.variance", 0.09, 1e6)
	}
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Y {
		d.Y[i] *= 1e5
	}
	fit, err := mcmc.Learner{Chains: 2, Draws: 200, Warmup: 200}.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if told := fit.Warnings.String(); !strings.Contains(told, "of the draws of noise.variance lie at a bound") {
		t.Error(told)
	}
}

func TestLearnerNamesWhatItCannotTake(t *testing.T) {
	d := wave(t)
	good := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}
	anywhere := gplib.Model{Cov: cov.Changepoint(cov.SE(1), cov.SE(2), 3, 1), Noise: gplib.Gaussian(0.1)}
	for want, fit := range map[string]func() (*gplib.Result, error){
		"Averaged is -1":        func() (*gplib.Result, error) { return mcmc.Learner{Averaged: -1}.Fit(t.Context(), good, d, nil) },
		"-2 chains":             func() (*gplib.Result, error) { return mcmc.Learner{Chains: -2}.Fit(t.Context(), good, d, nil) },
		"location has no prior": func() (*gplib.Result, error) { return mcmc.Learner{}.Fit(t.Context(), anywhere, d, nil) },
	} {
		if _, err := fit(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want one with %q", err, want)
		}
	}
}
