package rkhs

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/dataset"
)

// counting returns n rows, the i-th with the input i and the observation i +
// 1000, from a reader with 64 in memory at once.
func counting(t *testing.T, n int) *rows {
	t.Helper()
	reader, err := dataset.GeneratedRows(n, 1, func(i int, x []float64) float64 { x[0] = float64(i); return float64(i + 1000) })
	if err != nil {
		t.Fatal(err)
	}
	return &rows{blocks: dataset.NewBlocks(reader, 64), n: n, mean: gplib.ConstantMean(1000)}
}

// Each pass over the rows of a reader deals each row once, less the mean, in an
// order that the seed decides.
func TestAPassOverAReaderDealsEachRowOnce(t *testing.T) {
	const n = 150
	r := counting(t, n)
	pass := func(seed uint64) (order []float64) {
		if err := r.epoch(rand.NewPCG(seed, 0), 20); err != nil {
			t.Fatal(err)
		}
		for {
			x, y, err := r.next()
			if err != nil {
				t.Fatal(err)
			}
			if len(y) == 0 {
				return order
			}
			for i, v := range y {
				if v != x.At(i, 0) {
					t.Errorf("row %v has the observation %v", x.At(i, 0), v)
				}
				order = append(order, v)
			}
			if x, y := r.other(rand.New(rand.NewPCG(1, 1)), 5); len(y) != 5 || x.At(0, 0) != y[0] {
				t.Errorf("another minibatch has the rows %v and %v", x, y)
			}
		}
	}
	first, again, other := pass(1), pass(1), pass(2)
	if !slices.Equal(first, again) || slices.Equal(first, other) {
		t.Error("the seed does not decide the order")
	}
	slices.Sort(first)
	slices.Sort(other)
	if len(first) != n || first[0] != 0 || first[n-1] != n-1 || len(slices.Compact(other)) != n {
		t.Errorf("the rows are %v", first)
	}
	r.setMean(gplib.ConstantMean(900))
	sum := 0.0
	err := r.each(func(x *mat.Dense, y []float64) error {
		for i, v := range y {
			sum += v - x.At(i, 0)
		}
		return nil
	})
	if err != nil || sum != 100*n {
		t.Errorf("the rows less another mean differ by %v, want %v (%v)", sum, 100*n, err)
	}
}

func TestRowsThatAreNoNumbersAreNamed(t *testing.T) {
	for name, row := range map[string]func(i int, x []float64) float64{
		"y of row 3":       func(i int, x []float64) float64 { return map[bool]float64{true: math.NaN()}[i == 3] },
		"input 0 of row 5": func(i int, x []float64) float64 { x[0] = map[bool]float64{true: math.Inf(1)}[i == 5]; return 0 },
	} {
		reader, err := dataset.GeneratedRows(9, 1, row)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := streamed(gplib.Model{}, reader); err == nil || !slices.Contains([]string{"rkhs: " + name + " is NaN", "rkhs: " + name + " is +Inf"}, err.Error()) {
			t.Errorf("%v, want %s", err, name)
		}
	}
}
