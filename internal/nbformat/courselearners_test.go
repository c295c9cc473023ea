package nbformat

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// Every learner of the library occurs in the course or the gallery.
func TestTheCourseHasEveryLearner(t *testing.T) {
	var code strings.Builder
	for _, nb := range course(t) {
		for _, c := range nb.Cells {
			if c.Type == Code {
				code.WriteString(c.Source + "\n")
			}
		}
	}
	for _, name := range learners(t) {
		if !strings.Contains(code.String(), name) {
			t.Errorf("no notebook uses %s", name)
		}
	}
}

// learners returns the types of gplib and its packages with a method Fit, as cells name them.
func learners(t *testing.T) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir("../../gplib", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Name.Name == "Fit" && f.Recv != nil {
				if name := receiver(f); ast.IsExported(name) {
					names = append(names, file.Name.Name+"."+name)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < 10 {
		t.Fatalf("only %q have a method Fit", names)
	}
	return names
}

// receiver returns the type of a method's receiver.
func receiver(f *ast.FuncDecl) string {
	kind := f.Recv.List[0].Type
	if pointer, ok := kind.(*ast.StarExpr); ok {
		kind = pointer.X
	}
	return kind.(*ast.Ident).Name
}
