package lower

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// findLoops notes the blocks from which control comes back to them; all are in a loop where the function is inlined in one.
func (l *lowering) findLoops(all bool) {
	l.loops = map[*ssa.BasicBlock]bool{}
	for _, b := range l.f.Blocks {
		seen := map[*ssa.BasicBlock]bool{}
		var reach func(x *ssa.BasicBlock) bool
		reach = func(x *ssa.BasicBlock) bool {
			for _, s := range x.Succs {
				if s == b {
					return true
				}
				if !seen[s] {
					seen[s] = true
					if reach(s) {
						return true
					}
				}
			}
			return false
		}
		l.loops[b] = all || reach(b)
	}
}

// fuse finds the values that the instruction which uses them computes itself: comparisons of branches, products
// that are added, addresses that are only read or written.
func (l *lowering) fuse() {
	for _, b := range l.f.Blocks {
		for i, in := range b.Instrs {
			v, ok := in.(ssa.Value)
			if !ok || v.Referrers() == nil {
				continue
			}
			user := onlyUser(v)
			if _, phi := user.(*ssa.Phi); phi || user == nil || user.Block() != b {
				continue
			}
			at := indexOf(b, user)
			if at <= i { // it has been moved to another block
				continue
			}
			between := b.Instrs[i+1 : at]
			switch v := v.(type) {
			case *ssa.BinOp:
				switch u := user.(type) {
				case *ssa.If:
					l.fused[v] = comparable(v) && user == b.Instrs[len(b.Instrs)-1]
				case *ssa.BinOp:
					l.fused[v] = l.isProductIn(v, u)
				}
			case *ssa.Convert:
				if u, ok := user.(*ssa.BinOp); ok {
					l.fused[v] = isFactor(v, u) && !(u.Y == v && l.fused[u.X])
				}
			case *ssa.IndexAddr:
				if _, plain := l.plainElement(v); plain && isAccess(user, v) {
					l.fused[v] = !disturbs(between)
				}
			case *ssa.FieldAddr:
				if isAccess(user, v) && !l.isLocal(v.X) {
					l.fused[v] = !disturbs(between)
				}
			}
		}
	}
}

// onlyUser is the only instruction that uses a value, or nil.
func onlyUser(v ssa.Value) ssa.Instruction {
	var user ssa.Instruction
	for _, r := range *v.Referrers() {
		if _, debug := r.(*ssa.DebugRef); debug {
			continue
		}
		if user != nil {
			return nil
		}
		user = r
	}
	return user
}

func indexOf(b *ssa.BasicBlock, in ssa.Instruction) int {
	for i, other := range b.Instrs {
		if other == in {
			return i
		}
	}
	return -1
}

// comparable tells whether a branch can compare by itself.
func comparable(b *ssa.BinOp) bool {
	basic, ok := b.X.Type().Underlying().(*types.Basic)
	if !ok || basic.Info()&(types.IsInteger|types.IsFloat|types.IsBoolean) == 0 {
		return false
	}
	switch b.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// isFactor tells whether v makes a factor of product u of an integer.
func isFactor(v *ssa.Convert, u *ssa.BinOp) bool {
	from, ok := v.X.Type().Underlying().(*types.Basic)
	if !ok || from.Info()&types.IsInteger == 0 || isUnsigned(from) && kindOf(from) == machine.Word {
		return false
	}
	return u.Op == token.MUL && isFloat64(v.Type()) && u.X != u.Y
}

// isProductIn tells whether v is a product of float64s that u adds to something else or takes from it.
func (l *lowering) isProductIn(v, u *ssa.BinOp) bool {
	if v.Op != token.MUL || !isFloat64(v.Type()) || u.X == u.Y {
		return false
	}
	_, constX := v.X.(*ssa.Const)
	_, constY := v.Y.(*ssa.Const)
	if (constX || constY) && !l.loops[v.Block()] {
		return false
	}
	other := u.X
	if other == v {
		other = u.Y
	}
	if _, isConst := other.(*ssa.Const); isConst {
		return false
	}
	if p, ok := other.(*ssa.BinOp); ok && p.Op == token.MUL && other == u.X && u.Y == v {
		// of two products the second is fused
		return u.Op == token.ADD || u.Op == token.SUB
	}
	if p, ok := other.(*ssa.BinOp); ok && p.Op == token.MUL && u.X == v && onlyUser(p) == u && p.Block() == v.Block() {
		return false
	}
	return u.Op == token.ADD || u.Op == token.SUB && u.Y == v
}

func isFloat64(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Float64 || b.Kind() == types.UntypedFloat)
}

