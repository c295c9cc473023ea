package emit

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// ssa.go: questions about instructions and types that need nothing else of the package.

// signatureOf returns the type of a function as a value: a receiver is its first
// parameter.
func signatureOf(f *ssa.Function) *types.Signature {
	var params []*types.Var
	for _, p := range f.Params {
		params = append(params, types.NewParam(p.Pos(), nil, p.Name(), p.Type()))
	}
	if len(f.Params) == 0 {
		params = nil
		if recv := f.Signature.Recv(); recv != nil {
			params = append(params, recv)
		}
		for v := range f.Signature.Params().Variables() {
			params = append(params, v)
		}
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), f.Signature.Results(), false)
}

// defers reports whether a function owns deferred calls.
func defers(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if d, ok := in.(*ssa.Defer); ok && d.DeferStack == nil || builtin(in) == "ssa:deferstack" {
				return true
			}
		}
	}
	return false
}

// runsDefers reports whether a function has an instruction that runs its deferred calls.
func runsDefers(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if _, ok := in.(*ssa.RunDefers); ok {
				return true
			}
		}
	}
	return false
}

// recovers reports whether a function calls recover itself.
func recovers(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok && isRecover(c.Common().Value) {
				return true // a deferred one does so on behalf of the function
			}
		}
	}
	return false
}

func isRecover(v ssa.Value) bool {
	b, ok := v.(*ssa.Builtin)
	return ok && b.Name() == "recover"
}

// builtin returns the builtin function that an instruction calls now, or empty.
func builtin(in ssa.Instruction) string {
	if c, ok := in.(*ssa.Call); ok {
		if b, ok := c.Call.Value.(*ssa.Builtin); ok {
			return b.Name()
		}
	}
	return ""
}

// initialises reports whether a function initialises a package's variables.
func initialises(f *ssa.Function) bool {
	return f.Name() == "init" && f.Signature.Recv() == nil && f.Pkg != nil && f.Pkg.Func("init") == f
}

// wraps reports whether a function was made to call another in its place.
func wraps(f *ssa.Function) bool {
	return f.Synthetic != "" && (strings.Contains(f.Synthetic, "wrapper") || strings.Contains(f.Synthetic, "thunk"))
}

// signedShift reports whether an operation is a shift by what may be negative.
func signedShift(b *ssa.BinOp) bool {
	basic, ok := b.Y.Type().Underlying().(*types.Basic)
	return ok && (b.Op == token.SHL || b.Op == token.SHR) && basic.Info()&types.IsUnsigned == 0 && !isConst(b.Y)
}

func isConst(x ssa.Value) bool {
	_, ok := x.(*ssa.Const)
	return ok
}

// isNil reports whether a value is the constant nil.
func isNil(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value != nil {
		return false
	}
	switch k.Type().Underlying().(type) {
	case *types.Basic, *types.Interface, *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature:
		return true
	}
	return false
}

// wrapsRecover reports whether a function was made to call one that recovers, or
// that is not known, in its place.
func wrapsRecover(f *ssa.Function) bool {
	if !wraps(f) {
		return false
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok {
				if g := c.Call.StaticCallee(); g != nil && (recovers(g) || wrapsRecover(g)) {
					return true
				}
			}
		}
	}
	return false
}

// last returns the instruction that ends a block.
func last(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[len(b.Instrs)-1] }

// bare returns a signature without its receiver.
func bare(s *types.Signature) *types.Signature {
	return types.NewSignatureType(nil, nil, nil, s.Params(), s.Results(), s.Variadic())
}

// deref returns the element type of a pointer type, and any other type itself.
func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
