package emit

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// functions knows which functions were emitted, in this unit or an earlier one, under which names, and which the unit
// has still to emit. A function is known by its key ([functionKey]), since every check makes other objects of it.
//
// A name that was given is final: when a function is redeclared, the later version gets another name, and calls of
// the earlier one are redirected (superseded).
type functions struct {
	journal *journal
	namer   *namer
	keys    *typeKeys

	emitted map[string]string // names, by key
	newest  map[string]string // names of the newest versions, by name and signature
	// generations counts the declarations of generic functions and methods, by GenericKey; emittedOf is the declaration
	// that an emitted instance belongs to, by the instance's key.
	generations map[string]int
	emittedOf   map[string]int

	// Of the unit.
	current    *ssa.Package
	fresh      map[string]bool // generic functions that are redeclared, by GenericKey
	names      map[*ssa.Function]string
	queue      []*ssa.Function // named, not yet emitted
	superseded []superseded
}

// begin starts a unit.
func (fs *functions) begin(pkg *ssa.Package) {
	fs.current, fs.names, fs.queue, fs.superseded = pkg, map[*ssa.Function]string{}, nil, nil
}

// declareAnew notes the generic functions and methods that the next unit declares.
func (fs *functions) declareAnew(generic map[string]bool) {
	for key := range generic {
		note(fs.journal, fs.generations, key, fs.generations[key]+1)
	}
	fs.fresh = generic
}

// next takes a function from those that are still to be emitted; it is nil if none is left.
func (fs *functions) next() *ssa.Function {
	if len(fs.queue) == 0 {
		return nil
	}
	f := fs.queue[0]
	fs.queue = fs.queue[1:]
	return f
}

// redirect makes calls of a function of an earlier unit go to one of this unit.
func (fs *functions) redirect(r Redirect) {
	if from, ok := fs.emitted[r.From]; ok {
		fs.superseded = append(fs.superseded, superseded{from, fs.named(fs.emitted[r.To])})
	}
}

// named returns the function of the unit that has an emitted name.
func (fs *functions) named(name string) *ssa.Function {
	for f, n := range fs.names {
		if n == name {
			return f
		}
	}
	return nil
}

// name returns the emitted name of a function that has a body, or had one in an
// earlier unit.
func (fs *functions) name(f *ssa.Function) string {
	if name, ok := fs.names[f]; ok {
		return name
	}
	key := functionKey(f)
	earlier, known := fs.emitted[key]
	if known && !fs.isNew(f) {
		fs.names[f] = earlier
		return earlier
	}
	if f.Blocks == nil {
		fs.keys.views.refuseBodiless(f)
	}
	name := fs.namer.unique(f.Name())
	fs.names[f] = name
	note(fs.journal, fs.emitted, key, name)
	fs.noteInstance(f, key)
	fs.supersede(f, name)
	fs.queue = append(fs.queue, f)
	return name
}

// supersede makes calls of an earlier version of a function go to the newest of the same
// signature. That of a method may have been promoted from a field, in which case it is a
// wrapper.
func (fs *functions) supersede(f *ssa.Function, name string) {
	if f.Parent() != nil || f.Origin() == nil && f.Synthetic != "" && f.Signature.Recv() == nil {
		return
	}
	key := f.String() + fs.keys.of(f.Signature, false)
	if earlier, ok := fs.newest[key]; ok {
		fs.superseded = append(fs.superseded, superseded{earlier, f})
	}
	note(fs.journal, fs.newest, key, name)
}

// isNew reports whether a function's source is part of this unit, or of an instance newer
// than what was emitted. The wrappers that SSA makes are the same in all units.
func (fs *functions) isNew(f *ssa.Function) bool {
	if origin := originOf(f); origin != nil {
		return fs.emittedOf[functionKey(f)] != fs.generations[GenericKey(origin)]
	}
	for f.Parent() != nil {
		f = f.Parent()
	}
	if f.Blocks == nil || f.Pkg != fs.current {
		return false
	}
	return f.Synthetic == "" || initialises(f)
}

// emittable reports whether a function has a body, or had one in an earlier unit.
func (fs *functions) emittable(f *ssa.Function) bool {
	if f.Blocks != nil {
		return true
	}
	_, known := fs.emitted[functionKey(f)]
	return known
}

// functionKey returns a text that identifies a function. The name of a wrapper, for a
// method or a function, is not enough.
func functionKey(f *ssa.Function) string {
	if f.Synthetic == "" || f.Origin() != nil {
		return f.String()
	}
	return f.String() + " " + f.Synthetic
}

// toEmit reports whether a function is still to be emitted.
func (fs *functions) toEmit(f *ssa.Function) bool {
	_, known := fs.emitted[functionKey(f)]
	_, named := fs.names[f]
	return !known || named || fs.isNew(f)
}

// originOf returns the generic function that a function, or the one around it, is an instance
// of, or nil.
func originOf(f *ssa.Function) *ssa.Function {
	for f.Parent() != nil {
		f = f.Parent()
	}
	return f.Origin()
}

// GenericKey returns the key of a generic function or method. Declarations of the same one have the same key,
// whatever they call their type parameters.
func GenericKey(f *ssa.Function) string {
	if recv := f.Signature.Recv(); recv != nil {
		t := types.Unalias(deref(recv.Type())).(*types.Named).Obj()
		return t.Pkg().Path() + "." + t.Name() + "." + f.Name()
	}
	return f.String()
}

// noteInstance records the version of the declaration from which an instance is emitted.
func (fs *functions) noteInstance(f *ssa.Function, key string) {
	if origin := originOf(f); origin != nil {
		note(fs.journal, fs.emittedOf, key, fs.generations[GenericKey(origin)])
	}
}

// superseded is an earlier function, by its emitted name, and the one whose calls replace its calls.
type superseded struct {
	earlier string
	later   *ssa.Function
}
