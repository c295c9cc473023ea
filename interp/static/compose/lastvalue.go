package compose

import (
	"go/ast"
	"go/types"
	"strings"

	"krigo/interp/emit"
	"krigo/interp/static/check"
	"krigo/interp/static/rewrite"
	"krigo/interp/static/syntax"
)

// show assigns the cell's last expression to variables and records them.
func (c *composition) show(n *rewrite.Rewriter, x ast.Expr) {
	v := c.Shown(x)
	if v.Results == nil {
		if check.IsUntypedNil(v.Type) {
			n.Cut(x.Pos(), x.Pos(), "_ = any(")
			n.Cut(x.End(), x.End(), ")")
		}
		return
	}
	names := c.assignValues(n, x, v.Results)
	if v.Printed {
		return
	}
	values := v.Values
	line, _, _ := syntax.Place(n.Cell.Source, n.Offset(x.Pos()))
	c.Value = &Value{Type: check.ErrorType, Error: true, Line: line}
	switch len(values) {
	case 0:
		c.display += c.shownVariable(names[len(names)-1])
	case 1:
		c.Value.Type, c.Value.Error = values[0], false
		c.display += c.shownVariable(names[0])
	default:
		c.Value.Type, c.Value.Error = types.NewSlice(types.NewInterfaceType(nil, nil)), false
		c.display += c.shownVariable("[]any{" + strings.Join(names[:len(values)], ", ") + "}")
	}
	for _, name := range names {
		c.Value.Variables = append(c.Value.Variables, emit.Variable(name))
	}
	if v.Failing && len(values) > 0 {
		c.Value.Failure = emit.Variable(names[len(names)-1])
	}
}

// shownVariable keeps the shown value in a slice of type []any, which preserves its dynamic type. The slice stays empty
// if a panic that the cell recovers from ends it before.
func (c *composition) shownVariable(text string) string {
	name := c.names.Private("shown")
	c.body.WriteString("var " + name + " []any\n")
	c.Value.Expr = emit.Variable(name)
	c.Value.Variables = append(c.Value.Variables, c.Value.Expr)
	return name + " = []any{" + text + "}\n"
}

// assignValues declares variables and assigns the expression to them.
func (c *composition) assignValues(n *rewrite.Rewriter, x ast.Expr, results []types.Type) []string {
	var names []string
	for _, t := range results {
		text, err := c.spellFor(t, nil)
		if err != nil {
			text = "any"
		}
		name := c.names.Private("out")
		names = append(names, name)
		c.body.WriteString("var " + name + " " + text + "\n")
	}
	n.InsertFirst(x.Pos(), strings.Join(names, ", ")+" = ")
	return names
}
