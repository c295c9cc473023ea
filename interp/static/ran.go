package static

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// ran.go: the statements of cells as plain Go, for a saved session. What a cell
// does by itself is spelt out: a cell is a function that returns an error.

// ranCell is a cell's statements in plain Go. Between two of variableMark stands
// what composed files call a variable, or / and the path of a package.
type ranCell struct {
	label     string
	body      string
	returns   bool // the last statement is a return
	ended     bool // it ran to its end
	variables []ranVariable
	uses      []ranUse          // constants, types and functions
	values    map[string]string // of a program, its declarations of variables by the name of each
}

// ranVariable is a variable that a cell uses.
type ranVariable struct {
	emitted string // its name in composed files
	name    string
	typ     types.Type
}

// ranUse is a declaration that a cell uses: a name, of a method that of its type
// before it, and where it stands.
type ranUse struct {
	name, cell string
	start      int
}

const variableMark = "\x00"

// plainCell is a cell on its way into plain Go.
type plainCell struct {
	*checked
	ran *ranCell
}

// plainly writes the statements of a cell as plain Go.
func plainly(k *checked) *ranCell {
	ran := &ranCell{label: k.cell.Label}
	c := &plainCell{k, ran}
	for _, it := range k.stmts {
		if k.isProgram() {
			if ran.values == nil {
				ran.values = map[string]string{}
			}
			for _, name := range it.names {
				ran.values[name] = it.text()
			}
			continue
		}
		n := rewrite(it.syntax, k.info, c.plainName)
		if it.decl != nil {
			n.rename(it.decl)
			n.assignVariables(it.decl.(*ast.GenDecl))
		}
		for _, stmt := range it.stmts {
			n.rename(stmt)
			n.assign(stmt)
			c.spellOut(n, stmt)
			_, ran.returns = stmt.(*ast.ReturnStmt)
		}
		ran.body += n.written() + "\n"
	}
	return ran
}

// plainName is what a saved session calls an object, or empty where that is what
// the cell calls it.
func (c *plainCell) plainName(_ *ast.Ident, o types.Object, _ bool) string {
	if values, ok := mustValues(o.Name()); ok {
		return plainMust(values)
	}
	d := c.owners[o]
	if d == nil || isMethodName(o) {
		return ""
	}
	if v, ok := o.(*types.Var); !ok || v.IsField() {
		c.ran.use(d)
		return ""
	}
	emitted := d.emitted[o.Name()]
	if !slices.ContainsFunc(c.ran.variables, func(v ranVariable) bool { return v.emitted == emitted }) {
		c.ran.variables = append(c.ran.variables, ranVariable{emitted, o.Name(), d.objects[o.Name()].Type()})
	}
	return variableMark + emitted + variableMark
}

// use notes that the cell uses a declaration, and all that this uses.
func (ran *ranCell) use(d *decl) {
	names := d.names
	if d.isMethod() {
		names = []string{d.recv.names[0] + "." + names[0]}
	}
	if len(names) == 0 || d.kind == varPiece || slices.Contains(ran.uses, ranUse{names[0], d.label, d.start}) {
		return
	}
	for _, name := range names {
		ran.uses = append(ran.uses, ranUse{name, d.label, d.start})
	}
	for _, u := range d.uses {
		ran.use(u)
	}
}

// spellOut writes what the session does about a statement by itself.
func (c *plainCell) spellOut(n *rewriter, stmt ast.Stmt) {
	for _, r := range ownReturns(stmt) {
		if len(r.Results) == 0 {
			n.cut(r.Pos(), r.End(), "return nil")
		}
	}
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		if stmt.X == c.lastExpr() {
			c.spellShown(n, stmt.X)
		} else if c.failsWith(stmt) != nil {
			c.spellCheck(n, stmt.X, len(resultTypes(c.info.Types[stmt.X].Type)))
		}
	case *ast.AssignStmt:
		if c.failsWith(stmt) != nil {
			fails := n.textOf(stmt.Lhs[len(stmt.Lhs)-1])
			n.cut(stmt.End(), stmt.End(), "\nif "+fails+" != nil { return "+fails+" }")
		}
	}
}

// spellCheck has a statement end the cell where the last of its results is not nil.
func (c *plainCell) spellCheck(n *rewriter, x ast.Expr, results int) {
	n.put(x, "if "+strings.Repeat("_, ", results-1)+"err := "+n.textOf(x)+"; err != nil { return err }")
}

// spellShown prints the value of the cell's last expression.
func (c *plainCell) spellShown(n *rewriter, x ast.Expr) {
	v := c.shownValues(x)
	println := variableMark + "/fmt" + variableMark + ".Println("
	switch {
	case isUntypedNil(v.typ):
		n.put(x, "")
	case v.results == nil || v.printed:
	case len(v.values) == 0:
		c.spellCheck(n, x, len(v.results))
	case len(v.results) > 1:
		n.put(x, "{\n"+spellResults(n.textOf(x), len(v.values), v.failing, println)+"}")
	case isDisplay(v.values[0]):
		n.put(x, "_ = "+n.textOf(x))
	default:
		n.put(x, println+n.textOf(x)+")")
	}
}

// spellResults prints several results of a call, or one that an error follows.
func spellResults(call string, values int, failing bool, println string) string {
	var names []string
	for i := range values {
		names = append(names, fmt.Sprint("v", i))
	}
	list := strings.Join(names, ", ")
	shown := list
	if values > 1 {
		shown = "[]any{" + list + "}"
	}
	if !failing {
		return list + " := " + call + "\n" + println + shown + ")\n"
	}
	return list + ", err := " + call + "\nif err != nil { return err }\n" + println + shown + ")\n"
}

// isDisplay tells whether a value is one that only a notebook shows.
func isDisplay(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "krigo/display"
}

// plainMust is what a saved session calls the must for some values.
func plainMust(values string) string {
	if values == "1" {
		return "must"
	}
	return "must" + values
}

// plainMusts are the edits that give the musts of a declaration the names that they
// have in a saved session.
func plainMusts(d *decl) []edit {
	var edits []edit
	for _, m := range d.musts {
		edits = append(edits, edit{start: m.at, end: m.at + len("must"), text: plainMust(m.values)})
	}
	return edits
}
