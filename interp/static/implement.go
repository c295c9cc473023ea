package static

import (
	"go/ast"
	"go/types"
)

// The interpreter gives a value of a cell's type the methods of a compiled
// interface where a variable of that type is assigned or a parameter is
// passed, but not in fields of compiled structs, variadic arguments and some
// other places. A function that returns the interface does it everywhere.

// implementing surrounds a value that becomes a compiled interface by a call of
// the function that makes it one. It returns false where it is none.
func (w *rewriter) implementing(from, to types.Type) (open, end string, ok bool) {
	if !w.check.hasOwnMethods(from) || !compiledInterface(to) && !types.Identical(to, errorType) && !isFunctionInInterface(from, to) {
		return "", "", false
	}
	d := w.check.implementer(from, to)
	if d == nil {
		return "", "", false
	}
	if w.owner != nil {
		w.owner.use(d)
	}
	return d.emitted[instanceName] + "(", ")", true
}

// isFunctionInInterface tells whether a function becomes an interface that has
// methods.
func isFunctionInInterface(from, to types.Type) bool {
	_, isFunction := from.Underlying().(*types.Signature)
	i, ok := to.Underlying().(*types.Interface)
	return isFunction && ok && i.NumMethods() > 0
}

// isStructError tells whether a struct becomes an error: of these the
// interpreter would keep a field only.
func (k *check) isStructError(from, to types.Type) bool {
	_, isStruct := from.Underlying().(*types.Struct)
	return isStruct && types.Identical(to, errorType)
}

// compiledInterface tells whether t is a named interface of a compiled package
// with methods.
func compiledInterface(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() == "main" {
		return false
	}
	i, ok := named.Underlying().(*types.Interface)
	return ok && i.NumMethods() > 0
}

// hasOwnMethods tells whether t, or what it points to, is a type of a cell
// that has methods.
func (k *check) hasOwnMethods(t types.Type) bool {
	return t != nil && k.declaredHere(t) && types.NewMethodSet(t).Len() > 0
}

// implementer is the function that makes a compiled interface of a value of a
// cell's type.
func (k *check) implementer(from, to types.Type) *decl {
	d := &decl{
		piece: piece{kind: instancePiece}, serial: k.s.serial, label: k.cell.Label,
		imports: k.aliases, emitted: map[string]string{},
	}
	param, err := k.spell(from, d)
	if err != nil {
		return nil
	}
	result, err := k.spell(to, d)
	if err != nil {
		return nil
	}
	key := "implement," + param + "," + result
	if made := k.after.instances[key]; made != nil {
		return made
	}
	d.emitted[instanceName] = k.s.private("implement")
	d.source = "func " + d.emitted[instanceName] + "(v " + param + ") " + result + " { return " + k.wrapped(from, to) + " }"
	k.after.instances[key] = d
	k.instances = append(k.instances, d)
	return d
}

// wrapped is what makes an interface of the variable v.
func (k *check) wrapped(from, to types.Type) string {
	if _, isStruct := from.Underlying().(*types.Struct); isStruct && isNamed(to, "fmt", "Stringer") {
		return k.nativeName("NewStringer") + "(v, v.String)"
	}
	if !k.isStructError(from, to) {
		return "v"
	}
	methods := types.NewMethodSet(from)
	method := func(name string) string {
		if methods.Lookup(nil, name) == nil {
			return "nil"
		}
		return "v." + name
	}
	return k.nativeName("NewError") + "(v, v.Error, " + method("Unwrap") + ", " + method("Is") + ", " + method("As") + ")"
}

// shownAs is the interface by which an argument of a function that takes
// anything is shown: a struct of a cell is an error or a fmt.Stringer there,
// with its whole value. Any other argument is what the parameter is.
func (w *rewriter) shownAs(c *ast.CallExpr, arg ast.Expr, param types.Type) types.Type {
	from := w.typeOf(arg)
	if i, ok := param.Underlying().(*types.Interface); !ok || !i.Empty() || !w.check.hasOwnMethods(from) {
		return param
	}
	if _, isStruct := from.Underlying().(*types.Struct); !isStruct || !w.prints(c) {
		return param
	}
	methods := types.NewMethodSet(from)
	has := func(name string) bool { return methods.Lookup(nil, name) != nil }
	switch {
	case has("Format") || has("GoString"):
	case types.Implements(from, errorType.Underlying().(*types.Interface)):
		return errorType
	case has("String"):
		if pkg, err := w.check.s.world.Import("fmt"); err == nil {
			stringer := pkg.Scope().Lookup("Stringer").Type()
			if types.Implements(from, stringer.Underlying().(*types.Interface)) {
				return stringer
			}
		}
	}
	return param
}

// isNamed tells whether t is the type of that name of the package at path.
func isNamed(t types.Type, path, name string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == path && named.Obj().Name() == name
}
