package lower

import (
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
func (ca *calls) pass(args []ssa.Value) { ca.passFrom(args, 0, 0) }

// passFrom passes arguments in the registers from w and p on.
func (ca *calls) passFrom(args []ssa.Value, w, p int) {
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
	x, methods := in.X, false
	if made, ok := in.X.(*ssa.MakeInterface); ok && onlyPanics(made) {
		x, methods = made.X, true
	}
	w, p := ca.ops.neighbours(x)
	ca.asm.emit(machine.Raise, w, p, 0, ca.asm.valueIndex(x.Type(), methods, in.Pos()))
}

// closure makes a function value with the variables that it captures.
func (ca *calls) closure(in *ssa.MakeClosure) {
	f := in.Fn.(*ssa.Function)
	name, ok := ca.world.Function(f)
	if !ok || !capturesPointers(f) {
		ca.admission.refuse(in.Pos(), "it has a function literal that is interpreted")
	}
	if onlyCalled(in) {
		return
	}
	firstPointer := uint16(0)
	for i, x := range in.Bindings {
		to := ca.asm.pointer()
		if i == 0 {
			firstPointer = to
		}
		ca.asm.move(register{true, to}, ca.ops.value(x)[0])
	}
	ca.asm.code.Callees = append(ca.asm.code.Callees, name)
	ca.asm.emit(machine.Closure, ca.ops.pointerOf(in), firstPointer, uint16(len(in.Bindings)), int64(len(ca.asm.code.Callees)-1))
	ca.asm.emit(machine.None, 0, 0, 0, ca.asm.typeIndex(in.Type(), in.Pos()))
}

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
	params := []*types.Var{types.NewParam(c.Pos(), nil, "", types.Typ[types.UnsafePointer])}
	for v := range c.Signature().Params().Variables() {
		params = append(params, v)
	}
	s := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), c.Signature().Results(), false)
	e := ca.asm.externOf(c.Signature(), in.Pos())
	e.Params = append([]machine.Type{{Slots: []machine.Slot{{Kind: machine.Pointer}}}}, e.Params...)
	e.Type, e.Iface, e.Method = ca.world.TypeID(s), ca.world.TrueID(c.Value.Type()), c.Method.Name()
	if !c.Method.Exported() {
		e.Package = c.Method.Pkg().Path()
	}
	ca.asm.code.Externs = append(ca.asm.code.Externs, e)
	ca.asm.emit(machine.CallMethod, ca.asm.frameWord(0), ca.asm.framePointer(0), p, int64(len(ca.asm.code.Externs)-1))
	ca.results(in)
}
