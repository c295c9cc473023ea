package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

func (l *lowering) call(in *ssa.Call) {
	c := in.Common()
	switch {
	case c.IsInvoke():
		l.invoke(in)
	case isBuiltin(c.Value):
		l.builtin(in, c.Value.(*ssa.Builtin).Name())
	default:
		l.callFunction(in)
	}
}

func isBuiltin(v ssa.Value) bool {
	_, ok := v.(*ssa.Builtin)
	return ok
}

func (l *lowering) callFunction(in *ssa.Call) {
	c := in.Common()
	f, static := c.Value.(*ssa.Function)
	if made, closure := c.Value.(*ssa.MakeClosure); closure {
		l.callClosure(in, made)
		return
	}
	if !static {
		code := l.pointerOf(c.Value)
		l.pass(c.Args)
		l.emit(machine.CallValue, l.frameWord(0), l.framePointer(0), code, l.extern("", c.Value.Type(), c.Signature(), in.Pos()))
		l.results(in)
		return
	}
	if inner := l.inlined[in]; inner != nil {
		l.inline(in, inner)
		return
	}
	if name, ok := l.Function(f); ok {
		l.pass(c.Args)
		l.code.Callees = append(l.code.Callees, name)
		l.emit(machine.Call, l.frameWord(0), l.framePointer(0), 0, int64(len(l.code.Callees)-1))
		l.results(in)
		return
	}
	if op, ok := intrinsics[f.String()]; ok {
		x := l.wordOf(c.Args[0])
		l.emit(op, l.wordOf(in), x, 0, 0)
		return
	}
	symbol, ok := l.Compiled(f)
	if !ok {
		l.refuse(in.Pos(), "it calls %s, which is interpreted", f.Name())
	}
	l.pass(c.Args)
	l.emit(machine.CallGo, l.frameWord(0), l.framePointer(0), 0, l.extern(symbol, nil, signatureOf(f), in.Pos()))
	l.results(in)
}

// callClosure calls a function with what it captures before its arguments.
func (l *lowering) callClosure(in *ssa.Call, made *ssa.MakeClosure) {
	name, _ := l.Function(made.Fn.(*ssa.Function))
	l.pass(append(slices.Clone(made.Bindings), in.Call.Args...))
	l.code.Callees = append(l.code.Callees, name)
	l.emit(machine.Call, l.frameWord(0), l.framePointer(0), 0, int64(len(l.code.Callees)-1))
	l.results(in)
}

// signatureOf is the type of a function whose receiver is its first parameter.
func signatureOf(f *ssa.Function) *types.Signature {
	s := f.Signature
	if s.Recv() == nil {
		return s
	}
	params := []*types.Var{s.Recv()}
	for v := range s.Params().Variables() {
		params = append(params, v)
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), s.Results(), s.Variadic())
}

// extern describes a compiled function, or the type of a function value.
func (l *lowering) extern(symbol string, t types.Type, s *types.Signature, pos token.Pos) int64 {
	e := l.externOf(s, pos)
	e.Symbol = symbol
	if t != nil {
		e.Type = l.TypeID(t)
	}
	l.code.Externs = append(l.code.Externs, e)
	return int64(len(l.code.Externs) - 1)
}

func (l *lowering) externOf(s *types.Signature, pos token.Pos) (e machine.Extern) {
	for v := range s.Params().Variables() {
		e.Params = append(e.Params, machine.Type{Slots: l.slots(v.Type(), pos)})
	}
	for v := range s.Results().Variables() {
		e.Results = append(e.Results, machine.Type{Slots: l.slots(v.Type(), pos)})
	}
	return e
}

// frameWord and framePointer are registers of the frame of a call.
func (l *lowering) frameWord(i int) uint16 {
	l.mostWords = max(l.mostWords, i+1)
	if l.frameWords+i >= machine.NoRegister {
		l.refuseLength()
	}
	return uint16(l.frameWords + i)
}

func (l *lowering) framePointer(i int) uint16 {
	l.mostPointers = max(l.mostPointers, i+1)
	if l.framePointers+i >= machine.NoRegister {
		l.refuseLength()
	}
	return uint16(l.framePointers + i)
}

// pass puts arguments into the frame of a call.
func (l *lowering) pass(args []ssa.Value) { l.passFrom(args, 0, 0) }

// passFrom is pass from a word and a pointer on.
func (l *lowering) passFrom(args []ssa.Value, w, p int) {
	for _, x := range args {
		var target value
		for _, s := range l.slots(x.Type(), x.Pos()) {
			if s.Kind == machine.Pointer {
				target = append(target, register{true, l.framePointer(p)})
				p++
			} else {
				target = append(target, register{false, l.frameWord(w)})
				w++
			}
		}
		if c, ok := x.(*ssa.Const); ok {
			l.constant(c, target)
			continue
		}
		for i, r := range l.value(x) {
			l.move(target[i], r)
		}
	}
}

