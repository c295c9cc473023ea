package emit

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine/lower"
)

// lineMarks writes where a function of a cell is, for messages about a panic or a deadlock. The
// interpreter tells which functions a panic leaves, and not where in them it was: before what can
// panic, or wait for another goroutine, a variable of the function is given the line. Where the function runs
// several times at once, it is the line of the latest mark.
type lineMarks struct {
	f        *ssa.Function
	about    *Function // nil for a function that keeps no line
	symbols  *symbols
	body     *body
	variable string // the address of the variable, if there is one yet
	last     int    // the line that it keeps at this point of the block, or 0
}

// about describes a function of a cell for messages; it is nil for other functions.
func (e *Emitter) about(f *ssa.Function) *Function {
	root := f
	for root.Parent() != nil {
		root = root.Parent()
	}
	if origin := root.Origin(); origin != nil {
		root = origin
	}
	if root.Pkg == nil || root.Pkg.Pkg.Path() != "main" || root.Synthetic != "" {
		return nil
	}
	at := f.Prog.Fset.Position(f.Pos())
	compiled := e.machine.has(f)
	return &Function{
		Name: e.functions.names[f], User: userName(f), Cell: at.Filename, Line: at.Line, Literal: len(f.FreeVars) > 0 && !compiled,
		Declared: e.machine.declaredName(f), Inner: f.Parent() != nil, Compiled: compiled, Obstacles: e.machine.obstacles(f, e.machine.refused[f]),
	}
}

// userName returns the users' name of a function.
func userName(f *ssa.Function) string {
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

// before writes the line of what can panic or wait.
func (lm *lineMarks) before(in ssa.Instruction) {
	if canPanic(in) || receives(in) {
		lm.at(lm.posOf(in))
	}
}

// at writes the line of a position, if it is known and differs from the line of the last mark.
func (lm *lineMarks) at(pos token.Pos) {
	line := lm.f.Prog.Fset.Position(pos).Line
	if !pos.IsValid() || line == lm.last || !lm.keeps() {
		return
	}
	lm.last = line
	lm.body.line("*%s = %d", lm.variable, line)
}

// keeps reports whether the function keeps its line; it then has a variable for it.
func (lm *lineMarks) keeps() bool {
	if lm.about == nil {
		return false
	}
	if lm.about.Mark == "" {
		lm.variable = lm.symbols.of("mark "+lm.about.Name, "line", Symbol{Kind: MarkSymbol})
		lm.about.Mark = strings.TrimPrefix(lm.variable, "q.")
	}
	return true
}

// canPanic reports whether an instruction can panic, or call what does.
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

// receives reports whether an instruction receives from a channel, which may take for ever.
func receives(in ssa.Instruction) bool {
	op, ok := in.(*ssa.UnOp)
	return ok && op.Op == token.ARROW
}

// posOf returns the position that a panic in an instruction names: for deferred calls, the
// end of the block.
func (lm *lineMarks) posOf(in ssa.Instruction) token.Pos {
	if _, deferred := in.(*ssa.RunDefers); deferred {
		return lm.endOf(in.Block())
	}
	return lower.Position(in)
}

// endOf returns the position of the return that ends a block, or of the end of the function.
func (lm *lineMarks) endOf(b *ssa.BasicBlock) token.Pos {
	pos := b.Instrs[len(b.Instrs)-1].Pos()
	if !pos.IsValid() && lm.f.Syntax() != nil {
		return lm.f.Syntax().End() - 1
	}
	return pos
}
