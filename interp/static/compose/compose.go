// Package compose writes a checked cell as one self-contained Go file, and has it
// emitted.
//
// The names of declarations in it distinguish versions. The file has the declarations of
// earlier cells as headers only, functions without their bodies. It has in full the
// cell's own declarations and those that are compiled again because of them. The
// statements are the body of a function, with the variables of the cell as variables of
// the package.
package compose

import (
	"fmt"
	"go/ast"
	"strings"

	"krigo/interp/emit"
	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// Compose writes the file of a cell without faults and emits it. Code that cannot be
// emitted is a fault.
func Compose(w *Writer, k *check.Checked) (*Program, []syntax.Fault) {
	c, run := write(w, k)
	return c.Program, c.emit(run)
}

// Build writes the file of a cell without faults for its SSA form alone. The last composed program stays valid.
func Build(w *Writer, k *check.Checked) SSA {
	c, run := write(w, k)
	if !c.isEmpty(run) {
		c.build(run, w.ssa().Build)
	}
	return c.SSA
}

// write writes the file, and names the function that runs the cell's statements.
func write(w *Writer, k *check.Checked) (c *composition, run string) {
	p := &Program{InLoops: map[string]func() []emit.Obstacle{}, heads: map[*check.Decl]*head{}, versions: map[string][]version{}}
	c = &composition{Checked: k, Program: p, writer: w, names: w.names, imports: map[string]string{}, known: map[*check.Decl]bool{}, own: map[string]*check.Decl{}}
	for _, it := range k.Items {
		if it.Recv == "" {
			for _, name := range it.Fresh.Emitted {
				c.own[name] = it.Fresh
			}
		}
	}
	if k.IsProgram() { // its variables are declared with it
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
	return c, c.statements()
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

// statements writes the function that holds the cell's statements and returns its name,
// or nothing if it has no statements.
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
