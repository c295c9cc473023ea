package cluster

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestTasksKnowEachLearner checks that the learners of gplib, exported types with a method Fit, are
// registered: another one would be refused by Compare and Fit.
func TestTasksKnowEachLearner(t *testing.T) {
	learners := learnersOf(t, filepath.Join("..", "gplib"))
	if len(learners) < 20 || !slices.Contains(learners, "gplib.LBFGS") {
		t.Fatalf("found the learners %q, want more", learners)
	}
	for _, name := range learners {
		if portable.types[name] == nil {
			t.Errorf("RegisterType in portable.go does not register %s", name)
		}
	}
}

// TestEachLearnerLearnsFromTheModelOfAutoFor checks that the tests of all learners at their defaults
// (gplib/learntest/autofor_test.go) have each.
func TestEachLearnerLearnsFromTheModelOfAutoFor(t *testing.T) {
	raw, err := os.ReadFile("../gplib/learntest/autofor_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(raw), "var learnersOfUsers = ")
	list, rest, _ := strings.Cut(list, "\n}\n")
	for _, kind := range []string{"Classes", "Outputs"} {
		_, special, _ := strings.Cut(rest, "var learnersOf"+kind+" = ")
		special, _, _ = strings.Cut(special, "\n")
		list += special
	}
	for _, name := range learnersOf(t, filepath.Join("..", "gplib")) {
		if !strings.Contains(list, " "+name+"{") {
			t.Errorf("learnersOfUsers in gplib/learntest/autofor_test.go lacks %s", name)
		}
	}
}

// learnersOf returns the exported types with a method Fit that packages of a tree declare, as
// "package.Type".
func learnersOf(t *testing.T, root string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != "Fit" {
				continue
			}
			if of, ok := f.Recv.List[0].Type.(*ast.Ident); ok && of.IsExported() {
				names = append(names, file.Name.Name+"."+of.Name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
