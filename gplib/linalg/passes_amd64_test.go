package linalg

import (
	"math"
	"testing"
)

// processorPasses returns the sets in assembly that the processor can run.
func processorPasses() (sets []*passes) {
	if hasAVX512 {
		sets = append(sets, avx512Passes)
	}
	if hasAVX2 {
		sets = append(sets, avx2Passes)
	}
	return sets
}

func TestVectorExpsHaveTheSameBitsWhereNormal(t *testing.T) {
	if !hasAVX512 {
		t.Skip("one form only")
	}
	src := random(20000)
	for j := range src {
		src[j] = math.Mod(200*src[j], 700)
	}
	wide, narrow := make([]float64, len(src)), make([]float64, len(src))
	avx512Passes.exp(wide, src)
	avx2Passes.exp(narrow, src)
	for j, x := range src {
		if wide[j] != narrow[j] {
			t.Fatalf("exp(%v) is %v by eight and %v by four", x, wide[j], narrow[j])
		}
	}
}
