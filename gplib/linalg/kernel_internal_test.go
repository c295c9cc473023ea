package linalg

import (
	"math"
	"math/rand/v2"
	"testing"
)

// withKernels runs a test with every set of kernels that the machine has.
func withKernels(t *testing.T, run func(t *testing.T)) {
	inUse()
	sets := append(processorKernels(), portable)
	if l, err := openAny(); err == nil {
		sets = append(sets, l.kernels)
	}
	for _, set := range sets {
		t.Run(set.name, func(t *testing.T) {
			before := kernel
			defer func() { kernel = before }()
			kernel = set
			run(t)
		})
	}
}

func random(n int) []float64 {
	rng := rand.New(rand.NewPCG(uint64(n), 3))
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}

// denseSPD returns a positive definite matrix by rows with the given stride; the padding is random.
func denseSPD(n, stride int) []float64 {
	a, noise := random(stride*n), random(n*n)
	for i := range n {
		for j := range i {
			v := 1/(1+0.1*float64(i-j)) + 0.1*noise[i*n+j]/float64(n)
			a[i*stride+j], a[j*stride+i] = v, v
		}
		a[i*stride+i] = 3
	}
	return a
}

// agree compares whole arrays, the gaps between rows too.
func agree(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i, w := range want {
		if math.Abs(got[i]-w) > 1e-10*math.Max(1, math.Abs(w)) {
			t.Fatalf("%s: element %d is %v, gonum's %v", what, i, got[i], w)
		}
	}
}
