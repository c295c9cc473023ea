package gotype

import (
	"fmt"
	"reflect"
	"runtime"
	"testing"
)

type (
	aValue   int
	aOther   struct{ _, _ string }
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
		x := test.x
		if x != nil {
			x = f.see(x)
		}
		got := panicked(func() { FailAssertion(x, from, to) })
		if _, ok := got.(*runtime.TypeAssertionError); !ok || fmt.Sprint(got) != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
}