// isAccess tells whether an instruction reads or writes what an address points to.
func isAccess(in ssa.Instruction, address ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.Op == token.MUL
	case *ssa.Store:
		return in.Addr == address && in.Val != address
	}
	return false
}

// disturbs tells whether one of the instructions writes memory, calls or can panic, so that an address that is computed
// behind it may be another or panic too late.
func disturbs(list []ssa.Instruction) bool {
	for _, in := range list {
		switch in := in.(type) {
		case *ssa.BinOp:
			b, ok := in.X.Type().Underlying().(*types.Basic)
			if !ok || (in.Op == token.QUO || in.Op == token.REM) && b.Info()&types.IsInteger != 0 || in.Op == token.SHL || in.Op == token.SHR {
				return true
			}
		case *ssa.Convert, *ssa.ChangeType, *ssa.Phi, *ssa.Extract, *ssa.Field, *ssa.DebugRef:
		case *ssa.UnOp:
			if in.Op == token.MUL {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// liveness is which values are needed behind each block.
type liveness struct {
	number map[ssa.Value]int
	values []ssa.Value
	out    map[*ssa.BasicBlock]set
	in     map[*ssa.BasicBlock]set
}

type set []uint64

func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) remove(i int)   { s[i/64] &^= 1 << (i % 64) }

func (s set) union(other set) (changed bool) {
	for i, x := range other {
		if x&^s[i] != 0 {
			changed = true
			s[i] |= x
		}
	}
	return changed
}

// live finds the liveness of the function's values. An operand of a phi is used at the end of the block that it
// comes from; operands of a fused value are used where that is.
func (l *lowering) live() *liveness {
	v := &liveness{number: map[ssa.Value]int{}, in: map[*ssa.BasicBlock]set{}, out: map[*ssa.BasicBlock]set{}}
	note := func(x ssa.Value) {
		if _, known := v.number[x]; !known {
			v.number[x] = len(v.values)
			v.values = append(v.values, x)
		}
	}
	for _, p := range l.f.Params {
		note(p)
	}
	for _, p := range l.f.FreeVars {
		note(p)
	}
	for _, b := range l.f.Blocks {
		for _, in := range b.Instrs {
			if x, ok := in.(ssa.Value); ok {
				note(x)
			}
		}
	}
	for _, b := range l.f.Blocks {
		v.in[b], v.out[b] = make(set, len(v.values)/64+1), make(set, len(v.values)/64+1)
	}
	for changed := true; changed; {
		changed = false
		for i := len(l.f.Blocks) - 1; i >= 0; i-- {
			b := l.f.Blocks[i]
			for _, s := range b.Succs {
				changed = v.out[b].union(l.needed(v, b, s)) || changed
			}
			now := append(set{}, v.out[b]...)
			for j := len(b.Instrs) - 1; j >= 0; j-- {
				l.step(v, now, b.Instrs[j])
			}
			changed = v.in[b].union(now) || changed
		}
	}
	return v
}

// needed are the values that s needs from b: those of its phis, too.
func (l *lowering) needed(v *liveness, b, s *ssa.BasicBlock) set {
	need := append(set{}, v.in[s]...)
	for _, in := range s.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		need.remove(v.number[phi])
	}
	for _, in := range s.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		for k, p := range s.Preds {
			if p == b {
				l.use(v, need, phi.Edges[k])
			}
		}
	}
	return need
}

// step goes back over an instruction.
func (l *lowering) step(v *liveness, now set, in ssa.Instruction) {
	x, isValue := in.(ssa.Value)
	if isValue {
		now.remove(v.number[x])
	}
	if _, phi := in.(*ssa.Phi); phi || isValue && l.fused[x] {
		return
	}
	for _, op := range in.Operands(nil) {
		l.use(v, now, *op)
	}
}

// use notes that a value is used, or those of which a fused one is computed.
func (l *lowering) use(v *liveness, now set, x ssa.Value) {
	if x == nil {
		return
	}
	if l.fused[x] {
		for _, op := range x.(ssa.Instruction).Operands(nil) {
			l.use(v, now, *op)
		}
		return
	}
	if n, ok := v.number[x]; ok {
		now.add(n)
	}
}
