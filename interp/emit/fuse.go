package emit

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// fusion decides, before a function is written, which values are written where they are used. A statement for each
// register would be right, and half as fast.
//
// Invariant: an inlined value has one use; between its own place and the place of
// the statement that writes it, nothing happens that it could see or that
// could see it.
type fusion struct {
	views   *views
	imports *imports
	f       *ssa.Function
	framed  bool // it returns by variables

	inlined   map[ssa.Value]bool        // written at their only use
	places    map[ssa.Value]bool        // addresses that are only read and written through
	locals    map[ssa.Value]bool        // variables that are registers: nothing has their address
	arguments map[ssa.Value][]ssa.Value // of calls, by the slice that they are not made
}

func newFusion(views *views, imports *imports, f *ssa.Function, framed bool) *fusion {
	return &fusion{
		views: views, imports: imports, f: f, framed: framed,
		inlined: map[ssa.Value]bool{}, places: map[ssa.Value]bool{}, locals: map[ssa.Value]bool{}, arguments: map[ssa.Value][]ssa.Value{},
	}
}

// motion classifies the distance that a value may move from its place.
type motion int

const (
	fixed  motion = iota
	calm          // not across what changes memory, calls or panics
	freely        // anywhere in its block
)

// fuse finds inlined values, places and locals.
func (fu *fusion) fuse() {
	for _, b := range fu.f.Blocks {
		for _, in := range b.Instrs {
			switch v := in.(type) {
			case *ssa.Alloc:
				if !v.Heap && onlyAccessed(v) {
					fu.locals[v] = true
				}
			case *ssa.FieldAddr, *ssa.IndexAddr:
				if onlyAccessed(v.(ssa.Value)) {
					fu.places[v.(ssa.Value)] = true
				}
			}
		}
	}
	for _, b := range fu.f.Blocks {
		fu.fuseBlock(b)
		fu.spread(b)
	}
}

// fuseBlock goes from a block's end to its beginning, so that it is known
// where the user of a value is written.
func (fu *fusion) fuseBlock(b *ssa.BasicBlock) {
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
		at, ok := fu.writtenAt(b, v, user, index, written)
		if !ok {
			continue
		}
		if fu.places[v] {
			written[v] = at
			continue
		}
		m := motionOf(v)
		if m == fixed || m == calm && (disturbs(b.Instrs[i+1:at]) || failsFirst(b.Instrs[at], v)) {
			continue
		}
		fu.inlined[v] = true
		written[v] = at
	}
}

// writtenAt returns the index of the statement that would write v's user with v in
// it; ok is false where the user can only write a register.
func (fu *fusion) writtenAt(b *ssa.BasicBlock, v ssa.Value, user ssa.Instruction, index map[ssa.Instruction]int, written map[ssa.Value]int) (at int, ok bool) {
	if _, phi := user.(*ssa.Phi); phi && len(b.Succs) == 1 && b.Succs[0] == user.Block() {
		return len(b.Instrs) - 1, true
	}
	at, here := index[user] // its Block() is another one if it was carried behind an operator && or ||
	if !here {
		return 0, false
	}
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
		if u.Op == token.MUL && !fu.places[v] || u.Op == token.NOT && isLoad(v) {
			return 0, false
		}
		return inside(u, at, written), true
	case *ssa.FieldAddr, *ssa.IndexAddr:
		p := u.(ssa.Value)
		at, ok := written[p]
		return at, ok && fu.places[p] && !isLoadedArray(v)
	case *ssa.Store:
		return at, u.Val == v || fu.places[v]
	case *ssa.Call:
		if _, ok := u.Call.Value.(*ssa.Builtin); ok || u.Call.Value == v {
			return 0, false
		}
		return at, !u.Call.IsInvoke() // else it is several statements
	case *ssa.MapUpdate:
		return at, true
	case *ssa.MakeInterface:
		load, ok := v.(*ssa.UnOp) // for an operation, the interpreter stops silently
		return at, ok && load.Op == token.MUL && !fu.views.hides(u.X.Type())
	case *ssa.Lookup:
		return at, !u.CommaOk
	case *ssa.Return:
		return at, !fu.framed
	case *ssa.If:
		return at, !isLoad(v)
	}
	return 0, false
}

