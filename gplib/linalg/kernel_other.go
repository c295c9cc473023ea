//go:build !amd64 && !arm64

package linalg

// bestKernels returns those in Go.
func bestKernels() *kernels { return portable }
