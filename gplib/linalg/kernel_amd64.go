package linalg

import "golang.org/x/sys/cpu"

// hasAVX2 reports whether the processor has AVX2 and FMA, and hasAVX512 whether it
// has AVX-512 as well, which this package's assembly takes.
var (
	hasAVX2   = cpu.X86.HasAVX2 && cpu.X86.HasFMA
	hasAVX512 = hasAVX2 && cpu.X86.HasAVX512F
)

var (
	avx512 = &kernels{
		name: "AVX-512", rows: 8, cols: 24, side: 8, multiply: multiply512, solve: solve512, transpose: transpose512, copyRows: copy512,
	}
	avx2 = &kernels{
		name: "AVX2", rows: 4, cols: 12, side: 4, multiply: multiply256, solve: solve256, transpose: transpose256, copyRows: copy256,
	}
)

// bestKernels returns the kernels of the processor.
func bestKernels() *kernels {
	switch {
	case hasAVX512:
		return avx512
	case hasAVX2:
		return avx2
	}
	return portable
}
