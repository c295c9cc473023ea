package effects

import (
	"go/ast"
	"go/token"
	"go/types"
)

// expr lowers an expression. Its root is of what the value may refer to.
func (l *lowerer) expr(e ast.Expr) root {
	switch e := e.(type) {
	case nil:
		return root{}
	case *ast.ParenExpr:
		return l.expr(e.X)
	case *ast.Ident:
		return l.ident(e)
	case *ast.SelectorExpr:
		return l.selector(e)
	case *ast.StarExpr:
		if l.Info.Types[e].IsType() {
			l.typeExpr(e)
			return root{}
		}
		return l.within(e, l.target(l.expr(e.X)))
	case *ast.IndexExpr:
		if l.Info.Types[e.Index].IsType() {
			l.typeExpr(e.Index)
			return l.expr(e.X)
		}
		r := l.expr(e.X)
		l.expr(e.Index)
		if !isArray(l.Info.TypeOf(e.X)) {
			r = l.target(r)
		}
		return l.within(e, r)
	case *ast.IndexListExpr:
		for _, t := range e.Indices {
			l.typeExpr(t)
		}
		return l.expr(e.X)
	case *ast.SliceExpr:
		return l.slice(e)
	case *ast.TypeAssertExpr:
		l.typeExpr(e.Type)
		return l.within(e, l.expr(e.X))
	case *ast.UnaryExpr:
		return l.unary(e)
	case *ast.BinaryExpr:
		l.expr(e.X)
		l.expr(e.Y)
		return root{}
	case *ast.CompositeLit:
		return l.composite(e)
	case *ast.FuncLit:
		return l.literal(e)
	case *ast.CallExpr:
		return l.call(e)
	}
	l.typeExpr(e)
	return root{}
}

// within is the root of a part of what r refers to.
func (l *lowerer) within(e ast.Expr, r root) root {
	if holds(l.Info.TypeOf(e)) {
		return r
	}
	return root{}
}

// ident is a name as a value.
func (l *lowerer) ident(id *ast.Ident) root {
	switch o := l.Object(id).(type) {
	case *types.Var:
		r := l.variable(o)
		if r.isName() {
			l.emit(op{kind: reads, root: r})
		}
		return l.within(id, r)
	case *types.Func:
		l.mention(o)
		if name := l.nameOf(o); name != "" {
			return l.functionValue(name, o.Signature(), root{})
		}
	default:
		l.mention(o)
	}
	return root{}
}

// functionValue is a declared function as a value, or a method, bound to a receiver
// where that is not none.
func (l *lowerer) functionValue(name string, t *types.Signature, recv root) root {
	r := l.number()
	l.emit(op{kind: refers, root: r, with: recv})
	lit := l.lowered(func() {
		var args []root
		if !recv.none() {
			args = append(args, recv)
		}
		for range t.Params().Len() {
			l.body.params = append(l.body.params, l.number())
		}
		l.result = l.number()
		l.emit(op{kind: calls, name: name, args: append(args, l.body.params...), result: l.result})
	})
	l.emit(op{kind: makes, root: r, lit: lit})
	return r
}

// selector is a field, a method value or a name of a package.
func (l *lowerer) selector(e *ast.SelectorExpr) root {
	sel := l.Info.Selections[e]
	if sel == nil { // of a package
		l.typeExpr(e.X)
		return l.ident(e.Sel)
	}
	switch sel.Kind() {
	case types.FieldVal:
		return l.within(e, l.field(l.expr(e.X), sel))
	case types.MethodExpr:
		l.typeExpr(e.X)
		m := sel.Obj().(*types.Func)
		if name := l.nameOf(m); name != "" {
			l.mention(m)
			return l.functionValue(name, sel.Type().(*types.Signature), root{})
		}
		return root{}
	}
	m := sel.Obj().(*types.Func)
	recv := l.receiver(e, m)
	if name := l.nameOf(m); name != "" {
		l.mention(m)
		bound := l.number() // what the receiver is now
		l.share(bound, recv)
		return l.functionValue(name, m.Signature(), bound)
	}
	return recv
}

// field is where a field is of a value, each pointer on the way to it followed.
func (l *lowerer) field(r root, sel *types.Selection) root {
	t := sel.Recv()
	for _, i := range sel.Index() {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			r, t = l.target(r), p.Elem()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			break
		}
		t = s.Field(i).Type()
	}
	return r
}

