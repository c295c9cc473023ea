package emit

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// instances.go: generic functions and methods that are declared anew. Their instances of
// earlier units are no longer what their declaration says.

// originOf is the generic function that a function, or the one around it, is an instance
// of, or nil.
func originOf(f *ssa.Function) *ssa.Function {
	for f.Parent() != nil {
		f = f.Parent()
	}
	return f.Origin()
}

// GenericKey tells which generic functions and methods are declarations of the same one,
// whatever they call their type parameters.
func GenericKey(f *ssa.Function) string {
	if recv := f.Signature.Recv(); recv != nil {
		t := types.Unalias(deref(recv.Type())).(*types.Named).Obj()
		return t.Pkg().Path() + "." + t.Name() + "." + f.Name()
	}
	return f.String()
}

// noteInstance keeps of which declaration an instance is that is emitted.
func (e *Emitter) noteInstance(f *ssa.Function, key string) {
	if origin := originOf(f); origin != nil {
		note(&e.journal, e.emittedOf, key, e.generations[GenericKey(origin)])
	}
}

// noteType keeps the type arguments of an instance of a cell's type.
func (e *Emitter) noteType(t *types.Named) {
	if t.TypeArgs().Len() == 0 || t.Obj().Pkg() == nil || t.Obj().Pkg().Path() != "main" {
		return
	}
	name := t.Obj().Name()
	args := slices.Collect(t.TypeArgs().Types())
	same := func(a, b types.Type) bool { return e.key(a, false) == e.key(b, false) }
	if !slices.ContainsFunc(e.instances[name], func(other []types.Type) bool { return slices.EqualFunc(args, other, same) }) {
		note(&e.journal, e.instances, name, append(slices.Clip(e.instances[name]), args))
	}
}

// InstanceNames are the declared types that type arguments of the known instances of a
// generic type are made of.
func (e *Emitter) InstanceNames(generic string) []string {
	var names []string
	m := mover{named: func(name string) types.Type {
		names = append(names, name)
		return nil
	}}
	for _, args := range e.instances[generic] {
		m.all(args)
	}
	return names
}

// renewInstances describes the known instances of generic types that have got methods, and
// emits those that the unit declares anew: values that exist, in interfaces too, have them
// then. An instance with a type that the unit does not know is left to the unit that uses it.
func (e *Emitter) renewInstances(pkg *ssa.Package) {
	scope := pkg.Pkg.Scope()
	m := mover{named: func(name string) types.Type {
		if o, ok := scope.Lookup(name).(*types.TypeName); ok {
			return o.Type()
		}
		return nil
	}}
	for _, name := range scope.Names() {
		o, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || o.IsAlias() {
			continue
		}
		generic, ok := o.Type().(*types.Named)
		if !ok || generic.TypeParams().Len() == 0 || types.IsInterface(generic) {
			continue
		}
		for _, args := range e.instances[name] {
			if moved := m.all(args); moved != nil {
				e.renewInstance(generic, moved)
			}
		}
	}
}

// renewInstance describes an instance and emits its methods that are declared anew.
func (e *Emitter) renewInstance(generic *types.Named, args []types.Type) {
	t, err := types.Instantiate(nil, generic, args, true)
	if err != nil {
		return // its type parameters are others now
	}
	e.renewType(t.(*types.Named))
	for method := range generic.Methods() {
		if !e.fresh[GenericKey(e.prog.FuncValue(method))] {
			continue
		}
		recv := t
		if _, pointer := method.Signature().Recv().Type().(*types.Pointer); pointer {
			recv = types.NewPointer(t)
		}
		e.function(e.prog.MethodValue(types.NewMethodSet(recv).Lookup(method.Pkg(), method.Name())))
	}
}

// mover makes of a type of an earlier unit the same one of this unit.
type mover struct {
	named func(name string) types.Type // the type of a cell, or nil
}

// all moves some types; it is nil where one cannot be moved.
func (m mover) all(list []types.Type) []types.Type {
	var moved []types.Type
	whole := true
	for _, t := range list {
		to := m.move(t)
		whole = whole && to != nil
		moved = append(moved, to)
	}
	if !whole {
		return nil
	}
	return moved
}

// move is nil for types of cells that are not known, and for literals of structs,
// interfaces and functions.
func (m mover) move(t types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t
	case *types.Named:
		return m.moveNamed(t)
	case *types.Pointer:
		if elem := m.move(t.Elem()); elem != nil {
			return types.NewPointer(elem)
		}
	case *types.Slice:
		if elem := m.move(t.Elem()); elem != nil {
			return types.NewSlice(elem)
		}
	case *types.Array:
		if elem := m.move(t.Elem()); elem != nil {
			return types.NewArray(elem, t.Len())
		}
	case *types.Map:
		if both := m.all([]types.Type{t.Key(), t.Elem()}); both != nil {
			return types.NewMap(both[0], both[1])
		}
	case *types.Chan:
		if elem := m.move(t.Elem()); elem != nil {
			return types.NewChan(t.Dir(), elem)
		}
	}
	return nil
}

func (m mover) moveNamed(t *types.Named) types.Type {
	o := t.Obj()
	if o.Pkg() == nil || o.Pkg().Path() != "main" && t.TypeArgs().Len() == 0 {
		return t
	}
	origin := types.Type(t.Origin())
	if o.Pkg().Path() == "main" {
		if o.Parent() != o.Pkg().Scope() {
			return nil // a function declares it
		}
		origin = m.named(o.Name())
	}
	if origin == nil || t.TypeArgs().Len() == 0 {
		return origin
	}
	moved := m.all(slices.Collect(t.TypeArgs().Types()))
	if moved == nil {
		return nil
	}
	instance, err := types.Instantiate(nil, origin, moved, true)
	if err != nil {
		return nil
	}
	return instance
}
