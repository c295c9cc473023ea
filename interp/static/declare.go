package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// declare.go: which version of a name a cell declares.

// begin prepares the state that follows and the names that stand.
func (k *check) begin() {
	st := k.s.now
	k.after = st.clone()
	k.emitted = make(map[types.Object]string, len(st.owners))
	k.owners = maps.Clone(st.owners)
	for o, d := range st.owners {
		if name, ok := d.emitted[o.Name()]; ok && !d.isMethod() {
			k.emitted[o] = name
		}
	}
}

// nameItems gives every item's declarations their names in the interpreter.
func (k *check) nameItems() {
	for _, it := range k.items {
		d := &decl{
			piece: it.piece, names: it.names, serial: k.s.serial, label: k.cell.Label, objects: map[string]types.Object{}, emitted: map[string]string{},
		}
		if it.carried() {
			d.label, d.piece = it.old.label, it.old.piece
		}
		if it.quiet {
			d.serial = it.old.serial
		}
		d.musts = k.plainMusts(it)
		it.fresh = d
		for _, name := range it.names {
			k.nameObject(it, name)
		}
	}
}

// nameObject names one object that an item declares.
func (k *check) nameObject(it *item, name string) {
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
		d.emitted[name] = k.s.newName(name)
	}
	if o := k.scope.Lookup(name); o != nil {
		d.objects[name] = o
		k.emitted[o] = d.emitted[name]
		k.owners[o] = d
	}
}

// methodObject finds a method of a type that the check declared.
func (k *check) methodObject(recv, name string) types.Object {
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
// of the same name and type does, or in a place of their own. It returns the
// new ones.
func (k *check) nameVariables() []*decl {
	var fresh []*decl
	for _, h := range k.hoists {
		name := h.ident.Name
		d := k.standingVariable(name, h.local.Type())
		if d == nil {
			d = k.newVariable(h)
			fresh = append(fresh, d)
		}
		h.fresh = d
		k.after.names[name] = d
		k.emitted[h.local] = d.emitted[name]
		k.owners[h.local] = d
	}
	for name, v := range k.globals {
		d := k.after.names[name]
		k.emitted[v] = d.emitted[name]
		k.owners[v] = d
	}
	return fresh
}

// standingVariable finds the session's variable of that name and type, as it
// is at this point of the cell.
func (k *check) standingVariable(name string, t types.Type) *decl {
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
func (k *check) earlierVariable(name string, t types.Type) *decl {
	for _, d := range k.s.now.live {
		if d.kind == varPiece && slices.Contains(d.names, name) && !k.s.now.stale(d) && types.Identical(d.objects[name].Type(), t) {
			return d
		}
	}
	return nil
}

func (k *check) newVariable(h *hoist) *decl {
	name := h.ident.Name
	d := &decl{
		piece: piece{kind: varPiece}, names: []string{name}, serial: k.s.serial, label: k.cell.Label,
		objects: map[string]types.Object{name: types.NewVar(token.NoPos, k.pkg, name, h.local.Type())},
		emitted: map[string]string{name: k.s.newName(name)},
	}
	k.owners[d.objects[name]] = d
	return d
}

// use notes that d refers to u.
func (d *decl) use(u *decl) {
	if u != d && !slices.Contains(d.uses, u) {
		d.uses = append(d.uses, u)
	}
}

// faultAt records a fault of the cell at a node.
func (k *check) faultAt(n ast.Node, message string) {
	for _, it := range slices.Concat(k.stmts, k.items) {
		if it.file == k.fset.File(n.Pos()) {
			k.faults = append(k.faults, fault{it.cell, it.offset(n.Pos()), message})
			return
		}
	}
}

// record notes what the cell declared in the state that follows.
func (k *check) record() {
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

// lineDirective says where in its cell the text that follows is.
func lineDirective(cell *Cell, offset int) string {
	line, _, _ := place(cell.Source, offset)
	column := offset - strings.LastIndexByte(cell.Source[:offset], '\n')
	return "//line " + fileName(cell.Label) + ":" + strconv.Itoa(line) + ":" + strconv.Itoa(column) + "\n"
}

// fileName is a cell's label in a form that a line directive can hold.
func fileName(label string) string {
	label = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return ' '
		}
		return r
	}, label)
	if label == "" {
		return "cell"
	}
	return label
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
