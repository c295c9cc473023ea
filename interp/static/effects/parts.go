package effects

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/static/check"
)

// cut divides a function that runs statements of the cell into parts.
type cut struct {
	*frame
	begins []token.Pos // of the coming statements
	part   []ssa.Instruction
	ahead  int // the instructions of the part before those that may belong to the next statement
	done   func()
}

// statements solves a function that runs statements of the cell. It calls done after each
// part, and set before a variable is set as a whole.
func (s *solver) statements(fn *ssa.Function, set func(name string), done func()) {
	c := &cut{frame: &frame{solver: s, fn: fn, nodes: map[any]*place{}, result: &place{}}, done: done}
	if decl, ok := fn.Syntax().(*ast.FuncDecl); ok {
		for _, stmt := range decl.Body.List {
			c.begins = append(c.begins, stmt.Pos())
		}
	}
	early := slices.ContainsFunc(fn.Blocks, returnsEarly)
	blocks, always := ordered(fn)
	for _, b := range blocks {
		whole := always[b]
		c.ahead = len(c.part)
		for _, in := range b.Instrs {
			if whole {
				c.statement(in.Pos())
			}
			if name := s.variableSet(in); name != "" && whole {
				c.end(len(c.part))
				if set(name); !early {
					s.memory.release(name)
				}
			}
			c.part = append(c.part, in)
			if in.Pos().IsValid() {
				c.ahead = len(c.part)
			}
		}
	}
	c.end(len(c.part))
}

// statement ends the part before a statement that begins at or before a position.
func (c *cut) statement(pos token.Pos) {
	passed := 0
	for passed < len(c.begins) && c.begins[passed] <= pos {
		passed++
	}
	if passed > 0 {
		c.begins = c.begins[passed:]
		c.end(c.ahead)
	}
}

// end solves the first instructions of the part.
func (c *cut) end(n int) {
	c.solve(c.part[:n])
	c.done()
	c.part = c.part[n:]
	c.ahead = len(c.part)
}

// ordered returns the blocks of a function, and those that always run exactly once. Each
// of these follows all that may run before it.
func ordered(fn *ssa.Function) (blocks []*ssa.BasicBlock, always map[*ssa.BasicBlock]bool) {
	always = map[*ssa.BasicBlock]bool{}
	rank := map[*ssa.BasicBlock]int{}
	for _, b := range fn.Blocks {
		if always[b] = isAlwaysRun(b); always[b] {
			for _, other := range fn.Blocks {
				if b.Dominates(other) {
					rank[other] += 2
				}
			}
			rank[b]--
		}
	}
	blocks = slices.Clone(fn.Blocks)
	slices.SortStableFunc(blocks, func(a, b *ssa.BasicBlock) int { return cmp.Compare(rank[a], rank[b]) })
	return blocks, always
}

// isAlwaysRun reports whether a block runs exactly once in a function that returns.
func isAlwaysRun(b *ssa.BasicBlock) bool {
	fn, behind := b.Parent(), map[*ssa.BasicBlock]bool{}
	var follow func(*ssa.BasicBlock)
	follow = func(from *ssa.BasicBlock) {
		for _, next := range from.Succs {
			if !behind[next] {
				behind[next] = true
				follow(next)
			}
		}
	}
	follow(b)
	ends := 0
	for _, other := range fn.Blocks {
		_, isEnd := other.Instrs[len(other.Instrs)-1].(*ssa.Return)
		if behind[other] && (other == b || !b.Dominates(other) && !(isEnd && len(other.Instrs) == 1)) {
			return false
		}
		if isEnd && other != fn.Recover && !returnsEarly(other) {
			if ends++; fn.Synthetic == "" && !b.Dominates(other) {
				return false
			}
		}
	}
	return ends > 0 || b.Index == 0
}

// returnsEarly reports whether a block is a return statement of a cell, which informs the
// session.
func returnsEarly(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool {
		c, ok := in.(*ssa.Call)
		if !ok || c.Call.StaticCallee() == nil {
			return false
		}
		o := c.Call.StaticCallee().Object()
		return o != nil && o.Pkg() != nil && o.Pkg().Path() == check.SessionPackage && o.Name() == "Return"
	})
}

// variableSet returns the variable that an instruction sets as a whole, or empty. An
// assignment like x += y, where the operation has the position of the store, keeps some of
// it.
func (s *solver) variableSet(in ssa.Instruction) string {
	if st, ok := in.(*ssa.Store); ok {
		op, computes := st.Val.(*ssa.BinOp)
		if g, ok := st.Addr.(*ssa.Global); ok && !(computes && op.Pos() == st.Pos()) {
			return s.variableName(g)
		}
	}
	return ""
}
