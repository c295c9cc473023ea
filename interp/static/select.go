package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// selectStmt lowers what the interpreter gets wrong of a whole select.
func (w *rewriter) selectStmt(s *ast.SelectStmt) {
	w.labelSelect(s)
	first := w.selectOperands(s)
	leave, after := w.leaveLater(s)
	if leave != "" {
		first += leave + " := 0; "
	}
	if first != "" {
		w.wrap(s, first)
		w.surround(s, "", after)
	}
}

// leaveLater has the branches at the ends of a select's cases made after it:
// the interpreter goes on there in any case. It returns the variable that tells
// which to make, and what makes them.
func (w *rewriter) leaveLater(s *ast.SelectStmt) (leave, after string) {
	for _, stmt := range s.Body.List {
		body := stmt.(*ast.CommClause).Body
		if len(body) == 0 {
			continue
		}
		b, ok := body[len(body)-1].(*ast.BranchStmt)
		if !ok || b.Tok == token.BREAK && (b.Label == nil || w.labels[s] != nil && w.labels[s].Label.Name == b.Label.Name) {
			continue
		}
		if _, lowered := w.ranges().branches[b]; lowered || b.Tok == token.FALLTHROUGH {
			continue
		}
		if leave == "" {
			leave = w.check.s.private("leave")
		}
		n := strconv.Itoa(strings.Count(after, "; if ") + 1)
		after += "; if " + leave + " == " + n + " { " + leave + " = 0; " + w.cell.Source[w.offset(b.Pos()):w.offset(b.End())] + " }"
		w.replace(b, leave+" = "+n)
	}
	return leave, after
}

// selectOperands has the operands of a select evaluated before it, in the order
// of the source, where one of them calls a function: the interpreter reads
// variables later than it calls. It returns the statements that do.
func (w *rewriter) selectOperands(s *ast.SelectStmt) string {
	operands, elements := w.operandsOf(s)
	if len(operands) < 2 || !slices.ContainsFunc(operands, w.callsFunction) {
		return ""
	}
	var first strings.Builder
	for _, x := range operands {
		if w.info.Types[x].Value != nil || w.info.Types[x].IsNil() {
			continue
		}
		t := w.typeOf(x)
		if elem := elements[x]; elem != nil {
			t = elem
		}
		text, err := w.spell(t)
		if err != nil {
			text = "interface{}"
		}
		open, end := w.conversionInto(x, t)
		name := w.check.s.private("v")
		first.WriteString("var " + name + " " + text + " = " + open + w.lowered(x) + end + "; ")
		w.replace(x, name)
		w.done(x)
	}
	return first.String()
}

// operandsOf are the operands of a select in the order of the source, and for
// those that are sent the types of the channels' elements.
func (w *rewriter) operandsOf(s *ast.SelectStmt) (operands []ast.Expr, elements map[ast.Expr]types.Type) {
	elements = map[ast.Expr]types.Type{}
	for _, stmt := range s.Body.List {
		switch c := stmt.(*ast.CommClause).Comm.(type) {
		case *ast.SendStmt:
			operands = append(operands, c.Chan, c.Value)
			if ch, ok := w.typeOf(c.Chan).Underlying().(*types.Chan); ok {
				elements[c.Value] = ch.Elem()
			}
		case *ast.ExprStmt:
			operands = append(operands, received(c.X))
		case *ast.AssignStmt:
			operands = append(operands, received(c.Rhs[0]))
		}
	}
	return operands, elements
}

// labelSelect gives a select a label where a break without one leaves it: the
// interpreter would leave the loop around it.
func (w *rewriter) labelSelect(s *ast.SelectStmt) {
	breaks := breaksOf(s.Body)
	if len(breaks) == 0 {
		return
	}
	label := ""
	if l := w.labels[s]; l != nil {
		label = l.Label.Name
	} else {
		label = w.check.s.private("select")
		w.insert(s.Pos(), label+": ")
	}
	for _, b := range breaks {
		w.insert(b.End(), " "+label)
	}
}

// breaksOf finds the breaks without a label that leave the statement whose body
// it is given.
func breaksOf(body *ast.BlockStmt) []*ast.BranchStmt {
	var found []*ast.BranchStmt
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BranchStmt:
			if n.Tok == token.BREAK && n.Label == nil {
				found = append(found, n)
			}
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncLit:
			return false
		}
		return true
	})
	return found
}

// received is the channel of a receive.
func received(x ast.Expr) ast.Expr {
	return ast.Unparen(x).(*ast.UnaryExpr).X
}

// commClause lowers one case of a select to the forms that the interpreter
// knows: a body that is not empty and does not end in a branch to a label, no parentheses around the operation, and a
// value of the channel's own type. It returns false where it did all.
func (w *rewriter) commClause(c *ast.CommClause) bool {
	if len(c.Body) == 0 && c.Comm != nil {
		w.insert(c.Colon+1, " _ = 0;")
	}
	w.leaving(c)
	switch s := c.Comm.(type) {
	case *ast.SendStmt:
		w.sent(s)
	case *ast.ExprStmt:
		w.bare(s.X)
	case *ast.AssignStmt:
		w.bare(s.Rhs[0])
		w.received(c, s)
		for _, stmt := range c.Body {
			w.rewrite(stmt)
		}
		return false
	}
	return true
}

// leaving puts a branch to a label that ends a case into a block: the
// interpreter would go on behind the select.
func (w *rewriter) leaving(c *ast.CommClause) {
	if len(c.Body) == 0 {
		return
	}
	if b, ok := c.Body[len(c.Body)-1].(*ast.BranchStmt); ok && b.Label != nil {
		w.surround(b, "{ ", " }")
	}
}

// received lowers a case that receives values: they go to variables of their
// own, from which they are assigned in the body.
func (w *rewriter) received(c *ast.CommClause, a *ast.AssignStmt) {
	first, targets := w.places(a.Lhs, token.DEFINE)
	names := make([]string, len(a.Lhs))
	var b strings.Builder
	for i, x := range a.Lhs {
		if id, ok := x.(*ast.Ident); ok && id.Name == "_" {
			names[i] = "_"
			continue
		}
		names[i] = w.check.s.private("v")
		b.WriteString(" " + w.assignment(x, targets[i], names[i], a.Tok) + ";")
	}
	by := " := "
	if b.Len() == 0 {
		by = " = "
	}
	w.cut(a.Pos(), a.Rhs[0].Pos(), strings.Join(names, ", ")+by+w.newlines(a.Pos(), a.Rhs[0].Pos()))
	w.rewrite(a.Rhs[0])
	w.insert(c.Colon+1, " "+first+b.String())
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
		w.surround(s.Value, text+"(", ")")
	}
}
