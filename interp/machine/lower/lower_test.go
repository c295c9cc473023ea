package lower_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"krigo/interp/machine"
	"krigo/interp/machine/lower"
	"krigo/interp/machine/lower/numeric"
)

// world lowers the functions of package numeric.
type world struct {
	fset  *token.FileSet
	types []types.Type
	pkg   *ssa.Package
}

func (w *world) TypeID(t types.Type) int {
	for i, known := range w.types {
		if types.Identical(known, t) {
			return i
		}
	}
	w.types = append(w.types, t)
	return len(w.types) - 1
}

func (w *world) TrueID(t types.Type) int { return w.TypeID(t) }

func (w *world) Function(f *ssa.Function) (string, bool) { return f.String(), f.Pkg == w.pkg }

func (w *world) Compiled(f *ssa.Function) (string, bool) {
	return f.String(), f.Pkg != nil && f.Pkg.Pkg.Path() == "math"
}

func (w *world) Variable(*ssa.Global) (string, bool) { return "", false }
func (w *world) Line(pos token.Pos) int              { return w.fset.Position(pos).Line }
func (w *world) UsesUnsafe() bool                    { return false }

// The world is its own linker.
func (w *world) Type(id int) (reflect.Type, error) { return reflected(w.types[id]), nil }

func (w *world) Symbol(name string) (reflect.Value, bool) {
	v, ok := map[string]any{"math.Sin": math.Sin, "math.Cos": math.Cos}[name]
	return reflect.ValueOf(v), ok
}

func reflected(t types.Type) reflect.Type {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		for _, v := range []any{false, 0, int8(0), int16(0), int32(0), int64(0), uint(0), uint8(0), uint16(0), uint32(0), uint64(0), uintptr(0), float32(0), 0.0, complex64(0), complex128(0), ""} {
			if reflect.TypeOf(v).Name() == t.Name() || t.Name() == "byte" && reflect.TypeOf(v).Name() == "uint8" {
				return reflect.TypeOf(v)
			}
		}
	case *types.Slice:
		return reflect.SliceOf(reflected(t.Elem()))
	case *types.Array:
		return reflect.ArrayOf(int(t.Len()), reflected(t.Elem()))
	case *types.Pointer:
		return reflect.PointerTo(reflected(t.Elem()))
	case *types.Map:
		return reflect.MapOf(reflected(t.Key()), reflected(t.Elem()))
	case *types.Struct:
		var fields []reflect.StructField
		for f := range t.Fields() {
			fields = append(fields, reflect.StructField{Name: f.Name(), Type: reflected(f.Type())})
		}
		return reflect.StructOf(fields)
	case *types.Signature:
		var in, out []reflect.Type
		for v := range t.Params().Variables() {
			in = append(in, reflected(v.Type()))
		}
		for v := range t.Results().Variables() {
			out = append(out, reflected(v.Type()))
		}
		return reflect.FuncOf(in, out, false)
	}
	panic(fmt.Sprint("no reflect type of ", t))
}

// loaded returns a machine with package numeric.
func loaded(t testing.TB) *machine.Machine {
	t.Helper()
	w := &world{fset: token.NewFileSet()}
	file, err := parser.ParseFile(w.fset, "numeric/numeric.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg := types.NewPackage("numeric", "numeric")
	built, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.ForCompiler(w.fset, "source", nil)}, w.fset, pkg, []*ast.File{file}, ssa.SanityCheckFunctions)
	if err != nil {
		t.Fatal(err)
	}
	w.pkg = built
	var codes []machine.Code
	for f := range ssautil.AllFunctions(built.Prog) {
		if f.Pkg != built || f.Synthetic != "" {
			continue
		}
		code, err := lower.Function(f, f.String(), w)
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		if os.Getenv("DUMP") == f.Name() {
			f.WriteTo(os.Stdout)
			fmt.Println(code)
		}
		codes = append(codes, *code)
	}
	m := machine.New()
	if err := m.Link(codes, w); err != nil {
		t.Fatal(err)
	}
	return m
}

// outcome describes what a call returns and leaves in its arguments, or its panic.
func outcome(f reflect.Value, args []any) (text string) {
	var in []reflect.Value
	for _, a := range args {
		in = append(in, reflect.ValueOf(clone(a)))
	}
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprintf("panic %T %v", p, p)
		}
	}()
	out := f.Call(in)
	var b strings.Builder
	for _, v := range append(out, in...) {
		if v.Kind() == reflect.Func {
			continue
		}
		fmt.Fprintf(&b, "%#v ", v)
		if v.Kind() == reflect.Slice {
			fmt.Fprint(&b, "cap ", v.Cap(), " ")
		}
	}
	return b.String()
}

