package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// returned lowers a return of values that the interpreter gets wrong: several
// that name results or that a panic may keep from being returned, which it sets
// one after the other, received ones, and
// values of other types than the results. It returns false where it did.
func (w *rewriter) returned(r *ast.ReturnStmt) bool {
	results, named := w.resultsOf(r)
	if len(r.Results) == 0 || len(r.Results) != len(results) {
		return true
	}
	if !(len(results) > 1 && (named || w.recovering[r])) && !slices.ContainsFunc(r.Results, w.passedOnWrong) && !w.convertsAny(r.Results, results) {
		return true
	}
	names := make([]string, len(r.Results))
	from, separator := r.Pos(), ""
	for i, x := range r.Results {
		names[i] = w.check.s.private("v")
		text, err := w.spell(results[i])
		if err != nil {
			text = "interface{}"
		}
		w.cut(from, x.Pos(), separator+"var "+names[i]+" "+text+" = "+w.newlines(from, x.Pos()))
		w.convert(x, results[i])
		w.rewrite(x)
		from, separator = x.End(), "; "
	}
	w.insert(from, "; return "+strings.Join(names, ", "))
	return false
}

// convertsAny tells whether a value goes into a result of another kind of type.
func (w *rewriter) convertsAny(values []ast.Expr, results []types.Type) bool {
	for i, x := range values {
		if open, _ := w.conversionInto(x, results[i]); open != "" {
			return true
		}
	}
	return false
}

// passedOnWrong tells whether the interpreter cannot return x as it is: what
// is received from a channel, and the name of a function.
func (w *rewriter) passedOnWrong(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.UnaryExpr:
		return x.Op == token.ARROW
	case *ast.Ident, *ast.IndexExpr, *ast.IndexListExpr:
		id := genericIdent(x)
		if id == nil {
			return false
		}
		_, function := w.object(id).(*types.Func)
		return function
	}
	return false
}

// resultsOf are the types of the results of the function that a return leaves,
// and whether they have names.
func (w *rewriter) resultsOf(r *ast.ReturnStmt) (results []types.Type, named bool) {
	w.findFunctions()
	f := w.functions[r]
	if f == nil || f.Results == nil {
		return nil, false
	}
	for _, field := range f.Results.List {
		t := w.typeOf(field.Type)
		for range max(len(field.Names), 1) {
			results = append(results, t)
		}
		named = named || len(field.Names) > 0
	}
	return results, named
}

// findFunctions notes the functions of the piece.
func (w *rewriter) findFunctions() {
	if w.functions != nil {
		return
	}
	w.functions, w.bodies, w.recovering = map[*ast.ReturnStmt]*ast.FuncType{}, map[*ast.BlockStmt]*ast.FuncType{}, map[*ast.ReturnStmt]bool{}
	w.inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			w.findReturns(n.Type, n.Body)
		case *ast.FuncLit:
			w.findReturns(n.Type, n.Body)
		}
		return true
	})
}

// zeroResults sets the named results of a function to their zero values: the
// interpreter leaves in them what the variable holds that gets the result.
func (w *rewriter) zeroResults(body *ast.BlockStmt) {
	w.findFunctions()
	f := w.bodies[body]
	if f == nil || f.Results == nil {
		return
	}
	var b strings.Builder
	for _, field := range f.Results.List {
		text, err := w.spell(w.typeOf(field.Type))
		if err != nil {
			continue
		}
		for _, id := range field.Names {
			if id.Name != "_" {
				zero := w.check.s.private("zero")
				b.WriteString(" var " + zero + " " + text + "; " + id.Name + " = " + zero + ";")
			}
		}
	}
	w.insert(body.Lbrace+1, b.String())
}

// hasDefer tells whether a function defers calls itself.
func hasDefer(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		_, is := n.(*ast.DeferStmt)
		_, lit := n.(*ast.FuncLit)
		found = found || is
		return !found && !lit
	})
	return found
}

// findReturns notes the function that each return in a body leaves. Those in
// function literals are noted again when these are found.
func (w *rewriter) findReturns(t *ast.FuncType, body *ast.BlockStmt) {
	if body == nil {
		return
	}
	w.bodies[body] = t
	defers := hasDefer(body)
	ast.Inspect(body, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok {
			w.functions[r], w.recovering[r] = t, defers
		}
		return true
	})
}
