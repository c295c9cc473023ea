package check

import (
	"go/ast"
	"go/token"
	"go/types"
	"runtime"

	"krigo/interp/static/syntax"
)

// config returns the type checker's settings.
func (k *checker) config() *types.Config {
	return &types.Config{
		Error: k.addFault,
		Sizes: types.SizesFor("gc", runtime.GOARCH),
	}
}

// checkDeclarations runs the first pass.
func (k *checker) checkDeclarations() {
	k.Scope = k.newScope()
	k.populate(k.Scope)
	file := k.newFile()
	for _, it := range k.Items {
		k.parenthesise(it.Decl)
		file.Decls = append(file.Decls, it.header())
	}
	file.Decls = append(file.Decls, k.cellFunc())
	_ = types.NewChecker(k.config(), k.FileSet, k.Pkg, k.Info).Files([]*ast.File{file})
	k.collectHoists()
}

// parenthesise puts parentheses around the name of an earlier cell's type where another
// type is declared as it: the checker, which looks for cycles of such names, finds the
// name in the package, but not its declaration.
func (k *checker) parenthesise(d ast.Decl) {
	gen, ok := d.(*ast.GenDecl)
	if !ok || gen.Tok != token.TYPE {
		return
	}
	for _, s := range gen.Specs {
		spec := s.(*ast.TypeSpec)
		if id, ok := spec.Type.(*ast.Ident); ok && k.Scope.Lookup(id.Name) != nil {
			spec.Type = &ast.ParenExpr{Lparen: id.Pos(), X: id, Rparen: id.End() - 1}
		}
	}
}

// newScope empties the session's package. It stays one package through all cells, for
// only within a package are unexported fields accessible, and its scope stays one, from
// which the checker knows the top-level declarations.
func (k *checker) newScope() *types.Scope {
	scope := k.Pkg.Scope()
	*scope = *types.NewScope(types.Universe, token.NoPos, token.NoPos, "session")
	return scope
}

// newFile returns an empty file of the session's package.
func (k *checker) newFile() *ast.File {
	return &ast.File{Name: ast.NewIdent("session")}
}

// cellFunc returns the function that has the cell's statements as its body. It may return
// an error. A statement that declares a name again begins a block of its own.
func (k *checker) cellFunc() *ast.FuncDecl {
	body := &ast.BlockStmt{}
	block, declared := body, map[string]bool{}
	for _, it := range k.Statements {
		stmts := it.Stmts
		if it.Decl != nil {
			stmts = []ast.Stmt{&ast.DeclStmt{Decl: it.Decl}}
		}
		for _, stmt := range stmts {
			if redeclares(stmt, declared) {
				inner := &ast.BlockStmt{Lbrace: stmt.Pos(), Rbrace: stmt.End()}
				block.List = append(block.List, inner)
				block, declared = inner, map[string]bool{}
			}
			for _, id := range syntax.TopLevel(stmt) {
				declared[id.Name] = true
			}
			block.List = append(block.List, stmt)
		}
	}
	if n := len(body.List); n > 0 {
		body.Lbrace, body.Rbrace = body.List[0].Pos(), body.List[n-1].End()
	}
	body.List = append(body.List, &ast.ReturnStmt{Return: body.Rbrace})
	return &ast.FuncDecl{Name: ast.NewIdent("_"), Type: cellType(), Body: body}
}

// redeclares reports whether Go forbids stmt after the declarations in the same block.
func redeclares(stmt ast.Stmt, declared map[string]bool) bool {
	ids := syntax.TopLevel(stmt)
	known := 0
	for _, id := range ids {
		if declared[id.Name] {
			known++
		}
	}
	if d, ok := stmt.(*ast.DeclStmt); ok && len(syntax.VarIdents(d.Decl)) > 0 {
		return known > 0
	}
	return known > 0 && known == len(ids)
}

// collectHoists finds the variables that the statements declared.
func (k *checker) collectHoists() {
	for _, it := range k.Statements {
		stmts := it.Stmts
		if it.Decl != nil {
			stmts = []ast.Stmt{&ast.DeclStmt{Decl: it.Decl}}
		}
		for _, stmt := range stmts {
			for _, id := range syntax.TopLevel(stmt) {
				local, ok := k.Info.Defs[id].(*types.Var)
				if !ok {
					continue
				}
				k.Hoists = append(k.Hoists, &Hoist{Ident: id, local: local})
				k.globals[id.Name] = types.NewVar(token.NoPos, k.Pkg, id.Name, local.Type())
				if own := k.OwnItem(id.Name); own != nil {
					k.Faults = append(k.Faults, syntax.Fault{Cell: it.Cell, Offset: it.Offset(id.Pos()), Message: id.Name + " is declared twice in this cell, as a variable and otherwise"})
				}
			}
		}
	}
}

// checkBodies runs the second pass.
func (k *checker) checkBodies() {
	file := k.newFile()
	for _, it := range k.Items {
		if b := it.body(); b != nil {
			file.Decls = append(file.Decls, b)
		}
	}
	if len(file.Decls) == 0 {
		return
	}
	first := *k.Scope
	k.Scope = &first
	scope := k.newScope()
	for _, v := range k.globals {
		scope.Insert(v)
	}
	for _, name := range k.Scope.Names() {
		scope.Insert(k.Scope.Lookup(name))
	}
	_ = types.NewChecker(k.config(), k.FileSet, k.Pkg, k.Info).Files([]*ast.File{file})
}

// cellError is a name of type error that a cell cannot declare again.
const cellError = "error" + Mark

// cellType returns the type of the function whose body a cell's statements are, as they
// are checked: its result has a name, so that a bare return may end it.
func cellType() *ast.FuncType {
	result := &ast.Field{Names: []*ast.Ident{ast.NewIdent("_")}, Type: &ast.Ident{Name: cellError}}
	return &ast.FuncType{Params: &ast.FieldList{}, Results: &ast.FieldList{List: []*ast.Field{result}}}
}