// results takes the results of a call from its frame.
func (l *lowering) results(in *ssa.Call) {
	w, p := 0, 0
	take := func(t types.Type) value {
		var v value
		for _, s := range l.slots(t, in.Pos()) {
			if s.Kind == machine.Pointer {
				v = append(v, register{true, l.framePointer(p)})
				p++
			} else {
				v = append(v, register{false, l.frameWord(w)})
				w++
			}
		}
		return v
	}
	tuple, ok := in.Type().(*types.Tuple)
	if !ok {
		if len(*in.Referrers()) > 0 {
			l.copyTo(in, take(in.Type()))
		} else {
			take(in.Type())
		}
		return
	}
	for i := range tuple.Len() {
		l.extract(in, i, take(tuple.At(i).Type()))
	}
}

func (l *lowering) builtin(in *ssa.Call, name string) {
	args := in.Call.Args
	switch name {
	case "len", "cap":
		l.length(in, name)
	case "append":
		l.appended(in)
	case "copy":
		l.copied(in)
	case "min", "max":
		l.extreme(in, name)
	case "real", "imag":
		part := 0
		if name == "imag" {
			part = 1
		}
		l.copyTo(in, l.value(args[0])[part:part+1])
	case "complex":
		x, y := l.value(args[0]), l.value(args[1])
		l.copyTo(in, value{x[0], y[0]})
	case "clear":
		l.clearAll(in)
	case "delete":
		m := l.pointerOf(args[0])
		word, pointer := l.neighbours(args[1])
		l.emit(machine.MapDelete, 0, m, word, l.typeIndex(args[0].Type(), in.Pos()))
		l.emit(machine.None, 0, 0, pointer, 0)
	default:
		l.refuseBut(in.Pos(), adviceApart, "it calls the builtin function %s", name)
	}
}

func (l *lowering) length(in *ssa.Call, name string) {
	x := l.value(in.Call.Args[0])
	switch t := in.Call.Args[0].Type().Underlying().(type) {
	case *types.Slice:
		part := x[1:2]
		if name == "cap" {
			part = x[2:3]
		}
		l.copyTo(in, part)
	case *types.Basic:
		l.copyTo(in, x[1:2])
	case *types.Map:
		l.emit(machine.MapLen, l.wordOf(in), x[0].number, 0, 0)
	case *types.Array:
		l.emit(machine.Const, l.wordOf(in), 0, 0, t.Len())
	default:
		n, ok := arrayLength(t)
		if !ok {
			l.refuse(in.Pos(), "it takes the length of a %s", short(t))
		}
		l.emit(machine.Const, l.wordOf(in), 0, 0, n)
	}
}

func (l *lowering) appended(in *ssa.Call) {
	s, to := l.value(in.Call.Args[0]), l.registers[in]
	if len(in.Call.Args) == 1 {
		l.copyTo(in, s)
		return
	}
	elem := in.Type().Underlying().(*types.Slice).Elem()
	if x := l.single[in]; x != nil {
		w, p := l.neighbours(x)
		l.emit(machine.AppendValue, to[0].number, s[0].number, w, l.valueIndex(elem, false, in.Pos()))
		l.emit(machine.None, to[1].number, s[1].number, p, 0)
		return
	}
	other := l.value(in.Call.Args[1])
	l.emit(machine.Append, to[0].number, s[0].number, other[0].number, l.typeIndex(elem, in.Pos()))
	l.emit(machine.None, to[1].number, s[1].number, other[1].number, 0)
}

func (l *lowering) copied(in *ssa.Call) {
	to, from := l.value(in.Call.Args[0]), l.value(in.Call.Args[1])
	n := uint16(machine.NoRegister)
	if len(*in.Referrers()) > 0 {
		n = l.wordOf(in)
	}
	elem := in.Call.Args[0].Type().Underlying().(*types.Slice).Elem()
	l.emit(machine.Copy, n, to[0].number, from[0].number, 0)
	l.emit(machine.None, 0, to[1].number, from[1].number, l.typeIndex(elem, in.Pos()))
}

// extreme lowers min and max.
func (l *lowering) extreme(in *ssa.Call, name string) {
	basic, ok := in.Type().Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsNumeric == 0 || basic.Kind() == types.Float32 {
		l.refuseBut(in.Pos(), "compare them with <", "it calls the builtin function %s of values of type %s", name, short(in.Type()))
	}
	ops := map[string]machine.Op{"min": machine.Min, "max": machine.Max}
	switch {
	case basic.Info()&types.IsFloat != 0:
		ops = map[string]machine.Op{"min": machine.MinFloat, "max": machine.MaxFloat}
	case basic.Info()&types.IsUnsigned != 0:
		ops = map[string]machine.Op{"min": machine.UMin, "max": machine.UMax}
	}
	result := l.word()
	l.emit(machine.Move, result, l.wordOf(in.Call.Args[0]), 0, 0)
	for _, x := range in.Call.Args[1:] {
		l.emit(ops[name], result, result, l.wordOf(x), 0)
	}
	l.copyTo(in, value{{false, result}})
}
