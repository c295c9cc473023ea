package linalg

// processorKernels returns the sets in assembly that the processor can run.
func processorKernels() (sets []*kernels) {
	if hasAVX512 {
		sets = append(sets, avx512)
	}
	if hasAVX2 {
		sets = append(sets, avx2)
	}
	return sets
}
