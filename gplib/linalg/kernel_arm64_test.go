package linalg

// processorKernels returns the sets in assembly that the processor can run.
func processorKernels() []*kernels { return []*kernels{neon} }
