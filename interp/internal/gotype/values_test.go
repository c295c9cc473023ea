package gotype

//lint:file-ignore U1000 the fields are there to be seen by reflect

import (
	"fmt"
	"io"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unsafe"
)

// relations are the types whose relations to each other are compared.
var relations = append([]reflect.Type{
	reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[[]byte](), reflect.TypeFor[any](),
	reflect.TypeFor[error](), reflect.TypeFor[fmt.Stringer](), reflect.TypeFor[io.Reader](), reflect.TypeFor[float64](),
	reflect.TypeFor[sTemp](), reflect.TypeFor[*sErr](), reflect.TypeFor[sErr](), reflect.TypeFor[sShape](),
	reflect.TypeFor[sSquare](), reflect.TypeFor[sRect](), reflect.TypeFor[*sRect](), reflect.TypeFor[*sText](), reflect.TypeFor[sText](),
	reflect.TypeFor[sQueue](), reflect.TypeFor[*sQueue](), reflect.TypeFor[sSlice](), reflect.TypeFor[[]sTemp](),
	reflect.TypeFor[struct{ W, H float64 }](), reflect.TypeFor[chan sTemp](), reflect.TypeFor[sChan](), reflect.TypeFor[<-chan sTemp](),
	reflect.TypeFor[func(int) sTemp](), reflect.TypeFor[sFunc](), reflect.TypeFor[map[sText]sTemp](), reflect.TypeFor[sMap](),
	reflect.TypeFor[[4]sTemp](), reflect.TypeFor[*[4]sTemp](), reflect.TypeFor[sFour](), reflect.TypeFor[sReader](),
	reflect.TypeFor[interface{ Area() sTemp }](), reflect.TypeFor[aBoth](), reflect.TypeFor[aShape](),
	reflect.TypeFor[struct {
		W float64 `tag:"w"`
		H float64
	}](),
}, typeTable...)

func TestRelations(t *testing.T) {
	f := newForge(t)
	made := make([]reflect.Type, len(relations))
	for i, rt := range relations {
		made[i] = f.of(rt)
	}
	for i, a := range relations {
		for j, b := range relations {
			for name, relation := range map[string]func(a, b reflect.Type) bool{
				"is assignable to":   reflect.Type.AssignableTo,
				"is convertible to":  reflect.Type.ConvertibleTo,
				"implements":         func(a, b reflect.Type) bool { return b.Kind() == reflect.Interface && a.Implements(b) },
				"is":                 func(a, b reflect.Type) bool { return a == b },
				"pointers are equal": func(a, b reflect.Type) bool { return reflect.PointerTo(a) == reflect.PointerTo(b) },
				"slices are equal":   func(a, b reflect.Type) bool { return reflect.SliceOf(a) == reflect.SliceOf(b) },
			} {
				if got, want := relation(made[i], made[j]), relation(a, b); got != want {
					t.Errorf("%s %s %s: %t", a, name, b, got)
				}
			}
		}
	}
}

// Types of what mentions no type made here are the compiled ones.
func TestCompiledTypes(t *testing.T) {
	f := newForge(t)
	for _, rt := range []reflect.Type{
		reflect.TypeFor[[]int](), reflect.TypeFor[map[string][]*float64](), reflect.TypeFor[func(int, ...any) (error, chan<- bool)](),
		reflect.TypeFor[struct {
			A int `x:"y"`
			B io.Reader
		}](), reflect.TypeFor[[3]struct{ x int }](), reflect.TypeFor[any](), reflect.TypeFor[**strings.Reader](),
		reflect.TypeFor[*interface{ Do(int) }](), reflect.TypeFor[struct{ *strings.Reader }](), reflect.TypeFor[struct{ _ int }](),
	} {
		if got := f.of(rt); got != rt {
			t.Errorf("%s was made anew", rt)
		}
	}
}

