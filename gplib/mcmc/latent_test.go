package mcmc_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/ep"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
	"krigo/gplib/mcmc"
)

// With Gaussian errors the draws have the moments of the exact posterior.
func TestLatentDrawsOfGaussianErrorsAreExact(t *testing.T) {
	m := gplib.Model{Mean: gplib.ConstantMean(0.5), Cov: cov.Scale(1.5, cov.SE(1)), Lik: lik.Gaussian(0.3)}
	d, err := gplib.NewData(cov.Line([]float64{0, 0.7, 2, 3}), []float64{1, 2, -1, 0.5})
	if err != nil {
		t.Fatal(err)
	}
	draws, err := mcmc.Latent{Draws: 20000}.Sample(t.Context(), m, d)
	if err != nil {
		t.Fatal(err)
	}
	m.Lik, m.Noise = nil, gplib.Gaussian(0.3)
	p, err := gplib.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	want, err := p.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Len() {
		mean, variance := stat.MeanVariance(mat.Col(nil, i, draws), nil)
		if sd := math.Sqrt(want.Var[i]); math.Abs(mean-want.Mean[i]) > 0.04*sd || math.Abs(variance/want.Var[i]-1) > 0.06 {
			t.Errorf("row %d has the mean %v and the variance %v, not %v and %v", i, mean, variance, want.Mean[i], want.Var[i])
		}
	}
}

// Of labels under a wide prior the probabilities of expectation propagation are those of the draws, and
// Laplace's are nearer to 1/2 (Nickisch and Rasmussen 2008).
func TestLatentDrawsOfLabelsAgreeWithExpectationPropagation(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	x, y := make([]float64, 30), make([]float64, 30)
	for i := range x {
		x[i] = 6 * rng.Float64()
		y[i] = lik.BernoulliProbit().Sample(4*math.Sin(x[i]), rng)
	}
	d, err := gplib.NewData(cov.Line(x), y)
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Cov: cov.Scale(16, cov.SE(1)), Lik: lik.BernoulliProbit()}
	draws, err := mcmc.Latent{Draws: 6000}.Sample(t.Context(), m, d)
	if err != nil {
		t.Fatal(err)
	}
	truth := make([]float64, len(x))
	for k := range 6000 {
		for i, f := range draws.RawRowView(k) {
			p, _ := m.Lik.Moments(f)
			truth[i] += p / 6000
		}
	}
	worst := func(p gplib.Posterior, err error) float64 {
		if err != nil {
			t.Fatal(err)
		}
		q, err := p.Predict(d.X)
		if err != nil {
			t.Fatal(err)
		}
		largest := 0.0
		for i, v := range q.MeanY() {
			largest = math.Max(largest, math.Abs(v-truth[i]))
		}
		return largest
	}
	near, far := worst(ep.Condition(m, d)), worst(laplace.Condition(m, d))
	t.Logf("the largest error of a probability is %.3g of expectation propagation, and %.3g of Laplace's approximation", near, far)
	if !(near < 0.03 && near < far/2) {
		t.Errorf("the largest error of a probability is %.3g of expectation propagation, and %.3g of Laplace's approximation", near, far)
	}
}

func TestLatentRefusesBadInput(t *testing.T) {
	d, err := gplib.NewData(cov.Line([]float64{0, 1}), []float64{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Cov: cov.SE(1), Lik: lik.Bernoulli()}
	if _, err := (mcmc.Latent{Draws: -1}).Sample(t.Context(), m, d); err == nil {
		t.Error("-1 draws are no error")
	}
	m.Lik, m.Noise = nil, gplib.Gaussian(1)
	if _, err := (mcmc.Latent{}).Sample(t.Context(), m, d); err == nil {
		t.Error("Gaussian noise is no error")
	}
}
