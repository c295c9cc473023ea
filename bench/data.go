package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/dataset/fetch"
)

// mostRows is the number of rows that are drawn at random from larger public sets.
const mostRows = 1000

// points returns data by name: a number n means n generated points in 8 dimensions, a
// name a public set, standardised.
func points(name string) (gplib.Data, error) {
	if n, err := strconv.Atoi(name); err == nil {
		return generated(n)
	}
	return public(name)
}

// generated draws inputs uniformly from [0, 3]⁸; the observations are Σ sin 2x plus
// noise of standard deviation 0.1.
func generated(n int) (gplib.Data, error) {
	rng := rand.New(rand.NewPCG(uint64(n), 8))
	x, y := make([][]float64, n), make([]float64, n)
	for i := range x {
		x[i] = make([]float64, 8)
		y[i] = 0.1 * rng.NormFloat64()
		for k := range x[i] {
			x[i][k] = 3 * rng.Float64()
			y[i] += math.Sin(2 * x[i][k])
		}
	}
	inputs, err := cov.Rows(x)
	if err != nil {
		return gplib.Data{}, err
	}
	return gplib.NewData(inputs, y)
}

// public returns a set of the UCI collection, and downloads it if it is not here.
func public(name string) (gplib.Data, error) {
	set, err := fetch.Public().Find(name)
	if err != nil {
		return gplib.Data{}, err
	}
	if err := (fetch.Getter{}).Get(context.Background(), set); err != nil {
		return gplib.Data{}, absent{err}
	}
	b, err := dataset.UCI("", name)
	if err != nil {
		return gplib.Data{}, err
	}
	d := b.Data
	if n := len(d.Y); n > mostRows {
		if _, d, err = dataset.SplitIndex(d, rand.New(rand.NewPCG(1, 1)).Perm(n)[:mostRows]); err != nil {
			return gplib.Data{}, err
		}
	}
	d, _, err = dataset.Standardise(d)
	return d, err
}

// writePoints writes data for the peers, a row a line, the observation last.
func writePoints(w io.Writer, name string) error {
	d, err := points(name)
	if err != nil {
		return err
	}
	x := d.X.(*cov.Matrix)
	for i, y := range d.Y {
		for _, v := range x.Row(i) {
			if _, err := fmt.Fprintf(w, "%v ", v); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintln(w, y); err != nil {
			return err
		}
	}
	return nil
}
