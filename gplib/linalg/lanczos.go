package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Lanczos holds the options of stochastic Lanczos quadrature.
type Lanczos struct {
	// Probes is the number of random vectors; 0 is 30.
	Probes int
	// Steps is the number of products with A for each; 0 is 50, and it is at
	// most n.
	Steps int
	// Src is the source of the probes; nil is a fixed seed.
	Src rand.Source
}

// LogDet estimates log|A| of a symmetric positive definite matrix of order n given by
// its products: mul writes Av into dst. It returns the estimate and its standard error
// over the probes; the error of the quadrature itself, which falls geometrically with
// Steps at a rate given by the square root of A's condition number, is not included
// (Ubaru, Chen and Saad 2017, SIAM Journal on Matrix Analysis and Applications 38,
// 1075-1099, algorithm 1). It fails where A shows a negative eigenvalue.
func (o Lanczos) LogDet(n int, mul func(dst, v []float64)) (estimate, stdErr float64, err error) {
	if n < 1 || o.Probes < 0 || o.Steps < 0 {
		return 0, 0, fmt.Errorf("linalg: Lanczos: order %d, %d probes, %d steps", n, o.Probes, o.Steps)
	}
	o = o.withDefaults(n)
	rng := rand.New(o.Src)
	values := make([]float64, o.Probes)
	for i := range values {
		if values[i], err = o.probe(signs(n, rng), mul); err != nil {
			return 0, 0, err
		}
	}
	mean, std := stat.MeanStdDev(values, nil)
	if o.Probes == 1 {
		return mean, math.Inf(1), nil
	}
	return mean, std / math.Sqrt(float64(o.Probes)), nil
}

func (o Lanczos) withDefaults(n int) Lanczos {
	if o.Probes == 0 {
		o.Probes = 30
	}
	if o.Steps == 0 {
		o.Steps = 50
	}
	o.Steps = min(o.Steps, n)
	if o.Src == nil {
		o.Src = rand.NewPCG(1, 2)
	}
	return o
}

// signs draws a vector of ±1/√n.
func signs(n int, rng *rand.Rand) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = math.Copysign(1/math.Sqrt(float64(n)), rng.Float64()-0.5)
	}
	return v
}

// probe returns n·vᵀ log(A) v for a unit vector v by Gauss quadrature: with
// the eigenvalues λ_k of the tridiagonal matrix and the first components u_k
// of its eigenvectors, n Σ_k u_k² log λ_k.
func (o Lanczos) probe(v []float64, mul func(dst, v []float64)) (float64, error) {
	t := tridiagonal(v, o.Steps, mul)
	var eigen mat.EigenSym
	if !eigen.Factorize(t, true) {
		return 0, fmt.Errorf("linalg: Lanczos: no eigenvalues of the tridiagonal matrix: %w", ErrNotFinite)
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	sum := 0.0
	for k, lambda := range eigen.Values(nil) {
		if !(lambda > 0) {
			return 0, fmt.Errorf("linalg: Lanczos: eigenvalue %v: %w", lambda, ErrNotPositiveDefinite)
		}
		first := vectors.At(0, k)
		sum += first * first * math.Log(lambda)
	}
	return float64(len(v)) * sum, nil
}

// tridiagonal runs the method of Lanczos from the unit vector v, with full
// orthogonalisation, for at most steps steps.
func tridiagonal(v []float64, steps int, mul func(dst, v []float64)) *mat.SymDense {
	var diag, beside []float64
	basis := [][]float64{v}
	for {
		q := basis[len(basis)-1]
		w := make([]float64, len(v))
		mul(w, q)
		diag = append(diag, floats.Dot(w, q))
		scale := floats.Norm(w, 2)
		for range 2 {
			for _, b := range basis {
				floats.AddScaled(w, -floats.Dot(w, b), b)
			}
		}
		norm := floats.Norm(w, 2)
		if len(diag) == steps || !(norm > 1e-12*scale) {
			break
		}
		floats.Scale(1/norm, w)
		beside, basis = append(beside, norm), append(basis, w)
	}
	t := mat.NewSymDense(len(diag), nil)
	for i, d := range diag {
		t.SetSym(i, i, d)
		if i < len(diag)-1 {
			t.SetSym(i, i+1, beside[i])
		}
	}
	return t
}
