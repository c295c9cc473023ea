package emit

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// promoted.go: a method that a type of a compiled package has through an unexported embedded one, as *testing.T has
// Errorf, or through one of an internal package, as *laplace.Posterior has Predict, is called as a method of the outer
// type. SSA calls that of the embedded type, which cells cannot name.

// callByOuterTypes makes the calls of a function use the outer types.
func (vs *views) callByOuterTypes(f *ssa.Function) {
	for _, b := range f.Blocks {
		for _, in := range slices.Clone(b.Instrs) {
			if call, ok := in.(ssa.CallInstruction); ok {
				vs.callByOuterType(call)
			}
		}
	}
}

func (vs *views) callByOuterType(call ssa.CallInstruction) {
	c := call.Common()
	f := c.StaticCallee()
	if f == nil || f.Signature.Recv() == nil {
		return
	}
	embedded := c.Args[0]
	outer := embedded
	for vs.isNameless(outer.Type()) {
		if outer = embeds(outer); outer == nil {
			return
		}
	}
	if outer == embedded {
		return
	}
	method := f.Prog.MethodSets.MethodSet(outer.Type()).Lookup(f.Object().Pkg(), f.Name())
	if method == nil || method.Obj() != f.Object() {
		return
	}
	s := f.Signature
	s = types.NewSignatureType(types.NewParam(token.NoPos, nil, "", outer.Type()), nil, nil, s.Params(), s.Results(), s.Variadic())
	c.Value, c.Args[0] = f.Prog.NewFunction(f.Name(), s, "method of an outer type"), outer
	users := embedded.Referrers()
	*users = slices.DeleteFunc(*users, func(in ssa.Instruction) bool { return in == call })
	if users := outer.Referrers(); users != nil {
		*users = append(*users, call)
	}
	if def := embedded.(ssa.Instruction); isUnused(embedded) {
		drop(def.Block(), def)
	}
}

// isNameless reports whether cells cannot name a type, or what it points to, since a compiled package does not export
// it or is internal.
func (vs *views) isNameless(t types.Type) bool {
	n, ok := types.Unalias(deref(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || vs.own[n.Obj().Pkg()] {
		return false
	}
	return !n.Obj().Exported() && givenAwayBy(n) == "" || isInternal(n.Obj().Pkg().Path())
}

// isInternal reports whether a path is that of an internal package, which cells cannot import.
func isInternal(path string) bool { return slices.Contains(strings.Split(path, "/"), "internal") }

// embeds returns the value, or the address, of the struct that an embedded field is read from, or nil if x is none.
func embeds(x ssa.Value) ssa.Value {
	if load, ok := x.(*ssa.UnOp); ok && load.Op == token.MUL {
		x = load.X
	}
	switch x := x.(type) {
	case *ssa.FieldAddr:
		if deref(x.X.Type()).Underlying().(*types.Struct).Field(x.Field).Embedded() {
			return x.X
		}
	case *ssa.Field:
		if x.X.Type().Underlying().(*types.Struct).Field(x.Field).Embedded() {
			return x.X
		}
	}
	return nil
}
