package effects

import (
	"go/ast"
	"go/token"
	"go/types"
)

func (l *lowerer) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case nil:
	case *ast.AssignStmt:
		l.assign(s)
	case *ast.DeclStmt:
		l.declaration(s.Decl.(*ast.GenDecl))
	case *ast.ExprStmt:
		l.expr(s.X)
	case *ast.IncDecStmt:
		l.expr(s.X)
		l.part(s.X, root{})
	case *ast.SendStmt:
		r := l.target(l.expr(s.Chan))
		l.share(r, l.expr(s.Value))
		l.change(r)
	case *ast.GoStmt:
		l.emit(op{kind: starts, lit: l.lowered(func() { l.call(s.Call) }).loose()})
	case *ast.DeferStmt:
		l.call(s.Call)
	case *ast.ReturnStmt:
		for _, x := range s.Results {
			l.share(l.result, l.expr(x))
		}
	case *ast.LabeledStmt:
		l.stmt(s.Stmt)
	case *ast.BranchStmt, *ast.EmptyStmt:
	default:
		l.inside++
		l.block(s)
		l.inside--
	}
}

// loose is a body that owns nothing: its roots are those of the body around it.
func (b *body) loose() *body {
	b.low, b.high = 0, 0
	return b
}

// block lowers a statement that has others in it.
func (l *lowerer) block(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.BlockStmt:
		l.list(s.List)
	case *ast.IfStmt:
		l.stmt(s.Init)
		l.expr(s.Cond)
		l.stmt(s.Body)
		l.stmt(s.Else)
	case *ast.ForStmt:
		l.stmt(s.Init)
		l.expr(s.Cond)
		l.stmt(s.Post)
		l.stmt(s.Body)
	case *ast.RangeStmt:
		l.loop(s)
	case *ast.SwitchStmt:
		l.stmt(s.Init)
		l.expr(s.Tag)
		l.stmt(s.Body)
	case *ast.TypeSwitchStmt:
		l.typeSwitch(s)
	case *ast.SelectStmt:
		l.stmt(s.Body)
	case *ast.CaseClause:
		for _, x := range s.List {
			l.expr(x)
		}
		l.list(s.Body)
	case *ast.CommClause:
		l.stmt(s.Comm)
		l.list(s.Body)
	}
}

func (l *lowerer) list(list []ast.Stmt) {
	for _, s := range list {
		l.stmt(s)
	}
}

// assign lowers an assignment, or a definition.
func (l *lowerer) assign(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		l.expr(s.Lhs[0])
		l.expr(s.Rhs[0])
		l.part(s.Lhs[0], root{})
		return
	}
	l.store(s.Lhs, l.values(s.Rhs, len(s.Lhs)))
}

// values are the roots of values for a number of places.
func (l *lowerer) values(list []ast.Expr, places int) []root {
	out := make([]root, places)
	for i, x := range list {
		out[i] = l.expr(x)
	}
	if len(list) == 1 {
		for i := range out {
			out[i] = out[0]
		}
	}
	return out
}

// store assigns values to places.
func (l *lowerer) store(places []ast.Expr, values []root) {
	for i, e := range places {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok {
			l.part(e, values[i])
			continue
		}
		v, ok := l.Object(id).(*types.Var)
		if !ok { // the blank name
			continue
		}
		r := l.variable(v)
		switch {
		case r.isName() && l.inside == 0:
			l.emit(op{kind: sets, root: r})
		case r.isName():
			l.emit(op{kind: writes, root: r})
		case !l.body.owns0(r):
			l.change(r)
		}
		if holds(v.Type()) {
			l.share(r, values[i])
		}
	}
}

// part writes to a part of a variable, or to what it refers to.
func (l *lowerer) part(e ast.Expr, value root) {
	r, indirect := l.place(e)
	switch {
	case r.none():
		return
	case indirect || !r.isName() && !l.body.owns0(r):
		l.change(r)
	case r.isName():
		l.emit(op{kind: writes, root: r})
	}
	l.share(r, value)
}

// owns0 tells whether a root is the own of a body on its way.
func (b *body) owns0(r root) bool { return b.low <= r.number }

// declaration lowers what a statement declares.
func (l *lowerer) declaration(d *ast.GenDecl) {
	for _, s := range d.Specs {
		spec, ok := s.(*ast.ValueSpec)
		if !ok || d.Tok != token.VAR {
			l.typeExpr(s)
			continue
		}
		if spec.Type != nil {
			l.typeExpr(spec.Type)
		}
		places := make([]ast.Expr, len(spec.Names))
		for i, id := range spec.Names {
			places[i] = id
		}
		l.store(places, l.values(spec.Values, len(places)))
	}
}

// loop lowers a range. A function that is ranged over gets the loop's body.
func (l *lowerer) loop(s *ast.RangeStmt) {
	r := l.expr(s.X)
	switch t := l.Info.TypeOf(s.X).Underlying().(type) {
	case *types.Chan:
		r = l.target(r)
		l.change(r)
	case *types.Signature:
		r = l.yielded(r, t)
	case *types.Array, *types.Basic:
	default:
		r = l.target(r)
	}
	var places []ast.Expr
	for _, e := range []ast.Expr{s.Key, s.Value} {
		if e != nil {
			places = append(places, e)
		}
	}
	l.store(places, []root{r, r})
	l.stmt(s.Body)
}

// yielded is what a function that is ranged over yields: the body of the loop is the
// function that it calls.
func (l *lowerer) yielded(r root, t *types.Signature) root {
	if r.none() {
		return r
	}
	yield, values := l.number(), l.number()
	l.emit(op{kind: invokes, root: r, args: []root{yield}})
	l.emit(op{kind: makes, root: yield, lit: l.lowered(func() {
		for range t.Params().At(0).Type().Underlying().(*types.Signature).Params().Len() {
			p := l.number()
			l.body.params = append(l.body.params, p)
			l.share(p, values)
		}
	})})
	l.emit(op{kind: mixes, root: values, with: r})
	return values
}

func (l *lowerer) typeSwitch(s *ast.TypeSwitchStmt) {
	l.stmt(s.Init)
	var switched ast.Expr
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		switched = a.X
	case *ast.AssignStmt:
		switched = a.Rhs[0]
	}
	r := l.expr(ast.Unparen(switched).(*ast.TypeAssertExpr).X)
	for _, clause := range s.Body.List {
		if o := l.Info.Implicits[clause]; o != nil {
			l.share(l.local(o), r)
		}
	}
	l.stmt(s.Body)
}
