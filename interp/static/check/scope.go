package check

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"krigo/interp/static/syntax"
)

// populate fills a package's scope with the session: its own declarations, unless they
// are declared again, imports, preloaded packages and predeclared names. The first
// insertion of a name wins.
func (k *checker) populate(scope *types.Scope) {
	declared := map[string]bool{}
	items := k.Items
	if k.IsProgram() {
		items = slices.Concat(items, k.Statements)
	}
	for _, it := range items {
		if it.Recv == "" {
			for _, name := range it.Names {
				declared[name] = true
			}
		}
	}
	insert := func(o types.Object) {
		if !declared[o.Name()] {
			scope.Insert(o)
		}
	}
	insert(types.NewTypeName(token.NoPos, k.Pkg, cellError, ErrorType))
	dots := k.insertImports(insert)
	for name, d := range k.Before.Names {
		if o := d.Objects[name]; o != nil {
			insert(o)
		}
	}
	for _, o := range dots {
		insert(o)
	}
	for _, o := range predeclare(k.World) {
		insert(o)
	}
	k.importUndeclared(insert, scope)
}

// insertImports imports what the cell says. It returns the objects of
// packages that are imported with a dot, in the cell or before.
func (k *checker) insertImports(insert func(types.Object)) []types.Object {
	var dots []types.Object
	for _, it := range k.Imports {
		it.Names, it.Fresh = nil, &Decl{Piece: it.Piece, Objects: map[string]types.Object{}, Serial: k.Serial, Label: k.Cell.Label}
		gen, ok := it.Decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			dots = append(dots, k.insertImport(it, spec.(*ast.ImportSpec), insert)...)
		}
	}
	for name, d := range k.Before.Names {
		if strings.HasPrefix(name, DotPrefix) {
			dots = append(dots, Exported(d.Objects[name].(*types.PkgName).Imported())...)
		}
	}
	return dots
}

// DotPrefix begins the name under which a session keeps a package that was
// imported with a dot.
const DotPrefix = ". "

func (k *checker) insertImport(it *Item, spec *ast.ImportSpec, insert func(types.Object)) []types.Object {
	importPath := strings.Trim(spec.Path.Value, "\"`")
	pkg, err := k.World.Import(importPath)
	if err != nil {
		message := UnknownPackage + importPath
		if exists, ok := errors.AsType[*Unimportable](err); ok {
			message = exists.Error()
		}
		k.Faults = append(k.Faults, syntax.Fault{Cell: it.Cell, Offset: it.Offset(spec.Path.Pos()), Message: message})
		return nil
	}
	name := pkg.Name()
	if spec.Name != nil {
		name = spec.Name.Name
	}
	if name == "_" {
		return nil
	}
	var dots []types.Object
	if name == "." {
		name, dots = DotPrefix+importPath, Exported(pkg)
	}
	o := types.NewPkgName(token.NoPos, k.Pkg, name, pkg)
	it.Names = append(it.Names, name)
	it.Fresh.Objects[name] = o
	if len(dots) == 0 {
		insert(o)
	}
	return dots
}

// importUndeclared imports the packages that undeclared names before a dot denote.
func (k *checker) importUndeclared(insert func(types.Object), scope *types.Scope) {
	names := map[string]bool{}
	collect := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok {
				names[id.Name] = true
			}
		case *ast.Ident:
			if k.tolerant {
				names[n.Name] = true
			}
		}
		return true
	}
	for _, it := range slices.Concat(k.Items, k.Statements) {
		it.Inspect(collect)
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if scope.Lookup(name) != nil {
			continue
		}
		importPath := k.aliased[name]
		if importPath == "" {
			importPath, _ = k.World.Resolve(name)
		}
		if importPath != "" {
			if pkg, err := k.World.Import(importPath); err == nil {
				insert(types.NewPkgName(token.NoPos, k.Pkg, name, pkg))
			}
		}
	}
}

// UnknownPackage begins the message for a package that is not there.
const UnknownPackage = "there is no package "
