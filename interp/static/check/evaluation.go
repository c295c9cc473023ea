package check

import (
	"go/ast"
	"go/token"
	"go/types"

	"krigo/interp/emit"
)

// evaluation.go: reads of local variables whose order in their statement depends on whether the compiler inlines.
//
// Go leaves the order open in which a statement reads a variable and calls a function that changes it. The compiler
// reads almost all variables after the calls. It reads a local one that it copies for an interface, a key or a
// comparison in the order of the text, if it has inlined every function literal that refers to the variable.

// literals are the function literals of a piece of the cell.
type literals struct {
	*checker
	all     []*ast.FuncLit
	holder  map[types.Object]*ast.FuncLit // of a local variable that is set once
	remains map[*ast.FuncLit]bool         // the compiler certainly makes it a function
	returns map[*ast.ReturnStmt]*types.Tuple
	taken   map[types.Object]bool // variables whose address an expression takes
}

// readsAround returns the operands of a piece that the compiler may read before a call that changes them, each with
// the call.
func (k *checker) readsAround(it *Item) map[ast.Expr]*ast.CallExpr {
	l := &literals{checker: k, holder: map[types.Object]*ast.FuncLit{}, remains: map[*ast.FuncLit]bool{}, taken: map[types.Object]bool{}, returns: map[*ast.ReturnStmt]*types.Tuple{}}
	k.eachReturn(it, func(r *ast.ReturnStmt, _ ast.Node, results *types.Tuple) { l.returns[r] = results })
	it.Inspect(func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok {
			l.all = append(l.all, lit)
		}
		return true
	})
	if len(l.all) == 0 {
		return nil
	}
	it.Inspect(func(n ast.Node) bool { l.note(n); return true })
	l.findRemaining(it)
	found := map[ast.Expr]*ast.CallExpr{}
	it.Inspect(func(n ast.Node) bool {
		for _, whole := range evaluatedAsWhole(n) {
			l.statement(whole, found)
		}
		return true
	})
	return found
}

// note notes a variable that holds a literal, and one whose address is taken.
func (l *literals) note(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, x := range n.Lhs {
			if i < len(n.Rhs) {
				l.hold(x, n.Rhs[i])
			}
		}
	case *ast.ValueSpec:
		for i, x := range n.Names {
			if i < len(n.Values) {
				l.hold(x, n.Values[i])
			}
		}
	case *ast.UnaryExpr:
		if o := l.local(n.X); n.Op == token.AND && o != nil {
			l.taken[o] = true
		}
	case *ast.SelectorExpr:
		if s := l.Info.Selections[n]; s != nil && s.Kind() == types.MethodVal && isPointerMethod(s) && l.local(n.X) != nil {
			l.taken[l.local(n.X)] = true
		}
	}
}

func isPointerMethod(s *types.Selection) bool {
	_, ok := s.Obj().(*types.Func).Signature().Recv().Type().Underlying().(*types.Pointer)
	return ok
}

// hold notes that a variable holds a literal. The literals of one that is set again remain.
func (l *literals) hold(to, from ast.Expr) {
	id, ok := to.(*ast.Ident)
	if !ok {
		return
	}
	o, lit := l.Object(id), literal(from)
	switch {
	case l.Info.Defs[id] == nil && l.holder[o] != nil:
		l.remains[l.holder[o]] = true
	case lit != nil && (l.Info.Defs[id] == nil || !l.isLocal(o)):
		l.remains[lit] = true
	case lit != nil:
		l.holder[o] = lit
	}
}

func literal(x ast.Expr) *ast.FuncLit {
	lit, _ := ast.Unparen(x).(*ast.FuncLit)
	return lit
}

