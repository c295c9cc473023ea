package emit

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine/lower"
	"krigo/modules/source"
)

// plainText spells a basic type or a slice of one, each by one name only.
func plainText(t types.Type) string {
	t = types.Unalias(t)
	switch u := t.(type) {
	case *types.Basic:
		return types.Typ[u.Kind()].Name()
	case *types.Slice:
		return "[]" + plainText(u.Elem())
	case *types.Interface:
		if u.Empty() {
			return "any"
		}
	}
	return types.TypeString(t, nil)
}

// givenAwayBy returns a variable or a function of a compiled package that has a type
// which is not exported, or empty.
func givenAwayBy(t *types.Named) string {
	scope := t.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		switch o := scope.Lookup(name).(type) {
		case *types.Var:
			if o.Exported() && types.Identical(deref(o.Type()), t) {
				return o.Name()
			}
		case *types.Func:
			results := o.Signature().Results()
			if o.Exported() && results.Len() > 0 && types.Identical(deref(results.At(0).Type()), t) {
				return o.Name()
			}
		}
	}
	return ""
}

// views knows which types are krigo's own, that is, which no compiled package has, and how a value of a type is
// handled: by its true type, or by a work type of its own (the package comment). It answers questions and changes
// nothing.
type views struct {
	world World
	own   map[*types.Package]bool // packages whose functions are emitted
	// whole has those of own that are not compiled at all, with what the interpreter cannot have of them.
	whole map[*types.Package]map[string]*source.Refusal
	// unsafe reports whether one of these uses package unsafe.
	unsafe bool
}

// isWhole reports whether a function is one of a package that is not compiled at all.
func (vs *views) isWhole(f *ssa.Function) bool {
	if f.Pkg == nil {
		return false
	}
	_, whole := vs.whole[f.Pkg.Pkg]
	return whole
}

// refuseBodiless refuses a function that has no body.
func (vs *views) refuseBodiless(f *ssa.Function) {
	if f.Pkg != nil {
		name := strings.TrimPrefix(lower.NameOf(f), f.Pkg.Pkg.Name()+".")
		if r := vs.whole[f.Pkg.Pkg][name]; r != nil {
			refuse(f.Pos(), "%s", r)
		}
	}
	refuse(f.Pos(), "function %s has no body", f)
}

// refusal returns the reason why the interpreter cannot have a variable, or nil.
func (vs *views) refusal(g *ssa.Global) *source.Refusal { return vs.whole[g.Pkg.Pkg][g.Name()] }

// converts reports whether the interpreter takes a conversion from the work type
// to the true type for a right one: because reflection does, or because both
// have the same text.
func (vs *views) converts(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && (vs.erased(n) || vs.origin(n) != nil) {
		return true
	}
	return vs.sameText(t)
}

// sameText reports whether the work type and the true type print alike.
func (vs *views) sameText(t types.Type) bool {
	if !vs.hides(t) {
		return true
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return !vs.erased(t) && vs.origin(t) == nil
	case *types.Pointer:
		return vs.sameText(t.Elem())
	case *types.Slice:
		return vs.sameText(t.Elem())
	case *types.Array:
		return vs.sameText(t.Elem())
	case *types.Map:
		return vs.sameText(t.Key()) && vs.sameText(t.Elem())
	}
	return false
}

// expressible reports whether emitted code can name what a wrapper goes through to a
// promoted method. A method that it cannot is left without code: it says so where
// it is called.
func (vs *views) expressible(f *ssa.Function) bool {
	if f.Synthetic == "" || f.Origin() != nil { // instances go through nothing
		return true
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			v, ok := in.(ssa.Value)
			if !ok {
				continue
			}
			n, ok := types.Unalias(deref(v.Type())).(*types.Named)
			if ok && n.Obj().Pkg() != nil && !n.Obj().Exported() && !vs.isOwn(n) && givenAwayBy(n) == "" {
				return false
			}
		}
	}
	return true
}

// mentionsOwn reports whether a type mentions one of a package whose functions are
// emitted: a compiled instance of a function does not know it.
func (vs *views) mentionsOwn(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return t.Obj().Pkg() != nil && vs.own[t.Obj().Pkg()]
	case *types.Map:
		return vs.mentionsOwn(t.Key()) || vs.mentionsOwn(t.Elem())
	case interface{ Elem() types.Type }:
		return vs.mentionsOwn(t.Elem())
	case *types.Signature:
		return vs.mentionsOwn(t.Params()) || vs.mentionsOwn(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if vs.mentionsOwn(v.Type()) {
				return true
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			if vs.mentionsOwn(f.Type()) {
				return true
			}
		}
	}
	return false
}

// compiledVariadic reports whether values of a type are variadic functions in the
// interpreter: only types of compiled packages have such values.
func (vs *views) compiledVariadic(t types.Type) bool {
	s, ok := t.Underlying().(*types.Signature)
	n, named := types.Unalias(t).(*types.Named)
	return ok && s.Variadic() && named && !vs.isOwn(n)
}

