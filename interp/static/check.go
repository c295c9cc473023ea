package static

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"krigo/interp/emit"
)

// check is one cell on its way through the type checker.
//
// It works in two passes. The first checks all declarations without the
// bodies of functions, and the statements as the body of a function, so that
// they see variables in the order of the source. The second checks the bodies
// against the variables that the cell leaves behind.
type check struct {
	s    *Session
	cell *Cell
	fset *token.FileSet
	pkg  *types.Package // the session's, for all cells

	tolerant bool // of faults: what can be known is looked for

	imports []*item
	own     []*item // constants, types, functions and methods of the cell
	stmts   []*item // statements and var declarations of the cell, in order

	retyped map[*decl]bool // variables of the session that the cell gives another type
	dropped map[*decl]bool // declarations that could not be renewed and stay as they were
	parsed  map[*decl]*item
	musts   map[*ast.CallExpr]*ast.Ident // the names in calls of must

	// of the newest pass
	items      []*item // own and carried
	changed    map[*decl]change
	exchanged  map[*decl]bool // functions that have another version of the same signature
	recompiled map[*decl]bool // types of which a method is generic or has another signature: what uses them
	scope      *types.Scope   // of the first pass
	info       *types.Info
	hoists     []*hoist
	globals    map[string]*types.Var // the variables that the cell leaves behind
	faults     []fault

	// of lowering
	aliases map[string]string       // of imported packages, by path
	emitted map[types.Object]string // names in the interpreter
	owners  map[types.Object]*decl
	after   *state
	context string // the variable that keeps the cell's context, where it is used
}

// change tells how a declaration of the session is affected by a cell.
type change int

const (
	unchanged change = iota
	renewed          // its types are new, the interpreter's code stands
	replaced         // it has a new version in the interpreter
)

func newCheck(s *Session, cell *Cell) *check {
	return &check{
		s: s, cell: cell, fset: token.NewFileSet(), pkg: s.pkg,
		retyped: map[*decl]bool{}, dropped: map[*decl]bool{}, parsed: map[*decl]*item{}, musts: map[*ast.CallExpr]*ast.Ident{},
		aliases: map[string]string{},
	}
}

// check checks and lowers a cell.
func (s *Session) check(cell *Cell) (p *Program, errs Errors) {
	s.serial++
	k := newCheck(s, cell)
	defer func() {
		if r := recover(); r != nil {
			p, errs = nil, diagnose([]fault{{cell, 0, fmt.Sprintf("the checker failed on this cell: %v", r)}}, k.hint)
		}
	}()
	if k.read(); len(k.faults) > 0 {
		return nil, diagnose(k.faults, k.hint)
	}
	for k.pass() {
	}
	if len(k.faults) > 0 {
		return nil, diagnose(k.faults, k.hint)
	}
	notes := k.tell()
	if len(k.faults) > 0 {
		return nil, diagnose(k.faults, k.hint)
	}
	p = k.compose()
	if len(k.faults) > 0 {
		return nil, diagnose(k.faults, k.hint)
	}
	p.Notes = append(notes, p.Notes...)
	return p, nil
}

// read splits and parses the cell.
func (k *check) read() {
	pieces, faults := split(k.cell)
	if k.faults = faults; len(faults) > 0 {
		return // what follows them is guessed
	}
	for _, p := range pieces {
		syn, faults := parse(k.fset, p)
		k.faults = append(k.faults, faults...)
		if len(faults) == 0 {
			k.sort(newItem(syn))
		}
	}
}

// sort puts an item of the cell where it belongs.
func (k *check) sort(it *item) {
	switch it.kind {
	case packagePiece:
	case importPiece:
		k.imports = append(k.imports, it)
	case constPiece, typePiece, funcPiece:
		k.own = append(k.own, it)
	default:
		k.stmts = append(k.stmts, it)
	}
}

// pass checks the cell once. It returns true where the cell must be checked
// again, together with more or fewer declarations of earlier cells.
func (k *check) pass() bool {
	k.faults, k.hoists, k.globals = nil, nil, map[string]*types.Var{}
	k.info = emit.NewInfo()
	k.plan()
	k.findMusts()
	if k.isProgram() {
		k.checkProgram()
	} else {
		k.checkDeclarations()
		k.checkBodies()
	}
	return k.chooseMusts() || k.drop() || k.retype()
}

