package check

import (
	"go/ast"
	"go/types"

	"krigo/interp/static/syntax"
)

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
				k.Hoists = append(k.Hoists, &Hoist{Ident: id, local: v})
				k.globals[id.Name] = v
			}
		}
	}
}
