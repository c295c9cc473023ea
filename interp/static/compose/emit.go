package compose

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/emit"
	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// text returns the whole file.
func (c *composition) text() string {
	var b strings.Builder
	b.WriteString("package main\n")
	paths := c.paths()
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		fmt.Fprintf(&b, "import %s %q\n", paths[path], path)
	}
	for _, d := range c.earlier {
		b.WriteString(c.writer.heads[d].text + "\n")
	}
	b.WriteString(c.body.String())
	return b.String()
}

// paths returns the aliases of the packages that the file imports, by path.
func (c *composition) paths() map[string]string {
	paths := map[string]string{}
	for _, path := range c.sources() {
		paths[path] = "_"
	}
	maps.Copy(paths, c.imports)
	for _, d := range c.earlier {
		for _, path := range c.writer.heads[d].paths {
			paths[path] = c.names.Alias(path)
		}
	}
	return paths
}

// emit makes the unit of the program.
func (c *composition) emit(run string) []syntax.Fault {
	if c.isEmpty(run) {
		return nil
	}
	packages := c.writer.ssa()
	packages.Emitter().Rollback()
	if faults := c.importSources(packages); len(faults) > 0 {
		return faults
	}
	c.build(run, packages.Create)
	packages.Emitter().Session(!c.IsProgram())
	packages.Emitter().Fresh(c.freshGenerics(c.Package))
	unit, names, err := packages.Emitter().Unit(c.Package, c.redirects(), c.Functions...)
	if err != nil {
		return []syntax.Fault{c.refusal(err, packages.FileSet())}
	}
	c.Unit, c.Runs, c.emitter = unit, names, packages.Emitter()
	for i, f := range c.Functions {
		c.InLoops[names[i]] = func() []emit.Obstacle { return packages.Emitter().InLoops(f) }
	}
	return nil
}

