package optim

import "golang.org/x/sys/cpu"

// hasLanes reports whether the processor has the instructions of moveLanes.
var hasLanes = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// moveLanes is [adamStep.move] on n elements, a positive multiple of 4.
//
//go:noescape
func moveLanes(n int, x, grad, first, second *float64, c *adamStep)
