package rkhs

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// variational is the stochastic variational bound with M inducing inputs
// X_m, whitened: with LLᵀ = K_mm, A = L⁻¹K_mS, q = N(m, Q) and e = Aᵀm - y,
//
//	J = (n/s) Σ_i [½ log 2πv + (e_i² + q_i)/(2v)] + ½[tr Q + mᵀm - M - log|Q|],
//	q_i = k_ii - a_iᵀa_i + a_iᵀQa_i.
//
// The gradient is that of J/n. own holds X_m, then, where q moves by ordinary
// gradients, m and R with Q = RRᵀ and logarithms on R's diagonal.
type variational struct {
	plain
	inducing int
	natural  float64 // the step of natural gradients for q; 0 is ordinary ones
	jitter   float64 // of K_mm, relative to the mean of its diagonal

	p             int // inputs
	m, gradM      []float64
	r, gradR      *mat.Dense
	q, precision  *mat.Dense // Q, and Q⁻¹ for natural gradients
	eta           []float64  // Q⁻¹m
	scratchQ      linalg.Cholesky
	x             linalg.Buffer
	phiM, phiS    mat.Dense
	seedM, seedS  mat.Dense
	k, cross      linalg.Buffer
	chol          linalg.Cholesky
	a, ab, qa, t  linalg.Buffer
	diag, dk, err []float64
}

func (*variational) name() string { return "SVGP" }

func (v *variational) sizes(k *Kernel) (weights, own int) {
	own = v.inducing * k.features.In()
	if v.natural == 0 {
		own += v.inducing * (1 + v.inducing)
	}
	return 0, own
}

// begin places the inducing inputs at random rows and q at the prior.
func (v *variational) begin(s *state, _ *moments, r *rows, rng *rand.Rand) error {
	v.bind(s)
	if err := r.epoch(rand.NewPCG(rng.Uint64(), rng.Uint64()), v.inducing); err != nil {
		return err
	}
	x, _, err := r.next()
	if err != nil {
		return err
	}
	if rowsIn(x) < v.inducing {
		return fmt.Errorf("rkhs: SVGP: %d inducing inputs of %d rows", v.inducing, rowsIn(x))
	}
	copy(s.own, x.RawMatrix().Data)
	return nil
}

// bind makes the views of u, and q.
func (v *variational) bind(s *state) {
	v.p = s.kernel.features.In()
	m, at := v.inducing, v.inducing*v.p
	v.q = square(m)
	addDiagonal(v.q, 1)
	if v.natural > 0 {
		v.m, v.eta, v.precision = make([]float64, m), make([]float64, m), mat.DenseCopyOf(v.q)
		return
	}
	v.m, v.gradM = s.own[at:at+m], s.gradOwn[at:at+m]
	v.r, v.gradR = mat.NewDense(m, m, s.own[at+m:]), mat.NewDense(m, m, s.gradOwn[at+m:])
}

// view makes dst the rows [lo, hi) of src.
func view(dst *mat.Dense, src *mat.Dense, lo, hi int) *mat.Dense {
	raw := src.RawMatrix()
	raw.Data, raw.Rows = raw.Data[lo*raw.Stride:(hi-1)*raw.Stride+raw.Cols], hi-lo
	dst.SetRawMatrix(raw)
	return dst
}

func (v *variational) gradient(s *state, x *mat.Dense, y []float64) error {
	if err := v.forward(s, x); err != nil {
		return err
	}
	if v.natural > 0 {
		if err := v.naturalStep(s, y); err != nil {
			return err
		}
	} else {
		v.expandQ()
	}
	v.residuals(y)
	v.gradientQ(s, len(y))
	return v.backward(s, len(y))
}

