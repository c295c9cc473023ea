package effects

import (
	"cmp"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// names are names as a set.
type names map[string]bool

func (n names) sorted() []string { return slices.Sorted(maps.Keys(n)) }

// without returns the names that are not in another set, sorted.
func (n names) without(other names) []string {
	return slices.DeleteFunc(n.sorted(), func(name string) bool { return other[name] })
}

// namer maps objects of a check and of composed files to the session's names.
type namer struct {
	*check.Checked
	versions map[string]string // the session's names, by those in composed files
	imports  map[string]string // names of packages that cells have imported, by path
}

// newNamer returns a namer for a checked cell and the composed files before it.
func newNamer(k *check.Checked, versions map[string]string) *namer {
	n := &namer{k, maps.Clone(versions), map[string]string{}}
	for name, d := range k.After.Names {
		if p, ok := d.Objects[name].(*types.PkgName); ok && d.Kind == syntax.ImportPiece {
			path := p.Imported().Path()
			n.imports[path] = min(name, cmp.Or(n.imports[path], name))
		}
		if version := d.Emitted[name]; version != "" {
			n.versions[version] = name
		}
	}
	return n
}

// nameOf returns the name in the session of an object, or empty if no cell has declared
// it.
func (n *namer) nameOf(o types.Object) string {
	switch o := o.(type) {
	case nil:
		return ""
	case *types.PkgName:
		return n.imports[o.Imported().Path()]
	case *types.Func:
		if recv := o.Signature().Recv(); recv != nil {
			if t := n.typeName(recv.Type()); t != "" && !types.IsInterface(recv.Type()) {
				return t + "." + o.Name()
			}
			return ""
		}
	case *types.Var:
		if o.IsField() {
			return ""
		}
	}
	if o.Pkg() == nil || o.Pkg().Path() != "main" {
		return ""
	}
	if n.Declared(o) != nil {
		return o.Name()
	}
	if o.Parent() == o.Pkg().Scope() {
		return n.versions[o.Name()]
	}
	return ""
}

// functionName returns the name of a function that a cell has declared, also for an
// instance or a wrapper that SSA has made of it.
func (n *namer) functionName(f *ssa.Function) string { return n.nameOf(origin(f).Object()) }

// functionKey returns the name of a function and, behind a space, its signature: a function
// that is redeclared with another signature leaves the earlier one to its users.
func (n *namer) functionKey(f *ssa.Function) string {
	name := n.functionName(f)
	if name == "" {
		return ""
	}
	key, t := name+" ", origin(f).Object().(*types.Func).Origin().Signature()
	for _, list := range []*types.Tuple{t.Params(), t.Results()} {
		for v := range list.Variables() {
			key += v.Type().String() + ","
		}
		key += ";"
	}
	return key
}

// origin returns the generic function that a function is an instance of, or else the
// function.
func origin(f *ssa.Function) *ssa.Function { return cmp.Or(f.Origin(), f) }

// variableName returns the name of a variable of the session or of a compiled package.
func (n *namer) variableName(g *ssa.Global) string {
	if p := g.Pkg.Pkg; p.Path() != "main" && p.Path() != check.SessionPackage {
		return p.Name() + "." + g.Name()
	}
	return n.nameOf(g.Object())
}

// mentioned adds to out the declarations of cells in an item but for variables, which SSA
// shows: types, constants, functions and imports; and variables that are used only for
// their length.
func (n *namer) mentioned(it *check.Item, out names) {
	it.Inspect(func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.Ident:
			if o := n.Object(x); !isVariable(o) {
				out[n.nameOf(o)] = true
			}
		case *ast.CallExpr:
			if sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr); ok && n.Info.Selections[sel] != nil {
				out[n.typeName(n.Info.TypeOf(sel.X))] = true
			}
			if n.Info.Types[x].Value != nil {
				n.all(x, func(o types.Object) bool { return it.Function() != nil || n.Before.Owners[o] != nil }, out)
			}
		}
		return true
	})
	delete(out, "")
}

// all adds the names of the objects below a node that are wanted.
func (n *namer) all(node ast.Node, wanted func(types.Object) bool, out names) {
	ast.Inspect(node, func(x ast.Node) bool {
		if id, ok := x.(*ast.Ident); ok && wanted(n.Object(id)) {
			out[n.nameOf(n.Object(id))] = true
		}
		return true
	})
}

// uses returns the names that the cell's declarations mention.
func (n *namer) uses() names {
	out := names{}
	for _, it := range n.Own {
		n.all(it.Decl, func(types.Object) bool { return true }, out)
	}
	delete(out, "")
	return out
}

func isVariable(o types.Object) bool {
	_, ok := o.(*types.Var)
	return ok
}

// typeName returns the name of a type, or of a pointer's base type, that a cell has
// declared, or nothing.
func (n *namer) typeName(t types.Type) string {
	if named := namedType(t); named != nil {
		return n.nameOf(named.Origin().Obj())
	}
	return ""
}

// namedType returns a named type, or the base type of a pointer to one.
func namedType(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, _ := t.(*types.Named)
	return named
}

// holds reports whether a value of a type may refer to memory that others see. Errors,
// contexts and times are taken not to, since they are immutable in practice.
func holds(t types.Type) bool { return holdsWithin(t, nil) }

func holdsWithin(t types.Type, around []types.Type) bool {
	if t == nil || slices.Contains(around, t) {
		return false
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && isConstant(named.Obj()) {
		return false
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return true
	}
	around = append(around, t)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Array:
		return holdsWithin(u.Elem(), around)
	case *types.Struct:
		for f := range u.Fields() {
			if holdsWithin(f.Type(), around) {
				return true
			}
		}
		return false
	case *types.Tuple:
		for v := range u.Variables() {
			if holdsWithin(v.Type(), around) {
				return true
			}
		}
		return false
	}
	return true
}

// isConstant reports whether values of a type are immutable.
func isConstant(o *types.TypeName) bool {
	if o.Pkg() == nil {
		return o.Name() == "error"
	}
	name := o.Pkg().Path() + "." + o.Name()
	return slices.Contains([]string{"context.Context", "time.Time", "time.Location", "reflect.Type", "regexp.Regexp"}, name) ||
		strings.HasPrefix(name, "net/netip.")
}