// isLoadedArray reports whether a value is the address of an array that is read from memory: of an element of an
// element of that, the interpreter takes the wrong one.
func isLoadedArray(v ssa.Value) bool {
	p, ok := v.Type().Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	_, array := p.Elem().Underlying().(*types.Array)
	return array && isLoad(v)
}

// isLoad reports whether a value is read from memory: as a condition, the interpreter fails without an index's numbers.
func isLoad(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL
}

// inside returns the statement in which a value is written: its own user's, if that is inlined.
func inside(v ssa.Value, at int, written map[ssa.Value]int) int {
	if outer, ok := written[v]; ok {
		return outer
	}
	return at
}

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

// disturbs reports whether one of the instructions changes memory, calls or can
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

// failsFirst reports whether an instruction with a value in it may fail before the value is computed: of assignments,
// the interpreter takes the place first, and Go the value.
func failsFirst(in ssa.Instruction, v ssa.Value) bool {
	s, ok := in.(*ssa.Store)
	return ok && mayFail(s.Addr) && !isPartOf(v, s)
}

// mayFail reports whether there may be nothing at an address.
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

// isPartOf reports whether a value is written in the address of an assignment.
func isPartOf(v ssa.Value, s *ssa.Store) bool {
	for {
		user := (*v.Referrers())[0]
		if user == ssa.Instruction(s) {
			return v == s.Addr
		}
		v = user.(ssa.Value)
	}
}

// onlyAccessed reports whether an address is only read and written through.
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

// spread finds the calls of compiled functions such as fmt.Println("n =", n) that are given the arguments themselves:
// SSA makes an array, an element for each argument, and the slice of all, and these are written nowhere.
func (fu *fusion) spread(b *ssa.BasicBlock) {
	for _, in := range b.Instrs {
		call, ok := in.(*ssa.Call)
		if !ok || !fu.spreads(&call.Call) {
			continue
		}
		slice := call.Call.Args[len(call.Call.Args)-1].(*ssa.Slice)
		array := slice.X.(*ssa.Alloc)
		elements := elementsOf(array, slice)
		if elements == nil || slices.ContainsFunc(elements, func(x ssa.Value) bool { return fu.inlined[x] }) {
			continue
		}
		fu.inlined[slice], fu.inlined[array] = true, true
		for _, r := range *array.Referrers() {
			if at, ok := r.(*ssa.IndexAddr); ok {
				fu.inlined[at] = true
			}
		}
		for _, x := range elements {
			if m, ok := x.(*ssa.MakeInterface); ok && fu.boxesLater(m) {
				fu.inlined[m] = true
			}
		}
		fu.arguments[slice] = elements
	}
}

// spreads reports whether a call is one of a compiled function with arguments of
// type any, the last of them in a slice of its own.
func (fu *fusion) spreads(c *ssa.CallCommon) bool {
	f, ok := c.Value.(*ssa.Function)
	if !ok || !f.Signature.Variadic() || !fu.imports.isCompiled(f) {
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

// boxesLater reports whether a value may go into an interface where a later call in
// the block uses it: it is in a register, or a constant whose type the
// interpreter knows.
func (fu *fusion) boxesLater(m *ssa.MakeInterface) bool {
	if len(*m.Referrers()) != 1 || fu.inlined[m.X] {
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

// spreadOf returns the arguments that a call is given instead of a slice, or nil.
func (fu *fusion) spreadOf(c *ssa.CallCommon) []ssa.Value {
	if len(c.Args) == 0 {
		return nil
	}
	return fu.arguments[c.Args[len(c.Args)-1]]
}

// elementsOf returns the values stored in an array whose slice is that one, each once, or
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
