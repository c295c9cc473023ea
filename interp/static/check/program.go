package check

import (
	"go/ast"
	"go/types"

	"krigo/interp/static/syntax"
)

// IsProgram tells whether the cell is a Go program: it has a func main, and
// nothing but declarations. Its variables are then those of a package, which
// all functions see and which are initialised in the order of what they
// depend on (Go specification, Package initialization).
func (k *Checked) IsProgram() bool {
	for _, it := range k.Statements {
		if it.Kind != syntax.VarPiece {
			return false
		}
	}
	for _, it := range k.Own {
		if fn := it.Function(); fn != nil && fn.Recv == nil && fn.Name.Name == "main" {
			return true
		}
	}
	return false
}

// checkProgram checks a program in one pass.
func (k *checker) checkProgram() {
	k.Scope = k.newScope()
	k.populate(k.Scope)
	file := k.newFile()
	for _, it := range k.Items {
		k.parenthesise(it.Decl)
		file.Decls = append(file.Decls, it.Decl)
	}
	for _, it := range k.Statements {
		file.Decls = append(file.Decls, it.Decl)
	}
	_ = types.NewChecker(k.config(), k.FileSet, k.Pkg, k.Info).Files([]*ast.File{file})
	for _, it := range k.Statements {
		for _, id := range syntax.VarIdents(it.Decl) {
			if v, ok := k.Info.Defs[id].(*types.Var); ok {
				k.Hoists = append(k.Hoists, &hoist{Ident: id, local: v})
				k.globals[id.Name] = v
			}
		}
	}
}
