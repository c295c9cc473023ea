// Package emit turns checked Go into a small Go that the interpreter runs
// right: golang.org/x/tools/go/ssa makes generics, closures, the order of
// evaluation, defers, ranges over functions and the operations of interfaces
// explicit, and this package writes each SSA function as one function of
// declared registers, labels and gotos.
//
// Emitted code declares no types. The interpreter sees compiled types only,
// imported from package q: Go's own, and types that are made in the worker
// (package gotype) as the descriptions that go with the text say. A type of a
// cell has two views of one memory layout:
//
//   - its true type, with its name, its methods and the names of its fields,
//     is what interfaces hold and compiled code sees;
//   - its work type is what the interpreter handles: named types are what they
//     are made of, and structs have exported fields F0, F1, …, since
//     reflection, on which the interpreter is built, sets no others.
//
// Where a value goes into an interface or comes out of one, it turns from one
// view to the other (boxes.go). Interface types have one view.
//
// A unit is the text with descriptions of the types and symbols that it needs; what
// earlier units emitted is known by keys (keys.go). Before what can panic stands
// an assignment of its line (marks.go).
//
// Nothing here runs code or asks reflection about a value.
package emit

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/internal/gotype"
	"krigo/interp/machine"
	"krigo/interp/machine/lower"
)

// Unit is emitted code with what it needs, in the order in which a worker
// takes it: types, symbols, source; then Setup is called.
type Unit struct {
	Types   []Type   `json:"types,omitempty"`
	Symbols []Symbol `json:"symbols,omitempty"`
	// Machine are the functions that the machine runs.
	Machine []machine.Code `json:"machine,omitempty"`
	Source  string         `json:"source"`
	// Setup is the function that fills in the methods of types.
	Setup string `json:"setup,omitempty"`
	// Functions are those of cells, for messages.
	Functions []Function `json:"functions,omitempty"`
}

// Function is a function of a cell.
type Function struct {
	// Name is its emitted name, and User what users call it, empty for the
	// function that holds a cell's statements.
	Name string `json:"name"`
	User string `json:"user,omitempty"`
	// Cell and Line are its place.
	Cell string `json:"cell"`
	Line int    `json:"line"`
	// Mark names the symbol of a variable that keeps the line of what runs.
	Mark string `json:"mark,omitempty"`
	// Literal tells that calls enter a function literal in it.
	Literal bool `json:"literal,omitempty"`
	// Declared names the declaration that it is part of ("f", "T.Method"), empty for a cell's statements; Inner
	// tells that it is a function literal.
	Declared string `json:"-"`
	Inner    bool   `json:"-"`
	// Compiled tells that the machine runs it, and Obstacles what keeps it out otherwise.
	Compiled  bool       `json:"-"`
	Obstacles []Obstacle `json:"-"`
}

// Type is a type that emitted code or another type refers to by its ID: one
// that a compiled package declares, or one to be made.
type Type struct {
	gotype.Desc
	// Path and Ident name a compiled package's type. Path is empty for one to be
	// made, and for Go's own type error.
	Path  string `json:"path,omitempty"`
	Ident string `json:"ident,omitempty"`
	// Like is a compiled struct type whose underlying type this one has.
	Like int `json:"like,omitempty"`
	// Work tells that this is the work view of a type; Hidden, that it is the
	// true view of one that has another work view.
	Work   bool `json:"work,omitempty"`
	Hidden bool `json:"hidden,omitempty"`
}

// Symbol is something that emitted code calls q.Name.
type Symbol struct {
	Name string     `json:"name"`
	Kind SymbolKind `json:"kind"`
	// Path and Ident name a compiled function or variable. A method is
	// that of Type.
	Path  string `json:"path,omitempty"`
	Ident string `json:"ident,omitempty"`
	Type  int    `json:"type,omitempty"`
	// Signature is the type of a function that a worker makes.
	Signature int `json:"signature,omitempty"`
}

