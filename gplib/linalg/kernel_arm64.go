package linalg

// neon is for all processors of this kind: they have vector registers of 128 bits.
var neon = &kernels{
	name: "NEON", rows: 4, cols: 12, side: 4, multiply: multiply128, solve: solve128, transpose: transpose128, copyRows: copy128,
}

// bestKernels returns the kernels of the processor.
func bestKernels() *kernels { return neon }

//go:noescape
func multiply128(k int, a *float64, aRow, aStep int, b *float64, bStep int, alpha float64, c *float64, cRow int)

//go:noescape
func solve128(l *float64, lRow, lStep int, inverses *float64, x *float64, xRow int)

//go:noescape
func transpose128(blocks int, dst *float64, dstRow, dstNext int, src *float64, srcRow, srcNext int)

//go:noescape
func copy128(rows int, dst *float64, src *float64, srcRow int)
