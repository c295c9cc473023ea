package check

import (
	"go/token"
	"go/types"
)

// Predeclared maps the names that a session has from the start to what they
// are called in SessionPackage.
var Predeclared = map[string]string{"ctx": "Context", "input": "Input", "password": "Password"}

// predeclare returns the objects of the predeclared names.
func predeclare(world World) []types.Object {
	pkg := types.NewPackage(SessionPackage, "session")
	str := func(name string) *types.Var { return types.NewParam(token.NoPos, pkg, name, types.Typ[types.String]) }
	ask := func() *types.Signature {
		return types.NewSignatureType(nil, nil, nil, types.NewTuple(str("prompt")), types.NewTuple(str("")), false)
	}
	objects := []types.Object{
		types.NewFunc(token.NoPos, pkg, "input", ask()),
		types.NewFunc(token.NoPos, pkg, "password", ask()),
	}
	objects = append(objects, mustFuncs(pkg)...)
	if context, err := world.Import("context"); err == nil {
		t := context.Scope().Lookup("Context").Type()
		objects = append(objects, types.NewVar(token.NoPos, pkg, "ctx", t))
	}
	return objects
}

// SessionTypes returns the types of SessionPackage.
func SessionTypes(world World) *types.Package {
	pkg := types.NewPackage(SessionPackage, "session")
	for _, o := range predeclare(world) {
		name := Predeclared[o.Name()]
		if name == "" {
			continue // mustSource has it
		}
		signature, ok := o.Type().(*types.Signature)
		if !ok {
			result := types.NewParam(token.NoPos, pkg, "", o.Type())
			signature = types.NewSignatureType(nil, nil, nil, nil, types.NewTuple(result), false)
		}
		pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, name, signature))
	}
	param := func(name string, t types.Type) *types.Var { return types.NewParam(token.NoPos, pkg, name, t) }
	procedure := func(name string, params ...*types.Var) {
		pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, name, types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), nil, false)))
	}
	for _, name := range []string{"Fail", "Return"} {
		procedure(name, param("err", ErrorType), param("cell", types.Typ[types.String]), param("line", types.Typ[types.Int]))
	}
	pkg.MarkComplete()
	return pkg
}
