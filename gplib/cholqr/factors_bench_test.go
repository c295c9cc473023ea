package cholqr

import "testing"

// BenchmarkCandidate is the exact evaluation of a candidate, and its estimate.
func BenchmarkCandidate(b *testing.B) {
	m, d := regression(4000, 3, 31)
	f := factorsOf(b, m, d, VAR, 128, 18)
	var points []int
	for j := range 16 {
		points = append(points, f.free(200*j))
	}
	f.addInformation(points)
	j := f.free(3500)
	b.Run("exact", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			f.gain(j)
		}
	})
	b.Run("estimate", func(b *testing.B) {
		b.ReportAllocs()
		s := f.scorer()
		for b.Loop() {
			s.score(j)
		}
	})
	b.Run("all estimates", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			f.best(8)
		}
	})
}