// SymbolKind tells what a Symbol is.
type SymbolKind string

const (
	TypeSymbol       SymbolKind = "type"       // Type itself
	FuncSymbol       SymbolKind = "func"       // a compiled function
	SliceSymbol      SymbolKind = "slice"      // a compiled variadic function that takes a slice
	MarkSymbol       SymbolKind = "mark"       // the address of a new variable that keeps a line
	VarSymbol        SymbolKind = "var"        // the address of a compiled variable
	MethodSymbol     SymbolKind = "method"     // method Ident of the compiled Type, the receiver its first parameter
	InvokeSymbol     SymbolKind = "invoke"     // a function of Signature that calls method Ident of interface Type
	IsSymbol         SymbolKind = "is"         // the conversion of an any to whether it holds a Type
	ImplementsSymbol SymbolKind = "implements" // the conversion of an any to whether it implements Type
	FailSymbol       SymbolKind = "fail"       // a function that panics as a failed assertion to Type does, of an interface of type Signature
	BoxSymbol        SymbolKind = "box"        // a function from the work type Signature to Type
	MachineSymbol    SymbolKind = "machine"    // function Ident of the machine, of Signature; of Type, where not 0, what makes one of captured variables
	ValueSymbol      SymbolKind = "value"      // a function that returns its argument, a function of Signature
)

// Emitter emits the functions of one session, unit by unit. Each unit may come
// from a check of its own: what an earlier unit has emitted is known by its key,
// a text that says what it is, and what has no body now is that. It is not safe
// for concurrent use.
type Emitter struct {
	prog  *ssa.Program
	world World
	own   map[*types.Package]bool // packages whose functions are emitted

	// What units have emitted.
	journal journal
	names   int               // that were made unique
	ids     int               // of types
	emitted map[string]string // functions, by key
	newest  map[string]string // of the functions and methods of a name and a signature
	// Of generic functions and methods: how often they were declared, by key; of which of
	// these declarations their emitted instances are, by key; and by the names of types the
	// type arguments of their instances.
	generations map[string]int
	emittedOf   map[string]int
	instances   map[string][][]types.Type
	symbols     map[string]string     // by key
	variables   map[string]string     // global ones, zeros, constants and values, by key
	described   map[string]*described // by key
	workIDs     map[string]int        // IDs of work types, by key without versions
	methodTypes map[string]int        // IDs of methods' types, by key without versions
	versions    map[string][]string   // of a type's method set, by key
	machines    map[string]bool       // emitted names of the machine's functions
	placed      map[string]bool       // variables of which the machine knows where they lie
	session     bool                  // later units may declare methods of the unit's types
	renewed     bool                  // some type has more than one

	// Of the unit.
	unit       Unit
	current    *ssa.Package
	statements statements
	funcs      map[*ssa.Function]string
	keys       map[types.Type]string
	localArgs  map[*types.Named][]types.Type // type arguments of the instances that declare types
	fresh      map[string]bool               // generic functions that are declared anew, by key
	queue      []*ssa.Function               // named, not yet emitted
	methods    []*described                  // whose methods are not yet emitted
	candidates []*described
	out        strings.Builder // functions
	declared   strings.Builder // variables
	setup      strings.Builder // the body of Setup
	lowered    lowering
}

// Refusal is the reason why a construct is not emitted.
type Refusal struct {
	Pos     token.Pos
	Message string
}

func (r *Refusal) Error() string { return r.Message }

// newEmitter returns an emitter that has emitted nothing.
func newEmitter(world World) *Emitter {
	return &Emitter{
		world: world, own: map[*types.Package]bool{}, emitted: map[string]string{}, newest: map[string]string{}, symbols: map[string]string{},
		generations: map[string]int{}, emittedOf: map[string]int{}, instances: map[string][][]types.Type{},
		variables: map[string]string{}, described: map[string]*described{}, workIDs: map[string]int{}, methodTypes: map[string]int{}, versions: map[string][]string{},
		machines: map[string]bool{}, placed: map[string]bool{},
	}
}

