package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// localTypes hoists the types that a function declares to package level,
// where the interpreter handles them best, under names of their own.
func (w *rewriter) localTypes(gen *ast.GenDecl) {
	for _, s := range gen.Specs {
		w.nameLocalType(s.(*ast.TypeSpec))
	}
	for _, s := range gen.Specs {
		spec := s.(*ast.TypeSpec)
		name, equals := w.localName(spec), ""
		if name == "" {
			continue
		}
		if spec.Assign.IsValid() {
			equals = "= "
		}
		inner := *w
		inner.edits = nil
		inner.defined(spec, name)
		w.hoisted = append(w.hoisted, inner.hoisted[len(w.hoisted):]...)
		w.hoisted = append(w.hoisted, inner.stretch("type "+name+" "+equals, spec.Type.Pos(), spec.Type.End()))
		if o, ok := w.info.Defs[spec.Name].(*types.TypeName); ok && !spec.Assign.IsValid() {
			w.hoisted = append(w.hoisted, strings.TrimPrefix(w.forwarders(w.own(o).Type(), name), "; "))
		}
	}
	w.cut(gen.Pos(), gen.End(), w.newlines(gen.Pos(), gen.End()))
}

// nameLocalType names a type that a function declares. In an instance of a
// generic function it is a type of its own.
func (w *rewriter) nameLocalType(spec *ast.TypeSpec) {
	o, ok := w.info.Defs[spec.Name].(*types.TypeName)
	if !ok || o.Name() == "_" {
		return
	}
	name := w.check.s.private(o.Name())
	if w.env == nil || o.IsAlias() {
		w.check.emitted[o] = name
		return
	}
	own := types.NewTypeName(token.NoPos, o.Pkg(), o.Name(), nil)
	named := types.NewNamed(own, nil, nil)
	w.env.locals[o] = named
	w.check.emitted[own] = name
	named.SetUnderlying(w.env.subst(o.Type().Underlying()).Underlying())
}

// localName is the interpreter's name of a type that a function declares.
func (w *rewriter) localName(spec *ast.TypeSpec) string {
	o, ok := w.info.Defs[spec.Name].(*types.TypeName)
	if !ok {
		return ""
	}
	return w.check.emitted[w.own(o)]
}

// own is what a type's name stands for in this instance.
func (w *rewriter) own(o *types.TypeName) types.Object {
	if w.env != nil {
		if named, ok := w.env.locals[o].(*types.Named); ok {
			return named.Obj()
		}
	}
	return o
}

// hoistedText is the source of the types that were hoisted.
func (w *rewriter) hoistedText() string {
	if len(w.hoisted) == 0 {
		return ""
	}
	return strings.Join(w.hoisted, "\n") + "\n"
}