// findRemaining finds the literals that the compiler does not inline: they are too large, have a statement that it
// does not inline, or are used other than by calls. A call that has the literal as an argument may be inlined, too.
func (l *literals) findRemaining(it *Item) {
	called := map[ast.Node]bool{}
	it.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt:
			l.keep(n.Call.Fun)
		case *ast.GoStmt:
			l.keep(n.Call.Fun)
		case *ast.CallExpr:
			for _, x := range append([]ast.Expr{n.Fun}, n.Args...) {
				called[ast.Unparen(x)] = true
			}
		case *ast.AssignStmt:
			for i, x := range n.Rhs {
				called[ast.Unparen(x)] = called[ast.Unparen(x)] || i < len(n.Lhs) && (isBlank(n.Lhs[i]) || l.holds(n.Lhs[i], x))
			}
		case *ast.ValueSpec:
			for i, x := range n.Values {
				called[ast.Unparen(x)] = called[ast.Unparen(x)] || i < len(n.Names) && l.holds(n.Names[i], x)
			}
		case *ast.FuncLit:
			if !called[n] || isNeverInlined(n.Body) {
				l.remains[n] = true
			}
		case *ast.Ident:
			if lit := l.holder[l.Info.Uses[n]]; lit != nil && !called[n] {
				l.remains[lit] = true
			}
		}
		return true
	})
}

func (l *literals) keep(f ast.Expr) {
	if lit := l.literalOf(f); lit != nil {
		l.remains[lit] = true
	}
}

func isBlank(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "_"
}

// holds reports whether an assignment makes a variable the holder of a literal.
func (l *literals) holds(to, from ast.Expr) bool {
	id, ok := to.(*ast.Ident)
	return ok && literal(from) != nil && l.holder[l.Info.Defs[id]] == literal(from)
}

// literalOf returns the literal that an expression is or names, or nil.
func (l *literals) literalOf(x ast.Expr) *ast.FuncLit {
	if id, ok := ast.Unparen(x).(*ast.Ident); ok {
		return l.holder[l.Info.Uses[id]]
	}
	return literal(x)
}

// isNeverInlined reports whether the compiler inlines no function with a body: it has more than twice the largest
// number of nodes that the compiler inlines, or a statement that it never does.
func isNeverInlined(body *ast.BlockStmt) bool {
	const tooMany = 320
	nodes, never := 0, false
	ast.Inspect(body, func(n ast.Node) bool {
		nodes++
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt, *ast.GoStmt, *ast.SelectStmt:
			never = true
		case *ast.CallExpr:
			id, ok := n.Fun.(*ast.Ident)
			never = never || ok && id.Name == "recover"
		}
		return true
	})
	return never || nodes > tooMany
}

// isLocal reports whether an object is a variable of a function.
func (k *checker) isLocal(o types.Object) bool {
	v, ok := o.(*types.Var)
	if !ok || v.IsField() || v.Pkg() != k.Pkg || v.Parent() == k.Pkg.Scope() {
		return false
	}
	for _, h := range k.Hoists {
		if h.local == v {
			return false
		}
	}
	return true
}

// local returns the local variable that an expression is or is a part of, or nil.
func (l *literals) local(x ast.Expr) types.Object {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		if o := l.Object(x); l.isLocal(o) {
			return o
		}
	case *ast.SelectorExpr:
		if s := l.Info.Selections[x]; s != nil && s.Kind() == types.FieldVal && !s.Indirect() {
			return l.local(x.X)
		}
	case *ast.IndexExpr:
		if t := l.Info.TypeOf(x.X); t != nil {
			if _, ok := t.Underlying().(*types.Array); ok {
				return l.local(x.X)
			}
		}
	}
	return nil
}

// statement finds the operands of a statement, or of a part that is evaluated as a whole.
func (l *literals) statement(whole ast.Node, found map[ast.Expr]*ast.CallExpr) {
	var calls []*ast.CallExpr
	inspectOutside(whole, func(n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok {
			calls = append(calls, call)
		}
	})
	if len(calls) == 0 {
		return
	}
	inspectOutside(whole, func(n ast.Node) {
		for _, x := range l.copies(n) {
			behind := x.End()
			if _, ok := n.(*ast.BinaryExpr); ok {
				behind = n.End() // it is copied when both operands are evaluated
			}
			o := l.local(x)
			if o == nil || l.taken[o] || !emit.InRegisters(o.Type()) || l.staysCaptured(o) {
				continue
			}
			for _, call := range calls {
				if call.Pos() > behind && l.mayChange(call, o) && found[x] == nil {
					found[x] = call
				}
			}
		}
	})
}

