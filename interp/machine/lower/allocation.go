package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// allocation gives values their registers. It comes after motion: a fused value has none.
type allocation struct {
	subject   *subject
	admission *admission
	asm       *assembly
	places    *places
	motion    *motion
}

// class is a set of values that share registers: a phi and what it chooses from, where none is needed
// while another is written.
type class struct {
	members []ssa.Value
	fixed   value // of a parameter
}

// assign gives values their registers.
func (al *allocation) assign() {
	live := newLiveness(al.subject.f, al.motion.fused)
	after := live.after()
	classes := map[ssa.Value]*class{}
	of := func(v ssa.Value) *class {
		c := classes[v]
		if c == nil {
			c = &class{members: []ssa.Value{v}, fixed: al.places.registers[v]}
			classes[v] = c
		}
		return c
	}
	for _, b := range al.subject.f.Blocks {
		for _, in := range b.Instrs {
			phi, ok := in.(*ssa.Phi)
			if !ok {
				break
			}
			al.admission.now = in
			for _, e := range phi.Edges {
				x, y := of(phi), of(e)
				if !al.shares(e) || x == y || x.fixed != nil && y.fixed != nil || interfere(x, y, live, after) {
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
	for _, b := range al.subject.f.Blocks {
		for _, in := range b.Instrs {
			v, ok := in.(ssa.Value)
			if !ok || al.motion.fused[v] || al.places.skipped[in] || al.places.dropped[v] || al.places.registers[v] != nil {
				continue
			}
			if al.places.isLocal(v) {
				continue
			}
			if a, local := in.(*ssa.Alloc); local && al.places.isMemory(a) {
				continue
			}
			al.admission.now = in
			al.assignValue(v, of(v))
		}
	}
}

func (al *allocation) assignValue(v ssa.Value, c *class) {
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
		c.fixed = al.asm.fresh(t, v.Pos())
	}
	for _, m := range c.members {
		al.places.registers[m] = c.fixed
	}
}

// shares reports whether a value may have the registers of a phi: the instruction that computes it reads all before it
// writes.
func (al *allocation) shares(v ssa.Value) bool {
	if in, ok := v.(ssa.Instruction); al.motion.fused[v] || ok && al.motion.hoisted[in] {
		return false
	}
	if _, parameter := v.(*ssa.Parameter); parameter {
		return al.subject.inlining == nil // else it has the registers of an argument
	}
	if al.places.registers[v] != nil { // of a variable
		return false
	}
	switch v := v.(type) {
	case *ssa.Phi:
		return !isCaptured(v)
	case *ssa.Call, *ssa.Slice, *ssa.MakeSlice:
		return true
	case *ssa.BinOp, *ssa.Convert:
		_, basic := v.Type().Underlying().(*types.Basic)
		return basic && len(al.admission.slots(v.Type(), v.Pos())) == 1
	case *ssa.UnOp:
		return v.Op == token.MUL || len(al.admission.slots(v.Type(), v.Pos())) == 1
	}
	return false
}

// isCaptured reports whether a function literal captures the variable whose address v is, as the variable of a loop may
// be a phi. A call of the literal reads it later than where the literal is made, which liveness does not know.
func isCaptured(v *ssa.Phi) bool {
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool { _, made := r.(*ssa.MakeClosure); return made })
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
