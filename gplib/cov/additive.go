package cov

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/internal/jet"
	"krigo/gplib/param"
)

// Additive returns the covariance function of sums of interactions between parts
// z_1 ... z_D, usually one for each dimension (see [On]),
//
//	k = Σ_o v_o e_o(z_1(x, x'), ..., z_D(x, x')),
//
// with e_o the elementary symmetric polynomial of order o: the sum of all
// products of o different parts (Duvenaud, Nickisch and Rasmussen 2011,
// section 2). variance[o-1] is v_o; there are at most D of them.
func Additive(variance []float64, parts ...Func) Func {
	if len(variance) == 0 || len(variance) > len(parts) {
		return function{broken{fmt.Errorf("cov: Additive has %d variances for %d parts", len(variance), len(parts))}}
	}
	all := make([]Func, len(parts))
	for i, p := range parts {
		all[i] = present(p, "Additive")
	}
	return function{additive{several{"Additive", all}, slices.Clone(variance)}}
}

func init() {
	register("Additive", needs{theta: 1, parts: anyParts}, func(w written) Func { return Additive(w.Theta, w.parts...) })
}

type additive struct {
	several
	variance []float64
}

func (a additive) label() string { return "additive" }

func (a additive) params() []Param {
	ps := make([]Param, len(a.variance))
	for o, v := range a.variance {
		ps[o] = Positive(fmt.Sprintf("variance[%d]", o+1), v).As(param.RoleVariance)
	}
	return joinParams([]named{{"additive", ps}, {"parts", a.several.params()}})
}

func (a additive) with(theta []float64) body {
	o := len(a.variance)
	return additive{a.split(theta[o:]), slices.Clone(theta[:o])}
}

func (a additive) String() string {
	texts := make([]string, len(a.parts))
	for i, k := range a.parts {
		texts[i] = fmt.Sprint(k)
	}
	return fmt.Sprintf("Additive(%.4g; %s)", a.variance, strings.Join(texts, ", "))
}

// symmetric writes e_1 ... e_len(e) of z without z[skip].
func symmetric(e, z []float64, skip int) {
	clear(e)
	for d, v := range z {
		if d == skip {
			continue
		}
		for o := len(e) - 1; o > 0; o-- {
			e[o] += v * e[o-1]
		}
		e[0] += v
	}
}

func (a additive) diag(dst []float64, x Inputs) {
	rows := make([][]float64, len(a.parts))
	for d, k := range a.parts {
		rows[d] = make([]float64, len(dst))
		k.Diag(rows[d], x)
	}
	z, e := make([]float64, len(a.parts)), make([]float64, len(a.variance))
	for i := range dst {
		for d := range z {
			z[d] = rows[d][i]
		}
		symmetric(e, z, -1)
		dst[i] = floats.Dot(a.variance, e)
	}
}

func (a additive) Describe() (Spec, error) {
	return Spec{Kind: "Additive", Theta: a.variance}.over(a.parts...)
}

func (a additive) rows(x, y Inputs) evaluator {
	e := &additiveRows{additive: a, parts: a.partRows(x, y),
		z: make([]float64, len(a.parts)), e: make([]float64, len(a.variance)), w: make([]float64, chunk)}
	for range a.parts {
		e.k = append(e.k, make([]float64, chunk))
	}
	return e
}

type additiveRows struct {
	additive
	parts []partRows
	k     [][]float64 // the parts' rows
	z, e  []float64   // one pair's parts and polynomials
	w     []float64
}

// pair sets the polynomials of pair j without part skip.
func (e *additiveRows) pair(j, skip int) {
	for d := range e.z {
		e.z[d] = e.k[d][j]
	}
	symmetric(e.e, e.z, skip)
}

func (e *additiveRows) value(dst []float64, i, lo, hi int) {
	for d, p := range e.parts {
		p.value(e.k[d][:hi-lo], i, lo, hi)
	}
	for j := range dst {
		e.pair(j, -1)
		dst[j] = floats.Dot(e.variance, e.e)
	}
}

func (e *additiveRows) grad(grad, w []float64) {
	orders := len(e.variance)
	for j, wj := range w {
		e.pair(j, -1)
		floats.AddScaled(grad[:orders], wj, e.e)
	}
	for d, p := range e.parts {
		p.grad(grad[orders+p.from:orders+p.to], e.weights(d, w))
	}
}

func (e *additiveRows) inputGrad(da []float64, db [][]float64, w []float64) {
	for d, p := range e.parts {
		inputGradOf(p.evaluator, da, db, e.weights(d, w))
	}
}

// weights returns w times ∂k/∂z_d = Σ_o v_o e_{o-1} of all other parts.
func (e *additiveRows) weights(d int, w []float64) []float64 {
	for j, wj := range w {
		e.pair(j, d)
		slope := e.variance[0]
		for o, v := range e.variance[1:] {
			slope += v * e.e[o]
		}
		e.w[j] = wj * slope
	}
	return e.w[:len(w)]
}

func (e *additiveRows) inner() []evaluator { return evaluatorsOf(e.parts) }

func (a additive) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	orders := len(a.variance)
	e := make([]jet.Jet, orders+1) // elementary symmetric polynomials
	for o := range e {
		e[o] = r.Constant(0)
	}
	e[0] = r.Constant(1)
	for _, z := range a.jetsOf(r, theta[orders:], x, y) {
		for o := orders; o > 0; o-- {
			e[o] = e[o].Add(z.Mul(e[o-1]))
		}
	}
	sum := r.Constant(0)
	for o := range orders {
		sum = sum.Add(theta[o].Mul(e[o+1]))
	}
	return sum
}
