package rkhs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/linalg"
	"krigo/gplib/metric"
)

const (
	// holdOutBelow is the number of rows below which some are held out by
	// default.
	holdOutBelow = 5000
	// holdOutPart is the default part of the rows, holdOutMost the largest default
	// number, and holdOutLeast the smallest where that leaves two thirds.
	holdOutPart  = 0.2
	holdOutMost  = 1000
	holdOutLeast = 30
	// holdOutPatience is the default Training.Patience where rows are held out.
	holdOutPatience = 20
)

// heldOut are rows, less the mean, that are not learned from: they choose the
// point of a run and its noise.
type heldOut struct {
	x        *mat.Dense
	whole, y []float64 // the observations, and less the mean
	// own reports whether they are rows of the fit, on which the posterior is
	// conditioned too.
	own bool
}

// defaultHoldOut returns the default number of rows held out of n. Fewer than
// five would not be informative.
func defaultHoldOut(n int) int {
	if n < 15 {
		return 0
	}
	return min(max(int(holdOutPart*float64(n)), min(holdOutLeast, n/3)), holdOutMost)
}

// holdOut removes a random part of the rows in memory and returns it.
func (r *rows) holdOut(count int, rng *rand.Rand) *heldOut {
	order := rng.Perm(r.n)
	x, y := new(batch).gather(r.x, r.whole, order[:count])
	h := newHeldOut(x, y, r.mean)
	h.own = true
	r.take(new(batch).gather(r.x, r.whole, order[count:]))
	r.n -= count
	return h
}

func newHeldOut(x *mat.Dense, y []float64, mean gplib.Mean) *heldOut {
	h := &heldOut{x: x, whole: y, y: make([]float64, len(y))}
	less(h.y, y, mean, x)
	return h
}

// verdict is the evaluation of a point on held-out rows.
type verdict struct {
	noise   float64 // the variance of the lowest density loss
	density float64 // mean negative log predictive density
	rmse    float64
}

// judge finds the noise variance that predicts the rows best, within its bounds,
// given its prior and at least least. predict gives the distributions of f, less
// the mean, at a noise.
func (h *heldOut) judge(l *limits, least float64, predict func(v float64) (mean, varF []float64)) (verdict, error) {
	varY := make([]float64, len(h.y))
	at := func(v float64) (float64, []float64, error) {
		mean, varF := predict(v)
		copy(varY, varF)
		floats.AddConst(v, varY)
		density, err := metric.NLPD(h.y, mean, varY)
		return density, mean, err
	}
	lo, hi := l.noise()
	v := lo
	if lo < hi {
		lo = min(max(lo, least), hi)
		loss := func(u float64) float64 {
			density, _, _ := at(math.Exp(u))
			return density - l.noisePrior(math.Exp(u))/float64(len(h.y))
		}
		v = math.Exp(minimise(loss, math.Log(lo), math.Log(hi)))
		v = min(max(v, lo), hi) // e^log is rounded
	}
	density, mean, err := at(v)
	if err != nil {
		return verdict{}, fmt.Errorf("rkhs: the rows held out: %w", err)
	}
	rmse, err := metric.RMSE(h.y, mean)
	return verdict{v, density, rmse}, err
}

// spectrum holds the predictions of the moments at points, at any noise: with G
// = QΛQᵀ and ψ = Qᵀφ,
//
//	mean = Σ_j ψ_j (Qᵀc)_j/(Λ_j+v),  var f = v Σ_j ψ_j²/(Λ_j+v).
type spectrum struct {
	lambda, q  []float64
	psi        *mat.Dense // points × d
	mean, varF []float64
}

// resolved is the least noise variance, relative to the largest Λ, at which F is
// well conditioned.
const resolved = 1e-10

func (s *spectrum) leastNoise() float64 { return resolved * slices.Max(s.lambda) }

// spectrum returns the spectrum of the points with features phi.
func (m *moments) spectrum(phi *mat.Dense) (*spectrum, error) {
	lambda, vectors, err := linalg.SymmetricEigen(m.g)
	if err != nil {
		return nil, fmt.Errorf("rkhs: the moments: %w", err)
	}
	n, d := phi.Dims()
	s := &spectrum{lambda: lambda, q: make([]float64, d), psi: mat.NewDense(n, d, nil), mean: make([]float64, n), varF: make([]float64, n)}
	linalg.MulTransVec(s.q, vectors, m.c)
	s.psi.Mul(phi, vectors)
	return s, nil
}

// at predicts; the slices are valid until the next call.
func (s *spectrum) at(v float64) (mean, varF []float64) {
	clear(s.mean)
	clear(s.varF)
	for i := range s.mean {
		for j, psi := range s.psi.RawRowView(i) {
			l := max(s.lambda[j], 0) + v
			s.mean[i] += psi * s.q[j] / l
			s.varF[i] += v * psi * psi / l
		}
	}
	return s.mean, s.varF
}

// leftOut predicts each of the points from all other rows of the moments, where
// the points, with the observations y, are among these rows: with h_i =
// φ_iᵀF⁻¹φ_i the error is (y_i - φ_iᵀŵ)/(1-h_i) and var f is vh_i/(1-h_i).
func (s *spectrum) leftOut(y []float64) func(v float64) (mean, varF []float64) {
	return func(v float64) (mean, varF []float64) {
		mean, varF = s.at(v)
		for i, own := range varF {
			rest := max(1-own/v, 1e-12)
			mean[i] = y[i] - (y[i]-mean[i])/rest
			varF[i] = own / rest
		}
		return mean, varF
	}
}
