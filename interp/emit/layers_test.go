package emit_test

import (
	"go/ast"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// layers are the files of the package from top to bottom.
var layers = strings.Fields(`packages emitter instances obstacles
	function blocks instructions threads calls boxes ranges writer marks body unsafe operands fuse
	references selection attempts data inlined order statements promoted corrections reach imports functions globals types symbols keys names views
	unit journal ssa`)

// TestFilesUseThoseBelow holds the files of the package to one direction: a function uses functions of its own file
// and of files below.
func TestFilesUseThoseBelow(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks the package")
	}
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports,
	}, ".")
	if err != nil {
		t.Fatal(err)
	}
	p := loaded[0]
	layer := func(n ast.Node) int {
		name := strings.TrimSuffix(filepath.Base(p.Fset.Position(n.Pos()).Filename), ".go")
		at := slices.Index(layers, name)
		if at < 0 {
			t.Fatalf("%s.go has no place among the layers", name)
		}
		return at
	}
	declared := map[any]*ast.FuncDecl{}
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				declared[p.TypesInfo.Defs[fn.Name]] = fn
			}
		}
	}
	for _, user := range declared {
		ast.Inspect(user, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if used := declared[p.TypesInfo.Uses[id]]; used != nil && layer(used) < layer(user) {
					t.Errorf("%s.go: %s uses %s of %s.go, which is above", layers[layer(user)], user.Name.Name, id.Name, layers[layer(used)])
				}
			}
			return true
		})
	}
}
