package core_test

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"sync"
	"testing"

	yaegi "github.com/traefik/yaegi/interp"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/internal/derivative"
	"krigo/interp/emit/emittest"
	"krigo/interp/internal/core"
	"krigo/interp/internal/core/kernels"
	"krigo/interp/symbols/tables"
)

// definitions loads a program and returns what its main calls cov.Custom with.
func definitions(t testing.TB, source []byte) []cov.Definition {
	t.Helper()
	unit, functions := emittest.Unit(t, "program.go", string(source))
	exports := tables.Exports()
	var defined []cov.Definition
	exports["krigo/gplib/cov/cov"]["Custom"] = reflect.ValueOf(func(d cov.Definition) cov.Func {
		defined = append(defined, d)
		return cov.Custom(d)
	})
	interpreter := yaegi.New(yaegi.Options{Stderr: io.Discard, Unrestricted: true})
	runtime, err := core.New(interpreter, exports, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if err := runtime.Load(unit); err != nil {
		t.Fatal(err)
	}
	for _, name := range functions {
		f, err := interpreter.Eval(name)
		if err != nil {
			t.Fatal(err)
		}
		f.Call(nil)
	}
	return defined
}

func loadedKernels(t testing.TB) []cov.Definition {
	t.Helper()
	source, err := os.ReadFile("kernels/kernels.go")
	if err != nil {
		t.Fatal(err)
	}
	source = bytes.Replace(source, []byte("package kernels"), []byte("package main"), 1)
	return definitions(t, append(source, "\nfunc main() {\n\tfor _, d := range Kernels {\n\t\tcov.Custom(d)\n\t}\n}\n"...))
}

func TestDerivativesOfCellsAreExact(t *testing.T) {
	loaded := loadedKernels(t)
	if len(loaded) != len(kernels.Kernels) {
		t.Fatalf("the program defines %d functions", len(loaded))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i, d := range loaded {
		native := kernels.Kernels[i]
		gradient := derivative.Of(d.At)
		if gradient == nil {
			t.Errorf("%s: nothing is known of its derivative", d.Name)
			continue
		}
		theta := make([]float64, len(d.Params))
		for range 50 {
			for p, q := range native.Params {
				theta[p] = q.Value * math.Exp(0.2*rng.NormFloat64())
			}
			x, y := point(rng), point(rng)
			for _, y := range [][]float64{y, x} {
				if v, want := d.At(x, y, theta), native.At(x, y, theta); v != want {
					t.Fatalf("%s(%v, %v; %v) = %v, want %v", d.Name, x, y, theta, v, want)
				}
				compareGradients(t, d.Name, gradient, native.Grad, x, y, theta)
			}
		}
	}
}

func point(rng *rand.Rand) []float64 {
	return []float64{2 * rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
}

// compareGradients wants the derivatives that grad writes, but for rounding.
func compareGradients(t *testing.T, name string, gradient derivative.Gradient, grad func(grad, x, y, theta []float64), x, y, theta []float64) {
	t.Helper()
	got, want := make([]float64, len(theta)), make([]float64, len(theta))
	if !gradient(got, x, y, theta) {
		t.Errorf("%s(%v, %v; %v): the derivative is not known", name, x, y, theta)
		return
	}
	grad(want, x, y, theta)
	largest := 0.0
	for _, w := range want {
		largest = max(largest, math.Abs(w))
	}
	for p := range want {
		if !(math.Abs(got[p]-want[p]) <= 1e-12*max(largest, 1)) {
			t.Errorf("%s(%v, %v; %v): the derivatives are %v, want %v", name, x, y, theta, got, want)
		}
	}
}

// losing is a program whose functions have derivatives that their code does not determine, or not at the points of
// the test.
const losing = `package main

import (
	"math"
	"sort"

	"krigo/gplib/cov"
)

var total float64

func stored(x, y, theta []float64) float64 {
	total = theta[0] * x[0] * y[0]
	return total
}

func single(x, y, theta []float64) float64 { return float64(float32(theta[0])) * x[0] * y[0] }

func bits(x, y, theta []float64) float64 {
	return math.Float64frombits(math.Float64bits(theta[0])&^0xff) * x[0] * y[0]
}

func sorted(x, y, theta []float64) float64 {
	s := []float64{theta[0] * x[0], theta[0] * y[0]}
	sort.Float64s(s)
	return s[0] * s[1]
}

func mapped(x, y, theta []float64) float64 {
	m := map[int]float64{}
	m[1] = theta[0] * x[0]
	return m[1] * y[0]
}

func deferring(x, y, theta []float64) (v float64) {
	defer func() { v *= 2 }()
	return theta[0] * x[0] * y[0]
}

func deep(x, y, theta []float64) float64 { return sum(theta[0]*x[0]*y[0]/1000, 1000) }

func sum(v float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return v + sum(v, n-1)
}

func infinite(x, y, theta []float64) float64 { return math.Sqrt(theta[0] - 1.3) }

func applied(x, y, theta []float64) float64 {
	f := func(v float64) float64 { return v * theta[0] }
	if y[0] < 0 { // so that f is not known where it is called
		f = func(v float64) float64 { return v }
	}
	return repeated(f, x[0], 1) * y[0]
}

func repeated(f func(float64) float64, v float64, times int) float64 {
	for range times {
		v = f(v)
	}
	return v
}

type scale struct{ by float64 }

func (s scale) of(v float64) float64 { return v * s.by }

func byMethod(x, y, theta []float64) float64 {
	var s interface{ of(float64) float64 } = scale{theta[0]}
	return s.of(x[0]) * y[0]
}

func divided(x, y, theta []float64) float64 {
	z := complex(theta[0], 1) / complex(2, 1)
	return real(z) * x[0] * y[0]
}

func through(f func(float64) float64) func(x, y, theta []float64) float64 {
	return func(x, y, theta []float64) float64 { return f(theta[0] * x[0]) * y[0] }
}

func main() {
	for _, d := range []cov.Definition{
		{Name: "stored", At: stored}, {Name: "single", At: single}, {Name: "bits", At: bits}, {Name: "sorted", At: sorted},
		{Name: "mapped", At: mapped}, {Name: "deferring", At: deferring}, {Name: "deep", At: deep},
		{Name: "infinite", At: infinite}, {Name: "applied", At: applied}, {Name: "byMethod", At: byMethod}, {Name: "divided", At: divided}, {Name: "through", At: through(math.Abs)},
	} {
		d.Params = []cov.Param{cov.Positive("v", 1.3)}
		cov.Custom(d)
	}
}
`

// Where a derivative would be lost it is not known, and differences are used: no tangent is taken for 0.
func TestLostDerivativesAreDifferences(t *testing.T) {
	x, y, theta := []float64{0.7}, []float64{1.9}, []float64{1.3}
	for _, d := range definitions(t, []byte(losing)) {
		grad := []float64{0}
		if g := derivative.Of(d.At); g != nil && g(grad, x, y, theta) {
			t.Errorf("%s: the derivative is said to be %v", d.Name, grad)
		}
		got := make([]float64, 1)
		cov.Custom(d).AddGrad(got, mat.NewDense(1, 1, []float64{1}), cov.Line(x), cov.Line(y))
		want := (d.At(x, y, []float64{1.301}) - d.At(x, y, []float64{1.299})) / 0.002
		if math.Abs(got[0]-want) > 1e-4*max(1, math.Abs(want)) {
			t.Errorf("%s: the derivative by differences is %v, want %v", d.Name, got, want)
		}
	}
}

// A gradient is asked for by several goroutines.
func TestDerivativesAreComputedInSeveralGoroutines(t *testing.T) {
	loaded := loadedKernels(t)
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(g), 2))
			for range 100 {
				for i, d := range loaded {
					theta, x := make([]float64, len(d.Params)), point(rng)
					for p, q := range d.Params {
						theta[p] = q.Value * (1 + rng.Float64()/10)
					}
					compareGradients(t, d.Name, derivative.Of(d.At), kernels.Kernels[i].Grad, x, point(rng), theta)
				}
			}
		})
	}
	group.Wait()
}

// BenchmarkKernels measures a value and its derivatives, by pair, compiled and of a cell.
func BenchmarkKernels(b *testing.B) {
	loaded := loadedKernels(b)
	x, y := []float64{0.3, -0.2, 1}, []float64{1.1, 0.4, 0.7}
	for i, d := range loaded {
		theta, native := make([]float64, len(d.Params)), kernels.Kernels[i]
		for p, q := range d.Params {
			theta[p] = q.Value
		}
		grad, gradient := make([]float64, len(theta)), derivative.Of(d.At)
		measure := func(name string, f func()) {
			b.Run(d.Name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f()
				}
			})
		}
		measure("value compiled", func() { native.At(x, y, theta) })
		measure("value", func() { d.At(x, y, theta) })
		measure("derivatives compiled", func() { native.Grad(grad, x, y, theta) })
		measure("derivatives", func() { gradient(grad, x, y, theta) })
	}
}
