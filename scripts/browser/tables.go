package main

import (
	"bytes"
	"errors"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"krigo/interp/symbols"
)

// Folders of symbol tables: krigo's own, and those of yaegi's that pages have.
var (
	ownTables      = filepath.Join("interp", "symbols", "tables")
	standardTables = filepath.Join(ownTables, "std")
)

// leaveOutTables takes away the tables of packages that pages do not have.
func (o *overlay) leaveOutTables() error {
	names, err := filepath.Glob(filepath.Join(ownTables, "table_*.go"))
	if err != nil {
		return err
	}
	for _, name := range names {
		importPath, err := tableOf(name)
		if err != nil {
			return err
		}
		if importPath != "" && !symbols.InPages(importPath) {
			o.replace[name] = ""
		}
	}
	return nil
}

// addStandardTables adds copies of yaegi's tables of the standard library.
func (o *overlay) addStandardTables() error {
	module, err := moduleFolder("github.com/traefik/yaegi")
	if err != nil {
		return err
	}
	tables, err := output("go", "list", "-f", "{{join .GoFiles \"\\n\"}}", "github.com/traefik/yaegi/stdlib")
	if err != nil {
		return err
	}
	for name := range strings.FieldsSeq(tables) {
		from := filepath.Join(module, "stdlib", name)
		importPath, err := tableOf(from)
		if err != nil {
			return err
		}
		if name != "restricted.go" && (importPath == "" || !symbols.InPages(importPath)) {
			continue
		}
		raw, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		if err := o.write(filepath.Join(standardTables, name), clause.ReplaceAll(raw, []byte("package std"))); err != nil {
			return err
		}
	}
	return nil
}

var clause = regexp.MustCompile(`(?m)^package stdlib$`)

var table = regexp.MustCompile(`\n\tSymbols\["([^"]+)"\] = `)

// tableOf returns the import path of the package whose table a file has, or "".
func tableOf(name string) (string, error) {
	raw, err := os.ReadFile(name)
	if err != nil || filepath.Base(name) == "stdlib.go" {
		return "", err
	}
	m := table.FindSubmatch(raw)
	if m == nil {
		return "", nil
	}
	return path.Dir(string(m[1])), nil
}

// leaveOutInstances takes away compiled instances of generic functions and types of packages that pages do not have.
func (o *overlay) leaveOutInstances() error {
	name := filepath.Join(ownTables, "table_instances.go")
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
	if err != nil {
		return err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if table, ok := n.(*ast.CompositeLit); ok {
			table.Elts = slices.DeleteFunc(table.Elts, instanceLeftOut)
		}
		return true
	})
	for _, group := range astutil.Imports(fset, file) {
		for _, spec := range group {
			if p, _ := strconv.Unquote(spec.Path.Value); !uses(file, path.Base(strings.TrimSuffix(p, "/v2"))) {
				astutil.DeleteImport(fset, file, p)
			}
		}
	}
	var text bytes.Buffer
	return errors.Join(format.Node(&text, fset, file), o.write(name, text.Bytes()))
}

// uses reports whether a file selects anything of a package.
func uses(file *ast.File, name string) bool {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			x, ok := selector.X.(*ast.Ident)
			found = found || ok && x.Name == name
		}
		return !found
	})
	return found
}

// instanceLeftOut reports whether an element of the table, such as "slices.Index []int,int": f, is of a package that
// pages do not have.
func instanceLeftOut(element ast.Expr) bool {
	pair, ok := element.(*ast.KeyValueExpr)
	if !ok {
		return false
	}
	key, ok := pair.Key.(*ast.BasicLit)
	if !ok {
		return false
	}
	name, _, _ := strings.Cut(strings.Trim(key.Value, `"`), " ")
	return !symbols.InPages(strings.TrimSuffix(name, path.Ext(name)))
}
