package cov_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/cov/covtest"
)

// points draws n points in [0, 3)^d, the last of them a repetition.
func points(n, d int) *cov.Matrix {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, d)
		for k := range rows[i] {
			rows[i][k] = 3 * rng.Float64()
		}
	}
	copy(rows[n-1], rows[0])
	m, err := cov.Rows(rows)
	if err != nil {
		panic(err)
	}
	return m
}

// words are inputs other than a matrix.
type words []string

func (w words) Len() int { return len(w) }

func (w words) Subset(index []int) cov.Inputs {
	s := make(words, len(index))
	for i, j := range index {
		s[i] = w[j]
	}
	return s
}

// sameLength is a covariance function from outside the package: v where two
// words have one length, else 0.
type sameLength struct{ v float64 }

func (k sameLength) Params() []cov.Param           { return []cov.Param{cov.Positive("v", k.v)} }
func (k sameLength) With(theta []float64) cov.Func { return sameLength{theta[0]} }

func (k sameLength) Check(x cov.Inputs) error {
	if _, ok := x.(words); !ok {
		return fmt.Errorf("sameLength takes words, not %T", x)
	}
	return nil
}

func (k sameLength) at(a, b string) float64 {
	if len(a) == len(b) {
		return k.v
	}
	return 0
}

func (k sameLength) Gram(dst *mat.Dense, a, b cov.Inputs) {
	for i, s := range a.(words) {
		for j, t := range b.(words) {
			dst.Set(i, j, k.at(s, t))
		}
	}
}

func (k sameLength) Diag(dst []float64, a cov.Inputs) {
	for i := range a.(words) {
		dst[i] = k.v
	}
}

func (k sameLength) AddGrad(grad []float64, w *mat.Dense, a, b cov.Inputs) {
	for i, s := range a.(words) {
		for j, t := range b.(words) {
			grad[0] += w.At(i, j) * k.at(s, t) / k.v
		}
	}
}

func (k sameLength) MulVec(dst []float64, dgrad [][]float64, a, b cov.Inputs, v []float64) {
	for i, s := range a.(words) {
		dst[i] = 0
		for j, t := range b.(words) {
			dst[i] += k.at(s, t) * v[j]
		}
		if dgrad != nil {
			dgrad[0][i] = dst[i] / k.v
		}
	}
}

func TestEveryFunctionKeepsTheContract(t *testing.T) {
	for _, f := range []cov.Func{
		cov.SE(0.7),
		cov.Matern12(0.7),
		cov.Matern32(0.7),
		cov.Matern52(0.7),
		cov.RationalQuadratic(0.8, 0.7),
		cov.Periodic(0.8, 1.3),
		cov.LocallyPeriodic(0.8, 1.3),
		cov.Linear(),
		cov.Linear(1.7),
		cov.Constant(3),
		cov.White(0.4),
		cov.Scale(2.5, cov.SE(0.7)),
		cov.Scale(2.5, cov.Scale(3, cov.SE(0.7))),
		cov.Sum(cov.Scale(2, cov.SE(0.7)), cov.Scale(0.5, cov.LocallyPeriodic(0.6, 0.9)), cov.White(0.1)),
		cov.Product(cov.Scale(2, cov.SE(2)), cov.LocallyPeriodic(0.6, 0.9), cov.Linear(2)),
		cov.Scale(3, cov.Sum(cov.Product(cov.SE(1), cov.Matern32(2)), cov.Constant(0.2))),
		cov.Fix(cov.Sum(cov.Scale(2, cov.SE(0.7)), cov.Periodic(1, 0.9)), "period"),
		cov.Bound(cov.Scale(2, cov.SE(0.7)), "lengthscale", 0.1, 3),
	} {
		covtest.Check(t, f, points(2, 1), points(40, 1))
	}
}

func TestEveryFunctionKeepsTheContractInThreeDimensions(t *testing.T) {
	length := []float64{0.7, 1.1, 4}
	for _, f := range []cov.Func{
		cov.SE(0.7),
		cov.SE(length...),
		cov.Matern12(length...),
		cov.Matern32(length...),
		cov.Matern52(length...),
		cov.RationalQuadratic(1.4, length...),
		cov.Periodic(0.8, 1.3),
		cov.Linear(length...),
		cov.White(0.4),
		cov.Product(cov.SE(length...), cov.Sum(cov.Linear(0.5), cov.Constant(0.3))),
	} {
		covtest.Check(t, f, points(30, 3))
	}
}

func TestFunctionsFromOutsideJoinTheAlgebra(t *testing.T) {
	x := words{"a", "bb", "ccc", "dd", "e", "fff", "a"}
	for _, f := range []cov.Func{
		cov.Scale(2, sameLength{0.5}),
		cov.Sum(sameLength{0.5}, cov.Constant(2)),
		cov.Product(sameLength{0.5}, cov.Sum(sameLength{2}, cov.Constant(2))),
		cov.Fix(sameLength{3}, "v"),
	} {
		covtest.Check(t, f, x)
	}
}
