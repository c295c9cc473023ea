package bo

import (
	"math"
	"slices"
	"strconv"
	"testing"
)

func TestATrustRegionGrowsShrinksAndBeginsAnew(t *testing.T) {
	nan := math.NaN()
	values := []float64{5, 4, 6} // initial ones
	if r := trustAfter(values, 3, 2); r != (trust{0, 0.8}) {
		t.Errorf("after the initial ones %+v", r)
	}
	values = append(values, 3, 2, 1)
	if r := trustAfter(values, 3, 2); r.length != 1.6 {
		t.Errorf("after three successes %+v", r)
	}
	values = append(values, 1, nan, 2)
	if r := trustAfter(values, 3, 2); r.length != 1.6 {
		t.Errorf("after three failures %+v", r)
	}
	if r := trustAfter(append(values, 2), 3, 2); r.length != 0.8 {
		t.Errorf("after four failures %+v", r)
	}
	if r := trustAfter(append(values, 0.5), 3, 2); r.length != 1.6 {
		t.Errorf("after a success that interrupts failures %+v", r)
	}
	// From 1.6, eight halvings of four failures each pass 1/128.
	for range 1 + 4*7 {
		values = append(values, 2)
	}
	if r := trustAfter(values, 3, 2); r != (trust{len(values), 0.8}) {
		t.Errorf("after 32 failures of %d evaluations %+v", len(values), r)
	}
}

func TestPointsOfATrustRegionAreInside(t *testing.T) {
	var dims []Dimension
	for k := range 12 {
		dims = append(dims, Real("x"+strconv.Itoa(k), -1, 1))
	}
	space, err := NewSpace(dims...)
	if err != nil {
		t.Fatal(err)
	}
	sphere := func(x []float64) float64 {
		sum := 0.0
		for _, v := range x {
			sum += (v - 0.3) * (v - 0.3)
		}
		return sum
	}
	o := told(t, space, nil, 20, func(x []float64) (float64, []float64) { return sphere(x), nil })
	if o.Settings().Region != Trust {
		t.Fatalf("12 dimensions have the region %q", o.Settings().Region)
	}
	for range 3 {
		r := o.trust()
		s, err := o.search(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		x, err := o.Ask(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		volume := 1.0
		for k, v := range space.places(x) {
			if v < s.within.lo[k]-1e-9 || v > s.within.hi[k]+1e-9 {
				t.Errorf("place %d is %v, outside [%v, %v]", k, v, s.within.lo[k], s.within.hi[k])
			}
			volume *= (s.within.hi[k] - s.within.lo[k]) / r.length
		}
		if volume > 1+1e-9 {
			t.Errorf("the region of length %v has %v times its volume", r.length, volume)
		}
		if err := o.Tell(x, sphere(x)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestScheduleLearnsInFullEachTenth(t *testing.T) {
	var full []int
	for n := 1; n <= 60; n++ {
		if scheduled(n) == n {
			full = append(full, n)
		}
	}
	if !slices.Equal(full[:21], []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22}) || full[len(full)-1] != 60 {
		t.Errorf("full learning at %v", full)
	}
}

// TestPointsAreSpreadEvenly: of 2·3·5 points, each cell of the grid of the first two bases has five, and each fifth of
// the third coordinate has six. Independent points would be this even with a probability below 1e-6.
func TestPointsAreSpreadEvenly(t *testing.T) {
	cells, fifths := map[[2]int]int{}, map[int]int{}
	for _, p := range spread(30, 3, generator(1, 1)) {
		cells[[2]int{int(2 * p[0]), int(3 * p[1])}]++
		fifths[int(5*p[2])]++
	}
	for cell, n := range cells {
		if n != 5 {
			t.Errorf("cell %v has %d points", cell, n)
		}
	}
	for fifth, n := range fifths {
		if n != 6 || fifth > 4 {
			t.Errorf("fifth %d has %d points", fifth, n)
		}
	}
}
