package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// populate fills a package's scope with the session: its own declarations,
// unless they are declared again, imports, preloaded packages and what is
// predeclared. A name that is inserted first wins.
func (k *checker) populate(scope *types.Scope) {
	declared := map[string]bool{}
	items := k.items
	if k.isProgram() {
		items = slices.Concat(items, k.stmts)
	}
	for _, it := range items {
		if it.recv == "" {
			for _, name := range it.names {
				declared[name] = true
			}
		}
	}
	insert := func(o types.Object) {
		if !declared[o.Name()] {
			scope.Insert(o)
		}
	}
	dots := k.insertImports(insert)
	for name, d := range k.before.names {
		if o := d.objects[name]; o != nil {
			insert(o)
		}
	}
	for _, o := range dots {
		insert(o)
	}
	for _, o := range predeclare(k.world) {
		insert(o)
	}
	k.importUndeclared(insert, scope)
}

// insertImports imports what the cell says. It returns the objects of
// packages that are imported with a dot, in the cell or before.
func (k *checker) insertImports(insert func(types.Object)) []types.Object {
	var dots []types.Object
	for _, it := range k.imports {
		it.names, it.fresh = nil, &decl{piece: it.piece, objects: map[string]types.Object{}, serial: k.serial, label: k.cell.Label}
		gen, ok := it.decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			dots = append(dots, k.insertImport(it, spec.(*ast.ImportSpec), insert)...)
		}
	}
	for name, d := range k.before.names {
		if strings.HasPrefix(name, dotPrefix) {
			dots = append(dots, exported(d.objects[name].(*types.PkgName).Imported())...)
		}
	}
	return dots
}

// dotPrefix begins the name under which a session keeps a package that was
// imported with a dot.
const dotPrefix = ". "

func (k *checker) insertImport(it *item, spec *ast.ImportSpec, insert func(types.Object)) []types.Object {
	importPath := strings.Trim(spec.Path.Value, "\"`")
	pkg, err := k.world.Import(importPath)
	if err != nil {
		k.faults = append(k.faults, fault{it.cell, it.offset(spec.Path.Pos()), unknownPackage + importPath})
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
		name, dots = dotPrefix+importPath, exported(pkg)
	}
	o := types.NewPkgName(token.NoPos, k.pkg, name, pkg)
	it.names = append(it.names, name)
	it.fresh.objects[name] = o
	if len(dots) == 0 {
		insert(o)
	}
	return dots
}

// importUndeclared imports the packages that undeclared names before a dot
// stand for.
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
	for _, it := range slices.Concat(k.items, k.stmts) {
		it.inspect(collect)
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if scope.Lookup(name) != nil {
			continue
		}
		if importPath, _ := k.world.Resolve(name); importPath != "" {
			if pkg, err := k.world.Import(importPath); err == nil {
				insert(types.NewPkgName(token.NoPos, k.pkg, name, pkg))
			}
		}
	}
}

// unknownPackage begins the message for a package that is not there.
const unknownPackage = "there is no package "
