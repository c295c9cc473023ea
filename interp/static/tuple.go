package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// assigns lowers the assignments and declarations of several values among the
// statements of a block. yaegi mixes up the values of c, d = one(), 2, and
// leaves variables unset. So each value goes to a variable of its own first:
//
//	v1 := one(); v2 := 2; c, d = v1, v2
func (w *rewriter) assigns(block []ast.Stmt) {
	for _, s := range block {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if w.mixed(s.Rhs) {
				w.assignTuple(s, s.Tok)
			}
		case *ast.DeclStmt:
			w.declareTuple(s.Decl.(*ast.GenDecl))
		}
	}
}

// assignTuple lowers one assignment of several values by = or :=.
func (w *rewriter) assignTuple(a *ast.AssignStmt, by token.Token) {
	targets := w.loweredList(a.Lhs)
	w.tuple(a.Pos(), a.Lhs, a.Rhs, targets+" "+by.String()+" ")
	w.done(a)
}

// declareTuple lowers the declaration of variables with several values in a
// function.
func (w *rewriter) declareTuple(d *ast.GenDecl) {
	if d.Tok != token.VAR || d.Lparen.IsValid() || len(d.Specs) != 1 {
		return
	}
	spec := d.Specs[0].(*ast.ValueSpec)
	if !w.mixed(spec.Values) {
		return
	}
	targets := identifiers(spec.Names)
	into := "var " + w.loweredList(targets)
	if spec.Type != nil {
		into += " " + w.lowered(spec.Type)
	}
	w.tuple(d.Pos(), targets, spec.Values, into+" = ")
	w.done(d)
}

// done notes that a node is lowered whole.
func (w *rewriter) done(n ast.Node) {
	if w.tuples == nil {
		w.tuples = map[ast.Node]bool{}
	}
	w.tuples[n] = true
}

func identifiers(ids []*ast.Ident) []ast.Expr {
	out := make([]ast.Expr, len(ids))
	for i, id := range ids {
		out[i] = id
	}
	return out
}

// tuple lowers what begins at from and gives values to as many targets: last
// come the words of into and the values' names.
func (w *rewriter) tuple(from token.Pos, targets, values []ast.Expr, into string) {
	names := make([]string, len(values))
	sep := ""
	for i, x := range values {
		names[i] = w.check.s.private("v")
		w.cut(from, x.Pos(), sep+names[i]+" := "+w.newlines(from, x.Pos()))
		open, end := w.untyped(x, w.assignedType(targets[i], x))
		w.insert(x.Pos(), open)
		w.rewrite(x)
		w.insert(x.End(), end)
		from, sep = x.End(), "; "
	}
	w.insert(from, "; "+into+strings.Join(names, ", "))
}

// loweredList returns the lowered text of a list of expressions.
func (w *rewriter) loweredList(xs []ast.Expr) string {
	texts := make([]string, len(xs))
	for i, x := range xs {
		texts[i] = w.lowered(x)
	}
	return strings.Join(texts, ", ")
}

// mixed tells whether the interpreter would mix up the values.
func (w *rewriter) mixed(values []ast.Expr) bool {
	return len(values) > 1 && slices.ContainsFunc(values, w.mixesUp)
}

// mixesUp tells whether x beside other values upsets the interpreter: a call,
// a receive or a composite literal.
func (w *rewriter) mixesUp(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.CallExpr:
		return !w.info.Types[x.Fun].IsType()
	case *ast.UnaryExpr:
		return x.Op == token.ARROW || x.Op == token.AND && w.mixesUp(x.X)
	case *ast.CompositeLit, *ast.FuncLit:
		return true
	}
	return false
}

// lowered returns the lowered text of an expression, apart from the rest.
func (w *rewriter) lowered(x ast.Expr) string {
	part := *w
	part.edits = nil
	part.rewrite(x)
	w.converts = part.converts
	return apply(w.cell.Source, w.offset(x.Pos()), w.offset(x.End()), part.edits)
}

// untyped surrounds a constant or nil by a conversion to the type that it is
// assigned to.
func (w *rewriter) untyped(x ast.Expr, t types.Type) (open, end string) {
	tv := w.info.Types[x]
	if tv.Value == nil && !tv.IsNil() {
		return "", ""
	}
	text, err := w.spell(t)
	if err != nil {
		return "", ""
	}
	return "(" + text + ")(", ")"
}

// assignedType is the type of the variable that x stands for, or for the
// blank identifier that of its value.
func (w *rewriter) assignedType(x, value ast.Expr) types.Type {
	if id, ok := x.(*ast.Ident); ok {
		if o := w.object(id); o != nil {
			return o.Type()
		}
		return types.Default(w.info.Types[value].Type)
	}
	return w.info.Types[x].Type
}
