package emit

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine/lower"
)

// boxes.go: values into interfaces and out of them.
//
// The interpreter converts by a hook (package core): a conversion to a true
// type takes the same memory for one of that type, a conversion of an any to a
// work type takes its value out, and conversions of an any to some types of
// package q ask about its dynamic type. A conversion is four times as fast as
// a call of a compiled function.

// inAny puts the value of an interface into a register of type any, if it is not
// in one already.
func (w *writer) inAny(x ssa.Value) string {
	text := w.text.value(x)
	if i, ok := x.Type().Underlying().(*types.Interface); ok && i.Empty() {
		return text
	}
	name := w.body.register("a", "q.Any")
	w.body.line("%s = %s", name, text)
	return name
}

// makeInterface writes that a value goes into an interface.
func (w *writer) makeInterface(in *ssa.MakeInterface) {
	text := w.text.value(in.X)
	if w.views.hides(in.X.Type()) {
		text = w.text.boxed(text, in.X.Type())
	}
	w.body.line("%s = %s", w.text.names[in], text)
}

// typeAssert writes a type assertion.
func (w *writer) typeAssert(in *ssa.TypeAssert) {
	if lower.ChecksReceiver(in) {
		w.body.line("if %s == nil {", w.text.value(in.X))
		w.body.line("q.NilCall()")
		w.body.line("}")
		return
	}
	x, t := w.inAny(in.X), in.AssertedType
	if types.IsInterface(t) && w.text.renews() {
		name := w.body.register("a", "q.Any")
		w.body.line("%s = %s", name, x)
		w.body.line("if bool(q.Outdated(%s)) {", name)
		w.body.line("%s = q.Renew(%s)", name, name)
		w.body.line("}")
		x = name
	}
	holds, take := w.text.test(t, x), w.text.taken(t, x)
	name := w.text.names[in]
	if in.CommaOk {
		w.body.line("%s_1 = %s", name, holds)
		w.body.line("%s_0 = %s", name, w.globals.zero(t))
		w.body.line("if %s_1 {", name)
		w.body.line("%s_0 = %s", name, take)
		w.body.line("}")
		return
	}
	ok := w.body.register("ok", "bool")
	w.body.line("%s = %s", ok, holds)
	w.body.line("if !%s {", ok)
	w.body.line("%s(%s)", w.symbols.of(fmt.Sprintf("fail %d %d", w.types.trueID(in.X.Type()), w.types.trueID(t)), "fail",
		Symbol{Kind: FailSymbol, Type: w.types.trueID(t), Signature: w.types.trueID(in.X.Type())}), x)
	w.body.line("}")
	w.body.line("%s = %s", name, take)
}

// maxCandidates is the number of types that a call of a method of an interface tests for
// before it leaves the call to reflection.
const maxCandidates = 6

// target is a method that a call through an interface may reach.
type target struct {
	d *described
	f *ssa.Function
}

// targets returns the methods with a body that a call through an interface may
// reach.
func (w *writer) targets(c *ssa.CallCommon) []target {
	iface := c.Value.Type().Underlying().(*types.Interface)
	var out []target
	for _, d := range w.reach.candidates {
		if len(out) == maxCandidates || !types.Implements(d.t, iface) {
			continue
		}
		sel := types.NewMethodSet(d.t).Lookup(c.Method.Pkg(), c.Method.Name())
		if f := w.f.Prog.MethodValue(sel); f != nil && w.functions.emittable(f) {
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
	receiver := w.text.value(c.Value)
	if len(targets) > 0 {
		x := w.inAny(c.Value)
		id := w.body.register("id", "q.TypeID")
		w.body.line("%s = q.TypeID(%s)", id, x)
		for i, t := range targets {
			word := "if"
			if i > 0 {
				word = "} else if"
			}
			w.body.line("%s %s == %d {", word, id, t.d.id)
			w.body.line("%s%s(%s)", lhs, w.refs.call(t.f), list(append([]string{w.text.taken(t.d.t, x)}, args...)))
		}
		w.body.line("} else {")
	}
	w.body.line("%s%s", lhs, w.text.invocation(c, receiver, args))
	if len(targets) > 0 {
		w.body.line("}")
	}
}

// nilInterface writes that a method of no value cannot be deferred or started.
func (w *writer) nilInterface(c *ssa.CallCommon) {
	if c.IsInvoke() {
		w.body.line("if %s == nil {", w.text.value(c.Value))
		w.body.line("q.NilCall()")
		w.body.line("}")
	}
}
