package lower

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// instruction.go: what lowers an instruction, by its type; of a call, by what is called.

func (l *lowering) call(in *ssa.Call) {
	c := in.Common()
	switch {
	case c.IsInvoke():
		l.calls.invoke(in)
	case isBuiltin(c.Value):
		l.builtin(in, c.Value.(*ssa.Builtin).Name())
	default:
		l.callFunction(in)
	}
}

func (l *lowering) callFunction(in *ssa.Call) {
	if inner := l.subject.inlined[in]; inner != nil {
		l.inline(in, inner)
		return
	}
	c := in.Common()
	f, static := c.Value.(*ssa.Function)
	if made, closure := c.Value.(*ssa.MakeClosure); closure && isLiteral(made) {
		l.calls.callClosure(in, made)
		return
	}
	if !static {
		code := l.ops.pointerOf(c.Value)
		l.calls.pass(c.Args)
		l.asm.emit(machine.CallValue, l.asm.frameWord(0), l.asm.framePointer(0), code, l.asm.extern("", c.Value.Type(), c.Signature(), in.Pos()))
		l.calls.results(in)
		return
	}
	if name, ok := l.world.Function(f); ok {
		l.calls.pass(c.Args)
		l.asm.code.Callees = append(l.asm.code.Callees, name)
		l.asm.emit(machine.Call, l.asm.frameWord(0), l.asm.framePointer(0), 0, int64(len(l.asm.code.Callees)-1))
		l.calls.results(in)
		return
	}
	if op, ok := intrinsics[f.String()]; ok {
		x := l.ops.wordOf(c.Args[0])
		l.asm.emit(op, l.ops.wordOf(in), x, 0, 0)
		return
	}
	symbol, ok := l.world.Compiled(f)
	if !ok {
		l.admission.refuse(in.Pos(), "it calls %s, which is interpreted", f.Name())
	}
	l.calls.pass(c.Args)
	l.asm.emit(machine.CallGo, l.asm.frameWord(0), l.asm.framePointer(0), 0, l.asm.extern(symbol, nil, signatureOf(f), in.Pos()))
	l.calls.results(in)
}

func (l *lowering) builtin(in *ssa.Call, name string) {
	args := in.Call.Args
	switch name {
	case "len", "cap":
		l.mem.length(in, name)
	case "append":
		l.mem.appended(in)
	case "copy":
		l.mem.copied(in)
	case "min", "max":
		l.arith.extreme(in, name)
	case "real", "imag":
		part := 0
		if name == "imag" {
			part = 1
		}
		l.ops.copyTo(in, l.ops.value(args[0])[part:part+1])
	case "complex":
		x, y := l.ops.value(args[0]), l.ops.value(args[1])
		l.ops.copyTo(in, value{x[0], y[0]})
	case "clear":
		l.mem.clearAll(in)
	case "recover":
		p := l.asm.fresh(in.Type(), in.Pos())
		l.asm.emit(machine.Recover, p[0].number, 0, 0, 0)
		if len(*in.Referrers()) > 0 {
			l.ops.copyTo(in, p)
		}
	case "ssa:wrapnilchk":
		l.calls.checkReceiver(in)
	case "delete":
		m := l.ops.pointerOf(args[0])
		word, pointer := l.ops.neighbours(args[1])
		l.asm.emit(machine.MapDelete, 0, m, word, l.asm.typeIndex(args[0].Type(), in.Pos()))
		l.asm.emit(machine.None, 0, 0, pointer, 0)
	default:
		l.admission.refuseBut(in.Pos(), adviceApart, "it calls the builtin function %s", name)
	}
}

