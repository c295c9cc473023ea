package check

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"krigo/interp/static/syntax"
)

// findUses notes what each declaration of the check refers to.
func (k *checker) findUses() {
	for _, it := range k.Items {
		switch {
		case it.Kind != syntax.VarPiece:
			k.findNames(it.Decl, it.Fresh)
			if it.bound {
				for _, u := range it.old.Uses {
					it.Fresh.use(u)
				}
			}
		case !k.IsProgram():
			k.findTypes(it.Fresh)
		}
	}
	for _, d := range k.Fresh {
		k.findTypes(d)
	}
}

// findNames notes what the names below a node mean.
func (k *checker) findNames(node ast.Node, d *Decl) {
	ast.Inspect(node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name != "_" {
			if u := k.Declared(k.Object(id)); u != nil {
				d.use(u)
			}
		}
		return true
	})
}

// findTypes notes which types that of a variable mentions. It is a fault where it
// has no name.
func (k *checker) findTypes(d *Decl) {
	name := d.Names[0]
	_, err := Spell(d.Objects[name].Type(), func(o *types.TypeName) (string, bool) {
		if u := k.Owners[o]; u != nil {
			d.use(u)
		}
		return o.Name(), o.Pkg() == nil || o.Pkg().Path() == "main" || o.Exported() || o.Pkg() == types.Unsafe
	})
	if err != nil {
		k.Faults = append(k.Faults, k.faultOf(d, "cannot keep "+name+": "+err.Error()))
	}
}

// faultOf returns a fault of a variable.
func (k *checker) faultOf(d *Decl, message string) syntax.Fault {
	for _, h := range k.Hoists {
		if h.Fresh == d {
			return k.FaultAt(h.Ident.Pos(), message)
		}
	}
	return syntax.Fault{Cell: k.Cell, Offset: 0, Message: message}
}

// IsMethodName reports whether an object is a method.
func IsMethodName(o types.Object) bool {
	f, ok := o.(*types.Func)
	return ok && f.Signature().Recv() != nil
}

// keepValued notes the types that the cell may make values of: those that its statements
// and variables use, directly or indirectly.
func (k *checker) keepValued() {
	seen := map[*Decl]bool{}
	var visit func(d *Decl)
	visit = func(d *Decl) {
		if seen[d] {
			return
		}
		seen[d] = true
		if d.Kind == syntax.TypePiece {
			k.After.valued[d.Names[0]] = true
		}
		for _, u := range d.Uses {
			visit(u)
		}
	}
	for _, it := range k.Items {
		if it.Kind == syntax.TypePiece && !it.carried() {
			delete(k.After.valued, it.Names[0])
		}
	}
	for _, it := range slices.Concat(k.Items, k.Statements) {
		if it.Kind == syntax.TypePiece || it.Kind == syntax.FuncPiece || it.carried() {
			continue
		}
		it.Inspect(func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if d := k.Declared(k.Object(id)); d != nil {
					visit(d)
				}
			}
			return true
		})
	}
}

// keepLiterals notes which constants and functions the function literals of the
// cell's statements use.
func (k *checker) keepLiterals() {
	for _, it := range k.Statements {
		it.Inspect(func(n ast.Node) bool {
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
	o := k.Object(id)
	d := k.Declared(o)
	if d == nil || d.IsMethod() || IsMethodName(o) || d.Kind != syntax.ConstPiece && d.Kind != syntax.FuncPiece {
		return
	}
	if label := k.Cell.Label; !slices.Contains(k.After.literals[d], label) {
		k.After.literals[d] = append(slices.Clone(k.After.literals[d]), label)
	}
}

// literalNotes reports the function literals of earlier cells that go on using what this
// cell replaces.
func (k *checker) literalNotes() []syntax.Fault {
	var notes []syntax.Fault
	for d, labels := range k.Before.literals {
		if k.changed[d] != replaced || k.exchanged[d] {
			continue
		}
		delete(k.After.literals, d)
		f := syntax.Fault{Cell: k.Cell, Message: "function literals of " + strings.Join(labels, " and ") + " go on with the earlier " +
			strings.Join(d.Names, ", ") + " until that runs again"}
		if it := k.OwnItem(d.Names[0]); it != nil {
			f.Offset = it.Start
		}
		notes = append(notes, f)
	}
	slices.SortFunc(notes, func(a, b syntax.Fault) int { return strings.Compare(a.Message, b.Message) })
	return notes
}
