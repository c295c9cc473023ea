package ask

import (
	"go/types"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/interp/static/check"
)

// made lists members of packages that yield the expected type: functions, types that
// implement it, constants. The wanted type's own packages come first, then the library's
// others where the type is the library's.
func (e expected) made(k *check.Checked, uses Uses) []candidate {
	if !e.isNamed() {
		return nil
	}
	var out []candidate
	for _, p := range e.packages(k) {
		var fit []types.Object
		for _, o := range check.Exported(p) {
			if e.literal(o) != "" {
				fit = append(fit, o)
			}
		}
		for _, o := range constantsFirst(uses.byUse(fit)) {
			out = append(out, candidate{
				cell.Match{Text: e.literal(o), Type: kind(o), Signature: signature(o)}, o.Name(),
			})
		}
	}
	return out
}

// constantsFirst puts constants before functions that return the same type.
func constantsFirst(objects []types.Object) []types.Object {
	rank := func(o types.Object) int {
		if _, ok := o.(*types.Const); ok {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(objects, func(a, b types.Object) int { return rank(a) - rank(b) })
	return objects
}

// isNamed reports whether a type with a name of its own is wanted, or a pointer to
// one; any value is an empty interface.
func (e expected) isNamed() bool {
	named := namedOf(e.value)
	if named == nil || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() == "main" {
		return false
	}
	i, ok := named.Underlying().(*types.Interface)
	return !ok || !i.Empty()
}

// packages returns the packages to search for values of the expected type.
func (e expected) packages(k *check.Checked) []*types.Package {
	var out []*types.Package
	add := func(path string) {
		if p, err := k.World.Import(path); err == nil && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	if alias, ok := e.value.(*types.Alias); ok && alias.Obj().Pkg() != nil {
		add(alias.Obj().Pkg().Path())
	}
	own := namedOf(e.value).Obj().Pkg().Path()
	add(own)
	if strings.HasPrefix(own, library) {
		for _, path := range k.World.Paths() {
			if strings.HasPrefix(path, library) {
				add(path)
			}
		}
	}
	return out
}

// library is the beginning of the library's import paths.
const library = "krigo/gplib"

// literal returns a literal of a type, or its address, that the place admits, or nothing.
func (e expected) literal(o types.Object) string {
	name := o.Pkg().Name() + "." + o.Name()
	switch o := o.(type) {
	case *types.Func:
		if results := o.Signature().Results(); o.Signature().TypeParams() == nil && results.Len() == 1 && e.admits(results.At(0).Type()) {
			return name
		}
	case *types.Const, *types.Var:
		if _, basic := types.Unalias(o.Type()).(*types.Basic); !basic && e.admits(o.Type()) {
			return name
		}
	case *types.TypeName:
		return e.composite(o, name)
	}
	return ""
}

// composite returns a literal of a type, or its address, if the place admits it.
func (e expected) composite(o *types.TypeName, name string) string {
	if o.IsAlias() && namedOf(o.Type()) != nil && namedOf(o.Type()).Obj().Name() == o.Name() {
		return "" // the package that declares it offers it
	}
	named, ok := types.Unalias(o.Type()).(*types.Named)
	if !ok || named.TypeParams() != nil {
		return ""
	}
	switch u := named.Underlying().(type) {
	case *types.Struct:
		if closed(u) {
			return ""
		}
	case *types.Slice, *types.Map:
	default:
		return ""
	}
	switch {
	case e.admits(named):
		return name + "{}"
	case e.admits(types.NewPointer(named)):
		return "&" + name + "{}"
	}
	return ""
}

// closed reports whether a struct has only fields that users cannot set: a function makes
// it.
func closed(u *types.Struct) bool {
	for f := range u.Fields() {
		if f.Exported() {
			return false
		}
	}
	return u.NumFields() > 0
}
