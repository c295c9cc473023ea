package lower

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// interfaces.go: values into interfaces and out of them.

// box puts a value into an interface.
func (ac *access) box(in ssa.Value, x ssa.Value) {
	ac.ops.copyTo(in, ac.boxed(x, in.Type(), in.Pos()))
}

// boxed returns a value in an interface of type t.
func (ac *access) boxed(x ssa.Value, t types.Type, pos token.Pos) value {
	w, p := ac.ops.neighbours(x)
	to := ac.asm.fresh(t, pos)
	ac.asm.emit(machine.Box, to[0].number, w, p, ac.asm.valueIndex(x.Type(), true, pos))
	ac.asm.emit(machine.None, 0, 0, 0, ac.asm.valueIndex(t, false, pos))
	return to
}

// typeAssert takes a value out of an interface.
func (ac *access) typeAssert(in *ssa.TypeAssert) {
	_, p := ac.ops.neighbours(in.X)
	if ChecksReceiver(in) {
		ac.asm.emit(machine.Address, ac.asm.spare(), p, 0, 0) // fails for nil
		return
	}
	if types.IsInterface(in.AssertedType) {
		ac.assertInterface(in, p)
		return
	}
	ok := ac.asm.word()
	ac.asm.emit(machine.IsType, ok, p, 0, ac.asm.valueIndex(in.AssertedType, true, in.Pos()))
	ac.asm.emit(machine.None, 0, 0, 0, ac.asm.valueIndex(in.X.Type(), false, in.Pos()))
	if !in.CommaOk {
		held := ac.asm.emit(machine.JumpTrue, ok, 0, 0, 0)
		ac.asm.emit(machine.FailAssertion, 0, p, 0, ac.asm.valueIndex(in.X.Type(), false, in.Pos()))
		ac.asm.emit(machine.None, 0, 0, 0, ac.asm.valueIndex(in.AssertedType, true, in.Pos()))
		ac.asm.land(held)
		ac.unbox(ac.places.registers[in], p+1, in.AssertedType, in.Pos())
		return
	}
	to := ac.ops.resultOf(in, 0, in.AssertedType)
	ac.ops.zero(in.AssertedType, to, in.Pos())
	other := ac.asm.emit(machine.JumpFalse, ok, 0, 0, 0)
	ac.unbox(to, p+1, in.AssertedType, in.Pos())
	ac.asm.land(other)
	ac.ops.extract(in, 0, to)
	ac.ops.extract(in, 1, value{{false, ok}})
}

// ChecksReceiver reports whether an assertion only fails for nil, as a method value of an interface does: SSA asserts
// the interface's own type there, at the place of the method's name.
func ChecksReceiver(in *ssa.TypeAssert) bool {
	if in.CommaOk || !types.IsInterface(in.AssertedType) || len(*in.Referrers()) > 0 || in.Parent().Syntax() == nil {
		return false
	}
	found := false
	ast.Inspect(in.Parent().Syntax(), func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Pos() == in.Pos() {
			found = true
		}
		return !found
	})
	return found
}

// unbox loads a value of type t, which the second word of an interface holds or refers to.
func (ac *access) unbox(to value, data uint16, t types.Type, pos token.Pos) {
	slots := ac.admission.slots(t, pos)
	if len(slots) == 1 && slots[0].Kind == machine.Pointer && sizes.Sizeof(t) == sizes.Sizeof(types.Typ[types.UnsafePointer]) {
		ac.asm.move(to[0], register{true, data}) // the interface holds the pointer itself
		return
	}
	if machine.Holds(slots) { // what interfaces refer to does not change, either
		ac.asm.move(to[0], register{true, data})
		return
	}
	for i, s := range slots {
		ac.asm.emit(loads[s.Kind], to[i].number, data, 0, int64(s.Offset))
	}
}

// assertInterface takes the value in the interface at p out into an interface of another type.
func (ac *access) assertInterface(in *ssa.TypeAssert, p uint16) {
	ok := uint16(machine.NoRegister)
	if in.CommaOk {
		ok = ac.asm.word()
	}
	to := ac.asm.fresh(in.AssertedType, in.Pos())
	ac.asm.emit(machine.AssertInterface, to[0].number, p, 0, ac.asm.valueIndex(in.X.Type(), false, in.Pos()))
	ac.asm.emit(machine.None, 0, ok, 0, ac.asm.valueIndex(in.AssertedType, false, in.Pos()))
	if !in.CommaOk {
		ac.ops.copyTo(in, to)
		return
	}
	ac.ops.extract(in, 0, to)
	ac.ops.extract(in, 1, value{{false, ok}})
}
