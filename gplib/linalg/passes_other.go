//go:build !amd64

package linalg

// bestPasses returns those in Go.
func bestPasses() *passes { return portablePasses }
