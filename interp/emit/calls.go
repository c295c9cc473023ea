package emit

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// calls.go: calls of functions and methods, and builtin functions.

// call writes a call.
func (w *writer) call(in *ssa.Call) {
	c := in.Common()
	if f, ok := c.Value.(*ssa.Function); ok && initialises(f) && !w.views.own[f.Pkg.Pkg] {
		return // an imported package has been initialised
	}
	lhs := w.destination(in)
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "Add", "Slice", "SliceData", "String", "StringData":
			w.body.line("%s%s", lhs, w.text.unsafely(b.Name(), c, in.Type()))
		default:
			w.builtin(b.Name(), c, lhs)
		}
		return
	}
	if c.IsInvoke() {
		w.invoke(c, lhs, w.text.values(c.Args))
		return
	}
	w.body.line("%s%s", lhs, w.text.callText(c, w.text.callee(c), w.text.renewedValues(c)))
}

// destination returns the text before a call whose results are used.
func (w *writer) destination(in *ssa.Call) string {
	name := w.text.names[in]
	t, ok := in.Type().(*types.Tuple)
	if !ok {
		if name == "" {
			return ""
		}
		return name + " = "
	}
	if name == "" || t.Len() == 0 {
		return ""
	}
	var out []string
	for i := range t.Len() {
		out = append(out, fmt.Sprintf("%s_%d", name, i))
	}
	return list(out) + " = "
}

// builtin writes a call of a builtin function.
func (w *writer) builtin(name string, c *ssa.CallCommon, lhs string) {
	args := w.text.values(c.Args)
	switch name {
	case "append":
		w.body.line("%s%s", lhs, w.appended(c, args))
	case "len", "cap":
		if args[0][0] == '&' {
			args[0] = args[0][1:]
		}
		w.body.line("%s%s(%s)", lhs, name, args[0])
	case "copy", "delete", "close", "real", "imag", "complex":
		w.body.line("%s%s(%s)", lhs, name, list(args))
	case "print", "println":
		for i, a := range c.Args {
			if args[i] = w.text.asAny(a); types.IsInterface(a.Type()) {
				args[i] = "q.Words(" + args[i] + ")"
			}
		}
		w.body.line("q.P%s(%s)", name[1:], list(args))
	case "min", "max":
		w.extreme(name, c, lhs, args)
	case "clear":
		w.body.line("q.Clear(%s)", args[0])
	case "recover":
		if lhs == "" {
			w.body.line("q.Recover(deferring)")
			return
		}
		w.body.line("%sq.Recover(deferring)", lhs)
	case "ssa:wrapnilchk":
		w.body.line("if %s == nil {", args[0])
		w.body.line("q.NilReceiver(%s, %s)", args[1], args[2])
		w.body.line("}")
		w.body.line("%s%s", lhs, args[0])
	case "ssa:deferstack":
		w.body.line("%sframe", lhs)
	default:
		refuse(c.Pos(), "the builtin function %s is not available here", name)
	}
}

// appended returns the text of append.
func (w *writer) appended(c *ssa.CallCommon, args []string) string {
	if len(args) == 1 {
		return args[0]
	}
	if basic, ok := c.Args[1].Type().Underlying().(*types.Basic); ok && basic.Info()&types.IsString != 0 {
		args[1] = "[]byte(" + args[1] + ")"
	}
	return "append(" + args[0] + ", " + args[1] + "...)"
}

// extreme writes min or max, which the interpreter does not have.
func (w *writer) extreme(name string, c *ssa.CallCommon, lhs string, args []string) {
	if lhs == "" {
		return
	}
	if basic := c.Args[0].Type().Underlying().(*types.Basic); basic.Info()&types.IsFloat != 0 {
		text := args[0]
		for _, a := range args[1:] {
			text = fmt.Sprintf("q.M%s(float64(%s), float64(%s))", name[1:], text, a)
		}
		w.body.line("%s%s(%s)", lhs, w.types.work(c.Args[0].Type()), text)
		return
	}
	op := map[string]string{"min": "<", "max": ">"}[name]
	result := strings.TrimSuffix(lhs, " = ")
	w.body.line("%s = %s", result, args[0])
	for _, a := range args[1:] {
		w.body.line("if %s %s %s {", a, op, result)
		w.body.line("%s = %s", result, a)
		w.body.line("}")
	}
}
