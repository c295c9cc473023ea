package static

import (
	"go/ast"
	"go/token"
	"go/types"
)

// commClause lowers one case of a select to the forms that the interpreter
// knows: a body that is not empty, no parentheses around the operation, and a
// value of the channel's own type.
func (w *rewriter) commClause(c *ast.CommClause) {
	if len(c.Body) == 0 && c.Comm != nil {
		w.insert(c.Colon+1, " _ = 0;")
	}
	switch s := c.Comm.(type) {
	case *ast.SendStmt:
		w.sent(s)
	case *ast.ExprStmt:
		w.bare(s.X)
	case *ast.AssignStmt:
		w.bare(s.Rhs[0])
	}
}

// bare cuts parentheses around an expression.
func (w *rewriter) bare(e ast.Expr) {
	for {
		p, ok := e.(*ast.ParenExpr)
		if !ok {
			return
		}
		w.cut(p.Lparen, p.Lparen+1, "")
		w.cut(p.Rparen, p.Rparen+1, "")
		e = p.X
	}
}

// sent converts a literal that is sent to the type of the channel's elements.
func (w *rewriter) sent(s *ast.SendStmt) {
	ch, ok := w.typeOf(s.Chan).Underlying().(*types.Chan)
	lit, isLit := s.Value.(*ast.BasicLit)
	if !ok || !isLit || lit.Kind == token.STRING || types.IsInterface(ch.Elem()) {
		return
	}
	if text, err := w.spell(ch.Elem()); err == nil {
		w.insert(s.Value.Pos(), text+"(")
		w.insert(s.Value.End(), ")")
	}
}
