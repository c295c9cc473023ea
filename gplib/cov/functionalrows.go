package cov

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/internal/jet"
	"krigo/gplib/param"
)

// functional is a body on functionals: its values are L_x L'_x' k(x, x').
type functional struct{ body }

// on returns the body for these inputs, which may be functionals.
func (f function) on(inputs ...Inputs) body {
	for _, x := range inputs {
		if _, ok := x.(*FunctionalInputs); ok {
			return functional(f)
		}
	}
	return f.body
}

func (f functional) check(x Inputs) error {
	l := x.(*FunctionalInputs)
	switch {
	case l == nil:
		return fmt.Errorf("cov: the functionals of %v are nil", f.body)
	case l.err != nil:
		return l.err
	case l.Len() == 0:
		return nil
	}
	if err := f.body.check(l.Points()); err != nil {
		return err
	}
	e := newFunctionalRows(f.body, l, l)
	if e.err != nil {
		return e.err
	}
	grad := make([]float64, len(e.theta))
	for i := range l.all {
		clear(grad)
		variance := e.pair(i, i, grad)
		if err := e.failed(); err != nil {
			return err
		}
		if p := slices.IndexFunc(grad, func(v float64) bool { return !finite(v) }); p >= 0 && finite(e.pair(i, i, nil)) {
			by := f.body.params()[p]
			return fmt.Errorf("cov: functional %d, %v: its variance has no derivative by the parameter %q at %v of %v; "+
				"take a function without it: cov.SE and cov.RationalQuadratic are smooth functions", i, l.all[i], by.Name, by.Value, f.body)
		} else if !finite(variance) || p >= 0 {
			return fmt.Errorf("cov: functional %d, %v, does not exist: functions of the covariance function %v are not so often differentiable", i, l.all[i], f.body)
		}
	}
	return nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func (f functional) diag(dst []float64, a Inputs) {
	l := a.(*FunctionalInputs)
	e := newFunctionalRows(f.body, l, l)
	for i := range l.all {
		dst[i] = e.pair(i, i, nil)
	}
}

func (f functional) rows(a, b Inputs) evaluator {
	la, err := functionalsOf(a)
	lb := la
	if err == nil && !same(a, b) {
		lb, err = functionalsOf(b)
	}
	if err != nil {
		panic(err)
	}
	return newFunctionalRows(f.body, la, lb)
}

// functionalRows evaluates k on pairs of functionals, one at a time.
type functionalRows struct {
	k     Func
	theta []float64
	a, b  placed
	// values and grads are rings without and with derivatives by the parameters, by the orders of the two
	// terms.
	values, grads map[[2]string]*pairRing
	i, lo         int
	err           error
}

// placed are functionals, with the key of the orders of each term and its number of panels of quadrature.
type placed struct {
	all    []Functional
	keys   [][]string
	panels [][]int
}

func place(x *FunctionalInputs) placed {
	p := placed{all: x.all}
	for _, l := range x.all {
		keys, panels := make([]string, len(l.terms)), make([]int, len(l.terms))
		for q, t := range l.terms {
			keys[q], panels[q] = fmt.Sprint(t.order), 1
		}
		p.keys, p.panels = append(p.keys, keys), append(p.panels, panels)
	}
	return p
}

func newFunctionalRows(k body, a, b *FunctionalInputs) *functionalRows {
	e := &functionalRows{k: function{k}, theta: param.Values(k.params()), values: map[[2]string]*pairRing{}, grads: map[[2]string]*pairRing{}}
	e.a = place(a)
	e.resolve(e.a)
	if e.b = e.a; a != b {
		e.b = place(b)
		e.resolve(e.b)
	}
	return e
}

func (e *functionalRows) value(dst []float64, i, lo, hi int) {
	e.i, e.lo = i, lo
	for j := range dst[:hi-lo] {
		dst[j] = e.pair(i, lo+j, nil)
	}
}

func (e *functionalRows) grad(grad, w []float64) {
	part := make([]float64, len(grad))
	for j, wj := range w {
		if wj == 0 {
			continue
		}
		clear(part)
		e.pair(e.i, e.lo+j, part)
		for p, v := range part {
			grad[p] += wj * v
		}
	}
}

// addFunctionalGrad does AddInputGrad where b are functionals: the derivatives are functionals of k, too. It is
// an error where one does not exist.
func addFunctionalGrad(dst *mat.Dense, k Func, weights func(i int) []float64, a *Matrix, b *FunctionalInputs) error {
	order, row := make([]int, a.d), make([]float64, b.Len())
	for i := range a.n {
		var slopes []Functional
		for d := range order {
			order[d] = 1
			slopes = append(slopes, Derivative(a.Row(i), order...))
			order[d] = 0
		}
		rows := rowsOf(k, Functionals(slopes...), b)
		for d := range order {
			rows.value(row, d, 0, len(row))
			if j := slices.IndexFunc(row, func(v float64) bool { return !finite(v) }); j >= 0 {
				return fmt.Errorf("cov: the covariance of f(x) and functional %d, %v, has no derivative by its inputs at x[%d] with %v", j, b.all[j], i, k)
			}
			dst.Set(i, d, dst.At(i, d)+floats.Dot(weights(i), row))
		}
	}
	return nil
}

// failed returns an error that a function met, such as one without derivatives.
func (e *functionalRows) failed() error {
	for _, rings := range []map[[2]string]*pairRing{e.values, e.grads} {
		for _, r := range rings {
			if err := r.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}

// pair returns the covariance of functional i of a and functional j of b, and adds its derivatives by the
// parameters to grad unless that is nil.
func (e *functionalRows) pair(i, j int, grad []float64) float64 {
	sum := 0.0
	for q, s := range e.a.all[i].terms {
		for p, t := range e.b.all[j].terms {
			r := e.ring(e.a.keys[i][q], e.b.keys[j][p], s, t, grad != nil)
			sum += e.terms(r, s, t, e.a.panels[i][q], e.b.panels[j][p], grad)
		}
	}
	return sum
}

// terms does pair for two terms, whose intervals have so many panels. An interval is cut where the other point
// may have the same coordinate: there a covariance function may have a kink.
func (e *functionalRows) terms(r *pairRing, s, t functionalTerm, panelsS, panelsT int, grad []float64) float64 {
	sum := 0.0
	s.nodes(panelsS, t.cuts(s.along), func(x []float64, wx float64) {
		var cut []float64
		if t.along >= 0 {
			cut = []float64{x[t.along]}
		}
		t.nodes(panelsT, cut, func(y []float64, wy float64) {
			v, w := r.at(e.k, e.theta, x, y), s.weight*t.weight*wx*wy
			sum += w * v.Derivative()
			if grad != nil {
				v.AddParamGrad(grad, w)
			}
		})
	})
	return sum
}

// cuts returns the values of coordinate k at the ends of the term's interval, or at its point.
func (t functionalTerm) cuts(k int) []float64 {
	switch {
	case k < 0:
		return nil
	case t.along == k:
		return []float64{t.lo, t.hi}
	}
	return []float64{t.x[k]}
}

// nodesOfPanel is the number of nodes of the quadrature of a panel.
const nodesOfPanel = 10

var legendre = func() (rule struct{ x, w [nodesOfPanel]float64 }) {
	quad.Legendre{}.FixedLocations(rule.x[:], rule.w[:], -1, 1)
	return rule
}()

// toStart holds the values at -1 of the Lagrange polynomials of the nodes: the weights of extrapolation there.
var toStart = func() (weights [nodesOfPanel]float64) {
	for q, x := range legendre.x {
		weights[q] = 1
		for p, other := range legendre.x {
			if p != q {
				weights[q] *= (-1 - other) / (x - other)
			}
		}
	}
	return weights
}()

// nodes calls visit with the points at which a term takes f and its derivatives, and their weights: the point
// itself, or those of Gauss-Legendre quadrature of each panel. Cuts that are inside the interval end a panel.
// visit must not keep the point.
func (t functionalTerm) nodes(panels int, cuts []float64, visit func(x []float64, w float64)) {
	if t.along < 0 {
		visit(t.x, 1)
		return
	}
	ends := make([]float64, 0, panels+len(cuts)+1)
	for p := range panels + 1 {
		share := float64(p) / float64(panels)
		ends = append(ends, t.lo*(1-share)+t.hi*share)
	}
	for _, c := range cuts {
		if c > min(t.lo, t.hi) && c < max(t.lo, t.hi) {
			ends = append(ends, c)
		}
	}
	slices.Sort(ends)
	sign := 1.0
	if t.hi < t.lo {
		sign = -1
	}
	x := slices.Clone(t.x)
	for p := range len(ends) - 1 {
		middle, half := (ends[p]+ends[p+1])/2, (ends[p+1]-ends[p])/2
		if half == 0 {
			continue
		}
		for q, u := range legendre.x {
			x[t.along] = middle + half*u
			visit(x, sign*half*legendre.w[q])
		}
	}
}

// Accuracy of quadrature: the number of panels is doubled until the variance of the integral changes by
// less.
const (
	mostPanels     = 32
	relativeChange = 1e-9
	absoluteChange = 1e-13 // of the largest variance of f times the square of the length
	// hiddenShare is the part of the largest variance of f that may vary too fast for all nodes: it adds at
	// most that times the ratio of its lengthscale to the interval, about 1e-5, to the variance of a mean.
	hiddenShare = 1e-4
	// nearPanels is the number of parts of the interval; one as long as these has the nodes near a point.
	nearPanels = 4 * mostPanels
)

// resolve chooses the number of panels of each integral.
func (e *functionalRows) resolve(x placed) {
	for i, l := range x.all {
		for q, t := range l.terms {
			if t.along < 0 || t.lo == t.hi {
				continue
			}
			panels, ok := e.panels(x.keys[i][q], t)
			if x.panels[i][q] = panels; !ok && e.err == nil {
				e.err = fmt.Errorf("cov: functional %d, %v: f varies too fast for an integral over so long an interval with %v; "+
					"make it the sum of integrals over parts", i, l, e.k)
			}
		}
	}
}

func (e *functionalRows) panels(key string, t functionalTerm) (panels int, ok bool) {
	t.weight = 1
	r := e.ring(key, key, t, t, false)
	variance, hidden := e.nearDiagonal(r, t)
	if hidden > hiddenShare*variance {
		return 1, false
	}
	before := e.terms(r, t, t, 1, 1, nil)
	for panels = 1; panels < mostPanels; panels *= 2 {
		finer := e.terms(r, t, t, 2*panels, 2*panels, nil)
		if change := math.Abs(finer - before); change <= relativeChange*math.Abs(finer)+absoluteChange*variance*square(t.hi-t.lo) {
			return panels, true
		}
		if !finite(finer) {
			return panels, true // it is reported as a functional that does not exist
		}
		before = finer
	}
	return panels, false
}

// nearDiagonal returns the largest variance of f at nodes of the integral, and the largest difference of such a
// k(x, x) from the limit of k(x, y) for y to x according to nodes y near x. A part of f that varies so fast that
// all pairs of nodes miss it shows there only, because a covariance is largest at x = y.
func (e *functionalRows) nearDiagonal(r *pairRing, t functionalTerm) (variance, hidden float64) {
	t.nodes(1, nil, func(x []float64, _ float64) {
		near, limit, q := t, 0.0, 0
		near.lo = x[t.along]
		near.hi = near.lo + math.Abs(t.hi-t.lo)/nearPanels
		near.nodes(1, nil, func(y []float64, _ float64) {
			limit += toStart[q] * r.at(e.k, e.theta, x, y).Derivative()
			q++
		})
		own := r.at(e.k, e.theta, x, x).Derivative()
		variance, hidden = math.Max(variance, own), math.Max(hidden, math.Abs(own-limit))
	})
	return variance, hidden
}

// ring returns the ring of two terms, whose orders have these keys.
func (e *functionalRows) ring(keyS, keyT string, s, t functionalTerm, grad bool) *pairRing {
	rings, params := e.values, 0
	if grad {
		rings, params = e.grads, len(e.theta)
	}
	r, ok := rings[[2]string{keyS, keyT}]
	if !ok {
		r = newPairRing(s.order, t.order, params)
		rings[[2]string{keyS, keyT}] = r
	}
	return r
}

// pairRing is the ring of Taylor polynomials about two points, in the variables by which either is
// differentiated.
type pairRing struct {
	*jet.Ring
	// of[0] and of[1] are the variables of the coordinates of x and y, -1 for none.
	of          [2][]int
	theta, x, y []jet.Jet
}

func newPairRing(orderX, orderY []int, params int) *pairRing {
	r := &pairRing{theta: nil, x: make([]jet.Jet, len(orderX)), y: make([]jet.Jet, len(orderY))}
	var degrees []int
	for side, orders := range [2][]int{orderX, orderY} {
		for _, o := range orders {
			variable := -1
			if o > 0 {
				variable = len(degrees)
				degrees = append(degrees, o)
			}
			r.of[side] = append(r.of[side], variable)
		}
	}
	r.Ring = jet.NewRing(degrees, params)
	return r
}

// at returns k about x and y; it is valid until the next call.
func (r *pairRing) at(k Func, theta, x, y []float64) jet.Jet {
	r.Reset()
	r.theta = r.theta[:0]
	for p, v := range theta {
		r.theta = append(r.theta, r.Param(v, p))
	}
	for side, point := range [2][]float64{x, y} {
		to := [2][]jet.Jet{r.x, r.y}[side]
		for d, v := range point {
			if variable := r.of[side][d]; variable >= 0 {
				to[d] = r.Variable(v, variable)
			} else {
				to[d] = r.Constant(v)
			}
		}
	}
	return jetOf(k, r.Ring, r.theta, r.x, r.y)
}
