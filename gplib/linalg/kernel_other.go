//go:build !amd64

package linalg

// hasAVX2 is false where there is no assembly.
const hasAVX2 = false

// bestKernels are those in Go.
func bestKernels() *kernels { return portable }
