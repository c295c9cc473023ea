package static

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// affected.go: which declarations of earlier cells a cell affects.

// plan decides which declarations take part in the check: the cell's own,
// except those that repeat what stands, and those of earlier cells that
// depend on what the cell declares anew.
//
// A variable is checked again when the types that it mentions are renewed; it
// keeps its old type when they are replaced. A method follows its type: what
// it calls is bound until the type or the method is declared again.
func (k *checker) plan() {
	repeats := k.repeats()
	for {
		k.changed, k.exchanged, k.recompiled = map[*decl]change{}, map[*decl]bool{}, map[*decl]bool{}
		for _, it := range k.own {
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
	k.items = nil
	for _, it := range k.own {
		if repeats[it] == nil {
			k.items = append(k.items, it)
		}
	}
	k.carry()
}

// repeats finds the cell's declarations that say what already stands.
func (k *checker) repeats() map[*item]*decl {
	out := map[*item]*decl{}
	for _, it := range k.own {
		if old := k.standing(it); old != nil && old.kind != varPiece && old.text() == it.text() && !k.before.stale(old) {
			out[it] = old
		}
	}
	return out
}

// standing finds the session's declaration that bears the item's name.
func (k *checker) standing(it *item) *decl {
	if len(it.names) == 0 {
		return nil
	}
	if it.recv == "" {
		return k.before.names[it.names[0]]
	}
	return k.before.method(k.before.names[it.recv], it.names[0])
}

// raise marks d as affected at least as much as c says.
func (k *checker) raise(d *decl, c change) bool {
	if c <= k.changed[d] || k.dropped[d] {
		return false
	}
	k.changed[d] = c
	return true
}

// changedBy marks what an item of the cell takes the place of. A function of the
// same signature takes the place of the earlier one wherever that is called, and
// a method that is added or declared again renews its type; what uses these stands
// as it is, unless a signature is another or what they declare is generic.
func (k *checker) changedBy(it *item) {
	if it.recv == "" {
		for _, name := range it.names {
			if old := k.before.names[name]; old != nil {
				k.exchanged[old] = k.sameFunction(it, old)
				k.raise(old, replaced)
			}
		}
		return
	}
	t := k.before.names[it.recv]
	if t == nil || t.kind != typePiece {
		return
	}
	k.raise(t, renewed)
	if old := k.before.method(t, it.names[0]); it.generic() || old == nil && promotes(t.objects[it.recv].Type(), it.names[0]) || old != nil && !k.sameFunction(it, old) {
		k.recompiled[t] = true
	}
}

// sameFunction tells whether an item declares a function with the signature of
// an earlier one.
func (k *checker) sameFunction(it *item, old *decl) bool {
	fn := it.function()
	if fn == nil || it.generic() || old.kind != funcPiece {
		return false
	}
	earlier := k.carriedItem(old)
	if earlier == nil || earlier.function() == nil || earlier.generic() {
		return false
	}
	return signatureText(it, fn) == signatureText(earlier, earlier.function())
}

// signatureText is a function's receiver and signature without the names of
// parameters.
func signatureText(it *item, fn *ast.FuncDecl) string {
	var b strings.Builder
	text := func(n ast.Node) string { return it.cell.Source[it.offset(n.Pos()):it.offset(n.End())] }
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
		for _, d := range k.before.live {
			if k.before.current(d) && k.raise(d, k.inherited(d)) {
				again = true
			}
		}
	}
}

// inherited is how much d is affected by what it depends on.
func (k *checker) inherited(d *decl) change {
	c := unchanged
	if d.isMethod() {
		c = k.changed[d.recv]
	}
	for _, u := range d.uses {
		if u == d.recv {
			continue
		}
		switch {
		case k.exchanged[u]: // calls go to its new version
		case k.recompiled[u] && d.kind == funcPiece:
			c = replaced
		case k.recompiled[u] && d.kind == typePiece:
			k.recompiled[d] = true
			c = max(c, k.changed[u])
		default:
			c = max(c, k.changed[u])
		}
	}
	if d.isMethod() && k.recompiled[d.recv] {
		c = replaced
	}
	if d.isMethod() && c == replaced && k.changed[d.recv] == unchanged {
		k.raise(d.recv, renewed)
	}
	if d.kind == varPiece && (c == replaced || k.before.stale(d)) {
		return unchanged
	}
	return c
}

// forget strikes off repeated declarations that are affected after all.
func (k *checker) forget(repeats map[*item]*decl) bool {
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
	own := k.items
	for _, d := range k.before.live {
		if k.changed[d] == unchanged || !k.before.current(d) || k.retyped[d] || supersedes(own, d) {
			continue
		}
		if it := k.carriedItem(d); it != nil && k.hasReceiver(it) {
			it.quiet = k.changed[d] == renewed
			k.items = append(k.items, it)
		}
	}
}

// hasReceiver tells whether the type of a carried method takes part: it does
// not where the cell declares another type of those that stood together with
// it.
func (k *checker) hasReceiver(it *item) bool {
	return it.recv == "" || slices.ContainsFunc(k.items, func(t *item) bool {
		return t.recv == "" && slices.Contains(t.names, it.recv)
	})
}

// supersedes tells whether one of the items takes the place of d.
func supersedes(items []*item, d *decl) bool {
	return slices.ContainsFunc(items, func(it *item) bool {
		if d.isMethod() {
			return slices.Contains(d.recv.names, it.recv) && it.names[0] == d.names[0]
		}
		return it.recv == "" && slices.ContainsFunc(it.names, func(name string) bool { return slices.Contains(d.names, name) })
	})
}

// carriedItem parses a declaration of an earlier cell again.
func (k *checker) carriedItem(d *decl) *item {
	if it := k.parsed[d]; it != nil {
		return it
	}
	p := d.piece
	switch d.kind {
	case importPiece, instancePiece, libraryPiece:
		return nil
	case varPiece:
		text, err := spell(d.objects[d.names[0]].Type(), k.userName)
		if err != nil {
			return nil
		}
		cell := &Cell{Label: d.label, Source: "var " + d.names[0] + " " + text}
		p = piece{cell, varPiece, 0, len(cell.Source)}
	}
	syn, faults := parse(k.fset, p)
	if len(faults) > 0 {
		return nil
	}
	it := newItem(syn)
	it.old = d
	k.parsed[d] = it
	return it
}

// promotes tells whether a type has a method that it is promoted.
func promotes(t types.Type, method string) bool {
	for m := range types.NewMethodSet(types.NewPointer(t)).Methods() {
		if len(m.Index()) > 1 && m.Obj().Name() == method {
			return true
		}
	}
	return false
}

// userName spells a type's name as a cell may write it, packages by their
// names in the interpreter.
func (k *checker) userName(o *types.TypeName) (string, bool) {
	if o.Pkg() == nil || o.Pkg().Path() == "main" {
		return o.Name(), true
	}
	return k.names.alias(o.Pkg().Path()) + "." + o.Name(), o.Exported()
}
