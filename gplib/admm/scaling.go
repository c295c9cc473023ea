package admm

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// The hold-out error does not change when every variance, of the kernel and
// of the noise, is multiplied by one c: F identifies ratios only. A scaling
// is the direction w in which the parameters carry that factor,
//
//	K(θ c^w) = c K(θ),  s(θ c^w) = c s(θ)
//
// (w is 1 at the variances of a sum, ½ at the two of a product). One
// parameter of it is frozen during the fit, and c is chosen afterwards. (The
// authors' code freezes both the kernel's variance and the noise.)
type scaling struct{ w []float64 }

// findScaling returns the model's scaling on inputs x, or nil where it has
// none or where a fixed parameter already determines the scale. The weights
// solve Σ_p w_p θ_p ∂K/∂θ_p = K (Euler's relation) in least squares on a
// sample of points; the answer is then tried.
func findScaling(m gplib.Model, x cov.Inputs) *scaling {
	x = x.Subset(gplib.Spaced(x.Len(), 50))
	l, params := m.Layout(), m.Params()
	s := &scaling{w: make([]float64, len(params))}
	_, kernel, noise := l.Split(s.w)
	_, kernelParams, noiseParams := splitParams(l, params)
	k, dk := kernelColumns(m.Cov, x)
	e, de := noiseColumns(m.Noise, x)
	if !homogeneity(kernel, kernelParams, k, dk) || !homogeneity(noise, noiseParams, e, de) {
		return nil
	}
	if s.pinned(params) || !s.holds(m, x) {
		return nil
	}
	return s
}

func splitParams(l gplib.Layout, ps []cov.Param) (mean, kernel, noise []cov.Param) {
	return ps[:l.Mean], ps[l.Mean : l.Mean+l.Cov], ps[l.Mean+l.Cov:]
}

// kernelColumns returns Kv and all ∂Kv for a random v.
func kernelColumns(k cov.Func, x cov.Inputs) (value []float64, derivs [][]float64) {
	n := x.Len()
	rng := rand.New(rand.NewPCG(1, 1))
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	value = make([]float64, n)
	derivs = columns(len(k.Params()), n)
	k.MulVec(value, derivs, x, x, v)
	return value, derivs
}

// noiseColumns returns s(x) and its derivatives.
func noiseColumns(noise gplib.Noise, x cov.Inputs) (value []float64, derivs [][]float64) {
	n, p := x.Len(), len(noise.Params())
	value = make([]float64, n)
	noise.Var(value, x)
	derivs = columns(p, n)
	grad, w := make([]float64, p), make([]float64, n)
	for i := range n {
		clear(grad)
		w[i] = 1
		noise.AddGrad(grad, w, x)
		w[i] = 0
		for q, g := range grad {
			derivs[q][i] = g
		}
	}
	return value, derivs
}

func columns(p, n int) [][]float64 {
	c := make([][]float64, p)
	for i := range c {
		c[i] = make([]float64, n)
	}
	return c
}

// homogeneity writes into w the smallest weights with
// Σ_p w_p θ_p derivs_p = value and reports whether there are any.
func homogeneity(w []float64, params []cov.Param, value []float64, derivs [][]float64) bool {
	n := len(value)
	g := mat.NewDense(n, max(1, len(params)), nil)
	for p, param := range params {
		if param.Transform != cov.Identity {
			g.SetCol(p, floats.ScaleTo(make([]float64, n), param.Value, derivs[p]))
		}
	}
	var svd mat.SVD
	if !svd.Factorize(g, mat.SVDThin) {
		return false
	}
	rank := svd.Rank(1e-9)
	if rank == 0 {
		return false
	}
	var solution mat.Dense
	svd.SolveTo(&solution, mat.NewDense(n, 1, slices.Clone(value)), rank)
	for p := range w {
		w[p] = solution.At(p, 0)
		if math.Abs(w[p]) < 1e-6 {
			w[p] = 0
		}
	}
	return true
}

// pinned reports whether a fixed parameter determines the scale.
func (s *scaling) pinned(params []cov.Param) bool {
	for p, w := range s.w {
		if w != 0 && params[p].Fixed {
			return true
		}
	}
	return false
}

// holds reports whether the scaling is right at c = 2.
func (s *scaling) holds(m gplib.Model, x cov.Inputs) bool {
	doubled := m.With(s.apply(m.Theta(), 2))
	k, _ := kernelColumns(m.Cov, x)
	k2, _ := kernelColumns(doubled.Cov, x)
	e, _ := noiseColumns(m.Noise, x)
	e2, _ := noiseColumns(doubled.Noise, x)
	return isDouble(k2, k) && isDouble(e2, e)
}

func isDouble(twice, once []float64) bool {
	rest := floats.AddScaledTo(make([]float64, len(once)), twice, -2, once)
	return floats.Norm(rest, 2) <= 1e-7*floats.Norm(once, 2)
}

// apply returns θ c^w.
func (s *scaling) apply(theta []float64, c float64) []float64 {
	scaled := slices.Clone(theta)
	for p, w := range s.w {
		if w != 0 {
			scaled[p] *= math.Pow(c, w)
		}
	}
	return scaled
}

// frozen returns the parameter to hold during the fit: the first of the largest
// weight among the covariance's.
func (s *scaling) frozen(l gplib.Layout) int {
	_, kernel, _ := l.Split(s.w)
	at := 0
	for p, w := range kernel {
		if math.Abs(w) > math.Abs(kernel[at])+1e-9 {
			at = p
		}
	}
	return l.Mean + at
}
