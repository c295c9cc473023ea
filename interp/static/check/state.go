package check

import (
	"cmp"
	"go/types"
	"maps"
	"slices"
	"strings"

	"krigo/interp/static/syntax"
)

// Decl is a declaration of the session: a piece of some cell, or one variable. It never
// changes once it is committed; a newer declaration of the name replaces it.
type Decl struct {
	syntax.Piece
	Names   []string                // what it declares; of a method, the method's name
	Recv    *Decl                   // of a method, the declaration of its receiver's type
	Of      string                  // of a method, the name of that type
	Objects map[string]types.Object // by name
	Emitted map[string]string       // name in composed files, by name
	Uses    []*Decl                 // what it refers to, in the versions that it was checked against
	Methods []*Decl                 // of types, those that the type had when it was checked
	Musts   []Must                  // of a function, its calls of must
	Serial  int                     // of the program that emitted it
	Label   string
}

// IsMethod reports whether d declares a method.
func (d *Decl) IsMethod() bool { return d.Recv != nil }

// State holds all declarations of a session at one time. It is immutable; a program holds
// the next state.
type State struct {
	Names    map[string]*Decl
	methods  map[*Decl][]*Decl // of the types in names
	Owners   map[types.Object]*Decl
	literals map[*Decl][]string // cells whose function literals use a constant or a function
	valued   map[string]bool    // types, by name, that statements may have made values of
	noted    map[string]bool    // rules that are noted once, and were
	open     map[string]bool    // variables and functions whose value or first result has an open capacity
	measured map[string][]int   // of functions, the parameters whose capacity they read
	Live     []*Decl            // names, methods and all that they use, by serial
}

func newState() *State {
	st := &State{Names: map[string]*Decl{}, methods: map[*Decl][]*Decl{}, literals: map[*Decl][]string{}, valued: map[string]bool{}, noted: map[string]bool{}, open: map[string]bool{}, measured: map[string][]int{}}
	st.index()
	return st
}

// clone returns a copy of st to be changed and then indexed.
func (st *State) clone() *State {
	return &State{Names: maps.Clone(st.Names), methods: maps.Clone(st.methods), literals: maps.Clone(st.literals), valued: maps.Clone(st.valued), noted: maps.Clone(st.noted), open: maps.Clone(st.open), measured: maps.Clone(st.measured)}
}

// Without returns the state without some names.
func (st *State) Without(names ...string) *State {
	next := st.clone()
	for _, name := range names {
		delete(next.Names, name)
	}
	next.index()
	return next
}

// index finds the reachable declarations and drops the others.
func (st *State) index() {
	for t := range st.methods {
		if !st.Current(t) {
			delete(st.methods, t)
		}
	}
	seen := map[*Decl]bool{}
	st.Live = nil
	var visit func(d *Decl)
	visit = func(d *Decl) {
		if seen[d] {
			return
		}
		seen[d] = true
		st.Live = append(st.Live, d)
		for _, u := range d.Uses {
			visit(u)
		}
		for _, m := range st.methods[d] {
			visit(m)
		}
	}
	for _, d := range st.Names {
		visit(d)
	}
	slices.SortFunc(st.Live, func(a, b *Decl) int {
		return cmp.Or(cmp.Compare(a.Serial, b.Serial), cmp.Compare(a.Start, b.Start), slices.Compare(a.Names, b.Names))
	})
	st.Owners = make(map[types.Object]*Decl, len(st.Live))
	for _, d := range st.Live {
		for _, o := range d.Objects {
			st.Owners[o] = d
		}
	}
}

// Current reports whether d's names still denote d.
func (st *State) Current(d *Decl) bool {
	if d.IsMethod() {
		return slices.Contains(st.methods[d.Recv], d)
	}
	return slices.ContainsFunc(d.Names, func(name string) bool { return st.Names[name] == d })
}

// Stale reports whether d depends on a declaration that has a newer version.
func (st *State) Stale(d *Decl) bool {
	return slices.ContainsFunc(d.Uses, func(u *Decl) bool { return !st.Current(u) })
}

// Comment returns the comment right before a declaration in its cell.
func (d *Decl) Comment() string {
	if d.Cell == nil {
		return ""
	}
	lines := strings.Split(strings.TrimSuffix(d.Cell.Source[:d.Start], "\n"), "\n")
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

// Named finds the declaration of a name, or of a type and its method.
func (st *State) Named(name string) *Decl {
	if t, method, ok := strings.Cut(name, "."); ok {
		return st.method(t, method)
	}
	return st.Names[name]
}

// method finds the method of the type of a name.
func (st *State) method(typ, name string) *Decl {
	for _, m := range st.methods[st.Names[typ]] {
		if m.Of == typ && m.Names[0] == name {
			return m
		}
	}
	return nil
}

// use notes that d refers to u.
func (d *Decl) use(u *Decl) {
	if u != d && !slices.Contains(d.Uses, u) {
		d.Uses = append(d.Uses, u)
	}
}

// Must is a call of must: the offset of its name in the cell, and its number of values.
type Must struct {
	At     int
	Values string
}
