package gplib_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func savedPosteriors(t testing.TB) []*gplib.Exact {
	t.Helper()
	d := sample(t, 12, 1)
	trend, err := gplib.UncertainMean(gplib.Model{
		Mean: gplib.LinearMean(1, 2), Cov: cov.Scale(1.3, cov.SE(0.7)), Noise: gplib.BoundedGaussian(0.1, 0.01, 1)}, 3)
	if err != nil {
		t.Fatal(err)
	}
	words := gplib.Data{X: cov.Strings{"abab", "abc", "cab"}, Y: []float64{1, 2, 3}}
	table := gplib.Data{X: cov.Categories{{"a", "b"}, {"a", "c"}}, Y: []float64{1, 2}}
	return []*gplib.Exact{
		condition(t, withPriors(t), d),
		condition(t, trend, d),
		condition(t, gplib.Model{Cov: cov.Spectrum(2), Noise: gplib.FixedGaussian(0.1)}, words),
		condition(t, gplib.Model{Cov: cov.Hamming(1, 2), Noise: gplib.Gaussian(0.1)}, table),
		condition(t, gplib.Model{Cov: cov.SE(1), Noise: gplib.GroupNoise(0, 0.1, 0.2)}, gplib.Data{X: cov.Line([]float64{0, 1, 1}), Y: []float64{1, 2, 3}}),
		condition(t, gplib.Model{Cov: cov.SE(1), Noise: gplib.PointNoise(0, 0.1)}, gplib.Data{X: cov.Line([]float64{2, 1, 1}), Y: []float64{1, 2, 3}}),
	}
}

func TestPosteriorsComeBackFromBothForms(t *testing.T) {
	for _, e := range savedPosteriors(t) {
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		data, err := e.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var a, b gplib.Exact
		if err := json.Unmarshal(text, &a); err != nil {
			t.Fatal(err)
		}
		if err := b.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		want, err := e.Predict(e.Data().X)
		if err != nil {
			t.Fatal(err)
		}
		for _, read := range []*gplib.Exact{&a, &b} {
			got, err := read.Predict(e.Data().X)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got.Mean, want.Mean) || !reflect.DeepEqual(got.VarY, want.VarY) {
				t.Errorf("%v: means %v and %v", e.Model(), got.Mean, want.Mean)
			}
			if !reflect.DeepEqual(read.Model().Params(), e.Model().Params()) {
				t.Errorf("parameters %+v and %+v", read.Model().Params(), e.Model().Params())
			}
		}
	}
}

func TestModelsComeBackFromTheirForm(t *testing.T) {
	for _, e := range savedPosteriors(t) {
		text, err := json.Marshal(e.Model())
		if err != nil {
			t.Fatal(err)
		}
		whole, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range [][]byte{text, whole} {
			var m gplib.Model
			if err := json.Unmarshal(text, &m); err != nil {
				t.Fatal(err)
			}
			if m.String() != e.Model().String() || !reflect.DeepEqual(m.Params(), e.Model().Params()) {
				t.Errorf("%v came back as %v", e.Model(), m)
			}
		}
	}
	kept := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}
	before := kept.String()
	if err := kept.UnmarshalJSON([]byte(`{"format":"krigo-gp","version":1,"noise":{"kind":"loud"}}`)); err == nil || kept.String() != before {
		t.Errorf("a broken form made %v (%v)", kept, err)
	}
}

func TestBrokenFormsAreErrors(t *testing.T) {
	e := savedPosteriors(t)[0]
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	data, err := e.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for cut := range data {
		var read gplib.Exact
		if err := read.UnmarshalBinary(data[:cut]); err == nil {
			t.Fatalf("read of the first %d of %d bytes", cut, len(data))
		}
	}
	for _, c := range []struct{ from, to, want string }{
		{`"version":2`, `"version":3`, "version 3; this library reads 1 to 2"},
		{`"krigo-gp"`, `"other"`, `the format is "other"`},
		{`"gaussian"`, `"loud"`, `no noise "loud"`},
		{`"constant"`, `"loud"`, `no mean "loud"`},
		{`"SE"`, `"RBF"`, `no covariance function "RBF"`},
		{`"y":[`, `"y":[1,`, "12 inputs but 13 observations"},
	} {
		bad := strings.Replace(string(text), c.from, c.to, 1)
		var read gplib.Exact
		if err := read.UnmarshalJSON([]byte(bad)); err == nil || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.to, err, c.want)
		}
	}
}

func TestAPosteriorOfAGoFunctionSaysThatItCannotBeWritten(t *testing.T) {
	mine := cov.Custom(cov.Definition{Name: "mine", At: func(x, y, _ []float64) float64 { return x[0]*y[0] + 1 }})
	e, err := gplib.Condition(gplib.Model{Cov: cov.Sum(cov.SE(1), mine), Noise: gplib.Gaussian(0.1)}, sample(t, 5, 1))
	if err != nil {
		t.Fatal(err)
	}
	const want = `Custom "mine" cannot be saved because its At is a Go function; use a Formula`
	if _, err := e.MarshalJSON(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("MarshalJSON: %v", err)
	}
	if _, err := e.MarshalBinary(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("MarshalBinary: %v", err)
	}
}
