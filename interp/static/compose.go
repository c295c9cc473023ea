package static

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/emit"
)

// compose.go: what a checked cell says, as one Go file that stands by itself.
//
// The names of declarations in it tell versions apart: what earlier cells
// declared stands in the file by its head alone, functions without their bodies;
// what the cell declares, and what is compiled again because of it, stands there
// whole; and the statements are the body of a function, with the variables of
// the cell as variables of the package. The file is checked and emitted (package
// emit).

// composition is a file on its way.
type composition struct {
	*check
	imports map[string]string // aliases by path
	display string            // statements behind those of the cell that keep what is shown
	heads   []*decl           // what the file takes from earlier cells, in the order in which it was found
	known   map[*decl]bool
	body    strings.Builder // declarations and the function of the statements
}

// compose writes the file of the cell and emits it.
func (k *check) compose() *Program {
	k.begin()
	k.nameItems()
	fresh := k.nameVariables()
	p := &Program{Cell: *k.cell, after: k.after}
	c := &composition{check: k, imports: map[string]string{}, known: map[*decl]bool{}}
	if k.isProgram() { // its variables stand with it
		for _, h := range k.hoists {
			c.known[h.fresh] = true
		}
	}
	for _, it := range k.items {
		c.item(it)
	}
	for _, d := range fresh {
		c.known[d] = true
		d.head = c.variableHead(d)
		if !k.isProgram() {
			c.body.WriteString(d.head + "\n")
		}
	}
	run := c.statements(p)
	k.record()
	p.Notes = c.notes()
	if len(k.faults) > 0 {
		return p
	}
	p.ran = c.plainly()
	c.emit(p, run)
	return p
}

// importAlias is the name under which the file, and every other one of the
// session, imports a package.
func (c *composition) importAlias(path string) string {
	alias := c.s.alias(path)
	c.imports[path] = alias
	return alias
}

// alias is the session's name for a package.
func (s *Session) alias(path string) string {
	name, ok := s.aliases[path]
	if !ok {
		base := path[strings.LastIndex(path, "/")+1:]
		name = s.private(cleanName(base))
		s.aliases[path] = name
	}
	return name
}

func cleanName(base string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '.' {
			return '_'
		}
		return r
	}, base)
}

// item writes a declaration and keeps its head for later files.
func (c *composition) item(it *item) {
	d := it.fresh
	if it.kind == varPiece {
		if c.isProgram() {
			return // with the statements
		}
		c.known[d] = true
		d.head = c.variableHead(d)
		c.body.WriteString(d.head + "\n")
		return
	}
	n := c.renamer(it.syntax, d)
	n.rename(it.decl)
	whole := n.text()
	d.head = whole
	if fn := it.function(); fn != nil && !it.generic() && !isInit(fn) {
		d.head = n.upTo(fn.Type.End())
	}
	c.known[d] = true
	if it.quiet || isBodiless(it) {
		c.body.WriteString(d.head + "\n")
	} else {
		c.body.WriteString(whole + "\n")
	}
	for _, u := range d.uses {
		c.use(nil, u)
	}
}

func isBodiless(it *item) bool {
	fn, ok := it.decl.(*ast.FuncDecl)
	return ok && fn.Body == nil
}

// variableHead declares a variable without a value.
func (c *composition) variableHead(d *decl) string {
	name := d.names[0]
	text, err := c.spellFor(d.objects[name].Type(), d)
	if err != nil {
		c.faultVariable(d, "cannot keep "+name+": "+err.Error())
		return ""
	}
	return "var " + d.emitted[name] + " " + text
}

func (c *composition) faultVariable(d *decl, message string) {
	for _, h := range c.hoists {
		if h.fresh == d {
			c.faultAt(h.ident, message)
			return
		}
	}
	c.faults = append(c.faults, fault{c.cell, 0, message})
}

