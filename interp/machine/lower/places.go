package lower

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// places knows where the values and variables of a function are: values in registers; a variable in registers too,
// where only its parts or the whole are read and written, or in words of the frame.
type places struct {
	subject   *subject
	admission *admission
	asm       *assembly

	registers map[ssa.Value]value
	locals    map[*ssa.Alloc]value
	memory    map[*ssa.Alloc]uint16    // the first word of an array that is a variable
	dropped   map[ssa.Value]bool       // function values that are not made
	single    map[*ssa.Call]ssa.Value  // what calls of append add, where that is one value
	skipped   map[ssa.Instruction]bool // what makes slices of such
}

// findAppended finds calls of append with one value, and what needs not be made for them: SSA makes an array of one
// element, and a slice of that.
func (pl *places) findAppended() {
	pl.single, pl.skipped = map[*ssa.Call]ssa.Value{}, map[ssa.Instruction]bool{}
	for _, b := range pl.subject.f.Blocks {
		for i, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok || i < 2 || !isBuiltin(call.Call.Value) || call.Call.Value.Name() != "append" {
				continue
			}
			slice, ok := b.Instrs[i-1].(*ssa.Slice)
			store, ok2 := b.Instrs[i-2].(*ssa.Store)
			if ok && ok2 && len(call.Call.Args) == 2 && call.Call.Args[1] == slice {
				pl.appends(call, slice, store)
			}
		}
	}
}

func (pl *places) appends(call *ssa.Call, slice *ssa.Slice, store *ssa.Store) {
	alloc, ok := slice.X.(*ssa.Alloc)
	address, ok2 := store.Addr.(*ssa.IndexAddr)
	if !ok || !ok2 || alloc.Comment != "varargs" || address.X != alloc || onlyUser(slice) != call || onlyUser(address) != store {
		return
	}
	if n, _ := arrayLength(alloc.Type()); n != 1 || len(*alloc.Referrers()) != 2 || !types.Identical(store.Val.Type(), address.Type().Underlying().(*types.Pointer).Elem()) {
		return
	}
	pl.single[call] = store.Val
	for _, in := range []ssa.Instruction{alloc, address, store, slice} {
		pl.skipped[in] = true
	}
}

// findLocals finds variables that are registers, because only their parts or the whole are read and written, and arrays
// in the frame.
func (pl *places) findLocals() {
	for _, b := range pl.subject.f.Blocks {
		for _, in := range b.Instrs {
			a, ok := in.(*ssa.Alloc)
			if !ok || pl.skipped[a] {
				continue
			}
			t := a.Type().Underlying().(*types.Pointer).Elem()
			if pl.onlyParts(a) && !pl.isReadAfterPanic(a) {
				if pl.admission.fits(t) && !pl.admission.holds(t) {
					pl.locals[a] = pl.asm.fresh(t, a.Pos())
					continue
				}
			}
			if plain(t) && (!a.Heap && pl.onlyElements(a) || pl.isAppended(a)) {
				pl.memory[a] = pl.asm.memoryOf(t)
			}
		}
	}
}

