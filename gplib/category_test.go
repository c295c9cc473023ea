package gplib_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// sited is a fit of a number and of a category with the levels A, B and C. B is the most frequent one.
func sited(t *testing.T) *gplib.Result {
	t.Helper()
	x, err := cov.Points(mat.NewDense(6, 4, []float64{
		0, 1, 0, 0,
		1, 0, 1, 0,
		2, 0, 1, 0,
		3, 0, 1, 0,
		4, 0, 0, 1,
		5, 0, 0, 1,
	})).Named("temp", "site=A", "site=B", "site=C")
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Cov: cov.Scale(2, cov.SE(2, 1, 1, 1)), Noise: gplib.Gaussian(0.1)}
	p, err := gplib.Condition(m, gplib.Data{X: x, Y: []float64{1, 3, 2, 5, 0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	return &gplib.Result{Model: m, Posterior: p}
}

// Where at does not say otherwise a slice is at the level that most rows have.
func TestSlicesAreAtALevelOfACategory(t *testing.T) {
	r := sited(t)
	for _, c := range []struct {
		at   map[string]float64
		want [3]float64
	}{
		{nil, [3]float64{0, 1, 0}},
		{map[string]float64{"site=C": 1}, [3]float64{0, 0, 1}},
		{map[string]float64{"site=B": 0}, [3]float64{0, 0, 1}},
		{map[string]float64{"site=A": 0.5, "site=B": 0.5}, [3]float64{0.5, 0.5, 0}},
	} {
		s, err := r.Slice("temp", c.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := [3]float64{s.At["site=A"], s.At["site=B"], s.At["site=C"]}; got != c.want {
			t.Errorf("at %v the levels are %v, want %v", c.at, got, c.want)
		}
	}
	if _, err := r.Slice("site=A", nil); err == nil || !strings.Contains(err.Error(), `"site=A" is a 0/1 column of the category site`) {
		t.Errorf("a slice along a level: %v", err)
	}
}

// The effect of a category is at its levels: averages over the rows, after all have been set to the level.
func TestEffectsOfACategoryAreAtItsLevels(t *testing.T) {
	r := sited(t)
	x := r.Posterior.Data().X.(*cov.Matrix)
	all, err := gplib.Effects(r.Posterior, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 || !slices.Equal(all[1].Inputs, x.Names()[1:]) {
		t.Fatalf("the effects are %v", all)
	}
	for level := range 3 {
		set := mat.DenseCopyOf(x)
		for i := range x.Len() {
			for k := range 3 {
				set.Set(i, 1+k, map[bool]float64{true: 1}[k == level])
			}
		}
		q, err := r.Predict(cov.Points(set).Like(x))
		if err != nil {
			t.Fatal(err)
		}
		want := 0.0
		for _, v := range q.Mean {
			want += v / float64(x.Len())
		}
		if got := all[1].Mean[level]; math.Abs(got-want) > 1e-9 || all[1].Values[level][level] != 1 {
			t.Errorf("at %v: %v, want %v", all[1].Values[level], got, want)
		}
	}
	some, err := gplib.Effects(r.Posterior, nil, 3, 1, 0)
	if err != nil || len(some) != 2 || len(some[0].Inputs) != 3 || some[1].Inputs[0] != "temp" {
		t.Errorf("the effects are %v, %v", some, err)
	}
}
