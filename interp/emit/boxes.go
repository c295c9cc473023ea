package emit

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// boxes.go: values into interfaces and out of them.
//
// The interpreter converts by a hook (package core): a conversion to a true
// type takes the same memory for one of that type, a conversion of an any to a
// work type takes its value out, and conversions of an any to some types of
// package q ask about its dynamic type. A conversion is four times as fast as
// a call of a compiled function.

// trueType is the text of a type's true view.
func (e *Emitter) trueType(t types.Type) string {
	id := e.trueID(t)
	return e.symbol("type "+strconv.Itoa(id), hintOf(t), Symbol{Kind: TypeSymbol, Type: id})
}

// boxed is the text of a value of a type that hides, as one of its true type.
func (w *writer) boxed(text string, t types.Type) string {
	w.workID(t)
	true := w.trueType(t)
	if w.converts(t) {
		return true + "(" + text + ")"
	}
	id := w.trueID(t)
	box := w.symbol("box "+strconv.Itoa(id), "box", Symbol{Kind: BoxSymbol, Type: id, Signature: w.workID(t)})
	return box + "(" + text + ")"
}

// converts tells whether the interpreter takes a conversion from the work type
// to the true type for a right one: because reflection does, or because both
// have the same text.
func (e *Emitter) converts(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && (e.erased(n) || e.origin(n) != nil) {
		return true
	}
	return e.sameText(t)
}

// sameText tells whether the work type and the true type print alike.
func (e *Emitter) sameText(t types.Type) bool {
	if !e.hides(t) {
		return true
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return !e.erased(t) && e.origin(t) == nil
	case *types.Pointer:
		return e.sameText(t.Elem())
	case *types.Slice:
		return e.sameText(t.Elem())
	case *types.Array:
		return e.sameText(t.Elem())
	case *types.Map:
		return e.sameText(t.Key()) && e.sameText(t.Elem())
	}
	return false
}

// asAny is the text of a value as an operand of type any.
func (w *writer) asAny(x ssa.Value) string {
	if types.IsInterface(x.Type()) || !w.hides(x.Type()) {
		return w.value(x)
	}
	return w.boxed(w.value(x), x.Type())
}

// inAny puts the value of an interface into a register of type any, if it is not
// in one already.
func (w *writer) inAny(x ssa.Value) string {
	text := w.value(x)
	if i, ok := x.Type().Underlying().(*types.Interface); ok && i.Empty() {
		return text
	}
	name := w.register("a", "q.Any")
	w.line("%s = %s", name, text)
	return name
}

// makeInterface writes that a value goes into an interface.
func (w *writer) makeInterface(in *ssa.MakeInterface) {
	text := w.value(in.X)
	if w.hides(in.X.Type()) {
		text = w.boxed(text, in.X.Type())
	}
	w.line("%s = %s", w.names[in], text)
}

// typeAssert writes a type assertion.
func (w *writer) typeAssert(in *ssa.TypeAssert) {
	x, t := w.inAny(in.X), in.AssertedType
	if types.IsInterface(t) && w.renews() {
		name := w.register("a", "q.Any")
		w.line("%s = %s", name, x)
		w.line("if bool(q.Outdated(%s)) {", name)
		w.line("%s = q.Renew(%s)", name, name)
		w.line("}")
		x = name
	}
	holds, take := w.test(t, x), w.taken(t, x)
	name := w.names[in]
	if in.CommaOk {
		w.line("%s_1 = %s", name, holds)
		w.line("%s_0 = %s", name, w.zero(t))
		w.line("if %s_1 {", name)
		w.line("%s_0 = %s", name, take)
		w.line("}")
		return
	}
	ok := w.register("ok", "bool")
	w.line("%s = %s", ok, holds)
	w.line("if !%s {", ok)
	w.line("%s(%s)", w.symbol(fmt.Sprintf("fail %d %d", w.trueID(in.X.Type()), w.trueID(t)), "fail",
		Symbol{Kind: FailSymbol, Type: w.trueID(t), Signature: w.trueID(in.X.Type())}), x)
	w.line("}")
	w.line("%s = %s", name, take)
}

// renews tells whether values that went into interfaces before their types got
// more methods may come to the function: into one that cells call later, or where
// there are such types already.
func (w *writer) renews() bool {
	root := w.f
	for root.Parent() != nil {
		root = root.Parent()
	}
	return w.session && (w.renewed || !strings.HasPrefix(root.Name(), "cell"+Mark))
}

// test is the text of whether x, an any, holds a value of type t, or one that
// implements it.
func (w *writer) test(t types.Type, x string) string {
	if i, ok := t.Underlying().(*types.Interface); ok && i.Empty() {
		return x + " != nil"
	}
	kind := IsSymbol
	if types.IsInterface(t) {
		kind = ImplementsSymbol
	}
	id := w.trueID(t)
	return "bool(" + w.symbol(string(kind)+" "+strconv.Itoa(id), string(kind), Symbol{Kind: kind, Type: id}) + "(" + x + "))"
}

// taken is the text of the value of type t that x, an any, is known to hold.
func (w *writer) taken(t types.Type, x string) string {
	if i, ok := t.Underlying().(*types.Interface); ok {
		if i.Empty() {
			return x
		}
		return x + ".(" + w.work(t) + ")"
	}
	id := w.workID(t)
	if _, ok := t.Underlying().(*types.Signature); ok {
		return w.symbol("type "+strconv.Itoa(id), hintOf(t), Symbol{Kind: TypeSymbol, Type: id}) + "(" + x + ")"
	}
	return parenthesised(w.work(t)) + "(" + x + ")"
}

