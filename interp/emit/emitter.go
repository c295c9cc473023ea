package emit

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"krigo/modules/source"
)

// Emitter emits the functions of one session, unit by unit. Each unit may come
// from a check of its own: code of an earlier unit is identified by a text, its key,
// and a function without a body is one of these. It is not safe for concurrent
// use.
type Emitter struct {
	tables
	statements statements

	registering []string // packages for which Registers holds and that the unit imports

	initial []*ssa.Function // initialise packages that are not compiled and that the unit imports, in order

	// Of the unit.
	unit  Unit
	out   strings.Builder          // functions
	stubs map[*ssa.Function]string // names of those that call the machine's roots
}

// tables are the values that the units of a session share. Each of them uses those before it, and owns its maps: a
// unit changes them through their methods and can be rolled back.
type tables struct {
	journal   *journal
	namer     *namer
	views     *views
	names     *typeNames
	keys      *typeKeys
	symbols   *symbols
	types     *typeTable
	globals   *globals
	functions *functions
	imports   *imports
	reach     *reach
	machine   *selection
	arrays    *arrays
	refs      *references
}

// newEmitter returns an emitter that has emitted nothing.
func newEmitter(world World, fset *token.FileSet) *Emitter {
	e := new(Emitter)
	j, n := new(journal), new(namer)
	v := &views{world: world, own: map[*types.Package]bool{}, whole: map[*types.Package]map[string]*source.Refusal{}}
	names := &typeNames{views: v}
	keys := &typeKeys{journal: j, views: v, versions: map[string][]string{}, instances: map[string][][]types.Type{}}
	s := &symbols{journal: j, namer: n, names: map[string]string{}}
	t := &typeTable{
		journal: j, views: v, names: names, keys: keys, symbols: s,
		described: map[string]*described{}, workIDs: map[string]int{}, families: map[string]int{}, methodTypes: map[string]int{},
	}
	g := &globals{journal: j, namer: n, views: v, symbols: s, types: t, names: map[string]string{}, placed: map[string]bool{}}
	f := &functions{
		journal: j, namer: n, keys: keys, emitted: map[string]string{}, newest: map[string]string{}, generations: map[string]int{}, emittedOf: map[string]int{},
	}
	i := &imports{views: v, symbols: s, types: t, functions: f}
	r := &reach{views: v, names: names, types: t, functions: f}
	a := &arrays{symbols: s, types: t, bytes: map[*ssa.Store]string{}}
	m := &selection{
		fset: fset, journal: j, views: v, types: t, globals: g, functions: f, imports: i, reach: r, statements: &e.statements, arrays: a, earlier: map[string]bool{},
	}
	e.tables = tables{j, n, v, names, keys, s, t, g, f, i, r, m, a, &references{symbols: s, types: t, globals: g, functions: f, imports: i, machine: m}}
	return e
}

// Commit keeps everything emitted since the last Commit or Rollback.
func (e *Emitter) Commit() { e.journal.commit() }

// Rollback discards it.
func (e *Emitter) Rollback() { e.journal.rollback() }

// Own makes the emitter emit the functions of package p.
func (e *Emitter) Own(p *types.Package) { e.views.own[p] = true }

// Session declares whether later units may declare methods of the types of the next
// one, which is then not a whole program.
func (e *Emitter) Session(is bool) { e.keys.session = is }

// Fresh sets the generic functions and methods that the next unit redeclares, by
// [GenericKey]: instances of all others are known.
func (e *Emitter) Fresh(generic map[string]bool) { e.functions.declareAnew(generic) }

