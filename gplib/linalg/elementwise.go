package linalg

// ScaleTo writes factor·src_j into dst_j. dst and src have one length and may be
// one slice. It panics where dst is shorter.
func ScaleTo(dst []float64, factor float64, src []float64) {
	pass.scaleTo(dst[:len(src)], factor, src)
}

// SqrtTo writes √(factor·src_j) into dst_j. dst and src have one length and may be
// one slice. It panics where dst is shorter.
func SqrtTo(dst []float64, factor float64, src []float64) {
	pass.sqrtTo(dst[:len(src)], factor, src)
}

// AddScaledTo writes a_j + factor·b_j into dst_j. The three have one length; dst
// may be a or b. It panics where a or b is shorter.
func AddScaledTo(dst, a []float64, factor float64, b []float64) {
	pass.addScaledTo(dst, a[:len(dst)], factor, b[:len(dst)])
}

// MulTo writes a_j·b_j into dst_j. The three have one length; dst may be a or
// b. It panics where a or b is shorter.
func MulTo(dst, a, b []float64) { pass.mulTo(dst, a[:len(dst)], b[:len(dst)]) }

// MulAdd adds a_j·b_j to dst_j. The three have one length; dst may be a or b. It panics where a
// or b is shorter.
func MulAdd(dst, a, b []float64) { pass.mulAdd(dst, a[:len(dst)], b[:len(dst)]) }

// Dot returns Σ_j a_j b_j. a and b have one length; it panics where b is shorter.
func Dot(a, b []float64) float64 { return pass.dot(a, b[:len(a)]) }
