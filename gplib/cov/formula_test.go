package cov_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// formula is a covariance function written out for two points.
type formula struct {
	f  cov.Func
	at func(x, y []float64) float64
}

func scaled2(x, y []float64, l ...float64) (sum float64) {
	for k := range x {
		d := (x[k] - y[k]) / l[k%len(l)]
		sum += d * d
	}
	return sum
}

func sin2(x, y []float64, p float64) (sum float64) {
	for k := range x {
		s := math.Sin(math.Pi * math.Mod(x[k]-y[k], p) / p)
		sum += s * s
	}
	return sum
}

func equal(x, y []float64) float64 {
	if scaled2(x, y, 1) == 0 {
		return 1
	}
	return 0
}

var formulas = map[int][]formula{
	1: {
		{cov.LocallyPeriodic(0.8, 1.3), func(x, y []float64) float64 {
			return math.Exp(-2*sin2(x, y, 1.3)/0.64 - scaled2(x, y, 1)/(2*0.64))
		}},
	},
	3: {
		{cov.SE(0.7), func(x, y []float64) float64 { return math.Exp(-scaled2(x, y, 0.7) / 2) }},
		{cov.SE(0.7, 1, 3), func(x, y []float64) float64 { return math.Exp(-scaled2(x, y, 0.7, 1, 3) / 2) }},
		{cov.Matern12(0.7), func(x, y []float64) float64 { return math.Exp(-math.Sqrt(scaled2(x, y, 0.7))) }},
		{cov.Matern32(0.7, 1, 3), func(x, y []float64) float64 {
			r := math.Sqrt(3 * scaled2(x, y, 0.7, 1, 3))
			return (1 + r) * math.Exp(-r)
		}},
		{cov.Matern52(0.7), func(x, y []float64) float64 {
			r := math.Sqrt(5 * scaled2(x, y, 0.7))
			return (1 + r + r*r/3) * math.Exp(-r)
		}},
		{cov.RationalQuadratic(1.4, 0.7), func(x, y []float64) float64 {
			return math.Pow(1+scaled2(x, y, 0.7)/2.8, -1.4)
		}},
		{cov.Periodic(0.8, 1.3), func(x, y []float64) float64 { return math.Exp(-2 * sin2(x, y, 1.3) / 0.64) }},
		{cov.Linear(2), func(x, y []float64) float64 { return (x[0]*y[0] + x[1]*y[1] + x[2]*y[2]) / 4 }},
		{cov.Linear(1, 2, 4), func(x, y []float64) float64 { return x[0]*y[0] + x[1]*y[1]/4 + x[2]*y[2]/16 }},
		{cov.Constant(2), func(x, y []float64) float64 { return 2 }},
		{cov.White(2), func(x, y []float64) float64 { return 2 * equal(x, y) }},
		{cov.Sum(cov.Scale(3, cov.SE(0.7)), cov.White(0.2)), func(x, y []float64) float64 {
			return 3*math.Exp(-scaled2(x, y, 0.7)/2) + 0.2*equal(x, y)
		}},
		{cov.Product(cov.Scale(3, cov.SE(0.7)), cov.Linear()), func(x, y []float64) float64 {
			return 3 * math.Exp(-scaled2(x, y, 0.7)/2) * (x[0]*y[0] + x[1]*y[1] + x[2]*y[2])
		}},
	},
}

func TestGramIsTheFormula(t *testing.T) {
	for d, all := range formulas {
		// More points than one chunk of columns and several blocks of rows.
		x := points(530, d)
		k := mat.NewDense(x.Len(), x.Len(), nil)
		for _, c := range all {
			c.f.Gram(k, x, x)
			checkEntries(t, fmt.Sprint(c.f), k, x, c.at)
		}
	}
}

func checkEntries(t *testing.T, name string, k *mat.Dense, x *cov.Matrix, at func(x, y []float64) float64) {
	t.Helper()
	rows := make([][]float64, x.Len())
	for i := range rows {
		rows[i] = x.Row(i)
	}
	for i, p := range rows {
		for j, q := range rows {
			if want := at(p, q); !(math.Abs(k.At(i, j)-want) <= 1e-13*math.Max(1, math.Abs(want))) {
				t.Errorf("%s: K[%d, %d] = %v, want %v", name, i, j, k.At(i, j), want)
				return
			}
		}
	}
}

// TestPassesOverManyChunksAgree compares the passes with products of the
// whole matrix where rows take several chunks and goroutines.
func TestPassesOverManyChunksAgree(t *testing.T) {
	const n = 1100
	f := cov.Sum(cov.Scale(2, cov.Matern32(0.7, 1, 3)), cov.Product(cov.SE(2), cov.Periodic(1, 1.5)))
	x := points(n, 3)
	k, w := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	f.Gram(k, x, x)
	v := make([]float64, n)
	for i := range v {
		v[i] = math.Cos(float64(3 * i))
		for j := range v {
			w.Set(i, j, math.Sin(float64(i+2*j)))
		}
	}
	params := len(f.Params())
	dst, dgrad := make([]float64, n), make([][]float64, params)
	for p := range dgrad {
		dgrad[p] = make([]float64, n)
	}
	f.MulVec(dst, dgrad, x, x, v)
	var want mat.VecDense
	want.MulVec(k, mat.NewVecDense(n, v))
	for i, got := range dst {
		if math.Abs(got-want.AtVec(i)) > 1e-10 {
			t.Fatalf("MulVec[%d] = %v, want %v", i, got, want.AtVec(i))
		}
	}
	checkOuter(t, f, x, v, dgrad)
	symmetric, general := make([]float64, params), make([]float64, params)
	f.AddGrad(symmetric, w, x, x)
	f.AddGrad(general, w, x, x.Subset(all(n)))
	for p := range symmetric {
		if math.Abs(symmetric[p]-general[p]) > 1e-9*math.Abs(general[p])+1e-8 {
			t.Errorf("AddGrad[%d] = %v on one set, %v on two", p, symmetric[p], general[p])
		}
	}
}

