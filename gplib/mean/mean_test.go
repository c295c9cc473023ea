package mean_test

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/mean"
	"krigo/gplib/param"
)

// wave is a mean from outside: height·sin x_0. It holds its parameter as means of
// this package do.
type wave struct{ height param.Param }

const waves = "krigo/gplib/mean_test.wave"

func init() {
	mean.RegisterKind(waves, func(s mean.Spec) (mean.Func, error) {
		ps, err := param.Restore(s.Params)
		if err != nil || len(ps) != 1 {
			return nil, fmt.Errorf("a wave has one parameter (%v)", err)
		}
		return wave{ps[0]}, nil
	})
}

func (w wave) Params() []param.Param { return []param.Param{w.height} }

func (w wave) With(theta []float64) mean.Func {
	w.height.Value = theta[0]
	return w
}

func (w wave) Check(cov.Inputs) error { return nil }

func (w wave) Eval(dst []float64, x cov.Inputs) {
	for i := range dst {
		dst[i] = w.height.Value * math.Sin(x.(*cov.Matrix).At(i, 0))
	}
}

func (w wave) AddGrad(grad, v []float64, x cov.Inputs) {
	for i, vi := range v {
		grad[0] += vi * math.Sin(x.(*cov.Matrix).At(i, 0))
	}
}

// described is a wave that can be written and differentiated.
type described struct{ wave }

func (d described) WithParams(ps []param.Param) mean.Func { return described{wave{ps[0]}} }

func (d described) InputGrad(grad []float64, x *cov.Matrix, i int) {
	grad[0] += d.height.Value * math.Cos(x.At(i, 0))
}

func (d described) Describe() (mean.Spec, error) {
	ps, err := param.Describe(d.Params())
	return mean.Spec{Kind: waves, Params: ps}, err
}

func TestMeansFromOutsideAreWrittenAndReadWhereTheyDescribeThemselves(t *testing.T) {
	own := described{wave{param.Real("height", 2)}}
	for _, m := range []mean.Func{own, mean.Shifted(own, 3), mean.WithParams(mean.Shifted(own, 3), bounded(t, own))} {
		s, err := mean.Describe(m)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var read mean.Spec
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatal(err)
		}
		f, err := read.Func()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := f.Params(), m.Params(); !reflect.DeepEqual(got, want) {
			t.Errorf("%T came back with %+v, had %+v", m, got, want)
		}
		x := cov.Line([]float64{-1, 0.5, 2})
		got, want := make([]float64, 3), make([]float64, 3)
		f.Eval(got, x)
		m.Eval(want, x)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%T came back with the values %v, had %v", m, got, want)
		}
	}
	if _, err := mean.Describe(wave{}); err == nil {
		t.Error("a mean that does not describe itself was written")
	}
	for _, s := range []mean.Spec{{}, {Kind: "constant"}, {Kind: "shifted", Base: &mean.Spec{Kind: "no"}}, {Kind: waves}} {
		if f, err := s.Func(); err == nil {
			t.Errorf("%+v made %v", s, f)
		}
	}
}

// bounded returns the parameters of m with bounds.
func bounded(t *testing.T, m mean.Func) []param.Param {
	t.Helper()
	ps, err := param.Apply(m.Params(), "Bound", nil, param.Bound(-5, 5))
	if err != nil {
		t.Fatal(err)
	}
	return ps
}

func TestGroupsHaveTheirOwnMeans(t *testing.T) {
	g := mean.Group(1, 3, -2)
	x, err := cov.Rows([][]float64{{0.5, 1}, {2, 0}, {1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	at := make([]float64, 3)
	g.With([]float64{5, 7}).Eval(at, x)
	if want := []float64{7, 5, 7}; !reflect.DeepEqual(at, want) {
		t.Errorf("the means are %v, want %v", at, want)
	}
	grad := []float64{1, 1}
	g.AddGrad(grad, []float64{2, 10, 3}, x)
	if want := []float64{11, 6}; !reflect.DeepEqual(grad, want) {
		t.Errorf("the derivatives are %v, want %v", grad, want)
	}
	s, err := mean.Describe(g)
	if err != nil {
		t.Fatal(err)
	}
	if read, err := s.Func(); err != nil || !reflect.DeepEqual(read, g) {
		t.Errorf("%v came back as %v (%v)", g, read, err)
	}
	if err := g.Check(cov.Line([]float64{0})); err == nil {
		t.Error("inputs without the column were accepted")
	}
	if err := mean.Group(0, 1).Check(cov.Line([]float64{0, 1})); err == nil {
		t.Error("a group without a mean was accepted")
	}
}

func TestParametersOfEveryMeanCanBeAdjusted(t *testing.T) {
	for _, m := range []mean.Func{
		mean.Constant(1), mean.Linear(1, 2), mean.Polynomial(2, 1, 2, 3), mean.Shifted(mean.Linear(1, 2), 3),
		wave{param.Real("height", 2)}, mean.WithParams(wave{param.Real("height", 2)}, []param.Param{param.Real("height", 2)}),
		mean.Shifted(wave{param.Real("height", 2)}, 1),
	} {
		adjusted := mean.WithParams(m, bounded(t, m))
		moved := make([]float64, len(m.Params()))
		for i := range moved {
			moved[i] = 0.5 + float64(i)
		}
		x := cov.Line([]float64{-1, 0.5, 2})
		got, want := make([]float64, 3), make([]float64, 3)
		adjusted.With(moved).Eval(got, x)
		m.With(moved).Eval(want, x)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%v adjusted is %v at its parameters %v, else %v", m, got, moved, want)
		}
		for i, p := range adjusted.With(moved).Params() {
			if p.Value != moved[i] || p.Min != -5 || p.Max != 5 {
				t.Errorf("%v adjusted has %+v", m, p)
			}
		}
		if fmt.Sprint(adjusted) != fmt.Sprint(m) {
			t.Errorf("%v adjusted is shown as %v", m, adjusted)
		}
	}
}

func TestDerivativesByInputsAreThoseOfDifferences(t *testing.T) {
	const h = 1e-5
	one := described{wave{param.Real("height", 2)}}
	for _, m := range []mean.Func{
		mean.Constant(1), mean.Linear(1, 2), mean.Polynomial(3, 1, 2, 3, -1), mean.Shifted(mean.Polynomial(2, 1, 2, 3), 3),
		mean.Shifted(nil, 3), one, mean.WithParams(mean.Shifted(one, 1), one.Params()),
	} {
		x := cov.Line([]float64{-1, 0.5, 2})
		got := mat.NewDense(3, 1, nil)
		if err := mean.AddInputGrad(got, m, x); err != nil {
			t.Fatal(err)
		}
		up, down := make([]float64, 3), make([]float64, 3)
		m.Eval(up, cov.Line([]float64{-1 + h, 0.5 + h, 2 + h}))
		m.Eval(down, cov.Line([]float64{-1 - h, 0.5 - h, 2 - h}))
		for i := range up {
			if want := (up[i] - down[i]) / (2 * h); math.Abs(got.At(i, 0)-want) > 1e-7 {
				t.Errorf("%v: the derivative at point %d is %v, by differences %v", m, i, got.At(i, 0), want)
			}
		}
	}
	if err := mean.AddInputGrad(mat.NewDense(1, 1, nil), mean.Shifted(wave{}, 1), cov.Line([]float64{1})); err == nil {
		t.Error("a mean without derivatives had some")
	}
	if err := mean.AddInputGrad(mat.NewDense(1, 1, nil), nil, cov.Line([]float64{1})); err != nil {
		t.Error(err)
	}
}