// isArray tells whether a type is that of arrays.
func isArray(t types.Type) bool {
	_, ok := t.Underlying().(*types.Array)
	return ok
}

// receiver is the receiver of a method: a value that refers to the variable itself,
// where its address is taken.
func (l *lowerer) receiver(e *ast.SelectorExpr, m *types.Func) root {
	sel := l.Info.Selections[e]
	t := sel.Recv()
	_, isPointer := t.Underlying().(*types.Pointer)
	var r root
	if isPointer || !hasPointerReceiver(m) {
		r = l.expr(e.X)
	} else if r, _ = l.place(e.X); r.isName() {
		l.emit(op{kind: reads, root: r})
	}
	for _, i := range sel.Index()[:len(sel.Index())-1] { // embedded fields
		if p, ok := t.Underlying().(*types.Pointer); ok {
			r, t = l.target(r), p.Elem()
		}
		t = t.Underlying().(*types.Struct).Field(i).Type()
	}
	if _, isPointer := t.Underlying().(*types.Pointer); hasPointerReceiver(m) && !isPointer {
		return l.pointer(r)
	}
	return r
}

// hasPointerReceiver tells whether the receiver of a method is a pointer.
func hasPointerReceiver(m *types.Func) bool {
	_, pointer := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer)
	return pointer
}

// address is a value that refers to a variable, or to memory that another refers to.
func (l *lowerer) address(e ast.Expr) root {
	r, _ := l.place(e)
	if r.isName() {
		l.emit(op{kind: reads, root: r})
	}
	return l.pointer(r)
}

// place is where an expression that can be assigned is: in a variable, or in memory
// that something refers to.
func (l *lowerer) place(e ast.Expr) (r root, indirect bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := l.Object(e).(*types.Var); ok {
			return l.variable(v), false
		}
		return root{}, false
	case *ast.SelectorExpr:
		sel := l.Info.Selections[e]
		if sel == nil {
			l.typeExpr(e.X)
			return l.place(e.Sel)
		}
		if _, pointer := l.Info.TypeOf(e.X).Underlying().(*types.Pointer); pointer || sel.Indirect() {
			return l.field(l.expr(e.X), sel), true
		}
		return l.place(e.X)
	case *ast.IndexExpr:
		l.expr(e.Index)
		if isArray(l.Info.TypeOf(e.X)) {
			return l.place(e.X)
		}
		return l.target(l.expr(e.X)), true
	case *ast.StarExpr:
		return l.target(l.expr(e.X)), true
	default:
		return l.expr(e), true
	}
}

func (l *lowerer) slice(e *ast.SliceExpr) root {
	var r root
	if isArray(l.Info.TypeOf(e.X)) {
		r = l.address(e.X)
	} else {
		r = l.expr(e.X)
	}
	l.expr(e.Low)
	l.expr(e.High)
	l.expr(e.Max)
	return l.within(e, r)
}

func (l *lowerer) unary(e *ast.UnaryExpr) root {
	switch e.Op {
	case token.AND:
		return l.address(e.X)
	case token.ARROW:
		r := l.target(l.expr(e.X))
		l.change(r)
		return l.within(e, r)
	}
	l.expr(e.X)
	return root{}
}

// change notes that the memory of a root is changed.
func (l *lowerer) change(r root) { l.emit(op{kind: changes, root: r}) }

func (l *lowerer) composite(e *ast.CompositeLit) root {
	if e.Type != nil {
		l.typeExpr(e.Type)
	}
	r := l.number()
	in := r
	_, isStruct := l.Info.TypeOf(e).Underlying().(*types.Struct)
	if !isStruct && !isArray(l.Info.TypeOf(e)) {
		in = l.target(r)
	}
	for _, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			if !isStruct {
				l.share(in, l.expr(kv.Key))
			}
			x = kv.Value
		}
		l.share(in, l.expr(x))
	}
	return r
}

// literal is a function literal. It refers to what it uses of the function around it; the variables of the session it knows by name.
func (l *lowerer) literal(e *ast.FuncLit) root {
	r := l.number()
	l.inside++
	lit := l.lowered(func() {
		l.signature(e.Type)
		l.stmt(e.Body)
	})
	l.inside--
	ast.Inspect(e.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if own, ok := l.locals[l.Info.Uses[id]]; ok && !lit.owns(own) {
				l.emit(op{kind: refers, root: r, with: own})
			}
		}
		return true
	})
	l.emit(op{kind: makes, root: r, lit: lit})
	return r
}
