package gotype

//lint:file-ignore U1000 the fields are there to be seen by reflect

import (
	"fmt"
	"math"
	"reflect"
	"testing"
	"unsafe"
)

// Types to box. Each has a method, to be one of boxed too.
type boxed interface{ IsBoxed() }

type (
	bBool    bool
	bInt     int
	bInt8    int8
	bInt16   int16
	bInt32   int32
	bInt64   int64
	bUint    uint
	bUint8   uint8
	bUint16  uint16
	bUint32  uint32
	bUint64  uint64
	bUintptr uintptr
	bFloat32 float32
	bFloat64 float64
	bComp64  complex64
	bComp128 complex128
	bString  string
	bSlice   []bInt
	bMap     map[bString]bInt
	bChan    chan bInt
	bFunc    func(bInt) bInt
	bPtr     struct{ p *bInt }
	bUnsafe  struct{ p unsafe.Pointer }
	bArray0  [0]bInt
	bArray1  [1]bFloat64
	bArray2  [2]bString
	bNone    struct{}
	bPoint   struct{ X, Y bFloat64 }
	bPoint3  struct{ X, Y, Z float64 }
	bTiny    struct{ a bBool }
	bSmall   struct {
		a int8
		b bInt32
	}
	bNested struct {
		bPoint
		s bString
	}
	bAny   struct{ v any }
	bWords struct{ a, b, c, d uint64 }
	bMixed struct {
		a *int
		b float64
		c string
	}
	bFive   struct{ a, b, c, d, e *int }
	bPadded struct {
		a bBool
		b bFloat64
	}
	bBlank struct{ _, a int }
)

func (bBool) IsBoxed()    {}
func (bInt) IsBoxed()     {}
func (bInt8) IsBoxed()    {}
func (bInt16) IsBoxed()   {}
func (bInt32) IsBoxed()   {}
func (bInt64) IsBoxed()   {}
func (bUint) IsBoxed()    {}
func (bUint8) IsBoxed()   {}
func (bUint16) IsBoxed()  {}
func (bUint32) IsBoxed()  {}
func (bUint64) IsBoxed()  {}
func (bUintptr) IsBoxed() {}
func (bFloat32) IsBoxed() {}
func (bFloat64) IsBoxed() {}
func (bComp64) IsBoxed()  {}
func (bComp128) IsBoxed() {}
func (bString) IsBoxed()  {}
func (bSlice) IsBoxed()   {}
func (bMap) IsBoxed()     {}
func (bChan) IsBoxed()    {}
func (bFunc) IsBoxed()    {}
func (bPtr) IsBoxed()     {}
func (bUnsafe) IsBoxed()  {}
func (bArray0) IsBoxed()  {}
func (bArray1) IsBoxed()  {}
func (bArray2) IsBoxed()  {}
func (bNone) IsBoxed()    {}
func (bPoint) IsBoxed()   {}
func (bPoint3) IsBoxed()  {}
func (bTiny) IsBoxed()    {}
func (bSmall) IsBoxed()   {}
func (bNested) IsBoxed()  {}
func (bAny) IsBoxed()     {}
func (bWords) IsBoxed()   {}
func (bMixed) IsBoxed()   {}
func (bFive) IsBoxed()    {}
func (bPadded) IsBoxed()  {}
func (bBlank) IsBoxed()   {}

var bNumber bInt = 77