// sources returns the packages that the cell imports and that are not compiled, or register handlers: they are
// initialised when a cell imports them, used or not.
func (c *composition) sources() (paths []string) {
	for _, it := range c.Checked.Imports {
		for _, path := range it.Paths() {
			if s, err := c.writer.world.Whole(path); err == nil && s != nil || emit.Registers(path) {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// importSources imports what the file imports: the functions of packages that are not compiled may have faults.
func (c *composition) importSources(packages *emit.Packages) []syntax.Fault {
	for path := range c.paths() {
		_, err := packages.Import(path)
		if err != nil {
			return []syntax.Fault{{Cell: c.Cell, Message: err.Error()}}
		}
	}
	return nil
}

// isEmpty reports whether the file neither declares nor runs anything.
func (c *composition) isEmpty(run string) bool {
	return len(c.Items) == 0 && c.body.Len() == 0 && run == "" && len(c.sources()) == 0
}

// build checks the file and creates its SSA form.
func (c *composition) build(run string, create func(*types.Package, []*ast.File, *types.Info) *ssa.Package) {
	packages := c.writer.ssa()
	c.useInstances(packages.Emitter())
	text := c.text()
	c.Program.Text = text
	// Line directives name files relative to the folder of their own file.
	name := filepath.Base(syntax.FileName(c.Cell.Label))
	file, err := parser.ParseFile(packages.FileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		panic(fmt.Sprintf("%v in\n%s", err, text))
	}
	info := emit.NewInfo()
	pkg := types.NewPackage("main", "main")
	var first error
	config := types.Config{Importer: packages, Sizes: types.SizesFor("gc", runtime.GOARCH), Error: func(err error) {
		if e, ok := err.(types.Error); ok && !check.Permitted(e.Msg) && !isBodilessError(e.Msg) && first == nil {
			first = err
		}
	}}
	_ = types.NewChecker(&config, packages.FileSet(), pkg, info).Files([]*ast.File{file})
	if first != nil {
		panic(fmt.Sprintf("%v in\n%s", first, text))
	}
	c.Package = create(pkg, []*ast.File{file}, info)
	if c.IsProgram() || c.hasInit() {
		c.Functions = append(c.Functions, c.Package.Func("init"))
	}
	if run != "" && run != "init" {
		c.Functions = append(c.Functions, c.Package.Func(run))
	}
}

// useInstances adds to the file the types that occur in instances whose methods the cell
// redeclares.
func (c *composition) useInstances(e *emit.Emitter) {
	for _, it := range c.Items {
		if it.Quiet || it.Recv == "" || !it.Generic() {
			continue
		}
		t := c.After.Names[it.Recv]
		if t == nil {
			continue
		}
		for _, name := range e.InstanceNames(t.Emitted[it.Recv]) {
			if d := c.writer.newest[name]; d != nil {
				c.use(d)
			}
		}
	}
}

// freshGenerics returns the generic functions and methods that the cell declares, by
// their keys.
func (c *composition) freshGenerics(pkg *ssa.Package) map[string]bool {
	fresh := map[string]bool{}
	for _, it := range c.Items {
		if it.Quiet || !it.Generic() || it.Function() == nil {
			continue
		}
		name := it.Names[0]
		if it.Recv == "" {
			if f := pkg.Func(it.Fresh.Emitted[name]); f != nil {
				fresh[emit.GenericKey(f)] = true
			}
			continue
		}
		if t := c.After.Names[it.Recv]; t != nil {
			if m := methodOf(pkg, t.Emitted[it.Recv], name); m != nil {
				fresh[emit.GenericKey(m)] = true
			}
		}
	}
	return fresh
}

// methodOf returns the method of a type of a package.
func methodOf(pkg *ssa.Package, typ, name string) *ssa.Function {
	t, ok := pkg.Members[typ].(*ssa.Type)
	if !ok {
		return nil
	}
	named, ok := t.Type().(*types.Named)
	if !ok {
		return nil
	}
	for m := range named.Methods() {
		if m.Name() == name {
			return pkg.Prog.FuncValue(m)
		}
	}
	return nil
}

// redirects returns the functions that replace earlier versions of the same signature
// wherever these are called.
func (c *composition) redirects() []emit.Redirect {
	var out []emit.Redirect
	for _, it := range c.Items {
		fn := it.Function()
		if fn == nil || it.Recv != "" || it.Quiet || it.Generic() || syntax.IsInit(fn) {
			continue
		}
		name := it.Names[0]
		signature, err := c.spellFor(anonymous(it.Fresh.Objects[name].Type().(*types.Signature)), nil)
		if err != nil {
			continue
		}
		to := it.Fresh.Emitted[name]
		versions := slices.Clone(c.writer.versions[name])
		i := slices.IndexFunc(versions, func(v version) bool { return v.signature == signature })
		if i < 0 {
			versions = append(versions, version{to, signature})
		} else if versions[i].emitted != to {
			out = append(out, emit.Redirect{From: "main." + versions[i].emitted, To: "main." + to})
			versions[i].emitted = to
		}
		c.versions[name] = versions
	}
	return out
}

// anonymous returns a signature without the names of its parameters.
func anonymous(s *types.Signature) *types.Signature {
	bare := func(t *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for v := range t.Variables() {
			vars = append(vars, types.NewParam(token.NoPos, nil, "", v.Type()))
		}
		return types.NewTuple(vars...)
	}
	return types.NewSignatureType(nil, nil, nil, bare(s.Params()), bare(s.Results()), s.Variadic())
}

// isBodilessError reports whether an error of the checker is that a function has
// no body: it had one in an earlier cell.
func isBodilessError(message string) bool { return strings.Contains(message, "missing function body") }

// refusal makes a fault of code that cannot be emitted.
func (c *composition) refusal(err error, fset *token.FileSet) syntax.Fault {
	if n := c.HiddenSelection(); n != nil && strings.Contains(err.Error(), "is not exported") {
		i := slices.IndexFunc(check.Rules(), func(r check.Rule) bool { return r.Name == check.HiddenMethods })
		return c.FaultAt(n.Pos(), check.Rules()[i].Text())
	}
	offset := 0
	if r, ok := err.(*emit.Refusal); ok && r.Pos.IsValid() {
		at := fset.Position(r.Pos)
		if filepath.IsAbs(at.Filename) { // in a package of a module
			return syntax.Fault{Cell: c.Cell, Message: fmt.Sprintf("%s (%s:%d)", err, at.Filename, at.Line)}
		}
		offset = syntax.LineOffset(c.Cell.Source, at.Line)
	}
	return syntax.Fault{Cell: c.Cell, Offset: offset, Message: err.Error()}
}

func (c *composition) hasInit() bool {
	return slices.ContainsFunc(c.Items, func(it *check.Item) bool { fn := it.Function(); return fn != nil && syntax.IsInit(fn) })
}
