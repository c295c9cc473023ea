package optim_test

import (
	"fmt"
	"math/rand/v2"

	"krigo/gplib/cov"
	"krigo/gplib/optim"
)

// Adam goes down the parabola (x - 3)².
func ExampleAdam() {
	s, err := optim.Adam{Rate: optim.CosineDecay(0.3, 0, 200)}.Start(1)
	if err != nil {
		fmt.Println(err)
		return
	}
	x, grad := []float64{0}, make([]float64, 1)
	for range 200 {
		grad[0] = 2 * (x[0] - 3)
		s.Step(x, grad)
	}
	fmt.Printf("%.3f\n", x[0])
	// Output: 3.000
}

func ExampleBatches() {
	batches, err := optim.NewBatches(5, 2, rand.NewPCG(1, 2))
	if err != nil {
		fmt.Println(err)
		return
	}
	seen := map[int]bool{}
	for batches.Epoch() == 0 && len(seen) < 5 {
		for _, i := range batches.Next() {
			seen[i] = true
		}
	}
	fmt.Println(len(seen), "positions in an epoch")
	// Output: 5 positions in an epoch
}

// Free coordinates stand for values inside the bounds.
func ExampleSpace() {
	ps := []cov.Param{cov.Positive("lengthscale", 2), cov.Positive("variance", 5)}
	ps[1].Fixed = true
	space, err := optim.NewSpace(ps)
	if err != nil {
		fmt.Println(err)
		return
	}
	u := space.Start()
	u[0] += 1 // e times the lengthscale
	fmt.Printf("%d free, natural values %.3f\n", space.Dim(), space.Natural(u))
	// Output: 1 free, natural values [5.437 5.000]
}