// isAppended reports whether a variable has the values that a call of append adds, which copies them.
func (pl *places) isAppended(a *ssa.Alloc) bool {
	const most, large = 16, 1024 // elements that stay in the frame, and their bytes
	t := a.Type().Underlying().(*types.Pointer).Elem()
	if n, ok := arrayLength(a.Type()); !ok || n > most || sizes.Sizeof(t) > large || a.Comment != "varargs" {
		return false
	}
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.IndexAddr:
			if !pl.onlyElements(r) {
				return false
			}
		case *ssa.Slice:
			call, ok := onlyUser(r).(*ssa.Call)
			if !ok || !isBuiltin(call.Call.Value) || call.Call.Value.Name() != "append" || call.Call.Args[0] == r {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isReadAfterPanic reports whether a variable is a result that the function returns when a deferred call has
// recovered: it must have the value of the last assignment before the panic.
func (pl *places) isReadAfterPanic(a *ssa.Alloc) bool {
	return slices.ContainsFunc(*a.Referrers(), func(r ssa.Instruction) bool { return r.Block() == pl.subject.f.Recover })
}

// onlyParts reports whether an address is only used for the whole or for fields and elements that constants name.
func (pl *places) onlyParts(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp, *ssa.Store:
			if !isAccess(r, v) {
				return false
			}
		case *ssa.FieldAddr:
			if !pl.onlyParts(r) {
				return false
			}
		case *ssa.IndexAddr:
			if !isWithin(r) || r.X != v || !pl.onlyParts(r) {
				return false
			}
		case *ssa.Call:
			if !pl.isInlinedWith(r, v, (*places).onlyParts) {
				return false
			}
		case *ssa.MakeClosure:
			if !pl.capturedParts(r, v) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isInlinedWith reports whether a call is inlined, and what it does with an argument is as wanted.
func (pl *places) isInlinedWith(call *ssa.Call, v ssa.Value, wanted func(*places, ssa.Value) bool) bool {
	inner := pl.subject.inlined[call]
	if inner == nil {
		return false
	}
	for i, x := range call.Call.Args {
		if x == v && !wanted(inner.places, inner.subject.f.Params[i]) {
			return false
		}
	}
	return true
}

// capturedParts is onlyParts of a variable in a literal that captures it.
func (pl *places) capturedParts(made *ssa.MakeClosure, v ssa.Value) bool {
	return pl.dropped[made] && pl.subject.eachCapturing(made, v, func(inner *lowering, captured ssa.Value) bool {
		return inner.places.onlyParts(captured)
	})
}

// onlyElements reports whether nothing keeps an address.
func (pl *places) onlyElements(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp, *ssa.Store:
			if !isAccess(r, v) {
				return false
			}
		case *ssa.FieldAddr:
			if !pl.onlyElements(r) {
				return false
			}
		case *ssa.IndexAddr:
			if r.X != v || !pl.onlyElements(r) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isLocal reports whether an address refers to registers.
func (pl *places) isLocal(v ssa.Value) bool {
	_, ok := pl.part(v)
	return ok
}

// part returns the registers that an address stands for.
func (pl *places) part(v ssa.Value) (value, bool) {
	switch v := v.(type) {
	case *ssa.Alloc:
		r, ok := pl.locals[v]
		return r, ok
	case *ssa.Parameter:
		if pl.subject.inlining == nil || !isPointer(v.Type()) {
			return nil, false
		}
		return pl.subject.inlining.outer.places.part(pl.subject.argument(v))
	case *ssa.FreeVar:
		if x, in := pl.subject.captured(v); in != nil {
			return in.places.part(x)
		}
	case *ssa.FieldAddr:
		whole, ok := pl.part(v.X)
		if !ok {
			return nil, false
		}
		s := v.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
		from := 0
		for i := range v.Field {
			from += len(pl.admission.slots(s.Field(i).Type(), v.Pos()))
		}
		return whole[from : from+len(pl.admission.slots(s.Field(v.Field).Type(), v.Pos()))], true
	case *ssa.IndexAddr:
		whole, ok := pl.part(v.X)
		if !ok {
			return nil, false
		}
		a := v.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
		n := len(pl.admission.slots(a.Elem(), v.Pos()))
		i := int(v.Index.(*ssa.Const).Int64())
		return whole[i*n : (i+1)*n], true
	}
	return nil, false
}

func (pl *places) isMemory(a *ssa.Alloc) bool {
	_, ok := pl.memory[a]
	return ok && pl.memoryPointer(a) != machine.NoRegister
}

// memoryPointer returns the register of the address of an array in the frame.
func (pl *places) memoryPointer(a *ssa.Alloc) uint16 {
	r, ok := pl.registers[a]
	if !ok {
		r = value{{true, pl.asm.pointer()}}
		pl.registers[a] = r
	}
	return r[0].number
}

// root returns the variable that an address is in, of this function or of one that it is inlined in.
func (pl *places) root(address ssa.Value) ssa.Value {
	switch v := address.(type) {
	case *ssa.FieldAddr:
		return pl.root(v.X)
	case *ssa.IndexAddr:
		return pl.root(v.X)
	case *ssa.Parameter:
		if pl.subject.inlining != nil {
			return pl.subject.inlining.outer.places.root(pl.subject.argument(v))
		}
	case *ssa.FreeVar:
		if x, in := pl.subject.captured(v); in != nil {
			return in.places.root(x)
		}
	}
	return address
}

// resultsOf returns the registers of a call's results, nil where nothing uses one.
func (pl *places) resultsOf(in *ssa.Call) []value {
	results := make([]value, in.Call.Signature().Results().Len())
	if len(results) == 1 {
		results[0] = pl.registers[in]
		return results
	}
	for _, r := range *in.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && results[e.Index] == nil {
			results[e.Index] = pl.registers[e]
		}
	}
	return results
}
