package emit

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// instances.go: generic functions and methods that are redeclared. Their instances of
// earlier units no longer match their declaration.

// InstanceNames returns the declared types that type arguments of the known instances of a
// generic type are made of.
func (e *Emitter) InstanceNames(generic string) []string {
	var names []string
	m := mover{named: func(name string) types.Type {
		names = append(names, name)
		return nil
	}}
	for _, args := range e.keys.instances[generic] {
		m.all(args)
	}
	return names
}

// renewInstances describes the known instances of generic types that have got methods, and
// emits the methods that the unit redeclares: existing values, also in interfaces, have them
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
		for _, args := range e.keys.instances[name] {
			if moved := m.all(args); moved != nil {
				e.renewInstance(generic, moved)
			}
		}
	}
}

// renewInstance describes an instance and emits its redeclared methods.
func (e *Emitter) renewInstance(generic *types.Named, args []types.Type) {
	t, err := types.Instantiate(nil, generic, args, true)
	if err != nil {
		return // its type parameters are others now
	}
	e.types.renewType(t.(*types.Named))
	for method := range generic.Methods() {
		if !e.functions.fresh[GenericKey(e.reach.prog.FuncValue(method))] {
			continue
		}
		recv := t
		if _, pointer := method.Signature().Recv().Type().(*types.Pointer); pointer {
			recv = types.NewPointer(t)
		}
		e.functions.name(e.reach.prog.MethodValue(types.NewMethodSet(recv).Lookup(method.Pkg(), method.Name())))
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

// move returns nil for unknown types of cells, and for literals of structs,
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
