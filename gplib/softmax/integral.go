package softmax

import (
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib/lik"
	"krigo/gplib/linalg"
)

// The probabilities of a prediction are the means of the softmax for normal latent values. Only the C - 1 contrasts
// of the values matter. The mean over one or two dimensions is a trapezoidal sum, whose step is halved until the sum
// stays the same: its error falls exponentially with the number of nodes (Trefethen and Weideman 2014, SIAM Review
// 56, 385-458). Over more, or if that does not do, it is a mean over shifted lattices, whose scatter is the error
// (Genz and Bretz 2009, Computation of Multivariate Normal and t Probabilities, section 4.2.2).

// Bounds of the integrals.
const (
	reach       = 7.5  // standard deviations of a sum
	enoughLine  = 1e-7 // change of a sum over one dimension: the error of the next one is far smaller
	enoughSum   = 1e-5 // the same over more
	enoughMean  = 1e-4 // error of a mean over lattices
	firstPoints = 1 << 9
	doublings   = 3 // by a factor of 4
	shifts      = 8
	confidence  = 3 // standard errors
	// negligible is a variance of a contrast below which it changes probabilities by less than a part of it.
	negligible = 1e-10
)

// sumsOf has the number of sums by dimension, with steps from 1 on, each half the one before, and the change of a sum
// that ends them.
var sumsOf = [4]struct {
	most   int
	enough float64
}{{}, {14, enoughLine}, {6, enoughSum}, {3, enoughSum}}

// probabilities writes the mean of the softmax over latent values of a mean and covariance into p, and returns an
// estimate of its largest error.
func probabilities(p, mean []float64, covariance *mat.SymDense) (failure float64) {
	root, dropped := contrasts(covariance)
	w := newAverage(mean, root)
	_, d := root.Dims()
	switch d {
	case 0:
		lik.Softmax(p, mean)
		return dropped
	case 1, 2, 3:
		if failure = w.sums(p, sumsOf[d].most, sumsOf[d].enough); d < 3 || failure <= enoughMean {
			return dropped + failure
		}
	}
	other := make([]float64, len(p))
	if of := w.lattices(other); d > 3 || of < failure {
		copy(p, other)
		failure = of
	}
	return dropped + failure
}

