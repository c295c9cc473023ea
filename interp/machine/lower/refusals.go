package lower

import (
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// refusals.go: all that keeps a function out, for users. Every instruction is tried, and what is refused only because
// another instruction is, is not told.

// Refusals are what keeps a function out that Function refuses, in the order of its source, each in a plain sentence
// and with an advice where there is one; what the same advice mends in a line is told once.
func Refusals(f *ssa.Function, world World) []*Refusal {
	l := newLowering(f, world, newAssembly("", true))
	l.tolerant = true
	l.try(nil, l.lower)
	if len(l.refusals) == 0 {
		if _, err := Function(f, "", world); err != nil {
			l.refusals = append(l.refusals, err.(*Refusal))
		}
	}
	for _, r := range l.refusals {
		l.explain(r)
	}
	slices.SortStableFunc(l.refusals, func(a, b *Refusal) int { return cmp.Compare(a.Pos, b.Pos) })
	type told struct {
		line   int
		advice string
		callee *ssa.Function
	}
	seen := map[told]bool{}
	return slices.DeleteFunc(l.refusals, func(r *Refusal) bool {
		t := told{l.Line(r.Pos), r.Advice, r.Callee}
		defer func() { seen[t] = true }()
		return seen[t]
	})
}

// InLoops are those of the refusals that stand in loops of the function.
func InLoops(f *ssa.Function, world World) []*Refusal {
	l := newLowering(f, world, newAssembly("", true))
	if l.findLoops(false); !slices.Contains(slices.Collect(maps.Values(l.loops)), true) {
		return nil
	}
	return slices.DeleteFunc(Refusals(f, world), func(r *Refusal) bool { return r.at == nil || !l.loops[r.at.Block()] })
}

// try lowers an instruction. Where all refusals are wanted, one ends no more than this, and what follows from others is left out.
func (l *lowering) try(in ssa.Instruction, step func()) {
	l.now = in
	if l.tolerant {
		if l.follows(in) {
			return
		}
		defer func() {
			if r := refusalOf(recover()); r != nil {
				l.keep(r)
			}
		}()
	}
	step()
}

// refusalOf is the refusal that a function has panicked with, or nil. A fault of ours keeps a function out, too.
func refusalOf(panicked any) *Refusal {
	switch r := panicked.(type) {
	case nil:
		return nil
	case *Refusal:
		return r
	}
	return &Refusal{Message: fmt.Sprintf("compiling it fails by a fault of krigo: %v", panicked)}
}

// keep keeps a refusal that is to be told.
func (l *lowering) keep(r *Refusal) {
	if !l.follows(r.at) {
		l.refusals = append(l.refusals, r)
	}
}

// follows tells whether an instruction that is refused need not be told, because it is so for what another has made.
func (l *lowering) follows(in ssa.Instruction) bool {
	switch in := in.(type) {
	case nil, *ssa.Panic, *ssa.Go, *ssa.Defer, *ssa.MakeClosure:
		return false
	case *ssa.RunDefers, *ssa.Return: // the defer, and the signature
		return true
	case *ssa.Call:
		if _, told := in.Call.Value.(*ssa.MakeClosure); told || !in.Call.IsInvoke() {
			return told
		}
	}
	for _, x := range in.Operands(nil) {
		if *x == nil {
			continue
		}
		if _, constant := (*x).(*ssa.Const); !constant && !l.fits((*x).Type()) {
			return true
		}
	}
	return false
}

// place is where an instruction stands in the source, or what is nearest to it.
func place(in ssa.Instruction) token.Pos {
	if pos := nearby(in, 0); pos.IsValid() {
		return pos
	}
	b := in.Block()
	at := slices.Index(b.Instrs, in)
	for _, other := range slices.Concat(reversed(b.Instrs[:at]), b.Instrs[at+1:]) {
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

// Position is that of an instruction, and of a load that the source does not write, such as that of p in p.V() where V
// has a value as its receiver, that of what it is for. One of a function as a value is where the function is declared:
// that is none.
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

// within tells whether a position is in the source of a function.
func within(f *ssa.Function, pos token.Pos) bool {
	source := f.Syntax()
	return source == nil || source.Pos() <= pos && pos <= source.End()
}

// nearby is the place of an instruction, or of those that make what it takes or take what it makes.
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
