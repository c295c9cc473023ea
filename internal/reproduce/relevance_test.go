package reproduce

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The indices of the known functions are those that Monte Carlo finds, with each input
// drawn independently of the others.
func TestKnownFunctionsHaveTheirIndices(t *testing.T) {
	count := 100_000
	if testing.Short() {
		count = 20_000
	}
	for _, k := range knownFunctions() {
		if len(k.first) != k.inputs || len(k.total) != k.inputs {
			t.Fatalf("%s: %d and %d indices of %d inputs", k.name, len(k.first), len(k.total), k.inputs)
		}
		rng := rand.New(rand.NewPCG(5, 6))
		for j := range k.inputs {
			first, total := bruteForceIndices(k, j, count, rng)
			// Products of values have variances of about that of f squared, or some times it.
			if tol := 5 / math.Sqrt(float64(count)); math.Abs(first-k.first[j]) > tol || math.Abs(total-k.total[j]) > tol {
				t.Errorf("%s, input %d: the indices %.4f and %.4f, by brute force %.4f and %.4f", k.name, j, k.first[j], k.total[j], first, total)
			}
		}
	}
}

// bruteForceIndices returns the indices of input j from pairs of points that have either
// this input in common, or all others.
func bruteForceIndices(k knownFunction, j, count int, rng *rand.Rand) (first, total float64) {
	point := func() []float64 {
		x := make([]float64, k.inputs)
		k.draw(x, rng)
		return x
	}
	level := 0.0 // of f, roughly: less of it leaves less variance
	for range 100 {
		level += k.f(point()) / 100
	}
	var sum, squares, common, changed float64
	for range count {
		a, b, values := point(), point(), point()
		a[j] = values[j]
		b[j] = values[j]
		y, sameInput := k.f(a)-level, k.f(b)-level
		other := slices.Clone(a)
		other[j] = point()[j]
		z := k.f(other) - level
		sum, squares = sum+y, squares+y*y
		common += y * sameInput
		changed += (y - z) * (y - z) / 2
	}
	n := float64(count)
	mean := sum / n
	variance := squares/n - mean*mean
	return (common/n - mean*mean) / variance, changed / n / variance
}
