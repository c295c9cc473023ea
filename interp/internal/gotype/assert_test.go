package gotype

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"testing"
)

type (
	aValue   int
	aOther   struct{ x, y string }
	aPointer map[string]int
	aShape   interface{ Area() float64 }
	aBoth    interface {
		aShape
		fmt.Stringer
	}
)

func (aValue) Area() float64    { return 1 }
func (aOther) String() string   { return "other" }
func (*aOther) Area() float64   { return 2 }
func (aPointer) Area() float64  { return 3 }
func (aPointer) String() string { return "pointer" }

// assertCompiled does assertions as compiled code does them.
var assertCompiled = map[[2]reflect.Type]func(x any) (any, bool){}

// addAssert adds the assertion from a From to a To.
func addAssert[From, To any]() {
	assertCompiled[[2]reflect.Type{reflect.TypeFor[From](), reflect.TypeFor[To]()}] = func(x any) (any, bool) {
		from, _ := x.(From)
		if _, ok := any(from).(To); !ok {
			return assertText[From, To](from), false
		}
		return any(from).(To), true
	}
}

// assertText is the text of a failed assertion, which a generic x.(To) does too,
// but for a From that is a type parameter it says another source.
func assertText[From, To any](from From) any {
	switch x := any(&from).(type) {
	case *any:
		return panicked(func() { _ = (*x).(To) })
	case *aShape:
		return panicked(func() { _ = (*x).(To) })
	case *fmt.Stringer:
		return panicked(func() { _ = (*x).(To) })
	case *interface{ Area() float64 }:
		return panicked(func() { _ = (*x).(To) })
	}
	panic("no such source")
}

func addAsserts[From any]() {
	addAssert[From, aValue]()
	addAssert[From, *aValue]()
	addAssert[From, aOther]()
	addAssert[From, *aOther]()
	addAssert[From, aPointer]()
	addAssert[From, int]()
	addAssert[From, string]()
	addAssert[From, any]()
	addAssert[From, aShape]()
	addAssert[From, aBoth]()
	addAssert[From, fmt.Stringer]()
	addAssert[From, error]()
	addAssert[From, io.Reader]()
	addAssert[From, interface{ Area() float64 }]()
}

func TestAssertTexts(t *testing.T) {
	addAsserts[any]()
	addAsserts[aShape]()
	addAsserts[fmt.Stringer]()
	addAsserts[interface{ Area() float64 }]()
	f := newForge(t)
	n := aValue(3)
	for _, x := range []any{nil, aValue(1), &n, aOther{"a", "b"}, &aOther{}, aPointer{"a": 1}, 7, "text", errors.New("err"), &bytes.Buffer{}} {
		for types, compiled := range assertCompiled {
			from, to := f.of(types[0]), f.of(types[1])
			in := reflect.New(from).Elem()
			if x != nil {
				if !reflect.TypeOf(x).Implements(types[0]) {
					continue
				}
				in.Set(reflect.ValueOf(f.see(x)))
			}
			want, ok := compiled(x)
			call := func(commaOK bool) []reflect.Value {
				return must(t)(Asserter(from, to, to, commaOK)).Call([]reflect.Value{in})
			}
			name := fmt.Sprintf("%T in a %s to %s", x, from, to)
			out := call(true)
			if out[1].Bool() != ok {
				t.Errorf("%s: %t", name, !ok)
			}
			if ok && !reflect.DeepEqual(out[0].Interface(), f.see(want)) {
				t.Errorf("%s: %v, want %v", name, out[0], want)
			}
			err := panicked(func() { out = call(false) })
			if (err == nil) != ok {
				t.Errorf("%s: panic %v", name, err)
				continue
			}
			if ok {
				if !reflect.DeepEqual(out[0].Interface(), f.see(want)) {
					t.Errorf("%s: %v, want %v", name, out[0], want)
				}
				continue
			}
			assertion, isIt := err.(*runtime.TypeAssertionError)
			if !isIt || assertion.Error() != want.(error).Error() {
				t.Errorf("%s: panic\n\t%v, want\n\t%v", name, err, want)
			}
		}
	}
}

