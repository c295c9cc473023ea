package emit

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine/lower"
)

// threads.go: goroutines, deferred calls and selects. Their operands are
// evaluated where the statement stands, and passed to a literal that calls.

// suspended is a call whose operands are parameters of a literal.
type suspended struct {
	params, args []string // declarations and values of the parameters
	body         string   // the statement that calls
}

// goes writes a go statement.
func (w *writer) goes(in *ssa.Go) {
	w.nilInterface(in.Common())
	s := w.suspend(in.Common())
	w.body.line("go func(%s) {\n\tq.Guard(func() {\n%s\t})\n\t}(%s)", list(s.params), s.body, list(s.args))
}

// defers writes a defer statement. Only a function that calls recover itself
// stops a panic: q.Push gets depth 0 if the function is known not to.
func (w *writer) defers(in *ssa.Defer) {
	frame := "frame"
	if in.DeferStack != nil {
		frame = w.text.value(in.DeferStack)
	}
	c := in.Common()
	depth := recoverDepth(c)
	w.nilInterface(c)
	if m, ok := c.Value.(*ssa.MakeClosure); ok && len(c.Args) == 0 && m.Type().(*types.Signature).Results().Len() == 0 {
		w.body.line("q.Push(%s, %d, %s)", frame, min(depth, 1), w.text.value(m))
		return
	}
	s := w.suspend(c)
	w.body.line("func(%s) {\n\tq.Push(%s, %d, func() {\n%s\t})\n\t}(%s)", list(s.params), frame, depth, s.body, list(s.args))
}

func (w *writer) runDefers() { w.body.line("q.RunDefers(frame)") }

// lateDefers returns the instruction of a block before which deferred calls are to run without
// an instruction of their own, or -1: ssa leaves it out of functions that defer in ranges
// over functions only. What they may still change is a named result, which is loaded right
// before the return.
func (w *writer) lateDefers(b *ssa.BasicBlock) int {
	last := len(b.Instrs) - 1
	ret, returns := b.Instrs[last].(*ssa.Return)
	if !returns || !w.framed || w.runsDefers {
		return -1
	}
	for last > 0 && w.reloads(b.Instrs[last-1], ret) {
		last--
	}
	return last
}

// reloads reports whether an instruction loads a named result that is returned.
func (w *writer) reloads(in ssa.Instruction, ret *ssa.Return) bool {
	load, ok := in.(*ssa.UnOp)
	if !ok || load.Op != token.MUL || !slices.Contains(ret.Results, ssa.Value(load)) {
		return false
	}
	from, ok := load.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	for result := range w.f.Signature.Results().Variables() {
		if result.Name() == from.Comment && result.Pos() == from.Pos() {
			return true
		}
	}
	return false
}

// recoverDepth returns the call depth at which a deferred function may recover: 0 if it
// may not, or 2 if a literal calls it.
func recoverDepth(c *ssa.CallCommon) int {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return 0
	}
	if f := c.StaticCallee(); f != nil && f.Blocks != nil && !recovers(f) && !wraps(f) {
		return 0
	}
	return 2
}

// suspend makes the operands of a call parameters.
func (w *writer) suspend(c *ssa.CallCommon) suspended {
	var s suspended
	hold := func(x ssa.Value) string {
		name := fmt.Sprintf("g%d", len(s.params))
		s.params = append(s.params, name+" "+w.types.work(x.Type()))
		s.args = append(s.args, w.text.value(x))
		return name
	}
	inner := newWriter(w.tables, w.f, nil)
	builtin, isBuiltin := c.Value.(*ssa.Builtin)
	_, static := c.Value.(*ssa.Function)
	if !isBuiltin && !static {
		inner.text.names[c.Value] = hold(c.Value)
	}
	for _, a := range c.Args {
		if _, ok := a.(*ssa.Const); !ok && inner.text.names[a] == "" {
			inner.text.names[a] = hold(a)
		}
	}
	// A value that is held has a name, whatever it is.
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		if args[i] = inner.text.names[a]; args[i] == "" {
			args[i] = w.text.value(a)
		}
	}
	switch {
	case isBuiltin:
		inner.suspendedBuiltin(builtin.Name(), c, args)
	case c.IsInvoke():
		inner.invoke(c, "", args)
	case static:
		inner.body.line("%s", w.text.callText(c, w.text.callee(c), args))
	default:
		inner.body.line("%s", w.text.callText(c, inner.text.names[c.Value], args))
	}
	s.body = inner.body.text()
	return s
}

// suspendedBuiltin writes the call of a builtin function whose result is
// unused.
func (w *writer) suspendedBuiltin(name string, c *ssa.CallCommon, args []string) {
	switch name {
	case "recover":
		if !w.framed {
			w.body.line("q.Recover(nil)") // in a goroutine of its own
			return
		}
		w.body.line("q.RecoverLater(frame, deferring)")
	case "print", "println":
		for i, a := range c.Args {
			switch {
			case types.IsInterface(a.Type()):
				args[i] = "q.Words(" + args[i] + ")"
			case w.views.hides(a.Type()):
				args[i] = w.text.boxed(args[i], a.Type())
			}
		}
		w.body.line("q.P%s(%s)", name[1:], list(args))
	case "clear":
		w.body.line("q.Clear(%s)", args[0])
	case "panic":
		w.body.line("q.Panic(%s)", args[0])
	default:
		w.body.line("%s(%s)", name, list(args))
	}
}

// selects writes a select statement.
func (w *writer) selects(in *ssa.Select) {
	name := w.text.names[in]
	s, v := w.body.register("s", "*q.Selection"), w.body.register("v", "q.Any")
	w.body.line("%s = q.NewSelection()", s)
	for _, state := range in.States {
		if state.Dir == types.SendOnly {
			w.body.line("q.Send(%s, %s, %s)", s, w.text.value(state.Chan), w.text.value(state.Send))
			continue
		}
		w.body.line("q.Receive(%s, %s)", s, w.text.value(state.Chan))
	}
	w.body.line("%s_0, %s_1, %s = q.Select(%s, %t)", name, name, v, s, in.Blocking)
	received := 2
	for i, state := range in.States {
		if state.Dir == types.SendOnly {
			continue
		}
		elem := state.Chan.Type().Underlying().(*types.Chan).Elem()
		w.body.line("%s_%d = %s", name, received, w.globals.zero(elem))
		w.body.line("if %s_0 == %d && %s != nil {", name, i, v) // a nil interface is the zero value, as what a closed channel gives
		w.body.line("%s_%d = %s", name, received, w.text.taken(elem, v))
		w.body.line("}")
		received++
	}
}

// panics writes a panic. Those of loops over functions have texts of SSA's own.
func (w *writer) panics(in *ssa.Panic) {
	if made, ok := in.X.(*ssa.MakeInterface); ok && made.Pos() == token.NoPos {
		switch text, _ := made.X.(*ssa.Const); {
		case text == nil || text.Value == nil || text.Value.Kind() != constant.String:
		case constant.StringVal(text.Value) == "iterator call did not preserve panic":
			w.body.line("q.LostPanic()")
			return
		case constant.StringVal(text.Value) == "yield function called after range loop exit":
			if state := lower.YieldState(in.Block()); state != nil {
				w.body.line("q.BadYield(%s)", w.text.value(state))
				return
			}
		}
	}
	w.body.line("q.Panic(%s)", w.text.value(in.X))
}