// drop gives up renewing declarations of earlier cells that no longer check.
func (k *check) drop() bool {
	again := false
	k.faults = slices.DeleteFunc(k.faults, func(f fault) bool {
		it := k.itemAt(f)
		if it == nil || !it.carried() || k.extended(it) {
			return false
		}
		k.dropped[it.old], again = true, true
		return true
	})
	return again
}

// itemAt finds the carried item that a fault lies in.
func (k *check) itemAt(f fault) *item {
	for _, it := range k.items {
		if it.cell == f.cell && it.start <= f.offset && f.offset <= it.end {
			return it
		}
	}
	return nil
}

// extended tells whether the cell declares a method of the carried type.
func (k *check) extended(it *item) bool {
	return it.kind == typePiece && slices.ContainsFunc(k.items, func(m *item) bool {
		return !m.carried() && m.recv != "" && slices.Contains(it.names, m.recv)
	})
}

// retype finds variables of the session that the cell declares with another
// type: what depends on them is checked again.
func (k *check) retype() bool {
	again := false
	for _, h := range k.hoists {
		old := k.s.now.names[h.ident.Name]
		if old == nil || k.retyped[old] || k.sameVariable(old, h) {
			continue
		}
		k.retyped[old], again = true, true
	}
	return again
}

// sameVariable tells whether the hoisted variable can live where an earlier
// one does.
func (k *check) sameVariable(old *decl, h *hoist) bool {
	if old.kind != varPiece {
		return false
	}
	o := old.objects[h.ident.Name]
	if p := k.scope.Lookup(h.ident.Name); p != nil {
		o = p
	}
	return o != nil && types.Identical(o.Type(), h.local.Type())
}

// addFault records an error of the type checker, unless a notebook permits
// what it forbids.
func (k *check) addFault(err error) {
	e, ok := err.(types.Error)
	if !ok || permitted(e.Msg) {
		return
	}
	for _, it := range slices.Concat(k.imports, k.stmts, k.items) {
		if it.file != nil && k.fset.File(e.Pos) == it.file {
			if k.isLastValue(it, e) {
				return
			}
			k.addFaultAt(fault{it.cell, it.offset(e.Pos), withoutPlaces(e.Msg)})
			return
		}
	}
	k.faults = append(k.faults, fault{k.cell, 0, e.Msg})
}

// addFaultAt records a fault. One that goes on about the fault before is
// joined to it.
func (k *check) addFaultAt(f fault) {
	more, ok := strings.CutPrefix(f.message, "\t")
	if !ok || len(k.faults) == 0 {
		f.message = more
		k.faults = append(k.faults, f)
		return
	}
	line, _, _ := place(f.cell.Source, f.offset)
	last := &k.faults[len(k.faults)-1]
	where := fmt.Sprintf("line %d", line)
	if f.cell != last.cell {
		where = f.cell.Label + ", " + where
	}
	last.message += "\n\t" + more + " in " + where
}

// places are positions within messages, which are not those of the cell.
var places = regexp.MustCompile(` \((?:first|declared) at [^)]*\)| at (?:\d+:\d+|-)$`)

func withoutPlaces(message string) string { return places.ReplaceAllString(message, "") }

// permitted tells whether an error of the compiler is none in a notebook.
func permitted(message string) bool {
	return strings.HasPrefix(message, "declared and not used: ") ||
		strings.HasSuffix(message, "imported and not used") || strings.Contains(message, " imported as ") ||
		strings.HasSuffix(message, " declared and not used") // labels, variables of type switches
}

// isLastValue tells whether the error is that the cell's last expression is
// not used: it is shown.
func (k *check) isLastValue(it *item, e types.Error) bool {
	x := k.lastExpr()
	return x != nil && it == k.stmts[len(k.stmts)-1] && strings.HasSuffix(e.Msg, "is not used") &&
		(e.Pos == x.Pos() || x.Pos() <= e.Pos && e.Pos <= x.End() && !insideFuncLit(x, e.Pos))
}

// insideFuncLit tells whether pos lies in a function literal within x.
func insideFuncLit(x ast.Expr, pos token.Pos) bool {
	inside := false
	ast.Inspect(x, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && lit.Body.Lbrace < pos && pos < lit.Body.Rbrace {
			inside = true
		}
		return !inside
	})
	return inside
}

