// Package jet computes with truncated Taylor polynomials: functions of them give exact derivatives of
// any order by several variables, and of first order by parameters of each of these (Griewank and
// Walther 2008, chapter 13).
//
//	r := jet.NewRing([]int{2, 1}, 0)    // up to ∂³/∂s²∂t
//	s, t := r.Variable(0.3, 0), r.Variable(1.2, 1)
//	d := s.Mul(t).Exp().Derivative()    // ∂³ exp(st)/∂s²∂t
package jet

import "math"

// Ring is a ring of polynomials in some variables, truncated above a degree of each. A coefficient is
// a number with its derivatives by parameters. A Ring serves one goroutine.
type Ring struct {
	degrees []int
	size    int // monomials
	width   int // 1 + parameters
	order   int // such that the power order+1 of a polynomial without constant term is 0
	pairs   []product
	factor  float64 // of the last coefficient, for the derivative
	memory  [][]float64
	used    int
	err     error
}

// product says that monomial a times monomial b is monomial to.
type product struct{ a, b, to int }

// NewRing returns the ring of polynomials in len(degrees) variables of the highest degrees given,
// with derivatives by some parameters.
func NewRing(degrees []int, params int) *Ring {
	r := &Ring{degrees: degrees, size: 1, width: 1 + params, factor: 1}
	for _, d := range degrees {
		r.size *= d + 1
		r.order += d
		for k := 2; k <= d; k++ {
			r.factor *= float64(k)
		}
	}
	if params > 0 {
		r.order++
	}
	for a := range r.size {
		for b := range r.size {
			if to, ok := r.times(a, b); ok {
				r.pairs = append(r.pairs, product{a * r.width, b * r.width, to * r.width})
			}
		}
	}
	return r
}

// times returns the product of two monomials, numbered with the exponents as digits.
func (r *Ring) times(a, b int) (to int, ok bool) {
	unit := 1
	for _, d := range r.degrees {
		e := a%(d+1) + b%(d+1)
		if e > d {
			return 0, false
		}
		to += e * unit
		a, b, unit = a/(d+1), b/(d+1), unit*(d+1)
	}
	return to, true
}

// Reset frees the memory of all polynomials of the ring, which must not be used any more.
func (r *Ring) Reset() { r.used = 0 }

// Fail records an error, the first of several. It returns a polynomial whose coefficients are all NaN.
func (r *Ring) Fail(err error) Jet {
	if r.err == nil {
		r.err = err
	}
	j := r.blank()
	for i := range j.c {
		j.c[i] = math.NaN()
	}
	return j
}

// Err returns the recorded error.
func (r *Ring) Err() error { return r.err }

// Jet is a polynomial of a ring.
type Jet struct {
	r *Ring
	// c holds the coefficients by monomials, the constant one first; each with its derivatives.
	c []float64
}

func (r *Ring) blank() Jet {
	if r.used == len(r.memory) {
		r.memory = append(r.memory, make([]float64, r.size*r.width))
	}
	c := r.memory[r.used]
	r.used++
	clear(c)
	return Jet{r, c}
}

// Constant returns v.
func (r *Ring) Constant(v float64) Jet {
	j := r.blank()
	j.c[0] = v
	return j
}

// Variable returns v plus variable k.
func (r *Ring) Variable(v float64, k int) Jet {
	j, unit := r.Constant(v), 1
	for _, d := range r.degrees[:k] {
		unit *= d + 1
	}
	if r.degrees[k] > 0 {
		j.c[unit*r.width] = 1
	}
	return j
}

// Param returns v, the value of parameter p, whose derivative is 1 where the ring has parameters.
func (r *Ring) Param(v float64, p int) Jet {
	j := r.Constant(v)
	if p+1 < r.width {
		j.c[1+p] = 1
	}
	return j
}

// Ring returns the ring of j.
func (j Jet) Ring() *Ring { return j.r }

// Value returns the constant coefficient.
func (j Jet) Value() float64 { return j.c[0] }

// Derivative returns the derivative by each variable as often as its highest degree.
func (j Jet) Derivative() float64 { return j.r.factor * j.c[len(j.c)-j.r.width] }

// AddParamGrad adds w times the derivatives of [Jet.Derivative] by the parameters to grad.
func (j Jet) AddParamGrad(grad []float64, w float64) {
	for p, v := range j.c[len(j.c)-j.r.width+1:] {
		grad[p] += w * j.r.factor * v
	}
}

// Fixed reports whether j is a number: no coefficient but the constant one is other than 0, and no
// derivative by a parameter.
func (j Jet) Fixed() bool {
	for _, v := range j.c[1:] {
		if v != 0 {
			return false
		}
	}
	return true
}

// Moves reports whether j depends on a variable.
func (j Jet) Moves() bool {
	for _, v := range j.c[j.r.width:] {
		if v != 0 {
			return true
		}
	}
	return false
}

// Add returns j + o.
func (j Jet) Add(o Jet) Jet { return j.plus(o, 1) }

// Sub returns j - o.
func (j Jet) Sub(o Jet) Jet { return j.plus(o, -1) }

func (j Jet) plus(o Jet, scale float64) Jet {
	s := j.r.blank()
	for i, v := range j.c {
		s.c[i] = v + scale*o.c[i]
	}
	return s
}

// Shift returns j + v.
func (j Jet) Shift(v float64) Jet {
	s := j.r.blank()
	copy(s.c, j.c)
	s.c[0] += v
	return s
}

// Scale returns v·j.
func (j Jet) Scale(v float64) Jet {
	s := j.r.blank()
	for i, c := range j.c {
		s.c[i] = v * c
	}
	return s
}

// Mul returns j·o.
func (j Jet) Mul(o Jet) Jet {
	s, width := j.r.blank(), j.r.width
	for _, p := range j.r.pairs {
		a, b, to := j.c[p.a:p.a+width], o.c[p.b:p.b+width], s.c[p.to:p.to+width]
		if a[0] != 0 || b[0] != 0 {
			to[0] += a[0] * b[0]
			for q := 1; q < width; q++ {
				to[q] += a[0]*b[q] + a[q]*b[0]
			}
		}
	}
	return s
}

// Square returns j².
func (j Jet) Square() Jet { return j.Mul(j) }

// Div returns j/o.
func (j Jet) Div(o Jet) Jet { return j.Mul(o.Power(-1)) }
