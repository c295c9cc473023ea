package lower

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// arithmetic lowers operations on numbers, strings and booleans, comparisons and conversions.
type arithmetic struct {
	admission *admission
	asm       *assembly
	places    *places
	motion    *motion
	ops       *operands
	mem       *access
}

// extreme lowers min and max.
func (ar *arithmetic) extreme(in *ssa.Call, name string) {
	basic, ok := in.Type().Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsNumeric == 0 || basic.Kind() == types.Float32 {
		ar.admission.refuseBut(in.Pos(), "compare them with <", "it calls the builtin function %s of values of type %s", name, short(in.Type()))
	}
	ops := map[string]machine.Op{"min": machine.Min, "max": machine.Max}
	switch {
	case basic.Info()&types.IsFloat != 0:
		ops = map[string]machine.Op{"min": machine.MinFloat, "max": machine.MaxFloat}
	case basic.Info()&types.IsUnsigned != 0:
		ops = map[string]machine.Op{"min": machine.UMin, "max": machine.UMax}
	}
	result := ar.asm.word()
	ar.asm.emit(machine.Move, result, ar.ops.wordOf(in.Call.Args[0]), 0, 0)
	for _, x := range in.Call.Args[1:] {
		ar.asm.emit(ops[name], result, result, ar.ops.wordOf(x), 0)
	}
	ar.ops.copyTo(in, value{{false, result}})
}

// addElementProduct adds a product with an element, if that is fused.
func (ar *arithmetic) addElementProduct(to uint16, other ssa.Value, product *ssa.BinOp) bool {
	load, factor := ar.motion.fusedElement(product)
	if load == nil {
		return false
	}
	a := load.X.(*ssa.IndexAddr)
	addend, x, i := ar.ops.wordOf(other), ar.ops.wordOf(factor), ar.ops.wordOf(a.Index)
	if row, ok := a.X.(*ssa.UnOp); ok && ar.motion.fused[row] {
		outer := row.X.(*ssa.IndexAddr)
		at := ar.ops.wordOf(outer.Index)
		base, length := ar.mem.indexed(outer)
		ar.asm.atValue(outer)
		ar.asm.emit(machine.MulAddIndex2, to, addend, x, int64(length)|int64(i)<<16|int64(base)<<32|int64(at)<<48)
		return true
	}
	base, length := ar.mem.indexed(a)
	ar.asm.atValue(a)
	ar.asm.emit(machine.MulAddIndex, to, addend, x, int64(length)|int64(i)<<16|int64(base)<<32)
	return true
}

// narrow brings a result back to the width of its type.
func (ar *arithmetic) narrow(t types.Type, r uint16) {
	op := machine.None
	switch t.Underlying().(*types.Basic).Kind() {
	case types.Int8:
		op = machine.ToInt8
	case types.Int16:
		op = machine.ToInt16
	case types.Int32, types.UntypedRune:
		op = machine.ToInt32
	case types.Uint8:
		op = machine.ToUint8
	case types.Uint16:
		op = machine.ToUint16
	case types.Uint32:
		op = machine.ToUint32
	}
	if op != machine.None {
		ar.asm.emit(op, r, r, 0, 0)
	}
}

