package static

import (
	"go/ast"
	"go/token"
	"strings"
)

// wrap puts a statement, with its label, into a block that begins with other
// statements.
func (w *rewriter) wrap(s ast.Stmt, first string) {
	first = strings.TrimSuffix(first, "; ")
	if l := w.labels[s]; l != nil {
		w.cut(l.Pos(), s.Pos(), "{ "+first+"; "+l.Label.Name+": "+w.newlines(l.Pos(), s.Pos()))
	} else {
		w.insert(s.Pos(), "{ "+first+"; ")
	}
	w.surround(s, "", " }")
}

// labelled notes the label of a statement.
func (w *rewriter) labelled(l *ast.LabeledStmt) {
	if w.labels == nil {
		w.labels = map[ast.Stmt]*ast.LabeledStmt{}
	}
	w.labels[l.Stmt] = l
}

// initial lowers the assignment of several values in the header of a
// statement: the values are computed before it, and assigned there too unless
// it is a loop, which has variables of its own.
func (w *rewriter) initial(s, init ast.Stmt) {
	a, ok := init.(*ast.AssignStmt)
	if !ok || !w.apart(a) {
		return
	}
	_, loop := s.(*ast.ForStmt)
	if loop && a.Tok == token.DEFINE && w.readsTwice(a) {
		w.replace(a, w.loweredList(a.Lhs)+" := "+w.lowered(a.Rhs[0]))
		w.done(a)
		return
	}
	if !loop || a.Tok == token.ASSIGN {
		w.wrap(s, w.loweredStatement(a))
		w.cut(a.Pos(), a.End(), "")
		w.done(a)
		return
	}
	var first []string
	names := make([]string, len(a.Rhs))
	for i, x := range a.Rhs {
		names[i] = w.check.s.private("v")
		open, end := w.typed(x, w.assignedType(a.Lhs[i], x))
		first = append(first, names[i]+" := "+open+w.lowered(x)+end)
	}
	w.wrap(s, strings.Join(first, "; "))
	w.cut(a.Pos(), a.End(), w.loweredList(a.Lhs)+" := "+strings.Join(names, ", "))
	w.done(a)
}

// post lowers the assignment of several values after each iteration.
func (w *rewriter) post(f *ast.ForStmt) {
	if a, ok := f.Post.(*ast.AssignStmt); ok && w.apart(a) {
		w.replace(a, "func() { "+w.loweredStatement(a)+" }()")
		w.done(a)
	}
}

// loweredStatement returns the lowered text of a statement, apart from the
// rest.
func (w *rewriter) loweredStatement(s ast.Stmt) string {
	part := *w
	part.edits = nil
	if a, ok := s.(*ast.AssignStmt); ok && w.apart(a) {
		part.assignTuple(a, a.Tok)
	} else {
		part.rewrite(s)
	}
	w.join(&part)
	return apply(w.cell.Source, w.offset(s.Pos()), w.offset(s.End()), part.edits)
}

// join takes over what a rewriter of a part found, apart from its edits.
func (w *rewriter) join(part *rewriter) {
	w.converts, w.hoisted, w.tuples, w.labels, w.called, w.deferring, w.functions, w.bodies, w.recovering = part.converts, part.hoisted, part.tuples, part.labels, part.called, part.deferring, part.functions, part.bodies, part.recovering
}