// erasedTo reports whether one of two types is handled as its underlying type.
func (vs *views) erasedTo(a, b types.Type) bool {
	for _, t := range []types.Type{a, b} {
		if n, ok := types.Unalias(t).(*types.Named); ok && vs.erased(n) {
			return true
		}
	}
	return false
}

// isLocal reports whether a function declares a type.
func (vs *views) isLocal(t *types.Named) bool {
	o := t.Obj()
	return o.Pkg() != nil && vs.own[o.Pkg()] && o.Parent() != o.Pkg().Scope()
}

// hides reports whether the work type of t is another than its true type.
func (vs *views) hides(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return vs.isOwn(t) && !types.IsInterface(t)
	case *types.Pointer:
		return vs.hides(t.Elem())
	case *types.Slice:
		return vs.hides(t.Elem())
	case *types.Array:
		return vs.hides(t.Elem())
	case *types.Chan:
		return vs.hides(t.Elem())
	case *types.Map:
		return vs.hides(t.Key()) || vs.hides(t.Elem())
	case *types.Signature:
		return t.Variadic() || vs.anyHides(t.Params()) || vs.anyHides(t.Results())
	case *types.Struct:
		if t.NumFields() > 0 && !vs.own[t.Field(0).Pkg()] {
			return false // a compiled package's
		}
		for f := range t.Fields() {
			if !f.Exported() || f.Embedded() || vs.hides(f.Type()) {
				return true
			}
		}
	}
	return false
}

func (vs *views) anyHides(t *types.Tuple) bool {
	for v := range t.Variables() {
		if vs.hides(v.Type()) {
			return true
		}
	}
	return false
}

// isOwn reports whether a named type is one that compiled code does not have.
func (vs *views) isOwn(t *types.Named) bool {
	if t.Obj().Pkg() == nil || vs.own[t.Obj().Pkg()] {
		return t.Obj().Pkg() != nil
	}
	_, _, compiled := vs.compiledInstance(t)
	return t.TypeArgs().Len() > 0 && !compiled
}

// compiledInstance locates the instance of a generic type of a compiled package,
// if it is compiled.
func (vs *views) compiledInstance(t *types.Named) (path, ident string, ok bool) {
	if t.TypeArgs().Len() == 0 || t.Obj().Pkg() == nil {
		return "", "", false
	}
	var args []string
	for arg := range t.TypeArgs().Types() {
		args = append(args, plainText(arg))
	}
	return vs.world.Instance(t.Obj().Pkg().Path(), t.Obj().Name(), args)
}

// erased reports whether values of a named type are handled as values of its underlying
// type, and not of a type of their own.
func (vs *views) erased(t *types.Named) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct, *types.Interface:
		return false
	default:
		return vs.isOwn(t) && !vs.hides(u)
	}
}

// isDeferStack reports whether t is the type of the frame that a function hands to
// the body of a range over a function, which defers for it.
func isDeferStack(t *types.Named) bool {
	return t.Obj().Name() == "deferStack" && t.Obj().Pkg() != nil && t.Obj().Pkg().Path() == "$ssa"
}

// exportedBy returns the way a compiled package exports one of its types: by its name,
// or, if it is not exported, by a variable or a function's result.
func exportedBy(t *types.Named) string {
	if t.Obj().Exported() {
		return t.Obj().Name()
	}
	name := givenAwayBy(t)
	if name == "" {
		refuse(t.Obj().Pos(), "type %s of package %s is not exported: it cannot be named here", t.Obj().Name(), t.Obj().Pkg().Path())
	}
	return name
}

// origin returns the compiled named type of the struct that an own type is declared
// to be, as time.Time of "type Stamp time.Time". Its fields are not the cell's.
func (vs *views) origin(t types.Type) types.Type {
	s, ok := t.Underlying().(*types.Struct)
	if _, named := t.(*types.Named); !named || !ok || s.NumFields() == 0 || vs.own[s.Field(0).Pkg()] {
		return nil
	}
	scope := s.Field(0).Pkg().Scope()
	for _, name := range scope.Names() {
		if o, ok := scope.Lookup(name).(*types.TypeName); ok && !o.IsAlias() && o.Exported() && o.Type().Underlying() == types.Type(s) {
			return o.Type()
		}
	}
	return nil
}

// field returns the name by which emitted code has a field of a struct.
func (vs *views) field(t types.Type, i int) string {
	s := t.Underlying().(*types.Struct)
	if !vs.hides(t) || vs.origin(types.Unalias(t)) != nil || open(s) || s.Field(i).Name() == "_" {
		return s.Field(i).Name()
	}
	return "F" + strconv.Itoa(i)
}

// open reports whether all fields of a struct have names by which reflection sets
// them.
func open(s *types.Struct) bool {
	for f := range s.Fields() {
		if !f.Exported() || f.Embedded() {
			return false
		}
	}
	return true
}
