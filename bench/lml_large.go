//go:build ignore

// Command lml_large evaluates the log marginal likelihood with its gradient
// once, ARD squared exponential in 8 dimensions, and prints the time:
//
//	/usr/bin/time -v go run bench/lml_large.go -n 10000
package main

import (
	"flag"
	"fmt"
	"log"
	"runtime"
	"time"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/linalg"
)

func main() {
	n := flag.Int("n", 10000, "observations")
	flag.Parse()
	// Friedman's function has ten dimensions, of which eight are used.
	data, _, err := dataset.Friedman(*n, 1, 1)
	if err != nil {
		log.Fatal(err)
	}
	x := data.X.(*cov.Matrix)
	rows := make([][]float64, *n)
	for i := range rows {
		rows[i] = x.Row(i)[:8]
	}
	if data.X, err = cov.Rows(rows); err != nil {
		log.Fatal(err)
	}
	model := gplib.Model{
		Cov:   cov.Scale(20, cov.SE(0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2)),
		Noise: gplib.Gaussian(1),
	}
	grad := make([]float64, len(model.Params()))
	began := time.Now()
	value, err := gplib.LML{}.Eval(model, data, grad)
	if err != nil {
		log.Fatal(err)
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	library, _ := linalg.BLAS()
	fmt.Printf("n=%d: %.2f s with %s, %.2f GB allocated, -log p = %.6g\n",
		*n, time.Since(began).Seconds(), library, float64(memory.TotalAlloc)/1e9, value)
}
