package cov

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Functional is a linear functional of a function f of several inputs: a value, a derivative, an
// integral, or a sum of such with weights. [At], [Derivative] and [Integral] make them; [Functionals]
// makes inputs of several. It is immutable.
type Functional struct {
	terms []functionalTerm
	err   error
}

// functionalTerm is weight·∂f/∂x^order at x or, where along is not negative, weight times the integral of
// f along that coordinate of x from lo to hi.
type functionalTerm struct {
	weight float64
	x      []float64
	order  []int
	along  int
	lo, hi float64
}

// At returns the functional f(x): a value of f.
func At(x ...float64) Functional { return Derivative(x) }

// Highest orders of derivatives: time and memory grow with the fourth power of mostLower.
const (
	mostOrder = 20
	mostLower = 36
)

// Derivative returns the functional that differentiates f at the point x, order[k] times by coordinate
// k; orders that are left out are 0:
//
//	cov.Derivative([]float64{2}, 1)       // f'(2)
//	cov.Derivative([]float64{2, 3}, 0, 2) // ∂²f/∂x_1² at (2, 3)
//
// Its unit is that of y divided by those of the inputs. It exists if f has so many derivatives: any
// number for [SE], one for [Matern32], two for [Matern52], none for [Matern12]. Each order is at most 20,
// and the product of all order + 1 at most 36.
func Derivative(x []float64, order ...int) Functional {
	if len(order) > len(x) {
		return Functional{err: fmt.Errorf("cov: Derivative has %d orders for a point of dimension %d", len(order), len(x))}
	}
	orders := make([]int, len(x))
	lower := 1
	for k, o := range order {
		if orders[k] = o; o < 0 || o > mostOrder {
			return Functional{err: fmt.Errorf("cov: Derivative: the order by coordinate %d is %d; it must be from 0 to %d", k, o, mostOrder)}
		}
		if lower *= o + 1; lower > mostLower {
			return Functional{err: fmt.Errorf("cov: Derivative: the orders %v are too high together: the product of order + 1 must be at most %d", order, mostLower)}
		}
	}
	return functionalOf(functionalTerm{weight: 1, x: slices.Clone(x), order: orders, along: -1})
}

// Integral returns the functional ∫f dx_along from lo to hi, where the other coordinates are those of x;
// x[along] has no meaning. Its unit is that of y times that of the coordinate.
//
//	cov.Integral([]float64{0}, 0, 1, 3) // ∫f dx from 1 to 3
func Integral(x []float64, along int, lo, hi float64) Functional {
	if along < 0 || along >= len(x) {
		return Functional{err: fmt.Errorf("cov: Integral along coordinate %d of a point of dimension %d", along, len(x))}
	}
	t := functionalTerm{weight: 1, x: slices.Clone(x), order: make([]int, len(x)), along: along, lo: lo, hi: hi}
	t.x[along] = lo + (hi-lo)/2
	return functionalOf(t)
}

func functionalOf(t functionalTerm) Functional {
	if len(t.x) == 0 {
		return Functional{err: errors.New("cov: a functional has a point of no dimension")}
	}
	if !finite(t.lo) || !finite(t.hi) {
		return Functional{err: fmt.Errorf("cov: Integral from %v to %v; both must be finite", t.lo, t.hi)}
	}
	for k, v := range t.x {
		if !finite(v) {
			return Functional{err: fmt.Errorf("cov: coordinate %d of the point of a functional is %v", k, v)}
		}
	}
	return Functional{terms: []functionalTerm{t}}
}

// Plus returns l + o.
func (l Functional) Plus(o Functional) Functional {
	sum := Functional{terms: slices.Concat(l.terms, o.terms), err: l.err}
	switch {
	case l.err == nil && o.err != nil:
		sum.err = o.err
	case l.err == nil && l.dim() != o.dim():
		sum.err = fmt.Errorf("cov: a functional of functions of %d inputs cannot be added to one of %d", l.dim(), o.dim())
	}
	return sum
}

// Minus returns l - o: cov.At(3).Minus(cov.At(1)) is the difference f(3) - f(1).
func (l Functional) Minus(o Functional) Functional { return l.Plus(o.Times(-1)) }

// Times returns weight·l.
func (l Functional) Times(weight float64) Functional {
	scaled := Functional{terms: slices.Clone(l.terms), err: l.err}
	if !finite(weight) {
		scaled.err = fmt.Errorf("cov: the weight of a functional is %v", weight)
	}
	for i := range scaled.terms {
		scaled.terms[i].weight *= weight
	}
	return scaled
}

