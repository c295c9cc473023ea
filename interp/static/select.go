package static

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// The interpreter keeps the operands of a select in one place for all the
// goroutines that run it, and gets branches out of it wrong. So a select
// becomes a switch on the case that the session's package selects:
//
//	var c1 chan int = c; var v1 int
//	switch session.Select(false, session.Receive(&c1, &v1, nil)) { case 0: v := v1; ... }

// selectStmt lowers a select.
func (w *rewriter) selectStmt(s *ast.SelectStmt) {
	if len(s.Body.List) == 0 {
		w.replace(s, w.check.sessionName("Select")+"(false)"+w.newlines(s.Pos(), s.End()))
		return
	}
	l := &selectLowering{rewriter: w, byDefault: "false"}
	for i, stmt := range s.Body.List {
		c := stmt.(*ast.CommClause)
		number := fmt.Sprint("case ", i)
		if c.Comm == nil {
			l.byDefault = "true"
			number = "case -1"
		} else if err := l.operation(c.Comm, i); err != nil {
			w.check.faultAt(c.Comm, err.Error())
			return
		}
		w.cut(c.Case, c.Colon, number+w.newlines(c.Case, c.Colon))
		w.insert(c.Colon+1, l.assigned)
		l.assigned = ""
		for _, stmt := range c.Body {
			w.rewrite(stmt)
		}
	}
	if l.first.Len() > 0 {
		w.wrap(s, l.first.String())
	}
	arguments := append([]string{l.byDefault}, l.cases...)
	w.cut(s.Select, s.Body.Lbrace, "switch "+w.check.sessionName("Select")+"("+strings.Join(arguments, ", ")+") ")
}

// selectLowering is the parts of a lowered select.
type selectLowering struct {
	*rewriter
	byDefault string
	first     strings.Builder // declares the operands, in the order of the source
	cases     []string        // what is selected of
	assigned  string          // assigns what the latest case receives
}

// operation lowers the operation of the case of a number.
func (l *selectLowering) operation(s ast.Stmt, number int) error {
	switch s := s.(type) {
	case *ast.SendStmt:
		c, elem, err := l.channel(s.Chan)
		if err != nil {
			return err
		}
		v, err := l.variable(elem, s.Value)
		if err != nil {
			return err
		}
		l.cases = append(l.cases, fmt.Sprintf("%s(%d, &%s, &%s)", l.check.sessionName("Send"), number, c, v))
	case *ast.ExprStmt:
		return l.receive(s.X, nil, token.ASSIGN, number)
	case *ast.AssignStmt:
		return l.receive(s.Rhs[0], s.Lhs, s.Tok, number)
	}
	return nil
}

// receive lowers a receive, and the assignment of what it gives.
func (l *selectLowering) receive(x ast.Expr, targets []ast.Expr, by token.Token, number int) error {
	c, elem, err := l.channel(ast.Unparen(x).(*ast.UnaryExpr).X)
	if err != nil {
		return err
	}
	given := []string{"nil", "nil"}
	types := []types.Type{elem, types.Typ[types.Bool]}
	first, texts := l.rewriter.places(targets, token.DEFINE)
	for i, target := range targets {
		if isBlank(target) {
			continue
		}
		v, err := l.variable(types[i], nil)
		if err != nil {
			return err
		}
		given[i] = "&" + v
		l.assigned += " " + l.assignment(target, texts[i], v, by) + ";"
	}
	if l.assigned != "" {
		l.assigned = " " + first + l.assigned
	}
	l.cases = append(l.cases, fmt.Sprintf("%s(%d, &%s, %s)", l.check.sessionName("Receive"), number, c, strings.Join(given, ", ")))
	return nil
}

// channel declares a variable for a channel and tells what it carries.
func (l *selectLowering) channel(x ast.Expr) (name string, elem types.Type, err error) {
	t := l.typeOf(x)
	ch := t.Underlying().(*types.Chan)
	if name, err = l.variable(t, x); err != nil || !boxed(t) {
		return name, ch.Elem(), err
	}
	text, err := l.spell(ch)
	if err != nil {
		return "", nil, err
	}
	inside := l.check.s.private("c")
	fmt.Fprintf(&l.first, "var %s %s = %s; ", inside, text, l.outOfBox(name, x))
	return inside, ch.Elem(), nil
}

// variable declares a variable of a type that holds x, where there is one.
func (l *selectLowering) variable(t types.Type, x ast.Expr) (string, error) {
	text, err := l.spell(t)
	if err != nil {
		return "", err
	}
	name, value := l.check.s.private("c"), ""
	if x != nil {
		open, end := l.conversionInto(x, t)
		if receives(x) {
			open, end = "func(v "+text+") "+text+" { return v }(", ")" // see receives
		}
		value = " = " + open + l.lowered(x) + end
	}
	fmt.Fprintf(&l.first, "var %s %s%s; ", name, text, value)
	return name, nil
}
