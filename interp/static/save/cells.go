package save

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"krigo/interp/static/check"
	"krigo/interp/static/rewrite"
	"krigo/interp/static/syntax"
)

// The statements of cells as plain Go, for a saved session. What the session does for a
// cell is spelt out: a cell is a function that returns an error.

// Cell is a cell's statements in plain Go. Between two of variableMark is a variable's
// name in composed files, or / and the path of a package.
type Cell struct {
	label     string
	body      string
	returns   bool // the last statement is a return
	Ended     bool // it ran to its end
	variables []ranVariable
	uses      []ranUse          // constants, types and functions
	values    map[string]string // of a program, its declarations of variables by the name of each
}

// Empty reports whether nothing of the cell is for a saved session.
func (ran *Cell) Empty() bool { return ran.body == "" && len(ran.values) == 0 }

// ranVariable is a variable that a cell uses.
type ranVariable struct {
	emitted string // its name in composed files
	name    string
	typ     types.Type
}

// ranUse is a declaration that a cell uses: a name, for a method with its type's name
// before it, and its place.
type ranUse struct {
	name, cell string
	start      int
}

const variableMark = "\x00"

// plainCell turns a cell into plain Go.
type plainCell struct {
	*check.Checked
	ran *Cell
}

// Plain writes the statements of a cell as plain Go.
func Plain(k *check.Checked) *Cell {
	ran := &Cell{label: k.Cell.Label}
	c := &plainCell{k, ran}
	for _, it := range k.Statements {
		if k.IsProgram() {
			if ran.values == nil {
				ran.values = map[string]string{}
			}
			for _, name := range it.Names {
				ran.values[name] = it.Text()
			}
			continue
		}
		n := rewrite.New(it.Parsed, k.Info, c.plainName)
		if it.Decl != nil {
			n.Rename(it.Decl)
			n.AssignVariables(it.Decl.(*ast.GenDecl))
		}
		for _, stmt := range it.Stmts {
			n.Rename(stmt)
			n.Assign(stmt)
			c.spellOut(n, stmt)
			_, ran.returns = stmt.(*ast.ReturnStmt)
		}
		ran.body += n.Written() + "\n"
	}
	return ran
}

// plainName returns an object's name in a saved session, or nothing if the cell uses the
// same name.
func (c *plainCell) plainName(o types.Object, _ bool) string {
	if values, ok := check.MustValues(o.Name()); ok {
		return plainMust(values)
	}
	d := c.Owners[o]
	if d == nil || check.IsMethodName(o) {
		return ""
	}
	if v, ok := o.(*types.Var); !ok || v.IsField() {
		c.ran.use(d)
		return ""
	}
	emitted := d.Emitted[o.Name()]
	if !slices.ContainsFunc(c.ran.variables, func(v ranVariable) bool { return v.emitted == emitted }) {
		c.ran.variables = append(c.ran.variables, ranVariable{emitted, o.Name(), d.Objects[o.Name()].Type()})
	}
	return variableMark + emitted + variableMark
}

// use notes that the cell uses a declaration, and all that this uses.
func (ran *Cell) use(d *check.Decl) {
	names := d.Names
	if d.IsMethod() {
		names = []string{d.Of + "." + names[0]}
	}
	if len(names) == 0 || d.Kind == syntax.VarPiece || slices.Contains(ran.uses, ranUse{names[0], d.Label, d.Start}) {
		return
	}
	for _, name := range names {
		ran.uses = append(ran.uses, ranUse{name, d.Label, d.Start})
	}
	for _, u := range d.Uses {
		ran.use(u)
	}
}

// spellOut writes the code for what the session does around a statement.
func (c *plainCell) spellOut(n *rewrite.Rewriter, stmt ast.Stmt) {
	for _, r := range syntax.Returns(stmt) {
		if len(r.Results) == 0 {
			n.Cut(r.Pos(), r.End(), "return nil")
		}
	}
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		if stmt.X == c.LastExpr() {
			c.spellShown(n, stmt.X)
		} else if c.FailsWith(stmt) != nil {
			c.spellCheck(n, stmt.X, len(check.ResultTypes(c.Info.Types[stmt.X].Type)))
		}
	case *ast.AssignStmt:
		if c.FailsWith(stmt) != nil {
			fails := n.TextOf(stmt.Lhs[len(stmt.Lhs)-1])
			n.Cut(stmt.End(), stmt.End(), "\nif "+fails+" != nil { return "+fails+" }")
		}
	}
}

// spellCheck makes a statement end the cell if its last result is not nil.
func (c *plainCell) spellCheck(n *rewrite.Rewriter, x ast.Expr, results int) {
	n.Put(x, "if "+strings.Repeat("_, ", results-1)+"err := "+n.TextOf(x)+"; err != nil { return err }")
}

// spellShown prints the value of the cell's last expression.
func (c *plainCell) spellShown(n *rewrite.Rewriter, x ast.Expr) {
	v := c.Shown(x)
	println := variableMark + "/fmt" + variableMark + ".Println("
	switch {
	case check.IsUntypedNil(v.Type):
		n.Put(x, "")
	case v.Results == nil || v.Printed:
	case len(v.Values) == 0:
		c.spellCheck(n, x, len(v.Results))
	case len(v.Results) > 1:
		n.Put(x, "{\n"+spellResults(n.TextOf(x), len(v.Values), v.Failing, println)+"}")
	case isDisplay(v.Values[0]):
		n.Put(x, "_ = "+n.TextOf(x))
	default:
		n.Put(x, println+n.TextOf(x)+")")
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

// isDisplay reports whether only a notebook shows values of type t: those of package
// display or a package below it, or a bundle.
func isDisplay(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	path := named.Obj().Pkg().Path()
	return path == "krigo/display" || strings.HasPrefix(path, "krigo/display/") || path == "krigo/cell" || path == "krigo/widget" || path == "krigo/course"
}

// plainMust returns the name in a saved session of the must for these values.
func plainMust(values string) string {
	if values == "1" {
		return "must"
	}
	return "must" + values
}

// plainMusts returns the edits that give the musts of a declaration the names that they
// have in a saved session.
func plainMusts(d *check.Decl) []syntax.Edit {
	var edits []syntax.Edit
	for _, m := range d.Musts {
		edits = append(edits, syntax.Edit{Start: m.At, End: m.At + len("must"), Text: plainMust(m.Values)})
	}
	return edits
}
