package ask

import (
	"go/ast"
	"go/types"
	"strings"

	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// member returns the method or field of a type that id at an offset names, and the type
// that declares it: Encode of dataset.Table, or of Table alone where only one package of
// krigo has such a type. Go has expressions for some methods only.
func member(k *check.Checked, id *ast.Ident, at int) (types.Object, *types.Named) {
	var of ast.Expr
	walk(k, at, func(n ast.Node, _ *syntax.Parsed) {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel == id {
			of = ast.Unparen(sel.X)
		}
	})
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if tv := k.Info.Types[of]; of != nil && tv.IsType() {
		return memberOf(tv.Type, id.Name)
	}
	if name, ok := of.(*ast.Ident); ok && k.Object(name) == nil {
		return memberOfOwn(k.World, name.Name, id.Name)
	}
	return nil, nil
}

// memberOf returns a method or field of a type, and the type that declares it.
func memberOf(t types.Type, name string) (types.Object, *types.Named) {
	named := namedOf(t)
	if named == nil {
		return nil, nil
	}
	o, index, _ := types.LookupFieldOrMethod(named, true, named.Obj().Pkg(), name)
	if o == nil || !o.Exported() && o.Pkg().Path() != "main" {
		return nil, nil
	}
	return o, declaring(named, index)
}

// memberOfOwn returns a method or field of the only type of that name in krigo's packages
// that has one.
func memberOfOwn(w check.World, typeName, name string) (found types.Object, owner *types.Named) {
	for _, path := range w.Paths() {
		if !strings.HasPrefix(path, "krigo/") {
			continue
		}
		p, err := w.Import(path)
		if err != nil {
			continue
		}
		t, ok := p.Scope().Lookup(typeName).(*types.TypeName)
		if !ok || !t.Exported() {
			continue
		}
		o, by := memberOf(t.Type(), name)
		if o != nil && found != nil && o != found {
			return nil, nil
		}
		if o != nil {
			found, owner = o, by
		}
	}
	return found, owner
}
