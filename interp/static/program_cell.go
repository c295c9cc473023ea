package static

import (
	"go/ast"
	"go/types"
	"strings"
)

// isProgram tells whether the cell is a Go program: it has a func main, and
// nothing but declarations. Its variables are then those of a package, which
// all functions see and which are initialised in the order of what they
// depend on (Go specification, Package initialization).
func (k *check) isProgram() bool {
	for _, it := range k.stmts {
		if it.kind != varPiece {
			return false
		}
	}
	for _, it := range k.own {
		if fn := it.function(); fn != nil && fn.Recv == nil && fn.Name.Name == "main" {
			return true
		}
	}
	return false
}

// checkProgram checks a program in one pass.
func (k *check) checkProgram() {
	k.scope = k.newScope()
	k.populate(k.scope)
	file := k.newFile()
	for _, it := range k.items {
		k.parenthesise(it.decl)
		file.Decls = append(file.Decls, it.decl)
	}
	for _, it := range k.stmts {
		file.Decls = append(file.Decls, it.decl)
	}
	_ = types.NewChecker(k.config(), k.fset, k.pkg, k.info).Files([]*ast.File{file})
	for _, it := range k.stmts {
		for _, id := range varIdents(it.decl) {
			if v, ok := k.info.Defs[id].(*types.Var); ok {
				k.hoists = append(k.hoists, &hoist{ident: id, local: v})
				k.globals[id.Name] = v
			}
		}
	}
}

// lowerInitializers returns the assignments that initialise a program's
// variables, in their order.
func (k *check) lowerInitializers() string {
	var b strings.Builder
	for _, it := range k.stmts {
		for _, s := range it.decl.(*ast.GenDecl).Specs {
			if spec := s.(*ast.ValueSpec); len(spec.Values) == 0 {
				w := k.rewriter(it.syntax, nil)
				b.WriteString(w.zeros(spec) + "\n")
			}
		}
	}
	for _, init := range k.info.InitOrder {
		it := k.itemOf(init.Rhs)
		if it == nil {
			continue
		}
		w := k.rewriter(it.syntax, nil)
		w.rewrite(init.Rhs)
		k.hoist(w)
		var names []string
		for _, v := range init.Lhs {
			names = append(names, k.variableName(v))
		}
		open, end := "", ""
		if len(init.Lhs) == 1 {
			open, end = w.conversionTo(init.Lhs[0].Type(), init.Rhs)
			if into, out := w.conversionInto(init.Rhs, init.Lhs[0].Type()); boxed(init.Lhs[0].Type()) {
				open, end = into, out
			}
			if w.computed(init.Rhs) && names[0] == "_" {
				open, end = k.sessionName("Truth")+"(", ")"
			}
		}
		b.WriteString(w.stretch(strings.Join(names, ", ")+" = "+open, init.Rhs.Pos(), init.Rhs.End()) + end + "\n")
	}
	return b.String()
}

// variableName is the interpreter's name of a variable of a program.
func (k *check) variableName(v *types.Var) string {
	if name, ok := k.emitted[v]; ok {
		return name
	}
	return "_"
}

// itemOf finds the variables' declaration that holds an expression.
func (k *check) itemOf(e ast.Expr) *item {
	for _, it := range k.stmts {
		if it.file == k.fset.File(e.Pos()) {
			return it
		}
	}
	return nil
}