func (ar *arithmetic) binOp(in *ssa.BinOp) {
	if _, pointer := in.X.Type().Underlying().(*types.Basic); !pointer {
		ar.compareOthers(in)
		return
	}
	basic := in.X.Type().Underlying().(*types.Basic)
	switch info := basic.Info(); {
	case info&types.IsString != 0 && in.Op == token.ADD:
		ar.join(in)
	case info&types.IsString != 0:
		ar.compareStrings(in)
	case isComparison(in.Op) && info&types.IsComplex == 0:
		ar.compare(in, basic)
	case info&types.IsInteger != 0:
		ar.integer(in)
	case basic.Kind() == types.Float32:
		op := map[token.Token]machine.Op{token.ADD: machine.AddFloat32, token.SUB: machine.SubFloat32, token.MUL: machine.MulFloat32, token.QUO: machine.DivFloat32}[in.Op]
		x, y := ar.ops.wordOf(in.X), ar.ops.wordOf(in.Y)
		ar.asm.emit(op, ar.ops.wordOf(in), x, y, 0)
	case info&types.IsFloat != 0:
		ar.float(in)
	case info&types.IsBoolean != 0:
		op := map[token.Token]machine.Op{token.AND: machine.And, token.OR: machine.Or, token.XOR: machine.Xor}[in.Op]
		if op == machine.None {
			ar.admission.refuse(in.Pos(), "%s", refusal(in))
		}
		x, y := ar.ops.wordOf(in.X), ar.ops.wordOf(in.Y)
		ar.asm.emit(op, ar.ops.wordOf(in), x, y, 0)
	case basic.Kind() == types.Complex128:
		ar.complex(in)
	case basic.Kind() == types.Complex64:
		ar.complex64(in)
	default:
		ar.admission.refuse(in.Pos(), "%s", refusal(in))
	}
}

func (ar *arithmetic) integer(in *ssa.BinOp) {
	to := ar.ops.wordOf(in)
	unsigned := isUnsigned(in.X.Type())
	switch in.Op {
	case token.SHL, token.SHR:
		ar.shift(in, to, unsigned)
	case token.QUO, token.REM:
		ar.divide(in, to, unsigned)
	default:
		forms := map[token.Token][2]machine.Op{
			token.ADD: {machine.Add, machine.AddK}, token.SUB: {machine.Sub, machine.SubK}, token.MUL: {machine.Mul, machine.MulK},
			token.AND: {machine.And, machine.AndK}, token.OR: {machine.Or, machine.OrK}, token.XOR: {machine.Xor, machine.XorK}, token.AND_NOT: {machine.AndNot, machine.AndNotK},
		}[in.Op]
		x, y := in.X, in.Y
		if _, constant := constantOf(x); constant {
			if in.Op == token.SUB {
				k, _ := constantOf(x)
				ar.asm.emit(machine.KSub, to, ar.ops.wordOf(y), 0, k)
				break
			}
			if in.Op != token.AND_NOT {
				x, y = y, x
			}
		}
		if k, ok := constantOf(y); ok {
			if in.Op == token.SUB {
				forms[1], k = machine.AddK, -k
			}
			ar.asm.emit(forms[1], to, ar.ops.wordOf(x), 0, k)
			break
		}
		a, b := ar.ops.wordOf(x), ar.ops.wordOf(y)
		ar.asm.emit(forms[0], to, a, b, 0)
	}
	switch in.Op {
	case token.AND, token.OR, token.XOR, token.AND_NOT:
	default:
		ar.narrow(in.Type(), to)
	}
}

func (ar *arithmetic) shift(in *ssa.BinOp, to uint16, unsigned bool) {
	forms := [2]machine.Op{machine.Shl, machine.ShlK}
	if in.Op == token.SHR {
		forms = [2]machine.Op{machine.Shr, machine.ShrK}
		if unsigned {
			forms = [2]machine.Op{machine.UShr, machine.UShrK}
		}
	}
	k, ok := constantOf(in.Y)
	if ok && (k >= 0 || isUnsigned(in.Y.Type())) {
		ar.asm.emit(forms[1], to, ar.ops.wordOf(in.X), 0, k)
		return
	}
	x, y := ar.ops.wordOf(in.X), ar.ops.wordOf(in.Y)
	if !isUnsigned(in.Y.Type()) {
		ar.asm.emit(machine.CheckShift, y, 0, 0, 0)
	}
	ar.asm.emit(forms[0], to, x, y, 0)
}

