package linalg

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestScalarExpIsWithinTwoUnitsOfMathExp(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	src := []float64{0, 699.9, -699.9, 710, -720, -800, math.Inf(1), math.Inf(-1), math.NaN()}
	for range 20000 {
		src = append(src, 700*(2*rng.Float64()-1))
	}
	dst := make([]float64, len(src))
	expScalar(dst, src)
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

func BenchmarkScalarExp(b *testing.B) {
	src, dst := make([]float64, 512), make([]float64, 512)
	for i := range src {
		src[i] = -float64(i) / 50
	}
	for b.Loop() {
		expScalar(dst, src)
	}
}
