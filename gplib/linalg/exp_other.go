//go:build !amd64

package linalg

func expVector([]float64, []float64) { panic("linalg: no vector exponential on this platform") }
