package emit

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"krigo/modules/source"
)

// World resolves imports.
type World interface {
	// Import returns the types of the package at path.
	Import(path string) (*types.Package, error)
	// Source returns the source of the generic part of a package.
	Source(path string) (string, bool)
	// Whole returns the source of a package that is not compiled, or nil.
	Whole(path string) (*source.Package, error)
	// Instance returns the package and the name of the compiled instance of a
	// generic function or type of a package, if any.
	Instance(path, name string, args []string) (pkg, symbol string, ok bool)
}

// Packages are the packages of one session in SSA form. Generic code of a compiled
// package is not compiled for a cell's type arguments: it comes from its source,
// joined to the compiled rest.
//
// A package of a module is not compiled at all: cells use all of it by its source.
type Packages struct {
	world   World
	fset    *token.FileSet
	prog    *ssa.Program
	emitter *Emitter
	joined  map[string]*types.Package // those with a source, by path
	sources map[*types.Package]checkedSource
	created map[*types.Package]bool // of prog
	units   int                     // that prog has been made for
}

// checkedSource is the checked source of a package.
type checkedSource struct {
	files []*ast.File
	info  *types.Info
	whole bool // nothing of the package is compiled
}

// maxUnits is the number of units per SSA program: it never forgets one.
const maxUnits = 100

// NewPackages returns the packages of a new session. fset holds their
// positions.
func NewPackages(world World, fset *token.FileSet) *Packages {
	p := &Packages{world: world, joined: map[string]*types.Package{}, sources: map[*types.Package]checkedSource{}}
	p.emitter = newEmitter(world, fset)
	p.renew(fset)
	return p
}

// renew begins another SSA program.
func (p *Packages) renew(fset *token.FileSet) {
	p.fset, p.units = fset, 0
	p.prog = ssa.NewProgram(fset, ssa.InstantiateGenerics)
	p.created = map[*types.Package]bool{}
}

// FileSet returns the file set with the positions of the packages.
func (p *Packages) FileSet() *token.FileSet { return p.fset }

// Emitter returns the emitter of the packages' functions.
func (p *Packages) Emitter() *Emitter { return p.emitter }

// NewInfo returns an empty Info with all maps that SSA needs of a check.
func NewInfo() *types.Info {
	return &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
		FileVersions: map[*ast.File]string{},
	}
}

// Import implements types.Importer.
func (p *Packages) Import(path string) (*types.Package, error) {
	if joined, ok := p.joined[path]; ok {
		return joined, nil
	}
	whole, err := p.world.Whole(path)
	if err != nil {
		return nil, err
	}
	if whole != nil {
		return p.checkWhole(whole)
	}
	compiled, err := p.world.Import(path)
	if err != nil {
		return nil, err
	}
	text, ok := p.world.Source(path)
	if !ok {
		return compiled, nil
	}
	return p.join(compiled, text)
}

// join makes a package of a compiled one and the source of the generic part of
// it.
func (p *Packages) join(compiled *types.Package, text string) (*types.Package, error) {
	file, err := parser.ParseFile(p.fset, compiled.Path(), text, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("the source of package %s: %w", compiled.Path(), err)
	}
	joined := types.NewPackage(compiled.Path(), compiled.Name())
	declared := declaredNames(file)
	for _, name := range compiled.Scope().Names() {
		if !declared[name] {
			joined.Scope().Insert(compiled.Scope().Lookup(name))
		}
	}
	info := NewInfo()
	config := types.Config{Importer: within{p, compiled}, Sizes: types.SizesFor("gc", runtime.GOARCH)}
	if err := types.NewChecker(&config, p.fset, joined, info).Files([]*ast.File{file}); err != nil {
		return nil, fmt.Errorf("the source of package %s: %w", compiled.Path(), err)
	}
	joined.SetImports(append(joined.Imports(), compiled))
	joined.MarkComplete()
	p.keep(joined, checkedSource{files: []*ast.File{file}, info: info})
	return joined, nil
}

// keep makes the emitter emit functions of a package that has a source.
func (p *Packages) keep(pkg *types.Package, s checkedSource) {
	p.joined[pkg.Path()] = pkg
	p.sources[pkg] = s
	p.emitter.Own(pkg)
	p.emitter.statements.sources = append(p.emitter.statements.sources, statementsOf(s.files, s.info)...)
}

