package linalg

import "golang.org/x/sys/cpu"

// hasAVX2 tells whether the processor has AVX2 and FMA, which this package's
// assembly takes.
var hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// multiplyTile adds a·b to the tileRows × tileCols matrix at c, whose rows
// are stride numbers apart. a holds k columns of tileRows numbers, b k rows
// of tileCols; k is positive.
//
//go:noescape
func multiplyTile(k int, a, b, c *float64, stride int)
