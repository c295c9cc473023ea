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

// plainly writes the statements of the cell as plain Go.
func (c *composition) plainly() *ranCell {
	ran := &ranCell{label: c.cell.Label}
	for _, it := range c.stmts {
		if c.isProgram() {
			if ran.values == nil {
				ran.values = map[string]string{}
			}
			for _, name := range it.names {
				ran.values[name] = it.text()
			}
			continue
		}
		n := c.renamer(it.syntax, nil)
		n.plain = ran
		if it.decl != nil {
			n.rename(it.decl)
			n.assignVariables(it.decl.(*ast.GenDecl))
		}
		for _, stmt := range it.stmts {
			n.rename(stmt)
			n.assign(stmt)
			n.spellOut(stmt)
			_, ran.returns = stmt.(*ast.ReturnStmt)
		}
		ran.body += apply(n.syntax.cell.Source, n.start, n.end, n.edits) + "\n"
	}
	return ran
}

// plainName is what a saved session calls an object, or empty where that is what
// the cell calls it.
func (n *renamer) plainName(o types.Object) string {
	if values, ok := strings.CutPrefix(o.Name(), "must"+mark); ok {
		return plainMust(values)
	}
	d := n.owners[o]
	if d == nil || n.isMethodName(o) {
		return ""
	}
	if v, ok := o.(*types.Var); !ok || v.IsField() {
		n.plain.use(d)
		return ""
	}
	emitted := d.emitted[o.Name()]
	if !slices.ContainsFunc(n.plain.variables, func(v ranVariable) bool { return v.emitted == emitted }) {
		n.plain.variables = append(n.plain.variables, ranVariable{emitted, o.Name(), d.objects[o.Name()].Type()})
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
func (n *renamer) spellOut(stmt ast.Stmt) {
	for _, r := range ownReturns(stmt) {
		if len(r.Results) == 0 {
			n.cut(r.Pos(), r.End(), "return nil")
		}
	}
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		if stmt.X == n.lastExpr() {
			n.spellShown(stmt.X)
		} else if n.failsWith(stmt) != nil {
			n.spellCheck(stmt.X, len(resultTypes(n.info.Types[stmt.X].Type)))
		}
	case *ast.AssignStmt:
		if n.failsWith(stmt) != nil {
			fails := n.textOf(stmt.Lhs[len(stmt.Lhs)-1])
			n.cut(stmt.End(), stmt.End(), "\nif "+fails+" != nil { return "+fails+" }")
		}
	}
}

// spellCheck has a statement end the cell where the last of its results is not nil.
func (n *renamer) spellCheck(x ast.Expr, results int) {
	n.put(x, "if "+strings.Repeat("_, ", results-1)+"err := "+n.textOf(x)+"; err != nil { return err }")
}

// spellShown prints the value of the cell's last expression.
func (n *renamer) spellShown(x ast.Expr) {
	v := n.shownValues(x)
	println := variableMark + "/fmt" + variableMark + ".Println("
	switch {
	case isUntypedNil(v.typ):
		n.put(x, "")
	case v.results == nil || v.printed:
	case len(v.values) == 0:
		n.spellCheck(x, len(v.results))
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