func clone(a any) any {
	v := reflect.ValueOf(a)
	if v.Kind() == reflect.Map && !v.IsNil() {
		m := reflect.MakeMap(v.Type())
		for _, k := range v.MapKeys() {
			m.SetMapIndex(k, v.MapIndex(k))
		}
		return m.Interface()
	}
	if v.Kind() != reflect.Slice {
		return a
	}
	c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	for i := range v.Len() {
		c.Index(i).Set(reflect.ValueOf(clone(v.Index(i).Interface())))
	}
	return c.Interface()
}

func matrix(n int) [][]float64 {
	a := make([][]float64, n)
	for i := range a {
		for j := range n {
			a[i] = append(a[i], math.Sin(float64(7*i+3*j)))
		}
	}
	return a
}

func TestFunctionsDoWhatCompiledOnesDo(t *testing.T) {
	m := loaded(t)
	bodies := []numeric.Body{{Mass: 5}, {Pos: [3]float64{1, 0, .3}, Vel: [3]float64{0, 1, 0}, Mass: 1}, {Pos: [3]float64{-3, .1, 0}, Vel: [3]float64{0, -.4, .2}, Mass: .5}}
	nan := math.NaN()
	for _, c := range []struct {
		name string
		f    any
		args [][]any
	}{
		{"FloatSum", numeric.FloatSum, [][]any{{0}, {1}, {1000}}},
		{"Fib", numeric.Fib, [][]any{{1}, {15}}},
		{"MatMul", numeric.MatMul, [][]any{{matrix(7), matrix(7)}, {matrix(3), matrix(2)}, {matrix(1), [][]float64{}}}},
		{"Sieve", numeric.Sieve, [][]any{{1}, {100}, {-5}}},
		{"EditDistance", numeric.EditDistance, [][]any{{"kitten", "sitting"}, {"", "abc"}, {"x", ""}}},
		{"Points", numeric.Points, [][]any{{0}, {10}}},
		{"NBody", numeric.NBody, [][]any{{bodies, 100, .01}}},
		{"LU", numeric.LU, [][]any{{matrix(6)}}},
		{"FFT", numeric.FFT, [][]any{{[]complex128{1, 2i, 3, 4 - 1i, 5, 6, 7.5, 8}}}},
		{"WordCount", numeric.WordCount, [][]any{{strings.Fields("a b a c b a")}, {[]string(nil)}}},
		{"Collatz", numeric.Collatz, [][]any{{1000}}},
		{"Dots", numeric.Dots, [][]any{
			{matrix(3), matrix(3), []float64{1, 2, 3}, 0, 1}, {matrix(3), matrix(3), []float64{1, 2, 3}, 1, 2}, {matrix(3), matrix(3), []float64{1, 2, 3}, 3, 0}, {matrix(3), matrix(3), []float64{1, 2, 3}, 0, 3},
			{matrix(3), matrix(3), []float64{1, 2, 3, 4}, 0, 0}, {matrix(4), matrix(3), []float64{1, 2, 3, 4}, 0, 0}, {matrix(3), matrix(3), []float64{1}, -1, 0}, {matrix(3), matrix(3), []float64{1}, 0, -1},
			{[][]float64{{1, 2, 3}, {}}, matrix(3), []float64{1, 2}, 0, 0}, {matrix(2), [][]float64{{1}, nil}, []float64{1, 2}, 0, 0},
		}},
		{"Either", numeric.Either, [][]any{{[]int{1, 2}, []int{0, 4}}, {[]int{}, []int{3, 4}}, {[]int{5}, []int{}}}},
		{"Windows", numeric.Windows, [][]any{{[6]int{1, 2, 3, 4, 5, 6}}}},
		{"Methods", numeric.Methods, [][]any{{0}, {10}}},
		{"Narrow", numeric.Narrow, [][]any{{int8(100), uint8(200), int16(-300), uint16(60000), int32(1 << 30), uint32(7)}, {int8(-128), uint8(0), int16(-32768), uint16(1), int32(-1 << 31), uint32(0)}}},
		{"Shifts", numeric.Shifts, [][]any{{-5, uint64(1) << 63, uint(3), 5}, {-5, uint64(1) << 63, uint(64), 70}, {7, uint64(9), uint(200), -1}}},
		{"Integrate", numeric.Integrate, [][]any{{math.Exp, 0., 1., 100}, {(func(float64) float64)(nil), 0., 1., 3}}},
		{"Heat", numeric.Heat, [][]any{{[]float64{0, 0, 1, 5, 0, 0, 3}, 20}}},
		{"Select", numeric.Select, [][]any{{[]float64{1, 2}, 1}, {[]float64{1, 2}, 2}, {[]float64{1, 2}, -1}, {[]float64(nil), 0}}},
		{"Cut", numeric.Cut, [][]any{{[]int{1, 2, 3}, 1, 2}, {[]int{1, 2, 3}, 3, 3}, {[]int{1, 2, 3}, 2, 1}, {[]int{1, 2, 3}, 1, 4}, {[]int{1, 2, 3}, -1, 2}}},
		{"Cut3", numeric.Cut3, [][]any{{[]int{1, 2, 3}, 1, 2, 3}, {[]int{1, 2, 3}, 1, 3, 2}, {[]int{1, 2, 3}, 1, 2, 4}, {[]int{1, 2, 3}, 3, 2, 3}}},
		{"Text", numeric.Text, [][]any{{"hello", 1, 3}, {"hello", 3, 2}, {"hello", 1, 6}}},
		{"Divide", numeric.Divide, [][]any{{7, -2}, {7, 0}, {math.MinInt, -1}}},
		{"Shift", numeric.Shift, [][]any{{7, 3}, {7, 64}, {7, -1}}},
		{"Through", numeric.Through, [][]any{{&numeric.Point{Y: 3}}, {(*numeric.Point)(nil)}}},
		{"Made", numeric.Made, [][]any{{2, 3}, {-1, 3}, {4, 3}, {1, -2}, {1 << 62, 1 << 62}}},
		{"Assign", numeric.Assign, [][]any{{map[string]int{}, "x"}, {map[string]int(nil), "x"}}},
		{"Fail", numeric.Fail, [][]any{{3}, {4}}},
		{"Converts", numeric.Converts, [][]any{{3.7, float32(-2.5)}, {-3.7, float32(9)}, {1e10, float32(1e20)}, {-1e300, float32(7)}, {nan, float32(math.Inf(1))}, {300.5, float32(1)}}},
		{"Compares", numeric.Compares, [][]any{{1., 2.}, {2., 1.}, {1., 1.}, {nan, 1.}, {1., nan}, {0., math.Copysign(0, -1)}}},
		{"Grow", numeric.Grow, [][]any{{0}, {1}, {40}}},
		{"Bits", numeric.Bits, [][]any{{float32(1.1), 2.2}, {float32(-7), -0.1}}},
		{"At", numeric.At, [][]any{{[]int{4, 5}, uint64(1)}, {[]int{4, 5}, uint64(2)}, {[]int{4, 5}, uint64(1) << 63}}},
		{"AtByte", numeric.AtByte, [][]any{{[]int{4, 5}, uint8(255)}}},
		{"InArray", numeric.InArray, [][]any{{uint(3)}, {uint(4)}, {uint(1) << 63}}},
		{"Letters", numeric.Letters, [][]any{{""}, {"aé日本\xff\xfez"}}},
		{"Totals", numeric.Totals, [][]any{{map[string]float64{"a": 1, "bb": 2, "ccc": 4}}, {map[string]float64(nil)}}},
		{"Eaten", numeric.Eaten, [][]any{{"hello"}, {""}}},
		{"Swap", numeric.Swap, [][]any{{1, 2, 3, 0}, {1, 2, 3, 1}, {1, 2, 3, 7}}},
	} {
		fn := m.Lookup("numeric." + c.name)
		if fn == nil {
			t.Errorf("%s is not lowered", c.name)
			continue
		}
		native := reflect.ValueOf(c.f)
		by := fn.Value(native.Type(), nil)
		for _, args := range c.args {
			want, got := outcome(native, args), outcome(by, args)
			if got != want {
				t.Errorf("%s(%v)\n%s\nwant\n%s", c.name, args, got, want)
			}
		}
	}
}

