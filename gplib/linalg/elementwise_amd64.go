package linalg

// mulTo writes a_j·b_j into dst_j for n numbers. hasAVX2 tells whether it
// works.
//
//go:noescape
func mulTo(dst, a, b *float64, n int)

// mulAdd adds a_j·b_j to dst_j for n numbers. hasAVX2 tells whether it works.
//
//go:noescape
func mulAdd(dst, a, b *float64, n int)
