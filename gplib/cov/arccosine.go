package cov

import (
	"fmt"
	"math"
	"slices"

	"krigo/gplib/internal/jet"
)

// ArcCosine returns the covariance function of a neural network of one infinite
// layer (Cho and Saul 2009, equations 3 to 6), whose activation is a step
// (order 0), a ramp (1) or a quadratic ramp (2):
//
//	k(x, x') = |u|^n |u'|^n J_n(θ)/π,  u·u' = bias + Σ_k x_k x'_k / l_k²,
//
// with θ the angle of u and u', J_0 = π - θ, J_1 = sin θ + (π - θ) cos θ and
// J_2 = 3 sin θ cos θ + (π - θ)(1 + 2 cos²θ). The bias is positive; one
// lengthscale serves all dimensions, or there is one for each.
func ArcCosine(order int, bias float64, lengthscale ...float64) Func {
	if order < 0 || order > 2 {
		return function{broken{fmt.Errorf("cov: the order of ArcCosine is %d, not 0, 1 or 2", order)}}
	}
	return function{arcCosine{order, bias, slices.Clone(lengthscale)}}
}

func init() {
	register("ArcCosine", needs{theta: 2, whole: 1}, func(w written) Func { return ArcCosine(w.Whole[0], w.Theta[0], w.Theta[1:]...) })
}

type arcCosine struct {
	order  int
	bias   float64
	length []float64
}

func (c arcCosine) label() string { return "arccosine" }

func (c arcCosine) params() []Param {
	return append([]Param{Positive("bias", c.bias)}, positives("lengthscale", c.length)...)
}

func (c arcCosine) with(theta []float64) body {
	return arcCosine{c.order, theta[0], slices.Clone(theta[1:])}
}

func (c arcCosine) check(x Inputs) error {
	m, err := matrixOf("ArcCosine", x)
	if err != nil {
		return err
	}
	return checkLengthscales("ArcCosine", c.length, m)
}

func (c arcCosine) String() string {
	return call("ArcCosine", []float64{float64(c.order), c.bias}, c.length)
}

func (c arcCosine) diag(dst []float64, a Inputs) {
	copy(dst, c.squares(a.(*Matrix).scaled(c.length)))
	for i, u := range dst {
		dst[i], _, _ = c.at(u, 0, u, u)
	}
}

// squares returns |u|² of scaled points.
func (c arcCosine) squares(m *Matrix) []float64 {
	s := make([]float64, m.n)
	fill(s, c.bias)
	for d := range m.d {
		for i, v := range m.col(d) {
			s[i] += v * v
		}
	}
	return s
}

// at returns k of the products u·v = |u||v| cos θ and |u||v| sin θ and the squares |u|²,
// |v|², and its derivatives by u·v and, times |u|² or |v|², by either square. At θ = 0,
// where that of order 0 by u·v is infinite, both are 0.
func (c arcCosine) at(product, area, uu, vv float64) (k, byProduct, bySquare float64) {
	norm := math.Sqrt(uu * vv)
	t, sin := min(max(product/norm, -1), 1), area/norm
	rest := math.Pi - math.Atan2(area, product)
	var j, slope float64 // J and ∂J/∂cos θ
	switch c.order {
	case 0:
		if j = rest; sin > 0 {
			slope = 1 / sin
		}
	case 1:
		j, slope = sin+rest*t, rest
	case 2:
		j, slope = 3*sin*t+rest*(1+2*t*t), 4*(sin+rest*t)
	}
	n := math.Pow(norm, float64(c.order)) / math.Pi
	return n * j, n * slope / norm, n * (float64(c.order)*j - t*slope) / 2
}

func (c arcCosine) Describe() (Spec, error) { return describeLeaf("ArcCosine", c.params(), c.order) }

func (c arcCosine) rows(a, b Inputs) evaluator {
	ma, mb := a.(*Matrix).scaled(c.length), b.(*Matrix).scaled(c.length)
	return &arcCosineRows{arcCosine: c, a: ma, b: mb, uu: c.squares(ma), vv: c.squares(mb),
		product: make([]float64, chunk), area: make([]float64, chunk),
		middle: make([]float64, chunk), along: make([]float64, chunk)}
}

type arcCosineRows struct {
	arcCosine
	a, b      *Matrix // scaled
	uu, vv    []float64
	product   []float64 // u·v
	area      []float64 // |u||v| sin θ
	middle    []float64 // |m|² of the middle m of two points
	along     []float64 // m·(v - u)
	i, lo, hi int
}

// angles sets product and area for point i of a and points lo to hi of b. The area is
// that of m and δ = v - u, by the component of δ across m: cos θ alone has no digits of
// small angles.
func (e *arcCosineRows) angles() {
	size := e.hi - e.lo
	product, area, middle, along := e.product[:size], e.area[:size], e.middle[:size], e.along[:size]
	fill(product, e.bias)
	clear(area)
	clear(middle)
	clear(along)
	for d := range e.a.d {
		x := e.a.col(d)[e.i]
		for j, y := range e.b.col(d)[e.lo:e.hi] {
			m, delta := (x+y)/2, y-x
			product[j] += x * y
			area[j] += delta * delta
			middle[j] += m * m
			along[j] += m * delta
		}
	}
	for j, mm := range middle {
		area[j] *= e.bias
		if along[j] /= mm; mm == 0 {
			along[j] = 0
		}
	}
	for d := range e.a.d {
		x := e.a.col(d)[e.i]
		for j, y := range e.b.col(d)[e.lo:e.hi] {
			across := y - x - along[j]*(x+y)/2
			area[j] += middle[j] * across * across
		}
	}
	for j, squared := range area {
		area[j] = math.Sqrt(squared)
	}
}