func (ar *arithmetic) divide(in *ssa.BinOp, to uint16, unsigned bool) {
	forms := map[token.Token][2]machine.Op{token.QUO: {machine.Div, machine.DivK}, token.REM: {machine.Rem, machine.RemK}}[in.Op]
	if unsigned {
		forms = map[token.Token][2]machine.Op{token.QUO: {machine.UDiv, machine.UDivK}, token.REM: {machine.URem, machine.URemK}}[in.Op]
	}
	if k, ok := constantOf(in.Y); ok && k != 0 {
		ar.asm.emit(forms[1], to, ar.ops.wordOf(in.X), 0, k)
		return
	}
	x, y := ar.ops.wordOf(in.X), ar.ops.wordOf(in.Y)
	ar.asm.emit(forms[0], to, x, y, 0)
}

func (ar *arithmetic) float(in *ssa.BinOp) {
	to := ar.ops.wordOf(in)
	for _, x := range []ssa.Value{in.Y, in.X} {
		product, ok := x.(*ssa.BinOp)
		if !ok || !ar.motion.fused[x] {
			continue
		}
		other := in.X
		if x == in.X {
			other = in.Y
		}
		ar.addProduct(in, to, other, product)
		return
	}
	if n, x, ok := ar.motion.factors(in); ok {
		if k, constant := constantOf(x); constant {
			ar.asm.emit(machine.MulIntK, to, ar.ops.wordOf(n), 0, k)
			return
		}
		a, b := ar.ops.wordOf(n), ar.ops.wordOf(x)
		ar.asm.emit(machine.MulInt, to, a, b, 0)
		return
	}
	forms := map[token.Token][3]machine.Op{
		token.ADD: {machine.AddFloat, machine.AddFloatK, machine.AddFloatK}, token.SUB: {machine.SubFloat, machine.SubFloatK, machine.KSubFloat},
		token.MUL: {machine.MulFloat, machine.MulFloatK, machine.MulFloatK}, token.QUO: {machine.DivFloat, machine.DivFloatK, machine.KDivFloat},
	}[in.Op]
	if k, ok := constantOf(in.Y); ok {
		ar.asm.emit(forms[1], to, ar.ops.wordOf(in.X), 0, k)
		return
	}
	if k, ok := constantOf(in.X); ok {
		ar.asm.emit(forms[2], to, ar.ops.wordOf(in.Y), 0, k)
		return
	}
	x, y := ar.ops.wordOf(in.X), ar.ops.wordOf(in.Y)
	ar.asm.emit(forms[0], to, x, y, 0)
}

// addProduct adds a product to another number, or takes it from that.
func (ar *arithmetic) addProduct(in *ssa.BinOp, to uint16, other ssa.Value, product *ssa.BinOp) {
	if ar.addElementProduct(to, other, product) {
		return
	}
	op, x, y := machine.MulAddFloat, product.X, product.Y
	if in.Op == token.SUB {
		op = machine.MulSubFloat
	}
	if n, factor, ok := ar.motion.factors(product); ok {
		op, x, y = machine.MulAddInt, n, factor
		if in.Op == token.SUB {
			op = machine.MulSubInt
		}
	}
	addend, a, b := ar.ops.wordOf(other), ar.ops.wordOf(x), ar.ops.wordOf(y)
	ar.asm.emit(op, to, addend, a, int64(b))
}

// complex lowers sums, differences and comparisons; Go's products are made of parts in the same order.
func (ar *arithmetic) complex(in *ssa.BinOp) {
	x, y, to := ar.ops.value(in.X), ar.ops.value(in.Y), value(nil)
	if !isComparison(in.Op) {
		to = ar.places.registers[in]
	}
	switch in.Op {
	case token.ADD, token.SUB:
		op := machine.AddFloat
		if in.Op == token.SUB {
			op = machine.SubFloat
		}
		ar.asm.emit(op, to[0].number, x[0].number, y[0].number, 0)
		ar.asm.emit(op, to[1].number, x[1].number, y[1].number, 0)
	case token.MUL:
		a, b := ar.asm.word(), ar.asm.word()
		ar.asm.emit(machine.MulFloat, a, x[0].number, y[0].number, 0)
		ar.asm.emit(machine.MulSubFloat, a, a, x[1].number, int64(y[1].number))
		ar.asm.emit(machine.MulFloat, b, x[0].number, y[1].number, 0)
		ar.asm.emit(machine.MulAddFloat, b, b, x[1].number, int64(y[0].number))
		ar.asm.emit(machine.Move, to[0].number, a, 0, 0)
		ar.asm.emit(machine.Move, to[1].number, b, 0, 0)
	case token.EQL, token.NEQ:
		ar.compareComplex(in, machine.EqFloat)
	case token.QUO:
		a, b, r := ar.ops.neighbourWords(in.X), ar.ops.neighbourWords(in.Y), ar.asm.wordsInRow(2)
		ar.asm.emit(machine.ComplexDiv, r, a, b, 0)
		ar.ops.copyTo(in, value{{false, r}, {false, r + 1}})
	}
}