// checkWhole makes a package of its source alone.
func (p *Packages) checkWhole(s *source.Package) (*types.Package, error) {
	files, err := s.Parse(p.fset)
	if err != nil {
		return nil, err
	}
	info := NewInfo()
	pkg, err := s.Check(p.fset, files, p, info)
	if err != nil {
		return nil, err
	}
	p.keep(pkg, checkedSource{files, info, true})
	p.emitter.views.whole[pkg] = s.Refused
	p.emitter.views.unsafe = p.emitter.views.unsafe || slices.Contains(pkg.Imports(), types.Unsafe)
	return pkg, nil
}

// within imports for the source of a package, which may import the compiled
// rest of it.
type within struct {
	*Packages
	compiled *types.Package
}

func (w within) Import(path string) (*types.Package, error) {
	if path == w.compiled.Path() {
		return w.compiled, nil
	}
	return w.Packages.Import(path)
}

// declaredNames returns the names that a file declares in its package.
func declaredNames(f *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names[s.Name.Name] = true
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names[n.Name] = true
					}
				}
			}
		}
	}
	return names
}

// Create makes the SSA form of a checked package of the session, for emission.
func (p *Packages) Create(pkg *types.Package, files []*ast.File, info *types.Info) *ssa.Package {
	if p.units >= maxUnits {
		p.renew(p.fset)
	}
	p.emitter.Own(pkg)
	p.emitter.statements.unit = statementsOf(files, info)
	made := p.Build(pkg, files, info)
	p.emitter.initial = p.initializers(pkg)
	p.emitter.registering = p.registering(pkg)
	return made
}

// registering returns the packages for which [Registers] holds and that a package imports, directly or by packages
// without compiled code.
func (p *Packages) registering(pkg *types.Package) (paths []string) {
	for _, importer := range append(p.wholes(pkg, map[*types.Package]bool{}), pkg) {
		for _, imported := range importer.Imports() {
			if path := imported.Path(); Registers(path) && !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// initializers returns the functions that initialise the packages without compiled code that a package imports,
// directly or not, in Go's order: of those whose imports are initialised, the first by path.
func (p *Packages) initializers(pkg *types.Package) []*ssa.Function {
	waiting := p.wholes(pkg, map[*types.Package]bool{})
	slices.SortFunc(waiting, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	waits := func(pkg *types.Package) bool { return slices.Contains(waiting, pkg) }
	var all []*ssa.Function
	for len(waiting) > 0 {
		next := slices.IndexFunc(waiting, func(pkg *types.Package) bool { return !slices.ContainsFunc(pkg.Imports(), waits) })
		all = append(all, p.prog.Package(waiting[next]).Func("init"))
		waiting = slices.Delete(waiting, next, next+1)
	}
	return all
}

// wholes returns the packages without compiled code that a package imports, directly or not.
func (p *Packages) wholes(pkg *types.Package, seen map[*types.Package]bool) (all []*types.Package) {
	for _, imported := range pkg.Imports() {
		if seen[imported] {
			continue
		}
		seen[imported] = true
		if p.sources[imported].whole {
			all = append(all, imported)
			all = append(all, p.wholes(imported, seen)...)
		}
	}
	return all
}

// Build makes the SSA form of a checked package that is not emitted.
func (p *Packages) Build(pkg *types.Package, files []*ast.File, info *types.Info) *ssa.Package {
	p.units++
	p.createImports(pkg)
	made := p.prog.CreatePackage(pkg, files, info, false)
	made.Build()
	return made
}

// createImports makes the packages known that a package imports, directly or
// not: of each one, when all of it has been read.
func (p *Packages) createImports(pkg *types.Package) {
	for _, imported := range pkg.Imports() {
		if p.created[imported] {
			continue
		}
		p.created[imported] = true
		if !imported.Complete() {
			if _, err := p.world.Import(imported.Path()); err != nil {
				continue // nothing that a cell can name is in it
			}
		}
		p.createImports(imported)
		if s, ok := p.sources[imported]; ok {
			p.prog.CreatePackage(imported, s.files, s.info, true).Build()
			continue
		}
		p.prog.CreatePackage(imported, nil, nil, true)
	}
}
