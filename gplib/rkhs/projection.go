package rkhs

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// projection moves A to where A - vI is positive semi-definite and v >= lo: the
// nearest such pair (A/n, v).
type projection struct {
	lo    float64 // of v
	fixed bool    // v is held
	trial linalg.Buffer
}

// apply projects A/n and v of the state. It costs a Cholesky factor where
// nothing is to be done, else the eigenvalues.
func (p *projection) apply(s *state, a *mat.Dense) error {
	n := float64(s.n)
	shifted := p.trial.Sized(s.d, s.d)
	shifted.Copy(a)
	addDiagonal(shifted, -s.noise()/n)
	if linalg.PositiveDefinite(shifted) {
		return nil
	}
	v, err := projectPair(a, s.noise(), p.lo, 1/n, p.fixed)
	if err == nil && !p.fixed {
		s.u[s.tau] = math.Log(v)
	}
	return err
}

// projectPair projects (a, v) on a >= κvI, v >= lo, for κ = scale, and returns
// the new v. With eigenvalues λ ascending, the first j below κv*,
//
//	v* = (v + κ Σ_{i<=j} λ_i)/(1 + jκ²),
//
// and then λ ← max(λ, κv*): at κ = 1 the paper's pair, and at 1/n that of A/n
// as it is stored. Where v is held, v* = v. a becomes κv*I and a sum of squares
// over the λ above, so that it is on the right side by rounding.
func projectPair(a *mat.Dense, v, lo, scale float64, held bool) (float64, error) {
	lambda, vectors, err := linalg.SymmetricEigen(a)
	if err != nil {
		return 0, fmt.Errorf("rkhs: MINIMAX: A: %w", err)
	}
	sum := v
	for j := range lambda {
		l := lambda[len(lambda)-1-j]
		if l >= scale*v || held {
			break
		}
		sum += scale * l
		v = sum / (1 + float64(j+1)*scale*scale)
	}
	v = math.Max(v, lo)
	above := scaledAbove(vectors, lambda, scale*v)
	a.Zero()
	addDiagonal(a, scale*v)
	if above != nil {
		linalg.AddGram(a, above)
	}
	linalg.MirrorLower(a)
	return v, nil
}

// scaledAbove returns the eigenvectors whose eigenvalues λ, descending, are
// above floor, times √(λ-floor), in the memory of vectors; nil if there are
// none.
func scaledAbove(vectors *mat.Dense, lambda []float64, floor float64) *mat.Dense {
	count := 0
	for count < len(lambda) && lambda[count] > floor {
		lambda[count] = math.Sqrt(lambda[count] - floor)
		count++
	}
	if count == 0 {
		return nil
	}
	above := vectors.Slice(0, len(lambda), 0, count).(*mat.Dense)
	for i := range lambda {
		floats.Mul(above.RawRowView(i), lambda[:count])
	}
	return above
}