// complex64 lowers operations on complex numbers with parts of 32 bits; Go computes their products with 64.
func (ar *arithmetic) complex64(in *ssa.BinOp) {
	op := map[token.Token]machine.Op{token.ADD: machine.AddFloat32, token.SUB: machine.SubFloat32, token.MUL: machine.Complex64Mul, token.QUO: machine.Complex64Div}[in.Op]
	switch in.Op {
	case token.ADD, token.SUB:
		x, y, to := ar.ops.value(in.X), ar.ops.value(in.Y), ar.places.registers[in]
		ar.asm.emit(op, to[0].number, x[0].number, y[0].number, 0)
		ar.asm.emit(op, to[1].number, x[1].number, y[1].number, 0)
	case token.MUL, token.QUO:
		a, b, r := ar.ops.neighbourWords(in.X), ar.ops.neighbourWords(in.Y), ar.asm.wordsInRow(2)
		ar.asm.emit(op, r, a, b, 0)
		ar.ops.copyTo(in, value{{false, r}, {false, r + 1}})
	default:
		ar.compareComplex(in, machine.EqFloat32)
	}
}

func (ar *arithmetic) compareComplex(in *ssa.BinOp, eq machine.Op) {
	x, y := ar.ops.value(in.X), ar.ops.value(in.Y)
	a, b, r := ar.asm.word(), ar.asm.word(), ar.ops.wordOf(in)
	ar.asm.emit(eq, a, x[0].number, y[0].number, 0)
	ar.asm.emit(eq, b, x[1].number, y[1].number, 0)
	ar.asm.emit(machine.And, r, a, b, 0)
	if in.Op == token.NEQ {
		ar.asm.emit(machine.NotBool, r, r, 0, 0)
	}
}

// compare lowers a comparison of numbers or booleans whose result is a value.
func (ar *arithmetic) compare(in *ssa.BinOp, basic *types.Basic) {
	op, x, y := in.Op, in.X, in.Y
	to := ar.ops.wordOf(in)
	if op == token.GTR || op == token.GEQ {
		x, y, op = y, x, mirrored(op)
	}
	a, b := ar.ops.wordOf(x), ar.ops.wordOf(y)
	forms := map[token.Token]machine.Op{token.EQL: machine.Eq, token.NEQ: machine.Ne, token.LSS: machine.Lt, token.LEQ: machine.Le}
	switch {
	case basic.Kind() == types.Float32:
		forms = map[token.Token]machine.Op{token.EQL: machine.EqFloat32, token.NEQ: machine.NeFloat32, token.LSS: machine.LtFloat32, token.LEQ: machine.LeFloat32}
	case basic.Info()&types.IsFloat != 0:
		forms = map[token.Token]machine.Op{token.EQL: machine.EqFloat, token.NEQ: machine.NeFloat, token.LSS: machine.LtFloat, token.LEQ: machine.LeFloat}
	case basic.Info()&types.IsUnsigned != 0 && op != token.EQL && op != token.NEQ:
		forms = map[token.Token]machine.Op{token.LSS: machine.ULt, token.LEQ: machine.ULe}
	}
	ar.asm.emit(forms[op], to, a, b, 0)
}

