package core

import (
	"fmt"
	"reflect"
	"unsafe"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/interp/emit"
	"krigo/interp/internal/gotype"
	"krigo/interp/internal/yaegipatch"
)

// makeSymbols gives the interpreter the symbols of a unit: first what is compiled, which functions of
// the machine may call, then these.
func (r *Runtime) makeSymbols(u *emit.Unit) error {
	table := make(map[string]reflect.Value, len(u.Symbols))
	for _, machines := range []bool{false, true} {
		for _, s := range u.Symbols {
			if machines != (s.Kind == emit.MachineSymbol) {
				continue
			}
			v, err := r.make(s)
			if err != nil {
				return err
			}
			table[s.Name] = v
			switch s.Kind {
			case emit.FuncSymbol, emit.MethodSymbol, emit.VarSymbol:
				r.compiledSymbols[s.Name] = v
			}
		}
		if !machines && len(u.Machine) > 0 {
			if err := r.machine.Link(u.Machine, linker{r}); err != nil {
				return err
			}
		}
	}
	return r.interp.Use(yaegi.Exports{Path + "/" + Name: table})
}

// make makes the value of a symbol.
func (r *Runtime) make(s emit.Symbol) (reflect.Value, error) {
	switch s.Kind {
	case emit.MarkSymbol:
		line := new(int)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.marks[s.Name] = line
		return reflect.ValueOf(line), nil
	case emit.FuncSymbol, emit.MethodSymbol:
		return r.compiled(s)
	case emit.VarSymbol:
		v, err := r.symbol(s.Path, s.Ident)
		if err == nil && !v.CanAddr() {
			err = fmt.Errorf("variable %s of package %s has no address here", s.Ident, s.Path)
		}
		if err != nil {
			return reflect.Value{}, err
		}
		return v.Addr(), nil
	case emit.SliceSymbol:
		return r.takesSlice(s)
	}
	var types [2]reflect.Type
	for i, id := range []int{s.Type, s.Signature} {
		if id != 0 {
			rt, err := r.typeOf(id)
			if err != nil {
				return reflect.Value{}, err
			}
			types[i] = rt
		}
	}
	t, signature := types[0], types[1]
	switch s.Kind {
	case emit.TypeSymbol:
		return reflect.Zero(reflect.PointerTo(t)), nil
	case emit.IsSymbol:
		return r.ask(s.Name, func(dynamic reflect.Type) bool { return dynamic == t || r.sameFamily(dynamic, t) }), nil
	case emit.ImplementsSymbol:
		return r.ask(s.Name, func(dynamic reflect.Type) bool { return r.newestOf(dynamic).Implements(t) }), nil
	case emit.FailSymbol:
		return reflect.ValueOf(func(x any) { gotype.FailAssertion(x, signature, t) }), nil
	case emit.BoxSymbol:
		return box(t, signature), nil
	case emit.RecastSymbol:
		return recast(signature, t), nil
	case emit.SpanSymbol:
		return span(t), nil
	case emit.DataSymbol:
		return data(t), nil
	case emit.BytesSymbol:
		return arrayOf(t), nil
	case emit.ValueSymbol:
		return r.identities.value(signature), nil
	case emit.MachineSymbol:
		return r.machines(s, signature, t)
	case emit.InvokeSymbol:
		return invoker(t, s, signature)
	}
	return reflect.Value{}, fmt.Errorf("no such symbol: %s", s.Kind)
}

// familyOf returns the family of a cell's type, 0 for any other.
func (r *Runtime) familyOf(t reflect.Type) int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.families[t]
}

// sameFamily reports whether two types are versions of one.
func (r *Runtime) sameFamily(a, b reflect.Type) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	family := r.families[a]
	return family != 0 && r.families[b] == family
}

// newestOf returns the newest version of a type.
func (r *Runtime) newestOf(t reflect.Type) reflect.Type {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if family := r.families[t]; family != 0 {
		return r.newest[family]
	}
	return t
}

// renew gives a value of an earlier version of a type the newest, with the
// methods that it has got since.
func (r *Runtime) renew(x any) any {
	if x == nil {
		return nil
	}
	t := reflect.TypeOf(x)
	if n := r.newestOf(t); n != t {
		return gotype.View(reflect.ValueOf(x), n).Interface()
	}
	return x
}

// renewAll renews the values of a slice that only a call has.
func (r *Runtime) renewAll(list []any) []any {
	out := make([]any, len(list))
	for i, x := range list {
		out[i] = r.renew(x)
	}
	return out
}

// compiled returns a compiled function, or the method of a compiled type.
func (r *Runtime) compiled(s emit.Symbol) (reflect.Value, error) {
	if s.Type == 0 {
		if f, ok := r.instead[s.Path+"."+s.Ident]; ok {
			return f, nil
		}
		return r.symbol(s.Path, s.Ident)
	}
	t, err := r.typeOf(s.Type)
	if err != nil {
		return reflect.Value{}, err
	}
	if f, ok := r.Methods[t][s.Ident]; ok {
		return f, nil
	}
	m, ok := t.MethodByName(s.Ident)
	if !ok {
		return reflect.Value{}, fmt.Errorf("type %s has no method %s", t, s.Ident)
	}
	return m.Func, nil
}

