package emit

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
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
	w.line("go func(%s) {\n\tq.Guard(func() {\n%s\t})\n\t}(%s)", list(s.params), s.body, list(s.args))
}

// defers writes a defer statement. Only a function that calls recover itself
// stops a panic: where it is known that the function does not, the frame is
// told.
func (w *writer) defers(in *ssa.Defer) {
	frame := "frame"
	if in.DeferStack != nil {
		frame = w.value(in.DeferStack)
	}
	c := in.Common()
	depth := recoverDepth(c)
	w.nilInterface(c)
	if m, ok := c.Value.(*ssa.MakeClosure); ok && len(c.Args) == 0 && m.Type().(*types.Signature).Results().Len() == 0 {
		w.line("q.Push(%s, %d, %s)", frame, min(depth, 1), w.value(m))
		return
	}
	s := w.suspend(c)
	w.line("func(%s) {\n\tq.Push(%s, %d, func() {\n%s\t})\n\t}(%s)", list(s.params), frame, depth, s.body, list(s.args))
}

func (w *writer) runDefers() { w.line("q.RunDefers(frame)") }

// lateDefers is the instruction of a block before which deferred calls are to run without
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

// reloads tells whether an instruction loads a named result that is returned.
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

// recoverDepth is where the function that is deferred may recover: not at all 0,
// or 2 where a literal calls it.
func recoverDepth(c *ssa.CallCommon) int {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return 0
	}
	if f := c.StaticCallee(); f != nil && !recovers(f) && !wraps(f) {
		return 0
	}
	return 2
}

// wraps tells whether a function was made to call another in its place.
func wraps(f *ssa.Function) bool {
	return f.Synthetic != "" && (strings.Contains(f.Synthetic, "wrapper") || strings.Contains(f.Synthetic, "thunk"))
}

// wrapsRecover tells whether a function was made to call one that recovers, or
// that is not known, in its place.
func wrapsRecover(f *ssa.Function) bool {
	if !wraps(f) {
		return false
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok {
				if g := c.Call.StaticCallee(); g != nil && (recovers(g) || wrapsRecover(g)) {
					return true
				}
			}
		}
	}
	return false
}

// nilInterface writes that a method of no value cannot be deferred or started.
func (w *writer) nilInterface(c *ssa.CallCommon) {
	if c.IsInvoke() {
		w.line("if %s == nil {", w.value(c.Value))
		w.line("q.NilCall()")
		w.line("}")
	}
}

// suspend makes the operands of a call parameters.
func (w *writer) suspend(c *ssa.CallCommon) suspended {
	var s suspended
	hold := func(x ssa.Value) string {
		name := fmt.Sprintf("g%d", len(s.params))
		s.params = append(s.params, name+" "+w.work(x.Type()))
		s.args = append(s.args, w.value(x))
		return name
	}
	inner := &writer{Emitter: w.Emitter, f: w.f, framed: w.framed, names: map[ssa.Value]string{}}
	builtin, isBuiltin := c.Value.(*ssa.Builtin)
	_, static := c.Value.(*ssa.Function)
	if !isBuiltin && !static {
		inner.names[c.Value] = hold(c.Value)
	}
	for _, a := range c.Args {
		if _, ok := a.(*ssa.Const); !ok && inner.names[a] == "" {
			inner.names[a] = hold(a)
		}
	}
	// A value that is held has a name, whatever it is.
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		if args[i] = inner.names[a]; args[i] == "" {
			args[i] = w.value(a)
		}
	}
	switch {
	case isBuiltin:
		inner.suspendedBuiltin(builtin.Name(), c, args)
	case c.IsInvoke():
		inner.invoke(c, "", args)
	case static:
		inner.line("%s", w.callText(c, w.callee(c), args))
	default:
		inner.line("%s", w.callText(c, inner.names[c.Value], args))
	}
	for _, v := range inner.vars {
		s.body += "\t" + v + "\n"
	}
	s.body += inner.lines.String()
	return s
}

// suspendedBuiltin writes the call of a builtin function whose result nobody
// wants.
func (w *writer) suspendedBuiltin(name string, c *ssa.CallCommon, args []string) {
	switch name {
	case "recover":
		if !w.framed {
			w.line("q.Recover(nil)") // in a goroutine of its own
			return
		}
		w.line("q.RecoverLater(frame, deferring)")
	case "print", "println":
		for i, a := range c.Args {
			switch {
			case types.IsInterface(a.Type()):
				args[i] = "q.Words(" + args[i] + ")"
			case w.hides(a.Type()):
				args[i] = w.boxed(args[i], a.Type())
			}
		}
		w.line("q.P%s(%s)", name[1:], list(args))
	case "clear":
		w.line("q.Clear(%s)", args[0])
	case "panic":
		w.line("q.Panic(%s)", args[0])
	default:
		w.line("%s(%s)", name, list(args))
	}
}

// selects writes a select statement.
func (w *writer) selects(in *ssa.Select) {
	name := w.names[in]
	s, v := w.register("s", "*q.Selection"), w.register("v", "q.Any")
	w.line("%s = q.NewSelection()", s)
	for _, state := range in.States {
		if state.Dir == types.SendOnly {
			w.line("q.Send(%s, %s, %s)", s, w.value(state.Chan), w.value(state.Send))
			continue
		}
		w.line("q.Receive(%s, %s)", s, w.value(state.Chan))
	}
	w.line("%s_0, %s_1, %s = q.Select(%s, %t)", name, name, v, s, in.Blocking)
	received := 2
	for i, state := range in.States {
		if state.Dir == types.SendOnly {
			continue
		}
		elem := state.Chan.Type().Underlying().(*types.Chan).Elem()
		w.line("%s_%d = %s", name, received, w.zero(elem))
		w.line("if %s_0 == %d && %s_1 {", name, i, name)
		w.line("%s_%d = %s", name, received, w.taken(elem, v))
		w.line("}")
		received++
	}
}

// panics writes a panic. Those of loops over functions have texts of SSA's own.
func (w *writer) panics(in *ssa.Panic) {
	if made, ok := in.X.(*ssa.MakeInterface); ok && made.Pos() == token.NoPos {
		switch text, _ := made.X.(*ssa.Const); {
		case text == nil || text.Value == nil || text.Value.Kind() != constant.String:
		case constant.StringVal(text.Value) == "iterator call did not preserve panic":
			w.line("q.LostPanic()")
			return
		case constant.StringVal(text.Value) == "yield function called after range loop exit":
			if state := yieldState(in.Block()); state != nil {
				w.line("q.BadYield(%s)", w.value(state))
				return
			}
		}
	}
	w.line("q.Panic(%s)", w.value(in.X))
}

// yieldState is the state that the branch to a block has found to be wrong: 0 if
// the body may be called, -1 while it runs, -2 when the loop is over, and above 0
// where the body has left the loop.
func yieldState(b *ssa.BasicBlock) ssa.Value {
	if len(b.Preds) != 1 {
		return nil
	}
	if branch, ok := last(b.Preds[0]).(*ssa.If); ok {
		if c, ok := branch.Cond.(*ssa.BinOp); ok {
			return c.X
		}
	}
	return nil
}

// last is the instruction that ends a block.
func last(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[len(b.Instrs)-1] }