// lastExpr is the expression statement that ends the cell, or nil.
func (k *check) lastExpr() ast.Expr {
	if len(k.stmts) == 0 {
		return nil
	}
	last := k.stmts[len(k.stmts)-1]
	for _, it := range slices.Concat(k.imports, k.own) {
		if it.start > last.start {
			return nil
		}
	}
	if len(last.stmts) == 0 {
		return nil
	}
	if e, ok := last.stmts[len(last.stmts)-1].(*ast.ExprStmt); ok {
		return e.X
	}
	return nil
}

// config returns the type checker's settings.
func (k *check) config() *types.Config {
	return &types.Config{
		Error: k.addFault,
		Sizes: types.SizesFor("gc", runtime.GOARCH),
	}
}

// checkDeclarations is the first pass.
func (k *check) checkDeclarations() {
	k.scope = k.newScope()
	k.populate(k.scope)
	file := k.newFile()
	for _, it := range k.items {
		k.parenthesise(it.decl)
		file.Decls = append(file.Decls, it.header())
	}
	file.Decls = append(file.Decls, k.cellFunc())
	_ = types.NewChecker(k.config(), k.fset, k.pkg, k.info).Files([]*ast.File{file})
	k.collectHoists()
}

// parenthesise puts parentheses around the name of a type that stands since an
// earlier cell where another type is declared as it: the checker, which looks
// for cycles of such names, finds it in the package, but not its declaration.
func (k *check) parenthesise(d ast.Decl) {
	gen, ok := d.(*ast.GenDecl)
	if !ok || gen.Tok != token.TYPE {
		return
	}
	for _, s := range gen.Specs {
		spec := s.(*ast.TypeSpec)
		if id, ok := spec.Type.(*ast.Ident); ok && k.scope.Lookup(id.Name) != nil {
			spec.Type = &ast.ParenExpr{Lparen: id.Pos(), X: id, Rparen: id.End() - 1}
		}
	}
}

// newScope empties the session's package. It stays one package through all
// cells, for only within a package are unexported fields accessible, and its
// scope stays one, by which the checker knows what is declared at top level.
func (k *check) newScope() *types.Scope {
	scope := k.pkg.Scope()
	*scope = *types.NewScope(types.Universe, token.NoPos, token.NoPos, "session")
	return scope
}

// newFile returns an empty file of the session's package.
func (k *check) newFile() *ast.File {
	return &ast.File{Name: ast.NewIdent("session")}
}

// cellFunc is the function that has the cell's statements as its body. It may
// return an error. A statement that declares a name again begins a block of its
// own.
func (k *check) cellFunc() *ast.FuncDecl {
	body := &ast.BlockStmt{}
	block, declared := body, map[string]bool{}
	for _, it := range k.stmts {
		stmts := it.stmts
		if it.decl != nil {
			stmts = []ast.Stmt{&ast.DeclStmt{Decl: it.decl}}
		}
		for _, stmt := range stmts {
			if redeclares(stmt, declared) {
				inner := &ast.BlockStmt{Lbrace: stmt.Pos(), Rbrace: stmt.End()}
				block.List = append(block.List, inner)
				block, declared = inner, map[string]bool{}
			}
			for _, id := range topLevel(stmt) {
				declared[id.Name] = true
			}
			block.List = append(block.List, stmt)
		}
	}
	if n := len(body.List); n > 0 {
		body.Lbrace, body.Rbrace = body.List[0].Pos(), body.List[n-1].End()
	}
	body.List = append(body.List, &ast.ReturnStmt{Return: body.Rbrace})
	return &ast.FuncDecl{Name: ast.NewIdent("_"), Type: cellType(), Body: body}
}

// redeclares tells whether Go forbids stmt after what was declared in the
// same block.
func redeclares(stmt ast.Stmt, declared map[string]bool) bool {
	ids := topLevel(stmt)
	known := 0
	for _, id := range ids {
		if declared[id.Name] {
			known++
		}
	}
	if d, ok := stmt.(*ast.DeclStmt); ok && len(varIdents(d.Decl)) > 0 {
		return known > 0
	}
	return known > 0 && known == len(ids)
}

