package softmax_test

import "testing"

func BenchmarkLML500(b *testing.B) {
	m, d := modelOf(3), drawn(b, 500, 3, 1)
	grad := make([]float64, len(m.Params()))
	for b.Loop() {
		value(b, m, d, grad)
	}
}
