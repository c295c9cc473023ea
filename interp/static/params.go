package static

import "go/ast"

// nameParameters names the parameters of a function that have no name or the
// blank one, for which the interpreter keeps no place.
func (w *rewriter) nameParameters(t *ast.FuncType) {
	for _, field := range t.Params.List {
		if len(field.Names) == 0 {
			w.insert(field.Pos(), w.check.s.private("a")+" ")
		}
		for _, id := range field.Names {
			if id.Name == "_" {
				w.replace(id, w.check.s.private("a"))
			}
		}
	}
}
