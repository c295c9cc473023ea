package cov_test

import (
	"math/rand/v2"
	"testing"

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

func TestConformance(t *testing.T) {
	for _, f := range []cov.Func{
		cov.SE(0.7),
		cov.LocallyPeriodic(0.8, 1.3),
		cov.Scale(2.5, cov.SE(0.7)),
		cov.Sum(cov.Scale(2, cov.SE(0.7)), cov.Scale(0.5, cov.LocallyPeriodic(0.6, 0.9))),
		cov.Product(cov.Scale(2, cov.SE(2)), cov.LocallyPeriodic(0.6, 0.9)),
	} {
		covtest.Check(t, f, points(2, 1), points(40, 1))
	}
	for _, f := range []cov.Func{
		cov.SE(0.7),
		cov.SE(0.7, 1.1, 4),
	} {
		covtest.Check(t, f, points(30, 3))
	}
}
