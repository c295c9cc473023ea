// Package covtest checks that a covariance function keeps the contract of
// [cov.Func]. Authors call it from their tests:
//
//	func TestMyKernel(t *testing.T) {
//		covtest.Check(t, MyKernel(0.7), cov.Line([]float64{0, 0.3, 1, 1, 2.5}))
//	}
package covtest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

const (
	// gradTol is the wanted relative accuracy of derivatives against central
	// differences.
	gradTol = 1e-6
	// sameTol is the wanted relative agreement of two forms of one quantity.
	sameTol = 1e-12
)

// Check fails t where f breaks the contract of [cov.Func] on any of the
// inputs: that the Gram matrix is symmetric, positive semi-definite and has
// the diagonal that Diag says; that Gram on parts, MulVec and AddGrad agree
// with Gram; that derivatives agree with central differences of relative
// accuracy 1e-6; that With changes a copy. Inputs should have 2 to 50 points
// and hold repeated ones.
func Check(t testing.TB, f cov.Func, inputs ...cov.Inputs) {
	t.Helper()
	for _, finding := range Findings(f, inputs...) {
		t.Errorf("%v: %s", f, finding)
	}
}

// Findings returns what [Check] finds, one line each, for callers without a *testing.T, such as
// a notebook's cell. It returns nothing if all is well.
func Findings(f cov.Func, inputs ...cov.Inputs) []string {
	if len(inputs) == 0 {
		return []string{"covtest: there are no inputs to check on"}
	}
	c := &checker{f: f}
	for i, x := range inputs {
		c.x, c.about = x, ""
		if len(inputs) > 1 {
			c.about = fmt.Sprintf("inputs %d: ", i)
		}
		c.run()
	}
	return c.findings
}

type checker struct {
	f        cov.Func
	x        cov.Inputs
	about    string // the inputs, where there are several
	findings []string
}

// errorf adds a finding.
func (c *checker) errorf(format string, args ...any) {
	c.findings = append(c.findings, c.about+fmt.Sprintf(format, args...))
}

// run checks on c.x. What panics is a finding too.
func (c *checker) run() {
	defer func() {
		if p := recover(); p != nil {
			c.errorf("it panics: %v", p)
		}
	}()
	if err := c.f.Check(c.x); err != nil {
		c.errorf("Check: %v", err)
		return
	}
	c.params()
	c.with()
	c.symmetry()
	c.diagonal()
	c.positive()
	c.parts()
	c.gradient()
	c.mulVec()
}

func (c *checker) params() {
	seen := map[string]bool{}
	for _, p := range c.f.Params() {
		if seen[p.Name] {
			c.errorf("two parameters are named %q", p.Name)
		}
		seen[p.Name] = true
		if err := p.Check(); err != nil {
			c.errorf("%v", err)
		}
		if p.Value < p.Min || p.Value > p.Max {
			c.errorf("%s = %v lies outside its bounds [%v, %v]", p.Name, p.Value, p.Min, p.Max)
		}
	}
}

func (c *checker) with() {
	before := values(c.f)
	theta := slices.Clone(before)
	for i := range theta {
		theta[i] *= 1.25
	}
	changed := c.f.With(theta)
	if !slices.Equal(values(c.f), before) {
		c.errorf("With changed its receiver")
	}
	if !slices.Equal(values(changed), theta) {
		c.errorf("With(%v) has the parameters %v", theta, values(changed))
	}
	if len(theta) > 0 {
		theta[0] = -1
		if slices.Equal(values(changed), theta) {
			c.errorf("With keeps the slice it was given")
		}
	}
	for i, p := range changed.Params() {
		q := c.f.Params()[i]
		q.Value = p.Value
		if !reflect.DeepEqual(p, q) {
			c.errorf("With turned parameter %+v into %+v", q, p)
		}
	}
}

func (c *checker) symmetry() {
	k := gram(c.f, c.x, c.x)
	n := c.x.Len()
	for i := range n {
		for j := range i {
			if k.At(i, j) != k.At(j, i) {
				c.errorf("K[%d, %d] = %v but K[%d, %d] = %v", i, j, k.At(i, j), j, i, k.At(j, i))
				return
			}
		}
	}
}

func (c *checker) diagonal() {
	k := gram(c.f, c.x, c.x)
	d := make([]float64, c.x.Len())
	c.f.Diag(d, c.x)
	for i, v := range d {
		c.near(fmt.Sprintf("Diag[%d]", i), v, k.At(i, i), sameTol, math.Abs(v))
	}
}

// positive checks the least eigenvalue, down to rounding.
func (c *checker) positive() {
	k := gram(c.f, c.x, c.x)
	n := c.x.Len()
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			sym.SetSym(i, j, k.At(i, j))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(sym, false) {
		c.errorf("the Gram matrix has no eigenvalues")
		return
	}
	e := eigen.Values(nil)
	if e[0] < -1e-12*float64(n)*math.Max(e[n-1], 1e-300) {
		c.errorf("least eigenvalue %v, largest %v", e[0], e[n-1])
	}
}

