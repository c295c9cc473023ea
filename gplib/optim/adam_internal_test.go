package optim

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestLanesOfAdamAreItsElements(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	step := Adam{Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8}.at(3, 0.1)
	for n := range 11 {
		var a, b [4][]float64
		for k := range a {
			for range n {
				v := math.Abs(rng.NormFloat64())
				a[k], b[k] = append(a[k], v), append(b[k], v)
			}
		}
		step.move(a[0], a[1], a[2], a[3])
		step.moveEach(b[0], b[1], b[2], b[3])
		for k := range a {
			for j := range a[k] {
				if math.Abs(a[k][j]-b[k][j]) > 1e-15*math.Abs(b[k][j])+1e-16 {
					t.Errorf("n = %d, slice %d, element %d: %v, want %v", n, k, j, a[k][j], b[k][j])
				}
			}
		}
	}
}
