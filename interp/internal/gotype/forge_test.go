package gotype

import (
	"reflect"
	"strings"
	"testing"
)

// forge makes types equal to compiled ones, for tests to compare: every named type
// of this package that is mentioned, and types composed of those. Their methods
// run the compiled ones.
type forge struct {
	t     testing.TB
	types *Types
	ids   map[reflect.Type]int
	descs []Desc
	added int
}

func newForge(t testing.TB) *forge {
	return &forge{t: t, types: New(), ids: map[reflect.Type]int{}}
}

// packagePath is the package of the types that are remade.
var packagePath = reflect.TypeFor[forge]().PkgPath()

// id describes rt, if it isn't yet.
func (f *forge) id(rt reflect.Type) int {
	if id, ok := f.ids[rt]; ok {
		return id
	}
	id := len(f.ids) + 1
	f.ids[rt] = id
	if rt.Name() != "" && rt.PkgPath() != packagePath {
		f.types.Bind(id, rt)
		return id
	}
	i := len(f.descs)
	f.descs = append(f.descs, Desc{})
	d := Desc{ID: id, Kind: rt.Kind(), Name: rt.Name(), PkgPath: rt.PkgPath()}
	switch rt.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Chan:
		d.Elem = f.id(rt.Elem())
		if rt.Kind() == reflect.Chan {
			d.Dir = rt.ChanDir()
		}
	case reflect.Array:
		d.Elem, d.Len = f.id(rt.Elem()), rt.Len()
	case reflect.Map:
		d.Key, d.Elem = f.id(rt.Key()), f.id(rt.Elem())
	case reflect.Func:
		for in := range rt.Ins() {
			d.In = append(d.In, f.id(in))
		}
		for out := range rt.Outs() {
			d.Out = append(d.Out, f.id(out))
		}
		d.Variadic = rt.IsVariadic()
	case reflect.Struct:
		for g := range rt.Fields() {
			d.Fields = append(d.Fields, Field{
				Name: g.Name, Tag: string(g.Tag), Type: f.id(g.Type),
				Embedded: g.Anonymous, Hidden: g.PkgPath != "",
			})
			if g.PkgPath != "" {
				d.PkgPath = g.PkgPath
			}
		}
	}
	if rt.Kind() != reflect.Pointer {
		d.Methods = f.methods(rt)
	}
	if rt.Kind() != reflect.Interface && rt.Kind() != reflect.Pointer {
		d.PtrMethods = f.methods(reflect.PointerTo(rt))
	}
	f.descs[i] = d
	return id
}

func (f *forge) methods(rt reflect.Type) []Method {
	var ms []Method
	for m := range rt.Methods() {
		sig := m.Type
		if rt.Kind() != reflect.Interface {
			sig = withoutReceiver(sig)
		}
		ms = append(ms, Method{Name: m.Name, Hidden: m.PkgPath != "", PkgPath: m.PkgPath, Type: f.id(sig)})
	}
	return ms
}

// withoutReceiver returns a func type without its first parameter.
func withoutReceiver(sig reflect.Type) reflect.Type {
	var in, out []reflect.Type
	for i := 1; i < sig.NumIn(); i++ {
		in = append(in, sig.In(i))
	}
	for o := range sig.Outs() {
		out = append(out, o)
	}
	return reflect.FuncOf(in, out, sig.IsVariadic())
}

// of returns the type made for a compiled one.
func (f *forge) of(rt reflect.Type) reflect.Type {
	f.t.Helper()
	id := f.id(rt)
	if descs := f.descs[f.added:]; len(descs) > 0 {
		f.added = len(f.descs)
		if err := f.types.Add(descs); err != nil {
			f.t.Fatal(err)
		}
		for old, id := range f.ids {
			for _, d := range descs {
				if d.ID == id {
					f.setMethods(id, old, d)
				}
			}
		}
	}
	return typ(f.t, f.types, id)
}

// setMethods makes the methods of the type with that ID run old's methods.
func (f *forge) setMethods(id int, old reflect.Type, d Desc) {
	if d.Kind == reflect.Interface || typ(f.t, f.types, id) == old {
		return
	}
	word := reflect.PointerTo(old)
	direct := headOf(old).tflag&flagDirect != 0
	for _, m := range d.Methods {
		if direct {
			f.setMethod(id, false, m.Name, old, old)
		} else {
			f.setMethod(id, false, m.Name, old, word)
		}
	}
	for _, m := range d.PtrMethods {
		if _, ok := d.valueMethod(m); !ok {
			f.setMethod(id, true, m.Name, word, word)
		}
	}
}

func (d Desc) valueMethod(m Method) (Method, bool) {
	for _, v := range d.Methods {
		if v.Name == m.Name {
			return v, true
		}
	}
	return Method{}, false
}

// setMethod makes a method run the method of type receiver, which is called with
// the word.
func (f *forge) setMethod(id int, pointer bool, name string, receiver, word reflect.Type) {
	f.t.Helper()
	m, ok := receiver.MethodByName(name)
	if !ok {
		f.t.Fatalf("%s has no method %s", receiver, name)
	}
	sig := withoutReceiver(m.Type)
	in := []reflect.Type{word}
	for p := range sig.Ins() {
		in = append(in, p)
	}
	var out []reflect.Type
	for o := range sig.Outs() {
		out = append(out, o)
	}
	fn := reflect.MakeFunc(reflect.FuncOf(in, out, sig.IsVariadic()), func(args []reflect.Value) []reflect.Value {
		if word != receiver {
			args[0] = args[0].Elem()
		}
		if sig.IsVariadic() {
			return m.Func.CallSlice(args)
		}
		return m.Func.Call(args)
	})
	if err := f.types.SetMethod(id, pointer, name, fn.Interface(), nil); err != nil {
		f.t.Fatal(err)
	}
}

// see returns v, of a compiled type, as the type made for that.
func (f *forge) see(v any) any {
	f.t.Helper()
	p := reflect.New(reflect.TypeOf(v))
	p.Elem().Set(reflect.ValueOf(v))
	return View(p.Elem(), f.of(reflect.TypeOf(v))).Interface()
}

// describe returns everything that reflect reports about a type, down to the depth.
func describe(rt reflect.Type, depth int) string {
	var s strings.Builder
	writeType(&s, rt, depth)
	return s.String()
}
