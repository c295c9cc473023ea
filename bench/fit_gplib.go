//go:build ignore

// Command fit_gplib reads {"x": [[...]], "y": [...]} from standard input, learns
// an ARD squared exponential with noise from it by the default settings, and
// writes the time and the log marginal likelihood as JSON. fit_sklearn.py runs
// it.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"
	"slices"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

func main() {
	var in struct {
		X [][]float64 `json:"x"`
		Y []float64   `json:"y"`
	}
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		log.Fatal(err)
	}
	x, err := cov.Rows(in.X)
	if err != nil {
		log.Fatal(err)
	}
	model := gplib.Model{
		Cov:   cov.Scale(1, cov.SE(slices.Repeat([]float64{1}, x.Dim())...)),
		Noise: gplib.Gaussian(0.1),
	}
	if _, err := linalg.BLAS(); err != nil { // loaded before the clock starts, as by Python's import of numpy
		log.Fatal(err)
	}
	fit, err := gplib.Fit(context.Background(), model, gplib.Data{X: x, Y: in.Y}, nil)
	if err != nil {
		log.Fatal(err)
	}
	err = json.NewEncoder(os.Stdout).Encode(map[string]any{
		"seconds": fit.Elapsed.Seconds(), "lml": -fit.Value, "status": fit.Status.String(), "warnings": fit.Warnings,
	})
	if err != nil {
		log.Fatal(err)
	}
}
