package linalg_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"krigo/gplib/linalg"
)

func TestExpIsWithinTwoUnitsOfMathExp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	src := []float64{0, math.Copysign(0, -1), 1, -1, 699.9, -699.9, 700, -700, 709.7, -745, -800, 800,
		math.Inf(1), math.Inf(-1), math.NaN(), 1e-300, -1e-20, 5e-324}
	for range 100000 {
		src = append(src, 700*(2*rng.Float64()-1), rng.NormFloat64(), -40*rng.Float64())
	}
	dst := make([]float64, len(src))
	linalg.Exp(dst, src)
	for j, x := range src {
		want := math.Exp(x)
		if math.IsNaN(want) && math.IsNaN(dst[j]) || dst[j] == want {
			continue
		}
		if unit := math.Nextafter(want, math.Inf(1)) - want; !(math.Abs(dst[j]-want) <= 2*unit) {
			t.Errorf("exp(%v) = %v, want %v", x, dst[j], want)
		}
	}
}

func TestExpWorksInPlace(t *testing.T) {
	v := []float64{0, 1, -2}
	linalg.Exp(v, v)
	for j, x := range []float64{0, 1, -2} {
		if math.Abs(v[j]-math.Exp(x)) > 1e-15*math.Exp(x) {
			t.Errorf("exp(%v) = %v", x, v[j])
		}
	}
}

func TestExpDependsOnNoNeighbour(t *testing.T) {
	src := []float64{-1, 0.3, math.NaN(), 2, -740, 3, -800, 1e-9, 710, -0.5, 17}
	dst, one := make([]float64, len(src)), make([]float64, 1)
	linalg.Exp(dst, src)
	for j, x := range src {
		linalg.Exp(one, []float64{x})
		if math.Float64bits(one[0]) != math.Float64bits(dst[j]) {
			t.Errorf("exp(%v) is %v alone and %v among others", x, one[0], dst[j])
		}
	}
}

func BenchmarkExp(b *testing.B) {
	src, dst := make([]float64, 512), make([]float64, 512)
	for i := range src {
		src[i] = -float64(i) / 50
	}
	b.Run("linalg", func(b *testing.B) {
		for b.Loop() {
			linalg.Exp(dst, src)
		}
	})
	b.Run("math", func(b *testing.B) {
		for b.Loop() {
			for i, x := range src {
				dst[i] = math.Exp(x)
			}
		}
	})
}
