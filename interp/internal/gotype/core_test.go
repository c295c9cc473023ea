package gotype

import (
	"fmt"
	"reflect"
	"runtime"
	"testing"
)

// IDs of the types that most tests refer to.
const (
	idInt = 1 + iota
	idString
	idFloat
	idAny
	idError
	idBytes
	idBool
	idFuncString // func() string
	idNew        // the first free one
)

// basic has the types that most tests refer to.
func basic(t testing.TB) *Types {
	t.Helper()
	ts := New()
	for id, rt := range map[int]reflect.Type{
		idInt:        reflect.TypeFor[int](),
		idString:     reflect.TypeFor[string](),
		idFloat:      reflect.TypeFor[float64](),
		idAny:        reflect.TypeFor[any](),
		idError:      reflect.TypeFor[error](),
		idBytes:      reflect.TypeFor[[]byte](),
		idBool:       reflect.TypeFor[bool](),
		idFuncString: reflect.TypeFor[func() string](),
	} {
		ts.Bind(id, rt)
	}
	return ts
}

// add makes types that can be made.
func add(t testing.TB, ts *Types, descs ...Desc) {
	t.Helper()
	if err := ts.Add(descs); err != nil {
		t.Fatal(err)
	}
}

// typ returns a type that is there.
func typ(t testing.TB, ts *Types, id int) reflect.Type {
	t.Helper()
	rt, ok := ts.Type(id)
	if !ok {
		t.Fatalf("no type %d", id)
	}
	return rt
}

// setMethod gives a method its code.
func setMethod(t testing.TB, ts *Types, id int, pointer bool, name string, ifn any) {
	t.Helper()
	if err := ts.SetMethod(id, pointer, name, ifn, nil); err != nil {
		t.Fatal(err)
	}
}

type vecView struct{ X, Y float64 }

// addVec makes a struct type main.Vec with String, not yet set.
func addVec(t testing.TB, ts *Types, id int) reflect.Type {
	t.Helper()
	add(t, ts, Desc{
		ID: id, Kind: reflect.Struct, Name: "Vec", PkgPath: "main",
		Fields:     []Field{{Name: "X", Type: idFloat}, {Name: "Y", Type: idFloat}},
		Methods:    []Method{{Name: "String", Type: idFuncString}},
		PtrMethods: []Method{{Name: "String", Type: idFuncString}},
	})
	return typ(t, ts, id)
}

// panicked returns the panic of do.
func panicked(do func()) (r any) {
	defer func() { r = recover() }()
	do()
	return nil
}

func TestMethod(t *testing.T) {
	ts := basic(t)
	rt := addVec(t, ts, idNew)
	v := reflect.New(rt).Elem()
	v.Field(0).SetFloat(1)
	got := panicked(func() { _ = v.Interface().(fmt.Stringer).String() })
	if want := unsetError("main.Vec.String"); got != want {
		t.Errorf("a method that isn't set: %v, want %v", got, want)
	}
	for _, format := range []string{"<%v,%v>", "(%v %v)"} {
		setMethod(t, ts, idNew, false, "String", func(p *vecView) string { return fmt.Sprintf(format, p.X, p.Y) })
		want := fmt.Sprintf(format, 1, 0)
		for i, got := range []any{
			v.Interface(), v.Addr().Interface(), v.Interface().(fmt.Stringer).String(),
			v.Addr().Interface().(fmt.Stringer).String(),
			v.Method(0).Call(nil)[0], v.Addr().Method(0).Call(nil)[0],
			rt.Method(0).Func.Call([]reflect.Value{v})[0],
			reflect.PointerTo(rt).Method(0).Func.Call([]reflect.Value{v.Addr()})[0],
			v.Method(0).Interface().(func() string)(),
		} {
			if fmt.Sprint(got) != want {
				t.Errorf("%d: %v, want %s", i, got, want)
			}
		}
	}
}

func TestNilReceiver(t *testing.T) {
	ts := basic(t)
	rt := addVec(t, ts, idNew)
	setMethod(t, ts, idNew, false, "String", func(p *vecView) string { return "called" })
	null := reflect.Zero(reflect.PointerTo(rt)).Interface().(fmt.Stringer)
	err, ok := panicked(func() { _ = null.String() }).(runtime.Error)
	if want := "value method main.Vec.String called using nil *Vec pointer"; !ok || err.Error() != want {
		t.Errorf("panic %v, want %s", err, want)
	}
	if got := fmt.Sprint(null); got != "<nil>" {
		t.Errorf("printed as %s", got)
	}
	if err := ts.SetMethod(idNew, true, "String", func(p *vecView) string { return "on its own" }, nil); err != nil {
		t.Fatal(err)
	}
	setMethod(t, ts, idNew, false, "String", func(p *vecView) string { return "new" })
	if got := null.String(); got != "on its own" {
		t.Errorf("%s, want what was set for the pointer", got)
	}
}