func (e *arcCosineRows) value(dst []float64, i, lo, hi int) {
	e.i, e.lo, e.hi = i, lo, hi
	e.angles()
	for j, p := range e.product[:hi-lo] {
		dst[j], _, _ = e.at(p, e.area[j], e.uu[i], e.vv[lo+j])
	}
}

func (e *arcCosineRows) grad(grad, w []float64) {
	for j, p := range e.product[:e.hi-e.lo] {
		uu, vv := e.uu[e.i], e.vv[e.lo+j]
		_, byProduct, bySquare := e.at(p, e.area[j], uu, vv)
		byProduct, bySquare = w[j]*byProduct, w[j]*bySquare
		grad[0] += byProduct + bySquare/uu + bySquare/vv
		for d := range e.a.d {
			q := min(d, len(e.length)-1)
			x, y := e.a.col(d)[e.i], e.b.col(d)[e.lo+j]
			grad[1+q] -= 2 / e.length[q] * (byProduct*x*y + bySquare*(x*x/uu+y*y/vv))
		}
	}
}

func (e *arcCosineRows) inputGrad(da []float64, db [][]float64, w []float64) {
	for j, p := range e.product[:e.hi-e.lo] {
		uu, vv := e.uu[e.i], e.vv[e.lo+j]
		_, byProduct, bySquare := e.at(p, e.area[j], uu, vv)
		for d := range e.a.d {
			f := w[j] / e.length[min(d, len(e.length)-1)]
			x, y := e.a.col(d)[e.i], e.b.col(d)[e.lo+j]
			da[d] += f * (byProduct*y + 2*bySquare*x/uu)
			db[d][j] += f * (byProduct*x + 2*bySquare*y/vv)
		}
	}
}

// jet: J is a function of t = cos θ, where ∂J_2/∂t = 4J_1, ∂J_1/∂t = J_0 = π - θ and ∂J_0/∂t = g(t) = (1 - t²)^(-1/2);
// the derivatives of g follow from (1 - t²)g' = tg. For small angles t comes from sin²θ, a sum of squares: at equal
// points it has no terms of first order then, not even by rounding, and needs no derivatives of g that are infinite.
func (c arcCosine) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	bias, length := theta[0], theta[1:]
	product := bias.Add(dotJets(r, length, x, y))
	norms := bias.Add(dotJets(r, length, x, x)).Mul(bias.Add(dotJets(r, length, y, y)))
	sine2 := c.areaJet(r, bias, length, x, y).Div(norms)
	t := product.Div(norms.Sqrt())
	if sine2.Value() < 0.5 {
		t = sine2.Scale(-1).Shift(1).Sqrt().Scale(math.Copysign(1, product.Value()))
	}
	value := t.Compose(c.taylor(t.Value(), sine2.Value(), r.Terms()))
	return value.Mul(norms.Power(float64(c.order) / 2)).Scale(1 / math.Pi)
}

// areaJet returns |u|²|u'|² sin²θ, the sum of the squares of the minors of u and u'.
func (c arcCosine) areaJet(r *jet.Ring, bias jet.Jet, length, x, y []jet.Jet) jet.Jet {
	sum := r.Constant(0)
	u, v := make([]jet.Jet, len(x)), make([]jet.Jet, len(x))
	for k := range x {
		u[k], v[k] = x[k].Div(of(length, k)), y[k].Div(of(length, k))
		sum = sum.Add(u[k].Sub(v[k]).Square().Mul(bias))
		for l := range k {
			sum = sum.Add(u[k].Mul(v[l]).Sub(u[l].Mul(v[k])).Square())
		}
	}
	return sum
}

// taylor returns Taylor coefficients of J as a function of t = cos θ, given sin²θ.
func (c arcCosine) taylor(t, sine2 float64, terms int) []float64 {
	sin := math.Sqrt(sine2)
	rest := math.Pi - math.Atan2(sin, t)
	j1 := sin + rest*t
	all := [][]float64{{rest}, {j1, rest}, {3*sin*t + rest*(1+2*t*t), 4 * j1, 4 * rest}}[c.order]
	// g holds the Taylor coefficients of g; the derivative of J of order c.order + 1 is scale·g.
	scale, g := []float64{1, 1, 4}[c.order], []float64{1 / sin}
	for k := 0; len(g) < terms; k++ {
		next := t * float64(2*k+1) * g[k]
		if k > 0 {
			next += float64(k) * g[k-1]
		}
		g = append(g, next/(sine2*float64(k+1)))
	}
	factorial := 1.0
	for k := range all {
		factorial *= float64(max(k, 1))
		all[k] /= factorial
	}
	for k := 0; len(all) < terms; k++ {
		all = append(all, scale*g[k]/falling(len(all), c.order+1))
	}
	return all
}

// falling returns n(n-1)...(n-count+1).
func falling(n, count int) float64 {
	product := 1.0
	for i := range count {
		product *= float64(n - i)
	}
	return product
}