// dim returns the dimension of the points of a functional without error, 0 of the zero value.
func (l Functional) dim() int {
	if len(l.terms) == 0 {
		return 0
	}
	return len(l.terms[0].x)
}

// String shows the functional in mathematical notation.
func (l Functional) String() string {
	if l.err != nil {
		return fmt.Sprintf("(%v)", l.err)
	}
	var terms []string
	for _, t := range l.terms {
		terms = append(terms, t.String())
	}
	return strings.Join(terms, " + ")
}

func (t functionalTerm) String() string {
	text := ""
	if t.weight != 1 {
		text = fmt.Sprintf("%.4g·", t.weight)
	}
	point := make([]string, len(t.x))
	for k, v := range t.x {
		if point[k] = fmt.Sprintf("%.4g", v); k == t.along {
			point[k] = fmt.Sprintf("x[%d]", k)
		}
	}
	f := "f(" + strings.Join(point, ", ") + ")"
	if t.along >= 0 {
		return fmt.Sprintf("%s∫%s dx[%d] from %.4g to %.4g", text, f, t.along, t.lo, t.hi)
	}
	for k, o := range t.order {
		switch {
		case o == 1:
			text += fmt.Sprintf("∂/∂x[%d] ", k)
		case o > 1:
			text += fmt.Sprintf("∂^%d/∂x[%d]^%d ", o, k, o)
		}
	}
	return text + f
}

// FunctionalInputs are linear functionals of f as [Inputs]: observations may be derivatives, integrals
// and differences of f, and a posterior predicts them. [Functionals] makes them.
type FunctionalInputs struct {
	all []Functional
	err error
}

// Functionals returns functionals as the inputs of a model, in place of points:
//
//	x := cov.Functionals(cov.At(0), cov.Derivative([]float64{0}, 1), cov.Integral([]float64{0}, 0, 0, 2))
//	data, err := gplib.NewData(x, []float64{1, 0, 2.5})
//
// All covariance functions of this package that are given by a formula of coordinates take them, by
// exact differentiation: of Taylor polynomials, of every order. Integrals are computed by Gaussian
// quadrature to a relative error of about 1e-9. Check returns an error for a derivative that f does not
// have, and for an integral that is not so accurate: of a function that varies too fast for the interval, by
// the variance of the integral and the limit of k(x, x') at x' = x, which must be k(x, x) up to 1e-4 of the
// variance of f, as that of [White] is not. Points and functionals may be mixed: data may hold
// functionals and predictions be at points, and the reverse.
//
// Observations of different kinds have different units, and so different noise: give the points a
// coordinate with the number of the kind, let the covariance function leave it alone with [On], and use
// gplib.GroupNoise.
func Functionals(all ...Functional) *FunctionalInputs {
	x := &FunctionalInputs{all: slices.Clone(all)}
	for i, l := range all {
		switch {
		case x.err != nil:
		case l.err != nil:
			x.err = fmt.Errorf("%w (functional %d)", l.err, i)
		case l.dim() == 0:
			x.err = fmt.Errorf("cov: functional %d is the zero value; cov.At, cov.Derivative and cov.Integral make functionals", i)
		case l.dim() != all[0].dim():
			x.err = fmt.Errorf("cov: functional %d is of functions of %d inputs, functional 0 of %d", i, l.dim(), all[0].dim())
		}
	}
	return x
}

// Len returns the number of functionals.
func (x *FunctionalInputs) Len() int { return len(x.all) }

// Dim returns the dimension of their points, 0 without functionals.
func (x *FunctionalInputs) Dim() int {
	if len(x.all) == 0 {
		return 0
	}
	return x.all[0].dim()
}

// Functional returns functional i.
func (x *FunctionalInputs) Functional(i int) Functional { return x.all[i] }

// Value returns the point of functional i if that is a value of f, as [At] makes it.
func (x *FunctionalInputs) Value(i int) (point []float64, ok bool) {
	terms := x.all[i].terms
	if len(terms) != 1 || terms[0].weight != 1 || terms[0].along >= 0 || slices.ContainsFunc(terms[0].order, func(o int) bool { return o > 0 }) {
		return nil, false
	}
	return slices.Clone(terms[0].x), true
}

