package lik

import (
	"fmt"
	"math"
)

// checkCount returns an error unless y is a whole number from 0.
func checkCount(y float64, name string) error {
	switch {
	case y < 0:
		return fmt.Errorf("a %s likelihood takes counts, whole numbers from 0", name)
	case y != math.Trunc(y):
		return fmt.Errorf("a %s likelihood takes counts, and this is not a whole number; pass numbers of events, not rates", name)
	}
	return nil
}

// logCounts returns the logarithms of counts, of half an event for 0.
func logCounts(y []float64) []float64 {
	f := make([]float64, len(y))
	for i, v := range y {
		f[i] = math.Log(math.Max(v, 0.5))
	}
	return f
}

func logFactorial(y float64) float64 {
	v, _ := math.Lgamma(y + 1)
	return v
}
