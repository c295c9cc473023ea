package emit

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// fuse.go: which values are written where they are used. A statement for each
// register would be right, and half as fast.
//
// What holds: an inlined value has one use; between its own place and that of
// the statement that writes it, nothing happens that it could see or that
// could see it.

// motion tells how far a value may move from its place.
type motion int

const (
	fixed  motion = iota
	calm          // not across what changes memory, calls or panics
	freely        // anywhere in its block
)

// fuse finds inlined values, places and locals.
func (w *writer) fuse() {
	for _, b := range w.f.Blocks {
		for _, in := range b.Instrs {
			switch v := in.(type) {
			case *ssa.Alloc:
				if !v.Heap && w.onlyPlaces(v) {
					w.locals[v] = true
				}
			case *ssa.FieldAddr, *ssa.IndexAddr:
				if onlyAccessed(v.(ssa.Value)) {
					w.places[v.(ssa.Value)] = true
				}
			}
		}
	}
	for _, b := range w.f.Blocks {
		w.fuseBlock(b)
		w.spread(b)
	}
}

// fuseBlock goes from a block's end to its beginning, so that it is known
// where the user of a value is written.
func (w *writer) fuseBlock(b *ssa.BasicBlock) {
	index := map[ssa.Instruction]int{}
	for i, in := range b.Instrs {
		index[in] = i
	}
	written := map[ssa.Value]int{} // the statements that write inlined values and places
	for i := len(b.Instrs) - 1; i >= 0; i-- {
		v, ok := b.Instrs[i].(ssa.Value)
		if !ok || v.Referrers() == nil || len(*v.Referrers()) != 1 {
			continue
		}
		user := (*v.Referrers())[0]
		at, ok := w.writtenAt(b, v, user, index, written)
		if !ok {
			continue
		}
		if w.places[v] {
			written[v] = at
			continue
		}
		m := motionOf(v)
		if m == fixed || m == calm && (disturbs(b.Instrs[i+1:at]) || failsFirst(b.Instrs[at], v)) {
			continue
		}
		w.inlined[v] = true
		written[v] = at
	}
}

// writtenAt is the index of the statement that would write v's user with v in
// it; ok is false where the user can only write a register.
func (w *writer) writtenAt(b *ssa.BasicBlock, v ssa.Value, user ssa.Instruction, index map[ssa.Instruction]int, written map[ssa.Value]int) (at int, ok bool) {
	if _, phi := user.(*ssa.Phi); phi && len(b.Succs) == 1 && b.Succs[0] == user.Block() {
		return len(b.Instrs) - 1, true
	}
	if user.Block() != b {
		return 0, false
	}
	at = index[user]
	switch u := user.(type) {
	case *ssa.BinOp:
		if !basicOperands(u) || v == u.Y && (u.Op == token.SHL || u.Op == token.SHR) {
			return 0, false // the interpreter gives an operation that is a count the type of what is shifted
		}
		return inside(u, at, written), true
	case *ssa.Convert:
		return inside(u, at, written), true
	case *ssa.UnOp:
		if u.Op == token.ARROW {
			return 0, false
		}
		if u.Op == token.MUL && !w.places[v] || u.Op == token.NOT && isLoad(v) {
			return 0, false
		}
		return inside(u, at, written), true
	case *ssa.FieldAddr, *ssa.IndexAddr:
		p := u.(ssa.Value)
		at, ok := written[p]
		return at, ok && w.places[p] && !isLoadedArray(v)
	case *ssa.Store:
		return at, u.Val == v || w.places[v]
	case *ssa.Call:
		if _, ok := u.Call.Value.(*ssa.Builtin); ok || u.Call.Value == v {
			return 0, false
		}
		return at, w.direct(&u.Call)
	case *ssa.MapUpdate:
		return at, true
	case *ssa.MakeInterface:
		load, ok := v.(*ssa.UnOp) // of an operation, the interpreter stops without a word
		return at, ok && load.Op == token.MUL && !w.hides(u.X.Type())
	case *ssa.Lookup:
		return at, !u.CommaOk
	case *ssa.Return:
		return at, !w.framed
	case *ssa.If:
		return at, !isLoad(v)
	}
	return 0, false
}

