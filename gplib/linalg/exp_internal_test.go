package linalg

import "testing"

func BenchmarkScalarExp(b *testing.B) {
	src, dst := make([]float64, 512), make([]float64, 512)
	for i := range src {
		src[i] = -float64(i) / 50
	}
	for b.Loop() {
		expScalar(dst, src)
	}
}
