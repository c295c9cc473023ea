package lower

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// operands gives instructions the registers of their operands. It emits the loads of constants, variables and functions
// that have no register yet.
type operands struct {
	admission *admission
	asm       *assembly
	places    *places
	motion    *motion
	subject   *subject
	world     World
}

// needsRegister reports whether an instruction has no form with the constant in it. It may err on the side of a
// register that nothing reads.
func (op *operands) needsRegister(in ssa.Instruction, c *ssa.Const) bool {
	switch in := in.(type) {
	case *ssa.BinOp:
		if isFloat64(c.Type()) {
			return isComparison(in.Op) || op.motion.fused[in] && in.Op == token.MUL
		}
		if basic := c.Type().Underlying().(*types.Basic); basic.Info()&types.IsFloat != 0 {
			return true
		}
		bits := bits(c)
		if isComparison(in.Op) {
			return isUnsigned(c.Type()) && in.Op != token.EQL && in.Op != token.NEQ || bits != int64(int32(bits))
		}
		return in.X == c && in.Op != token.ADD && in.Op != token.MUL && in.Op != token.SUB && in.Op != token.AND && in.Op != token.OR && in.Op != token.XOR
	case *ssa.Phi, *ssa.Return, *ssa.Call:
		return false
	}
	return true
}

// value returns the registers of a value; a constant is loaded into them now.
func (op *operands) value(x ssa.Value) value {
	if r, ok := op.places.registers[x]; ok {
		return r
	}
	switch x := x.(type) {
	case *ssa.Const:
		if bits, ok := constantOf(x); ok {
			if r, pooled := op.asm.pooled[bits]; pooled {
				return value{{false, r}}
			}
		}
		to := op.asm.fresh(x.Type(), x.Pos())
		op.constant(x, to)
		return to
	case *ssa.Global:
		symbol, ok := op.world.Variable(x)
		if !ok {
			op.admission.refuseBut(x.Pos(), adviceDeclare, "it uses the variable %s, which holds a %s", x.Name(), short(x.Type().Underlying().(*types.Pointer).Elem()))
		}
		r := register{true, op.asm.pointer()}
		op.asm.code.Variables = append(op.asm.code.Variables, symbol)
		op.asm.emit(machine.Variable, r.number, 0, 0, int64(len(op.asm.code.Variables)-1))
		return value{r}
	case *ssa.Function:
		return op.functionValue(x)
	}
	if op.motion.fused[x] {
		panic("the value " + x.Name() + " is not computed: " + x.String())
	}
	if op.admission.tolerant { // what makes it has been reported
		return op.asm.fresh(x.Type(), x.Pos())
	}
	op.admission.refuse(x.Pos(), "it uses a value that compiled functions do not have")
	return nil
}

func (op *operands) wordOf(x ssa.Value) uint16 { return op.value(x)[0].number }

func (op *operands) pointerOf(x ssa.Value) uint16 { return op.value(x)[0].number }

// constant loads a constant.
func (op *operands) constant(c *ssa.Const, to value) {
	if c.Value == nil {
		op.zero(c.Type(), to, c.Pos())
		return
	}
	basic, ok := c.Type().Underlying().(*types.Basic)
	switch {
	case !ok:
		op.admission.refuse(c.Pos(), "it has a constant of type %s", short(c.Type()))
	case basic.Info()&types.IsString != 0:
		text := constant.StringVal(c.Value)
		op.asm.code.Texts = append(op.asm.code.Texts, []byte(text))
		op.asm.emit(machine.Text, to[0].number, 0, 0, int64(len(op.asm.code.Texts)-1))
		op.asm.emit(machine.Const, to[1].number, 0, 0, int64(len(text)))
	case basic.Info()&types.IsComplex != 0:
		x := c.Complex128()
		if basic.Kind() == types.Complex64 {
			op.asm.emit(machine.Const, to[0].number, 0, 0, int64(math.Float32bits(float32(real(x)))))
			op.asm.emit(machine.Const, to[1].number, 0, 0, int64(math.Float32bits(float32(imag(x)))))
			return
		}
		op.asm.emit(machine.Const, to[0].number, 0, 0, int64(math.Float64bits(real(x))))
		op.asm.emit(machine.Const, to[1].number, 0, 0, int64(math.Float64bits(imag(x))))
	default:
		op.asm.emit(machine.Const, to[0].number, 0, 0, bits(c))
	}
}

// zero puts the zero value of a type into registers.
func (op *operands) zero(t types.Type, to value, pos token.Pos) {
	if op.admission.holds(t) {
		op.asm.emit(machine.NewValue, to[0].number, 0, 0, op.asm.typeIndex(t, pos))
		return
	}
	op.asm.zero(to)
}

// copyTo copies registers into the registers of a value.
func (op *operands) copyTo(v ssa.Value, from value) {
	var moves []move
	for i, r := range op.places.registers[v] {
		moves = append(moves, move{r, from[i]})
	}
	op.asm.moveAll(moves)
}

func (op *operands) neighbourWords(x ssa.Value) uint16 {
	w, _ := op.neighbours(x)
	return w
}

// functionValue returns a function of the machine as a value.
func (op *operands) functionValue(f *ssa.Function) value {
	ref := machine.FunctionRef{Type: op.world.TypeID(f.Type())}
	if name, ok := op.world.Function(f); ok {
		ref.Name = name
	} else if symbol, ok := op.world.Compiled(f); ok && !f.Signature.Variadic() {
		ref.Symbol = symbol
	} else {
		op.refuseValue(f)
	}
	r := register{true, op.asm.pointer()}
	op.asm.code.Values = append(op.asm.code.Values, ref)
	op.asm.emit(machine.FunctionValue, r.number, 0, 0, int64(len(op.asm.code.Values)-1))
	return value{r}
}

// refuseValue refuses a function as a value.
func (op *operands) refuseValue(f *ssa.Function) {
	r := &Refusal{Pos: f.Pos(), Message: "it uses " + NameOf(f) + " as a value", Advice: adviceWrap, at: op.admission.now}
	if op.subject.isInterpreted(f) {
		r.Message, r.Advice, r.Callee = r.Message+", which is interpreted", "", f
	}
	panic(r)
}

// extract gives the parts of a tuple to the values that take them.
func (op *operands) extract(tuple ssa.Value, index int, from value) {
	for _, r := range *tuple.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == index {
			op.copyTo(e, from)
		}
	}
}

// resultOf returns the registers of the only value that takes a part of a tuple, or new ones.
func (op *operands) resultOf(tuple ssa.Value, index int, t types.Type) value {
	var only *ssa.Extract
	for _, r := range *tuple.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == index {
			if only != nil {
				return op.asm.fresh(t, tuple.Pos())
			}
			only = e
		}
	}
	if only == nil || op.places.registers[only] == nil {
		return op.asm.fresh(t, tuple.Pos())
	}
	return op.places.registers[only]
}

// neighbours returns the first word and pointer of a value in adjacent registers, or of a copy in adjacent ones.
func (op *operands) neighbours(x ssa.Value) (word, pointer uint16) {
	v := op.value(x)
	if !besides(v) {
		copied := op.asm.freshNeighbours(x.Type(), x.Pos())
		var moves []move
		for i, r := range v {
			moves = append(moves, move{copied[i], r})
		}
		op.asm.moveAll(moves)
		v = copied
	}
	return first(v)
}