// Unit emits the functions of a package that have a body, with all that they
// refer to and that was not emitted before. It returns the emitted names of
// roots.
func (e *Emitter) Unit(pkg *ssa.Package, redirects []Redirect, roots ...*ssa.Function) (u *Unit, names []string, err error) {
	defer func() {
		if r := recover(); r != nil {
			refusal, ok := r.(*Refusal)
			if !ok {
				panic(r)
			}
			err = refusal
		}
	}()
	e.begin(pkg)
	defer delete(e.views.own, pkg.Pkg)
	names = e.start(pkg, roots)
	e.machine.choose(e.functions.queue)
	e.emitAll()
	for i, f := range roots {
		if stub, ok := e.stubs[f]; ok {
			names[i] = stub
		}
	}
	for _, r := range redirects {
		e.functions.redirect(r)
	}
	e.replaceSuperseded()
	e.initialise()
	return e.finish(), names, nil
}

// begin forgets what belongs to the unit before.
func (e *Emitter) begin(pkg *ssa.Package) {
	e.unit, e.stubs = Unit{}, map[*ssa.Function]string{}
	e.out.Reset()
	e.keys.begin()
	e.names.begin()
	e.symbols.begin()
	e.types.begin()
	e.globals.begin()
	e.functions.begin(pkg)
	e.reach.begin(pkg.Prog)
	e.machine.begin()
	clear(e.arrays.bytes)
}

// start describes the types that have got methods and names the functions that the unit begins with; it returns the
// names of roots.
func (e *Emitter) start(pkg *ssa.Package, roots []*ssa.Function) (names []string) {
	e.renew(pkg.Pkg.Scope())
	for _, f := range roots {
		names = append(names, e.functions.name(f))
		e.machine.roots[f] = true
	}
	for _, f := range bodies(pkg) {
		e.functions.name(f)
	}
	e.initial = slices.DeleteFunc(e.initial, func(f *ssa.Function) bool { return !e.functions.toEmit(f) })
	for _, f := range e.initial {
		e.functions.name(f)
	}
	e.renewInstances(pkg)
	return names
}

// emitAll emits the functions that wait, and the methods of types when no function does. Each may bring further ones.
func (e *Emitter) emitAll() {
	for {
		if f := e.functions.next(); f != nil {
			e.emit(f)
		} else if d := e.types.nextUnwritten(); d != nil {
			e.emitMethods(d)
		} else {
			return
		}
	}
}

// emit emits a function, for the machine or as text.
func (e *Emitter) emit(f *ssa.Function) {
	if _, ok := e.machine.codes[f]; ok {
		e.emitMachines(f)
		if e.machine.roots[f] {
			e.stubs[f] = e.namer.unique(f.Name()) // panics report the root itself
			e.stub(f, e.stubs[f])
		}
		return
	}
	e.machine.orderOnce(f)
	about := e.about(f)
	e.out.WriteString(newWriter(&e.tables, f, about).function(e.functions.names[f]))
	e.describe(about)
}

// emitMachines adds a function of the machine to the unit.
func (e *Emitter) emitMachines(f *ssa.Function) {
	name := e.functions.names[f]
	code, err := e.machine.lowered(f)
	if err != nil {
		refuse(f.Pos(), "%s", err)
	}
	e.unit.Machine = append(e.unit.Machine, code.Named(name))
	note(e.journal, e.machine.earlier, name, true)
	e.describe(e.about(f))
}

// describe adds a function of a cell to the unit's; nil is none.
func (e *Emitter) describe(about *Function) {
	if about != nil {
		e.unit.Functions = append(e.unit.Functions, *about)
	}
}

// emitMethods writes that a type has its methods.
func (e *Emitter) emitMethods(d *described) {
	values := types.NewMethodSet(d.t)
	pointers := types.NewMethodSet(types.NewPointer(d.t))
	e.machine.choose(e.reach.newMethods(values, pointers))
	for i := range pointers.Len() {
		sel := pointers.At(i)
		m := sel.Obj().(*types.Func)
		byPointer := e.reach.prog.MethodValue(sel)
		if byPointer == nil || !e.functions.emittable(byPointer) || !m.Exported() && !e.views.own[m.Pkg()] || !e.views.expressible(byPointer) {
			continue
		}
		pkg := ""
		if !m.Exported() {
			pkg = m.Pkg().Path()
		}
		byValue := "nil"
		if v := values.Lookup(m.Pkg(), m.Name()); v != nil {
			byValue = e.refs.call(e.reach.prog.MethodValue(v))
		}
		e.globals.setUp("q.SetMethod(%d, %q, %q, %s, %s)", d.id, m.Name(), pkg, e.refs.call(byPointer), byValue)
	}
}

