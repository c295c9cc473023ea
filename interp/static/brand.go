package static

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"
)

// The interpreter has one type for all structs of the same fields. A tag on
// the first field, which bears the type's name, keeps them apart.

// brandKey is the key of that tag.
const brandKey = "main"

// defined lowers the type that a declaration names.
func (w *rewriter) defined(spec *ast.TypeSpec, name string) {
	if w.derived(spec, name) {
		return
	}
	if !spec.Assign.IsValid() {
		w.brand(spec.Type, name)
		if w.box(spec, name) {
			return
		}
	}
	w.rewrite(spec.Type)
}

// brand tags a struct type that a declaration names.
func (w *rewriter) brand(t ast.Expr, name string) {
	s, ok := ast.Unparen(t).(*ast.StructType)
	if !ok {
		return
	}
	tag := brandKey + ":" + strconv.Quote(name)
	if len(s.Fields.List) == 0 {
		w.insert(s.Fields.Closing, "_ struct{} "+strconv.Quote(tag))
		return
	}
	first := s.Fields.List[0]
	if first.Tag == nil {
		w.insert(first.Type.End(), " "+strconv.Quote(tag))
		return
	}
	if text, err := strconv.Unquote(first.Tag.Value); err == nil {
		w.replace(first.Tag, strconv.Quote(text+" "+tag)+w.newlines(first.Tag.Pos(), first.Tag.End()))
	}
}

// derived writes a type that is declared as another struct type in full, with
// a brand of its own. It returns false where it is none.
func (w *rewriter) derived(spec *ast.TypeSpec, name string) bool {
	if _, literal := ast.Unparen(spec.Type).(*ast.StructType); literal || spec.Assign.IsValid() {
		return false
	}
	o := w.info.Defs[spec.Name]
	if o == nil {
		return false
	}
	s, ok := w.env.subst(o.Type().Underlying()).(*types.Struct)
	if !ok || s.NumFields() == 0 {
		return false
	}
	text, err := w.spell(w.branded(s, name))
	if err != nil {
		return false
	}
	w.noteNames(spec.Type)
	w.replace(spec.Type, text+w.newlines(spec.Type.Pos(), spec.Type.End()))
	return true
}

// branded is a struct with a brand on its first field.
func (w *rewriter) branded(s *types.Struct, name string) *types.Struct {
	fields := make([]*types.Var, s.NumFields())
	tags := make([]string, s.NumFields())
	for i := range fields {
		fields[i], tags[i] = s.Field(i), s.Tag(i)
	}
	tags[0] = strings.TrimSpace(tags[0] + " " + brandKey + ":" + strconv.Quote(name))
	return types.NewStruct(fields, tags)
}
