package emit

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// blocks.go: labels, jumps, branches, and the assignments to phis before a jump.

// block writes one block; next is the one that is written behind it.
func (w *writer) block(b, next *ssa.BasicBlock) {
	w.marks.last = 0
	if len(b.Preds) > 0 {
		fmt.Fprintf(&w.body.lines, "L%d:\n", b.Index)
		if w.startsWithEnd(b) {
			w.pads = true
			w.body.line("pad = 0")
		}
	}
	late := w.lateDefers(b)
	for i, in := range b.Instrs {
		if i == late {
			w.marks.at(w.marks.endOf(b))
			w.runDefers()
		}
		w.instruction(in)
	}
	switch in := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Jump:
		w.edge(b, b.Succs[0])
		w.jump(b.Succs[0], next)
	case *ssa.If:
		w.branch(b, in, next)
	}
}

// startsWithEnd reports whether a block is written as no statement before its
// return, or as none at all: its label must not stand alone.
func (w *writer) startsWithEnd(b *ssa.BasicBlock) bool {
	for _, in := range b.Instrs {
		switch in := in.(type) {
		case *ssa.DebugRef, *ssa.Phi, *ssa.Extract, *ssa.Return, *ssa.Jump:
		case ssa.Value:
			if !w.fusion.inlined[in] && !w.fusion.places[in] {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (w *writer) jump(to, next *ssa.BasicBlock) {
	if to != next {
		w.body.line("goto L%d", to.Index)
	}
}

func (w *writer) branch(b *ssa.BasicBlock, in *ssa.If, next *ssa.BasicBlock) {
	yes, no := b.Succs[0], b.Succs[1]
	if opposite := w.text.opposite(in.Cond); opposite != "" && yes == next && !hasPhi(yes) && !hasPhi(no) {
		w.body.line("if %s {", opposite)
		w.body.line("goto L%d", no.Index)
		w.body.line("}")
		return
	}
	w.body.line("if %s {", w.text.value(in.Cond))
	w.edge(b, yes)
	w.body.line("goto L%d", yes.Index)
	w.body.line("}")
	w.edge(b, no)
	w.jump(no, next)
}

func hasPhi(b *ssa.BasicBlock) bool {
	_, ok := b.Instrs[0].(*ssa.Phi)
	return ok
}

// opposites are comparisons and what holds where they do not, of operands that
// are ordered.
var opposites = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
}

// move is an assignment to a register on the way from one block to another.
type move struct {
	to   *ssa.Phi
	from ssa.Value
}

// edge gives the phis of a block the values that they have on the way from
// another. All are read before any is written.
func (w *writer) edge(from, to *ssa.BasicBlock) {
	which := 0
	for to.Preds[which] != from {
		which++
	}
	var moves []move
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		if x := phi.Edges[which]; x != ssa.Value(phi) {
			moves = append(moves, move{phi, x})
		}
	}
	spared := map[ssa.Value]string{} // copies of registers that were written too early
	for len(moves) > 0 {
		i := w.freeMove(moves)
		if i < 0 {
			// All that is left is in circles: the first one is cut.
			i = 0
			spare := w.body.register("x", w.types.work(moves[0].to.Type()))
			w.body.line("%s = %s", spare, w.text.names[moves[0].to])
			spared[moves[0].to] = spare
			w.move(moves[0], spared)
			moves = moves[1:]
			continue
		}
		w.move(moves[i], spared)
		moves = append(moves[:i], moves[i+1:]...)
	}
}

// freeMove finds a move whose register no other one reads.
func (w *writer) freeMove(moves []move) int {
	for i, m := range moves {
		free := true
		for j, o := range moves {
			if i != j && w.text.reads(o.from, m.to) {
				free = false
			}
		}
		if free {
			return i
		}
	}
	return -1
}

func (w *writer) move(m move, spared map[ssa.Value]string) {
	saved := map[ssa.Value]string{}
	for v, spare := range spared {
		saved[v], w.text.names[v] = w.text.names[v], spare
	}
	text := w.text.value(m.from)
	for v, name := range saved {
		w.text.names[v] = name
	}
	w.body.line("%s = %s", w.text.names[m.to], text)
}
