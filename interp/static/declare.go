package static

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
)

// declare.go: which version of a name a cell declares.

// declare gives what the cell declares its versions, and finds the state that
// follows.
func (k *checker) declare() {
	k.begin()
	k.nameItems()
	k.nameVariables()
	k.findUses()
	k.record()
	k.keepLiterals()
	k.notes = append(k.notes, k.literalNotes()...)
}

// begin prepares the state that follows and the names that stand.
func (k *checker) begin() {
	st := k.before
	k.after = st.clone()
	k.owners = maps.Clone(st.owners)
}

// nameItems gives every item's declarations their names in the interpreter.
func (k *checker) nameItems() {
	for _, it := range k.items {
		d := &decl{
			piece: it.piece, names: it.names, serial: k.serial, label: k.cell.Label, objects: map[string]types.Object{}, emitted: map[string]string{},
		}
		if it.carried() {
			d.label, d.piece = it.old.label, it.old.piece
		}
		if it.quiet {
			d.serial = it.old.serial
		}
		d.musts = k.mustsOf(it)
		it.fresh = d
		for _, name := range it.names {
			k.nameObject(it, name)
		}
	}
}

// nameObject names one object that an item declares.
func (k *checker) nameObject(it *item, name string) {
	d := it.fresh
	if it.recv != "" {
		if m := k.methodObject(it.recv, name); m != nil {
			d.objects[name] = m
			k.owners[m] = d
		}
		d.emitted[name] = name
		return
	}
	if it.quiet {
		d.emitted[name] = it.old.emitted[name]
	} else {
		d.emitted[name] = k.names.unseen(name)
	}
	if o := k.scope.Lookup(name); o != nil {
		d.objects[name] = o
		k.owners[o] = d
	}
}

// methodObject finds a method of a type that the check declared.
func (k *checked) methodObject(recv, name string) types.Object {
	t, ok := k.scope.Lookup(recv).(*types.TypeName)
	if !ok {
		return nil
	}
	if named, ok := types.Unalias(t.Type()).(*types.Named); ok {
		for m := range named.Methods() {
			if m.Name() == name {
				return m
			}
		}
	}
	return nil
}

// nameVariables decides where the cell's variables live: where the variable
// of the same name and type does, or in a place of their own. Those are
// fresh.
func (k *checker) nameVariables() {
	for _, h := range k.hoists {
		name := h.ident.Name
		d := k.standingVariable(name, h.local.Type())
		if d == nil {
			d = k.newVariable(h)
			k.fresh = append(k.fresh, d)
		}
		h.fresh = d
		k.after.names[name] = d
		k.owners[h.local] = d
	}
	for name, v := range k.globals {
		d := k.after.names[name]
		k.owners[v] = d
	}
}

// standingVariable finds the session's variable of that name and type, as it
// is at this point of the cell.
func (k *checker) standingVariable(name string, t types.Type) *decl {
	d := k.after.names[name]
	if d == nil || d.kind != varPiece {
		return nil
	}
	for _, it := range k.items {
		if it.old == d {
			d = it.fresh
		}
	}
	if !types.Identical(d.objects[name].Type(), t) {
		return k.earlierVariable(name, t)
	}
	return d
}

// earlierVariable finds a variable of that name and type which another has
// taken the place of, and which functions still use.
func (k *checker) earlierVariable(name string, t types.Type) *decl {
	for _, d := range k.before.live {
		if d.kind == varPiece && slices.Contains(d.names, name) && !k.before.stale(d) && types.Identical(d.objects[name].Type(), t) {
			return d
		}
	}
	return nil
}

func (k *checker) newVariable(h *hoist) *decl {
	name := h.ident.Name
	d := &decl{
		piece: piece{kind: varPiece}, names: []string{name}, serial: k.serial, label: k.cell.Label,
		objects: map[string]types.Object{name: types.NewVar(token.NoPos, k.pkg, name, h.local.Type())},
		emitted: map[string]string{name: k.names.unseen(name)},
	}
	k.owners[d.objects[name]] = d
	return d
}

// record notes what the cell declared in the state that follows.
func (k *checker) record() {
	for _, it := range k.imports {
		for _, name := range it.names {
			k.after.names[name] = it.fresh
		}
	}
	var methods []*item
	for _, it := range k.items {
		if it.recv != "" {
			methods = append(methods, it)
			continue
		}
		for _, name := range it.fresh.names {
			if h := k.after.names[name]; it.kind != varPiece || h == it.old {
				k.after.names[name] = it.fresh
			}
		}
	}
	for _, it := range methods {
		if t := k.after.names[it.recv]; t != nil {
			it.fresh.recv = t
			it.fresh.use(t)
			k.after.methods[t] = append(k.after.methods[t], it.fresh)
		}
	}
	for _, it := range k.items {
		if methods := k.after.methods[it.fresh]; len(methods) > 0 {
			it.fresh.methods = methods
		}
	}
	k.after.index()
}
