package linalg_test

import (
	"math"
	"testing"

	"krigo/gplib/linalg"
)

func TestExpWorksInPlace(t *testing.T) {
	v := []float64{0, 1, -2}
	linalg.Exp(v, v)
	for j, x := range []float64{0, 1, -2} {
		if math.Abs(v[j]-math.Exp(x)) > 1e-15*math.Exp(x) {
			t.Errorf("exp(%v) = %v", x, v[j])
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
