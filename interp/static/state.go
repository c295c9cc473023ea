package static

import (
	"cmp"
	"go/types"
	"maps"
	"path/filepath"
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
	generic  *decl                   // of an instance, what it is an instance of
	objects  map[string]types.Object // by name
	emitted  map[string]string       // name in the interpreter, by name
	uses     []*decl                 // what it refers to, in the versions that it was checked against
	source   string                  // lowered
	methods  string                  // of an instance of a type, its methods, lowered
	promoted string                  // of types, the methods that they are promoted, written out
	tie      string                  // of structs that refer to each other, what makes their types
	syntax   *syntax                 // of a generic declaration, from which instances are made
	info     *types.Info             // what was known of syntax
	imports  map[string]string       // names of the packages in source, by path
	asserts  types.Type              // of a function that asserts an interface, that
	named    types.Type              // of an instance of a type, the type
	standing bool                    // it is kept as long as what it uses is current
	serial   int                     // of the program that emitted it
	label    string
}

// isMethod tells whether d declares a method.
func (d *decl) isMethod() bool { return d.recv != nil }

// state is everything that a session has declared at one time. It is never
// changed; a program holds the state that follows.
type state struct {
	names     map[string]*decl
	methods   map[*decl][]*decl // of the types in names
	owners    map[types.Object]*decl
	instances map[string]*decl // of generic declarations in names, by key
	live      []*decl          // names, methods and all that they use, by serial
}

func newState() *state {
	st := &state{names: map[string]*decl{}, methods: map[*decl][]*decl{}, instances: map[string]*decl{}}
	st.index()
	return st
}

// clone returns a copy of st to be changed and then indexed.
func (st *state) clone() *state {
	return &state{names: maps.Clone(st.names), methods: maps.Clone(st.methods), instances: maps.Clone(st.instances)}
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
	for key, d := range st.instances {
		if st.current(d) && !st.stale(d) {
			visit(d)
		} else if !seen[d] {
			delete(st.instances, key)
		}
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
	if d.kind == libraryPiece {
		return true
	}
	if d.generic != nil {
		return st.current(d.generic)
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

// replay lists what the live declarations were lowered to, one unit a
// program.
func (st *state) replay() []Unit {
	var groups [][]*decl
	done := map[string]bool{}
	for _, d := range st.live {
		if d.source == "" || done[d.source] {
			continue
		}
		done[d.source] = true
		if n := len(groups); n > 0 && groups[n-1][0].serial == d.serial {
			groups[n-1] = append(groups[n-1], d)
			continue
		}
		groups = append(groups, []*decl{d})
	}
	var units []Unit
	all := importSet{}
	for _, g := range groups {
		all.addDecls(g)
	}
	units = append(units, all.units()...)
	for _, g := range groups {
		units = append(units, declUnits(st.withMethods(g))...)
	}
	return units
}

// withMethods leaves promoted methods out of types that have newer versions:
// the methods of these are forgotten.
func (st *state) withMethods(decls []*decl) []*decl {
	out := slices.Clone(decls)
	for i, d := range out {
		if d.promoted != "" && !st.current(d) {
			bare := *d
			bare.promoted = ""
			out[i] = &bare
		}
	}
	return out
}

// importSet tells which packages are to be imported, by the label of the cell
// whose lines name them, and their name in the interpreter. The interpreter
// looks a package up in the file that it takes a line to be from, or in the
// file that the unit begins in, which has no label.
type importSet map[string]map[string]string

// add imports packages, given by path with their names, for a label.
func (s importSet) add(label string, names map[string]string) {
	for path, name := range names {
		for _, l := range []string{"", label} {
			if s[l] == nil {
				s[l] = map[string]string{}
			}
			s[l][name] = path
		}
	}
}

func (s importSet) addDecls(decls []*decl) {
	for _, d := range decls {
		s.add(d.label, d.imports)
	}
}

// units are the import declarations.
func (s importSet) units() []Unit {
	var units []Unit
	done := map[string]bool{}
	for _, label := range slices.Sorted(maps.Keys(s)) {
		var b strings.Builder
		if label != "" {
			b.WriteString(lineDirective(&Cell{Label: label}, 0))
		}
		b.WriteString("package main\n")
		file := filepath.Base(fileName(label))
		some := false
		for _, name := range slices.Sorted(maps.Keys(s[label])) {
			if done[name+"/"+file] {
				continue
			}
			done[name+"/"+file], some = true, true
			b.WriteString("import " + name + " \"" + s[label][name] + "\"\n")
		}
		if some {
			units = append(units, Unit{Source: b.String(), Replay: true})
		}
	}
	return units
}

// declUnits joins the lowered text of declarations: to one unit, unless there
// are structs that refer to each other. Then types come first, then what makes
// those of the structs.
func declUnits(decls []*decl) []Unit {
	var ties, first, rest strings.Builder
	all, types := Unit{Replay: true}, Unit{Replay: true}
	for _, d := range decls {
		if d.tie != "" && !strings.Contains(ties.String(), d.tie) {
			ties.WriteString(d.tie + "\n")
		}
		if d.kind == typePiece || d.named != nil {
			first.WriteString(d.source + "\n")
			types.Names = append(types.Names, d.names...)
		}
	}
	if ties.Len() == 0 {
		first.Reset()
		types.Names = nil
	}
	for _, d := range decls {
		if first.Len() == 0 || d.kind != typePiece && d.named == nil {
			rest.WriteString(d.source)
			all.Names = append(all.Names, d.names...)
		}
		rest.WriteString(d.methods)
		rest.WriteString(d.promoted)
		rest.WriteString("\n")
	}
	all.Source = "package main\n" + rest.String()
	if first.Len() == 0 {
		return []Unit{all}
	}
	types.Source = "package main\n" + first.String()
	return []Unit{types, {Source: "package main\n" + ties.String(), Replay: true}, all}
}
