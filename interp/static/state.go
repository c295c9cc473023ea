package static

import (
	"cmp"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// decl is a declaration of the session: a piece of some cell, or one
// variable. It never changes once it is committed; a newer declaration of a
// name takes its place.
type decl struct {
	piece
	names   []string                // what it declares; of a method, the method's name
	recv    *decl                   // of a method, its receiver's type
	objects map[string]types.Object // by name
	emitted map[string]string       // name in the interpreter, by name
	uses    []*decl                 // what it refers to, in the versions that it was checked against
	source  string                  // lowered
	serial  int                     // of the program that emitted it
	label   string
}

// isMethod tells whether d declares a method.
func (d *decl) isMethod() bool { return d.recv != nil }

// state is everything that a session has declared at one time. It is never
// changed; a program holds the state that follows.
type state struct {
	names   map[string]*decl
	methods map[*decl][]*decl // of the types in names
	aliases map[string]string // name of an imported package in the interpreter, by path
	owners  map[types.Object]*decl
	live    []*decl // names, methods and all that they use, by serial
}

func newState() *state {
	st := &state{names: map[string]*decl{}, methods: map[*decl][]*decl{}, aliases: map[string]string{}}
	st.index()
	return st
}

// clone returns a copy of st to be changed and then indexed.
func (st *state) clone() *state {
	return &state{names: maps.Clone(st.names), methods: maps.Clone(st.methods), aliases: maps.Clone(st.aliases)}
}

// index finds what is reachable: what is not is forgotten.
func (st *state) index() {
	for t := range st.methods {
		if !st.current(t) {
			delete(st.methods, t)
		}
	}
	seen := map[*decl]bool{}
	st.live = nil
	var visit func(d *decl)
	visit = func(d *decl) {
		if seen[d] {
			return
		}
		seen[d] = true
		st.live = append(st.live, d)
		for _, u := range d.uses {
			visit(u)
		}
		for _, m := range st.methods[d] {
			visit(m)
		}
	}
	for _, d := range st.names {
		visit(d)
	}
	slices.SortFunc(st.live, func(a, b *decl) int {
		return cmp.Or(cmp.Compare(a.serial, b.serial), cmp.Compare(a.start, b.start), slices.Compare(a.names, b.names))
	})
	st.owners = make(map[types.Object]*decl, len(st.live))
	for _, d := range st.live {
		for _, o := range d.objects {
			st.owners[o] = d
		}
	}
}

// current tells whether d is what its names stand for today.
func (st *state) current(d *decl) bool {
	if d.isMethod() {
		return slices.Contains(st.methods[d.recv], d)
	}
	return slices.ContainsFunc(d.names, func(name string) bool { return st.names[name] == d })
}

// stale tells whether d depends on a declaration that has a newer version.
func (st *state) stale(d *decl) bool {
	return slices.ContainsFunc(d.uses, func(u *decl) bool { return !st.current(u) })
}

// replay lists what the live declarations were lowered to, one unit a
// program.
func (st *state) replay() []Unit {
	var units []Unit
	if imports := importUnit(st.aliases); imports.Source != "" {
		units = append(units, imports)
	}
	done := map[string]bool{}
	var group []*decl
	flush := func() {
		if u := declUnit(group); len(u.Names) > 0 {
			units = append(units, u)
		}
		group = nil
	}
	for _, d := range st.live {
		if d.source == "" || done[d.source] {
			continue
		}
		done[d.source] = true
		if len(group) > 0 && group[0].serial != d.serial {
			flush()
		}
		group = append(group, d)
	}
	flush()
	return units
}

// importUnit imports packages under the given names, by path.
func importUnit(aliases map[string]string) Unit {
	if len(aliases) == 0 {
		return Unit{}
	}
	var b strings.Builder
	b.WriteString("package main\n")
	for _, path := range slices.Sorted(maps.Keys(aliases)) {
		b.WriteString("import " + aliases[path] + " \"" + path + "\"\n")
	}
	return Unit{Source: b.String(), Replay: true}
}

// declUnit joins the lowered text of declarations.
func declUnit(decls []*decl) Unit {
	var b strings.Builder
	b.WriteString("package main\n")
	u := Unit{Replay: true}
	for _, d := range decls {
		b.WriteString(d.source)
		b.WriteString("\n")
		u.Names = append(u.Names, d.names...)
	}
	u.Source = b.String()
	return u
}
