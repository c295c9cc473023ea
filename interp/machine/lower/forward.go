package lower

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// forward.go: what is read of variables that are registers, and what is computed for them, needs no registers of its own
// where nothing comes between.

// forward gives values the registers of variables, and of what an inlined function returns.
func (l *lowering) forward() {
	for _, b := range l.f.Blocks {
		for i, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.UnOp:
				l.forwardLoad(in, b.Instrs[i+1:])
			case *ssa.Store:
				l.forwardStore(in, b.Instrs[:i])
			case *ssa.Return:
				l.forwardResult(in, b.Instrs[:i])
			}
		}
	}
}

// forwardLoad has a value that is read of a variable be the variable's registers, where it is used before that is written.
func (l *lowering) forwardLoad(v *ssa.UnOp, behind []ssa.Instruction) {
	if v.Op != token.MUL || l.fused[v] {
		return
	}
	part, ok := l.part(v.X)
	if !ok {
		return
	}
	uses := 0
	for _, r := range *v.Referrers() {
		if _, debug := r.(*ssa.DebugRef); debug {
			uses++
		}
	}
	for _, in := range behind {
		if uses == len(*v.Referrers()) {
			break
		}
		if l.writes(in, v.X) && !slices.Contains(*v.Referrers(), in) {
			return
		}
		if _, debug := in.(*ssa.DebugRef); debug || !slices.Contains(*v.Referrers(), in) {
			continue
		}
		if x, ok := in.(ssa.Value); ok && l.fused[x] {
			return // it is used later
		}
		if _, phi := in.(*ssa.Phi); phi || l.writes(in, v.X) && !isStoreOf(in, v) {
			return
		}
		uses++
	}
	if uses == len(*v.Referrers()) {
		l.registers[v] = part
	}
}

func isStoreOf(in ssa.Instruction, v ssa.Value) bool {
	s, ok := in.(*ssa.Store)
	return ok && s.Val == v
}

// forwardStore has a value that is only stored to a variable be computed in the variable's register.
func (l *lowering) forwardStore(in *ssa.Store, before []ssa.Instruction) {
	part, ok := l.part(in.Addr)
	if !ok || len(part) != 1 {
		return
	}
	switch v := in.Val.(type) {
	case *ssa.BinOp, *ssa.Convert:
		at := slices.Index(before, v.(ssa.Instruction))
		if at < 0 || onlyUser(v) == nil || l.fused[v] || l.hoisted[v.(ssa.Instruction)] {
			return
		}
		for _, other := range before[at+1:] {
			if l.reads(other, in.Addr) || l.writes(other, in.Addr) {
				return
			}
		}
		l.registers[v] = part
	}
}

// forwardResult has what an inlined function computes last and returns be computed in the register of the result.
func (l *lowering) forwardResult(in *ssa.Return, before []ssa.Instruction) {
	if l.inlining == nil || len(in.Results) != 1 || len(before) == 0 || len(l.inlining.results[0]) != 1 {
		return
	}
	last := before[len(before)-1]
	switch v := in.Results[0].(type) {
	case *ssa.BinOp, *ssa.Convert:
		if v.(ssa.Instruction) == last && onlyUser(v) == in && !l.fused[v] {
			l.registers[v] = l.inlining.results[0]
		}
	}
}

// root is the variable that an address is in, of this function or of one that it is inlined in.
func (l *lowering) root(address ssa.Value) ssa.Value {
	switch v := address.(type) {
	case *ssa.FieldAddr:
		return l.root(v.X)
	case *ssa.IndexAddr:
		return l.root(v.X)
	case *ssa.Parameter:
		if l.inlining != nil {
			return l.inlining.outer.root(l.argument(v))
		}
	}
	return address
}

// writes tells whether an instruction may write the variable that an address is in.
func (l *lowering) writes(in ssa.Instruction, address ssa.Value) bool {
	root := l.root(address)
	switch in := in.(type) {
	case *ssa.Store:
		return l.root(in.Addr) == root
	case *ssa.Alloc:
		return in == root
	case *ssa.Call:
		for _, x := range in.Call.Args {
			if l.root(x) == root {
				return true
			}
		}
	}
	return false
}

// reads tells whether an instruction may read the variable.
func (l *lowering) reads(in ssa.Instruction, address ssa.Value) bool {
	switch in.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.DebugRef:
		return false
	}
	for _, op := range in.Operands(nil) {
		if *op == nil {
			continue
		}
		if l.root(*op) == l.root(address) {
			return true
		}
		if v, ok := (*op).(*ssa.UnOp); ok && v.Op == token.MUL && l.root(v.X) == l.root(address) {
			return true // its value may still be the variable's registers
		}
	}
	return false
}

// isSetNext tells whether the first that happens to a variable is that it is set.
func isSetNext(a *ssa.Alloc) bool {
	b := a.Block()
	for _, in := range b.Instrs[indexOf(b, a)+1:] {
		switch in := in.(type) {
		case *ssa.DebugRef:
			continue
		case *ssa.Store:
			return in.Addr == a
		}
		return false
	}
	return false
}
