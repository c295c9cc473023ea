package grief

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// orthogonal is the O(p) form: on the rotated functions φ̂ = Vᵀφ, A = V diag(d)
// Vᵀ, the sums are diagonal, and with t_i² = z_i²/d_i, z = Vᵀr, and
// v_i = σ² + d_i w_i
//
//	LML = -½[(n-p̃) log σ² + ρ0/σ² + Σ(log v_i + t_i²/v_i) + n log 2π].
//
// Directions with d_i <= 1e-12 d_1, which the rows do not determine, have no weight
// of their own; p̃ are kept. The others have the base kernel's weight 1, as
// everything outside the basis has.
type orthogonal struct {
	n        float64
	d, z     []float64
	rest     float64    // ρ0, the part of yᵀy outside the functions
	basis    *mat.Dense // p × p̃: φ̂ = basisᵀφ
	whitened bool
}

const cutDirections = 1e-12

// newOrthogonal takes O(p³) time. whitened divides φ̂_i by √d_i too, as the
// paper does.
func newOrthogonal(s *Sums, whitened bool) (*orthogonal, error) {
	d, v, err := linalg.SymmetricEigen(s.A)
	if err != nil {
		return nil, fmt.Errorf("grief: %w", err)
	}
	kept := 0
	for kept < len(d) && d[kept] > cutDirections*d[0] {
		kept++
	}
	if kept == 0 {
		return nil, errors.New("grief: every function is 0 at every row")
	}
	o := &orthogonal{n: float64(s.N), d: d[:kept], z: make([]float64, kept), basis: mat.DenseCopyOf(v.Slice(0, len(d), 0, kept))}
	linalg.MulTransVec(o.z, o.basis, s.R)
	o.rest = s.YY
	for i, z := range o.z {
		o.rest -= z * z / d[i]
	}
	o.rest = math.Max(o.rest, 0)
	if o.whitened = whitened; whitened {
		o.whiten()
	}
	return o, nil
}

// whiten makes Σ_r φ̂_i(x_r)² = 1.
func (o *orthogonal) whiten() {
	raw := o.basis.RawMatrix()
	for i, d := range o.d {
		scale := 1 / math.Sqrt(d)
		for row := range raw.Rows {
			raw.Data[row*raw.Stride+i] *= scale
		}
		o.z[i] *= scale
		o.d[i] = 1
	}
}

func (o *orthogonal) len() int { return len(o.d) }

// evaluate returns the log marginal likelihood, and its derivatives by the
// weights, in grad, and by σ².
func (o *orthogonal) evaluate(grad, w []float64, noise float64) (value, byNoise float64, err error) {
	outside := o.n - float64(o.len())
	value = outside*math.Log(noise) + o.rest/noise + o.n*math.Log(2*math.Pi)
	byNoise = o.rest/(noise*noise) - outside/noise
	for i, d := range o.d {
		v := noise + d*w[i]
		t := o.z[i] * o.z[i] / (d * v)
		value += math.Log(v) + t
		slope := (t - 1) / v
		byNoise += slope
		grad[i] = d * slope / 2
	}
	return -value / 2, byNoise / 2, nil
}

// information writes the expected information of log w into dst and returns
// that of log σ².
func (o *orthogonal) information(dst, w []float64, noise float64) float64 {
	sum := o.n - float64(o.len())
	for i, d := range o.d {
		v := noise + d*w[i]
		dst[i] = d * w[i] / v * d * w[i] / v / 2
		sum += noise / v * noise / v
	}
	return sum / 2
}

// moments adds the mean c and the covariance diag(σ²w/v) of the functions'
// coefficients at one draw.
func (o *orthogonal) moments(m *coefficientMoments, w []float64, noise float64) error {
	mean := make([]float64, o.len())
	for i, d := range o.d {
		v := noise + d*w[i]
		mean[i] = w[i] * o.z[i] / v
		m.covariance.Set(i, i, m.covariance.At(i, i)+noise*w[i]/v)
	}
	m.addMean(mean)
	return nil
}

