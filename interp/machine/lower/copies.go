package lower

import "krigo/interp/machine"

// copies.go: a value of very many parts is held, as a copy, from where it is read to where it is assigned. If nothing
// can change the original in between, it is copied once, straight to its place.

// copyDirectly removes the copies that are held only to be copied once more.
func (p *peephole) copyDirectly() {
	p.eachBlock(func(from, to int, live registerSet) {
		for i := to - 1; i >= from; i-- {
			in := p.code.Instrs[i]
			if held := (register{true, in.B}); in.Op == machine.CopyValue && !p.gone[i] && !p.live(live, held) && in.A != in.B {
				p.copyFrom(from, i, held)
			}
			p.back(live, i)
		}
	})
}

// copyFrom has the instruction at copy the original of a held value, if the block that begins at from permits it.
func (p *peephole) copyFrom(from, copied int, held register) {
	pure := true // what is between cannot fail
	for i := copied - 1; i >= from; i-- {
		in, e := p.code.Instrs[i], p.effects[i]
		switch {
		case p.gone[i]:
			continue
		case in.Op == machine.Hold && in.A == held.number:
			original := register{true, in.B}
			if !p.sameType(in, p.code.Instrs[copied]) || !p.isFixed(original, i+1, copied) || !p.neverNil(original) && !(pure && p.sameLine(i, copied)) {
				return
			}
			p.code.Instrs[copied].B = original.number
			p.effects[copied] = effectOf(p.code, copied)
			p.gone[i] = true
			return
		case e.opaque || e.writesMemory || e.writesRegister(held) || e.readsRegister(held):
			return
		}
		pure = pure && e.pure
	}
}

// sameType reports whether two instructions copy values of one type.
func (p *peephole) sameType(a, b machine.Instr) bool {
	return p.code.Types[a.K].ID == p.code.Types[b.K].ID
}

// isFixed reports whether no instruction of a range writes a register, or words that are memory.
func (p *peephole) isFixed(r register, from, to int) bool {
	for i := from; i < to; i++ {
		if p.gone[i] {
			continue
		}
		for _, s := range p.effects[i].writes {
			if s.has(r) || p.isMemory(s) {
				return false
			}
		}
	}
	return true
}

// neverNil reports whether a pointer has nothing but addresses.
func (p *peephole) neverNil(r register) bool {
	parameters := 0
	for _, t := range p.code.Params {
		_, pointers := machine.Count(t.Slots)
		parameters += pointers
	}
	if int(r.number) < parameters {
		return false
	}
	written := false
	for i, e := range p.effects {
		if e.opaque {
			return false
		}
		if e.writesRegister(r) {
			written = true
			if !isAddress(p.code.Instrs[i].Op) {
				return false
			}
		}
	}
	return written
}

// isAddress reports whether an operation makes a pointer that is not nil.
func isAddress(op machine.Op) bool {
	switch op {
	case machine.Frame, machine.Element, machine.NewValue, machine.Hold:
		return true
	}
	return false
}
