package linalg_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"krigo/gplib/linalg"
)

// exactDistance returns |x - y_j|², rounded once.
func exactDistance(x, y []float64, stride, j int) float64 {
	sum := new(big.Float).SetPrec(400)
	for k, v := range x {
		t := new(big.Float).SetPrec(400).Sub(big.NewFloat(v), big.NewFloat(y[k*stride+j]))
		sum.Add(sum, t.Mul(t, t))
	}
	exact, _ := sum.Float64()
	return exact
}

func TestSquaredDistancesKeepTheDigitsOfNearPairsFarOff(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, d := range []int{1, 2, 8, 13} {
		for n := range 40 {
			for _, scale := range []float64{1e-12, 1, 1e12} {
				stride := n + 3
				x, y, dst := make([]float64, d), make([]float64, d*stride), make([]float64, n)
				for k := range x {
					x[k] = scale * (1e6 + rng.Float64())
				}
				for k := range y {
					y[k] = x[k/stride] + scale*1e-3*rng.NormFloat64()
				}
				linalg.SquaredDistances(dst, x, y, stride)
				for j, v := range dst {
					if want := exactDistance(x, y, stride, j); !(math.Abs(v-want) <= 1e-14*want) {
						t.Fatalf("d=%d n=%d scale %g: distance %d is %v, want %v", d, n, scale, j, v, want)
					}
				}
			}
		}
	}
}

func TestSquaredDistanceDependsOnNoNeighbour(t *testing.T) {
	const n, d = 37, 5
	rng := rand.New(rand.NewPCG(7, 8))
	x, y, dst, one := make([]float64, d), make([]float64, n*d), make([]float64, n), make([]float64, 1)
	for k := range x {
		x[k] = rng.NormFloat64()
	}
	for k := range y {
		y[k] = rng.NormFloat64()
	}
	linalg.SquaredDistances(dst, x, y, n)
	for j := range dst {
		if linalg.SquaredDistances(one, x, y[j:], n); one[0] != dst[j] {
			t.Errorf("distance %d is %v alone and %v among others", j, one[0], dst[j])
		}
	}
}

func TestSquaredDistancesOfNothing(t *testing.T) {
	dst := []float64{1, 2}
	linalg.SquaredDistances(dst, nil, nil, 0)
	if dst[0] != 0 || dst[1] != 0 {
		t.Errorf("distances without dimensions are %v", dst)
	}
	linalg.SquaredDistances(nil, []float64{1}, nil, 0)
}

func TestSquaredDistancesRefuseAShortMatrix(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("y of 3 numbers served 2 points of 2 dimensions")
		}
	}()
	linalg.SquaredDistances(make([]float64, 2), make([]float64, 2), make([]float64, 3), 2)
}

func TestWeightedSquaresIsTheSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for n := range 50 {
		w, y := make([]float64, n), make([]float64, n)
		x, want, size := rng.NormFloat64(), 0.0, 0.0
		for j := range w {
			w[j], y[j] = rng.NormFloat64(), rng.NormFloat64()
			term := w[j] * (x - y[j]) * (x - y[j])
			want += term
			size += math.Abs(term)
		}
		if got := linalg.WeightedSquares(w, x, y); !(math.Abs(got-want) <= 1e-14*size) {
			t.Errorf("n=%d: sum %v, want %v", n, got, want)
		}
	}
}

func BenchmarkSquaredDistances(b *testing.B) {
	const n = 512
	dst, y := make([]float64, n), make([]float64, 8*n)
	for _, d := range []int{1, 8} {
		b.Run(fmt.Sprintf("d=%d", d), func(b *testing.B) {
			x := make([]float64, d)
			for b.Loop() {
				linalg.SquaredDistances(dst, x, y, n)
			}
		})
	}
	b.Run("weighted", func(b *testing.B) {
		for b.Loop() {
			linalg.WeightedSquares(dst, 1, y[:n])
		}
	})
}
