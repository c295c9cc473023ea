//go:build !amd64

package linalg

// bestPasses are those in Go.
func bestPasses() *passes { return portablePasses }