// takesSlice returns a compiled variadic function that takes a slice.
func (r *Runtime) takesSlice(s emit.Symbol) (reflect.Value, error) {
	signature, err := r.typeOf(s.Signature)
	if err != nil {
		return reflect.Value{}, err
	}
	f, err := r.compiled(s)
	if err != nil {
		return reflect.Value{}, err
	}
	return r.identities.takingSlice(signature, f), nil
}

// ask makes a type, a conversion to which asks about an any.
func (r *Runtime) ask(name string, q question) reflect.Value {
	r.bound--
	desc := gotype.Desc{ID: r.bound, Kind: reflect.Bool, Name: name, PkgPath: Path}
	if err := r.types.Add([]gotype.Desc{desc}); err != nil {
		panic(err)
	}
	rt, _ := r.types.Type(desc.ID)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.questions[rt] = q
	return reflect.Zero(reflect.PointerTo(rt))
}

// box returns a function from a work type to its true type.
func box(true, work reflect.Type) reflect.Value {
	f := reflect.FuncOf([]reflect.Type{work}, []reflect.Type{true}, false)
	return reflect.MakeFunc(f, func(in []reflect.Value) []reflect.Value {
		return []reflect.Value{gotype.View(in[0], true)}
	})
}

// converter returns the hook by which the interpreter converts.
func (r *Runtime) converter(from, to reflect.Type) func(src, dest reflect.Value) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if to == outdatedType {
		return func(src, dest reflect.Value) {
			dest.SetBool(!src.IsNil() && r.newestOf(src.Elem().Type()) != src.Elem().Type())
		}
	}
	if to == typeIDType {
		return func(src, dest reflect.Value) { dest.SetInt(int64(r.idOf(src))) }
	}
	if q := r.questions[to]; q != nil {
		return func(src, dest reflect.Value) { dest.SetBool(!src.IsNil() && q(src.Elem().Type())) }
	}
	switch {
	case from.Kind() == reflect.Interface && to.Kind() != reflect.Interface:
		return func(src, dest reflect.Value) { dest.Set(gotype.View(src.Elem(), dest.Type())) }
	case r.trues[to] && gotype.SameLayout(from, to):
		return func(src, dest reflect.Value) { dest.Set(gotype.View(src, dest.Type())) }
	}
	return nil
}

// TypeID is the ID of a value's dynamic type, 0 if no cell declares it.
type TypeID int

// Outdated reports whether a value's dynamic type has got methods since.
type Outdated bool

var outdatedType = reflect.TypeFor[Outdated]()

var typeIDType = reflect.TypeFor[TypeID]()

func (r *Runtime) idOf(x reflect.Value) int {
	if x.IsNil() {
		return 0
	}
	t := x.Elem().Type()
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.ids[t]
}

// invoker returns a function that calls a method of an interface, with arguments and
// results as the interpreter has them. Memory and calling convention are the
// same for both views of a type.
func invoker(iface reflect.Type, s emit.Symbol, signature reflect.Type) (reflect.Value, error) {
	index, ok := methodIndex(iface, s.Path, s.Ident)
	if !ok {
		return reflect.Value{}, fmt.Errorf("interface %s has no method %s", iface, s.Ident)
	}
	in := []reflect.Type{iface}
	bare := []reflect.Type{reflect.TypeFor[unsafe.Pointer]()}
	for i := range signature.NumIn() {
		in, bare = append(in, signature.In(i)), append(bare, signature.In(i))
	}
	var out []reflect.Type
	for i := range signature.NumOut() {
		out = append(out, signature.Out(i))
	}
	method := reflect.FuncOf(bare, out, false)
	return reflect.MakeFunc(reflect.FuncOf(in, out, false), func(in []reflect.Value) []reflect.Value {
		code, word, ok := gotype.Dispatch(in[0], index)
		if !ok {
			panic(yaegipatch.NilDereference())
		}
		args := append([]reflect.Value{reflect.ValueOf(word)}, in[1:]...)
		return reflect.NewAt(method, unsafe.Pointer(&code)).Elem().Call(args)
	}), nil
}

// methodIndex returns the index of a method of an interface.
func methodIndex(iface reflect.Type, pkg, name string) (int, bool) {
	for i := range iface.NumMethod() {
		if m := iface.Method(i); m.Name == name && m.PkgPath == pkg {
			return i, true
		}
	}
	return 0, false
}

// setMethod gives a type a method: byPointer has the receiver's address,
// byValue the receiver, and is nil where the method is one of the pointer only.
func (r *Runtime) setMethod(id int, name, pkg string, byPointer, byValue any) {
	if pkg != "" {
		name = pkg + "." + name
	}
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	rt, ok := r.types.Type(id)
	if !ok {
		panic(fmt.Errorf("there is no type %d", id))
	}
	if byValue != nil {
		r.machine.SetMethod(rt, name, reflect.ValueOf(byValue))
		ifn := byPointer
		if gotype.Direct(rt) {
			ifn = byValue
		}
		must(r.types.SetMethod(id, false, name, ifn, byValue))
	}
	r.machine.SetMethod(reflect.PointerTo(rt), name, reflect.ValueOf(byPointer))
	must(r.types.SetMethod(id, true, name, byPointer, nil))
}