// evaluatedAsWhole returns a statement that has no others, or the expressions of one that has.
func evaluatedAsWhole(n ast.Node) []ast.Node {
	var x ast.Expr
	switch n := n.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt, *ast.SendStmt, *ast.GoStmt, *ast.DeferStmt, *ast.ValueSpec:
		return []ast.Node{n}
	case *ast.IfStmt:
		x = n.Cond
	case *ast.ForStmt:
		x = n.Cond
	case *ast.SwitchStmt:
		x = n.Tag
	case *ast.RangeStmt:
		x = n.X
	case *ast.CaseClause:
		var list []ast.Node
		for _, x := range n.List {
			list = append(list, x)
		}
		return list
	}
	if x == nil {
		return nil
	}
	return []ast.Node{x}
}

// inspectOutside visits the nodes below one that are not in function literals.
func inspectOutside(node ast.Node, visit func(ast.Node)) {
	ast.Inspect(node, func(n ast.Node) bool {
		if n != nil {
			visit(n)
		}
		_, ok := n.(*ast.FuncLit)
		return !ok
	})
}

// copies returns the operands of a node that the compiler copies.
func (l *literals) copies(n ast.Node) (list []ast.Expr) {
	boxed := func(x ast.Expr, to types.Type) {
		if t := l.Info.TypeOf(x); l.local(x) != nil && types.IsInterface(to) && !types.IsInterface(t) && emit.BoxedEarly(t) {
			list = append(list, x)
		}
	}
	l.converted(n, boxed)
	switch n := n.(type) {
	case *ast.ReturnStmt:
		for i, x := range n.Results {
			if to := l.returns[n]; len(n.Results) == to.Len() {
				boxed(x, to.At(i).Type())
			}
		}
	case *ast.IndexExpr:
		if m := l.Info.TypeOf(n.X); l.local(n.Index) != nil && emit.KeptEarly(m, l.Info.TypeOf(n.Index)) {
			list = append(list, n.Index)
		}
	case *ast.CompositeLit:
		for _, e := range n.Elts {
			if e, ok := e.(*ast.KeyValueExpr); ok && l.local(e.Key) != nil && emit.KeptEarly(l.Info.TypeOf(n), l.Info.TypeOf(e.Key)) {
				list = append(list, e.Key)
			}
		}
	case *ast.BinaryExpr:
		if t := l.Info.TypeOf(n.X); (n.Op == token.EQL || n.Op == token.NEQ) && t != nil && emit.ComparedEarly(t) {
			list = append(list, n.X, n.Y)
		}
	}
	return list
}

// staysCaptured reports whether a literal that certainly remains a function refers to a variable.
func (l *literals) staysCaptured(o types.Object) bool {
	for _, lit := range l.all {
		if l.remains[lit] && l.refers(lit, o) && !contains(lit, o.Pos()) {
			return true
		}
	}
	return false
}

func contains(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

func (l *literals) refers(lit *ast.FuncLit, o types.Object) (found bool) {
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && l.Info.Uses[id] == o
		return !found
	})
	return found
}

// mayChange reports whether a call may run a literal that sets a variable.
func (l *literals) mayChange(call *ast.CallExpr, o types.Object) bool {
	seen := map[*ast.FuncLit]bool{}
	var sets func(n ast.Node) bool
	sets = func(n ast.Node) (found bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, x := range n.Lhs {
					found = found || l.local(x) == o
				}
			case *ast.IncDecStmt:
				found = found || l.local(n.X) == o
			case *ast.Ident:
				if lit := l.holder[l.Info.Uses[n]]; lit != nil && !seen[lit] {
					seen[lit] = true
					found = found || sets(lit.Body)
				}
			}
			return !found
		})
		return found
	}
	return sets(call)
}