// Two types that are described alike are two, unless they have no name.
func TestIdentity(t *testing.T) {
	ts := basic(t)
	alike := func(id int, name string) []Desc {
		return []Desc{
			{ID: id, Kind: reflect.Struct, Name: name, PkgPath: "main", Fields: []Field{{Name: "A", Type: idInt}}},
			{ID: id + 1, Kind: reflect.Func, In: []int{id}},
		}
	}
	add(t, ts, alike(100, "A")...)
	add(t, ts, alike(110, "A")...)
	if typ(t, ts, 100) == typ(t, ts, 110) || typ(t, ts, 101) == typ(t, ts, 111) {
		t.Error("two types of one name are one")
	}
	// Unnamed ones, all made here, not by reflect: embedded fields, fields named _ and interfaces.
	unnamed := func(id int) []Desc {
		return []Desc{
			{ID: id, Kind: reflect.Struct, PkgPath: "main", Fields: []Field{{Name: "A", Type: 100, Embedded: true}, {Name: "_", Type: idInt, Hidden: true}}},
			{ID: id + 1, Kind: reflect.Interface, PkgPath: "main", Methods: []Method{{Name: "Do", Type: 101}, {Name: "do", Hidden: true, Type: 101}}},
			{ID: id + 2, Kind: reflect.Map, Key: id + 1, Elem: id},
			{ID: id + 3, Kind: reflect.Struct, PkgPath: "other", Fields: []Field{{Name: "A", Type: 100, Embedded: true}, {Name: "_", Type: idInt, Hidden: true}}},
			{ID: id + 4, Kind: reflect.Interface, PkgPath: "other", Methods: []Method{{Name: "Do", Type: 101}, {Name: "do", Hidden: true, Type: 101}}},
			{ID: id + 5, Kind: reflect.Struct, PkgPath: "main", Fields: []Field{{Name: "A", Type: 100, Embedded: true}, {Name: "_", Type: idInt, Hidden: true}}},
		}
	}
	add(t, ts, unnamed(120)...)
	add(t, ts, unnamed(130)...)
	for i := range 5 {
		a, b := typ(t, ts, 120+i), typ(t, ts, 130+i)
		if a != b {
			t.Errorf("%s is two types", a)
		}
		if i > 2 && a == typ(t, ts, 117+i) {
			t.Errorf("%s is one type in two packages", a)
		}
	}
	if typ(t, ts, 120) != typ(t, ts, 125) {
		t.Error("two types of one call")
	}
}

type (
	vKey struct {
		a int32
		b string
		_ int64
		c sTemp
		d any
		e [2]sText
	}
	vRegular struct {
		a, b int32
		c    *int
	}
	vRegularOne struct{ a sTemp }
	vLarge      struct{ a [40]string }
	vPadded     struct {
		a int8
		b int64
	}
	vSlice []int
	vInner struct{ s []int }
	vOuter struct {
		n     int
		inner vInner
	}
	vHolds struct{ v any }

	bComp64  complex64
	bComp128 complex128
	bBool    bool
	bBlank   struct{ _, a int }
)

var sink any

// keys are values that can be keys of maps; equal ones follow each other.
var keys = []any{
	sTemp(1), sTemp(math.Copysign(0, -1)), sTemp(0), sText{1, 2}, sText{2, 1}, sGo("x"), sValErr("x"),
	vKey{a: 1, b: "b", c: 2, d: 3}, vKey{a: 1, b: "b", c: 2, d: "d"}, vKey{}, vKey{d: sTemp(1)}, vKey{e: [2]sText{{1, 2}, {3, 4}}},
	vRegular{1, 2, nil}, vRegular{1, 2, new(int)}, vRegularOne{1}, vLarge{[40]string{3: "x"}}, vLarge{}, vPadded{1, 2}, vPadded{2, 1},
	sFour{1, 2}, sFour{}, sSquare(2), (*sErr)(nil), &sErr{}, tNone{}, [2]sTemp{1, 2}, [1]vKey{{a: 1}}, struct{ a, b sText }{sText{1, 2}, sText{}},
	sErr{1, "x"}, tKey{a: 1}, tKey{b: "b"}, tOnePtr{new(tStruct)}, sChan(nil), make(sChan), tArray{}, bComp64(1), bComp128(2i), bBool(true),
	vHolds{1}, vHolds{"x"}, vHolds{}, sShape(sSquare(1)),
}

