package linalg_test

import (
	"fmt"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// A factor of a matrix that rounding made singular says what was added.
func ExampleFactorize() {
	a := mat.NewDense(2, 2, []float64{4, 2, 2, 3})
	c, err := linalg.Factorize(a)
	if err != nil {
		fmt.Println(err)
		return
	}
	x := make([]float64, 2)
	c.SolveVec(x, []float64{2, 1})
	fmt.Printf("det %.4f, solution %.4f, jitter %g\n", c.LogDet(), x, c.Jitter())

	singular, err := linalg.Factorize(mat.NewDense(2, 2, []float64{1, 1, 1, 1}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(singular.Jitter())
	// Output:
	// det 2.0794, solution [0.5000 0.0000], jitter 0
	// 1e-10
}

func ExampleCholesky_Extend() {
	c, err := linalg.Factorize(mat.NewDense(1, 1, []float64{4}))
	if err != nil {
		fmt.Println(err)
		return
	}
	both, err := c.Extend(mat.NewDense(1, 1, []float64{2}), mat.NewDense(1, 1, []float64{5}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d rows, log det %.4f\n", both.Len(), both.LogDet())
	// Output: 2 rows, log det 2.7726
}

func ExampleGemm() {
	a := mat.NewDense(2, 1, []float64{1, 2})
	c := mat.NewDense(1, 1, nil)
	linalg.Gemm(blas.Trans, blas.NoTrans, 1, a, a, 0, c) // aᵀa
	fmt.Println(c.At(0, 0))
	// Output: 5
}

// The largest diagonal elements that are left choose the columns; the trace
// that they leave bounds the error.
func ExamplePivotedCholesky() {
	k := mat.NewDense(3, 3, []float64{
		1, 0.9, 0,
		0.9, 1, 0,
		0, 0, 2,
	})
	row := func(dst []float64, i int) { copy(dst, k.RawRowView(i)) }
	p, err := linalg.PivotedCholesky([]float64{1, 1, 2}, row, 2, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v %.2f\n", p.Pivots, p.Trace)
	// Output: [2 0] [4.00 2.00 0.19]
}

func ExampleCG_Solve() {
	a := mat.NewDense(2, 2, []float64{4, 1, 1, 3})
	x := make([]float64, 2)
	linalg.CG{}.Solve(x, []float64{1, 2}, func(dst, v []float64) { linalg.MulVec(dst, a, v) })
	fmt.Printf("%.4f\n", x)
	// Output: [0.0909 0.6364]
}

// The logarithm of a determinant from products alone.
func ExampleLanczos_LogDet() {
	diagonal := func(dst, v []float64) {
		for i := range v {
			dst[i] = 2 * v[i]
		}
	}
	estimate, _, err := linalg.Lanczos{}.LogDet(10, diagonal)
	fmt.Printf("%.4f %v\n", estimate, err)
	// Output: 6.9315 <nil>
}

func ExampleSquaredDistances() {
	y := []float64{
		0, 1, 2, // first coordinates of three points
		0, 0, 3, // second ones
	}
	r2 := make([]float64, 3)
	linalg.SquaredDistances(r2, []float64{0, 0}, y, 3)
	fmt.Println(r2)
	// Output: [0 1 13]
}

// A second solve with the same matrix begins with what the first one found.
func ExampleDirections() {
	a := mat.NewDense(3, 3, []float64{4, 1, 0, 1, 3, 1, 0, 1, 5})
	mul := func(dst, v []float64) { linalg.MulVec(dst, a, v) }
	cg := linalg.CG{Tol: 1e-10, Recycle: linalg.NewDirections(3, 3)}
	for _, b := range [][]float64{{1, 2, 3}, {3, 1, 2}} {
		fmt.Println(cg.Solve(make([]float64, 3), b, mul).Iter, "steps")
	}
	// Output:
	// 3 steps
	// 0 steps
}
