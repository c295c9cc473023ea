// Package emittest emits programs for tests.
package emittest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"krigo/interp/emit"
	"krigo/interp/symbols"
)

// Unit emits a program, and returns the names of the functions to call.
func Unit(t testing.TB, name, source string) (*emit.Unit, []string) {
	t.Helper()
	fset := token.NewFileSet()
	packages := emit.NewPackages(symbols.NewWorld(), fset)
	f, err := parser.ParseFile(fset, name, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := emit.NewInfo()
	pkg, err := (&types.Config{Importer: packages}).Check("main", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	made := packages.Create(pkg, []*ast.File{f}, info)
	unit, names, err := packages.Emitter().Unit(made, nil, made.Func("init"), made.Func("main"))
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range unit.Faults {
		t.Errorf("%s: a fault of the compiler: %s", name, fault)
	}
	return unit, names
}
