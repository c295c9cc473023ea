package static

import (
	"go/ast"
	"go/types"
)

// isProgram tells whether the cell is a Go program: it has a func main, and
// nothing but declarations. Its variables are then those of a package, which
// all functions see and which are initialised in the order of what they
// depend on (Go specification, Package initialization).
func (k *checked) isProgram() bool {
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
func (k *checker) checkProgram() {
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
