package static

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// uses.go: which declarations a declaration refers to.

// findUses notes what each declaration of the check refers to.
func (k *checker) findUses() {
	for _, it := range k.items {
		switch {
		case it.kind != varPiece:
			k.findNames(it.decl, it.fresh)
		case !k.isProgram():
			k.findTypes(it.fresh)
		}
	}
	for _, d := range k.fresh {
		k.findTypes(d)
	}
}

// findNames notes what the names below a node mean.
func (k *checker) findNames(node ast.Node, d *decl) {
	ast.Inspect(node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name != "_" {
			if u := k.declared(k.object(id)); u != nil {
				d.use(u)
			}
		}
		return true
	})
}

// findTypes notes which types that of a variable mentions. It is a fault where it
// has no name.
func (k *checker) findTypes(d *decl) {
	name := d.names[0]
	_, err := spell(d.objects[name].Type(), func(o *types.TypeName) (string, bool) {
		if u := k.owners[o]; u != nil {
			d.use(u)
		}
		return o.Name(), o.Pkg() == nil || o.Pkg().Path() == "main" || o.Exported() || o.Pkg() == types.Unsafe
	})
	if err != nil {
		k.faults = append(k.faults, k.faultOf(d, "cannot keep "+name+": "+err.Error()))
	}
}

// faultOf is a fault of a variable.
func (k *checker) faultOf(d *decl, message string) fault {
	for _, h := range k.hoists {
		if h.fresh == d {
			return k.faultAt(h.ident, message)
		}
	}
	return fault{k.cell, 0, message}
}

// object is what a name stands for, or nil.
func (k *checked) object(id *ast.Ident) types.Object {
	if o := k.info.Uses[id]; o != nil {
		return o
	}
	return k.info.Defs[id]
}

// declared is the declaration that an object comes from, of a field that is
// embedded the one of its type; nil where that is in no cell.
func (k *checked) declared(o types.Object) *decl {
	switch o := o.(type) {
	case *types.PkgName:
		return nil
	case *types.Var:
		if o.IsField() {
			return k.owners[embeddedType(o)]
		}
	}
	return k.owners[o]
}

// embeddedType is what names the type of a field that is embedded, or nil.
func embeddedType(f *types.Var) types.Object {
	if !f.Embedded() {
		return nil
	}
	t := f.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	switch t := t.(type) {
	case *types.Alias:
		return t.Obj()
	case *types.Named:
		return t.Origin().Obj()
	}
	return nil
}

// isMethodName tells whether an object is a method.
func isMethodName(o types.Object) bool {
	f, ok := o.(*types.Func)
	return ok && f.Signature().Recv() != nil
}

// keepLiterals notes which constants and functions the function literals of the
// cell's statements use.
func (k *checker) keepLiterals() {
	for _, it := range k.stmts {
		it.inspect(func(n ast.Node) bool {
			lit, ok := n.(*ast.FuncLit)
			if ok {
				ast.Inspect(lit, func(n ast.Node) bool { k.keepLiteral(n); return true })
			}
			return !ok
		})
	}
}

// keepLiteral notes that a function literal uses a constant or a function.
func (k *checker) keepLiteral(n ast.Node) {
	id, ok := n.(*ast.Ident)
	if !ok {
		return
	}
	o := k.object(id)
	d := k.declared(o)
	if d == nil || d.isMethod() || isMethodName(o) || d.kind != constPiece && d.kind != funcPiece {
		return
	}
	if label := k.cell.Label; !slices.Contains(k.after.literals[d], label) {
		k.after.literals[d] = append(slices.Clone(k.after.literals[d]), label)
	}
}

// literalNotes tell which function literals of earlier cells go on with what this
// cell declares anew.
func (k *checker) literalNotes() []string {
	var notes []string
	for d, labels := range k.before.literals {
		if k.changed[d] != replaced || k.exchanged[d] {
			continue
		}
		delete(k.after.literals, d)
		notes = append(notes, "note: function literals of "+strings.Join(labels, " and ")+" go on with the earlier "+
			strings.Join(d.names, ", ")+" until that runs again")
	}
	slices.Sort(notes)
	return notes
}
