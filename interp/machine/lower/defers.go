package lower

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// defers.go: deferred calls. The arguments are put into the frame of a call, from where Defer takes them. The call
// stands behind it, with a Return.

// deferred defers a call.
func (ca *calls) deferred(in *ssa.Defer) {
	c := in.Common()
	if in.DeferStack != nil || isBuiltin(c.Value) {
		ca.admission.refuse(in.Pos(), "%s", refusal(in))
	}
	op, callee, k, words, pointers := ca.suspended(in)
	at := [2]uint16{ca.asm.frameWord(0), ca.asm.framePointer(0)}
	ca.reserve(c)
	ca.asm.emit(machine.Defer, at[0], at[1], uint16(words), 0)
	ca.asm.emit(machine.None, 0, 0, uint16(pointers), 0)
	ca.asm.emit(op, at[0], at[1], callee, k)
	ca.asm.emit(machine.Return, 0, 0, 0, 0)
}

// suspended passes what a call needs, and returns the operation, the register of what it calls, its constant, and how
// many registers it takes.
func (ca *calls) suspended(in *ssa.Defer) (op machine.Op, callee uint16, k int64, words, pointers int) {
	c := in.Common()
	if c.IsInvoke() {
		receiver := ca.ops.value(c.Value)
		ca.asm.emit(machine.Address, ca.asm.spare(), receiver[0].number, 0, 0) // fails for nil
		words, pointers = ca.passFrom(c.Args, 0, 1)
		callee = ca.hold(pointers, receiver)
		return machine.CallMethod, callee, ca.method(c, in.Pos()), words, pointers + 2
	}
	args := c.Args
	f, static := c.Value.(*ssa.Function)
	if made, closure := c.Value.(*ssa.MakeClosure); closure && isLiteral(made) {
		f, static = made.Fn.(*ssa.Function), true
		args = append(slices.Clone(made.Bindings), args...)
	}
	if !static {
		words, pointers = ca.pass(args)
		callee = ca.hold(pointers, ca.ops.value(c.Value))
		return machine.CallValue, callee, ca.asm.extern("", c.Value.Type(), c.Signature(), in.Pos()), words, pointers + 1
	}
	if name, ok := ca.world.Function(f); ok {
		words, pointers = ca.pass(args)
		ca.asm.code.Callees = append(ca.asm.code.Callees, name)
		return machine.Call, 0, int64(len(ca.asm.code.Callees) - 1), words, pointers
	}
	symbol, ok := ca.world.Compiled(f)
	if !ok {
		ca.admission.refuse(in.Pos(), "it calls %s, which is interpreted", f.Name())
	}
	words, pointers = ca.pass(args)
	return machine.CallGo, 0, ca.asm.extern(symbol, nil, signatureOf(f), in.Pos()), words, pointers
}

// hold puts pointers behind the arguments, and returns the register of the first.
func (ca *calls) hold(behind int, v value) uint16 {
	for i, r := range v {
		ca.asm.move(register{true, ca.asm.framePointer(behind + i)}, r)
	}
	return ca.asm.framePointer(behind)
}

// reserve makes room for the results of a call in its frame.
func (ca *calls) reserve(c *ssa.CallCommon) {
	w, p := 0, 0
	for v := range c.Signature().Results().Variables() {
		for _, s := range ca.admission.slots(v.Type(), c.Pos()) {
			if s.Kind == machine.Pointer {
				ca.asm.framePointer(p)
				p++
			} else {
				ca.asm.frameWord(w)
				w++
			}
		}
	}
}
