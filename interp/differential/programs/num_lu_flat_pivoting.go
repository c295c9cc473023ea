// LU factors with partial pivoting, in one slice, with solves, the determinant and
// iterative refinement.
package main

import (
	"errors"
	"fmt"
	"math"
)

const order = 60

var errSingular = errors.New("singular")

// dense is a matrix by rows.
type dense struct {
	n    int
	data []float64
}

func newDense(n int) dense { return dense{n, make([]float64, n*n)} }

func (d dense) at(i, j int) float64     { return d.data[i*d.n+j] }
func (d dense) set(i, j int, x float64) { d.data[i*d.n+j] = x }
func (d dense) row(i int) []float64     { return d.data[i*d.n : (i+1)*d.n : (i+1)*d.n] }

func (d dense) clone() dense {
	c := newDense(d.n)
	copy(c.data, d.data)
	return c
}

func (d dense) times(x []float64) []float64 {
	y := make([]float64, d.n)
	for i := range y {
		for j, a := range d.row(i) {
			y[i] += a * x[j]
		}
	}
	return y
}

type lu struct {
	factors dense
	pivots  []int
	odd     bool
}

func factor(a dense) (lu, error) {
	f := lu{factors: a.clone(), pivots: make([]int, a.n)}
	for k := range a.n {
		p := k
		for i := k + 1; i < a.n; i++ {
			if math.Abs(f.factors.at(i, k)) > math.Abs(f.factors.at(p, k)) {
				p = i
			}
		}
		f.pivots[k] = p
		if f.factors.at(p, k) == 0 {
			return f, errSingular
		}
		if p != k {
			f.odd = !f.odd
			x, y := f.factors.row(p), f.factors.row(k)
			for j := range x {
				x[j], y[j] = y[j], x[j]
			}
		}
		f.eliminate(k)
	}
	return f, nil
}

// eliminate clears column k below the diagonal, and keeps the multipliers there.
func (f *lu) eliminate(k int) {
	pivot := f.factors.row(k)
	for i := k + 1; i < f.factors.n; i++ {
		row := f.factors.row(i)
		m := row[k] / pivot[k]
		row[k] = m
		if m == 0 {
			continue
		}
		for j := k + 1; j < len(row); j++ {
			row[j] -= m * pivot[j]
		}
	}
}

func (f lu) solve(b []float64) []float64 {
	x := append([]float64(nil), b...)
	for k, p := range f.pivots {
		x[k], x[p] = x[p], x[k]
	}
	for k := range x {
		for i := k + 1; i < len(x); i++ {
			x[i] -= f.factors.at(i, k) * x[k]
		}
	}
	for k := len(x) - 1; k >= 0; k-- {
		for j := k + 1; j < len(x); j++ {
			x[k] -= f.factors.at(k, j) * x[j]
		}
		x[k] /= f.factors.at(k, k)
	}
	return x
}

// determinant is a mantissa and a power of two.
func (f lu) determinant() (m float64, e int) {
	m = 1
	if f.odd {
		m = -1
	}
	for k := range f.factors.n {
		var by int
		m, by = math.Frexp(m * f.factors.at(k, k))
		e += by
	}
	return m, e
}

func largest(x []float64) (m float64) {
	for _, v := range x {
		m = math.Max(m, math.Abs(v))
	}
	return m
}

func main() {
	a := newDense(order)
	for i, state := 0, uint32(1); i < order; i++ {
		for j := range order {
			state = state*1664525 + 1013904223
			a.set(i, j, float64(state>>8)/(1<<24)-0.5)
		}
	}
	f, err := factor(a)
	fmt.Println(err, f.pivots[:8])
	m, e := f.determinant()
	fmt.Printf("determinant %.8f·2^%d\n", m, e)

	want := make([]float64, order)
	for i := range want {
		want[i] = float64(i%7) - 3
	}
	b := a.times(want)
	x := f.solve(b)
	for round := range 3 {
		r := a.times(x)
		for i := range r {
			r[i] = b[i] - r[i]
		}
		for i, d := range f.solve(r) {
			x[i] += d
		}
		fmt.Println("refined", round, largest(r) < 1e-9)
	}
	for i := range x {
		x[i] -= want[i]
	}
	fmt.Println("solved", largest(x) < 1e-9)

	singular := newDense(3)
	for i := range 3 {
		for j := range 3 {
			singular.set(i, j, float64((i+1)*(j+1)))
		}
	}
	if _, err := factor(singular); errors.Is(err, errSingular) {
		fmt.Println("singular is told")
	}
}
