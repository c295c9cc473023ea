package static

import (
	"go/token"
	"go/types"
)

// SessionPackage is the import path under which the worker gives cells what
// is predeclared in a session. It exports
//
//	func Context() context.Context     // of the running cell: ctx
//	func Input(prompt string) string   // input; the cell fails where there is no answer
//	func Password(prompt string) string // password
//	func Panicked(value any)           // a goroutine of a cell panicked
const SessionPackage = "krigo/session"

// predeclared maps the names that a session has from the start to what they
// are called in SessionPackage.
var predeclared = map[string]string{"ctx": "Context", "input": "Input", "password": "Password"}

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
	if context, err := world.Import("context"); err == nil {
		t := context.Scope().Lookup("Context").Type()
		objects = append(objects, types.NewVar(token.NoPos, pkg, "ctx", t))
	}
	return objects
}
