package effects

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/static/check"
)

// call applies the effects of a call.
func (f *frame) call(in ssa.CallInstruction) {
	if _, ok := in.(*ssa.Go); ok {
		f.starts = true
	}
	c := in.Common()
	var args []*place
	for _, v := range c.Args {
		args = append(args, f.node(v))
	}
	var result *place
	if v := in.Value(); v != nil {
		result = f.node(v)
	}
	static, _ := c.Value.(*ssa.Function)
	switch {
	case c.IsInvoke():
		args = append([]*place{f.node(c.Value)}, args...)
		known := f.dispatch(in, c.Method.Name(), args, result)
		if !known || c.Method.Pkg() != nil && c.Method.Pkg().Path() != "main" {
			f.compiled(in, c.Method, result)
		}
	case static != nil && static.Parent() == nil:
		if !f.enter(in, f.function(static, nil), args, result) {
			f.outside(in, static, args, result)
		}
	default:
		if b, ok := c.Value.(*ssa.Builtin); ok {
			f.builtin(b.Name(), c.Args, result)
		} else {
			f.dynamic(in, args, result)
		}
	}
}

// dispatch calls the methods of a name that cells have declared. It reports whether there
// are any.
func (f *frame) dispatch(in ssa.CallInstruction, name string, args []*place, result *place) (known bool) {
	for method := range f.functions {
		if strings.HasSuffix(method, "."+name) {
			known = f.enter(in, function{key: method}, args, result) || known
		}
	}
	return known
}

// dynamic calls every function that a value may be. An unknown function may call its
// arguments.
func (f *frame) dynamic(in ssa.CallInstruction, args []*place, result *place) {
	callee := f.node(in.Common().Value)
	if callee == nil {
		return
	}
	functions := slices.Clone(callee.target().funcs)
	for _, fn := range functions {
		f.enter(in, fn, args, result)
	}
	if len(functions) > 0 || !f.known {
		return
	}
	f.change(callee.target(), "the function value that is called")
	all := f.own(in)
	f.mix(all, callee)
	for _, a := range args {
		f.mix(all, a)
		f.callAll(in, a, []*place{all})
	}
	f.share(result, all)
}

// callAll calls all functions that can be reached from a value.
func (f *frame) callAll(in ssa.CallInstruction, from *place, args []*place) {
	if from == nil {
		return
	}
	for _, p := range from.beyond() {
		for _, fn := range slices.Clone(p.funcs) {
			f.enter(in, fn, args, nil)
		}
	}
}

func (f *frame) builtin(name string, args []ssa.Value, result *place) {
	switch name {
	case "append":
		if to := f.node(args[0]); to != nil {
			f.modify(args[0], "append, where there is room behind its elements")
			f.share(result, to)
		}
		f.elements(result, args[1])
	case "copy":
		f.modify(args[0], "")
		f.elements(f.node(args[0]), args[1])
	case "clear", "close", "delete":
		f.modify(args[0], "")
	default: // of package unsafe
		if len(args) > 0 {
			f.share(result, f.node(args[0]))
		}
	}
}

// elements copies the elements of a slice to where another value refers to.
func (f *frame) elements(to *place, from ssa.Value) {
	if s, ok := from.Type().Underlying().(*types.Slice); ok && to != nil && holds(s.Elem()) {
		f.share(to.target(), f.node(from).target())
	}
}

// outside calls a function that no cell has declared, or one of init.
func (f *frame) outside(in ssa.CallInstruction, fn *ssa.Function, args []*place, result *place) {
	m, ok := origin(fn).Object().(*types.Func)
	switch {
	case fn.Pkg != nil && fn.Pkg.Pkg.Path() == "main" && fn.Blocks != nil:
		f.enter(in, function{literal: fn}, nil, nil)
	case !ok: // the initializer of a package
	case m.Pkg() != nil && m.Pkg().Path() == check.SessionPackage: // must returns its argument
		for _, a := range args {
			f.share(result, a)
		}
	default:
		f.compiled(in, m, result)
	}
}

// compiled calls a function that is not analysed.
func (f *frame) compiled(in ssa.CallInstruction, m *types.Func, result *place) {
	known := knownOf(m)
	values := handed(in.Common())
	args := make([]*place, len(values))
	for i, v := range values {
		args[i] = f.node(v)
	}
	for i, v := range values {
		f.shown(in, v)
		if args[i] == nil {
			continue
		}
		if mayHoldFunctions(v.Type()) {
			f.callAll(in, args[i], args)
		}
		f.fate(known.to(i), args[i], m.FullName())
		if known.forgets {
			continue
		}
		f.mix(result, args[i])
		for j, a := range args {
			if j != i && known.to(i) != kept {
				f.mix(args[i], a)
			}
		}
	}
}

// fate notes the effect on everything reachable from an argument.
func (f *frame) fate(known fate, arg *place, by string) {
	if known == changed {
		by = ""
	}
	for _, p := range arg.beyond() {
		if known != kept {
			f.change(p, by)
		}
	}
}

// handed returns the values that compiled code gets by a call, those of interfaces and of
// a variadic parameter as they were before.
func handed(c *ssa.CallCommon) []ssa.Value {
	values := slices.Clone(c.Args)
	if c.IsInvoke() {
		values = append([]ssa.Value{c.Value}, values...)
	}
	if n := len(values) - 1; c.Signature().Variadic() && n >= 0 {
		if list, ok := variadic(values[n]); ok {
			values = append(values[:n], list...)
		}
	}
	for i, v := range values {
		if boxed, ok := v.(*ssa.MakeInterface); ok {
			values[i] = boxed.X
		}
	}
	return values
}

// variadic returns the values of a slice that a call makes.
func variadic(v ssa.Value) (list []ssa.Value, ok bool) {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return nil, false
	}
	array, ok := s.X.(*ssa.Alloc)
	if !ok || array.Comment != "varargs" {
		return nil, false
	}
	for _, r := range *array.Referrers() {
		if element, ok := r.(*ssa.IndexAddr); ok {
			for _, r := range *element.Referrers() {
				if st, ok := r.(*ssa.Store); ok {
					list = append(list, st.Val)
				}
			}
		}
	}
	return list, true
}

// shownBy are the methods by which values are printed and encoded.
var shownBy = []string{"String", "Error", "Format", "GoString", "MarshalJSON", "MarshalText", "MarshalBinary", "MIMEBundle"}

// shown calls the methods of a value that compiled code may call.
func (f *frame) shown(in ssa.CallInstruction, v ssa.Value) {
	name := f.typeName(v.Type())
	switch {
	case name != "":
		f.reads[name] = true
		for m := range types.NewMethodSet(v.Type()).Methods() {
			f.enter(in, function{key: f.nameOf(m.Obj().(*types.Func).Origin())}, []*place{f.node(v)}, nil)
		}
	case types.IsInterface(v.Type()):
		for _, method := range shownBy {
			f.dispatch(in, method, []*place{f.node(v)}, nil)
		}
	}
}

// mayHoldFunctions reports whether a value may contain functions of cells.
func mayHoldFunctions(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Signature, *types.Interface:
		return true
	case *types.Pointer:
		return mayHoldFunctions(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			switch f.Type().Underlying().(type) {
			case *types.Signature, *types.Interface:
				return true
			}
		}
	case *types.Slice:
		_, ok := u.Elem().Underlying().(*types.Signature)
		return ok
	case *types.Map:
		_, ok := u.Elem().Underlying().(*types.Signature)
		return ok
	}
	return false
}
