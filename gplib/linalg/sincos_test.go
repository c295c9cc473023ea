package linalg_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"krigo/gplib/linalg"
)

func TestSinCosIsThatOfMath(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	x := []float64{0, math.Pi, -math.Pi / 2, 99999, -99999, 1e5, 1e9, -1e300, math.Inf(1), math.NaN(), 1e-300}
	for range 100000 {
		x = append(x, rng.NormFloat64(), 1e5*(2*rng.Float64()-1))
	}
	sin, cos := make([]float64, len(x)), make([]float64, len(x))
	linalg.SinCos(sin, cos, x)
	for j, v := range x {
		s, c := math.Sincos(v)
		if math.IsNaN(s) != math.IsNaN(sin[j]) || math.Abs(s-sin[j]) > 4e-16 || math.Abs(c-cos[j]) > 4e-16 {
			t.Errorf("sin, cos(%v) = %v, %v; want %v, %v", v, sin[j], cos[j], s, c)
		}
	}
}

func BenchmarkSinCos(b *testing.B) {
	x, sin, cos := make([]float64, 512), make([]float64, 512), make([]float64, 512)
	for i := range x {
		x[i] = float64(i) / 50
	}
	b.Run("linalg", func(b *testing.B) {
		for b.Loop() {
			linalg.SinCos(sin, cos, x)
		}
	})
	b.Run("math", func(b *testing.B) {
		for b.Loop() {
			for i, v := range x {
				sin[i], cos[i] = math.Sincos(v)
			}
		}
	})
}