// checkOuter: vᵀ(∂K v) is AddGrad with the weights v vᵀ.
func checkOuter(t *testing.T, f cov.Func, x *cov.Matrix, v []float64, dgrad [][]float64) {
	t.Helper()
	var outer mat.Dense
	outer.Outer(1, mat.NewVecDense(len(v), v), mat.NewVecDense(len(v), v))
	grad := make([]float64, len(dgrad))
	f.AddGrad(grad, &outer, x, x)
	for p, g := range grad {
		sum := 0.0
		for i, d := range dgrad[p] {
			sum += v[i] * d
		}
		if math.Abs(sum-g) > 1e-8*math.Max(1, math.Abs(g)) {
			t.Errorf("vᵀ(∂K/∂%s v) = %v, AddGrad %v", f.Params()[p].Name, sum, g)
		}
	}
}

func all(n int) []int {
	index := make([]int, n)
	for i := range index {
		index[i] = i
	}
	return index
}

func TestNamesAreUniqueAndReadable(t *testing.T) {
	for _, c := range []struct {
		f    cov.Func
		want []string
	}{
		{cov.Scale(1, cov.SE(1, 2)), []string{"variance", "lengthscale[0]", "lengthscale[1]"}},
		{cov.Sum(cov.Scale(1, cov.SE(1)), cov.Periodic(1, 2)),
			[]string{"se.variance", "se.lengthscale", "periodic.lengthscale", "periodic.period"}},
		{cov.Sum(cov.SE(1), cov.SE(2)), []string{"se1.lengthscale", "se2.lengthscale"}},
		{cov.Product(cov.RationalQuadratic(1, 1), cov.Constant(2)), []string{"alpha", "lengthscale", "variance"}},
		{cov.Scale(1, cov.Constant(2)), []string{"scale.variance", "constant.variance"}},
	} {
		var got []string
		for _, p := range c.f.Params() {
			got = append(got, p.Name)
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%v has the parameters %q, want %q", c.f, got, c.want)
		}
	}
}

func TestSelects(t *testing.T) {
	for _, c := range []struct {
		name, param string
		want        bool
	}{
		{"lengthscale", "lengthscale", true},
		{"lengthscale", "lengthscale[2]", true},
		{"lengthscale", "se.lengthscale", true},
		{"lengthscale[2]", "se.lengthscale[2]", true},
		{"lengthscale[2]", "se.lengthscale[21]", false},
		{"se", "se.variance", true},
		{"se", "se1.variance", false},
		{"scale", "lengthscale", false},
		{"length", "lengthscale", false},
		{"", "lengthscale", false},
		{"noise", "noise.variance", true},
	} {
		if got := param.Selects(c.name, c.param); got != c.want {
			t.Errorf("Selects(%q, %q) = %v", c.name, c.param, got)
		}
	}
}

func TestTransformsInvertAndHaveTheirSlope(t *testing.T) {
	for _, tr := range []cov.Transform{cov.Log, cov.Identity, cov.Softplus} {
		for _, x := range []float64{1e-6, 0.3, 1, 7, 40} {
			u := tr.Free(x)
			if got := tr.Natural(u); math.Abs(got-x) > 1e-9*x {
				t.Errorf("%v: %v came back as %v", tr, x, got)
			}
			h := 1e-5
			want := (tr.Natural(u+h) - tr.Natural(u-h)) / (2 * h)
			if got := tr.Slope(u); math.Abs(got-want) > 1e-6*math.Max(want, 1e-3) {
				t.Errorf("%v: slope %v at %v, want %v", tr, got, u, want)
			}
		}
	}
}

func TestInputs(t *testing.T) {
	m := cov.Points(mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6}))
	s := m.Subset([]int{2, 0, 2}).(*cov.Matrix)
	if !mat.Equal(s, mat.NewDense(3, 2, []float64{5, 6, 1, 2, 5, 6})) {
		t.Errorf("subset %v", mat.Formatted(s))
	}
	g := cov.Grid(-1, 1, 5)
	if !mat.Equal(g, mat.NewDense(5, 1, []float64{-1, -0.5, 0, 0.5, 1})) {
		t.Errorf("grid %v", mat.Formatted(g))
	}
	if cov.Grid(2, 3, 1).At(0, 0) != 2 || cov.Grid(2, 3, -4).Len() != 0 {
		t.Error("grid of one and of none")
	}
}

// TestPeriodicFunctionsKeepTheirDigitsFarFromZero: years, with a period of
// one year, a whole number of periods apart or nearly so.
func TestPeriodicFunctionsKeepTheirDigitsFarFromZero(t *testing.T) {
	xs := []float64{1958.2083, 1958.2917, 1999.2083, 2001.75, 2001.9583}
	k := mat.NewDense(len(xs), len(xs), nil)
	x := cov.Line(xs)
	cov.Periodic(0.8, 1).Gram(k, x, x)
	checkEntries(t, "Periodic", k, x, func(x, y []float64) float64 {
		return math.Exp(-2 * sin2(x, y, 1) / 0.64)
	})
}
