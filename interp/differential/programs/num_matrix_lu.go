package main

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

type Matrix [][]float64

var ErrSingular = errors.New("matrix is singular")

func New(r, c int, vals ...float64) Matrix {
	m := make(Matrix, r)
	for i := range m {
		m[i] = make([]float64, c)
		copy(m[i], vals[min(i*c, len(vals)):])
	}
	return m
}

func Identity(n int) Matrix {
	m := New(n, n)
	for i := range n {
		m[i][i] = 1
	}
	return m
}

func (m Matrix) Dims() (r, c int) { return len(m), len(m[0]) }

func (m Matrix) Mul(o Matrix) Matrix {
	r, k := m.Dims()
	k2, c := o.Dims()
	if k != k2 {
		panic(fmt.Errorf("shape %dx%d times %dx%d", r, k, k2, c))
	}
	out := New(r, c)
	for i := range r {
		for j := range c {
			for p := range k {
				out[i][j] += m[i][p] * o[p][j]
			}
		}
	}
	return out
}

func (m Matrix) Clone() Matrix {
	out := make(Matrix, len(m))
	for i, row := range m {
		out[i] = append([]float64(nil), row...)
	}
	return out
}

func (m Matrix) String() string {
	var sb strings.Builder
	for i, row := range m {
		if i > 0 {
			sb.WriteString("\n")
		}
		for j, v := range row {
			if j > 0 {
				sb.WriteByte(' ')
			}
			fmt.Fprintf(&sb, "%8.3f", v+0)
		}
	}
	return sb.String()
}

type LU struct {
	f    Matrix
	perm []int
	sign float64
}

func Factor(a Matrix) (*LU, error) {
	n, c := a.Dims()
	if n != c {
		return nil, fmt.Errorf("not square: %dx%d", n, c)
	}
	lu := &LU{a.Clone(), make([]int, n), 1}
	for i := range lu.perm {
		lu.perm[i] = i
	}
	for k := 0; k < n; k++ {
		p := k
		for i := k + 1; i < n; i++ {
			if math.Abs(lu.f[i][k]) > math.Abs(lu.f[p][k]) {
				p = i
			}
		}
		if math.Abs(lu.f[p][k]) < 1e-12 {
			return lu, fmt.Errorf("pivot %d: %w", k, ErrSingular)
		}
		if p != k {
			lu.f[p], lu.f[k] = lu.f[k], lu.f[p]
			lu.perm[p], lu.perm[k] = lu.perm[k], lu.perm[p]
			lu.sign = -lu.sign
		}
		for i := k + 1; i < n; i++ {
			lu.f[i][k] /= lu.f[k][k]
			for j := k + 1; j < n; j++ {
				lu.f[i][j] -= lu.f[i][k] * lu.f[k][j]
			}
		}
	}
	return lu, nil
}

func (lu *LU) Det() float64 {
	d := lu.sign
	for i := range lu.f {
		d *= lu.f[i][i]
	}
	return d
}

func (lu *LU) Solve(b []float64) []float64 {
	x := make([]float64, len(b))
	for i, p := range lu.perm {
		x[i] = b[p]
		for j := range i {
			x[i] -= lu.f[i][j] * x[j]
		}
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := i + 1; j < len(x); j++ {
			x[i] -= lu.f[i][j] * x[j]
		}
		x[i] /= lu.f[i][i]
	}
	return x
}

func main() {
	a := New(3, 3, 2, 1, -1, -3, -1, 2, -2, 1, 2)
	lu, err := Factor(a)
	fmt.Println(lu.f, lu.perm, err)
	fmt.Printf("%.4f det=%.3f\n", lu.Solve([]float64{8, -11, -3}), lu.Det())
	fmt.Println(a.Mul(Identity(3)))
	_, err = Factor(New(2, 2, 1, 2, 2, 4))
	fmt.Println(err, errors.Is(err, ErrSingular))
	_, err = Factor(New(2, 3, 1))
	fmt.Println(err)
	defer func() {
		e, ok := recover().(error)
		fmt.Println("recovered", ok, e)
	}()
	fmt.Println(New(2, 3).Mul(New(2, 2)))
}