// spellFor writes a type as the file names it and notes in d what it mentions.
func (c *composition) spellFor(t types.Type, d *decl) (string, error) {
	return spell(t, func(o *types.TypeName) (string, bool) {
		switch {
		case o.Pkg() == nil:
			return o.Name(), true
		case o.Pkg().Path() == "main":
			owner := c.owners[o]
			if owner == nil {
				return o.Name(), true
			}
			c.use(d, owner)
			return owner.emitted[o.Name()], true
		}
		if d != nil {
			d.importing(o.Pkg().Path())
		}
		return c.importAlias(o.Pkg().Path()) + "." + o.Name(), o.Exported() || o.Pkg() == types.Unsafe
	})
}

// importing notes that a declaration's head names a package.
func (d *decl) importing(path string) {
	if !slices.Contains(d.paths, path) {
		d.paths = append(d.paths, path)
	}
}

// use notes that d, if it is not nil, refers to u, and takes u's head into the
// file where u is of an earlier cell.
func (c *composition) use(d, u *decl) {
	if u == nil || u == d {
		return
	}
	if d != nil {
		d.use(u)
	}
	if c.known[u] {
		return
	}
	c.known[u] = true
	if c.isOwnDecl(u) {
		return
	}
	c.heads = append(c.heads, u)
	for _, more := range u.uses {
		c.use(nil, more)
	}
	for _, m := range u.methods {
		c.use(nil, m)
	}
}

// isOwnDecl tells whether a declaration is one of those that the file has whole.
func (c *composition) isOwnDecl(d *decl) bool {
	for _, it := range c.items {
		if it.fresh == d {
			return true
		}
	}
	for _, h := range c.hoists {
		if h.fresh == d && c.s.now.names[h.ident.Name] != d && d.serial == c.s.serial {
			return true
		}
	}
	return false
}

// statements writes the function that holds the cell's statements and returns
// its name, or nothing where there are none.
func (c *composition) statements(p *Program) string {
	if c.isProgram() {
		for _, it := range c.stmts {
			n := c.renamer(it.syntax, nil)
			n.rename(it.decl)
			c.body.WriteString(n.text() + "\n")
		}
		return "init"
	}
	var body strings.Builder
	shown := c.lastExpr()
	for _, it := range c.stmts {
		n := c.renamer(it.syntax, nil)
		last := shown != nil && it == c.stmts[len(c.stmts)-1]
		if it.decl != nil {
			n.rename(it.decl)
			n.assignVariables(it.decl.(*ast.GenDecl))
		}
		for i, stmt := range it.stmts {
			n.rename(stmt)
			n.assign(stmt)
			n.returns(stmt)
			if last && i == len(it.stmts)-1 {
				c.show(p, n, shown)
				continue
			}
			n.guard(stmt)
		}
		body.WriteString(n.text() + "\n")
	}
	if body.Len() == 0 && !c.hasInit() {
		return ""
	}
	name := c.s.private("cell")
	fmt.Fprintf(&c.body, "%sfunc %s() {\n", lineDirective(c.cell, 0), name)
	if c.context != "" {
		fmt.Fprintf(&c.body, "%s := %s.Context()\n", c.context, c.importAlias(SessionPackage))
	}
	c.body.WriteString(body.String() + c.display + "}\n")
	return name
}

func (c *composition) hasInit() bool {
	return slices.ContainsFunc(c.items, func(it *item) bool { fn := it.function(); return fn != nil && isInit(fn) })
}

