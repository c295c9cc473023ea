package emit

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"runtime"

	"golang.org/x/tools/go/ssa"
)

// World resolves imports.
type World interface {
	// Import returns the types of the package at path.
	Import(path string) (*types.Package, error)
	// Source returns the source of the generic part of a package.
	Source(path string) (string, bool)
	// Instance returns the package and the name of the compiled instance of a
	// generic function or type of a package, if any.
	Instance(path, name string, args []string) (pkg, symbol string, ok bool)
}

// Packages are the packages of one session in SSA form. Generic code of a compiled
// package is not compiled for a cell's type arguments: it comes from its source,
// joined to the compiled rest.
type Packages struct {
	world   World
	fset    *token.FileSet
	prog    *ssa.Program
	emitter *Emitter
	joined  map[string]*types.Package // those with a source, by path
	sources map[*types.Package]source
	created map[*types.Package]bool // of prog
	units   int                     // that prog has been made for
}

// source is the checked source of a joined package.
type source struct {
	file *ast.File
	info *types.Info
}

// maxUnits is the number of units per SSA program: it never forgets one.
const maxUnits = 100

// NewPackages returns the packages of a new session. fset holds their
// positions.
func NewPackages(world World, fset *token.FileSet) *Packages {
	p := &Packages{world: world, joined: map[string]*types.Package{}, sources: map[*types.Package]source{}}
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
	p.joined[compiled.Path()] = joined
	p.sources[joined] = source{file, info}
	p.emitter.Own(joined)
	p.emitter.statements.sources = append(p.emitter.statements.sources, statementsOf([]*ast.File{file}, info)...)
	return joined, nil
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
	return p.Build(pkg, files, info)
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
			p.prog.CreatePackage(imported, []*ast.File{s.file}, s.info, true).Build()
			continue
		}
		p.prog.CreatePackage(imported, nil, nil, true)
	}
}