// toBasis rotates a mean and a covariance on φ̂ to φ, where directions that were
// left out have their variance under the prior, 1. It does not for a whitened form,
// in which they have none.
func (o *orthogonal) toBasis(mean []float64, covariance *mat.Dense) ([]float64, *mat.Dense) {
	p, kept := o.basis.Dims()
	rotated := make([]float64, p)
	linalg.MulVec(rotated, o.basis, mean)
	half, whole := mat.NewDense(p, kept, nil), mat.NewDense(p, p, nil)
	if kept < p && !o.whitened {
		for i := range kept {
			covariance.Set(i, i, covariance.At(i, i)-1)
		}
		for i := range p {
			whole.Set(i, i, 1)
		}
	}
	linalg.AddMul(half, o.basis, covariance)
	linalg.AddMul(whole, half, mat.DenseCopyOf(o.basis.T()))
	return rotated, whole
}

// profile returns the base kernel's variance, as a multiple of the present
// one, and the noise variance that maximise the likelihood together, and its
// value: with q = σ²/s, s has the closed form
//
//	ŝ = [ρ0/q + Σ t_i²/(q + d_i)]/n,
//
// and q is searched for on its logarithm.
func (o *orthogonal) profile() (scale, noise, value float64) {
	at := func(logQ float64) (s, value float64) {
		q := math.Exp(logQ)
		s = o.rest / q
		logs := (o.n - float64(o.len())) * logQ
		for i, d := range o.d {
			s += o.z[i] * o.z[i] / d / (q + d)
			logs += math.Log(q + d)
		}
		s /= o.n
		return s, -0.5 * (o.n*math.Log(s) + logs + o.n + o.n*math.Log(2*math.Pi))
	}
	lo, hi := math.Log(o.d[0])-30, math.Log(o.d[0])+5
	best := lo
	const steps = 200
	for i := range steps + 1 {
		x := lo + (hi-lo)*float64(i)/steps
		if _, v := at(x); v > second(at(best)) {
			best = x
		}
	}
	width := (hi - lo) / steps
	best = goldenSection(func(x float64) float64 { return second(at(x)) }, best-width, best+width)
	s, value := at(best)
	return s, s * math.Exp(best), value
}

func second(_, b float64) float64 { return b }

// goldenSection finds a maximum of f between lo and hi.
func goldenSection(f func(float64) float64, lo, hi float64) float64 {
	ratio := (math.Sqrt(5) - 1) / 2
	a, b := hi-ratio*(hi-lo), lo+ratio*(hi-lo)
	fa, fb := f(a), f(b)
	for range 60 {
		if fa > fb {
			hi, b, fb = b, a, fa
			a = hi - ratio*(hi-lo)
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + ratio*(hi-lo)
			fb = f(b)
		}
	}
	return (lo + hi) / 2
}

// Profile returns, for the kernel that the sums' basis belongs to, the factor
// of its variance and the noise variance that maximise the log marginal
// likelihood together, and its value: O(p³) once and O(p) a step of a
// one-dimensional search.
func (s *Sums) Profile() (scale, noise, value float64, err error) {
	o, err := newOrthogonal(s, false)
	if err != nil {
		return 0, 0, 0, err
	}
	scale, noise, value = o.profile()
	return scale, noise, value, nil
}

// coefficientMoments averages the posterior of the coefficients over draws.
type coefficientMoments struct {
	draws      float64
	mean       []float64
	covariance *mat.Dense // Σ of the draws' covariances
	means      [][]float64
}

func newCoefficientMoments(p int) *coefficientMoments {
	return &coefficientMoments{mean: make([]float64, p), covariance: mat.NewDense(p, p, nil)}
}

func (m *coefficientMoments) addMean(mean []float64) {
	m.draws++
	m.means = append(m.means, mean)
	floats.Add(m.mean, mean)
}

// result returns c̄ and E[cov] + cov[mean].
func (m *coefficientMoments) result() ([]float64, *mat.Dense) {
	p := len(m.mean)
	mean := floats.ScaleTo(make([]float64, p), 1/m.draws, m.mean)
	gaps := mat.NewDense(p, len(m.means), nil)
	for k, v := range m.means {
		for i := range v {
			gaps.Set(i, k, (v[i]-mean[i])/math.Sqrt(m.draws))
		}
	}
	c := mat.NewDense(p, p, nil)
	linalg.AddGram(c, gaps)
	linalg.MirrorLower(c)
	floats.AddScaled(c.RawMatrix().Data, 1/m.draws, m.covariance.RawMatrix().Data)
	return mean, c
}
