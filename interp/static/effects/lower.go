package effects

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// lowerer makes bodies of a checked cell.
type lowerer struct {
	*check.Checked
	*solver
	body   *body // on its way
	result root  // of the function on its way
	inside int   // blocks and function literals around a statement
	locals map[types.Object]root
}

// emit adds an op to the body, unless it is about nothing.
func (l *lowerer) emit(o op) {
	switch o.kind {
	case calls, dispatches, starts:
	case shares, refers, mixes:
		if o.root.none() || o.with.none() || o.root == o.with && o.kind == shares {
			return
		}
	default:
		if o.root.none() {
			return
		}
	}
	l.body.ops = append(l.body.ops, o)
}

func (l *lowerer) share(a, b root) { l.emit(op{kind: shares, root: a, with: b}) }

// target is the memory that a root refers to.
func (l *lowerer) target(r root) root {
	if r.none() {
		return r
	}
	to := l.number()
	l.emit(op{kind: refers, root: r, with: to})
	return to
}

// pointer is a value that refers to the memory of a root.
func (l *lowerer) pointer(to root) root {
	if to.none() {
		return to
	}
	r := l.number()
	l.emit(op{kind: refers, root: r, with: to})
	return r
}

// lowered is the body that do makes.
func (l *lowerer) lowered(do func()) *body {
	outer, result := l.body, l.result
	l.body, l.result = &body{low: *l.numbers + 1}, root{}
	do()
	done := l.body
	done.result, done.high = l.result, *l.numbers+1
	l.body, l.result = outer, result
	return done
}

// functions are the bodies of the functions and methods that the check has declared.
func (l *lowerer) functions() map[string]*body {
	out := map[string]*body{}
	for _, it := range l.Items {
		if fn := it.Function(); fn != nil && !syntax.IsInit(fn) {
			out[functionKey(it)] = l.function(fn)
		}
	}
	return out
}

// functionKey names a function or a method.
func functionKey(it *check.Item) string {
	if it.Recv != "" {
		return it.Recv + "." + it.Names[0]
	}
	return it.Names[0]
}

// function is the body of a declared function; the receiver is its first parameter.
func (l *lowerer) function(fn *ast.FuncDecl) *body {
	l.locals = map[types.Object]root{}
	l.inside++
	defer func() { l.inside-- }()
	return l.lowered(func() {
		if fn.Recv != nil {
			l.params(fn.Recv)
		}
		l.signature(fn.Type)
		l.stmt(fn.Body)
	})
}

// signature begins a function.
func (l *lowerer) signature(t *ast.FuncType) {
	if t.TypeParams != nil {
		l.typeExpr(t.TypeParams)
	}
	l.params(t.Params)
	l.result = l.number()
	if t.Results == nil {
		return
	}
	l.typeExpr(t.Results)
	for _, field := range t.Results.List {
		for _, id := range field.Names {
			if o := l.Info.Defs[id]; o != nil {
				l.share(l.result, l.local(o))
			}
		}
	}
}

// params are parameters, each of which has a root.
func (l *lowerer) params(list *ast.FieldList) {
	l.typeExpr(list)
	for _, field := range list.List {
		if len(field.Names) == 0 {
			l.body.params = append(l.body.params, l.number())
		}
		for _, id := range field.Names {
			r := l.number()
			if o := l.Info.Defs[id]; o != nil {
				r = l.local(o)
			}
			l.body.params = append(l.body.params, r)
		}
	}
}

// statements are the bodies of the cell's statements, in order.
func (l *lowerer) statements() []*body {
	l.locals = map[types.Object]root{}
	var out []*body
	for _, it := range l.Items {
		if fn := it.Function(); fn != nil && it.Cell == l.Cell && syntax.IsInit(fn) {
			out = append(out, l.function(fn))
		}
	}
	for _, it := range l.Statements {
		stmts := it.Stmts
		if it.Decl != nil {
			stmts = []ast.Stmt{&ast.DeclStmt{Decl: it.Decl}}
		}
		for _, s := range stmts {
			b := l.lowered(func() { l.stmt(s) })
			b.low, b.high = 0, 0
			out = append(out, b)
		}
	}
	return out
}

