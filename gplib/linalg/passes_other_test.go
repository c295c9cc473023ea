//go:build !amd64

package linalg

// processorPasses are the sets in assembly that the processor can run.
func processorPasses() []*passes { return nil }