// boxTable are values of those types, the zero value being tried for each too.
var boxTable = []boxed{
	bBool(true), bInt(-1), bInt(255), bInt(256), bInt8(-128), bInt16(-2), bInt16(200), bInt32(1 << 30), bInt64(math.MinInt64),
	bUint(7), bUint8(255), bUint16(256), bUint32(1 << 31), bUint64(1 << 63), bUintptr(8),
	bFloat32(1.5), bFloat64(math.Copysign(0, -1)), bFloat64(math.Pi), bComp64(1 + 2i), bComp128(3 - 4i),
	bString("text"), bSlice{1, 2, 3}, bSlice{}, bMap{"a": 1}, make(bChan), bFunc(func(x bInt) bInt { return x + 1 }),
	bPtr{&bNumber}, bUnsafe{unsafe.Pointer(&bNumber)}, bArray0{}, bArray1{2}, bArray2{"a", "b"}, bNone{},
	bPoint{1, 2}, bPoint3{1, 2, 3}, bTiny{true}, bSmall{-1, -2}, bNested{bPoint{3, 4}, "five"}, bAny{bInt(1)}, bAny{"s"},
	bWords{1, 2, 3, 4}, bMixed{new(int), 2.5, "c"}, bFive{e: new(int)}, bPadded{true, 1}, bBlank{a: 1},
}

// viewOf is a type of the same layout as rt that is another.
func viewOf(rt reflect.Type) reflect.Type {
	switch rt.Kind() {
	case reflect.Int, reflect.Int64, reflect.Uint, reflect.Uint64, reflect.Uintptr:
		return reflect.TypeFor[int64]()
	case reflect.Pointer, reflect.Map, reflect.Func, reflect.UnsafePointer, reflect.Chan:
		return reflect.TypeFor[*struct{ x int }]()
	case reflect.Slice:
		return reflect.TypeFor[[]string]()
	case reflect.Struct:
		var fields []reflect.StructField
		for f := range rt.Fields() {
			fields = append(fields, reflect.StructField{Name: fmt.Sprintf("V%d", f.Index[0]), Type: viewOf(f.Type)})
		}
		return reflect.StructOf(fields)
	case reflect.Array:
		return reflect.ArrayOf(rt.Len(), viewOf(rt.Elem()))
	case reflect.Interface:
		return rt
	}
	return basics[rt.Kind()]
}

func TestBoxAndAssert(t *testing.T) {
	f := newForge(t)
	inter := f.of(reflect.TypeFor[boxed]())
	for _, v := range boxTable {
		compiled := reflect.TypeOf(v)
		rt := f.of(compiled)
		work := viewOf(compiled)
		for _, value := range []reflect.Value{reflect.ValueOf(v), reflect.Zero(compiled)} {
			for _, to := range []reflect.Type{reflect.TypeFor[any](), inter, reflect.TypeFor[boxed]()} {
				t.Run(fmt.Sprintf("%s in %s", rt, to), func(t *testing.T) { testBox(t, value, rt, to, work) })
			}
		}
	}
}

