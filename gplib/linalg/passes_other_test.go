//go:build !amd64

package linalg

// processorPasses returns the sets in assembly that the processor can run.
func processorPasses() []*passes { return nil }
