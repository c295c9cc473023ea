package noise_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"krigo/gplib/cov"
	"krigo/gplib/noise"
	"krigo/gplib/param"
)

// growing is a noise from outside: its variance is rate·|x_0|.
type growing struct{ rate param.Param }

const grows = "krigo/gplib/noise_test.growing"

func init() {
	noise.RegisterKind(grows, func(s noise.Spec) (noise.Func, error) {
		ps, err := param.Restore(s.Params)
		if err != nil || len(ps) != 1 {
			return nil, fmt.Errorf("a growing noise has one parameter (%v)", err)
		}
		return growing{ps[0]}, nil
	})
}

func (g growing) Params() []param.Param { return []param.Param{g.rate} }

func (g growing) With(theta []float64) noise.Func {
	g.rate.Value = theta[0]
	return g
}

func (g growing) Check(cov.Inputs) error { return nil }

func (g growing) Var(dst []float64, x cov.Inputs) {
	for i := range dst {
		dst[i] = g.rate.Value * max(x.(*cov.Matrix).At(i, 0), -x.(*cov.Matrix).At(i, 0))
	}
}

func (g growing) AddGrad(grad, w []float64, x cov.Inputs) {
	for i, wi := range w {
		grad[0] += wi * max(x.(*cov.Matrix).At(i, 0), -x.(*cov.Matrix).At(i, 0))
	}
}

// described is one that can be written.
type described struct{ growing }

func (d described) Describe() (noise.Spec, error) {
	ps, err := param.Describe(d.Params())
	return noise.Spec{Kind: grows, Params: ps}, err
}

func TestNoisesFromOutsideAreWrittenAndReadWhereTheyDescribeThemselves(t *testing.T) {
	n := described{growing{param.Positive("rate", 2)}}
	s, err := noise.Describe(n)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var read noise.Spec
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	f, err := read.Func()
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(f, noise.Func(n.growing)) {
		t.Errorf("%+v came back as %+v", n, f)
	}
	if _, err := noise.Describe(n.growing); err == nil {
		t.Error("a noise that does not describe itself was written")
	}
	for _, s := range []noise.Spec{{}, {Kind: "gaussian"}, {Kind: "point", Params: append(read.Params, read.Params...)}, {Kind: grows}} {
		if f, err := s.Func(); err == nil {
			t.Errorf("%+v made %v", s, f)
		}
	}
}

func TestParametersOfEveryNoiseCanBeAdjusted(t *testing.T) {
	outside := growing{param.Positive("rate", 2)}
	for _, n := range []noise.Func{
		noise.Gaussian(1), noise.Point(0, 2), noise.Group(0, 1, 2, 3), outside, noise.WithParams(outside, outside.Params()),
	} {
		ps, err := param.Apply(n.Params(), "Bound", nil, param.Bound(0.1, 5))
		if err != nil {
			t.Fatal(err)
		}
		adjusted := noise.WithParams(n, ps)
		moved := make([]float64, len(ps))
		for i := range moved {
			moved[i] = 0.5 + float64(i)
		}
		x := cov.Line([]float64{1, 0, 2})
		got, want := make([]float64, 3), make([]float64, 3)
		adjusted.With(moved).Var(got, x)
		n.With(moved).Var(want, x)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%v adjusted is %v at its parameters %v, else %v", n, got, moved, want)
		}
		for i, p := range adjusted.With(moved).Params() {
			if p.Value != moved[i] || p.Min != 0.1 || p.Max != 5 {
				t.Errorf("%v adjusted has %+v", n, p)
			}
		}
		if fmt.Sprint(adjusted) != fmt.Sprint(n) {
			t.Errorf("%v adjusted is shown as %v", n, adjusted)
		}
	}
}