// journal takes back what a unit has noted that no worker evaluates.
type journal struct{ undo []func() }

// note sets an entry of a map.
func note[K comparable, V any](j *journal, m map[K]V, k K, v V) {
	old, had := m[k]
	j.undo = append(j.undo, func() {
		if had {
			m[k] = old
			return
		}
		delete(m, k)
	})
	m[k] = v
}

// Commit keeps what was emitted since the last Commit or Rollback.
func (e *Emitter) Commit() { e.journal.undo = nil }

// Rollback forgets it.
func (e *Emitter) Rollback() {
	for _, undo := range slices.Backward(e.journal.undo) {
		undo()
	}
	e.journal.undo = nil
}

// Own tells that the functions of a package are emitted.
func (e *Emitter) Own(p *types.Package) { e.own[p] = true }

// refuse ends the emission of a unit.
func (e *Emitter) refuse(pos token.Pos, format string, args ...any) {
	panic(&Refusal{pos, fmt.Sprintf(format, args...)})
}

// Session tells that later units may declare methods of the types of the next one:
// it is no whole program.
func (e *Emitter) Session(is bool) { e.session = is }

// Fresh tells which generic functions and methods the next unit declares anew, by
// [GenericKey]: instances of all others are known.
func (e *Emitter) Fresh(names map[string]bool) {
	for name := range names {
		note(&e.journal, e.generations, name, e.generations[name]+1)
	}
	e.fresh = names
}

// Redirect has calls of a function of an earlier unit go to one of this unit.
// Both are given by their keys, "main.f".
type Redirect struct{ From, To string }

// Unit emits the functions of a package that have a body, with all that they
// refer to and that was not emitted before. The functions of root are returned by
// their emitted names.
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
	defer delete(e.own, pkg.Pkg)
	for _, f := range roots {
		names = append(names, e.function(f))
		e.lowered.roots[f] = true
	}
	for _, f := range e.bodies(pkg) {
		e.function(f)
	}
	e.renewInstances(pkg)
	e.lowerAll(e.queue)
	for len(e.queue) > 0 || len(e.methods) > 0 {
		if len(e.queue) > 0 {
			f := e.queue[0]
			e.queue = e.queue[1:]
			if _, ok := e.lowered.codes[f]; ok {
				e.emitMachines(f)
			} else {
				e.emit(f)
			}
			continue
		}
		d := e.methods[0]
		e.methods = e.methods[1:]
		e.emitMethods(d)
	}
	for _, r := range redirects {
		if from, ok := e.emitted[r.From]; ok {
			e.lowered.superseded = append(e.lowered.superseded, superseded{from, e.named(e.emitted[r.To])})
		}
	}
	e.replaceSuperseded()
	u = new(e.unit)
	if e.setup.Len() > 0 {
		u.Setup = e.unique("setup")
		fmt.Fprintf(&e.out, "func %s() {\n%s}\n", u.Setup, e.setup.String())
	}
	u.Source = e.declared.String() + "\n" + e.out.String()
	return u, names, nil
}

// begin forgets what belongs to the unit before.
func (e *Emitter) begin(pkg *ssa.Package) {
	e.unit, e.current = Unit{}, pkg
	e.funcs, e.keys = map[*ssa.Function]string{}, map[types.Type]string{}
	e.localArgs = map[*types.Named][]types.Type{}
	e.queue, e.methods, e.candidates = nil, nil, nil
	e.lowered = lowering{roots: map[*ssa.Function]bool{}, reached: map[*ssa.Function]bool{}, codes: map[*ssa.Function]*machine.Code{}, refused: map[*ssa.Function][]*lower.Refusal{}, ordered: map[*ssa.Function]bool{}}
	e.out.Reset()
	e.declared.Reset()
	e.setup.Reset()
	e.renew(pkg.Pkg.Scope())
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
		e.renewType(named)
	}
}

