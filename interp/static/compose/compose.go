package compose

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
	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// compose.go: what a checked cell says, as one Go file that stands by itself.
//
// The names of declarations in it tell versions apart: what earlier cells
// declared stands in the file by its head alone, functions without their bodies;
// what the cell declares, and what is compiled again because of it, stands there
// whole; and the statements are the body of a function, with the variables of
// the cell as variables of the package. The file is checked and emitted (package
// emit).

// Program is a cell as the interpreter gets it.
type Program struct {
	// Unit is what the interpreter gets.
	Unit *emit.Unit
	// Runs are the functions that run the cell's statements, in order.
	Runs []string
	// Value is the last expression's variable, or nil where the cell shows
	// nothing.
	Value *Value

	heads    map[*check.Decl]*head // of what the cell declares
	versions map[string][]version  // of functions, where the cell has others
}

// Value tells where a cell's last value is after Run, and its static type.
type Value struct {
	// Variables hold the value and what comes with it. They are no use once
	// it is shown.
	Variables []string
	// Expr is a Go expression that yields the value, wrapped where its type
	// is declared in a cell and has display methods, which would otherwise
	// be lost on its way out of the interpreter.
	Expr string
	Type types.Type
	// Failure is the expression of a trailing error result beside the value, or
	// empty. The cell failed where it is not nil.
	Failure string
	// Error is true where the value is a trailing error: it is the cell's
	// failure when it is not nil, and shows nothing otherwise.
	Error bool
}

// composition is a file on its way.
type composition struct {
	*check.Checked
	*Program
	writer  *Writer
	names   *check.Names
	imports map[string]string // aliases by path
	context string            // the variable that keeps the cell's context, where it is used
	display string            // statements behind those of the cell that keep what is shown
	earlier []*check.Decl     // what the file takes from earlier cells, in the order in which it was found
	known   map[*check.Decl]bool
	body    strings.Builder // declarations and the function of the statements
}

// Compose writes the file of a cell without faults and emits it. What is not
// emitted is a fault after all.
func Compose(w *Writer, k *check.Checked) (*Program, []syntax.Fault) {
	p := &Program{heads: map[*check.Decl]*head{}, versions: map[string][]version{}}
	c := &composition{Checked: k, Program: p, writer: w, names: w.names, imports: map[string]string{}, known: map[*check.Decl]bool{}}
	if k.IsProgram() { // its variables stand with it
		for _, h := range k.Hoists {
			c.known[h.Fresh] = true
		}
	}
	for _, it := range k.Items {
		c.item(it)
	}
	for _, d := range k.Fresh {
		text := c.variableHead(d)
		if !k.IsProgram() {
			c.body.WriteString(text + "\n")
		}
	}
	return p, c.emit(c.statements())
}

// importAlias is the name under which the file, and every other one of the
// session, imports a package.
func (c *composition) importAlias(path string) string {
	alias := c.names.Alias(path)
	c.imports[path] = alias
	return alias
}

// item writes a declaration and keeps its head for later files.
func (c *composition) item(it *check.Item) {
	d := it.Fresh
	if it.Kind == syntax.VarPiece {
		if c.IsProgram() {
			return // with the statements
		}
		c.body.WriteString(c.variableHead(d) + "\n")
		return
	}
	h := c.head(d)
	n := c.renamer(it.Parsed, d)
	n.Rename(it.Decl)
	whole := placed(it.Parsed, n.Written())
	h.text = whole
	if fn := it.Function(); fn != nil && !it.Generic() && !syntax.IsInit(fn) {
		h.text = placed(it.Parsed, n.UpTo(it.Offset(fn.Type.End())))
	}
	if it.Quiet || isBodiless(it) {
		c.body.WriteString(h.text + "\n")
	} else {
		c.body.WriteString(whole + "\n")
	}
	for _, u := range d.Uses {
		c.use(u)
	}
}

// head begins the head of what the cell declares.
func (c *composition) head(d *check.Decl) *head {
	c.known[d] = true
	c.heads[d] = &head{}
	return c.heads[d]
}

func isBodiless(it *check.Item) bool {
	fn, ok := it.Decl.(*ast.FuncDecl)
	return ok && fn.Body == nil
}

// variableHead declares a variable without a value, in this file and in later ones.
func (c *composition) variableHead(d *check.Decl) string {
	name := d.Names[0]
	h := c.head(d)
	text, err := c.spellFor(d.Objects[name].Type(), d)
	if err != nil {
		panic(err) // the check has found it
	}
	h.text = "var " + d.Emitted[name] + " " + text
	return h.text
}

// spellFor writes a type as the file names it, for a declaration or nil.
func (c *composition) spellFor(t types.Type, owner *check.Decl) (string, error) {
	return check.Spell(t, func(o *types.TypeName) (string, bool) {
		switch {
		case o.Pkg() == nil:
			return o.Name(), true
		case o.Pkg().Path() == "main":
			d := c.Owners[o]
			if d == nil {
				return o.Name(), true
			}
			c.use(d)
			return d.Emitted[o.Name()], true
		}
		return c.imported(owner, o.Pkg().Path()) + "." + o.Name(), o.Exported() || o.Pkg() == types.Unsafe
	})
}

// mention notes that a declaration's head names a package.
func (c *composition) mention(d *check.Decl, path string) {
	if h := c.heads[d]; !slices.Contains(h.paths, path) {
		h.paths = append(h.paths, path)
	}
}