// uses are the names that the cell's declarations mention.
func (l *lowerer) uses() names {
	out := names{}
	for _, it := range l.Own {
		it.Inspect(func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if name := l.nameOf(l.Object(id)); name != "" {
					out[name] = true
				}
			}
			return true
		})
	}
	return out
}

// nameOf is the name in the session of what an object is, or empty where it is no
// declaration of a cell.
func (l *lowerer) nameOf(o types.Object) string {
	switch o := o.(type) {
	case nil:
		return ""
	case *types.PkgName:
		return l.importName(o)
	case *types.Func:
		if recv := o.Signature().Recv(); recv != nil {
			return l.methodName(o, recv.Type())
		}
	case *types.Var:
		if o.IsField() {
			return ""
		}
	}
	if l.Declared(o) == nil {
		return ""
	}
	return o.Name()
}

// importName is that of a package that a cell has imported.
func (l *lowerer) importName(o *types.PkgName) string {
	if d := l.After.Names[o.Name()]; d != nil && d.Kind == syntax.ImportPiece {
		return o.Name()
	}
	return ""
}

// methodName is that of a method which a cell has declared.
func (l *lowerer) methodName(m *types.Func, recv types.Type) string {
	named := namedType(recv)
	if named == nil || types.IsInterface(named) || l.Declared(named.Origin().Obj()) == nil {
		return ""
	}
	return named.Obj().Name() + "." + m.Name()
}

// namedType is a type that has a name, or that to which a pointer points.
func namedType(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, _ := t.(*types.Named)
	return named
}

// local is the root of what a function or a statement declares.
func (l *lowerer) local(o types.Object) root {
	r, ok := l.locals[o]
	if !ok {
		r = l.number()
		l.locals[o] = r
	}
	return r
}

// variable is the root of a variable.
func (l *lowerer) variable(o types.Object) root {
	if name := l.nameOf(o); name != "" {
		return root{name: name}
	}
	if o.Pkg() != nil && o.Pkg() != l.Pkg {
		if o.Pkg().Path() == check.SessionPackage {
			return root{}
		}
		return root{name: o.Pkg().Name() + "." + o.Name()}
	}
	return l.local(o)
}

// mention reads the declarations of cells that the names below a node mean: of types.
func (l *lowerer) typeExpr(n ast.Node) {
	if n == nil {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			l.mention(l.Object(id))
		}
		return true
	})
}

// mention reads what an object is declared by, where that is a type, a constant, a
// function or an import of a cell.
func (l *lowerer) mention(o types.Object) {
	if _, ok := o.(*types.Var); ok {
		return
	}
	if name := l.nameOf(o); name != "" {
		l.emit(op{kind: reads, root: root{name: name}})
	}
}

// mentionType reads the types of cells that a type is made of.
func (l *lowerer) mentionType(t types.Type) {
	if named := namedType(t); named != nil {
		l.mention(named.Origin().Obj())
	}
}

// holds tells whether a value of a type may refer to memory that others see. Errors,
// contexts and times are taken not to: nobody changes them.
func holds(t types.Type) bool { return holdsWithin(t, nil) }

func holdsWithin(t types.Type, around []types.Type) bool {
	if t == nil || slices.Contains(around, t) {
		return false
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && isConstant(named.Obj()) {
		return false
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return true
	}
	around = append(around, t)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Array:
		return holdsWithin(u.Elem(), around)
	case *types.Struct:
		for f := range u.Fields() {
			if holdsWithin(f.Type(), around) {
				return true
			}
		}
		return false
	case *types.Tuple:
		for v := range u.Variables() {
			if holdsWithin(v.Type(), around) {
				return true
			}
		}
		return false
	}
	return true
}

// isConstant tells whether values of a type are never changed, whatever is in them.
func isConstant(o *types.TypeName) bool {
	if o.Pkg() == nil {
		return o.Name() == "error"
	}
	name := o.Pkg().Path() + "." + o.Name()
	return slices.Contains([]string{"context.Context", "time.Time", "time.Location", "reflect.Type", "regexp.Regexp"}, name) ||
		strings.HasPrefix(name, "net/netip.")
}
