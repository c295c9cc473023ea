package check

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"krigo/interp/static/syntax"
)

// declare gives the cell's declarations their versions, and finds the next state.
func (k *checker) declare() {
	k.begin()
	k.nameItems()
	k.nameVariables()
	k.findUses()
	k.record()
	k.keepLiterals()
	k.keepValued()
	k.Notes = append(k.Notes, k.literalNotes()...)
}

// begin prepares the next state and the names that stay.
func (k *checker) begin() {
	st := k.Before
	k.After = st.clone()
	for _, rule := range k.noted {
		k.After.noted[rule] = true
	}
	k.keepCapacities()
	k.Owners = maps.Clone(st.Owners)
}

// nameItems gives every item's declarations their names in the interpreter.
func (k *checker) nameItems() {
	for _, it := range k.Items {
		d := &Decl{
			Piece: it.Piece, Names: it.Names, Serial: k.Serial, Label: k.Cell.Label, Objects: map[string]types.Object{}, Emitted: map[string]string{},
		}
		if it.carried() {
			d.Label, d.Piece = it.old.Label, it.old.Piece
		}
		if it.Quiet {
			d.Serial = it.old.Serial
		}
		d.Musts = k.mustsOf(it)
		it.Fresh = d
		for _, name := range it.Names {
			k.nameObject(it, name)
		}
	}
}

// nameObject names one object that an item declares.
func (k *checker) nameObject(it *Item, name string) {
	d := it.Fresh
	if it.Recv != "" {
		if m := k.methodObject(it.Recv, name); m != nil {
			d.Objects[name] = m
			k.Owners[m] = d
		}
		d.Emitted[name] = name
		return
	}
	if it.Quiet {
		d.Emitted[name] = it.old.Emitted[name]
	} else {
		d.Emitted[name] = k.supply.unseen(name)
	}
	if o := k.Scope.Lookup(name); o != nil {
		d.Objects[name] = o
		k.Owners[o] = d
	}
}

// methodObject finds a method of a type that the check declared.
func (k *Checked) methodObject(recv, name string) types.Object {
	t, ok := k.Scope.Lookup(recv).(*types.TypeName)
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

// nameVariables decides where the cell's variables live: where the variable of the same
// name and type does, or in a new place. Those are fresh.
func (k *checker) nameVariables() {
	for _, h := range k.Hoists {
		name := h.Ident.Name
		d := k.standingVariable(name, h.local.Type())
		if d == nil {
			d = k.newVariable(h)
			k.Fresh = append(k.Fresh, d)
		}
		h.Fresh = d
		k.After.Names[name] = d
		k.Owners[h.local] = d
	}
	for name, v := range k.globals {
		d := k.After.Names[name]
		k.Owners[v] = d
	}
}

// standingVariable finds the session's variable of that name and type, as it
// is at this point of the cell.
func (k *checker) standingVariable(name string, t types.Type) *Decl {
	d := k.After.Names[name]
	if d == nil || d.Kind != syntax.VarPiece {
		return nil
	}
	for _, it := range k.Items {
		if it.old == d {
			d = it.Fresh
		}
	}
	if !types.Identical(d.Objects[name].Type(), t) {
		return k.earlierVariable(name, t)
	}
	return d
}

// earlierVariable finds a replaced variable of that name and type which functions still
// use.
func (k *checker) earlierVariable(name string, t types.Type) *Decl {
	for _, d := range k.Before.Live {
		if d.Kind == syntax.VarPiece && slices.Contains(d.Names, name) && !k.Before.Stale(d) && types.Identical(d.Objects[name].Type(), t) {
			return d
		}
	}
	return nil
}

func (k *checker) newVariable(h *Hoist) *Decl {
	name := h.Ident.Name
	d := &Decl{
		Piece: syntax.Piece{Kind: syntax.VarPiece}, Names: []string{name}, Serial: k.Serial, Label: k.Cell.Label,
		Objects: map[string]types.Object{name: types.NewVar(token.NoPos, k.Pkg, name, h.local.Type())},
		Emitted: map[string]string{name: k.supply.unseen(name)},
	}
	k.Owners[d.Objects[name]] = d
	return d
}

// record adds the cell's declarations to the next state.
func (k *checker) record() {
	for _, it := range k.Imports {
		for _, name := range it.Names {
			k.After.Names[name] = it.Fresh
		}
	}
	var methods []*Item
	for _, it := range k.Items {
		if it.Recv != "" {
			methods = append(methods, it)
			continue
		}
		for _, name := range it.Fresh.Names {
			if h := k.After.Names[name]; it.Kind != syntax.VarPiece || h == it.old {
				k.After.Names[name] = it.Fresh
			}
		}
	}
	for _, it := range methods {
		if t := k.After.Names[it.Recv]; t != nil {
			it.Fresh.Recv, it.Fresh.Of = t, it.Recv
			it.Fresh.use(t)
			k.After.methods[t] = append(slices.Clip(k.After.methods[t]), it.Fresh)
		}
	}
	for _, it := range k.Items {
		if methods := k.After.methods[it.Fresh]; len(methods) > 0 {
			it.Fresh.Methods = methods
		}
	}
	k.After.index()
}
