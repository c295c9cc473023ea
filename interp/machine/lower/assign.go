package lower

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// class is a set of values that share registers: a phi and what it chooses from, where none is needed
// while another is written.
type class struct {
	members []ssa.Value
	fixed   value // of a parameter
}

// assign gives values their registers.
func (l *lowering) assign() {
	live := l.live()
	after := l.liveAfter(live)
	classes := map[ssa.Value]*class{}
	of := func(v ssa.Value) *class {
		c := classes[v]
		if c == nil {
			c = &class{members: []ssa.Value{v}, fixed: l.registers[v]}
			classes[v] = c
		}
		return c
	}
	for _, b := range l.f.Blocks {
		for _, in := range b.Instrs {
			phi, ok := in.(*ssa.Phi)
			if !ok {
				break
			}
			l.now = in
			for _, e := range phi.Edges {
				x, y := of(phi), of(e)
				if !l.shares(e) || x == y || x.fixed != nil && y.fixed != nil || interfere(x, y, live, after) {
					continue
				}
				x.members = append(x.members, y.members...)
				if y.fixed != nil {
					x.fixed = y.fixed
				}
				for _, m := range y.members {
					classes[m] = x
				}
			}
		}
	}
	for _, b := range l.f.Blocks {
		for _, in := range b.Instrs {
			v, ok := in.(ssa.Value)
			if !ok || l.fused[v] || l.skipped[in] || l.registers[v] != nil {
				continue
			}
			if l.isLocal(v) {
				continue
			}
			if a, local := in.(*ssa.Alloc); local && l.isMemory(a) {
				continue
			}
			l.now = in
			l.assignValue(v, of(v))
		}
	}
}

func (l *lowering) assignValue(v ssa.Value, c *class) {
	if t, ok := v.Type().(*types.Tuple); ok && t.Len() != 1 {
		return // its parts are values
	}
	switch v := v.(type) {
	case *ssa.Range: // it is seen to where it is used
		return
	case *ssa.MakeInterface:
		if onlyPanics(v) {
			return
		}
	case *ssa.MakeClosure:
		if onlyCalled(v) {
			return
		}
	}
	if c.fixed == nil {
		t := v.Type()
		if tuple, ok := t.(*types.Tuple); ok {
			t = tuple.At(0).Type()
		}
		c.fixed = l.fresh(t, v.Pos())
	}
	for _, m := range c.members {
		l.registers[m] = c.fixed
	}
}

// shares tells whether a value may have the registers of a phi: the instruction that computes it reads all before it
// writes.
func (l *lowering) shares(v ssa.Value) bool {
	if in, ok := v.(ssa.Instruction); l.fused[v] || ok && l.hoisted[in] {
		return false
	}
	if _, parameter := v.(*ssa.Parameter); parameter {
		return l.inlining == nil // else it has the registers of an argument
	}
	if l.registers[v] != nil { // of a variable
		return false
	}
	switch v := v.(type) {
	case *ssa.Phi, *ssa.Call, *ssa.Slice, *ssa.MakeSlice:
		return true
	case *ssa.BinOp, *ssa.Convert:
		_, basic := v.Type().Underlying().(*types.Basic)
		return basic && len(l.slots(v.Type(), v.Pos())) == 1
	case *ssa.UnOp:
		return v.Op == token.MUL || len(l.slots(v.Type(), v.Pos())) == 1
	}
	return false
}

// liveAfter is what is needed behind the instruction that computes a value, the value itself left out.
func (l *lowering) liveAfter(v *liveness) map[ssa.Value]set {
	after := map[ssa.Value]set{}
	for _, b := range l.f.Blocks {
		now := append(set{}, v.out[b]...)
		first := 0
		for first < len(b.Instrs) {
			if _, phi := b.Instrs[first].(*ssa.Phi); !phi {
				break
			}
			first++
		}
		for j := len(b.Instrs) - 1; j >= first; j-- {
			if x, ok := b.Instrs[j].(ssa.Value); ok {
				after[x] = append(set{}, now...)
			}
			l.step(v, now, b.Instrs[j])
		}
		for _, in := range b.Instrs[:first] {
			after[in.(ssa.Value)] = append(set{}, now...)
		}
		if b.Index == 0 {
			for _, p := range append(values(l.f.Params), values(l.f.FreeVars)...) {
				after[p] = append(set{}, now...)
			}
		}
	}
	return after
}

func interfere(x, y *class, v *liveness, after map[ssa.Value]set) bool {
	for _, a := range x.members {
		for _, b := range y.members {
			i, okA := v.number[a]
			j, okB := v.number[b]
			if !okA || !okB {
				return true
			}
			if s := after[a]; s == nil || s.has(j) {
				return true
			}
			if s := after[b]; s == nil || s.has(i) {
				return true
			}
			if sameBlockPhis(a, b) {
				return true
			}
		}
	}
	return false
}

