package check

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/interp/static/syntax"
)

// plan decides which declarations take part in the check: the cell's own, except those
// that repeat existing ones, and those of earlier cells that depend on declarations that
// the cell replaces.
//
// A variable is checked again when the types that it mentions are renewed; it
// keeps its old type when they are replaced. A method follows its type: what
// it calls is bound until the type or the method is declared again.
func (k *checker) plan() {
	repeats := k.repeats()
	for {
		k.changed, k.exchanged, k.recompiled = map[*Decl]change{}, map[*Decl]bool{}, map[*Decl]bool{}
		for _, it := range k.Own {
			if repeats[it] == nil {
				k.changedBy(it)
			}
		}
		for d := range k.retyped {
			k.raise(d, replaced)
		}
		k.spread()
		if !k.forget(repeats) {
			break
		}
	}
	k.Items = nil
	for _, it := range k.Own {
		if repeats[it] == nil {
			k.Items = append(k.Items, it)
		}
	}
	k.carry()
}

// repeats finds the cell's declarations that equal existing ones.
func (k *checker) repeats() map[*Item]*Decl {
	out := map[*Item]*Decl{}
	for _, it := range k.Own {
		if old := k.standing(it); old != nil && old.Kind != syntax.VarPiece && old.Text() == it.Text() && !k.Before.Stale(old) {
			out[it] = old
		}
	}
	return out
}

// standing finds the session's declaration with the item's name.
func (k *checker) standing(it *Item) *Decl {
	if len(it.Names) == 0 {
		return nil
	}
	if it.Recv == "" {
		return k.Before.Names[it.Names[0]]
	}
	return k.Before.method(it.Recv, it.Names[0])
}

// raise raises the change of d to c, at most to the change that d admits, and reports
// whether that changed it.
func (k *checker) raise(d *Decl, c change) bool {
	if k.bound[d] {
		c = min(c, renewed)
	}
	if c <= k.changed[d] || k.dropped[d] {
		return false
	}
	k.changed[d] = c
	return true
}

// changedBy marks the declarations that an item of the cell replaces. A function of the
// same signature replaces the earlier one wherever that is called, and a method that is
// added or declared again renews its type; their users stay as they are, unless the
// method is new, a signature differs or the declaration is generic.
func (k *checker) changedBy(it *Item) {
	if it.Recv == "" {
		for _, name := range it.Names {
			if old := k.Before.Names[name]; old != nil {
				k.exchanged[old] = k.sameFunction(it, old)
				k.raise(old, replaced)
			}
		}
		return
	}
	t := k.Before.Names[it.Recv]
	if t == nil || t.Kind != syntax.TypePiece {
		return
	}
	k.raise(t, renewed)
	if old := k.Before.method(it.Recv, it.Names[0]); it.Generic() || old == nil || !k.sameFunction(it, old) {
		k.recompiled[t] = true
	}
}

// sameFunction reports whether an item declares a function with the signature of
// an earlier one.
func (k *checker) sameFunction(it *Item, old *Decl) bool {
	fn := it.Function()
	if fn == nil || it.Generic() || old.Kind != syntax.FuncPiece {
		return false
	}
	earlier := k.carriedItem(old)
	if earlier == nil || earlier.Function() == nil || earlier.Generic() {
		return false
	}
	return signatureText(it, fn) == signatureText(earlier, earlier.Function())
}

// signatureText returns a function's receiver and signature without the names of
// parameters.
func signatureText(it *Item, fn *ast.FuncDecl) string {
	var b strings.Builder
	text := func(n ast.Node) string { return it.Cell.Source[it.Offset(n.Pos()):it.Offset(n.End())] }
	for _, list := range []*ast.FieldList{fn.Recv, fn.Type.Params, fn.Type.Results} {
		b.WriteString("(")
		if list != nil {
			for _, f := range list.List {
				b.WriteString(strings.Repeat(text(f.Type)+",", max(1, len(f.Names))))
			}
		}
		b.WriteString(")")
	}
	return b.String()
}

