package gplib_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func sliced(t *testing.T) *gplib.Result {
	t.Helper()
	x := cov.Points(mat.NewDense(4, 3, []float64{
		0, 10, 1,
		1, 20, 0,
		2, 30, 1,
		4, 90, 0,
	}))
	x, err := x.Named("temp", "load", "weekend")
	if err != nil {
		t.Fatal(err)
	}
	d := gplib.Data{X: x, Y: []float64{1, 3, 2, 5}}
	m := gplib.Model{Cov: cov.Scale(2, cov.SE(2, 30, 1)), Noise: gplib.Gaussian(0.1)}
	p, err := gplib.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	return &gplib.Result{Model: m, Posterior: p}
}

// A slice is the prediction at points made by hand.
func TestSliceIsAPredictionOnALine(t *testing.T) {
	r := sliced(t)
	for _, c := range []struct {
		input string
		at    map[string]float64
		point func(v float64) []float64
		ends  [2]float64
		text  string
	}{
		{"temp", nil, func(v float64) []float64 { return []float64{v, 20, 0} }, [2]float64{0, 4}, `slice along "temp" from 0 to 4 at load = 20, weekend = 0`},
		{"load", map[string]float64{"weekend": 1, "temp": -3}, func(v float64) []float64 { return []float64{-3, v, 1} }, [2]float64{10, 90}, `slice along "load" from 10 to 90 at temp = -3, weekend = 1`},
	} {
		s, err := r.Slice(c.input, c.at)
		if err != nil {
			t.Fatal(err)
		}
		last := len(s.Values) - 1
		if s.Values[0] != c.ends[0] || s.Values[last] != c.ends[1] || s.String() != c.text || len(s.Mean) != len(s.Values) {
			t.Errorf("%v of %d values and %d means, from %v to %v", s, len(s.Values), len(s.Mean), s.Values[0], s.Values[last])
		}
		for _, k := range []int{0, 57, last} {
			x := cov.Points(mat.NewDense(1, 3, c.point(s.Values[k]))).Like(r.Posterior.Data().X)
			q, err := r.Predict(x)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(q.Mean[0]-s.Mean[k]) > 1e-12 || math.Abs(q.Var[0]-s.Var[k]) > 1e-12 || math.Abs(q.VarY[0]-s.VarY[k]) > 1e-12 {
				t.Errorf("%v at %v: %v, %v, want %v, %v", s, s.Values[k], s.Mean[k], s.Var[k], q.Mean[0], q.Var[0])
			}
		}
	}
}

func TestSliceErrors(t *testing.T) {
	r := sliced(t)
	for want, err := range map[string]error{
		`there is no input "Temp"; available: ["temp" "load" "weekend"]`: second(r.Slice("Temp", nil)),
		`there is no other input "size"; available: ["load" "weekend"]`:  second(r.Slice("temp", map[string]float64{"size": 1})),
		`at has a value of "temp", along which the slice is`:             second(r.Slice("temp", map[string]float64{"temp": 1})),
		`the value of "load" is NaN`:                                     second(r.Slice("temp", map[string]float64{"load": math.NaN()})),
		"the posterior is nil":                                           second(new(gplib.Result).Slice("temp", nil)),
		"the result is nil":                                              second((*gplib.Result)(nil).Slice("temp", nil)),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func second(_ *gplib.Slice, err error) error { return err }
