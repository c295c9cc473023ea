package display_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The guide, docs/display.md, has a row for each figure, with its options.
func TestTheGuideHasEveryFigureWithItsOptions(t *testing.T) {
	raw, err := os.ReadFile("../docs/display.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `display\\.(\\w+)` (.*)$").FindAllStringSubmatch(string(raw), -1) {
		cells := strings.Split(strings.TrimSuffix(m[2], "|"), "|")
		rows[m[1]] = cells[len(cells)-1]
	}
	options := optionsOfFigures(t)
	for name, figure := range figureTypes(t) {
		row, ok := rows[name]
		if !ok {
			t.Errorf("docs/display.md has no row for display.%s", name)
			continue
		}
		var told []string
		for _, m := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(row, -1) {
			told = append(told, m[1])
		}
		slices.Sort(told)
		if want := options[figure]; !slices.Equal(told, want) {
			t.Errorf("display.%s has the options %q, its row in docs/display.md %q", name, want, told)
		}
	}
}

// The comment of the package lists the figures, for go doc.
func TestTheCommentOfThePackageNamesEveryFigure(t *testing.T) {
	tree, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for name := range figureTypes(t) {
		if !strings.Contains(tree.Doc.Text(), "["+name+"]") {
			t.Errorf("the comment of package display, in doc.go, does not name [%s]", name)
		}
	}
}

// figureTypes returns the names of figures' types by the functions that make them.
func figureTypes(t *testing.T) map[string]string {
	t.Helper()
	types := map[string]string{}
	for _, f := range functions(t, ".") {
		if f.Recv == nil && f.Name.IsExported() && returnsFigure(f.Type) {
			types[f.Name.Name] = f.Type.Results.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name
		}
	}
	if len(types) < 10 {
		t.Fatalf("%q make figures, want more", slices.Collect(maps.Keys(types)))
	}
	return types
}

// optionsOfFigures returns the methods that configure a figure, sorted, by its type. Those
// of all figures are not among them, nor those by which values show themselves.
func optionsOfFigures(t *testing.T) map[string][]string {
	t.Helper()
	options := map[string][]string{}
	for _, f := range slices.Concat(functions(t, "."), functions(t, "draw")) {
		if of := receiver(f); strings.HasSuffix(of, "Figure") && f.Name.IsExported() {
			options[of] = append(options[of], f.Name.Name)
		}
	}
	for of := range options {
		slices.Sort(options[of])
	}
	delete(options, "Figure")
	return options
}

func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	if pointer, ok := f.Recv.List[0].Type.(*ast.StarExpr); ok {
		if name, ok := pointer.X.(*ast.Ident); ok {
			return name.Name
		}
	}
	return ""
}

// functions returns those that the files of a folder declare, without tests.
func functions(t *testing.T, folder string) (all []*ast.FuncDecl) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
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
			if f, ok := d.(*ast.FuncDecl); ok {
				all = append(all, f)
			}
		}
	}
	return all
}
