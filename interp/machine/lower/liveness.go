package lower

import "golang.org/x/tools/go/ssa"

// liveness is which values are needed behind each block. It is computed once and then only read.
type liveness struct {
	f      *ssa.Function
	fused  map[ssa.Value]bool
	number map[ssa.Value]int
	values []ssa.Value
	out    map[*ssa.BasicBlock]set
	in     map[*ssa.BasicBlock]set
}

type set []uint64

func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

func (s set) add(i int) { s[i/64] |= 1 << (i % 64) }

func (s set) remove(i int) { s[i/64] &^= 1 << (i % 64) }

func (s set) union(other set) (changed bool) {
	for i, x := range other {
		if x&^s[i] != 0 {
			changed = true
			s[i] |= x
		}
	}
	return changed
}

// newLiveness finds the liveness of a function's values. An operand of a phi is used at the end of the block that it
// comes from; operands of a fused value are used where that is.
func newLiveness(f *ssa.Function, fused map[ssa.Value]bool) *liveness {
	lv := &liveness{f: f, fused: fused, number: map[ssa.Value]int{}, in: map[*ssa.BasicBlock]set{}, out: map[*ssa.BasicBlock]set{}}
	note := func(x ssa.Value) {
		if _, known := lv.number[x]; !known {
			lv.number[x] = len(lv.values)
			lv.values = append(lv.values, x)
		}
	}
	for _, p := range lv.f.Params {
		note(p)
	}
	for _, p := range lv.f.FreeVars {
		note(p)
	}
	for _, b := range lv.f.Blocks {
		for _, in := range b.Instrs {
			if x, ok := in.(ssa.Value); ok {
				note(x)
			}
		}
	}
	for _, b := range lv.f.Blocks {
		lv.in[b], lv.out[b] = make(set, len(lv.values)/64+1), make(set, len(lv.values)/64+1)
	}
	for changed := true; changed; {
		changed = false
		for i := len(lv.f.Blocks) - 1; i >= 0; i-- {
			b := lv.f.Blocks[i]
			for _, s := range b.Succs {
				changed = lv.out[b].union(lv.needed(b, s)) || changed
			}
			now := append(set{}, lv.out[b]...)
			for j := len(b.Instrs) - 1; j >= 0; j-- {
				lv.step(now, b.Instrs[j])
			}
			changed = lv.in[b].union(now) || changed
		}
	}
	return lv
}

// needed returns the values that s needs from b, including its phis' operands.
func (lv *liveness) needed(b, s *ssa.BasicBlock) set {
	need := append(set{}, lv.in[s]...)
	for _, in := range s.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		need.remove(lv.number[phi])
	}
	for _, in := range s.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		for k, p := range s.Preds {
			if p == b {
				lv.use(need, phi.Edges[k])
			}
		}
	}
	return need
}

// step goes back over an instruction.
func (lv *liveness) step(now set, in ssa.Instruction) {
	x, isValue := in.(ssa.Value)
	if isValue {
		now.remove(lv.number[x])
	}
	if _, phi := in.(*ssa.Phi); phi || isValue && lv.fused[x] {
		return
	}
	for _, op := range in.Operands(nil) {
		lv.use(now, *op)
	}
}

// use notes that a value is used, or the operands of a fused one.
func (lv *liveness) use(now set, x ssa.Value) {
	if x == nil {
		return
	}
	if lv.fused[x] {
		for _, op := range x.(ssa.Instruction).Operands(nil) {
			lv.use(now, *op)
		}
		return
	}
	if n, ok := lv.number[x]; ok {
		now.add(n)
	}
}

// after returns the live values after the instruction that computes a value, without the value itself.
func (lv *liveness) after() map[ssa.Value]set {
	after := map[ssa.Value]set{}
	for _, b := range lv.f.Blocks {
		now := append(set{}, lv.out[b]...)
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
			lv.step(now, b.Instrs[j])
		}
		for _, in := range b.Instrs[:first] {
			after[in.(ssa.Value)] = append(set{}, now...)
		}
		if b.Index == 0 {
			for _, p := range append(values(lv.f.Params), values(lv.f.FreeVars)...) {
				after[p] = append(set{}, now...)
			}
		}
	}
	return after
}
