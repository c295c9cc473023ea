package lower

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// place returns the position of an instruction in the source, or the nearest one.
func place(in ssa.Instruction) token.Pos {
	if pos := nearby(in, 0); pos.IsValid() {
		return pos
	}
	instrs := in.Block().Instrs
	at := max(slices.Index(instrs, in), 0) // -1 if it was carried to a block behind
	for _, other := range slices.Concat(reversed(instrs[:at]), instrs[at:]) {
		if pos := Position(other); pos.IsValid() {
			return pos
		}
	}
	return in.Parent().Pos()
}

func reversed(list []ssa.Instruction) []ssa.Instruction {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// Position returns the position of an instruction. A load that the source does not write, such as of p in p.V() where V
// has a value receiver, has the position of its user. A function as a value has none: its position would be its
// declaration.
func Position(in ssa.Instruction) token.Pos {
	pos := in.Pos()
	if load, ok := in.(*ssa.UnOp); ok && !pos.IsValid() && len(*load.Referrers()) > 0 {
		pos = (*load.Referrers())[0].Pos()
	}
	if within(in.Parent(), pos) {
		return pos
	}
	return token.NoPos
}

// within reports whether a position is in the source of a function.
func within(f *ssa.Function, pos token.Pos) bool {
	source := f.Syntax()
	return source == nil || source.Pos() <= pos && pos <= source.End()
}

// nearby returns the place of an instruction, or of those that make what it takes or take what it makes.
func nearby(in ssa.Instruction, far int) token.Pos {
	const mostFar = 4 // a value, its element in a slice, the slice, the call
	if pos := Position(in); pos.IsValid() || far > mostFar {
		return pos
	}
	if c, ok := in.(*ssa.MakeClosure); ok {
		return c.Fn.Pos()
	}
	if load, ok := in.(*ssa.UnOp); ok {
		if from, ok := load.X.(ssa.Instruction); ok && Position(from).IsValid() {
			return Position(from)
		}
	}
	if v, ok := in.(ssa.Value); ok {
		for _, user := range *v.Referrers() {
			if pos := nearby(user, far+1); user.Block() == in.Block() && pos.IsValid() {
				return pos
			}
		}
	}
	if s, ok := in.(*ssa.Store); ok {
		if to, ok := s.Addr.(ssa.Instruction); ok {
			return nearby(to, far+1)
		}
	}
	return token.NoPos
}