// spread marks what depends on marked declarations until nothing changes.
func (k *checker) spread() {
	for again := true; again; {
		again = false
		for _, d := range k.Before.Live {
			if k.Before.Current(d) && k.raise(d, k.inherited(d)) {
				again = true
			}
		}
	}
}

// inherited returns how much d is affected by the declarations it depends on.
func (k *checker) inherited(d *Decl) change {
	c := unchanged
	if d.IsMethod() {
		c = k.changed[d.Recv]
	}
	for _, u := range d.Uses {
		if u == d.Recv {
			continue
		}
		switch {
		case k.exchanged[u]: // calls go to its new version
		case k.recompiled[u] && d.Kind == syntax.FuncPiece:
			c = replaced
		case k.recompiled[u] && d.Kind == syntax.TypePiece:
			k.recompiled[d] = true
			c = max(c, k.changed[u])
		default:
			c = max(c, k.changed[u])
		}
	}
	if d.IsMethod() && k.recompiled[d.Recv] {
		c = replaced
	}
	if d.IsMethod() && c != unchanged && k.changed[d.Recv] == unchanged {
		k.raise(d.Recv, renewed)
	}
	if d.Kind == syntax.VarPiece && (c == replaced || k.Before.Stale(d)) {
		return unchanged
	}
	return c
}

// forget strikes off repeated declarations that are affected after all.
func (k *checker) forget(repeats map[*Item]*Decl) bool {
	again := false
	for it, old := range repeats {
		if k.changed[old] == replaced {
			delete(repeats, it)
			again = true
		}
	}
	return again
}

// carry adds the affected declarations that the cell itself does not declare.
func (k *checker) carry() {
	own := k.Items
	for _, d := range k.Before.Live {
		if k.changed[d] == unchanged || !k.Before.Current(d) || k.retyped[d] || supersedes(own, d) {
			continue
		}
		if k.bound[d] && k.changed[d.Recv] == replaced {
			continue // it has no body for the new type
		}
		if it := k.carriedItem(d); it != nil && k.hasReceiver(it) {
			it.Quiet, it.bound = k.changed[d] == renewed, k.bound[d]
			k.Items = append(k.Items, it)
		}
	}
}

// hasReceiver reports whether the type of a carried method takes part: it does not if the
// cell redeclares another type of the same group.
func (k *checker) hasReceiver(it *Item) bool {
	return it.Recv == "" || slices.ContainsFunc(k.Items, func(t *Item) bool {
		return t.Recv == "" && slices.Contains(t.Names, it.Recv)
	})
}

// supersedes reports whether one of the items replaces d.
func supersedes(items []*Item, d *Decl) bool {
	return slices.ContainsFunc(items, func(it *Item) bool {
		if d.IsMethod() {
			return d.Of == it.Recv && it.Names[0] == d.Names[0]
		}
		return it.Recv == "" && slices.ContainsFunc(it.Names, func(name string) bool { return slices.Contains(d.Names, name) })
	})
}

// carriedItem parses a declaration of an earlier cell again.
func (k *checker) carriedItem(d *Decl) *Item {
	if it := k.parsed[d]; it != nil {
		return it
	}
	p := d.Piece
	switch d.Kind {
	case syntax.ImportPiece:
		return nil
	case syntax.VarPiece:
		text, err := Spell(d.Objects[d.Names[0]].Type(), k.userName)
		if err != nil {
			return nil
		}
		cell := &cell.Cell{Label: d.Label, Source: "var " + d.Names[0] + " " + text}
		p = syntax.Piece{Cell: cell, Kind: syntax.VarPiece, Start: 0, End: len(cell.Source)}
	}
	syn, faults := syntax.Parse(k.FileSet, p)
	if len(faults) > 0 {
		return nil
	}
	it := newItem(syn)
	it.old = d
	k.parsed[d] = it
	return it
}

// userName spells a type's name as a cell may write it, packages by their
// names in the interpreter.
func (k *checker) userName(o *types.TypeName) (string, bool) {
	if o.Pkg() == nil || o.Pkg().Path() == "main" {
		return o.Name(), true
	}
	alias := k.supply.Alias(o.Pkg().Path())
	k.aliased[alias] = o.Pkg().Path()
	return alias + "." + o.Name(), o.Exported()
}
