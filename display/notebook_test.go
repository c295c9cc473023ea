package display_test

import (
	"encoding/json"
	"go/ast"
	"os"
	"strings"
	"testing"
)

// The gallery for users, notebooks/gallery.ipynb, has every figure there is.
func TestTheGalleryShowsEveryFigure(t *testing.T) {
	code := notebookCode(t, "../notebooks/gallery.ipynb")
	for name := range figureTypes(t) {
		if !strings.Contains(code, "display."+name+"(") {
			t.Errorf("notebooks/gallery.ipynb does not show display.%s", name)
		}
	}
}

// returnsFigure reports whether a function returns a pointer to a type whose name ends
// with Figure.
func returnsFigure(f *ast.FuncType) bool {
	if f.Results == nil || len(f.Results.List) != 1 {
		return false
	}
	pointer, ok := f.Results.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	name, ok := pointer.X.(*ast.Ident)
	return ok && strings.HasSuffix(name.Name, "Figure")
}

// notebookCode joins the code of a notebook.
func notebookCode(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var notebook struct {
		Cells []struct {
			Type   string `json:"cell_type"`
			Source any    `json:"source"`
		} `json:"cells"`
	}
	if err := json.Unmarshal(data, &notebook); err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, c := range notebook.Cells {
		if c.Type != "code" {
			continue
		}
		switch source := c.Source.(type) {
		case string:
			code.WriteString(source)
		case []any:
			for _, line := range source {
				text, _ := line.(string)
				code.WriteString(text)
			}
		}
		code.WriteByte('\n')
	}
	return code.String()
}
