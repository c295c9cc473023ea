package emit

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// constants.go: indices and bounds that SSA has found to be constant, of
// variables in the program. The interpreter refuses those that are to panic.

// indexText is the text of an index into x.
func (w *writer) indexText(x, index ssa.Value) string {
	if k, ok := index.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.Int {
		if n := fixedLength(x); constant.Sign(k.Value) < 0 || n >= 0 && constant.Compare(k.Value, token.GEQ, constant.MakeInt64(n)) {
			return w.held(k)
		}
	}
	return w.value(index)
}

// beyond tells whether a constant bound is larger than the length of the array
// that is sliced, or negative.
func beyond(in *ssa.Slice, k *ssa.Const) bool {
	if k.Value == nil || k.Value.Kind() != constant.Int {
		return false
	}
	n := fixedLength(in.X)
	return constant.Sign(k.Value) < 0 || n >= 0 && constant.Compare(k.Value, token.GTR, constant.MakeInt64(n))
}

// makesTooLong tells whether a slice is what make gives, for a length that is
// larger than the capacity.
func makesTooLong(in *ssa.Slice) bool {
	made, ok := in.X.(*ssa.Alloc)
	if !ok || made.Comment != "makeslice" {
		return false
	}
	k, ok := in.High.(*ssa.Const)
	return ok && beyond(in, k)
}

// fixedLength is the length of an array, of one that a pointer points to, and of
// a constant string, and otherwise -1.
func fixedLength(x ssa.Value) int64 {
	if a, ok := deref(x.Type()).Underlying().(*types.Array); ok {
		return a.Len()
	}
	if k, ok := x.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String {
		return int64(len(constant.StringVal(k.Value)))
	}
	return -1
}
