package linalg

// MulTo writes a_j·b_j into dst_j. The three have one length; dst may be a or
// b. It panics where a or b is shorter.
func MulTo(dst, a, b []float64) {
	a, b = a[:len(dst)], b[:len(dst)]
	if hasAVX2 && len(dst) > 0 {
		mulTo(&dst[0], &a[0], &b[0], len(dst))
		return
	}
	for j, v := range a {
		dst[j] = v * b[j]
	}
}

// MulAdd adds a_j·b_j to dst_j. The three have one length; it panics where a
// or b is shorter.
func MulAdd(dst, a, b []float64) {
	a, b = a[:len(dst)], b[:len(dst)]
	if hasAVX2 && len(dst) > 0 {
		mulAdd(&dst[0], &a[0], &b[0], len(dst))
		return
	}
	for j, v := range a {
		dst[j] += v * b[j]
	}
}