// instruction lowers an instruction that does not end a block.
func (l *lowering) instruction(in ssa.Instruction) {
	l.asm.at(in)
	if l.places.skipped[in] {
		return
	}
	if v, ok := in.(ssa.Value); ok && (l.motion.fused[v] || l.places.isLocal(v)) {
		if a, ok := in.(*ssa.Alloc); ok && !isSetNext(a) {
			l.asm.zero(l.places.locals[a])
		}
		return
	}
	if l.isDropped(in) {
		return
	}
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.Phi, *ssa.Jump, *ssa.If, *ssa.Return, *ssa.Extract:
	case *ssa.Alloc:
		l.mem.alloc(in)
	case *ssa.BinOp:
		l.arith.binOp(in)
	case *ssa.UnOp:
		l.arith.unOp(in)
	case *ssa.Convert:
		l.arith.convert(in)
	case *ssa.ChangeType:
		l.ops.copyTo(in, l.ops.value(in.X))
	case *ssa.FieldAddr:
		offset := fieldOffset(in)
		l.asm.emit(machine.Address, l.ops.pointerOf(in), l.ops.pointerOf(in.X), 0, offset)
	case *ssa.Field:
		if l.admission.holds(in.X.Type()) {
			l.mem.heldField(in)
			return
		}
		s := in.X.Type().Underlying().(*types.Struct)
		from := 0
		for i := range in.Field {
			from += len(l.admission.slots(s.Field(i).Type(), in.Pos()))
		}
		l.ops.copyTo(in, l.ops.value(in.X)[from:][:len(l.admission.slots(in.Type(), in.Pos()))])
	case *ssa.IndexAddr:
		l.mem.indexAddr(in)
	case *ssa.Index:
		l.mem.index(in)
	case *ssa.Lookup:
		l.mem.lookup(in)
	case *ssa.MapUpdate:
		l.mem.mapUpdate(in)
	case *ssa.Range:
		l.mem.rangeOver(in)
	case *ssa.Next:
		l.mem.next(in)
	case *ssa.MakeMap:
		l.asm.emit(machine.MapMake, l.ops.pointerOf(in), 0, 0, l.asm.typeIndex(in.Type(), in.Pos()))
	case *ssa.MakeSlice:
		l.mem.makeSlice(in)
	case *ssa.Slice:
		l.mem.slice(in)
	case *ssa.Store:
		l.mem.store(in)
	case *ssa.Call:
		l.call(in)
	case *ssa.Panic:
		l.calls.panics(in)
	case *ssa.MakeInterface:
		if !onlyPanics(in) {
			l.mem.box(in, in.X)
		}
	case *ssa.ChangeInterface:
		l.mem.box(in, in.X)
	case *ssa.Defer:
		l.calls.deferred(in)
	case *ssa.RunDefers:
		l.asm.emit(machine.RunDefers, 0, 0, 0, 0)
	case *ssa.TypeAssert:
		l.mem.typeAssert(in)
	case *ssa.MakeClosure:
		l.calls.closure(in)
	default:
		l.admission.refuseBut(in.Pos(), adviceApart, "%s", refusal(in))
	}
}

var floatToInt = map[types.BasicKind]machine.Op{
	types.Int: machine.FloatToInt64, types.Int8: machine.FloatToInt8, types.Int16: machine.FloatToInt16, types.Int32: machine.FloatToInt32, types.Int64: machine.FloatToInt64,
	types.Uint: machine.FloatToUint64, types.Uint8: machine.FloatToUint8, types.Uint16: machine.FloatToUint16, types.Uint32: machine.FloatToUint32,
	types.Uint64: machine.FloatToUint64, types.Uintptr: machine.FloatToUint64,
}

var float32ToInt = map[types.BasicKind]machine.Op{
	types.Int: machine.Float32ToInt64, types.Int8: machine.Float32ToInt8, types.Int16: machine.Float32ToInt16, types.Int32: machine.Float32ToInt32, types.Int64: machine.Float32ToInt64,
	types.Uint: machine.Float32ToUint64, types.Uint8: machine.Float32ToUint8, types.Uint16: machine.Float32ToUint16, types.Uint32: machine.Float32ToUint32,
	types.Uint64: machine.Float32ToUint64, types.Uintptr: machine.Float32ToUint64,
}

// intrinsics are compiled functions that are operations.
var intrinsics = map[string]machine.Op{
	"math.Sqrt": machine.Sqrt, "math.Abs": machine.Abs, "math.Floor": machine.Floor, "math.Ceil": machine.Ceil, "math.Trunc": machine.Trunc,
	"math.Float64bits": machine.Move, "math.Float64frombits": machine.Move, "math.Float32bits": machine.ToUint32, "math.Float32frombits": machine.Move,
}