// contrasts returns a matrix A, C × d with d < C, such that A z for standard normal z has the covariance of the latent
// values less their mean at the point, with the largest variances first. Dropped is the variance of negligible
// contrasts.
func contrasts(covariance *mat.SymDense) (a *mat.Dense, dropped float64) {
	n := covariance.SymmetricDim()
	centred, means := mat.NewSymDense(n, nil), make([]float64, n)
	for c := range n {
		for b := range n {
			means[c] += covariance.At(c, b) / float64(n)
		}
	}
	for c := range n {
		for b := range c + 1 {
			centred.SetSym(c, b, covariance.At(c, b)-means[c]-means[b]+floats.Sum(means)/float64(n))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(centred, true) {
		return mat.NewDense(n, 1, nil), math.NaN()
	}
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	kept := 0
	for _, v := range values[1:] { // ascending; the first is that of what all have in common
		if v > negligible {
			kept++
		} else {
			dropped += math.Max(v, 0)
		}
	}
	if kept == 0 {
		return new(mat.Dense), dropped
	}
	a = mat.NewDense(n, kept, nil)
	for k := range kept {
		column := mat.Col(nil, n-1-k, &vectors)
		floats.Scale(math.Sqrt(values[n-1-k]), column)
		a.SetCol(k, column)
	}
	return a, dropped
}

// rule is nodes of an integral over a standard normal distribution.
type rule struct {
	z [][]float64 // by dimension
	w []float64   // weights, which sum to 1
}

// rules keeps nodes, which all integrals share.
var rules = struct {
	sync.Mutex
	made map[[3]int]*rule
}{made: map[[3]int]*rule{}}

// ruleOf returns the rule of a kind, dimension and level, which is made once.
func ruleOf(kind, dim, level int, make func() *rule) *rule {
	rules.Lock()
	defer rules.Unlock()
	key := [3]int{kind, dim, level}
	if rules.made[key] == nil {
		rules.made[key] = make()
	}
	return rules.made[key]
}

// grid returns a trapezoidal rule in a ball of up to three dimensions with the step 2^-level.
func grid(dim, level int) *rule {
	step := math.Ldexp(1, -level)
	r := &rule{z: make([][]float64, dim)}
	at := make([]float64, dim)
	var add func(k int, square float64)
	add = func(k int, square float64) {
		if k == dim {
			for k, z := range at {
				r.z[k] = append(r.z[k], z)
			}
			r.w = append(r.w, math.Exp(-square/2))
			return
		}
		last := math.Floor(math.Sqrt(reach*reach-square) / step)
		for i := -last; i <= last; i++ {
			at[k] = i * step
			add(k+1, square+at[k]*at[k])
		}
	}
	add(0, 0)
	floats.Scale(1/floats.Sum(r.w), r.w)
	return r
}

// lattice returns shifted lattices with the square roots of primes as generators, folded about their middle so that
// the integrand is periodic, one lattice after another.
func lattice(dim, level int) *rule {
	points := firstPoints << (2 * level)
	rng := rand.New(rand.NewPCG(uint64(dim), uint64(level)))
	r := &rule{z: make([][]float64, dim)}
	prime := 1
	for k := range r.z {
		prime = primeAfter(prime)
		generator := math.Sqrt(float64(prime))
		for range shifts {
			at := rng.Float64()
			for range points {
				at += generator
				at -= math.Floor(at)
				u := math.Abs(2*at - 1)
				r.z[k] = append(r.z[k], distuv.UnitNormal.Quantile(min(max(u, 1e-16), 1-1e-16)))
			}
		}
	}
	r.w = make([]float64, shifts*points)
	for i := range r.w {
		r.w[i] = 1 / float64(points)
	}
	return r
}

func primeAfter(p int) int {
	for {
		p++
		prime := true
		for f := 2; f*f <= p; f++ {
			prime = prime && p%f != 0
		}
		if prime {
			return p
		}
	}
}

// average takes means of the softmax of a + B z.
type average struct {
	mean   []float64
	root   *mat.Dense
	f      [][]float64 // of a block of nodes, by class
	top, s []float64
}

// nodes is the number of nodes of a block.
const nodes = 512

func newAverage(mean []float64, root *mat.Dense) *average {
	a := &average{mean: mean, root: root, f: make([][]float64, len(mean)), top: make([]float64, nodes), s: make([]float64, nodes)}
	for c := range a.f {
		a.f[c] = make([]float64, nodes)
	}
	return a
}

// over writes the sums over the nodes from lo to hi of a rule into p.
func (a *average) over(p []float64, r *rule, lo, hi int) {
	clear(p)
	for ; lo < hi; lo += nodes {
		a.block(p, r, lo, min(lo+nodes, hi))
	}
}

func (a *average) block(p []float64, r *rule, lo, hi int) {
	top, sum := a.top[:hi-lo], a.s[:hi-lo]
	clear(sum)
	for c, all := range a.f {
		f := all[:hi-lo]
		for i := range f {
			f[i] = a.mean[c]
		}
		for k, z := range r.z {
			linalg.AddScaledTo(f, f, a.root.At(c, k), z[lo:hi])
		}
		for i, v := range f {
			if c == 0 || v > top[i] {
				top[i] = v
			}
		}
	}
	for _, all := range a.f {
		f := all[:hi-lo]
		floats.Sub(f, top)
		linalg.Exp(f, f)
		floats.Add(sum, f)
	}
	for i, s := range sum {
		sum[i] = r.w[lo+i] / s
	}
	for c, all := range a.f {
		p[c] += linalg.Dot(all[:hi-lo], sum)
	}
}

// sums writes the last of some trapezoidal sums into p, and returns the last change.
func (a *average) sums(p []float64, most int, enough float64) (failure float64) {
	before := make([]float64, len(p))
	_, d := a.root.Dims()
	for level := range most {
		copy(before, p)
		r := ruleOf(0, d, level, func() *rule { return grid(d, level) })
		a.over(p, r, 0, len(r.w))
		if failure = floats.Distance(p, before, math.Inf(1)); level > 0 && failure <= enough {
			break
		}
	}
	return failure
}

// lattices writes the means over lattices into p, and returns some standard errors.
func (a *average) lattices(p []float64) (failure float64) {
	_, d := a.root.Dims()
	for level := range doublings {
		r := ruleOf(1, d, level, func() *rule { return lattice(d, level) })
		points := len(r.w) / shifts
		parts := mat.NewDense(shifts, len(p), nil)
		for s := range shifts {
			a.over(parts.RawRowView(s), r, s*points, (s+1)*points)
		}
		failure = 0
		for c := range p {
			p[c] = 0
			for s := range shifts {
				p[c] += parts.At(s, c) / shifts
			}
			square := 0.0
			for s := range shifts {
				square += (parts.At(s, c) - p[c]) * (parts.At(s, c) - p[c])
			}
			failure = max(failure, confidence*math.Sqrt(square/(shifts*(shifts-1))))
		}
		if failure <= enoughMean {
			break
		}
	}
	return failure
}