// Subset returns the functionals at the given positions, in that order.
func (x *FunctionalInputs) Subset(index []int) Inputs {
	s := &FunctionalInputs{err: x.err}
	for _, i := range index {
		s.all = append(s.all, x.all[i])
	}
	return s
}

// Join returns x, then more: functionals, or points, which become values of f and lose the names of their
// dimensions. It fails for points that are standardised, because functionals are in the inputs' own units.
func (x *FunctionalInputs) Join(more Inputs) (Inputs, error) {
	o, err := functionalsOf(more)
	if err != nil {
		return nil, err
	}
	joined := Functionals(slices.Concat(x.all, o.all)...)
	return joined, joined.err
}

// CheckFinite returns the error of the construction of a functional, or nil.
func (x *FunctionalInputs) CheckFinite() error { return x.err }

// String says the size.
func (x *FunctionalInputs) String() string { return fmt.Sprintf("%d functionals", len(x.all)) }

// Points returns the points of all terms, one after another; an integral has the middle and the ends of
// its interval.
func (x *FunctionalInputs) Points() *Matrix {
	var rows [][]float64
	for _, l := range x.all {
		for _, t := range l.terms {
			rows = append(rows, t.x)
			if t.along >= 0 {
				rows = append(rows, t.at(t.lo), t.at(t.hi))
			}
		}
	}
	m, err := Rows(rows)
	if err != nil { // of different dimensions, which Check reports
		return newMatrix(0, 0)
	}
	return m
}

// at returns the point with another value of the coordinate of integration.
func (t functionalTerm) at(v float64) []float64 {
	x := slices.Clone(t.x)
	x[t.along] = v
	return x
}

// functionalsOf returns functionals, and points in their own units as values of f.
func functionalsOf(x Inputs) (*FunctionalInputs, error) {
	if l, ok := x.(*FunctionalInputs); ok && l != nil {
		return l, nil
	}
	m, ok := x.(*Matrix)
	switch {
	case !ok || m == nil:
		return nil, fmt.Errorf("cov: %T cannot be mixed with functionals; points of a matrix can", x)
	case len(m.space.steps) > 0:
		return nil, fmt.Errorf("cov: functionals are in the inputs' own units, and these points are %s; leave them as they are", m.scaleText())
	}
	all := make([]Functional, m.n)
	for i := range all {
		all[i] = At(m.Row(i)...)
	}
	return Functionals(all...), nil
}

// PointsOf returns the points of inputs that have coordinates: a matrix itself, and the points of
// functionals.
func PointsOf(x Inputs) (*Matrix, bool) {
	switch x := x.(type) {
	case *Matrix:
		return x, x != nil
	case *FunctionalInputs:
		return x.Points(), x != nil
	}
	return nil, false
}

// coordinate returns the coordinate dim of each functional, which must be the same in all its terms and not
// be changed by it.
func (x *FunctionalInputs) coordinate(dim int) ([]float64, error) {
	if dim < 0 || dim >= x.Dim() {
		return nil, fmt.Errorf("reads dimension %d, the functionals have %d, from 0", dim, x.Dim())
	}
	column := make([]float64, len(x.all))
	for i, l := range x.all {
		column[i] = l.terms[0].x[dim]
		for _, t := range l.terms {
			if t.along == dim || t.order[dim] > 0 || t.x[dim] != column[i] {
				return nil, fmt.Errorf("reads dimension %d, and functional %d, %v, has no single value of it", dim, i, l)
			}
		}
	}
	return column, nil
}

// Monomial returns the value of functional i on the function x ↦ x_dim^power, power >= 0: what a polynomial
// mean needs.
func (x *FunctionalInputs) Monomial(i, dim, power int) float64 {
	sum := 0.0
	for _, t := range x.all[i].terms {
		sum += t.weight * t.monomial(dim, power)
	}
	return sum
}

// monomial does Monomial without the weight.
func (t functionalTerm) monomial(dim, power int) float64 {
	for k, o := range t.order {
		if o > 0 && k != dim {
			return 0
		}
	}
	switch o := t.order[dim]; {
	case t.along == dim:
		q := float64(power + 1)
		return (math.Pow(t.hi, q) - math.Pow(t.lo, q)) / q
	case t.along >= 0:
		return (t.hi - t.lo) * math.Pow(t.x[dim], float64(power))
	case o > power:
		return 0
	default:
		return falling(power, o) * math.Pow(t.x[dim], float64(power-o))
	}
}
