package linalg

var (
	avx512Passes = &passes{
		name: "AVX-512",
		exp:  func(dst, src []float64) { exp512(dst, src, &expConstants) }, scaleTo: scaleTo512, sqrtTo: sqrtTo512, addScaledTo: addScaledTo512,
		mulTo: mulTo512, mulAdd: mulAdd512, dot: dot512, squaredDistances: squaredDistances512, weightedSquares: weightedSquares512,
	}
	avx2Passes = &passes{
		name: "AVX2",
		exp:  expByFours, scaleTo: scaleTo256, sqrtTo: sqrtTo256, addScaledTo: addScaledTo256,
		mulTo: mulTo256, mulAdd: mulAdd256, dot: dot256, squaredDistances: squaredDistances256, weightedSquares: weightedSquares256,
	}
)

// bestPasses returns the passes of the processor.
func bestPasses() *passes {
	switch {
	case hasAVX512:
		return avx512Passes
	case hasAVX2:
		return avx2Passes
	}
	return portablePasses
}