// replaceSuperseded makes calls of earlier functions go to those in their place.
func (e *Emitter) replaceSuperseded() {
	for _, s := range e.functions.superseded {
		later := e.functions.names[s.later]
		switch was, is := e.machine.earlier[s.earlier], e.machine.has(s.later); {
		case is && !was:
			later = e.namer.unique(s.later.Name())
			e.stub(s.later, later)
			fallthrough
		case was == is || is:
			e.globals.setUp("q.Redirect(%q, %q)", s.earlier, later)
		default:
			e.globals.setUp("q.RedirectTo(%q, %s)", s.earlier, e.refs.value(s.later))
		}
	}
}

// initialise has the packages initialised that no earlier unit has: when the types have their methods.
func (e *Emitter) initialise() {
	for _, f := range e.initial {
		e.unit.Packages = append(e.unit.Packages, Package{f.Pkg.Pkg.Path(), e.functions.names[f], hasVariables(f.Pkg)})
	}
}

func hasVariables(pkg *ssa.Package) bool {
	for name, m := range pkg.Members {
		if _, ok := m.(*ssa.Global); ok && !strings.Contains(name, "$") {
			return true
		}
	}
	return false
}

// stub writes an interpreted function that calls one of the machine's.
func (e *Emitter) stub(f *ssa.Function, name string) {
	var params, args []string
	for i, p := range f.Params {
		args = append(args, fmt.Sprintf("p%d", i))
		params = append(params, args[i]+" "+e.types.work(p.Type()))
	}
	call := e.refs.call(f) + "(" + list(args) + ")"
	if f.Signature.Results().Len() > 0 {
		call = "return " + call
	}
	fmt.Fprintf(&e.out, "func %s(%s)%s {\n\t%s\n}\n\n", name, strings.Join(params, ", "), e.types.results(f.Signature.Results()), call)
}

// finish returns the unit with all that was emitted.
func (e *Emitter) finish() *Unit {
	u := e.unit
	if e.globals.setup.Len() > 0 {
		u.Setup = e.namer.unique("setup")
		fmt.Fprintf(&e.out, "func %s() {\n%s}\n", u.Setup, e.globals.setup.String())
	}
	u.Registering = e.registering
	e.initial, e.registering = nil, nil
	u.Types, u.Symbols, u.Faults = e.types.made, e.symbols.made, e.machine.faults()
	u.Source = e.globals.declared.String() + "\n" + e.out.String()
	return &u
}

// renew describes the types that have got methods since they were described, so
// that their values are known to have them.
func (e *Emitter) renew(scope *types.Scope) {
	for _, name := range scope.Names() {
		o, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || o.IsAlias() {
			continue
		}
		named, ok := o.Type().(*types.Named)
		if !ok || named.TypeParams().Len() > 0 || types.IsInterface(named) {
			continue
		}
		e.types.renewType(named)
	}
}

// bodies returns the functions and methods that a package declares with a body,
// generic ones excepted, in the order of the source.
func bodies(pkg *ssa.Package) []*ssa.Function {
	var out []*ssa.Function
	add := func(f *ssa.Function) {
		if f != nil && f.Blocks != nil && f.Synthetic == "" && f.TypeParams().Len() == 0 {
			out = append(out, f)
		}
	}
	for _, m := range pkg.Members {
		switch m := m.(type) {
		case *ssa.Function:
			add(m)
		case *ssa.Type:
			if named, ok := m.Type().(*types.Named); ok && named.TypeParams().Len() == 0 {
				for method := range named.Methods() {
					add(pkg.Prog.FuncValue(method))
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b *ssa.Function) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return out
}
