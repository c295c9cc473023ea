package lower

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// calls lowers calls but inlined ones, closures and panics.
type calls struct {
	admission *admission
	asm       *assembly
	places    *places
	ops       *operands
	world     World
}

// callClosure calls a function with what it captures before its arguments.
func (ca *calls) callClosure(in *ssa.Call, made *ssa.MakeClosure) {
	name, _ := ca.world.Function(made.Fn.(*ssa.Function))
	ca.pass(append(slices.Clone(made.Bindings), in.Call.Args...))
	ca.asm.code.Callees = append(ca.asm.code.Callees, name)
	ca.asm.emit(machine.Call, ca.asm.frameWord(0), ca.asm.framePointer(0), 0, int64(len(ca.asm.code.Callees)-1))
	ca.results(in)
}

// pass puts arguments into the frame of a call.
func (ca *calls) pass(args []ssa.Value) (words, pointers int) { return ca.passFrom(args, 0, 0) }

// passFrom passes arguments in the registers from w and p on, and returns the registers behind.
func (ca *calls) passFrom(args []ssa.Value, w, p int) (words, pointers int) {
	for _, x := range args {
		var target value
		for _, s := range ca.admission.slots(x.Type(), x.Pos()) {
			if s.Kind == machine.Pointer {
				target = append(target, register{true, ca.asm.framePointer(p)})
				p++
			} else {
				target = append(target, register{false, ca.asm.frameWord(w)})
				w++
			}
		}
		if c, ok := x.(*ssa.Const); ok {
			ca.ops.constant(c, target)
			continue
		}
		for i, r := range ca.ops.value(x) {
			ca.asm.move(target[i], r)
		}
	}
	return w, p
}

// results takes the results of a call from its frame.
func (ca *calls) results(in *ssa.Call) {
	w, p := 0, 0
	take := func(t types.Type) value {
		var v value
		for _, s := range ca.admission.slots(t, in.Pos()) {
			if s.Kind == machine.Pointer {
				v = append(v, register{true, ca.asm.framePointer(p)})
				p++
			} else {
				v = append(v, register{false, ca.asm.frameWord(w)})
				w++
			}
		}
		return v
	}
	tuple, ok := in.Type().(*types.Tuple)
	if !ok {
		if len(*in.Referrers()) > 0 {
			ca.ops.copyTo(in, take(in.Type()))
		} else {
			take(in.Type())
		}
		return
	}
	for i := range tuple.Len() {
		ca.ops.extract(in, i, take(tuple.At(i).Type()))
	}
}

// panics lowers a panic.
func (ca *calls) panics(in *ssa.Panic) {
	if ca.yields(in) {
		return
	}
	x, methods := in.X, false
	if made, ok := in.X.(*ssa.MakeInterface); ok && onlyPanics(made) {
		x, methods = made.X, true
	}
	w, p := ca.ops.neighbours(x)
	ca.asm.emit(machine.Raise, w, p, 0, ca.asm.valueIndex(x.Type(), methods, in.Pos()))
}

// yields lowers the panics of ranges over functions, which have texts of SSA's own, and reports whether in is one.
func (ca *calls) yields(in *ssa.Panic) bool {
	made, ok := in.X.(*ssa.MakeInterface)
	if !ok || made.Pos() != token.NoPos || !isText(made.X.Type()) {
		return false
	}
	state := uint16(machine.NoRegister)
	switch c, _ := made.X.(*ssa.Const); {
	case c == nil:
		return false
	case text(c) == "iterator call did not preserve panic":
	case text(c) == "yield function called after range loop exit" && YieldState(in.Block()) != nil:
		state = ca.ops.wordOf(YieldState(in.Block()))
	default:
		return false
	}
	ca.asm.emit(machine.BadYield, state, 0, 0, 0)
	return true
}