// maxCandidates is how many types a call of a method of an interface tests for
// before it leaves the call to reflection.
const maxCandidates = 6

// target is a method that a call through an interface may reach.
type target struct {
	d *described
	f *ssa.Function
}

// targets are the methods with a body that a call through an interface may
// reach.
func (w *writer) targets(c *ssa.CallCommon) []target {
	iface := c.Value.Type().Underlying().(*types.Interface)
	var out []target
	for _, d := range w.candidates {
		if len(out) == maxCandidates || !types.Implements(d.t, iface) {
			continue
		}
		sel := types.NewMethodSet(d.t).Lookup(c.Method.Pkg(), c.Method.Name())
		if f := w.prog.MethodValue(sel); f != nil && w.emittable(f) {
			out = append(out, target{d, f})
		}
	}
	return out
}

// invoke writes a call of a method of an interface. Methods of the types that
// are known go before.
func (w *writer) invoke(c *ssa.CallCommon, lhs string, args []string) {
	if wraps(w.f) {
		w.nilInterface(c) // reflection, which may call the wrapper, has other words
	}
	targets := w.targets(c)
	receiver := w.value(c.Value)
	if len(targets) > 0 {
		x := w.inAny(c.Value)
		id := w.register("id", "q.TypeID")
		w.line("%s = q.TypeID(%s)", id, x)
		for i, t := range targets {
			word := "if"
			if i > 0 {
				word = "} else if"
			}
			w.line("%s %s == %d {", word, id, t.d.id)
			w.line("%s%s(%s)", lhs, w.functionText(t.f), list(append([]string{w.taken(t.d.t, x)}, args...)))
		}
		w.line("} else {")
	}
	w.line("%s%s", lhs, w.invocation(c, receiver, args))
	if len(targets) > 0 {
		w.line("}")
	}
}

// invocation is the text of a call of a method of an interface by reflection.
func (w *writer) invocation(c *ssa.CallCommon, receiver string, args []string) string {
	if c.Method.Exported() && !w.hides(w.bare(c.Signature())) {
		return receiver + "." + c.Method.Name() + "(" + list(args) + ")"
	}
	s := w.bare(c.Signature())
	if c.Method.Exported() && !w.anyHides(s.Params()) && !w.anyHides(s.Results()) { // it is variadic, but its last argument is a slice
		return receiver + "." + c.Method.Name() + "(" + list(args) + "...)"
	}
	iface := w.trueID(c.Value.Type())
	name := c.Method.Name()
	symbol := Symbol{Kind: InvokeSymbol, Type: iface, Ident: name, Signature: w.workID(s)}
	if !c.Method.Exported() {
		symbol.Path = c.Method.Pkg().Path()
	}
	args = slices.Insert(args, 0, receiver)
	return w.symbol(fmt.Sprintf("invoke %d %s", iface, name), name, symbol) + "(" + list(args) + ")"
}

// queueMethods has the methods of a type emitted.
func (e *Emitter) queueMethods(d *described) {
	switch d.t.(type) {
	case *types.Named, *types.Struct:
		if !types.IsInterface(d.t) && types.NewMethodSet(types.NewPointer(d.t)).Len() > 0 {
			e.methods = append(e.methods, d)
		}
	}
}

// emitMethods writes that a type has its methods.
func (e *Emitter) emitMethods(d *described) {
	values := types.NewMethodSet(d.t)
	pointers := types.NewMethodSet(types.NewPointer(d.t))
	e.lowerAll(slices.Concat(e.newMethods(values), e.newMethods(pointers)))
	for i := range pointers.Len() {
		sel := pointers.At(i)
		m := sel.Obj().(*types.Func)
		byPointer := e.prog.MethodValue(sel)
		if byPointer == nil || !e.emittable(byPointer) || !m.Exported() && !e.own[m.Pkg()] || !e.expressible(byPointer) {
			continue
		}
		pkg := ""
		if !m.Exported() {
			pkg = m.Pkg().Path()
		}
		byValue := "nil"
		if v := values.Lookup(m.Pkg(), m.Name()); v != nil {
			byValue = e.functionText(e.prog.MethodValue(v))
		}
		fmt.Fprintf(&e.setup, "\tq.SetMethod(%d, %q, %q, %s, %s)\n", d.id, m.Name(), pkg, e.functionText(byPointer), byValue)
	}
}

// newMethods are those of a method set that are still to be emitted.
func (e *Emitter) newMethods(set *types.MethodSet) []*ssa.Function {
	var methods []*ssa.Function
	for sel := range set.Methods() {
		if f := e.prog.MethodValue(sel); f != nil && f.Blocks != nil && e.toEmit(f) {
			methods = append(methods, f)
		}
	}
	return methods
}

// expressible tells whether emitted code can name what a wrapper goes through to a
// promoted method. A method that it cannot is left without code: it says so where
// it is called.
func (e *Emitter) expressible(f *ssa.Function) bool {
	if f.Synthetic == "" {
		return true
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			v, ok := in.(ssa.Value)
			if !ok {
				continue
			}
			n, ok := types.Unalias(deref(v.Type())).(*types.Named)
			if ok && n.Obj().Pkg() != nil && !n.Obj().Exported() && !e.isOwn(n) && e.givenAwayBy(n) == "" {
				return false
			}
		}
	}
	return true
}
