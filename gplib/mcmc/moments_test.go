package mcmc_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/mcmc"
)

// correlated returns a normal density in five dimensions whose covariance is
// s_i s_j 0.8^|i-j| with the deviations s_i = 2^i, from its dense precision.
func correlated(t *testing.T) (target mcmc.Density, covariance *mat.Dense) {
	t.Helper()
	const d = 5
	covariance = mat.NewDense(d, d, nil)
	for i := range d {
		for j := range d {
			covariance.Set(i, j, math.Pow(2, float64(i+j))*math.Pow(0.8, math.Abs(float64(i-j))))
		}
	}
	var precision mat.Dense
	if err := precision.Inverse(covariance); err != nil {
		t.Fatal(err)
	}
	for i := range d {
		target.Name = append(target.Name, fmt.Sprintf("x[%d]", i))
	}
	target.At = make([]float64, d)
	target.Log = func(grad, u []float64) float64 {
		x, px := mat.NewVecDense(d, u), mat.NewVecDense(d, grad)
		px.MulVec(&precision, x)
		value := -mat.Dot(x, px) / 2
		px.ScaleVec(-1, px)
		return value
	}
	return target, covariance
}

func TestSamplersHaveTheCovarianceOfACorrelatedGaussian(t *testing.T) {
	target, want := correlated(t)
	d, _ := want.Dims()
	zeros, sds := make([]float64, d), make([]float64, d)
	for i := range sds {
		sds[i] = math.Sqrt(want.At(i, i))
	}
	for name, s := range samplers {
		t.Run(name, func(t *testing.T) {
			c := sampled(t, target, s, &mcmc.Settings{Draws: 4000, Warmup: 1000})
			expect(t, c, zeros, sds)
			for i := range d {
				for j := range i {
					sum, count := 0.0, 0
					for _, chain := range c.Draws {
						for _, draw := range chain {
							sum, count = sum+draw[i]*draw[j], count+1
						}
					}
					scale := sds[i] * sds[j]
					if got, want := sum/float64(count)/scale, want.At(i, j)/scale; math.Abs(got-want) > 0.12 {
						t.Errorf("correlation of %d and %d is %v, want %v", i, j, got, want)
					}
				}
			}
		})
	}
}

// logGamma is the logarithm of a Gamma(2, 1) variable, which is skewed to the
// left: its mean is the digamma function at 2, 1 - γ, its variance the
// trigamma function there, π²/6 - 1.
var logGamma = mcmc.Density{Name: []string{"log G"}, At: []float64{0}, Log: func(grad, u []float64) float64 {
	grad[0] = 2 - math.Exp(u[0])
	return 2*u[0] - math.Exp(u[0])
}}

func TestSamplersHaveTheMomentsOfASkewedDensity(t *testing.T) {
	const euler = 0.57721566490153286
	for name, s := range samplers {
		t.Run(name, func(t *testing.T) {
			c := sampled(t, logGamma, s, &mcmc.Settings{Draws: 4000, Warmup: 1000})
			expect(t, c, []float64{1 - euler}, []float64{math.Sqrt(math.Pi*math.Pi/6 - 1)})
			// E[G] = 2, far into the short tail.
			sum, count := 0.0, 0
			for _, chain := range c.Draws {
				for _, draw := range chain {
					sum, count = sum+math.Exp(draw[0]), count+1
				}
			}
			if got := sum / float64(count); math.Abs(got-2) > 0.15 {
				t.Errorf("E[G] is %v, want 2", got)
			}
		})
	}
}

// posterior2 integrates the joint density of a lengthscale and a noise
// variance on a grid of natural values and returns means and deviations.
func posterior2(t *testing.T, m gplib.Model, d gplib.Data) (means, sds []float64) {
	t.Helper()
	var mass float64
	first, second := make([]float64, 2), make([]float64, 2)
	ps := m.Params()
	for l := 0.15; l < 6; l += 0.05 {
		for s := 0.0005; s < 0.25; s += 0.001 {
			theta := []float64{l, s}
			value, err := gplib.LML{}.Eval(m.With(theta), d, nil)
			if err != nil {
				t.Fatal(err)
			}
			w := -value
			for p := range theta {
				logPrior, _ := ps[p].Prior.LogDensity(theta[p])
				w += logPrior
			}
			w = math.Exp(w)
			mass += w
			for p, v := range theta {
				first[p] += w * v
				second[p] += w * v * v
			}
		}
	}
	for p := range first {
		mean := first[p] / mass
		means, sds = append(means, mean), append(sds, math.Sqrt(second[p]/mass-mean*mean))
	}
	return means, sds
}

func TestSamplersHaveTheMomentsOfAGPPosteriorByQuadrature(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	m := gplib.Model{Cov: cov.WithPrior(cov.SE(1), "lengthscale", cov.GammaPrior(2, 1)), Noise: gplib.Gaussian(0.05)}
	m, err := m.WithPrior("noise", cov.LogNormalPrior(-3, 0.5))
	if err != nil {
		t.Fatal(err)
	}
	d := wave(t)
	means, sds := posterior2(t, m, d)
	for name, s := range samplers {
		t.Run(name, func(t *testing.T) {
			h, err := mcmc.Hyper(gplib.LML{}, m, d)
			if err != nil {
				t.Fatal(err)
			}
			c := sampled(t, h, s, &mcmc.Settings{Draws: 600, Warmup: 300})
			expect(t, c, means, sds)
		})
	}
}
