package static

import (
	"go/ast"
	"go/types"
)

// blankFields names the blank fields of a struct.
func (w *rewriter) blankFields(s *ast.StructType) {
	i := 0
	for _, field := range s.Fields.List {
		for _, id := range field.Names {
			if id.Name == "_" {
				w.replace(id, fieldName(id.Name, i))
			}
			i++
		}
		if len(field.Names) == 0 {
			i++
		}
	}
}

// blankElements keeps the values for blank fields in a literal of a struct from
// these fields, which are zero.
func (w *rewriter) blankElements(c *ast.CompositeLit) {
	t := w.typeOf(c)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || len(c.Elts) != s.NumFields() {
		return
	}
	for i, x := range c.Elts {
		if _, keyed := x.(*ast.KeyValueExpr); keyed || s.Field(i).Name() != "_" {
			continue
		}
		if text, err := w.spell(s.Field(i).Type()); err == nil {
			w.surround(x, "func("+text+") (z "+text+") { return }(", ")")
		}
	}
}