func BenchmarkFunctions(b *testing.B) {
	m := loaded(b)
	value := func(name string, f any) any {
		return m.Lookup("numeric."+name).Value(reflect.TypeOf(f), nil).Interface()
	}
	x := matrix(120)
	for _, by := range []string{"compiled", "machine"} {
		sum, fib, mul, points, sieve := numeric.FloatSum, numeric.Fib, numeric.MatMul, numeric.Points, numeric.Sieve
		if by == "machine" {
			sum, fib, mul, points, sieve = value("FloatSum", sum).(func(int) float64), value("Fib", fib).(func(int) int), value("MatMul", mul).(func(_, _ [][]float64) [][]float64), value("Points", points).(func(int) (numeric.Point, float64)), value("Sieve", sieve).(func(int) []int)
		}
		b.Run("sum/"+by, func(b *testing.B) {
			for b.Loop() {
				sum(1e6)
			}
		})
		b.Run("fib/"+by, func(b *testing.B) {
			for b.Loop() {
				fib(25)
			}
		})
		b.Run("matmul/"+by, func(b *testing.B) {
			for b.Loop() {
				mul(x, x)
			}
		})
		b.Run("methods/"+by, func(b *testing.B) {
			for b.Loop() {
				points(10000)
			}
		})
		b.Run("sieve/"+by, func(b *testing.B) {
			for b.Loop() {
				sieve(100000)
			}
		})
	}
}
