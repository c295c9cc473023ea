//go:build ignore

package main

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Hilbert is a matrix that is never stored.
type Hilbert int

func (h Hilbert) Dims() (r, c int)    { return int(h), int(h) }
func (h Hilbert) At(i, j int) float64 { return 1 / float64(i+j+1) }
func (h Hilbert) T() mat.Matrix       { return h }

type sparse struct {
	rows, cols int
	vals       map[[2]int]float64
	reads      int
}

func (s *sparse) Dims() (int, int) { return s.rows, s.cols }
func (s *sparse) At(i, j int) float64 {
	if i < 0 || i >= s.rows || j < 0 || j >= s.cols {
		panic(mat.ErrIndexOutOfRange)
	}
	s.reads++
	return s.vals[[2]int{i, j}]
}
func (s *sparse) T() mat.Matrix { return mat.Transpose{Matrix: s} }

type ramp int

func (r ramp) Dims() (int, int)    { return int(r), 1 }
func (r ramp) At(i, _ int) float64 { return float64(i + 1) }
func (r ramp) AtVec(i int) float64 { return float64(i + 1) }
func (r ramp) Len() int            { return int(r) }
func (r ramp) T() mat.Matrix       { return mat.TransposeVec{Vector: r} }
func show(name string, m mat.Matrix) {
	r, c := m.Dims()
	fmt.Printf("%s %dx%d\n%.4g\n", name, r, c, mat.Formatted(m, mat.Squeeze()))
}

func main() {
	h := Hilbert(3)
	show("hilbert", h)
	var inv, prod mat.Dense
	if err := inv.Inverse(h); err != nil {
		fmt.Println("inverse:", err)
	}
	prod.Mul(h, &inv)
	fmt.Println(mat.EqualApprox(&prod, mat.NewDiagDense(3, []float64{1, 1, 1}), 1e-9))
	show("inverse", mat.DenseCopyOf(&inv))
	s := &sparse{2, 3, map[[2]int]float64{{0, 1}: 2, {1, 2}: -1.5}, 0}
	var p mat.Dense
	p.Mul(s, h)
	show("sparse*hilbert", &p)
	show("transposed", s.T())
	fmt.Println(mat.Sum(s), mat.Max(s), mat.Norm(s, 1), s.reads > 0)
	var v mat.VecDense
	v.MulVec(h, ramp(3))
	fmt.Printf("%.5f %.3f\n", v.RawVector().Data, mat.Dot(ramp(4), ramp(4)))
	p.Apply(func(i, j int, x float64) float64 { return float64(i*10+j) + math.Round(x) }, &p)
	show("applied", p.Slice(0, 2, 1, 3))
	fmt.Printf("det %.6g trace %.4f\n", mat.Det(h), mat.Trace(h))

	var eig mat.EigenSym
	ok := eig.Factorize(mat.NewSymDense(2, []float64{2, 1, 1, 2}), true)
	fmt.Printf("%t %.3f\n", ok, eig.Values(nil))
	var x mat.VecDense
	err := x.SolveVec(mat.NewDense(2, 2, []float64{3, 1, 1, 2}), mat.NewVecDense(2, []float64{9, 8}))
	fmt.Printf("%.3f %v\n", mat.Formatted(x.T()), err)
	var sing mat.Dense
	err = sing.Inverse(mat.NewDense(2, 2, []float64{1, 2, 2, 4}))
	cond, isCond := err.(mat.Condition)
	fmt.Println(isCond, math.IsInf(float64(cond), 1))
	for _, f := range []func(){
		func() { s.At(5, 5) },
		func() { p.Mul(s, s) },
		func() { mat.NewDense(2, 2, []float64{1}) },
	} {
		func() {
			defer func() { fmt.Println("recovered:", recover()) }()
			f()
		}()
	}
	data := []float64{2, 4, 4, 4, 5, 5, 7, 9}
	mean, sd := stat.MeanStdDev(data, nil)
	fmt.Printf("%.3f %.3f %.2f %v\n", mean, sd, stat.Quantile(0.5, stat.Empirical, data, nil), floats.Sum(data))
	a, b := stat.LinearRegression([]float64{1, 2, 3}, []float64{3, 5, 7}, nil, false)
	fmt.Printf("%.2f %.2f\n", a, b)
	fmt.Println(floats.MaxIdx(data), floats.Span(make([]float64, 5), 0, 1), math.Abs(mean-5) < 1e-12)
}