// text is the whole file.
func (c *composition) text() string {
	var b strings.Builder
	b.WriteString("package main\n")
	paths := maps.Clone(c.imports)
	for _, d := range c.heads {
		for _, path := range d.paths {
			paths[path] = c.s.alias(path)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		fmt.Fprintf(&b, "import %s %q\n", paths[path], path)
	}
	for _, d := range c.heads {
		b.WriteString(d.head + "\n")
	}
	b.WriteString(c.body.String())
	return b.String()
}

// emit checks the file and makes the units of the program.
func (c *composition) emit(p *Program, run string) {
	if len(c.items) == 0 && c.body.Len() == 0 && run == "" {
		return
	}
	packages := c.s.ssa()
	packages.Emitter().Rollback()
	text := c.text()
	file, err := parser.ParseFile(packages.FileSet(), fileName(c.cell.Label), text, parser.SkipObjectResolution)
	if err != nil {
		panic(fmt.Sprintf("%v in\n%s", err, text))
	}
	info := emit.NewInfo()
	pkg := types.NewPackage("main", "main")
	var first error
	config := types.Config{Importer: packages, Sizes: types.SizesFor("gc", runtime.GOARCH), Error: func(err error) {
		if e, ok := err.(types.Error); ok && !permitted(e.Msg) && !isBodilessError(e.Msg) && first == nil {
			first = err
		}
	}}
	_ = types.NewChecker(&config, packages.FileSet(), pkg, info).Files([]*ast.File{file})
	if first != nil {
		panic(fmt.Sprintf("%v in\n%s", first, text))
	}
	made := packages.Create(pkg, []*ast.File{file}, info)
	packages.Emitter().Session(!c.isProgram())
	packages.Emitter().Fresh(c.freshGenerics(made))
	var roots []*ssa.Function
	if c.isProgram() || c.hasInit() {
		roots = append(roots, made.Func("init"))
	}
	if run != "" && run != "init" {
		roots = append(roots, made.Func(run))
	}
	unit, names, err := packages.Emitter().Unit(made, c.redirects(), roots...)
	if err != nil {
		c.refusal(err, packages.FileSet())
		return
	}
	p.Unit, p.emitter = unit, packages.Emitter()
	p.Runs = names
}

// freshGenerics are the generic functions and methods that the cell declares, by
// their keys.
func (c *composition) freshGenerics(pkg *ssa.Package) map[string]bool {
	fresh := map[string]bool{}
	for _, it := range c.items {
		if it.quiet || !it.generic() || it.function() == nil {
			continue
		}
		name := it.names[0]
		if it.recv == "" {
			if f := pkg.Func(it.fresh.emitted[name]); f != nil {
				fresh[f.String()] = true
			}
			continue
		}
		if t := c.after.names[it.recv]; t != nil {
			if m := methodOf(pkg, t.emitted[it.recv], name); m != nil {
				fresh[m.String()] = true
			}
		}
	}
	return fresh
}

// methodOf is the method of a type of a package.
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

// redirects are the functions that take the place of earlier versions of the
// same signature, wherever these are called.
func (c *composition) redirects() []emit.Redirect {
	var out []emit.Redirect
	for _, it := range c.items {
		fn := it.function()
		if fn == nil || it.recv != "" || it.quiet || it.generic() || isInit(fn) {
			continue
		}
		name := it.names[0]
		signature, err := c.spellFor(anonymous(it.fresh.objects[name].Type().(*types.Signature)), nil)
		if err != nil {
			continue
		}
		to := it.fresh.emitted[name]
		versions := slices.Clone(c.after.versions[name])
		i := slices.IndexFunc(versions, func(v version) bool { return v.signature == signature })
		if i < 0 {
			versions = append(versions, version{to, signature})
		} else if versions[i].emitted != to {
			out = append(out, emit.Redirect{From: "main." + versions[i].emitted, To: "main." + to})
			versions[i].emitted = to
		}
		c.after.versions[name] = versions
	}
	return out
}

// anonymous is a signature without the names of its parameters.
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

// isBodilessError tells whether an error of the checker is that a function has
// no body: it had one in an earlier cell.
func isBodilessError(message string) bool { return strings.Contains(message, "missing function body") }

// refusal makes a fault of what is not emitted.
func (c *composition) refusal(err error, fset *token.FileSet) {
	if n := c.hiddenSelection(); n != nil && strings.Contains(err.Error(), "is not exported") {
		i := slices.IndexFunc(Rules(), func(r Rule) bool { return r.Name == hiddenMethods })
		c.faultAt(n, Rules()[i].text())
		return
	}
	offset := 0
	if r, ok := err.(*emit.Refusal); ok && r.Pos.IsValid() {
		at := fset.Position(r.Pos)
		offset = lineOffset(c.cell.Source, at.Line)
	}
	c.faults = append(c.faults, fault{c.cell, offset, err.Error()})
}

// lineOffset is where a line begins.
func lineOffset(source string, line int) int {
	offset := 0
	for i := 1; i < line; i++ {
		next := strings.IndexByte(source[offset:], '\n')
		if next < 0 {
			return offset
		}
		offset += next + 1
	}
	return offset
}