// renewType describes a type that has got methods since it was described.
func (e *Emitter) renewType(t *types.Named) {
	if len(e.versions[e.key(t, false)]) > 0 && e.version(t) > 0 {
		e.trueID(t)
		e.trueID(types.NewPointer(t))
	}
}

// bodies are the functions and methods that a package declares with a body,
// generic ones excepted, in the order of the source.
func (e *Emitter) bodies(pkg *ssa.Package) []*ssa.Function {
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
					add(e.prog.FuncValue(method))
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b *ssa.Function) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return out
}

// named is the function of the unit that has an emitted name.
func (e *Emitter) named(name string) *ssa.Function {
	for f, n := range e.funcs {
		if n == name {
			return f
		}
	}
	return nil
}

// unique is a name that emitted code has not used yet.
func (e *Emitter) unique(hint string) string {
	e.names++
	return "N" + strconv.Itoa(e.names) + "_" + clean(hint)
}

// clean makes a part of a name of a hint.
func clean(hint string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, hint)
}

// function is the emitted name of a function that has a body, or had one in an
// earlier unit.
func (e *Emitter) function(f *ssa.Function) string {
	if name, ok := e.funcs[f]; ok {
		return name
	}
	key := functionKey(f)
	earlier, known := e.emitted[key]
	if known && !e.isNew(f) {
		e.funcs[f] = earlier
		return earlier
	}
	if f.Blocks == nil {
		e.refuse(f.Pos(), "function %s has no body", f)
	}
	name := e.unique(f.Name())
	e.funcs[f] = name
	note(&e.journal, e.emitted, key, name)
	e.noteInstance(f, key)
	e.supersede(f, name)
	e.queue = append(e.queue, f)
	return name
}

// supersede has calls of an earlier version of a function go to the newest of the same
// signature. That of a method may have been promoted from a field, in which case it is a
// wrapper.
func (e *Emitter) supersede(f *ssa.Function, name string) {
	if f.Parent() != nil || f.Origin() == nil && f.Synthetic != "" && f.Signature.Recv() == nil {
		return
	}
	key := f.String() + e.key(f.Signature, false)
	if earlier, ok := e.newest[key]; ok {
		e.lowered.superseded = append(e.lowered.superseded, superseded{earlier, f})
	}
	note(&e.journal, e.newest, key, name)
}

// isNew tells whether a function's source is part of this unit, or of an instance newer
// than what was emitted. The wrappers that SSA makes are the same in all units.
func (e *Emitter) isNew(f *ssa.Function) bool {
	if origin := originOf(f); origin != nil {
		return e.emittedOf[functionKey(f)] != e.generations[GenericKey(origin)]
	}
	for f.Parent() != nil {
		f = f.Parent()
	}
	if f.Blocks == nil || f.Pkg != e.current {
		return false
	}
	return f.Synthetic == "" || initialises(f)
}

// emittable tells whether a function is the interpreter's.
func (e *Emitter) emittable(f *ssa.Function) bool {
	if f.Blocks != nil {
		return true
	}
	_, known := e.emitted[functionKey(f)]
	return known
}

// functionKey is a text that says which function it is. A wrapper is for a method
// or a function, of which its own name does not tell all.
func functionKey(f *ssa.Function) string {
	if f.Synthetic == "" || f.Origin() != nil {
		return f.String()
	}
	return f.String() + " " + f.Synthetic
}

// symbol is the text by which emitted code refers to something of package q.
// A key tells which symbols are the same.
func (e *Emitter) symbol(key, hint string, s Symbol) string {
	name, ok := e.symbols[key]
	if !ok {
		e.names++
		s.Name = "X" + strconv.Itoa(e.names) + "_" + clean(hint)
		name = "q." + s.Name
		note(&e.journal, e.symbols, key, name)
		e.unit.Symbols = append(e.unit.Symbols, s)
	}
	return name
}