// compareOthers lowers comparisons of values of types that are not basic.
func (ar *arithmetic) compareOthers(in *ssa.BinOp) {
	_, isInterface := in.X.Type().Underlying().(*types.Interface)
	switch in.X.Type().Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Signature:
	default:
		if !isInterface || !isNil(in.X) && !isNil(in.Y) {
			ar.equal(in)
			return
		}
	}
	x, y := ar.ops.pointerOf(in.X), ar.ops.pointerOf(in.Y)
	op := machine.EqPointer
	if in.Op == token.NEQ {
		op = machine.NePointer
	}
	ar.asm.emit(op, ar.ops.wordOf(in), x, y, 0)
}

func (ar *arithmetic) compareStrings(in *ssa.BinOp) {
	x, y, to := ar.ops.value(in.X), ar.ops.value(in.Y), ar.ops.wordOf(in)
	if in.Op == token.EQL || in.Op == token.NEQ {
		ar.asm.emit(machine.EqString, to, x[0].number, y[0].number, int64(x[1].number)|int64(y[1].number)<<16)
		if in.Op == token.NEQ {
			ar.asm.emit(machine.NotBool, to, to, 0, 0)
		}
		return
	}
	sign := ar.asm.word()
	ar.asm.emit(machine.Compare, sign, x[0].number, y[0].number, 0)
	ar.asm.emit(machine.None, 0, x[1].number, y[1].number, 0)
	ar.asm.emit(map[token.Token]machine.Op{
		token.LSS: machine.LtK, token.LEQ: machine.LeK, token.GTR: machine.GtK, token.GEQ: machine.GeK,
	}[in.Op], to, sign, 0, 0)
}

func (ar *arithmetic) unOp(in *ssa.UnOp) {
	if in.Op == token.MUL {
		ar.mem.load(in)
		return
	}
	basic, ok := in.X.Type().Underlying().(*types.Basic)
	if !ok || in.Op == token.ARROW {
		ar.admission.refuseBut(in.Pos(), adviceChannels, "it uses channels")
	}
	x, to := ar.ops.value(in.X), ar.places.registers[in]
	switch {
	case in.Op == token.NOT:
		ar.asm.emit(machine.NotBool, to[0].number, x[0].number, 0, 0)
	case in.Op == token.XOR:
		ar.asm.emit(machine.Not, to[0].number, x[0].number, 0, 0)
		ar.narrow(in.Type(), to[0].number)
	case basic.Info()&types.IsComplex != 0:
		op := machine.NegFloat
		if basic.Kind() == types.Complex64 {
			op = machine.NegFloat32
		}
		ar.asm.emit(op, to[0].number, x[0].number, 0, 0)
		ar.asm.emit(op, to[1].number, x[1].number, 0, 0)
	case basic.Kind() == types.Float32:
		ar.asm.emit(machine.NegFloat32, to[0].number, x[0].number, 0, 0)
	case basic.Info()&types.IsFloat != 0:
		ar.asm.emit(machine.NegFloat, to[0].number, x[0].number, 0, 0)
	default:
		ar.asm.emit(machine.Neg, to[0].number, x[0].number, 0, 0)
		ar.narrow(in.Type(), to[0].number)
	}
}