func sameBlockPhis(a, b ssa.Value) bool {
	x, ok := a.(*ssa.Phi)
	y, ok2 := b.(*ssa.Phi)
	return ok && ok2 && x.Block() == y.Block()
}

// findLocals finds variables that are registers, because only their parts or the whole are read and written, and arrays
// that lie in the frame.
func (l *lowering) findLocals() {
	for _, b := range l.f.Blocks {
		for _, in := range b.Instrs {
			a, ok := in.(*ssa.Alloc)
			if !ok || l.skipped[a] {
				continue
			}
			t := a.Type().Underlying().(*types.Pointer).Elem()
			if l.onlyParts(a) {
				if l.fits(t) {
					l.locals[a] = l.fresh(t, a.Pos())
					continue
				}
			}
			if !a.Heap && plain(t) && l.onlyElements(a) {
				l.memory[a] = l.wordsInRow(int((sizes.Sizeof(t) + 7) / 8))
			}
		}
	}
}

// fits tells whether a type's values are few registers.
func (l *lowering) fits(t types.Type) bool { return l.unfit(t) == nil }

// unfit is why a type's values are not lowered, or nil.
func (l *lowering) unfit(t types.Type) (why *Refusal) {
	defer func() { why = refusalOf(recover()) }()
	l.parts(t, token.NoPos)
	return nil
}

// onlyParts tells whether an address is only that of a whole or of fields and elements that constants name.
func (l *lowering) onlyParts(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp, *ssa.Store:
			if !isAccess(r, v) {
				return false
			}
		case *ssa.FieldAddr:
			if !l.onlyParts(r) {
				return false
			}
		case *ssa.IndexAddr:
			if !isWithin(r) || r.X != v || !l.onlyParts(r) {
				return false
			}
		case *ssa.Call:
			if !l.isInlinedWith(r, v, (*lowering).onlyParts) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isWithin tells whether the index of an array's element is a constant that the array has.
func isWithin(a *ssa.IndexAddr) bool {
	i, constant := a.Index.(*ssa.Const)
	n, array := arrayLength(a.X.Type())
	return constant && array && hasIndex(n, i)
}

func hasIndex(n int64, i *ssa.Const) bool {
	k, exact := constant.Uint64Val(constant.ToInt(i.Value))
	return exact && k < uint64(n)
}

// isInlinedWith tells whether a call is inlined, and what it does with an argument is as wanted.
func (l *lowering) isInlinedWith(call *ssa.Call, v ssa.Value, wanted func(*lowering, ssa.Value) bool) bool {
	inner := l.inlined[call]
	if inner == nil {
		return false
	}
	for i, x := range call.Call.Args {
		if x == v && !wanted(inner, inner.f.Params[i]) {
			return false
		}
	}
	return true
}

// onlyElements tells whether nothing keeps an address.
func (l *lowering) onlyElements(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp, *ssa.Store:
			if !isAccess(r, v) {
				return false
			}
		case *ssa.FieldAddr:
			if !l.onlyElements(r) {
				return false
			}
		case *ssa.IndexAddr:
			if r.X != v || !l.onlyElements(r) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// plain tells whether values of a type have no pointers.
func plain(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString == 0 && u.Kind() != types.UnsafePointer
	case *types.Array:
		return plain(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !plain(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// isLocal tells whether an address is that of registers.
func (l *lowering) isLocal(v ssa.Value) bool {
	_, ok := l.part(v)
	return ok
}

// part are the registers that an address stands for.
func (l *lowering) part(v ssa.Value) (value, bool) {
	switch v := v.(type) {
	case *ssa.Alloc:
		r, ok := l.locals[v]
		return r, ok
	case *ssa.Parameter:
		if l.inlining == nil || !isPointer(v.Type()) {
			return nil, false
		}
		return l.inlining.outer.part(l.argument(v))
	case *ssa.FieldAddr:
		whole, ok := l.part(v.X)
		if !ok {
			return nil, false
		}
		s := v.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
		from := 0
		for i := range v.Field {
			from += len(l.slots(s.Field(i).Type(), v.Pos()))
		}
		return whole[from : from+len(l.slots(s.Field(v.Field).Type(), v.Pos()))], true
	case *ssa.IndexAddr:
		whole, ok := l.part(v.X)
		if !ok {
			return nil, false
		}
		a := v.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
		n := len(l.slots(a.Elem(), v.Pos()))
		i := int(v.Index.(*ssa.Const).Int64())
		return whole[i*n : (i+1)*n], true
	}
	return nil, false
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func (l *lowering) isMemory(a *ssa.Alloc) bool {
	_, ok := l.memory[a]
	return ok && l.memoryPointer(a) != machine.NoRegister
}

// memoryPointer is the register of the address of an array in the frame.
func (l *lowering) memoryPointer(a *ssa.Alloc) uint16 {
	r, ok := l.registers[a]
	if !ok {
		r = value{{true, l.pointer()}}
		l.registers[a] = r
	}
	return r[0].number
}