// use takes the head of a declaration of an earlier cell into the file, and those
// of all that it uses.
func (c *composition) use(d *check.Decl) {
	if c.known[d] {
		return
	}
	c.known[d] = true
	if c.isOwnDecl(d) {
		return
	}
	c.earlier = append(c.earlier, d)
	for _, more := range d.Uses {
		c.use(more)
	}
	for _, m := range d.Methods {
		c.use(m)
	}
}

// isOwnDecl tells whether a declaration is one of those that the file has whole.
func (c *composition) isOwnDecl(d *check.Decl) bool {
	for _, it := range c.Items {
		if it.Fresh == d {
			return true
		}
	}
	for _, h := range c.Hoists {
		if h.Fresh == d && c.Before.Names[h.Ident.Name] != d && d.Serial == c.Serial {
			return true
		}
	}
	return false
}

// statements writes the function that holds the cell's statements and returns
// its name, or nothing where there are none.
func (c *composition) statements() string {
	if c.IsProgram() {
		for _, it := range c.Statements {
			n := c.renamer(it.Parsed, nil)
			n.Rename(it.Decl)
			c.body.WriteString(placed(it.Parsed, n.Written()) + "\n")
		}
		return "init"
	}
	var body strings.Builder
	shown := c.LastExpr()
	for _, it := range c.Statements {
		n := c.renamer(it.Parsed, nil)
		last := shown != nil && it == c.Statements[len(c.Statements)-1]
		if it.Decl != nil {
			n.Rename(it.Decl)
			n.AssignVariables(it.Decl.(*ast.GenDecl))
		}
		for i, stmt := range it.Stmts {
			n.Rename(stmt)
			n.Assign(stmt)
			c.returns(n, stmt)
			if last && i == len(it.Stmts)-1 {
				c.show(n, shown)
				continue
			}
			c.guard(n, stmt)
		}
		body.WriteString(placed(it.Parsed, n.Written()) + "\n")
	}
	if body.Len() == 0 && !c.hasInit() {
		return ""
	}
	name := c.names.Private("cell")
	fmt.Fprintf(&c.body, "%sfunc %s() {\n", syntax.LineDirective(c.Cell, 0), name)
	if c.context != "" {
		fmt.Fprintf(&c.body, "%s := %s.Context()\n", c.context, c.importAlias(check.SessionPackage))
	}
	c.body.WriteString(body.String() + c.display + "}\n")
	return name
}

func (c *composition) hasInit() bool {
	return slices.ContainsFunc(c.Items, func(it *check.Item) bool { fn := it.Function(); return fn != nil && syntax.IsInit(fn) })
}

// text is the whole file.
func (c *composition) text() string {
	var b strings.Builder
	b.WriteString("package main\n")
	paths := maps.Clone(c.imports)
	for _, d := range c.earlier {
		for _, path := range c.writer.heads[d].paths {
			paths[path] = c.names.Alias(path)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		fmt.Fprintf(&b, "import %s %q\n", paths[path], path)
	}
	for _, d := range c.earlier {
		b.WriteString(c.writer.heads[d].text + "\n")
	}
	b.WriteString(c.body.String())
	return b.String()
}

// emit checks the file and makes the unit of the program.
func (c *composition) emit(run string) []syntax.Fault {
	if len(c.Items) == 0 && c.body.Len() == 0 && run == "" {
		return nil
	}
	packages := c.writer.ssa()
	packages.Emitter().Rollback()
	text := c.text()
	file, err := parser.ParseFile(packages.FileSet(), syntax.FileName(c.Cell.Label), text, parser.SkipObjectResolution)
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
	made := packages.Create(pkg, []*ast.File{file}, info)
	packages.Emitter().Session(!c.IsProgram())
	packages.Emitter().Fresh(c.freshGenerics(made))
	var roots []*ssa.Function
	if c.IsProgram() || c.hasInit() {
		roots = append(roots, made.Func("init"))
	}
	if run != "" && run != "init" {
		roots = append(roots, made.Func(run))
	}
	unit, names, err := packages.Emitter().Unit(made, c.redirects(), roots...)
	if err != nil {
		return []syntax.Fault{c.refusal(err, packages.FileSet())}
	}
	c.Unit, c.Runs = unit, names
	return nil
}

// freshGenerics are the generic functions and methods that the cell declares, by
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
				fresh[f.String()] = true
			}
			continue
		}
		if t := c.After.Names[it.Recv]; t != nil {
			if m := methodOf(pkg, t.Emitted[it.Recv], name); m != nil {
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
func (c *composition) refusal(err error, fset *token.FileSet) syntax.Fault {
	if n := c.HiddenSelection(); n != nil && strings.Contains(err.Error(), "is not exported") {
		i := slices.IndexFunc(check.Rules(), func(r check.Rule) bool { return r.Name == check.HiddenMethods })
		return c.FaultAt(n, check.Rules()[i].Text())
	}
	offset := 0
	if r, ok := err.(*emit.Refusal); ok && r.Pos.IsValid() {
		at := fset.Position(r.Pos)
		offset = syntax.LineOffset(c.Cell.Source, at.Line)
	}
	return syntax.Fault{Cell: c.Cell, Offset: offset, Message: err.Error()}
}