func TestEqualAndHash(t *testing.T) {
	f := newForge(t)
	made := make([]any, len(keys))
	m := map[any]int{}
	for i, k := range keys {
		made[i] = f.see(k)
		m[made[i]] = i
	}
	for i, a := range keys {
		if got := m[f.see(a)]; got != i && !(sTemp(0) == a) && !(a == keys[1]) {
			t.Errorf("%T %v is found as the key %d, not %d", a, a, got, i)
		}
		for j, b := range keys {
			if got, want := made[i] == made[j], a == b; got != want {
				t.Errorf("%T%v == %T%v: %t", a, a, b, b, got)
			}
			if got, want := reflect.DeepEqual(made[i], made[j]), reflect.DeepEqual(a, b); got != want {
				t.Errorf("DeepEqual of %T%v and %T%v: %t", a, a, b, b, got)
			}
		}
		if made[i] == a {
			t.Errorf("%T is equal to the compiled one", a)
		}
	}
}

// Fields named _ take no part in ==, and what lies between fields neither.
func TestEqualBlank(t *testing.T) {
	f := newForge(t)
	dirty := func(rt reflect.Type, with byte) any {
		p := reflect.New(f.of(rt))
		b := unsafe.Slice((*byte)(p.UnsafePointer()), rt.Size())
		switch rt {
		case reflect.TypeFor[vPadded]():
			b[3] = with
		case reflect.TypeFor[bBlank]():
			b[1] = with
		case reflect.TypeFor[struct {
			_ int
			a sTemp
		}](), reflect.TypeFor[[2]bBlank]():
			b[2] = with
		case reflect.TypeFor[vKey]():
			b[unsafe.Offsetof(vKey{}.a)+4] = with
			b[24] = with
		}
		return p.Elem().Interface()
	}
	for _, rt := range []reflect.Type{reflect.TypeFor[vPadded](), reflect.TypeFor[bBlank](), reflect.TypeFor[vKey](), reflect.TypeFor[[2]bBlank](),
		reflect.TypeFor[struct {
			_ int
			a sTemp
		}]()} {
		a, b := dirty(rt, 1), dirty(rt, 2)
		if a != b {
			t.Errorf("%s: not equal", rt)
		}
		if m := map[any]int{a: 1}; m[b] != 1 {
			t.Errorf("%s: not the same key", rt)
		}
		m := reflect.MakeMap(reflect.MapOf(reflect.TypeOf(a), intType))
		m.SetMapIndex(reflect.ValueOf(a), reflect.ValueOf(5))
		if v := m.MapIndex(reflect.ValueOf(b)); !v.IsValid() || v.Int() != 5 {
			t.Errorf("%s: not the same key of a typed map", rt)
		}
	}
}

func TestUncomparable(t *testing.T) {
	f := newForge(t)
	for _, v := range []any{vSlice{1}, vInner{}, vOuter{n: 1}, sMap{}, sFunc(nil), [2]vInner{}, vHolds{vSlice{}}, struct{ s vSlice }{}, tZero{}} {
		made := f.see(v)
		if h, ok := v.(vHolds); ok {
			p := reflect.New(reflect.TypeOf(made))
			View(p.Elem().Field(0), reflect.TypeFor[any]()).Set(reflect.ValueOf(f.see(h.v)))
			made = p.Elem().Interface()
		}
		for name, do := range map[string]func(x any){
			"==":     func(x any) { sink = x == x },
			"a key":  func(x any) { sink = map[any]int{x: 1} },
			"lookup": func(x any) { sink = map[any]int{1: 1}[x] },
			"delete": func(x any) { delete(map[any]int{1: 1}, x) },
		} {
			want := panicked(func() { do(v) })
			got := panicked(func() { do(made) })
			if _, ok := got.(runtime.Error); !ok || want == nil || got.(error).Error() != want.(error).Error() {
				t.Errorf("%s of %T: %v, want %v", name, v, got, want)
			}
		}
	}
	for _, differ := range [][2]any{{vOuter{n: 1}, vHolds{}}} {
		if f.see(differ[0]) == f.see(differ[1]) {
			t.Error("equal")
		}
	}
}

