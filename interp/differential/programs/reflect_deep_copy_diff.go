//go:build ignore

package main

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"
)

func Clone[T any](v T) T {
	out, _ := clone(reflect.ValueOf(&v).Elem()).Interface().(T)
	return out
}

func clone(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			p := reflect.New(v.Type().Elem())
			p.Elem().Set(clone(v.Elem()))
			out.Set(p)
		}
	case reflect.Slice:
		if !v.IsNil() {
			out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				out.Index(i).Set(clone(v.Index(i)))
			}
		}
	case reflect.Map:
		if !v.IsNil() {
			out.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
			for it := v.MapRange(); it.Next(); {
				out.SetMapIndex(it.Key(), clone(it.Value()))
			}
		}
	case reflect.Struct:
		out.Set(v)
		for i := range v.NumField() {
			if out.Field(i).CanSet() {
				out.Field(i).Set(clone(v.Field(i)))
			}
		}
	case reflect.Interface:
		if !v.IsNil() {
			out.Set(clone(v.Elem()))
		}
	case reflect.Array:
		for i := range v.Len() {
			out.Index(i).Set(clone(v.Index(i)))
		}
	default:
		out.Set(v)
	}
	return out
}

func Diff(a, b any) (out []string) {
	diff("$", reflect.ValueOf(a), reflect.ValueOf(b), &out)
	sort.Strings(out)
	return slices.Compact(out)
}

func diff(path string, a, b reflect.Value, out *[]string) {
	add := func(f string, args ...any) { *out = append(*out, path+": "+fmt.Sprintf(f, args...)) }
	if a.IsValid() != b.IsValid() {
		add("one is missing")
		return
	}
	if !a.IsValid() {
		return
	}
	if a.Type() != b.Type() {
		add("%v vs %v", a.Type(), b.Type())
		return
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() {
				add("nil: %t vs %t", a.IsNil(), b.IsNil())
			}
			return
		}
		diff(path, a.Elem(), b.Elem(), out)
	case reflect.Struct:
		for i := range a.NumField() {
			diff(path+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i), out)
		}
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			add("length %d vs %d", a.Len(), b.Len())
		}
		for i := range min(a.Len(), b.Len()) {
			diff(fmt.Sprintf("%s[%d]", path, i), a.Index(i), b.Index(i), out)
		}
	case reflect.Map:
		for _, k := range append(a.MapKeys(), b.MapKeys()...) {
			x, y := a.MapIndex(k), b.MapIndex(k)
			if x.IsValid() || !y.IsValid() {
				diff(fmt.Sprintf("%s[%v]", path, k), x, y, out)
			}
		}
	default:
		if !a.Equal(b) {
			add("%v vs %v", a, b)
		}
	}
}

type Part struct {
	Name string
	Dims [2]int
	Sub  []*Part
}

type Machine struct {
	Parts map[string]Part
	Main  *Part
	Any   any
	note  string
}

func main() {
	m := Machine{
		Parts: map[string]Part{"wheel": {"w", [2]int{3, 3}, []*Part{{Name: "bolt"}}}},
		Main:  &Part{Name: "core"},
		Any:   map[string][]int{"k": {1, 2}},
		note:  "private",
	}
	c := Clone(m)
	fmt.Println(reflect.DeepEqual(m, c), c.Main != m.Main, c.note, len(Diff(m, c)))
	c.Main.Name = "CORE"
	c.Parts["wheel"].Sub[0].Dims[1] = 9
	c.Any.(map[string][]int)["k"][0] = 100
	c.Parts["extra"] = Part{}
	c.note = "changed"
	fmt.Println(m.Main.Name, m.Parts["wheel"].Sub[0].Dims, m.Any, len(m.Parts))
	fmt.Println(strings.Join(Diff(m, c), "\n"))
	fmt.Println(Diff(1, "1"), Diff([]int{1, 2}, []int{1, 3, 4}), Diff(nil, nil), Diff(Machine{}, Machine{Main: new(Part)}))
	var nilMap map[string]int
	fmt.Println(Clone(nilMap) == nil, Clone([]int{}) != nil, Clone[error](nil) == nil, *Clone(&[]string{"x"}))
}