// The texts that a program gets to see, from assertions that are not generic.
func TestAssertTextsOfGo(t *testing.T) {
	f := newForge(t)
	var (
		empty any
		text  any    = "text"
		shape aShape = aValue(1)
		null  aShape
	)
	for _, test := range []struct {
		compiled func()
		x        any
		from, to reflect.Type
	}{
		{func() { _ = text.(aValue) }, "text", reflect.TypeFor[any](), reflect.TypeFor[aValue]()},
		{func() { _ = empty.(aValue) }, nil, reflect.TypeFor[any](), reflect.TypeFor[aValue]()},
		{func() { _ = null.(*aOther) }, nil, reflect.TypeFor[aShape](), reflect.TypeFor[*aOther]()},
		{func() { _ = null.(aBoth) }, nil, reflect.TypeFor[aShape](), reflect.TypeFor[aBoth]()},
		{func() { _ = shape.(aPointer) }, aValue(1), reflect.TypeFor[aShape](), reflect.TypeFor[aPointer]()},
		{func() { _ = shape.(aBoth) }, aValue(1), reflect.TypeFor[aShape](), reflect.TypeFor[aBoth]()},
		{func() { _ = text.(error) }, "text", reflect.TypeFor[any](), reflect.TypeFor[error]()},
	} {
		want := fmt.Sprint(panicked(test.compiled))
		from, to := f.of(test.from), f.of(test.to)
		in := reflect.New(from).Elem()
		if test.x != nil {
			in.Set(reflect.ValueOf(f.see(test.x)))
		}
		got := panicked(func() { must(t)(Asserter(from, to, to, false)).Call([]reflect.Value{in}) })
		if fmt.Sprint(got) != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
}

func TestFamily(t *testing.T) {
	ts := basic(t)
	version := func(id int, methods ...string) Desc {
		d := Desc{ID: id, Kind: reflect.Int, Name: "Count", PkgPath: "main", Family: 1}
		for _, m := range methods {
			d.Methods = append(d.Methods, Method{Name: m, Type: idFuncString})
		}
		d.PtrMethods = append(d.Methods, Method{Name: "Ptr", Type: idFuncString})
		return d
	}
	anyType, stringer := reflect.TypeFor[any](), reflect.TypeFor[fmt.Stringer]()
	add(t, ts, version(100))
	old := typ(t, ts, 100)
	made := func(rt reflect.Type) (value, pointer reflect.Value) {
		p := reflect.New(rt)
		p.Elem().SetInt(5)
		return reflect.ValueOf([]any{p.Elem().Interface()}).Index(0), reflect.ValueOf([]any{p.Interface()}).Index(0)
	}
	value, pointer := made(old)
	toStringer := must(t)(Asserter(anyType, stringer, stringer, true))
	if toStringer.Call([]reflect.Value{value})[1].Bool() {
		t.Error("the first version has a String")
	}
	if Newest(old) != old {
		t.Error("the only version isn't the newest")
	}

	add(t, ts, version(101, "String"), Desc{ID: 103, Kind: reflect.Int, Name: "Count", PkgPath: "main", Family: 2})
	setMethod(t, ts, 101, false, "String", func(p *int) string { return fmt.Sprint("count ", *p) })
	now := typ(t, ts, 101)
	for _, rts := range [][2]reflect.Type{{old, now}, {now, now}, {reflect.PointerTo(old), reflect.PointerTo(now)}} {
		if got := Newest(rts[0]); got != rts[1] {
			t.Errorf("the newest of %s is %s", rts[0], got)
		}
	}
	for _, v := range []reflect.Value{value, pointer} {
		out := toStringer.Call([]reflect.Value{v})
		if !out[1].Bool() || out[0].Interface().(fmt.Stringer).String() != "count 5" {
			t.Errorf("an old %s: %v", v.Elem().Type(), out)
		}
		out = must(t)(Asserter(anyType, anyType, anyType, true)).Call([]reflect.Value{v})
		if got := fmt.Sprint(out[0]); got != "count 5" {
			t.Errorf("an old %s printed as %s", v.Elem().Type(), got)
		}
	}
	newValue, newPointer := made(now)
	other := typ(t, ts, 103)
	for _, test := range []struct {
		v  reflect.Value
		to reflect.Type
		ok bool
	}{
		{value, now, true}, {newValue, old, true}, {value, reflect.PointerTo(now), false}, {pointer, now, false},
		{pointer, reflect.PointerTo(now), true}, {newPointer, reflect.PointerTo(old), true}, {value, other, false},
	} {
		if got := must(t)(Asserter(anyType, test.to, test.to, true)).Call([]reflect.Value{test.v}); got[1].Bool() != test.ok {
			t.Errorf("%s to %s: %v", test.v.Elem().Type(), test.to, got)
		}
		err := panicked(func() { must(t)(Asserter(anyType, test.to, test.to, false)).Call([]reflect.Value{test.v}) })
		if (err == nil) != test.ok {
			t.Errorf("%s to %s: %v", test.v.Elem().Type(), test.to, err)
		}
	}
	err := panicked(func() { must(t)(Asserter(anyType, other, other, false)).Call([]reflect.Value{value}) })
	if want := "interface conversion: interface {} is main.Count, not main.Count (types from different scopes)"; fmt.Sprint(err) != want {
		t.Errorf("%v, want %s", err, want)
	}

	changed := Desc{ID: 104, Kind: reflect.String, Name: "Count", PkgPath: "main", Family: 1}
	if err := ts.Add([]Desc{changed}); err == nil {
		t.Error("a version with another layout")
	}
}

func TestIndex(t *testing.T) {
	f := newForge(t)
	var x Index
	anyIndex := x.Func(reflect.TypeFor[any]()).Interface().(func(any) int)
	boxedIndex := x.Func(reflect.TypeFor[boxed]()).Interface().(func(boxed) int)
	if got := anyIndex(1); got != 0 {
		t.Errorf("the number of int is %d before any is set", got)
	}
	numbers := map[reflect.Type]int{}
	for _, v := range boxTable {
		for _, rt := range []reflect.Type{reflect.TypeOf(v), f.of(reflect.TypeOf(v))} {
			numbers[rt] = len(numbers) + 1
			x.Set(rt, numbers[rt])
		}
	}
	for _, v := range boxTable {
		for _, v := range []any{v, f.see(v)} {
			want := numbers[reflect.TypeOf(v)]
			if a, b := anyIndex(v), boxedIndex(v.(boxed)); a != want || b != want {
				t.Errorf("%T: %d and %d, want %d", v, a, b, want)
			}
		}
	}
	if a, b, c := anyIndex(nil), anyIndex("x"), boxedIndex(nil); a != 0 || b != 0 || c != 0 {
		t.Errorf("others: %d, %d, %d", a, b, c)
	}
	x.Set(reflect.TypeFor[string](), 1000)
	if got := anyIndex("x"); got != 1000 {
		t.Errorf("string: %d", got)
	}
}
