package lik

import "math"

// Expected is the mean of a log density over a normal latent value, E log p(y|f) for f ~ N(m, v): the part of one row
// in the evidence lower bound of variational approximations (Opper and Archambeau 2009, Neural Computation 21,
// 786-792).
type Expected struct {
	Value float64
	// ByMean and ByVar are the derivatives with respect to m and v: the mean of the first derivative by f, and half
	// that of the second one.
	ByMean, ByVar float64
}

// Closed forms of [Observed.Expected] and [Observed.ExpectedParams].
type (
	expectedKnown interface {
		expected(y, m, v float64) Expected
	}
	expectedParamsKnown interface {
		expectedParams(dst []float64, y, m, v float64)
	}
)

// Expected returns the mean of log p(y|f) over f, by closed forms or sums over f.
func (o Observed) Expected(y float64) Expected {
	if known, ok := o.closed().(expectedKnown); ok {
		return known.expected(y, o.Mean, o.Var)
	}
	var e [3]float64
	o.average(e[:], func(dst []float64, f float64) {
		at := o.Lik.Log(y, f)
		dst[0], dst[1], dst[2] = at.Value, at.D1, at.D2
	})
	return Expected{Value: e[0], ByMean: e[1], ByVar: e[2] / 2}
}

// ExpectedParams adds to dst[p] the mean over f of the derivative of log p(y|f) with respect to parameter θ_p.
func (o Observed) ExpectedParams(dst []float64, y float64) {
	if len(dst) == 0 {
		return
	}
	if known, ok := o.closed().(expectedParamsKnown); ok {
		known.expectedParams(dst, y, o.Mean, o.Var)
		return
	}
	mean, by := make([]float64, len(dst)), make([]Derivatives, len(dst))
	o.average(mean, func(dst []float64, f float64) {
		clear(by)
		o.Lik.AddParams(by, y, f)
		for p, d := range by {
			dst[p] = d.Value
		}
	})
	for p, v := range mean {
		dst[p] += v
	}
}

// widest is the first step of the sums of average, in standard deviations. They end beyond far where an element is
// negligible next to the sum.
const (
	widest     = 1.0
	far        = 8.0
	negligible = 1e-17
)

// average writes the means over f of what g writes, by sums over equally spaced values of f. The step is halved until
// they stay the same.
func (o Observed) average(mean []float64, g func(dst []float64, f float64)) {
	if o.Var == 0 {
		g(mean, o.Mean)
		return
	}
	sd := math.Sqrt(o.Var)
	n := len(mean)
	all := make([]float64, 4*n)
	sum, size, before, at := all[:n], all[n:2*n], all[2*n:3*n], all[3*n:]
	add := func(from, step float64) {
		for z, some := from, true; z <= reach && some; z += step {
			w := math.Exp(-z * z / 2)
			some = z < far
			for _, x := range [2]float64{z, -z} {
				g(at, o.Mean+sd*x)
				for k, v := range at {
					sum[k] += w * v
					size[k] += w * math.Abs(v)
					some = some || w*math.Abs(v) > negligible*size[k]
				}
				if z == 0 {
					break
				}
			}
		}
	}
	step := widest
	add(0, step)
	for range halvings {
		copy(before, sum)
		add(step/2, step)
		step /= 2
		same := true
		for k, v := range sum {
			same = same && math.Abs(v/2-before[k]) <= enough*size[k]/2
		}
		if same {
			break
		}
	}
	for k, v := range sum {
		mean[k] = v * step / math.Sqrt(2*math.Pi)
	}
}

func (l gaussian) expected(y, m, v float64) Expected {
	at := l.Log(y, m)
	return Expected{at.Value + at.D2*v/2, at.D1, at.D2 / 2}
}

func (l logNormal) expected(y, m, v float64) Expected {
	z := math.Log(y)
	e := l.ofLog.expected(z, m, v)
	e.Value -= z
	return e
}

// The mean of exp(f) is exp(m + v/2).
func (poisson) expected(y, m, v float64) Expected {
	at := poisson{}.Log(y, m+v/2)
	return Expected{at.Value - y*v/2, at.D1, at.D2 / 2}
}

// distance returns the mean of |r| for r ~ N(m, v), and its derivatives by m and v.
func distance(m, v float64) (value, byMean, byVar float64) {
	if v == 0 {
		return math.Abs(m), signOf(m), 0
	}
	sd := math.Sqrt(v)
	z := m / sd
	byMean, byVar = math.Erf(z/math.Sqrt2), normal.Prob(z)/sd
	return m*byMean + 2*v*byVar, byMean, byVar
}

func (l laplace) expected(y, m, v float64) Expected {
	value, byMean, byVar := distance(y-m, v)
	return Expected{l.Peak(y) - value/l.scale, byMean / l.scale, -byVar / l.scale}
}

func (l laplace) expectedParams(dst []float64, y, m, v float64) {
	value, _, _ := distance(y-m, v)
	dst[0] += (value/l.scale - 1) / l.scale
}