// YieldState returns the state that the branch to a block has found to be wrong: 0 if the body of a range over a
// function may be called, -1 while it runs, -2 when the loop is over, and above 0 where the body has left the loop.
// It returns nil if the branch is another.
func YieldState(b *ssa.BasicBlock) ssa.Value {
	if len(b.Preds) != 1 {
		return nil
	}
	before := b.Preds[0].Instrs
	if branch, ok := before[len(before)-1].(*ssa.If); ok {
		if c, ok := branch.Cond.(*ssa.BinOp); ok {
			return c.X
		}
	}
	return nil
}

// closure makes a function value with what it captures.
func (ca *calls) closure(in *ssa.MakeClosure) {
	name, ok := ca.world.Function(in.Fn.(*ssa.Function))
	if !ok {
		ca.admission.refuse(in.Pos(), "it has a function literal that is interpreted")
	}
	if onlyCalled(in) {
		return
	}
	var captured value
	var moves []move
	for _, x := range in.Bindings {
		to := ca.asm.fresh(x.Type(), in.Pos())
		for i, r := range ca.ops.value(x) {
			moves = append(moves, move{to[i], r})
		}
		captured = append(captured, to...)
	}
	ca.asm.moveAll(moves)
	w, p := first(captured)
	words, pointers := captured.count()
	ca.asm.code.Callees = append(ca.asm.code.Callees, name)
	ca.asm.emit(machine.Closure, ca.ops.pointerOf(in), p, pointers, int64(len(ca.asm.code.Callees)-1))
	ca.asm.emit(machine.None, 0, w, words, ca.asm.typeIndex(in.Type(), in.Pos()))
}

// checkReceiver returns a pointer, and fails if it is nil: the receiver of a method with a value receiver.
func (ca *calls) checkReceiver(in *ssa.Call) {
	x := ca.ops.pointerOf(in.Call.Args[0])
	there := ca.asm.emit(machine.JumpNotNil, x, 0, 0, 0)
	message := machine.NilReceiverText(text(in.Call.Args[1]), text(in.Call.Args[2]))
	v := ca.ops.value(ssa.NewConst(constant.MakeString(message), types.Typ[types.String]))
	ca.asm.emit(machine.NilReceiver, v[0].number, v[1].number, 0, 0)
	ca.asm.land(there)
	ca.ops.copyTo(in, value{{true, x}})
}

func text(x ssa.Value) string { return constant.StringVal(x.(*ssa.Const).Value) }

// invoke calls a method of an interface.
func (ca *calls) invoke(in *ssa.Call) {
	c := in.Common()
	receiver := ca.ops.value(c.Value)
	p := receiver[0].number
	if !besides(receiver) {
		_, p = ca.ops.neighbours(c.Value)
	}
	ca.passFrom(c.Args, 0, 1)
	ca.asm.framePointer(0)
	ca.asm.emit(machine.CallMethod, ca.asm.frameWord(0), ca.asm.framePointer(0), p, ca.method(c, in.Pos()))
	ca.results(in)
}

// method describes a method of an interface.
func (ca *calls) method(c *ssa.CallCommon, pos token.Pos) int64 {
	params := []*types.Var{types.NewParam(c.Pos(), nil, "", types.Typ[types.UnsafePointer])}
	for v := range c.Signature().Params().Variables() {
		params = append(params, v)
	}
	s := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), c.Signature().Results(), false)
	e := ca.asm.externOf(c.Signature(), pos)
	e.Params = append([]machine.Type{{Slots: []machine.Slot{{Kind: machine.Pointer}}}}, e.Params...)
	e.Type, e.Iface, e.Method = ca.world.TypeID(s), ca.world.TrueID(c.Value.Type()), c.Method.Name()
	if !c.Method.Exported() {
		e.Package = c.Method.Pkg().Path()
	}
	ca.asm.code.Externs = append(ca.asm.code.Externs, e)
	return int64(len(ca.asm.code.Externs) - 1)
}
