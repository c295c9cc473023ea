package lower

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// interfaces.go: interfaces, function values, and what is done with values of any type.

// box puts a value into an interface.
func (l *lowering) box(in ssa.Value, x ssa.Value) {
	l.copyTo(in, l.boxed(x, in.Type(), in.Pos()))
}

// boxed is a value in an interface of type t.
func (l *lowering) boxed(x ssa.Value, t types.Type, pos token.Pos) value {
	w, p := l.neighbours(x)
	to := l.fresh(t, pos)
	l.emit(machine.Box, to[0].number, w, p, l.valueIndex(x.Type(), true, pos))
	l.emit(machine.None, 0, 0, 0, l.valueIndex(t, false, pos))
	return to
}

// equal compares values of any type. Interfaces of different types are compared as values
// of type any.
func (l *lowering) equal(in *ssa.BinOp) {
	t, operand := in.X.Type(), l.neighbours
	if types.IsInterface(t) && types.IsInterface(in.Y.Type()) && !types.Identical(t, in.Y.Type()) {
		t = types.Universe.Lookup("any").Type()
		operand = func(x ssa.Value) (word, pointer uint16) { return first(l.boxed(x, t, in.Pos())) }
	}
	w, p := operand(in.X)
	w2, p2 := operand(in.Y)
	to := l.wordOf(in)
	l.emit(machine.Equal, to, w, p, l.valueIndex(t, true, in.Pos()))
	l.emit(machine.None, 0, w2, p2, 0)
	if in.Op == token.NEQ {
		l.emit(machine.NotBool, to, to, 0, 0)
	}
}

// convertText converts strings from and to slices and numbers.
func (l *lowering) convertText(in *ssa.Convert) {
	if !isText(in.X.Type()) && !isText(in.Type()) {
		l.refuse(in.Pos(), "it converts a %s to a %s", short(in.X.Type()), short(in.Type()))
	}
	w, p := l.neighbours(in.X)
	to := l.fresh(in.Type(), in.Pos())
	word, pointer := first(to)
	l.emit(machine.Convert, word, w, p, l.valueIndex(in.X.Type(), false, in.Pos()))
	l.emit(machine.None, pointer, 0, 0, l.valueIndex(in.Type(), false, in.Pos()))
	l.copyTo(in, to)
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// join joins two strings.
func (l *lowering) join(in *ssa.BinOp) {
	x, y, to := l.value(in.X), l.value(in.Y), l.registers[in]
	l.emit(machine.Join, to[0].number, x[0].number, y[0].number, 0)
	l.emit(machine.None, to[1].number, x[1].number, y[1].number, 0)
}

// clearAll clears a map or a slice.
func (l *lowering) clearAll(in *ssa.Call) {
	x := in.Call.Args[0]
	w, p := l.neighbours(x)
	l.emit(machine.ClearAll, 0, w, p, l.valueIndex(x.Type(), false, in.Pos()))
}

// functionValue is a function of the machine as a value.
func (l *lowering) functionValue(f *ssa.Function) value {
	name, ok := l.Function(f)
	if !ok {
		l.refuseValue(f)
	}
	r := register{true, l.pointer()}
	l.code.Values = append(l.code.Values, machine.FunctionRef{Name: name, Type: l.TypeID(f.Type())})
	l.emit(machine.FunctionValue, r.number, 0, 0, int64(len(l.code.Values)-1))
	return value{r}
}

// closure makes a function value with the variables that it captures.
func (l *lowering) closure(in *ssa.MakeClosure) {
	f := in.Fn.(*ssa.Function)
	name, ok := l.Function(f)
	if !ok || !capturesPointers(f) {
		l.refuse(in.Pos(), "it has a function literal that is interpreted")
	}
	if onlyCalled(in) {
		return
	}
	firstPointer := uint16(0)
	for i, x := range in.Bindings {
		to := l.pointer()
		if i == 0 {
			firstPointer = to
		}
		l.move(register{true, to}, l.value(x)[0])
	}
	l.code.Callees = append(l.code.Callees, name)
	l.emit(machine.Closure, l.pointerOf(in), firstPointer, uint16(len(in.Bindings)), int64(len(l.code.Callees)-1))
	l.emit(machine.None, 0, 0, 0, l.typeIndex(in.Type(), in.Pos()))
}

// capturesPointers tells whether what a function captures is variables, and not values.
func capturesPointers(f *ssa.Function) bool {
	for _, v := range f.FreeVars {
		if !isPointer(v.Type()) {
			return false
		}
	}
	return true
}

// onlyCalled tells whether a function value is only called: it need not be made.
func onlyCalled(in *ssa.MakeClosure) bool {
	for _, r := range *in.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			if r.Call.Value != in {
				return false
			}
			for _, x := range r.Call.Args {
				if x == in {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// invoke calls a method of an interface.
func (l *lowering) invoke(in *ssa.Call) {
	c := in.Common()
	receiver := l.value(c.Value)
	p := receiver[0].number
	if !besides(receiver) {
		_, p = l.neighbours(c.Value)
	}
	l.passFrom(c.Args, 0, 1)
	l.framePointer(0)
	params := []*types.Var{types.NewParam(c.Pos(), nil, "", types.Typ[types.UnsafePointer])}
	for v := range c.Signature().Params().Variables() {
		params = append(params, v)
	}
	s := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), c.Signature().Results(), false)
	e := l.externOf(c.Signature(), in.Pos())
	e.Params = append([]machine.Type{{Slots: []machine.Slot{{Kind: machine.Pointer}}}}, e.Params...)
	e.Type, e.Iface, e.Method = l.TypeID(s), l.TrueID(c.Value.Type()), c.Method.Name()
	if !c.Method.Exported() {
		e.Package = c.Method.Pkg().Path()
	}
	l.code.Externs = append(l.code.Externs, e)
	l.emit(machine.CallMethod, l.frameWord(0), l.framePointer(0), p, int64(len(l.code.Externs)-1))
	l.results(in)
}
