package feature_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/rkhs/feature"
)

var maps = []feature.Map{
	feature.Layer{Inputs: 3, Outputs: 4, Activation: feature.None},
	feature.Layer{Inputs: 3, Outputs: 4, Activation: feature.Tanh, NoBias: true},
	feature.MLP{Inputs: 3, Widths: []int{7, 5}},
	feature.MLP{Inputs: 3, Widths: []int{6, 4, 5}, Activation: feature.Tanh, LinearOutput: true},
	feature.Scale{Inputs: 3},
	feature.Standardised{Map: feature.MLP{Inputs: 3, Widths: []int{4}, Activation: feature.Tanh}, Mean: []float64{1, -2, 0.3},
		Std: []float64{0.5, 3, 2}, Output: 7},
	feature.Fourier{Inputs: 3, Features: 10, Seed: 4},
	feature.Chain{
		feature.MLP{Inputs: 3, Widths: []int{7, 5}, Activation: feature.Tanh},
		feature.Fourier{Inputs: 5, Features: 8},
		feature.Scale{Inputs: 8},
	},
}

func normal(rng *rand.Rand, r, c int) *mat.Dense {
	m := mat.NewDense(r, c, nil)
	for i := range r {
		for j := range c {
			m.Set(i, j, rng.NormFloat64())
		}
	}
	return m
}

// differentiated checks f's derivative at each element of v against want.
func differentiated(t *testing.T, what string, v, want []float64, f func() float64) {
	t.Helper()
	const h = 1e-5
	for j, at := range v {
		v[j] = at + h
		up := f()
		v[j] = at - h
		down := f()
		v[j] = at
		if got := (up - down) / (2 * h); math.Abs(got-want[j]) > 1e-6*(1+math.Abs(want[j])) {
			t.Errorf("%s: derivative %d is %g, want %g", what, j, want[j], got)
		}
	}
}

func TestBackwardIsTheDerivativeOfForward(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, m := range maps {
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		theta, grad := make([]float64, m.Len()), make([]float64, m.Len())
		m.Init(theta, rng)
		for i := range theta {
			theta[i] += 0.1 * rng.NormFloat64()
		}
		x, weights := normal(rng, 6, m.In()), normal(rng, 6, m.Out())
		pass := m.Pass(theta, grad)
		loss := func() float64 {
			return floats.Dot(pass.Forward(x).RawMatrix().Data, weights.RawMatrix().Data)
		}
		loss()
		dx := mat.DenseCopyOf(pass.Backward(mat.DenseCopyOf(weights), true))
		differentiated(t, m.String()+" by θ", theta, grad, loss)
		differentiated(t, m.String()+" by x", x.RawMatrix().Data, dx.RawMatrix().Data, loss)
		loss()
		if pass.Backward(mat.DenseCopyOf(weights), false) != nil {
			t.Errorf("%v: derivatives by x were not asked for", m)
		}
	}
}

func TestParametersHaveDifferentNames(t *testing.T) {
	for _, m := range maps {
		seen := map[string]bool{}
		ps := m.Parameters()
		for _, p := range ps {
			if seen[p.Name] {
				t.Errorf("%v: two parameters are named %q", m, p.Name)
			}
			seen[p.Name] = true
		}
		if len(ps) != m.Len() {
			t.Errorf("%v: %d names of %d parameters", m, len(ps), m.Len())
		}
	}
}

func TestPassesAllocateNothingAfterTheirFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, m := range maps {
		theta, grad := make([]float64, m.Len()), make([]float64, m.Len())
		m.Init(theta, rng)
		pass, x, small := m.Pass(theta, grad), normal(rng, 9, m.In()), normal(rng, 4, m.In())
		seed := normal(rng, 9, m.Out())
		cut := seed.Slice(0, 4, 0, m.Out()).(*mat.Dense)
		pass.Forward(x)
		pass.Backward(seed, true)
		allocations := testing.AllocsPerRun(10, func() {
			pass.Forward(small)
			pass.Backward(cut, true)
			pass.Forward(x)
			pass.Backward(seed, true)
		})
		if allocations > 0 {
			t.Errorf("%v: %g allocations", m, allocations)
		}
	}
}

func TestFourierFeaturesApproachTheGaussianKernel(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	f := feature.Fourier{Inputs: 4, Features: 1000, Seed: 1}
	z := normal(rng, 40, 4)
	phi := f.Pass([]float64{math.Log(1.5), math.Log(2)}, nil).Forward(z)
	var got mat.Dense
	got.Mul(phi, phi.T())
	sum := 0.0
	for i := range 40 {
		for j := range 40 {
			d := floats.Distance(z.RawRowView(i), z.RawRowView(j), 2)
			e := got.At(i, j)/2 - math.Exp(-d*d/(2*1.5*1.5))
			sum += e * e
		}
	}
	if rms := math.Sqrt(sum / 1600); rms > 0.05 || rms < 0.005 {
		t.Errorf("rms error %g of the kernel, want about 0.03", rms)
	}
}

func TestBadDescriptionsAreNamed(t *testing.T) {
	for want, m := range map[string]feature.Map{
		"Layer.Inputs":           feature.Layer{Outputs: 1},
		"Layer.Outputs":          feature.Layer{Inputs: 1},
		"Activation":             feature.Layer{Inputs: 1, Outputs: 1, Activation: 9},
		"MLP.Widths is empty":    feature.MLP{Inputs: 1},
		"MLP.Widths[1]":          feature.MLP{Inputs: 1, Widths: []int{2, 0}},
		"Fourier.Features is 3":  feature.Fourier{Inputs: 2, Features: 3},
		"Scale.Inputs":           feature.Scale{},
		"no maps":                feature.Chain{},
		"Chain[0] is nil":        feature.Chain{nil},
		"Chain[1] takes 3 input": feature.Chain{feature.Scale{Inputs: 2}, feature.Scale{Inputs: 3}},
	} {
		if err := m.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want one of %q", err, want)
		}
	}
}
