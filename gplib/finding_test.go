package gplib_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"krigo/gplib"
)

// codesIn returns the codes of the findings that the Go files below a folder make.
func codesIn(t *testing.T, folder string) map[string]bool {
	t.Helper()
	codes := map[string]bool{}
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		take := func(e ast.Expr) {
			if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if code, err := strconv.Unquote(lit.Value); err == nil {
					codes[code] = true
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Code" {
					take(n.Value)
				}
			case *ast.AssignStmt:
				switch to := n.Lhs[0].(type) {
				case *ast.SelectorExpr:
					if to.Sel.Name == "Code" {
						take(n.Rhs[0])
					}
				case *ast.Ident:
					if to.Name == "code" {
						take(n.Rhs[0])
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return codes
}

// Each code that a finding has is listed, and each listed code is that of a finding.
func TestEachCodeIsListed(t *testing.T) {
	made := codesIn(t, ".")
	for code := range codesIn(t, "../cluster") {
		made[code] = true
	}
	listed := gplib.FindingCodes()
	for code := range made {
		if !slices.Contains(listed, code) {
			t.Errorf("the code %q is not listed in finding.go", code)
		}
	}
	for _, code := range listed {
		if !made[code] {
			t.Errorf("no finding has the code %q", code)
		}
	}
}

// docs/warnings.md has a row for each code, under warnings or under notes.
func TestEachCodeIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../docs/warnings.md")
	if err != nil {
		t.Fatal(err)
	}
	warnings, notes, ok := strings.Cut(string(text), "## Codes of notes")
	if !ok {
		t.Fatal("docs/warnings.md has no section of notes")
	}
	for _, code := range gplib.FindingCodes() {
		section := warnings
		if (gplib.Finding{Code: code}).Note() {
			section = notes
		}
		if strings.Count(section, "\n| `"+code+"` |") != 1 {
			t.Errorf("docs/warnings.md has no row for %q, or in the wrong table", code)
		}
	}
}

func TestAFindingIsASentence(t *testing.T) {
	found := gplib.Findings{{Code: "jitter", Found: "jitter of 1 was added"}, {Code: "outliers", Found: "row 3 is far", Means: "the noise is 2", Do: "correct it"}}
	if got, want := found.String(), "jitter of 1 was added\nrow 3 is far: the noise is 2; correct it"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var r gplib.Result
	r.Report(append(found, gplib.Finding{Code: "input-irrelevant", Found: "input 1 does not matter"})...)
	if len(r.Warnings) != 2 || len(r.Notes) != 1 || len(r.Warnings.Of("outliers")) != 1 {
		t.Errorf("warnings %q, notes %q", r.Warnings, r.Notes)
	}
	if text := r.String(); !strings.Contains(text, "\nwarning: row 3 is far") || !strings.Contains(text, "\nnote: input 1") {
		t.Errorf("the result is shown as %q", text)
	}
}