// forward maps X_m and the minibatch together and computes L, A and k_ii.
func (v *variational) forward(s *state, x *mat.Dense) error {
	m, b := v.inducing, rowsIn(x)
	joined := v.x.Sized(m+b, v.p)
	copy(joined.RawMatrix().Data, s.own[:m*v.p])
	for i := range b {
		copy(joined.RawRowView(m+i), x.RawRowView(i))
	}
	phi := s.pass.Forward(joined)
	view(&v.phiM, phi, 0, m)
	view(&v.phiS, phi, m, m+b)
	if err := v.factor(&v.chol, v.k.Sized(m, m), s.head, &v.phiM, s.headTheta); err != nil {
		return err
	}
	v.diag = resized(v.diag, b)
	s.head.diag(v.diag, &v.phiS, s.headTheta)
	v.whiten(s.head, &v.phiM, &v.phiS, s.headTheta)
	return nil
}

// leastJitter is always added to the diagonal of K_mm.
const leastJitter = 1e-12

// factor computes L at features of the inducing inputs, in the memory of k.
func (v *variational) factor(chol *linalg.Cholesky, k *mat.Dense, h head, phi *mat.Dense, theta []float64) error {
	h.gram(k, phi, phi, theta)
	addDiagonal(k, v.jitter*trace(k)/float64(v.inducing)+leastJitter)
	if err := chol.Refactorize(k); err != nil {
		return fmt.Errorf("rkhs: SVGP: K_mm: %w", err)
	}
	return nil
}

// whiten computes A at features of a minibatch.
func (v *variational) whiten(h head, phiM, phiS *mat.Dense, theta []float64) {
	a := v.a.Sized(v.inducing, rowsIn(phiS))
	h.gram(a, phiM, phiS, theta)
	v.chol.SolveHalf(a)
}

func resized(v []float64, n int) []float64 {
	if cap(v) < n {
		return make([]float64, n)
	}
	return v[:n]
}

// naturalStep sets, with c = n/(sv), Q⁻¹ ← (1-g)Q⁻¹ + g(I + cAAᵀ) and Q⁻¹m ←
// (1-g)Q⁻¹m + gcAy.
func (v *variational) naturalStep(s *state, y []float64) error {
	a, c := &v.a.Dense, float64(s.n)/(float64(len(y))*s.noise())
	linalg.Gemm(blas.NoTrans, blas.Trans, v.natural*c, a, a, 1-v.natural, v.precision)
	addDiagonal(v.precision, v.natural)
	floats.Scale(1-v.natural, v.eta)
	for j := range v.eta {
		v.eta[j] += v.natural * c * floats.Dot(a.RawRowView(j), y)
	}
	return v.invertPrecision()
}

func (v *variational) invertPrecision() error {
	v.q.Copy(v.precision)
	if err := v.scratchQ.Refactorize(v.q); err != nil {
		return fmt.Errorf("rkhs: SVGP: the precision of q: %w", err)
	}
	v.scratchQ.SolveVec(v.m, v.eta)
	v.scratchQ.Invert()
	return nil
}

// expandQ sets Q = RRᵀ.
func (v *variational) expandQ() {
	r := expandLower(&v.t, v.r, v.inducing)
	linalg.Gemm(blas.NoTrans, blas.Trans, 1, r, r, 0, v.q)
}

// residuals computes e, QA and q_i, the last in place of k_ii.
func (v *variational) residuals(y []float64) {
	a := &v.a.Dense
	v.err = resized(v.err, len(y))
	qa := v.qa.Sized(v.inducing, len(y))
	linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, v.q, a, 0, qa)
	for i, target := range y {
		v.err[i] = -target
	}
	for j, mean := range v.m {
		row, weighted := a.RawRowView(j), qa.RawRowView(j)
		floats.AddScaled(v.err, mean, row)
		for i, x := range row {
			v.diag[i] += x * (weighted[i] - x)
		}
	}
}

