package emit

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// variadic.go: calls such as fmt.Println("n =", n). SSA makes a slice for them:
// an array, an element for each argument, and the slice of all. Compiled functions
// are given the arguments themselves.

// spread finds the calls of a block that are given their arguments, and has what
// makes the slice written nowhere.
func (w *writer) spread(b *ssa.BasicBlock) {
	for _, in := range b.Instrs {
		call, ok := in.(*ssa.Call)
		if !ok || !w.spreads(&call.Call) {
			continue
		}
		slice := call.Call.Args[len(call.Call.Args)-1].(*ssa.Slice)
		array := slice.X.(*ssa.Alloc)
		elements := elementsOf(array, slice)
		if elements == nil || slices.ContainsFunc(elements, func(x ssa.Value) bool { return w.inlined[x] }) {
			continue
		}
		w.inlined[slice], w.inlined[array] = true, true
		for _, r := range *array.Referrers() {
			if at, ok := r.(*ssa.IndexAddr); ok {
				w.inlined[at] = true
			}
		}
		for _, x := range elements {
			if m, ok := x.(*ssa.MakeInterface); ok && w.boxesLater(m) {
				w.inlined[m] = true
			}
		}
		w.arguments[slice] = elements
	}
}

// spreads tells whether a call is one of a compiled function with arguments of
// type any, of which the last are in a slice of its own.
func (w *writer) spreads(c *ssa.CallCommon) bool {
	f, ok := c.Value.(*ssa.Function)
	if !ok || !f.Signature.Variadic() || !w.isCompiled(f) {
		return false
	}
	slice, ok := c.Args[len(c.Args)-1].(*ssa.Slice)
	if !ok || len(*slice.Referrers()) != 1 || slice.Low != nil || slice.High != nil || slice.Max != nil {
		return false
	}
	array, ok := slice.X.(*ssa.Alloc)
	if !ok || array.Comment != "varargs" || array.Block() != slice.Block() {
		return false
	}
	elem, ok := types.Unalias(deref(array.Type()).Underlying().(*types.Array).Elem()).(*types.Interface)
	return ok && elem.Empty()
}

// elementsOf are what is stored in an array whose slice is that one, each once, or
// nil.
func elementsOf(array *ssa.Alloc, slice *ssa.Slice) []ssa.Value {
	elements := make([]ssa.Value, deref(array.Type()).Underlying().(*types.Array).Len())
	for _, r := range *array.Referrers() {
		if r == slice {
			continue
		}
		at, ok := r.(*ssa.IndexAddr)
		if !ok || len(*at.Referrers()) != 1 {
			return nil
		}
		index, ok := at.Index.(*ssa.Const)
		store, ok2 := (*at.Referrers())[0].(*ssa.Store)
		if !ok || !ok2 || store.Addr != at || store.Block() != slice.Block() || isConst(store.Val) || elements[index.Int64()] != nil {
			return nil
		}
		elements[index.Int64()] = store.Val
	}
	if slices.Contains(elements, nil) {
		return nil
	}
	return elements
}

// boxesLater tells whether a value may go into an interface where a call later in
// the block is given it: it is in a register, or a constant of which the
// interpreter knows the type.
func (w *writer) boxesLater(m *ssa.MakeInterface) bool {
	if len(*m.Referrers()) != 1 || w.inlined[m.X] {
		return false
	}
	switch x := m.X.(type) {
	case *ssa.Const:
		basic, ok := x.Type().(*types.Basic)
		return ok && (basic.Kind() == types.Int || basic.Kind() == types.String || basic.Kind() == types.Bool)
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr:
		return false
	case *ssa.Parameter, ssa.Instruction:
		_, function := x.Type().Underlying().(*types.Signature)
		return !function
	}
	return false
}

// spreadOf are the arguments that a call is given in the place of a slice, or nil.
func (w *writer) spreadOf(c *ssa.CallCommon) []ssa.Value {
	if len(c.Args) == 0 {
		return nil
	}
	return w.arguments[c.Args[len(c.Args)-1]]
}

// spreadValues are the texts of arguments of type any.
func (w *writer) spreadValues(elements []ssa.Value) []string {
	out := make([]string, len(elements))
	for i, x := range elements {
		plain := false
		if m, ok := x.(*ssa.MakeInterface); ok {
			plain = !w.hides(m.X.Type())
			if w.inlined[m] {
				out[i] = w.asAny(m.X)
			}
		}
		if out[i] == "" {
			out[i] = w.value(x)
		}
		if w.renews() && !plain {
			out[i] = "q.Renew(" + out[i] + ")"
		}
	}
	return out
}