// convert lowers conversions between numbers.
func (ar *arithmetic) convert(in *ssa.Convert) {
	from, ok := in.X.Type().Underlying().(*types.Basic)
	to, ok2 := in.Type().Underlying().(*types.Basic)
	if !ok || !ok2 || from.Info()&types.IsNumeric == 0 || to.Info()&types.IsNumeric == 0 {
		ar.convertText(in)
		return
	}
	if from.Info()&types.IsComplex != 0 {
		ar.convertComplex(in, from.Kind() == types.Complex64, to.Kind() == types.Complex64)
		return
	}
	x, r := ar.ops.wordOf(in.X), ar.ops.wordOf(in)
	fromFloat, toFloat := from.Info()&types.IsFloat != 0, to.Info()&types.IsFloat != 0
	single, toSingle := from.Kind() == types.Float32, to.Kind() == types.Float32
	unsigned := from.Info()&types.IsUnsigned != 0
	switch {
	case fromFloat && toFloat:
		op := machine.Move
		if single && !toSingle {
			op = machine.Float32ToFloat
		} else if !single && toSingle {
			op = machine.FloatToFloat32
		}
		ar.asm.emit(op, r, x, 0, 0)
	case fromFloat:
		forms := floatToInt
		if single {
			forms = float32ToInt
		}
		ar.asm.emit(forms[to.Kind()], r, x, 0, 0)
	case toSingle && unsigned:
		ar.asm.emit(machine.UintToFloat32, r, x, 0, 0)
	case toSingle:
		ar.asm.emit(machine.IntToFloat32, r, x, 0, 0)
	case toFloat && unsigned:
		ar.asm.emit(machine.UintToFloat, r, x, 0, 0)
	case toFloat:
		ar.asm.emit(machine.IntToFloat, r, x, 0, 0)
	default:
		ar.asm.emit(machine.Move, r, x, 0, 0)
		ar.narrow(in.Type(), r)
	}
}

// convertComplex converts between complex numbers.
func (ar *arithmetic) convertComplex(in *ssa.Convert, single, toSingle bool) {
	x, to := ar.ops.value(in.X), ar.places.registers[in]
	op := machine.Move
	switch {
	case single && !toSingle:
		op = machine.Float32ToFloat
	case !single && toSingle:
		op = machine.FloatToFloat32
	}
	for i, r := range to {
		ar.asm.emit(op, r.number, x[i].number, 0, 0)
	}
}

// equal compares values of any type. Interfaces of different types are compared as values
// of type any.
func (ar *arithmetic) equal(in *ssa.BinOp) {
	t, operand := in.X.Type(), ar.ops.neighbours
	if types.IsInterface(t) && types.IsInterface(in.Y.Type()) && !types.Identical(t, in.Y.Type()) {
		t = types.Universe.Lookup("any").Type()
		operand = func(x ssa.Value) (word, pointer uint16) { return first(ar.mem.boxed(x, t, in.Pos())) }
	}
	w, p := operand(in.X)
	w2, p2 := operand(in.Y)
	to := ar.ops.wordOf(in)
	ar.asm.emit(machine.Equal, to, w, p, ar.asm.valueIndex(t, true, in.Pos()))
	ar.asm.emit(machine.None, 0, w2, p2, 0)
	if in.Op == token.NEQ {
		ar.asm.emit(machine.NotBool, to, to, 0, 0)
	}
}

// convertText converts strings from and to slices and numbers.
func (ar *arithmetic) convertText(in *ssa.Convert) {
	if !isText(in.X.Type()) && !isText(in.Type()) {
		ar.admission.refuse(in.Pos(), "it converts a %s to a %s", short(in.X.Type()), short(in.Type()))
	}
	if isOnlyCompared(in) {
		ar.ops.copyTo(in, ar.ops.value(in.X)[:2])
		return
	}
	w, p := ar.ops.neighbours(in.X)
	to := ar.asm.fresh(in.Type(), in.Pos())
	word, pointer := first(to)
	ar.asm.emit(machine.Convert, word, w, p, ar.asm.valueIndex(in.X.Type(), false, in.Pos()))
	ar.asm.emit(machine.None, pointer, 0, 0, ar.asm.valueIndex(in.Type(), false, in.Pos()))
	if n, ok := ConstantBytes(in); ok {
		ar.asm.emit(machine.Const, to[2].number, 0, 0, n)
	}
	ar.ops.copyTo(in, to)
}

// join joins two strings.
func (ar *arithmetic) join(in *ssa.BinOp) {
	x, y, to := ar.ops.value(in.X), ar.ops.value(in.Y), ar.places.registers[in]
	ar.asm.emit(machine.Join, to[0].number, x[0].number, y[0].number, 0)
	ar.asm.emit(machine.None, to[1].number, x[1].number, y[1].number, 0)
}
