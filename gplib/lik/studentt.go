package lik

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib/param"
)

// StudentT returns the likelihood of real observations y = f + e with errors e of Student's t
// distribution, for data with outliers: with r = y - f, s the scale and ν the degrees of freedom,
//
//	log p(y|f) = log Γ((ν+1)/2) - log Γ(ν/2) - log(πνs²)/2 - (ν+1)/2 log(1 + r²/(νs²))
//
// (Vanhatalo, Jylänki and Vehtari 2009, Advances in Neural Information Processing Systems 22). Its
// parameters are "studentt.scale" > 0, in the unit of y, and "studentt.dof" > 2, so that observations have the
// variance s²ν/(ν-2); the degrees of freedom are in [2.1, 1000] unless other bounds are set. Many
// degrees of freedom are nearly Gaussian noise of the variance s².
//
// It is not log-concave: given an observation far from the others, the posterior of f may have two
// modes, and an approximation sees one of them.
func StudentT(scale, dof float64) Func {
	return newFamily("student-t", 0, scaleParam("studentt.scale", scale), dofParam(dof))
}

// leastDOF is the lower end of the degrees of freedom, where the variance is infinite.
const leastDOF = 2

func dofParam(dof float64) param.Param {
	p := param.Positive("studentt.dof", dof).As(param.RoleShape)
	p.Min, p.Max = leastDOF+0.1, 1000
	return p
}

func scaleParam(name string, scale float64) param.Param {
	return param.Positive(name, scale).As(param.RoleScale)
}

func init() {
	registered("student-t", kernel{
		params: 2,
		at:     func(theta []float64, _ int) density { return newStudentT(theta[0], theta[1]) },
		check: func(theta []float64, _ int) error {
			if !(theta[1] > leastDOF) {
				return fmt.Errorf("lik: studentt.dof is %v; the variance is infinite unless it is above %d", theta[1], leastDOF)
			}
			return nil
		},
	})
}

type studentT struct {
	scale, dof, c float64 // c = νs²
	log           float64 // the density at its peak
}

func newStudentT(scale, dof float64) studentT {
	upper, _ := math.Lgamma((dof + 1) / 2)
	lower, _ := math.Lgamma(dof / 2)
	return studentT{scale, dof, dof * scale * scale, upper - lower - math.Log(math.Pi*dof)/2 - math.Log(scale)}
}

func (l studentT) String() string {
	return fmt.Sprintf("y ~ StudentT(f, scale %.4g, %.4g degrees of freedom)", l.scale, l.dof)
}

func (studentT) CheckTarget(float64) error { return nil }

func (l studentT) Log(y, f float64) Derivatives {
	r := y - f
	q := l.c + r*r
	return Derivatives{
		Value: l.log - (l.dof+1)/2*math.Log1p(r*r/l.c),
		D1:    (l.dof + 1) * r / q,
		D2:    -(l.dof + 1) * (l.c - r*r) / (q * q),
		D3:    -2 * (l.dof + 1) * r * (3*l.c - r*r) / (q * q * q),
	}
}

func (l studentT) AddParams(dst []Derivatives, y, f float64) {
	r, n := y-f, l.dof+1
	q := l.c + r*r
	// Through c, by log c: the scale has twice its share, the degrees of freedom once.
	d1, d2 := -n*r*l.c/(q*q), -n*l.c*(3*r*r-l.c)/(q*q*q)
	dst[0].Value += (n*r*r/q - 1) / l.scale
	dst[0].D1 += 2 * d1 / l.scale
	dst[0].D2 += 2 * d2 / l.scale
	dst[1].Value += (mathext.Digamma(n/2)-mathext.Digamma(l.dof/2)-math.Log1p(r*r/l.c))/2 + (n*r*r/q-1)/(2*l.dof)
	dst[1].D1 += r/q + d1/l.dof
	dst[1].D2 += -(l.c-r*r)/(q*q) + d2/l.dof
}

func (l studentT) Peak(float64) float64 { return l.log }

// Latent values are the observations, those that are far away drawn near: to three standard
// deviations as the median distance estimates them.
func (studentT) Latent(y []float64) []float64 { return winsorised(y) }

func winsorised(y []float64) []float64 {
	const far, perMedian = 3, 1.4826
	middle := median(y)
	away := make([]float64, len(y))
	for i, v := range y {
		away[i] = math.Abs(v - middle)
	}
	most := far * perMedian * median(away)
	if most == 0 {
		return slices.Clone(y)
	}
	f := make([]float64, len(y))
	for i, v := range y {
		f[i] = min(max(v, middle-most), middle+most)
	}
	return f
}

func median(y []float64) float64 {
	sorted := slices.Clone(y)
	slices.Sort(sorted)
	return stat.Quantile(0.5, stat.Empirical, sorted, nil)
}

func (l studentT) Moments(f float64) (mean, variance float64) { return l.observedMoments(f, 0) }

func (l studentT) observedMoments(m, v float64) (mean, variance float64) {
	if l.dof <= leastDOF {
		return m, math.Inf(1)
	}
	return m, v + l.c/(l.dof-2)
}

func (l studentT) CDF(y, f float64) float64 {
	return distuv.StudentsT{Mu: f, Sigma: l.scale, Nu: l.dof}.CDF(y)
}

func (studentT) Support() Support { return Support{Min: math.Inf(-1), Max: math.Inf(1)} }

func (l studentT) Sample(f float64, rng *rand.Rand) float64 {
	return distuv.StudentsT{Mu: f, Sigma: l.scale, Nu: l.dof, Src: rng}.Rand()
}

// observedCDF returns the mean of Φ((y - m - e)/√v) over errors e, or the mean of CDF over f.
func (l studentT) observedCDF(y, m, v float64) float64 {
	if !l.narrow(y, m, v) {
		return meanCDF(l, y, m, v)
	}
	sd := math.Sqrt(v)
	return min(max(l.overErrors(math.Abs(y-m), sd, func(e float64) float64 { return normal.CDF((y - m - e) / sd) }), 0), 1)
}

func (l studentT) observedLog(y, m, v float64) float64 {
	if !l.narrow(y, m, v) {
		return logIntegral(l, y, m, v)
	}
	sd := math.Sqrt(v)
	return math.Log(l.overErrors(math.Abs(y-m), sd, func(e float64) float64 { return normal.Prob((y-m-e)/sd) / sd }))
}

// narrow reports whether the errors scatter less than f, at an observation that f may reach: sums
// over errors are smooth then. Elsewhere those over f are.
func (l studentT) narrow(y, m, v float64) bool {
	const far = 20
	sd := math.Sqrt(v)
	return sd > l.scale && math.Abs(y-m) <= far*sd
}

// overErrors returns the mean of g over the errors, where g changes within sd about an error of the
// size away. With e = s√ν sinh(x) their density becomes
// proportional to cosh(x)^-ν, which falls exponentially to both sides.
func (l studentT) overErrors(away, sd float64, g func(e float64) float64) float64 {
	const least = 1e-20
	root, ends := math.Sqrt(l.c), math.Acosh(math.Pow(least, -1/l.dof))
	upper, _ := math.Lgamma((l.dof + 1) / 2)
	lower, _ := math.Lgamma(l.dof / 2)
	weight := func(x float64) float64 { return math.Pow(math.Cosh(x), -l.dof) }
	step := math.Min(ends/16, sd/math.Hypot(root, away+6*sd)/2)
	sum := trapezoid(func(x float64) float64 { return weight(x) * g(root*math.Sinh(x)) }, 0, -ends, ends, step)
	return sum * math.Exp(upper-lower) / math.Sqrt(math.Pi)
}
