package linalg

import "math"

// SinCos writes the sines and cosines of x_j into sin_j and cos_j. All have one length;
// x may be one of the others. The absolute error is below 4e-16 for |x| < 1e5; for
// larger arguments, infinities and NaN the results equal math.Sincos's.
//
// It reduces x = k·2π/256 + r with |r| < 0.0123, looks up the sine and cosine of the
// multiple and sums the series of those of r (as [Exp]).
func SinCos(sin, cos, x []float64) {
	sin, cos = sin[:len(x)], cos[:len(x)]
	for j, v := range x {
		if !(v > -circleRange && v < circleRange) {
			sin[j], cos[j] = math.Sincos(v)
			continue
		}
		shifted := v*(circleSize/(2*math.Pi)) + roundToInt
		at := &circle[math.Float64bits(shifted)%circleSize]
		whole := shifted - roundToInt
		r := v - whole*arcHigh - whole*arcLow
		r2 := r * r
		s := r - r*r2*(1.0/6-r2*(1.0/120))
		c := r2 * (1.0/2 - r2*(1.0/24-r2*(1.0/720))) // 1 - cos r
		sin[j] = at.sin + (at.cos*s - at.sin*c)
		cos[j] = at.cos - (at.sin*s + at.cos*c)
	}
}

const (
	circleSize  = 256
	circleRange = 1e5
	// arcHigh + arcLow is 2π/256; multiples of arcHigh by integers below 2^22
	// are exact.
	arcHigh = 0x1.921fb544p-6
	arcLow  = 2*math.Pi/circleSize - arcHigh
)

// circle holds the sines and cosines of the multiples of 2π/256, turned from
// the first quadrant, where the angles have the least rounding.
var circle = func() (t [circleSize]struct{ sin, cos float64 }) {
	const quarter = circleSize / 4
	for i := range quarter {
		s, c := math.Sincos(2 * math.Pi * float64(i) / circleSize)
		t[i].sin, t[i].cos = s, c
		t[i+quarter].sin, t[i+quarter].cos = c, -s
		t[i+2*quarter].sin, t[i+2*quarter].cos = -s, -c
		t[i+3*quarter].sin, t[i+3*quarter].cos = -c, s
	}
	return t
}()
