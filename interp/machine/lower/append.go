package lower

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// append.go: `append(s, x)`, for which SSA makes an array of one element, and a slice of that.

// findAppended finds calls of append with one value, and what needs not be made for them.
func (l *lowering) findAppended() {
	l.single, l.skipped = map[*ssa.Call]ssa.Value{}, map[ssa.Instruction]bool{}
	for _, b := range l.f.Blocks {
		for i, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok || i < 2 || !isBuiltin(call.Call.Value) || call.Call.Value.Name() != "append" {
				continue
			}
			slice, ok := b.Instrs[i-1].(*ssa.Slice)
			store, ok2 := b.Instrs[i-2].(*ssa.Store)
			if ok && ok2 && len(call.Call.Args) == 2 && call.Call.Args[1] == slice {
				l.appends(call, slice, store)
			}
		}
	}
}

func (l *lowering) appends(call *ssa.Call, slice *ssa.Slice, store *ssa.Store) {
	alloc, ok := slice.X.(*ssa.Alloc)
	address, ok2 := store.Addr.(*ssa.IndexAddr)
	if !ok || !ok2 || alloc.Comment != "varargs" || address.X != alloc || onlyUser(slice) != call || onlyUser(address) != store {
		return
	}
	if n, _ := arrayLength(alloc.Type()); n != 1 || len(*alloc.Referrers()) != 2 || !types.Identical(store.Val.Type(), address.Type().Underlying().(*types.Pointer).Elem()) {
		return
	}
	l.single[call] = store.Val
	for _, in := range []ssa.Instruction{alloc, address, store, slice} {
		l.skipped[in] = true
	}
}
