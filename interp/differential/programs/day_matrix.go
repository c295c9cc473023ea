package main

import (
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"strings"
)

type Matrix [][]float64
type Mat3 [3][3]float64

func Zeros(r, c int) Matrix {
	buf := make([]float64, r*c)
	m := make(Matrix, r)
	for i := range m {
		m[i], buf = buf[:c:c], buf[c:]
	}
	return m
}
func (m Matrix) Dims() (r, c int) { return len(m), len(m[0]) }
func (m Matrix) Mul(o Matrix) (Matrix, error) {
	r, k := m.Dims()
	k2, c := o.Dims()
	if k != k2 {
		return nil, fmt.Errorf("shape (%d,%d)x(%d,%d)", r, k, k2, c)
	}
	out := Zeros(r, c)
	for i := range r {
		for j := range c {
			for l := range k {
				out[i][j] += m[i][l] * o[l][j]
			}
		}
	}
	return out, nil
}
func (m Matrix) Format(f fmt.State, verb rune) {
	prec, ok := f.Precision()
	if !ok {
		prec = 2
	}
	w, _ := f.Width()
	if f.Flag('#') {
		fmt.Fprintf(f, "Matrix%dx%d", len(m), len(m[0]))
		return
	}
	for _, row := range m {
		ss := make([]string, 0, len(row))
		for _, x := range row {
			ss = append(ss, fmt.Sprintf("%*.*f", w, prec, x))
		}
		fmt.Fprintf(f, "[%s]", strings.Join(ss, " "))
	}
}

var ErrSingular = errors.New("singular")

func LU(a Matrix) (lu Matrix, perm []int, sign float64, err error) {
	n := len(a)
	lu = Zeros(n, n)
	perm = make([]int, n)
	for i := range a {
		copy(lu[i], a[i])
		perm[i] = i
	}
	sign = 1
	for k := 0; k < n; k++ {
		p := k
		for i := k + 1; i < n; i++ {
			if math.Abs(lu[i][k]) > math.Abs(lu[p][k]) {
				p = i
			}
		}
		if lu[p][k] == 0 {
			return nil, nil, 0, ErrSingular
		}
		if p != k {
			lu[p], lu[k] = lu[k], lu[p]
			perm[p], perm[k] = perm[k], perm[p]
			sign = -sign
		}
		for i := k + 1; i < n; i++ {
			lu[i][k] /= lu[k][k]
			for j := k + 1; j < n; j++ {
				lu[i][j] -= lu[i][k] * lu[k][j]
			}
		}
	}
	return
}
func (m Mat3) T() (t Mat3) {
	for i, row := range m {
		for j := range row {
			t[j][i] = row[j]
		}
	}
	return
}
func (m *Mat3) Scale(s float64) *Mat3 {
	for i := range m {
		for j := range m[i] {
			m[i][j] *= s
		}
	}
	return m
}
func fft(x []complex128) []complex128 {
	n := len(x)
	if n == 1 {
		return []complex128{x[0]}
	}
	var e, o []complex128
	for i := 0; i < n; i += 2 {
		e, o = append(e, x[i]), append(o, x[i+1])
	}
	e, o = fft(e), fft(o)
	out := make([]complex128, n)
	for k := range n / 2 {
		t := cmplx.Rect(1, -2*math.Pi*float64(k)/float64(n)) * o[k]
		out[k], out[k+n/2] = e[k]+t, e[k]-t
	}
	return out
}
func main() {
	a := Matrix{{2, 1, 1}, {4, -6, 0}, {-2, 7, 2}}
	p, err := a.Mul(Matrix{{1}, {2}, {3}})
	fmt.Printf("%v %6.1v %#v %v\n", p, p, p, err)
	_, err = a.Mul(Matrix{{1}})
	fmt.Println(err)
	lu, perm, s, err := LU(a)
	det := s
	for i := range lu {
		det *= lu[i][i]
	}
	fmt.Println(lu, perm, s, err, det)
	_, _, _, err = LU(Matrix{{1, 2}, {2, 4}})
	fmt.Println(err == ErrSingular)
	m := Mat3{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}
	m2 := m
	m2.Scale(2)[0][0] = -1
	fmt.Println(m, m2, m.T(), m.T().T() == m, m == m2)
	fmt.Printf("%v %+v %#v\n", m[1], &m2[2], m[0])
	for _, c := range fft([]complex128{1, 2i, 3, complex(0, -4)}) {
		fmt.Printf("%.3f |%.3f| ", c, cmplx.Abs(c))
	}
	z := complex64(1 + 2i)
	fmt.Println(z*z, real(z), imag(z), -z, z == 1+2i)
	fmt.Printf("%T %T %v %g\n", z, real(z), cmplx.Sqrt(-1), cmplx.Exp(1i*math.Pi))
}
