package emit

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine/lower"
)

// marks.go: where a function of a cell is when it panics. The interpreter tells
// which functions a panic leaves, and not where in them it was: before what can
// panic, a variable of the function is given the line. Where the function runs
// several times at once, it is the line of the latest mark.

// enter describes the function for messages.
func (w *writer) enter(literal bool) {
	root := w.f
	for root.Parent() != nil {
		root = root.Parent()
	}
	if origin := root.Origin(); origin != nil {
		root = origin
	}
	if root.Pkg == nil || root.Pkg.Pkg.Path() != "main" || root.Synthetic != "" {
		return
	}
	at := w.prog.Fset.Position(w.f.Pos())
	w.unit.Functions = append(w.unit.Functions, Function{
		Name: w.funcs[w.f], User: w.userName(w.f), Cell: at.Filename, Line: at.Line, Literal: literal,
		Declared: w.declaredName(w.f), Inner: w.f.Parent() != nil, Compiled: w.isMachines(w.f), Obstacles: w.obstacles(w.f, w.lowered.refused[w.f]),
	})
}

// userName is what users call a function.
func (e *Emitter) userName(f *ssa.Function) string {
	declared := f
	for declared.Parent() != nil {
		declared = declared.Parent()
	}
	if origin := declared.Origin(); origin != nil {
		declared = origin
	}
	name := f.RelString(declared.Pkg.Pkg)
	name, closure, inner := strings.Cut(name, "$")
	if base, _, versions := strings.Cut(name, Mark); versions && base == "cell" {
		name = ""
	}
	name = UserText(name)
	if inner {
		name = strings.TrimPrefix(name+".func"+strings.ReplaceAll(closure, "$", "."), ".")
	}
	return name
}

// markLine writes the line of what can panic.
func (w *writer) markLine(in ssa.Instruction) {
	if canPanic(in) {
		w.markPos(w.posOf(in))
	}
}

// markPos writes the line of a position, where it is known and not that of the last mark.
func (w *writer) markPos(pos token.Pos) {
	line := w.prog.Fset.Position(pos).Line
	if !pos.IsValid() || line == w.marked || !w.marks() {
		return
	}
	w.marked = line
	w.line("*%s = %d", w.mark, line)
}

// marks tells whether the function keeps its line.
func (w *writer) marks() bool {
	n := len(w.unit.Functions)
	if n == 0 || w.unit.Functions[n-1].Name != w.funcs[w.f] {
		return false
	}
	f := &w.unit.Functions[n-1]
	if f.Mark == "" {
		w.mark = w.symbol("mark "+f.Name, "line", Symbol{Kind: MarkSymbol})
		f.Mark = strings.TrimPrefix(w.mark, "q.")
	}
	return true
}

// canPanic tells whether an instruction can panic, or call what does.
func canPanic(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Call, *ssa.Panic, *ssa.IndexAddr, *ssa.Index, *ssa.Slice, *ssa.FieldAddr, *ssa.MapUpdate, *ssa.Send,
		*ssa.MakeSlice, *ssa.MakeChan, *ssa.Store, *ssa.RunDefers, *ssa.SliceToArrayPointer, *ssa.Select:
		return true
	case *ssa.TypeAssert:
		return !in.CommaOk
	case *ssa.Lookup:
		_, basic := in.Index.Type().Underlying().(*types.Basic) // other keys may not be hashable
		return !basic
	case *ssa.UnOp:
		return in.Op == token.MUL
	case *ssa.BinOp:
		basic, ok := in.X.Type().Underlying().(*types.Basic)
		switch in.Op {
		case token.EQL, token.NEQ:
			return !ok
		case token.QUO, token.REM:
			return basic.Info()&types.IsInteger != 0
		case token.SHL, token.SHR:
			return signedShift(in)
		}
	}
	return false
}

// posOf is the position that a panic in an instruction names: of deferred calls that of the
// end of the block.
func (w *writer) posOf(in ssa.Instruction) token.Pos {
	if _, deferred := in.(*ssa.RunDefers); deferred {
		return w.endOf(in.Block())
	}
	return lower.Position(in)
}

// endOf is the position of the return that ends a block, or of the end of the function.
func (w *writer) endOf(b *ssa.BasicBlock) token.Pos {
	pos := b.Instrs[len(b.Instrs)-1].Pos()
	if !pos.IsValid() && w.f.Syntax() != nil {
		return w.f.Syntax().End() - 1
	}
	return pos
}
