//go:build !amd64 && !arm64

package linalg

// bestKernels are those in Go.
func bestKernels() *kernels { return portable }