// parts compares Gram on subsets and on different values with Gram on x.
func (c *checker) parts() {
	whole := gram(c.f, c.x, c.x)
	n := c.x.Len()
	rows, cols := span(0, (n+1)/2), span(n/3, n)
	part := gram(c.f, c.x.Subset(rows), c.x.Subset(cols))
	scale := mat.Max(whole)
	for i, a := range rows {
		for j, b := range cols {
			c.near(fmt.Sprintf("Gram of subsets [%d, %d]", a, b), part.At(i, j), whole.At(a, b), sameTol, scale)
		}
	}
}

func (c *checker) gradient() {
	n := c.x.Len()
	half := c.x.Subset(span(0, (n+1)/2))
	for _, in := range []struct {
		name string
		a, b cov.Inputs
	}{{"AddGrad", c.x, c.x}, {"AddGrad between two sets", half, c.x}} {
		w := weights(in.a.Len(), in.b.Len())
		got := make([]float64, len(c.f.Params()))
		fill(got, 1) // AddGrad adds
		c.f.AddGrad(got, w, in.a, in.b)
		for p, want := range differences(c.f, func(f cov.Func) []float64 {
			return []float64{weighted(gram(f, in.a, in.b), w)}
		}) {
			c.nearGrad(fmt.Sprintf("%s, ∂/∂%s", in.name, c.f.Params()[p].Name), got[p]-1, want[0], w)
		}
	}
}

func (c *checker) mulVec() {
	n := c.x.Len()
	half := c.x.Subset(span(0, (n+1)/2))
	v := weights(1, n).RawRowView(0)
	k := gram(c.f, half, c.x)
	m := half.Len()
	got, dgot := make([]float64, m), make([][]float64, len(c.f.Params()))
	for p := range dgot {
		dgot[p] = make([]float64, m)
	}
	c.f.MulVec(got, dgot, half, c.x, v)
	alone := make([]float64, m)
	c.f.MulVec(alone, nil, half, c.x, v)
	scale := mat.Max(k) * floats.Norm(v, 1)
	for i := range m {
		c.near(fmt.Sprintf("MulVec[%d]", i), got[i], floats.Dot(k.RawRowView(i), v), sameTol, scale)
		c.near(fmt.Sprintf("MulVec without dgrad [%d]", i), alone[i], got[i], sameTol, scale)
	}
	c.mulVecGrad(dgot, half, v)
}

// mulVecGrad compares (∂K/∂θ_p) v with AddGrad of the weights e_i vᵀ.
func (c *checker) mulVecGrad(dgot [][]float64, a cov.Inputs, v []float64) {
	for i := range a.Len() {
		w := mat.NewDense(a.Len(), len(v), nil)
		w.SetRow(i, v)
		grad := make([]float64, len(dgot))
		c.f.AddGrad(grad, w, a, c.x)
		for p := range dgot {
			what := fmt.Sprintf("MulVec, ∂/∂%s [%d]", c.f.Params()[p].Name, i)
			c.near(what, dgot[p][i], grad[p], 1e-10, math.Abs(grad[p])+floats.Norm(v, 1))
		}
	}
}

func (c *checker) near(what string, got, want, tol, scale float64) {
	if !(math.Abs(got-want) <= tol*math.Max(scale, math.Abs(want))) {
		c.errorf("%s = %v, want %v", what, got, want)
	}
}

// nearGrad allows for the rounding of the differences, which is that of the
// sum's terms.
func (c *checker) nearGrad(what string, got, want float64, w *mat.Dense) {
	if !(math.Abs(got-want) <= gradTol*math.Abs(want)+1e-9*mat.Norm(w, 2)) {
		c.errorf("%s = %v, central difference %v", what, got, want)
	}
}

// differences returns ∂f/∂θ_p by Richardson's extrapolation of central
// differences.
func differences(f cov.Func, of func(cov.Func) []float64) [][]float64 {
	theta := values(f)
	d := make([][]float64, len(theta))
	for p, v := range theta {
		h := 1e-3 * math.Max(math.Abs(v), 1e-3)
		at := func(step float64) []float64 {
			moved := slices.Clone(theta)
			moved[p] = v + step
			return of(f.With(moved))
		}
		p2, p1, m1, m2 := at(h), at(h/2), at(-h/2), at(-h)
		d[p] = make([]float64, len(p1))
		for i := range d[p] {
			d[p][i] = (8*(p1[i]-m1[i]) - (p2[i] - m2[i])) / (6 * h)
		}
	}
	return d
}

func gram(f cov.Func, a, b cov.Inputs) *mat.Dense {
	k := mat.NewDense(a.Len(), b.Len(), nil)
	f.Gram(k, a, b)
	return k
}

func weights(r, c int) *mat.Dense {
	rng := rand.New(rand.NewPCG(1, 2))
	w := mat.NewDense(r, c, nil)
	for i := range r {
		for j := range c {
			w.Set(i, j, rng.NormFloat64())
		}
	}
	return w
}

func weighted(k, w *mat.Dense) float64 {
	sum := 0.0
	for i := range k.RawMatrix().Rows {
		sum += floats.Dot(k.RawRowView(i), w.RawRowView(i))
	}
	return sum
}

func values(f cov.Func) []float64 { return param.Values(f.Params()) }

func span(lo, hi int) []int {
	s := make([]int, 0, hi-lo)
	for i := lo; i < hi; i++ {
		s = append(s, i)
	}
	return s
}

func fill(dst []float64, v float64) {
	for i := range dst {
		dst[i] = v
	}
}
