package main

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

type namedMatrix struct {
	mat.Matrix
	name string
}

func (n namedMatrix) show() {
	r, c := n.Dims()
	fmt.Printf("%s (%dx%d)\n%.3f\n", n.name, r, c, mat.Formatted(n.Matrix, mat.Prefix("")))
}

func hilbert(n int) *mat.Dense {
	d := mat.NewDense(n, n, nil)
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			d.Set(i, j, 1/float64(i+j+1))
		}
	}
	return d
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func leastSquares(xs, ys []float64, degree int) []float64 {
	a := mat.NewDense(len(xs), degree+1, nil)
	for i, x := range xs {
		for j := 0; j <= degree; j++ {
			a.Set(i, j, math.Pow(x, float64(j)))
		}
	}
	var qr mat.QR
	qr.Factorize(a)
	var c mat.VecDense
	must(qr.SolveVecTo(&c, false, mat.NewVecDense(len(ys), ys)))
	return c.RawVector().Data
}

func main() {
	a := mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6})
	var prod mat.Dense
	prod.Mul(a, a.T())
	for _, m := range []namedMatrix{{a, "a"}, {a.T(), "a'"}, {&prod, "aa'"}} {
		m.show()
	}
	fmt.Println(mat.Det(&prod), mat.Trace(&prod), mat.Sum(a), mat.Max(a))
	var inv mat.Dense
	must(inv.Inverse(&prod))
	namedMatrix{&inv, "inv"}.show()

	sing := mat.NewDense(2, 2, []float64{1, 2, 2, 4})
	err := inv.Inverse(sing)
	var cond mat.Condition
	fmt.Println(err != nil, errors.As(err, &cond), math.IsInf(float64(cond), 1))

	fmt.Printf("%.6f\n", leastSquares([]float64{0, 1, 2, 3, 4}, []float64{1, 2, 5, 10, 17}, 2))

	sym := mat.NewSymDense(3, []float64{2, -1, 0, -1, 2, -1, 0, -1, 2})
	var eig mat.EigenSym
	fmt.Println(eig.Factorize(sym, true))
	fmt.Printf("%.5f\n", eig.Values(nil))
	var ch mat.Cholesky
	if ok := ch.Factorize(sym); ok {
		var x mat.VecDense
		must(ch.SolveVecTo(&x, mat.NewVecDense(3, []float64{1, 0, 1})))
		fmt.Printf("%.4f det=%.3f\n", x.RawVector().Data, ch.Det())
	}
	var svd mat.SVD
	if svd.Factorize(hilbert(4), mat.SVDThin) {
		fmt.Printf("%.6f cond>1e4=%t\n", svd.Values(nil), svd.Cond() > 1e4)
	}
	b := mat.DenseCopyOf(a)
	b.Apply(func(i, j int, v float64) float64 { return v * float64(i-j) }, b)
	fmt.Println(b.RawRowView(0), b.RawRowView(1), mat.Equal(a, b))
	v := a.RowView(1)
	fmt.Println(v.Len(), v.AtVec(2), mat.Dot(v, v), mat.Norm(v, 1))
	func() {
		defer func() {
			r := recover()
			e, ok := r.(mat.Error)
			fmt.Println(ok, e)
		}()
		prod.Reset()
		prod.Mul(a, a)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(a.At(5, 0))
	}()
}
