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

// bestPasses are those of the processor.
func bestPasses() *passes {
	switch {
	case hasAVX512:
		return avx512Passes
	case hasAVX2:
		return avx2Passes
	}
	return portablePasses
}

// exp512 reduces and sums as exp256 does, of which it has the bits where results are normal.
//
//go:noescape
func exp512(dst, src []float64, constants *[20][4]float64)

//go:noescape
func scaleTo512(dst []float64, factor float64, src []float64)

//go:noescape
func sqrtTo512(dst []float64, factor float64, src []float64)

//go:noescape
func addScaledTo512(dst, a []float64, factor float64, b []float64)

//go:noescape
func mulTo512(dst, a, b []float64)

//go:noescape
func mulAdd512(dst, a, b []float64)

//go:noescape
func dot512(a, b []float64) float64

//go:noescape
func squaredDistances512(dst, x, y []float64, stride int)

//go:noescape
func weightedSquares512(w []float64, x float64, y []float64) float64

// exp256 writes exp(src_j) into dst_j for groups of four of the n numbers,
// until a group holds one that is NaN or whose result is not normal and not
// 0, and returns the number written.
//
//go:noescape
func exp256(dst, src *float64, n int, constants *[20][4]float64) int

//go:noescape
func scaleTo256(dst []float64, factor float64, src []float64)

//go:noescape
func sqrtTo256(dst []float64, factor float64, src []float64)

//go:noescape
func addScaledTo256(dst, a []float64, factor float64, b []float64)

//go:noescape
func mulTo256(dst, a, b []float64)

//go:noescape
func mulAdd256(dst, a, b []float64)

//go:noescape
func dot256(a, b []float64) float64

//go:noescape
func squaredDistances256(dst, x, y []float64, stride int)

//go:noescape
func weightedSquares256(w []float64, x float64, y []float64) float64