// collectHoists finds the variables that the statements declared.
func (k *check) collectHoists() {
	for _, it := range k.stmts {
		stmts := it.stmts
		if it.decl != nil {
			stmts = []ast.Stmt{&ast.DeclStmt{Decl: it.decl}}
		}
		for _, stmt := range stmts {
			for _, id := range topLevel(stmt) {
				local, ok := k.info.Defs[id].(*types.Var)
				if !ok {
					continue
				}
				k.hoists = append(k.hoists, &hoist{ident: id, local: local})
				k.globals[id.Name] = types.NewVar(token.NoPos, k.pkg, id.Name, local.Type())
				if own := k.ownItem(id.Name); own != nil {
					k.faults = append(k.faults, fault{it.cell, it.offset(id.Pos()), id.Name + " is declared twice in this cell, as a variable and otherwise"})
				}
			}
		}
	}
}

// ownItem finds the cell's own declaration of a name.
func (k *check) ownItem(name string) *item {
	for _, it := range k.items {
		if !it.carried() && it.recv == "" && slices.Contains(it.names, name) {
			return it
		}
	}
	return nil
}

// checkBodies is the second pass.
func (k *check) checkBodies() {
	file := k.newFile()
	for _, it := range k.items {
		if b := it.body(); b != nil {
			file.Decls = append(file.Decls, b)
		}
	}
	if len(file.Decls) == 0 {
		return
	}
	first := *k.scope
	k.scope = &first
	scope := k.newScope()
	for _, v := range k.globals {
		scope.Insert(v)
	}
	for _, name := range k.scope.Names() {
		scope.Insert(k.scope.Lookup(name))
	}
	_ = types.NewChecker(k.config(), k.fset, k.pkg, k.info).Files([]*ast.File{file})
}

// populate fills a package's scope with the session: its own declarations,
// unless they are declared again, imports, preloaded packages and what is
// predeclared. A name that is inserted first wins.
func (k *check) populate(scope *types.Scope) {
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
	for name, d := range k.s.now.names {
		if o := d.objects[name]; o != nil {
			insert(o)
		}
	}
	for _, o := range dots {
		insert(o)
	}
	for _, o := range predeclare(k.s.world) {
		insert(o)
	}
	for path, alias := range k.aliases {
		if pkg, err := k.s.world.Import(path); err == nil {
			scope.Insert(types.NewPkgName(token.NoPos, k.pkg, alias, pkg))
		}
	}
	k.importUndeclared(insert, scope)
}

// insertImports imports what the cell says. It returns the objects of
// packages that are imported with a dot, in the cell or before.
func (k *check) insertImports(insert func(types.Object)) []types.Object {
	var dots []types.Object
	for _, it := range k.imports {
		it.names, it.fresh = nil, &decl{piece: it.piece, objects: map[string]types.Object{}, serial: k.s.serial, label: k.cell.Label}
		gen, ok := it.decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			dots = append(dots, k.insertImport(it, spec.(*ast.ImportSpec), insert)...)
		}
	}
	for name, d := range k.s.now.names {
		if strings.HasPrefix(name, dotPrefix) {
			dots = append(dots, exported(d.objects[name].(*types.PkgName).Imported())...)
		}
	}
	return dots
}

// dotPrefix begins the name under which a session keeps a package that was
// imported with a dot.
const dotPrefix = ". "

func (k *check) insertImport(it *item, spec *ast.ImportSpec, insert func(types.Object)) []types.Object {
	importPath := strings.Trim(spec.Path.Value, "\"`")
	pkg, err := k.s.world.Import(importPath)
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

// exported lists the exported objects of a package.
func exported(pkg *types.Package) []types.Object {
	var out []types.Object
	for _, name := range pkg.Scope().Names() {
		if o := pkg.Scope().Lookup(name); o.Exported() {
			out = append(out, o)
		}
	}
	return out
}

// importUndeclared imports the packages that undeclared names before a dot
// stand for.
func (k *check) importUndeclared(insert func(types.Object), scope *types.Scope) {
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
		if importPath, _ := k.s.world.Resolve(name); importPath != "" {
			if pkg, err := k.s.world.Import(importPath); err == nil {
				insert(types.NewPkgName(token.NoPos, k.pkg, name, pkg))
			}
		}
	}
}

// inspect walks the item's syntax.
func (s *syntax) inspect(f func(ast.Node) bool) {
	if s.decl != nil {
		ast.Inspect(s.decl, f)
	}
	for _, stmt := range s.stmts {
		ast.Inspect(stmt, f)
	}
}
