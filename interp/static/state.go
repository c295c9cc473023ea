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
	names    []string                // what it declares; of a method, the method's name
	recv     *decl                   // of a method, its receiver's type
	objects  map[string]types.Object // by name
	emitted  map[string]string       // name in composed files, by name
	uses     []*decl                 // what it refers to, in the versions that it was checked against
	methods  []*decl                 // of types, those that the type had when it was checked
	standing bool                    // it is kept as long as what it uses is current
	musts    []must                  // of a function, its calls of must
	serial   int                     // of the program that emitted it
	label    string
}

// isMethod tells whether d declares a method.
func (d *decl) isMethod() bool { return d.recv != nil }

// state is everything that a session has declared at one time. It is never
// changed; a program holds the state that follows.
type state struct {
	names    map[string]*decl
	methods  map[*decl][]*decl // of the types in names
	owners   map[types.Object]*decl
	literals map[*decl][]string // cells whose function literals use a constant or a function
	live     []*decl            // names, methods and all that they use, by serial
}

func newState() *state {
	st := &state{names: map[string]*decl{}, methods: map[*decl][]*decl{}, literals: map[*decl][]string{}}
	st.index()
	return st
}

// clone returns a copy of st to be changed and then indexed.
func (st *state) clone() *state {
	return &state{names: maps.Clone(st.names), methods: maps.Clone(st.methods), literals: maps.Clone(st.literals)}
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
	if d.standing {
		return !slices.ContainsFunc(d.uses, func(u *decl) bool { return !st.current(u) })
	}
	return slices.ContainsFunc(d.names, func(name string) bool { return st.names[name] == d })
}

// stale tells whether d depends on a declaration that has a newer version.
func (st *state) stale(d *decl) bool {
	return slices.ContainsFunc(d.uses, func(u *decl) bool { return !st.current(u) })
}

// comment is the comment that stands right before a declaration in its cell.
func (d *decl) comment() string {
	if d.cell == nil {
		return ""
	}
	lines := strings.Split(strings.TrimSuffix(d.cell.Source[:d.start], "\n"), "\n")
	var doc []string
	for i := len(lines) - 1; i >= 0; i-- {
		text, ok := strings.CutPrefix(strings.TrimSpace(lines[i]), "//")
		if !ok {
			break
		}
		doc = append([]string{strings.TrimPrefix(text, " ")}, doc...)
	}
	return strings.Join(doc, "\n")
}

// named finds what a name stands for, or one of a type and its method.
func (st *state) named(name string) *decl {
	if t, method, ok := strings.Cut(name, "."); ok {
		return st.method(st.names[t], method)
	}
	return st.names[name]
}

// method finds the method of a type.
func (st *state) method(t *decl, name string) *decl {
	for _, m := range st.methods[t] {
		if m.names[0] == name {
			return m
		}
	}
	return nil
}

// use notes that d refers to u.
func (d *decl) use(u *decl) {
	if u != d && !slices.Contains(d.uses, u) {
		d.uses = append(d.uses, u)
	}
}
