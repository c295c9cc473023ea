package bo_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"math"

	"krigo/gplib/bo"
)

// A program tunes a rate and a number of layers, with two workers at a time. The run is saved before the last points.
func Example() {
	space, err := bo.NewSpace(bo.Log("rate", 1e-4, 1), bo.Integer("layers", 1, 6))
	if err != nil {
		log.Fatal(err)
	}
	loss := func(x []float64) float64 { return math.Pow(math.Log10(x[0])+2, 2) + math.Abs(x[1]-3)/2 }
	run, err := bo.New(space, &bo.Settings{Seed: 1, Noiseless: true})
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	for range 6 {
		batch, err := run.AskBatch(ctx, 2)
		if err != nil {
			log.Fatal(err)
		}
		for _, x := range batch {
			if err := run.Tell(x, loss(x)); err != nil {
				log.Fatal(err)
			}
		}
	}
	var file bytes.Buffer
	if err := run.Save(&file); err != nil {
		log.Fatal(err)
	}
	resumed, err := bo.Resume(&file)
	if err != nil {
		log.Fatal(err)
	}
	best, err := resumed.Minimise(ctx, func(x []float64) (float64, error) { return loss(x), nil }, 6)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.0f layers, log10 of the rate %.1f, after %d evaluations\n", best.X[1], math.Log10(best.X[0]), len(resumed.Evaluations()))
	// Output: 3 layers, log10 of the rate -2.0, after 18 evaluations
}
