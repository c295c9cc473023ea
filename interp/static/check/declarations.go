package check

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"krigo/interp/static/syntax"
)

// Item is a declaration that takes part in a check: one of the cell's own,
// or one of an earlier cell that is checked again because something that it
// depends on changed.
type Item struct {
	*syntax.Parsed
	Names []string
	Recv  string // of a method, the name of its receiver's type
	old   *Decl  // of a carried item, the declaration that it renews
	Quiet bool   // of a carried item: only its types are new, the interpreter's code stays
	bound bool   // of a carried method: its body no longer checks, and it keeps its earlier references
	Fresh *Decl
}

// carried reports whether the item comes from an earlier cell.
func (it *Item) carried() bool { return it.old != nil }

// Paths returns the import paths of an import declaration.
func (it *Item) Paths() (paths []string) {
	gen, ok := it.Decl.(*ast.GenDecl)
	if !ok || gen.Tok != token.IMPORT {
		return nil
	}
	for _, spec := range gen.Specs {
		if path, err := strconv.Unquote(spec.(*ast.ImportSpec).Path.Value); err == nil {
			paths = append(paths, path)
		}
	}
	return paths
}

// Generic reports whether the item declares a generic function or method.
func (it *Item) Generic() bool {
	fn, ok := it.Decl.(*ast.FuncDecl)
	if !ok {
		return false
	}
	if fn.Type.TypeParams != nil {
		return true
	}
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return false
	}
	switch syntax.ReceiverBase(fn.Recv.List[0].Type).(type) {
	case *ast.IndexExpr, *ast.IndexListExpr:
		return true
	}
	return false
}

// Function returns the item's declaration where it has a body.
func (it *Item) Function() *ast.FuncDecl {
	if fn, ok := it.Decl.(*ast.FuncDecl); ok && fn.Body != nil {
		return fn
	}
	return nil
}

// newItem finds what a parsed declaration declares.
func newItem(s *syntax.Parsed) *Item {
	it := &Item{Parsed: s}
	switch d := s.Decl.(type) {
	case *ast.FuncDecl:
		it.Names = []string{d.Name.Name}
		if d.Recv != nil && len(d.Recv.List) > 0 {
			it.Recv = syntax.ReceiverName(d.Recv.List[0].Type)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			it.Names = append(it.Names, syntax.SpecNames(spec)...)
		}
	}
	return it
}

// header returns a function's declaration without its body, which is checked apart, when the cell's variables are
// known. Methods of generic types keep theirs; init, which cannot be referred to, gets an empty one, and a generic
// function, which needs one, an endless loop.
func (it *Item) header() ast.Decl {
	fn := it.Function()
	if fn == nil || it.isGenericMethod() {
		return it.Decl
	}
	h := *fn
	h.Body = nil
	switch {
	case syntax.IsInit(fn):
		h.Body = &ast.BlockStmt{Lbrace: fn.Body.Lbrace, Rbrace: fn.Body.Rbrace}
	case it.Generic():
		forever := &ast.ForStmt{For: fn.Body.Lbrace, Body: &ast.BlockStmt{Lbrace: fn.Body.Lbrace, Rbrace: fn.Body.Lbrace}}
		h.Body = &ast.BlockStmt{Lbrace: fn.Body.Lbrace, List: []ast.Stmt{forever}, Rbrace: fn.Body.Rbrace}
	}
	return &h
}

// isBlankFunction reports whether the item declares a function or method named _. Nothing can refer to it, so it is
// checked and otherwise ignored.
func (it *Item) isBlankFunction() bool {
	fn, ok := it.Decl.(*ast.FuncDecl)
	return ok && fn.Name.Name == "_"
}

func (it *Item) isGenericMethod() bool { return it.Generic() && it.Function().Recv != nil }

// body returns the item's function under the blank name, its receiver made a
// parameter, so that only its body is checked; nil where that was done or cannot be.
func (it *Item) body() ast.Decl {
	fn := it.Function()
	if fn == nil || it.isGenericMethod() || it.bound {
		return nil
	}
	b := *fn
	b.Name = &ast.Ident{NamePos: fn.Name.NamePos, Name: "_"}
	if fn.Recv == nil {
		return &b
	}
	sig := *fn.Type
	params := &ast.FieldList{Opening: fn.Type.Params.Opening, Closing: fn.Type.Params.Closing}
	for _, list := range []*ast.FieldList{fn.Recv, fn.Type.Params} {
		for _, field := range list.List {
			params.List = append(params.List, named(field))
		}
	}
	sig.Params, b.Type, b.Recv = params, &sig, nil
	return &b
}

// named gives a parameter without a name the blank one.
func named(field *ast.Field) *ast.Field {
	if len(field.Names) > 0 {
		return field
	}
	f := *field
	f.Names = []*ast.Ident{{NamePos: field.Pos(), Name: "_"}}
	return &f
}

// Hoist is a variable that a cell declares at its top level. The check sees a
// local variable of the cell's function, the interpreter a package-level one.
type Hoist struct {
	Ident *ast.Ident
	local *types.Var
	Fresh *Decl
}
