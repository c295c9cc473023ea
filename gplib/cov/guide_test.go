package cov_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheGuideNamesEachConstructor checks that docs/models.md names each exported function of this
// package that returns a Func.
func TestTheGuideNamesEachConstructor(t *testing.T) {
	guide, err := os.ReadFile("../../docs/models.md")
	if err != nil {
		t.Fatal(err)
	}
	all := constructors(t)
	if len(all) < 40 {
		t.Fatalf("there are %d constructors %q, want more", len(all), all)
	}
	for _, name := range all {
		if !strings.Contains(string(guide), "`cov."+name+"`") {
			t.Errorf("docs/models.md does not name cov.%s", name)
		}
	}
}

// constructors returns the names of the exported functions of this package that return a Func.
func constructors(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range tree.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.IsExported() && returnsFunc(f) {
				names = append(names, f.Name.Name)
			}
		}
	}
	return names
}

// returnsFunc reports whether the only result of f is a Func.
func returnsFunc(f *ast.FuncDecl) bool {
	if f.Type.Results.NumFields() != 1 {
		return false
	}
	result, ok := f.Type.Results.List[0].Type.(*ast.Ident)
	return ok && result.Name == "Func"
}
