package static

import (
	"cmp"
	"go/types"
	"maps"
	"slices"
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
	head     string                  // its text in the files of later cells
	paths    []string                // the packages that head names
	standing bool                    // it is kept as long as what it uses is current
	musts    []edit                  // of a function, what a saved session has for must
	serial   int                     // of the program that emitted it
	label    string
}

// isMethod tells whether d declares a method.
func (d *decl) isMethod() bool { return d.recv != nil }

// state is everything that a session has declared at one time. It is never
// changed; a program holds the state that follows.
type state struct {
	names    map[string]*decl
	methods  map[*decl][]*decl    // of the types in names
	versions map[string][]version // of functions, by name
	owners   map[types.Object]*decl
	literals map[*decl][]string // cells whose function literals use a constant or a function
	live     []*decl            // names, methods and all that they use, by serial
}

// version is the latest version of a function that has a signature: what composed
// files call it, and the signature.
type version struct{ emitted, signature string }

func newState() *state {
	st := &state{names: map[string]*decl{}, methods: map[*decl][]*decl{}, versions: map[string][]version{}, literals: map[*decl][]string{}}
	st.index()
	return st
}

// clone returns a copy of st to be changed and then indexed.
func (st *state) clone() *state {
	return &state{names: maps.Clone(st.names), methods: maps.Clone(st.methods), versions: maps.Clone(st.versions), literals: maps.Clone(st.literals)}
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