// A map whose keys are no structs may be made as one type and used as another that
// is laid out alike.
func TestMapViews(t *testing.T) {
	testMapView(t, map[sTemp]sGo{1: "a", 2: "b", 0: "c"})
	testMapView(t, map[any]sTemp{1: 1, "x": 2, nil: 3})
	testMapView(t, map[*sErr]bool{nil: true, sampleErr: true})
	testMapView(t, sPtrs{"x": nil})
}

func testMapView[M ~map[K]V, K comparable, V any](t *testing.T, m M) {
	t.Helper()
	f := newForge(t)
	rt := f.of(reflect.TypeFor[M]())
	m[*new(K)] = *new(V)
	// Made by compiled code, used as made here.
	seen := View(reflect.ValueOf(m), rt)
	if seen.Len() != len(m) {
		t.Fatalf("%s: %d entries, want %d", rt, seen.Len(), len(m))
	}
	for k, v := range m {
		got := seen.MapIndex(View(reflect.ValueOf(&k).Elem(), rt.Key()))
		if !got.IsValid() || !reflect.DeepEqual(View(got, reflect.TypeFor[V]()).Interface(), any(v)) {
			t.Errorf("%s: %v at %v, want %v", rt, got, k, v)
		}
	}
	// The other way round.
	other := reflect.MakeMap(rt)
	for it := seen.MapRange(); it.Next(); {
		other.SetMapIndex(it.Key(), it.Value())
	}
	back := View(other, reflect.TypeFor[M]()).Interface().(M)
	if !reflect.DeepEqual(back, m) {
		t.Errorf("%s: %v, want %v", rt, back, m)
	}
	for k := range m {
		delete(back, k)
	}
	if other.Len() != 0 {
		t.Errorf("%s: %d entries left", rt, other.Len())
	}
}

func TestView(t *testing.T) {
	f := newForge(t)
	rt := f.of(reflect.TypeFor[sPlain]())
	v := sPlain{1, "b", nil}
	seen := View(reflect.ValueOf(&v).Elem(), rt)
	if !seen.CanSet() || seen.Addr().UnsafePointer() != unsafe.Pointer(&v) {
		t.Error("not the same memory")
	}
	b := View(seen.Field(1), reflect.TypeFor[string]())
	b.SetString("changed")
	if v.b != "changed" {
		t.Error("a hidden field could not be set")
	}
	m := View(reflect.ValueOf(sTemp(1)).Method(0), reflect.TypeFor[func() string]())
	if got := m.Call(nil)[0].String(); got != "1.0°" {
		t.Errorf("a view of a method: %s", got)
	}
	if panicked(func() { View(seen, intType) }) == nil {
		t.Error("a struct seen as an int")
	}
	for _, test := range []struct {
		a, b reflect.Type
		same bool
	}{
		{reflect.TypeFor[sText](), reflect.TypeFor[struct{ x, y uint }](), true},
		{reflect.TypeFor[sText](), reflect.TypeFor[[2]int](), false},
		{reflect.TypeFor[float64](), reflect.TypeFor[int64](), false},
		{reflect.TypeFor[bool](), reflect.TypeFor[int8](), true},
		{reflect.TypeFor[any](), reflect.TypeFor[error](), false},
		{reflect.TypeFor[error](), reflect.TypeFor[fmt.Stringer](), true},
		{reflect.TypeFor[func()](), reflect.TypeFor[map[int]int](), true},
		{reflect.TypeFor[string](), reflect.TypeFor[struct {
			p *byte
			n int
		}](), false},
		{reflect.TypeFor[[]int](), reflect.TypeFor[[]string](), true},
		{reflect.TypeFor[struct {
			a int8
			b int32
		}](), reflect.TypeFor[struct{ a, b int32 }](), false},
	} {
		if got := SameLayout(test.a, test.b); got != test.same {
			t.Errorf("%s and %s: %t", test.a, test.b, got)
		}
	}
}
