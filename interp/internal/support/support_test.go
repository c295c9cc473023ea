package support

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"reflect"
	"runtime"
	"testing"

	yaegi "github.com/traefik/yaegi/interp"
)

func TestPrintedAsGoPrints(t *testing.T) {
	var out bytes.Buffer
	p := printer{&out}
	p.println(1, -2.5, math.Copysign(0, -1), 1e21, float32(0.1), complex(9, 10), true, "text", uint8(7), []int(nil), wordsOf(nil))
	p.print("a", 1, "b")
	want := "1 -2.5 -0 1e+21 0.1 (9+10i) true text 7 [0/0]0x0 (0x0,0x0)\na1b"
	if out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
}

func TestRecoveredIsWhatGoPanicsWith(t *testing.T) {
	for text, f := range map[string]func(){
		"runtime error: invalid memory address or nil pointer dereference": func() { reflect.Value{}.Interface() },
		"runtime error: index out of range":                                func() { reflect.ValueOf([]int{1}).Index(1) },
		"runtime error: slice bounds out of range":                         func() { reflect.ValueOf([]int{1}).Slice(0, 5) },
		"runtime error: makeslice: len out of range":                       func() { reflect.MakeSlice(reflect.TypeFor[[]int](), -1, 0) },
		"runtime error: makeslice: cap out of range":                       func() { reflect.MakeSlice(reflect.TypeFor[[]int](), 2, 1) },
		"runtime error: growslice: len out of range":                       func() { reflect.Append(reflect.ValueOf(make([]struct{}, math.MaxInt)), reflect.ValueOf(struct{}{})) },
		"runtime error: cannot convert slice with length 1 to array or pointer to array with length 2": func() {
			reflect.ValueOf([]int{1}).Convert(reflect.TypeFor[[2]int]())
		},
		"runtime error: comparing uncomparable type main.T": func() {
			var x any = struct {
				S []int `main:"T"`
			}{}
			_ = x == x
		},
	} {
		func() {
			defer func() {
				err, ok := Recovered(recover()).(runtime.Error)
				if !ok || err.Error() != text {
					t.Errorf("recovered %v, want %s", err, text)
				}
			}()
			f()
		}()
	}
}

// A nil pointer whose value is passed to a function is a nil pointer's fault,
// and one type is told apart from another of its name.
func TestFaultsOfNilPointersAndScopes(t *testing.T) {
	var p *int
	fault := func() (r any) {
		defer func() { r = Recovered(recover()) }()
		reflect.ValueOf(func(int) {}).Call([]reflect.Value{reflect.ValueOf(p).Elem()})
		return nil
	}()
	if err, ok := fault.(runtime.Error); !ok || err.Error() != "runtime error: invalid memory address or nil pointer dereference" {
		t.Errorf("a nil pointer's fault is %v", fault)
	}
	v := struct {
		S int `main:"Tᐧ7"`
	}{}
	if got, want := fmt.Sprint(notA(v, "interface {}", "main.T", "")), "interface conversion: interface {} is main.Tᐧ7, not main.T (types from different scopes)"; got != want {
		t.Errorf("the fault is %q, want %q", got, want)
	}
}

// What is read of the interpreter's pairs is where this package looks for it.
func TestTypeIDOfTheInterpretersPairs(t *testing.T) {
	in := yaegi.New(yaegi.Options{})
	values := map[string]any{}
	err := in.Use(yaegi.Exports{"test/test": {"Keep": reflect.ValueOf(func(name string, v any) { values[name] = v })}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = in.Eval(`
package main

import "test"

type M int
func (m M) V() int { return int(m) }
type I interface { V() int }

func main() {
	var a interface{} = M(3)
	test.Keep("value", a)
	var i I = M(4)
	var b interface{} = i
	test.Keep("interface", b)
	test.Keep("plain", 5)
}`)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		id    string
		plain any
	}{"value": {"main.M", 3}, "interface": {"main.M", 4}, "plain": {"", 5}} {
		if id, plain := TypeID(values[name]), Plain(values[name]); id != want.id || plain != want.plain {
			t.Errorf("%s: %q %v, want %q %v", name, id, plain, want.id, want.plain)
		}
	}
}

// Package fmt is the measure of what is shown: a value of compiled types, told
// as one of a cell, is printed as fmt prints it.
func TestShownAsFmtPrints(t *testing.T) {
	type inner struct {
		A int
		b string
	}
	type outer struct {
		In   inner
		P    *inner
		List []any
		M    map[string]any
		none any
		F    float64
	}
	type XInner = struct {
		A  int `main:"inner"`
		Xb string
	}
	type XOuter = struct {
		In    XInner `main:"outer"`
		P     *XInner
		List  []any
		M     map[string]any
		Xnone any
		F     float64
	}
	s := &shapes{registry: &registry{}}
	list, m := []any{1, "a", nil, []int{2}, 'x'}, map[string]any{"b": 1.5, "a": []any{true}}
	want := outer{In: inner{1, "b"}, List: list, M: m, none: 7, F: 2}
	have := XOuter{In: XInner{1, "b"}, List: list, M: m, Xnone: 7, F: 2}
	s.declare("main.outer", `{"t":"main.outer","n":"support.outer","f":[{"n":"In"},{"n":"P","s":{"e":{"t":"main.inner"}}},{"n":"List"},{"n":"M"},{"n":"none"},{"n":"F"}]}`)
	s.declare("main.inner", `{"t":"main.inner","n":"support.inner","f":[{"n":"A"},{"n":"b"}]}`)
	var text func(v any) any
	text = func(v any) any { return s.show(text, v, "") }
	for _, format := range []string{"%v", "%+v", "%6v", "%d", "%q", "%x", "%s"} {
		got, wanted := fmt.Sprintf(format, s.show(text, have, "")), fmt.Sprintf(format, want)
		if got != wanted {
			t.Errorf("%s: got  %s\nwant %s", format, got, wanted)
		}
	}
	for _, v := range []any{list, m, map[any]int{2: 1, "a": 2, 1: 3}, []any(nil), map[string]any{}, [2]any{1}, &list, []error{os.ErrExist}} {
		for _, format := range []string{"%v", "%+v", "%#v", "%6v", "%d"} {
			if got, wanted := fmt.Sprintf(format, s.show(text, v, "")), fmt.Sprintf(format, v); got != wanted {
				t.Errorf("%s: got  %s\nwant %s", format, got, wanted)
			}
		}
	}
}