// must is a result that there is.
func must(t testing.TB) func(v reflect.Value, err error) reflect.Value {
	return func(v reflect.Value, err error) reflect.Value {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func testBox(t *testing.T, value reflect.Value, rt, to, work reflect.Type) {
	box := must(t)(Boxer(rt, to, work))
	if want := reflect.FuncOf([]reflect.Type{work}, []reflect.Type{to}, false); box.Type() != want {
		t.Fatalf("a %s, want a %s", box.Type(), want)
	}
	in := reflect.New(work).Elem()
	in.Set(View(value, work))
	boxAt := must(t)(BoxerAt(rt, to, work))

	for _, got := range []reflect.Value{box.Call([]reflect.Value{in})[0], boxAt.Call([]reflect.Value{in.Addr()})[0]} {
		if got.Type() != to || got.Elem().Type() != rt {
			t.Fatalf("a %s with a %s in it", got.Type(), got.Elem().Type())
		}
		same(t, View(got.Elem(), value.Type()), value)

		for _, want := range []struct {
			to   reflect.Type
			work reflect.Type
			ok   bool
		}{{rt, work, true}, {reflect.TypeFor[bMap](), reflect.TypeFor[unsafe.Pointer](), false},
			{reflect.TypeFor[bString](), reflect.TypeFor[string](), false}, {reflect.TypeFor[bPoint](), reflect.TypeFor[bPoint](), false}} {
			assert := must(t)(Asserter(to, want.to, want.work, true))
			out := assert.Call([]reflect.Value{got})
			if out[1].Bool() != want.ok {
				t.Errorf("to %s: %v", want.to, out[1])
			}
			if want.ok {
				same(t, View(out[0], value.Type()), value)
			} else if !out[0].IsZero() {
				t.Errorf("to %s: %v, want the zero value", want.to, out[0])
			}
			assert = must(t)(Asserter(to, want.to, want.work, false))
			failed := panicked(func() { out = assert.Call([]reflect.Value{got}) })
			if (failed == nil) != want.ok {
				t.Errorf("to %s: panic %v", want.to, failed)
			} else if failed == nil {
				same(t, View(out[0], value.Type()), value)
			}
			if headOf(want.to).tflag&flagDirect == 0 {
				p := must(t)(AsserterAt(to, want.to, want.work)).Call([]reflect.Value{got})[0]
				if p.IsNil() == want.ok {
					t.Errorf("to where a %s is: %v", want.to, p)
				} else if want.ok {
					same(t, View(p.Elem(), value.Type()), value)
				}
			}
		}
	}
}

// same compares all that there is, nil funcs and negative zeros included.
func same(t *testing.T, got, want reflect.Value) {
	t.Helper()
	g, w := reflect.New(got.Type()), reflect.New(want.Type())
	g.Elem().Set(got)
	w.Elem().Set(want)
	n := got.Type().Size()
	bytes := func(p reflect.Value) string { return string(unsafe.Slice((*byte)(p.UnsafePointer()), n)) }
	if bytes(g) != bytes(w) {
		t.Errorf("%#v, want %#v", got, want)
	}
}

func TestBoxErrors(t *testing.T) {
	f := newForge(t)
	rt := f.of(reflect.TypeFor[bInt]())
	for name, err := range map[string]error{
		"an interface":    second(Boxer(reflect.TypeFor[any](), reflect.TypeFor[any](), reflect.TypeFor[any]())),
		"in no interface": second(Boxer(rt, rt, rt)),
		"another layout":  second(Boxer(rt, reflect.TypeFor[any](), reflect.TypeFor[string]())),
		"a method less":   second(Boxer(rt, reflect.TypeFor[error](), rt)),
		"of no interface": second(Asserter(rt, rt, rt, true)),
		"as another":      second(Asserter(reflect.TypeFor[any](), rt, reflect.TypeFor[float64](), true)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func second[A, B any](a A, b B) B { return b }

func BenchmarkBox(b *testing.B) {
	f := newForge(b)
	rt := f.of(reflect.TypeFor[bInt]())
	box := must(b)(Boxer(rt, reflect.TypeFor[any](), reflect.TypeFor[int]())).Interface().(func(int) any)
	assert := must(b)(Asserter(reflect.TypeFor[any](), rt, reflect.TypeFor[int](), true)).Interface().(func(any) (int, bool))
	b.Run("box", func(b *testing.B) {
		for i := range b.N {
			sink = box(i)
		}
	})
	b.Run("assert", func(b *testing.B) {
		v := box(1000)
		for b.Loop() {
			_, _ = assert(v)
		}
	})
	b.Run("assert interface", func(b *testing.B) {
		assert := must(b)(Asserter(reflect.TypeFor[any](), reflect.TypeFor[boxed](), reflect.TypeFor[boxed](), true)).
			Interface().(func(any) (boxed, bool))
		v := box(1000)
		for b.Loop() {
			_, _ = assert(v)
		}
	})
	b.Run("index", func(b *testing.B) {
		var x Index
		for i, v := range boxTable {
			x.Set(reflect.TypeOf(v), i+1)
		}
		x.Set(rt, 100)
		index := x.Func(reflect.TypeFor[any]()).Interface().(func(any) int)
		v := box(1000)
		for b.Loop() {
			_ = index(v)
		}
	})
	b.Run("method", func(b *testing.B) {
		v := box(1000).(boxed)
		id := f.id(reflect.TypeFor[bInt]())
		if err := f.types.SetMethod(id, false, "IsBoxed", func(*int) {}, nil); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			v.IsBoxed()
		}
	})
}

var sink any