// gradientQ adds the derivatives by v and, for ordinary gradients, by m and R:
// dm = cAe + m/n, dR = tril((cAAᵀ + I/n)R) - diag(1/R_jj)/n with c = 1/(sv).
func (v *variational) gradientQ(s *state, size int) {
	noise, b, n := s.noise(), float64(size), float64(s.n)
	dv := 1 / (2 * noise)
	for i, e := range v.err {
		dv -= (e*e + v.diag[i]) / (2 * noise * noise * b)
	}
	s.addNoise(dv)
	if v.natural > 0 {
		return
	}
	a, c := &v.a.Dense, 1/(b*noise)
	aa := v.ab.Sized(v.inducing, v.inducing)
	linalg.Gemm(blas.NoTrans, blas.Trans, c, a, a, 0, aa)
	addDiagonal(aa, 1/n)
	r := expandLower(&v.t, v.r, v.inducing)
	linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, aa, r, 0, v.gradR)
	for j := range v.m {
		v.gradM[j] = c*floats.Dot(a.RawRowView(j), v.err) + v.m[j]/n
		row := v.gradR.RawRowView(j)
		row[j] = row[j]*r.At(j, j) - 1/n
		clear(row[j+1:])
	}
}

// backward carries the derivatives by A and k_ii to features, parameters and
// X_m: Ā = c[meᵀ + (Q-I)A], dK_mS = L⁻ᵀĀ and dk_ii = c/2.
func (v *variational) backward(s *state, size int) error {
	m, c := v.inducing, 1/(float64(size)*s.noise())
	ab := v.ab.Sized(m, size)
	ab.Sub(&v.qa.Dense, &v.a.Dense)
	for j, mean := range v.m {
		row := ab.RawRowView(j)
		floats.AddScaled(row, mean, v.err)
		floats.Scale(c, row)
	}
	v.chol.SolveHalfTrans(ab)
	dk := v.factorBackward(ab)
	seed := s.seed.Zeros(m+size, s.d)
	view(&v.seedM, seed, 0, m)
	view(&v.seedS, seed, m, m+size)
	s.head.backward(dk, &v.phiM, &v.phiM, &v.seedM, &v.seedM, s.headTheta, s.gradH)
	s.head.backward(ab, &v.phiM, &v.phiS, &v.seedM, &v.seedS, s.headTheta, s.gradH)
	v.dk = resized(v.dk, size)
	for i := range v.dk {
		v.dk[i] = c / 2
	}
	s.head.diagBackward(v.dk, &v.phiS, &v.seedS, s.headTheta, s.gradH)
	dx := s.pass.Backward(seed, true)
	copy(s.gradOwn[:m*v.p], dx.RawMatrix().Data[:m*v.p])
	return nil
}

// factorBackward returns dK_mm from dK_mS: L̄ = -tril(dK_mS Aᵀ), carried back
// through the factor, and the jitter's part.
func (v *variational) factorBackward(cross *mat.Dense) *mat.Dense {
	dk := v.cross.Sized(v.inducing, v.inducing)
	linalg.Gemm(blas.NoTrans, blas.Trans, -1, cross, &v.a.Dense, 0, dk)
	v.chol.Adjoint(dk)
	addDiagonal(dk, v.jitter*trace(dk)/float64(v.inducing))
	return dk
}

func (v *variational) memory() [][]float64 {
	if v.natural == 0 {
		return nil
	}
	return [][]float64{v.precision.RawMatrix().Data, v.eta}
}

func (v *variational) restored(*state) error {
	if v.natural == 0 {
		return nil
	}
	return v.invertPrecision()
}

// bound returns J/n over all rows.
func (v *variational) bound(s *state, r *rows) (float64, error) {
	if v.natural == 0 {
		v.expandQ()
	}
	total, noise := 0.0, s.noise()
	err := r.each(func(x *mat.Dense, y []float64) error {
		if err := v.forward(s, x); err != nil {
			return err
		}
		v.residuals(y)
		for i, e := range v.err {
			total += (math.Log(2*math.Pi*noise) + (e*e+v.diag[i])/noise) / 2
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	divergence, err := v.divergence()
	return (total + divergence) / float64(s.n), err
}

// divergence returns ½[tr Q + mᵀm - M - log|Q|].
func (v *variational) divergence() (float64, error) {
	chol, err := linalg.Factorize(mat.DenseCopyOf(v.q))
	if err != nil {
		return 0, fmt.Errorf("rkhs: SVGP: Q: %w", err)
	}
	return (trace(v.q) + floats.Dot(v.m, v.m) - float64(v.inducing) - chol.LogDet()) / 2, nil
}
