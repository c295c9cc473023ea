package cov_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// again returns k written as JSON and read.
func again(t *testing.T, k cov.Func) cov.Func {
	t.Helper()
	var read cov.Spec
	if err := json.Unmarshal(jsonOf(t, k), &read); err != nil {
		t.Fatal(err)
	}
	f, err := read.Func()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestEveryFunctionComesBackFromItsDescription(t *testing.T) {
	special := []cov.Func{
		cov.Tie(cov.Sum(cov.SE(1), cov.Matern12(1)), "lengthscale"),
		cov.WithPrior(cov.WithTransform(cov.SE(1), "lengthscale", cov.Softplus), "lengthscale", cov.GammaPrior(2, 3)),
		cov.Fix(cov.Bound(cov.Scale(1, cov.Matern52(2)), "variance", 0.5, 3), "lengthscale"),
		cov.Deep(cov.SE(1), net(3, 3, 2)),
		cov.Hamming(0.7), cov.RationalQuadratic(1.4, 1, 2, 3), cov.White(0.3),
	}
	for d, all := range map[int][]formula{1: append(smooth[1], rough[1]...), 3: append(append(smooth[3], rough[3]...), written...)} {
		x := points(12, d)
		for _, c := range all {
			if d == 3 {
				special = append(special, c.f)
				continue
			}
			sameFunction(t, c.f, x)
		}
	}
	for _, k := range special {
		sameFunction(t, k, points(12, 3))
	}
	w := cov.Warp(cov.SE(0.3), []float64{1.3}, []float64{0.8})
	sameFunction(t, w, unit(points(12, 3)))
	sameFunction(t, cov.Spectrum(2), cov.Strings{"abab", "bab", "c"})
	sameFunction(t, cov.Mismatch(2, 1, "abc"), cov.Strings{"abab", "bab", "c"})
	graphs, err := cov.NewGraphs(randomGraphs(6))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []cov.Func{
		cov.WeisfeilerLehman(2), cov.WeisfeilerLehmanLevel(1), cov.ShortestPath(3), cov.Graphlet3(),
		cov.RandomWalk(2, 0.4), cov.Layer(cov.WeisfeilerLehman(1), 1),
	} {
		sameFunction(t, k, graphs)
	}
}

func sameFunction(t *testing.T, k cov.Func, x cov.Inputs) {
	t.Helper()
	f := again(t, k)
	if !reflect.DeepEqual(f.Params(), k.Params()) || fmt.Sprint(f) != fmt.Sprint(k) {
		t.Errorf("%v came back as %v with %+v", k, f, f.Params())
	}
	n := x.Len()
	a, b := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	k.Gram(a, x, x)
	f.Gram(b, x, x)
	if !mat.Equal(a, b) {
		t.Errorf("%v came back with another Gram matrix", k)
	}
}

func TestBrokenDescriptionsAreErrors(t *testing.T) {
	for _, text := range []string{
		`{}`, `{"kind":"SE"}`, `{"kind":"Sum","parts":[{"kind":"no"}]}`, `{"kind":"Scale","theta":[1]}`,
		`{"kind":"Tie","whole":[0,9],"parts":[{"kind":"SE","theta":[1]}]}`,
		`{"kind":"SpectralMixture","theta":[1,2,3,4],"whole":[1]}`,
		`{"kind":"SpectralMixture","theta":[1,2,3,4],"whole":[-1]}`,
		`{"kind":"Network","theta":[1],"whole":[9,9,9],"parts":[{"kind":"SE","theta":[1]}]}`,
		`{"kind":"Formula","text":"exp("}`, `{"kind":"On","whole":[-1],"parts":[{"kind":"SE","theta":[1]}]}`,
		`{"kind":"adjusted","params":[],"parts":[{"kind":"SE","theta":[1]}]}`,
		`{"kind":"PeriodicARD","theta":[1,2,3]}`,
		`{"kind":"Formula","text":"a","params":[{"name":"a","value":1,"prior":{"name":"X","theta":[1,2]}}]}`,
	} {
		var s cov.Spec
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		if f, err := s.Func(); err == nil {
			t.Errorf("%s made %v", text, f)
		}
	}
	if _, err := cov.Describe(cov.Custom(cov.Definition{Name: "mine", At: func(_, _, _ []float64) float64 { return 1 }})); err == nil {
		t.Error("a function in Go was written")
	}
}
