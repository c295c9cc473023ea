package check

import (
	"go/types"
	"slices"
	"strings"
)

// ErrorType is the type error.
var ErrorType = types.Universe.Lookup("error").Type()

// Declaration writes what an object is in the form of its declaration.
func Declaration(o types.Object) string {
	switch o := o.(type) {
	case *types.PkgName:
		return "package " + o.Imported().Name()
	case *types.Builtin:
		return "func " + o.Name()
	case *types.Var:
		if o.IsField() {
			return "field " + o.Name() + " " + TypeText(o.Type())
		}
	case *types.Func:
		if recv := o.Signature().Recv(); recv != nil {
			return "func (" + TypeTextIn(recv.Type(), o.Pkg()) + ") " + o.Name() + strings.TrimPrefix(TypeTextIn(o.Type(), o.Pkg()), "func")
		}
	case *types.Const:
		return "const " + o.Name() + " " + TypeText(o.Type()) + " = " + o.Val().String()
	}
	return types.ObjectString(o, qualifierIn(o.Pkg()))
}

// TypeTextIn writes a type as the package does, which does not qualify its own
// names.
func TypeTextIn(t types.Type, pkg *types.Package) string {
	return types.TypeString(t, qualifierIn(pkg))
}

func qualifierIn(pkg *types.Package) types.Qualifier {
	return func(p *types.Package) string {
		if p == pkg {
			return ""
		}
		return qualifier(p)
	}
}

// TypeText writes a type as users do: packages by name, cells' types bare.
func TypeText(t types.Type) string { return types.TypeString(t, qualifier) }

func qualifier(p *types.Package) string {
	if p.Path() == "main" || p.Path() == SessionPackage {
		return ""
	}
	return p.Name()
}

// Members lists the fields and methods of a type, those near to it
// first.
func Members(t types.Type) []types.Object {
	objects := fields(t, map[types.Type]bool{})
	if !types.IsInterface(t) {
		if _, ok := t.Underlying().(*types.Pointer); !ok {
			t = types.NewPointer(t)
		}
	}
	set := types.NewMethodSet(t)
	for sel := range set.Methods() {
		objects = append(objects, sel.Obj())
	}
	return slices.DeleteFunc(objects, func(o types.Object) bool {
		return !o.Exported() && o.Pkg() != nil && o.Pkg().Path() != "main"
	})
}

// fields lists the fields of a struct and those that it embeds.
func fields(t types.Type, seen map[types.Type]bool) []types.Object {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	u, ok := t.Underlying().(*types.Struct)
	if !ok || seen[t] {
		return nil
	}
	seen[t] = true
	var out, deeper []types.Object
	for f := range u.Fields() {
		out = append(out, f)
		if f.Embedded() {
			deeper = append(deeper, fields(f.Type(), seen)...)
		}
	}
	return append(out, deeper...)
}

// Exported lists the exported objects of a package.
func Exported(pkg *types.Package) []types.Object {
	var out []types.Object
	for _, name := range pkg.Scope().Names() {
		if o := pkg.Scope().Lookup(name); o.Exported() {
			out = append(out, o)
		}
	}
	return out
}
