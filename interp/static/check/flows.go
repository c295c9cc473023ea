package check

import (
	"go/ast"
	"go/types"
	"runtime"
	"slices"

	"krigo/interp/emit"
)

// flows.go: the slices that a cell assigns, passes and prints.

// hold notes a function literal that a variable holds.
func (c *capacities) hold(n ast.Node) {
	c.converted(n, func(x ast.Expr, _ types.Type) {
		lit := literal(x)
		if lit == nil {
			return
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			c.holdAs(n.Lhs[slices.Index(n.Rhs, x)], lit)
		case *ast.ValueSpec:
			c.holdAs(n.Names[slices.Index(n.Values, x)], lit)
		}
	})
}

func (c *capacities) holdAs(x ast.Expr, lit *ast.FuncLit) {
	if id, ok := x.(*ast.Ident); ok && c.Object(id) != nil {
		o := c.canonical(c.Object(id))
		c.holders[o] = append(c.holders[o], lit)
	}
}

// canonical returns one object for a variable that the cell leaves behind: function bodies see another one.
func (c *capacities) canonical(o types.Object) types.Object {
	if v, ok := o.(*types.Var); ok && c.globals[v.Name()] == v {
		for _, h := range c.Hoists {
			if h.Ident.Name == v.Name() {
				return h.local
			}
		}
	}
	return o
}

// collect finds the flows of an item, and what it prints.
func (c *capacities) collect(it *Item) {
	c.eachReturn(it, func(r *ast.ReturnStmt, of ast.Node, results *types.Tuple) {
		values := r.Results
		if len(values) == 0 {
			values = names(functionType(of).Results)
		}
		for i, x := range values {
			if len(values) == results.Len() {
				c.pass(x)
				c.flows = append(c.flows, flow{result{of, i}, false, x})
			}
		}
	})
	loops := 0
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loops++
			ast.Inspect(n, func(inner ast.Node) bool { return inner == n || visit(inner) })
			loops--
			return false
		case *ast.AssignStmt:
			for i, x := range n.Rhs {
				if len(n.Lhs) == len(n.Rhs) {
					c.assign(n.Lhs[i], x, loops > 0)
				}
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if len(n.Names) == len(n.Values) {
					c.assign(id, n.Values[i], loops > 0)
				} else if len(n.Values) == 0 {
					c.flows = append(c.flows, flow{c.key(id), !c.isLocal(c.Object(id)), nil})
				}
			}
		case *ast.CompositeLit:
			c.literal(n)
		case *ast.CallExpr:
			c.call(n)
		}
		return true
	}
	it.Inspect(visit)
}

// literal notes the fields that a composite literal sets.
func (c *capacities) literal(lit *ast.CompositeLit) {
	t := c.Info.TypeOf(lit)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, x := range lit.Elts {
		var field types.Object
		if pair, ok := x.(*ast.KeyValueExpr); ok {
			field, x = c.Info.Uses[pair.Key.(*ast.Ident)], pair.Value
		} else {
			field = s.Field(i)
		}
		if v, ok := field.(*types.Var); ok && c.isVaried(x) {
			c.pass(x)
			c.flows = append(c.flows, flow{v.Origin(), false, x})
		}
	}
}

// assign notes an assignment.
func (c *capacities) assign(to, from ast.Expr, inLoop bool) {
	if !c.isVaried(from) {
		return
	}
	if args := c.appended(from); args != nil && c.key(args[0]) != nil && c.key(args[0]) == c.key(to) {
		c.grown[c.key(to)]++
		if inLoop {
			c.grown[c.key(to)]++
		}
	} else {
		c.pass(from)
	}
	c.flows = append(c.flows, flow{c.key(to), !c.isOnStack(to), from})
}

// pass notes that a variable is passed on.
func (c *capacities) pass(x ast.Expr) {
	if key := c.key(x); key != nil {
		c.passed[key] = true
	}
}

// isOnStack reports whether an expression may be a part of the stack of a function.
func (c *capacities) isOnStack(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		return c.isLocal(c.Object(x))
	case *ast.SelectorExpr:
		s := c.Info.Selections[x]
		return s != nil && !s.Indirect() && c.isOnStack(x.X)
	}
	return false
}

// isVaried reports whether an expression is a slice whose room on the stack is more than for one element.
func (c *capacities) isVaried(x ast.Expr) bool {
	t := c.Info.TypeOf(x)
	if t == nil {
		return false
	}
	s, ok := t.Underlying().(*types.Slice)
	return ok && stackElements(s.Elem()) > 1
}