// isLoadedArray tells whether a value is the address of an array that is read from memory: of an element of an element of
// that, the interpreter takes the wrong one.
func isLoadedArray(v ssa.Value) bool {
	p, ok := v.Type().Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	_, array := p.Elem().Underlying().(*types.Array)
	return array && isLoad(v)
}

// isLoad tells whether a value is read from memory: as a condition, the interpreter fails without an index's numbers.
func isLoad(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL
}

// inside is where a value is written: with its own user, where it is inlined.
func inside(v ssa.Value, at int, written map[ssa.Value]int) int {
	if outer, ok := written[v]; ok {
		return outer
	}
	return at
}

// direct tells whether a call is one statement of the interpreter, with its
// arguments in it.
func (w *writer) direct(c *ssa.CallCommon) bool { return !c.IsInvoke() }

func basicOperands(b *ssa.BinOp) bool {
	_, ok := b.X.Type().Underlying().(*types.Basic)
	return ok
}

func motionOf(v ssa.Value) motion {
	switch v := v.(type) {
	case *ssa.BinOp:
		if !basicOperands(v) {
			return fixed
		}
		basic := v.X.Type().Underlying().(*types.Basic)
		switch v.Op {
		case token.QUO, token.REM:
			if basic.Info()&types.IsInteger != 0 {
				return calm
			}
		case token.SHL, token.SHR:
			if signedShift(v) {
				return fixed
			}
			return calm
		}
		return freely
	case *ssa.Convert:
		x, ok := v.X.Type().Underlying().(*types.Basic)
		y, ok2 := v.Type().Underlying().(*types.Basic)
		if ok && ok2 && x.Info()&types.IsNumeric != 0 && y.Info()&types.IsNumeric != 0 {
			return freely
		}
	case *ssa.UnOp:
		switch v.Op {
		case token.SUB, token.XOR, token.NOT:
			return freely
		case token.MUL:
			switch v.Type().Underlying().(type) {
			case *types.Basic, *types.Slice, *types.Pointer, *types.Map:
				return calm
			}
		}
	}
	return fixed
}

// disturbs tells whether one of the instructions changes memory, calls or can
// panic.
func disturbs(list []ssa.Instruction) bool {
	for _, in := range list {
		switch in := in.(type) {
		case *ssa.Store, *ssa.Call, *ssa.MapUpdate, *ssa.Send, *ssa.Defer, *ssa.Go, *ssa.RunDefers, *ssa.Select, *ssa.Next, *ssa.Panic, *ssa.TypeAssert:
			return true
		case *ssa.UnOp:
			if in.Op == token.ARROW {
				return true
			}
		}
	}
	return false
}

// failsFirst tells whether an instruction with a value in it may fail before the value is computed: of assignments, the
// interpreter takes the place first, and Go the value.
func failsFirst(in ssa.Instruction, v ssa.Value) bool {
	s, ok := in.(*ssa.Store)
	return ok && mayFail(s.Addr) && !isPartOf(v, s)
}

// mayFail tells whether there may be nothing at an address.
func mayFail(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.FreeVar:
		return false
	case *ssa.FieldAddr:
		return mayFail(a.X)
	case *ssa.IndexAddr:
		_, known := a.Index.(*ssa.Const)
		_, slice := a.X.Type().Underlying().(*types.Slice)
		return slice || !known || mayFail(a.X)
	}
	return true
}

// isPartOf tells whether a value is written in the address of an assignment.
func isPartOf(v ssa.Value, s *ssa.Store) bool {
	for {
		user := (*v.Referrers())[0]
		if user == ssa.Instruction(s) {
			return v == s.Addr
		}
		v = user.(ssa.Value)
	}
}

// onlyAccessed tells whether an address is only read and written through.
func onlyAccessed(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			if r.Op != token.MUL {
				return false
			}
		case *ssa.Store:
			if r.Addr != v || r.Val == v {
				return false
			}
		case *ssa.FieldAddr:
			if r.X != v || !onlyAccessed(r) {
				return false
			}
		case *ssa.IndexAddr:
			if r.X != v || !onlyAccessed(r) {
				return false
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// onlyPlaces tells whether a variable is only read and written, as a whole or
// by its parts.
func (w *writer) onlyPlaces(a *ssa.Alloc) bool { return onlyAccessed(a) }