// global is a package-level variable.
func (e *Emitter) global(g *ssa.Global) string {
	if !e.own[g.Pkg.Pkg] {
		return "(*" + e.compiledGlobal(g) + ")"
	}
	if g.Pkg.Pkg.Path() != "main" {
		return e.variable("global "+g.String(), g.Name(), e.work(deref(g.Type())), "")
	}
	if strings.Contains(g.Name(), "$") { // SSA's own, of this unit
		return e.variable(fmt.Sprintf("global %s %p", g.Name(), g), "guard", e.work(deref(g.Type())), "")
	}
	name := Variable(g.Name())
	key := "global " + name
	if _, ok := e.variables[key]; !ok {
		note(&e.journal, e.variables, key, name)
		e.declare(name, e.work(deref(g.Type())))
	}
	return name
}

// Variable is the emitted name of a variable of package main.
func Variable(name string) string { return "V_" + name }

// variable is a global variable that emitted code needs, made once. Setup is a
// statement that fills it, with %s for its name.
func (e *Emitter) variable(key, hint, typ, setup string) string {
	name, ok := e.variables[key]
	if !ok {
		name = e.unique(hint)
		note(&e.journal, e.variables, key, name)
		e.declare(name, typ)
		if setup != "" {
			fmt.Fprintf(&e.setup, "\t"+setup+"\n", name)
		}
	}
	return name
}

// compiledGlobal is the address of a compiled package's variable.
func (e *Emitter) compiledGlobal(g *ssa.Global) string {
	path := g.Pkg.Pkg.Path()
	return e.symbol("var "+path+"."+g.Name(), g.Name(), Symbol{Kind: VarSymbol, Path: path, Ident: g.Name()})
}

func (e *Emitter) declare(name, typ string) { fmt.Fprintf(&e.declared, "var %s %s\n", name, typ) }

// zero is a variable that keeps the zero value of a type.
func (e *Emitter) zero(t types.Type) string {
	text := e.work(t)
	return e.variable("zero "+text, "zero", text, "")
}

// scan finds the types of the values that functions which are reachable put into
// interfaces, so that calls of methods know them when they are emitted. It returns
// the functions that no scan has reached before, in the order in which it does.
func (e *Emitter) scan(from []*ssa.Function) (reached []*ssa.Function) {
	work := slices.Clone(from)
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if e.lowered.reached[f] {
			continue
		}
		e.lowered.reached[f] = true
		reached = append(reached, f)
		e.noteLocalTypes(f)
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if m, ok := in.(*ssa.MakeInterface); ok && e.hides(m.X.Type()) {
					work = append(work, e.candidate(m.X.Type())...)
				}
				for _, v := range in.Operands(nil) {
					if g, ok := (*v).(*ssa.Function); ok && g.Blocks != nil && e.toEmit(g) {
						work = append(work, g)
					}
				}
			}
		}
	}
	return reached
}

// toEmit tells whether a function is still to be emitted.
func (e *Emitter) toEmit(f *ssa.Function) bool {
	_, known := e.emitted[functionKey(f)]
	_, named := e.funcs[f]
	return !known || named || e.isNew(f)
}

// candidate makes a type one whose methods calls through interfaces know, and
// returns these methods where they are new.
func (e *Emitter) candidate(t types.Type) []*ssa.Function {
	d := e.description(t)
	named, ok := types.Unalias(deref(t)).(*types.Named)
	if !ok || !e.isOwn(named) || slices.Contains(e.candidates, d) {
		return nil
	}
	e.trueID(t)
	e.candidates = append(e.candidates, d)
	var methods []*ssa.Function
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		if f := e.prog.MethodValue(set.At(i)); f != nil && f.Blocks != nil {
			methods = append(methods, f)
		}
	}
	return methods
}

// deref is what a pointer type points to, and any other type itself.
func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
