package main

import (
	"math/rand/v2"
	"strconv"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// largestProduct is the largest order of timed products: the rate is constant from
// there on.
const largestProduct = 2000

// dgemm returns the time of n³ floating-point operations at the rate of a product of
// dense matrices. A product of order m takes 2m³.
func dgemm(args []string) (func() (answer, error), error) {
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return nil, err
	}
	m := min(n, largestProduct)
	rng := rand.New(rand.NewPCG(1, 1))
	a, b, c := mat.NewDense(m, m, nil), mat.NewDense(m, m, nil), mat.NewDense(m, m, nil)
	for _, x := range [][]float64{a.RawMatrix().Data, b.RawMatrix().Data} {
		for i := range x {
			x[i] = rng.NormFloat64()
		}
	}
	one := repeated(func() (float64, error) {
		linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, a, b, 0, c)
		return 0, nil
	})
	share := float64(n) / float64(m)
	return func() (answer, error) {
		a, err := one()
		a.Seconds *= share * share * share / 2
		return a, err
	}, nil
}
