package linalg

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// passes are the loops over arrays of numbers, next to the [kernels] of products. Slices
// of one call have one length, except x and y of squaredDistances.
//
// An element of a result depends on no other one. Last bits of sums depend on the set.
type passes struct {
	name string
	// exp writes exp(src_j); dst may be src, as everywhere here.
	exp func(dst, src []float64)
	// scaleTo writes factor·src_j.
	scaleTo func(dst []float64, factor float64, src []float64)
	// sqrtTo writes √(factor·src_j).
	sqrtTo func(dst []float64, factor float64, src []float64)
	// addScaledTo writes a_j + factor·b_j.
	addScaledTo func(dst, a []float64, factor float64, b []float64)
	// mulTo writes a_j·b_j.
	mulTo func(dst, a, b []float64)
	// mulAdd adds a_j·b_j.
	mulAdd func(dst, a, b []float64)
	// dot is Σ_j a_j b_j.
	dot func(a, b []float64) float64
	// squaredDistances writes Σ_k (x_k - y[k·stride+j])².
	squaredDistances func(dst, x, y []float64, stride int)
	// weightedSquares is Σ_j w_j (x - y_j)².
	weightedSquares func(w []float64, x float64, y []float64) float64
}

// pass is the set in use.
var pass = bestPasses()

// portablePasses are for processors without assembly here.
var portablePasses = &passes{
	name: "Go", exp: expScalar,
	scaleTo:          func(dst []float64, factor float64, src []float64) { floats.ScaleTo(dst, factor, src) },
	sqrtTo:           sqrtElements,
	addScaledTo:      func(dst, a []float64, factor float64, b []float64) { floats.AddScaledTo(dst, a, factor, b) },
	mulTo:            func(dst, a, b []float64) { floats.MulTo(dst, a, b) },
	mulAdd:           mulAddElements,
	dot:              floats.Dot,
	squaredDistances: squaredDistancesByDimension,
	weightedSquares:  weightedSquaresInOrder,
}

func sqrtElements(dst []float64, factor float64, src []float64) {
	for j, v := range src {
		dst[j] = math.Sqrt(factor * v)
	}
}

func mulAddElements(dst, a, b []float64) {
	for j, v := range a {
		dst[j] += v * b[j]
	}
}

func squaredDistancesByDimension(dst, x, y []float64, stride int) {
	clear(dst)
	for k, xk := range x {
		for j, v := range y[k*stride:][:len(dst)] {
			t := xk - v
			dst[j] += t * t
		}
	}
}

func weightedSquaresInOrder(w []float64, x float64, y []float64) float64 {
	sum := 0.0
	for j, v := range y {
		t := x - v
		sum += w[j] * t * t
	}
	return sum
}