// stackElements returns the number of elements that the stack has room for, the largest of a type whose size varies.
func stackElements(t types.Type) int {
	const bytes = 32
	if emit.SizeVaries(t) {
		return bytes
	}
	return bytes / max(int(sizes.Sizeof(t)), 1)
}

var sizes = types.SizesFor("gc", runtime.GOARCH)

// key identifies the variable, field or result that an expression is, or is nil.
func (c *capacities) key(x ast.Expr) any {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		if v, ok := c.canonical(c.Object(x)).(*types.Var); ok {
			return v
		}
	case *ast.SelectorExpr:
		if v, ok := c.Info.Uses[x.Sel].(*types.Var); ok {
			return v.Origin()
		}
	}
	return nil
}

// appended returns the arguments of an append of single elements, or nil.
func (c *capacities) appended(x ast.Expr) []ast.Expr {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok || !c.isBuiltin(call, "append") || len(call.Args) < 2 || call.Ellipsis.IsValid() {
		return nil
	}
	return call.Args
}

func (c *capacities) isBuiltin(call *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	return ok && c.Info.Uses[id] == types.Universe.Lookup(name)
}

// call notes the flows into parameters, and what package fmt gets.
func (c *capacities) call(call *ast.CallExpr) {
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		if o := c.Info.Uses[sel.Sel]; o != nil && o.Pkg() != nil && o.Pkg().Path() == "fmt" {
			c.convertedByCall(call, func(x ast.Expr, to types.Type) {
				if types.IsInterface(to) {
					c.print(x)
				}
			})
		}
	}
	for _, callee := range c.callees(call) {
		params := names(functionType(callee).Params)
		for i, x := range call.Args {
			if i < len(params) && c.isVaried(x) {
				c.flows = append(c.flows, flow{c.key(params[i]), false, x})
			}
		}
	}
}

// functionType returns the signature of a function declaration or literal.
func functionType(of ast.Node) *ast.FuncType {
	if lit, ok := of.(*ast.FuncLit); ok {
		return lit.Type
	}
	return of.(*ast.FuncDecl).Type
}

// names returns the names of parameters or results.
func names(list *ast.FieldList) (all []ast.Expr) {
	if list == nil {
		return nil
	}
	for _, f := range list.List {
		for _, id := range f.Names {
			all = append(all, id)
		}
	}
	return all
}

// callees returns the declarations and literals of the cell that a call may run, as far as its callee is a name.
func (c *capacities) callees(call *ast.CallExpr) []ast.Node {
	fun := ast.Unparen(call.Fun)
	if index, ok := fun.(*ast.IndexExpr); ok {
		fun = index.X
	}
	switch fun := fun.(type) {
	case *ast.FuncLit:
		return []ast.Node{fun}
	case *ast.Ident:
		if list := c.holders[c.canonical(c.Object(fun))]; list != nil {
			return list
		}
		return c.declared(c.Object(fun))
	case *ast.SelectorExpr:
		return c.declared(c.Info.Uses[fun.Sel])
	}
	return nil
}

// declared returns the cell's declaration of a function.
func (c *capacities) declared(o types.Object) []ast.Node {
	if decl := c.decls[c.functionName(o)]; decl != nil {
		return []ast.Node{decl}
	}
	return nil
}

// functionName returns the name of a function of cells, behind the one of its receiver's type and a dot; else it is
// empty.
func (c *capacities) functionName(o types.Object) string {
	f, ok := o.(*types.Func)
	if !ok || f.Pkg() != c.Pkg {
		return ""
	}
	r := f.Signature().Recv()
	if r == nil {
		return "." + f.Name()
	}
	t := r.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name() + "." + f.Name()
	}
	return ""
}

// calledName returns the name of the function of cells that a call runs, or nothing.
func (c *capacities) calledName(call *ast.CallExpr) string {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return c.functionName(c.Object(fun))
	case *ast.SelectorExpr:
		return c.functionName(c.Info.Uses[fun.Sel])
	}
	return ""
}

// print notes the variables that package fmt gets in a value.
func (c *capacities) print(x ast.Expr) {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		if key := c.key(x); key != nil {
			c.printed[key] = true
		}
	case *ast.SliceExpr:
		c.print(x.X)
	case *ast.UnaryExpr:
		c.print(x.X)
	case *ast.CompositeLit:
		for _, e := range x.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				e = pair.Value
			}
			c.print(e)
		}
	case *ast.CallExpr:
		if c.isBuiltin(x, "append") || c.Info.Types[x.Fun].IsType() {
			for _, a := range x.Args {
				c.print(a)
			}
		}
	}
}
