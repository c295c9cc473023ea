// Package doctext reads the documentation of packages from their sources.
package doctext

import (
	"errors"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Read returns the documentation, as [Of] does, of the package whose Go files
// for this platform are in a folder of fsys, tests left out.
func Read(fsys fs.FS, dir, importPath string) (map[string]string, error) {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := readFile(fsys, fset, path.Join(dir, name))
		if err != nil {
			return nil, err
		}
		if file != nil {
			files = append(files, file)
		}
	}
	if len(files) == 0 {
		return nil, errors.New(importPath + " has no Go files for this platform")
	}
	return Of(fset, files, importPath)
}

// readFile parses a file, or returns nil if it is not for this platform.
func readFile(fsys fs.FS, fset *token.FileSet, name string) (*ast.File, error) {
	context := build.Default
	context.CgoEnabled = false
	context.OpenFile = func(string) (io.ReadCloser, error) { return fsys.Open(name) }
	if ok, err := context.MatchFile("", path.Base(name)); err != nil || !ok {
		return nil, err
	}
	source, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(fset, name, source, parser.ParseComments)
	if err != nil || file.Name.Name == "main" {
		return nil, err
	}
	return file, nil
}

// Of returns the documentation of the package at an import path, whose files
// are given: "" maps to the package's doc comment, "Name" to an exported symbol's
// and "Type.Name" to a method's or field's.
func Of(fset *token.FileSet, files []*ast.File, importPath string) (map[string]string, error) {
	var mode doc.Mode
	if importPath == "builtin" {
		mode = doc.AllDecls // its names are predeclared, and not exported
	}
	return of(fset, files, importPath, mode)
}

// OfDeclarations is [Of] for declarations without a package clause, exported or
// not, for example a cell's.
func OfDeclarations(source string) (map[string]string, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "cell.go", "package main\n"+source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	return of(fset, []*ast.File{file}, "main", doc.AllDecls)
}

func of(fset *token.FileSet, files []*ast.File, importPath string, mode doc.Mode) (map[string]string, error) {
	d, err := doc.NewFromFiles(fset, files, importPath, mode)
	if err != nil {
		return nil, err
	}
	docs := map[string]string{"": d.Doc}
	values := func(vs []*doc.Value) {
		for _, v := range vs {
			for _, name := range v.Names {
				docs[name] = valueDoc(v, name)
			}
		}
	}
	funcs := func(prefix string, fs []*doc.Func) {
		for _, f := range fs {
			docs[prefix+f.Name] = f.Doc
		}
	}
	values(d.Consts)
	values(d.Vars)
	funcs("", d.Funcs)
	for _, t := range d.Types {
		docs[t.Name] = t.Doc
		values(t.Consts)
		values(t.Vars)
		funcs("", t.Funcs)
		funcs(t.Name+".", t.Methods)
		fieldDocs(docs, t)
	}
	for name, text := range docs {
		docs[name] = strings.TrimSpace(text)
		if docs[name] == "" {
			delete(docs, name)
		}
	}
	return docs, nil
}

// valueDoc returns the comment of one name of a const or var group, else the
// group's.
func valueDoc(v *doc.Value, name string) string {
	for _, spec := range v.Decl.Specs {
		s, ok := spec.(*ast.ValueSpec)
		if !ok || !slices.ContainsFunc(s.Names, func(id *ast.Ident) bool { return id.Name == name }) {
			continue
		}
		if text := s.Doc.Text() + s.Comment.Text(); text != "" {
			return text
		}
	}
	return v.Doc
}

// fieldDocs adds the comments of a struct's fields and an interface's methods.
func fieldDocs(docs map[string]string, t *doc.Type) {
	for _, spec := range t.Decl.Specs {
		s, ok := spec.(*ast.TypeSpec)
		if !ok || s.Name.Name != t.Name {
			continue
		}
		var list *ast.FieldList
		switch u := s.Type.(type) {
		case *ast.StructType:
			list = u.Fields
		case *ast.InterfaceType:
			list = u.Methods
		default:
			continue
		}
		for _, field := range list.List {
			for _, name := range fieldNames(field) {
				docs[t.Name+"."+name] = field.Doc.Text() + field.Comment.Text()
			}
		}
	}
}

// fieldNames returns the names of a field; an embedded one has its type's.
func fieldNames(field *ast.Field) []string {
	var names []string
	for _, name := range field.Names {
		names = append(names, name.Name)
	}
	if len(names) == 0 {
		names = append(names, typeName(field.Type))
	}
	return names
}

// typeName returns the last name of a type, without its package and its arguments.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	}
	return ""
}
