package lower

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// copypropagation.go: a value that is read of a variable in registers shares these, if nothing writes the variable
// before the value's last use; so does a value that is computed only to be stored in the variable.

// propagateCopies gives values the registers of variables, and of the results of inlined functions.
func (al *allocation) propagateCopies() {
	for _, b := range al.subject.f.Blocks {
		for i, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.UnOp:
				al.propagateLoad(in, b.Instrs[i+1:])
			case *ssa.Store:
				al.propagateStore(in, b.Instrs[:i])
			case *ssa.Return:
				al.propagateResult(in, b.Instrs[:i])
			}
		}
	}
}

// propagateLoad gives a value that is read of a variable the variable's registers, if all its uses are in the rest of
// the block and before the first instruction that writes the variable. That one may be a use if it stores the value.
func (al *allocation) propagateLoad(v *ssa.UnOp, rest []ssa.Instruction) {
	if v.Op != token.MUL || al.motion.fused[v] {
		return
	}
	part, ok := al.places.part(v.X)
	if !ok {
		return
	}
	uses := 0
	for _, r := range *v.Referrers() {
		if _, debug := r.(*ssa.DebugRef); debug {
			uses++
		}
	}
	for _, in := range rest {
		if uses == len(*v.Referrers()) {
			break
		}
		if al.writes(in, v.X) && !isStoreOf(in, v) {
			return
		}
		if _, debug := in.(*ssa.DebugRef); debug || !slices.Contains(*v.Referrers(), in) {
			continue
		}
		if x, ok := in.(ssa.Value); ok && al.motion.fused[x] {
			return // it is used later
		}
		if _, phi := in.(*ssa.Phi); phi {
			return
		}
		uses++
	}
	if uses == len(*v.Referrers()) {
		al.places.registers[v] = part
	}
}

func isStoreOf(in ssa.Instruction, v ssa.Value) bool {
	s, ok := in.(*ssa.Store)
	return ok && s.Val == v
}

// propagateStore has a value that is only stored to a variable be computed in the variable's register.
func (al *allocation) propagateStore(in *ssa.Store, before []ssa.Instruction) {
	part, ok := al.places.part(in.Addr)
	if !ok || len(part) != 1 {
		return
	}
	switch v := in.Val.(type) {
	case *ssa.BinOp, *ssa.Convert:
		at := slices.Index(before, v.(ssa.Instruction))
		if at < 0 || onlyUser(v) == nil || al.motion.fused[v] || al.motion.hoisted[v.(ssa.Instruction)] {
			return
		}
		for _, other := range before[at+1:] {
			if al.reads(other, in.Addr) || al.writes(other, in.Addr) {
				return
			}
		}
		al.places.registers[v] = part
	}
}

// propagateResult makes an inlined function compute its result in the register of the call's result.
func (al *allocation) propagateResult(in *ssa.Return, before []ssa.Instruction) {
	if al.subject.inlining == nil || len(in.Results) != 1 || len(before) == 0 || len(al.subject.inlining.results[0]) != 1 {
		return
	}
	last := before[len(before)-1]
	switch v := in.Results[0].(type) {
	case *ssa.BinOp, *ssa.Convert:
		if v.(ssa.Instruction) == last && onlyUser(v) == in && !al.motion.fused[v] {
			al.places.registers[v] = al.subject.inlining.results[0]
		}
	}
}

// writes reports whether an instruction may write the variable that an address is in.
func (al *allocation) writes(in ssa.Instruction, address ssa.Value) bool {
	root := al.places.root(address)
	switch in := in.(type) {
	case *ssa.Store:
		return al.places.root(in.Addr) == root
	case *ssa.Alloc:
		return in == root
	case *ssa.Call:
		if al.inlinesCaptures(in) {
			return true
		}
		for _, x := range in.Call.Args {
			if al.places.root(x) == root {
				return true
			}
		}
	}
	return false
}

// reads reports whether an instruction may read the variable.
func (al *allocation) reads(in ssa.Instruction, address ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.DebugRef:
		return false
	case *ssa.Call:
		if al.inlinesCaptures(in) {
			return true
		}
	}
	for _, op := range in.Operands(nil) {
		if *op == nil {
			continue
		}
		if al.places.root(*op) == al.places.root(address) {
			return true
		}
		if v, ok := (*op).(*ssa.UnOp); ok && v.Op == token.MUL && al.places.root(v.X) == al.places.root(address) {
			return true // its value may still be the variable's registers
		}
	}
	return false
}

// inlinesCaptures reports whether a call is inlined and may read or write any variable, as it captures some.
func (al *allocation) inlinesCaptures(in *ssa.Call) bool {
	inner := al.subject.inlined[in]
	return inner != nil && inner.captures()
}
