package lower

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// value are the registers of a value; those of a constant are loaded now.
func (l *lowering) value(x ssa.Value) value {
	if r, ok := l.registers[x]; ok {
		return r
	}
	switch x := x.(type) {
	case *ssa.Const:
		if bits, ok := l.constantOf(x); ok {
			if r, pooled := l.pooled[bits]; pooled {
				return value{{false, r}}
			}
		}
		to := l.fresh(x.Type(), x.Pos())
		l.constant(x, to)
		return to
	case *ssa.Global:
		symbol, ok := l.Variable(x)
		if !ok {
			l.refuseBut(x.Pos(), adviceDeclare, "it uses the variable %s, which holds a %s", x.Name(), short(x.Type().Underlying().(*types.Pointer).Elem()))
		}
		r := register{true, l.pointer()}
		l.code.Variables = append(l.code.Variables, symbol)
		l.emit(machine.Variable, r.number, 0, 0, int64(len(l.code.Variables)-1))
		return value{r}
	case *ssa.Function:
		return l.functionValue(x)
	}
	if l.fused[x] {
		panic("the value " + x.Name() + " is not computed: " + x.String())
	}
	if l.tolerant { // what makes it has been told
		return l.fresh(x.Type(), x.Pos())
	}
	l.refuse(x.Pos(), "it uses a value that compiled functions do not have")
	return nil
}

func (l *lowering) wordOf(x ssa.Value) uint16    { return l.value(x)[0].number }
func (l *lowering) pointerOf(x ssa.Value) uint16 { return l.value(x)[0].number }

// constant loads a constant.
func (l *lowering) constant(c *ssa.Const, to value) {
	if c.Value == nil {
		for _, r := range to {
			if r.pointer {
				l.emit(machine.Nil, r.number, 0, 0, 0)
			} else {
				l.emit(machine.Const, r.number, 0, 0, 0)
			}
		}
		return
	}
	basic, ok := c.Type().Underlying().(*types.Basic)
	switch {
	case !ok:
		l.refuse(c.Pos(), "it has a constant of type %s", short(c.Type()))
	case basic.Info()&types.IsString != 0:
		text := constant.StringVal(c.Value)
		l.code.Texts = append(l.code.Texts, []byte(text))
		l.emit(machine.Text, to[0].number, 0, 0, int64(len(l.code.Texts)-1))
		l.emit(machine.Const, to[1].number, 0, 0, int64(len(text)))
	case basic.Info()&types.IsComplex != 0:
		x := c.Complex128()
		if basic.Kind() == types.Complex64 {
			l.emit(machine.Const, to[0].number, 0, 0, int64(math.Float32bits(float32(real(x)))))
			l.emit(machine.Const, to[1].number, 0, 0, int64(math.Float32bits(float32(imag(x)))))
			return
		}
		l.emit(machine.Const, to[0].number, 0, 0, int64(math.Float64bits(real(x))))
		l.emit(machine.Const, to[1].number, 0, 0, int64(math.Float64bits(imag(x))))
	default:
		l.emit(machine.Const, to[0].number, 0, 0, l.bits(c))
	}
}

// instruction lowers an instruction that does not end a block.
func (l *lowering) instruction(in ssa.Instruction) {
	l.at(in)
	if l.skipped[in] {
		return
	}
	if v, ok := in.(ssa.Value); ok && (l.fused[v] || l.isLocal(v)) {
		if a, ok := in.(*ssa.Alloc); ok && !isSetNext(a) {
			l.zero(l.locals[a])
		}
		return
	}
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.Phi, *ssa.Jump, *ssa.If, *ssa.Return, *ssa.Extract:
	case *ssa.Alloc:
		l.alloc(in)
	case *ssa.BinOp:
		l.binOp(in)
	case *ssa.UnOp:
		l.unOp(in)
	case *ssa.Convert:
		l.convert(in)
	case *ssa.ChangeType:
		l.copyTo(in, l.value(in.X))
	case *ssa.FieldAddr:
		offset := l.offset(in)
		l.emit(machine.Address, l.pointerOf(in), l.pointerOf(in.X), 0, offset)
	case *ssa.Field:
		s := in.X.Type().Underlying().(*types.Struct)
		from := 0
		for i := range in.Field {
			from += len(l.slots(s.Field(i).Type(), in.Pos()))
		}
		l.copyTo(in, l.value(in.X)[from:][:len(l.slots(in.Type(), in.Pos()))])
	case *ssa.IndexAddr:
		l.indexAddr(in)
	case *ssa.Index:
		l.index(in)
	case *ssa.Lookup:
		l.lookup(in)
	case *ssa.MapUpdate:
		l.mapUpdate(in)
	case *ssa.Range:
		l.rangeOver(in)
	case *ssa.Next:
		l.next(in)
	case *ssa.MakeMap:
		l.emit(machine.MapMake, l.pointerOf(in), 0, 0, l.typeIndex(in.Type(), in.Pos()))
	case *ssa.MakeSlice:
		l.makeSlice(in)
	case *ssa.Slice:
		l.slice(in)
	case *ssa.Store:
		l.store(in)
	case *ssa.Call:
		l.call(in)
	case *ssa.Panic:
		l.panics(in)
	case *ssa.MakeInterface:
		if !onlyPanics(in) {
			l.box(in, in.X)
		}
	case *ssa.ChangeInterface:
		l.box(in, in.X)
	case *ssa.MakeClosure:
		l.closure(in)
	default:
		l.refuseBut(in.Pos(), adviceApart, "%s", refusal(in))
	}
}

// refusal says what an instruction is to users.
func refusal(in ssa.Instruction) string {
	switch in.(type) {
	case *ssa.Defer, *ssa.RunDefers:
		return "it defers"
	case *ssa.Go:
		return "it starts a goroutine"
	case *ssa.Send, *ssa.Select, *ssa.MakeChan:
		return "it uses channels"
	case *ssa.TypeAssert:
		return "it asserts the type of an interface's value"
	case *ssa.SliceToArrayPointer:
		return "it converts a slice to an array"
	}
	return "it does what compiled functions do not do"
}

// copyTo copies registers into those of a value.
func (l *lowering) copyTo(v ssa.Value, from value) {
	var moves []move
	for i, r := range l.registers[v] {
		moves = append(moves, move{r, from[i]})
	}
	l.moveAll(moves)
}

func (l *lowering) zero(v value) {
	for _, r := range v {
		if r.pointer {
			l.emit(machine.Nil, r.number, 0, 0, 0)
		} else {
			l.emit(machine.Const, r.number, 0, 0, 0)
		}
	}
}

func (l *lowering) alloc(in *ssa.Alloc) {
	t := in.Type().Underlying().(*types.Pointer).Elem()
	if first, ok := l.memory[in]; ok {
		l.emit(machine.Frame, l.memoryPointer(in), first, 0, 0)
		l.emit(machine.Clear, first, 0, 0, (sizes.Sizeof(t)+7)/8)
		return
	}
	if _, ok := madeSlice(in); ok {
		return
	}
	l.emit(machine.NewValue, l.pointerOf(in), 0, 0, l.typeIndex(t, in.Pos()))
}

func isUnsigned(t types.Type) bool {
	return t.Underlying().(*types.Basic).Info()&types.IsUnsigned != 0
}

// narrow brings a result back to the width of its type.
func (l *lowering) narrow(t types.Type, r uint16) {
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
		l.emit(op, r, r, 0, 0)
	}
}

func (l *lowering) binOp(in *ssa.BinOp) {
	if _, pointer := in.X.Type().Underlying().(*types.Basic); !pointer {
		l.compareOthers(in)
		return
	}
	basic := in.X.Type().Underlying().(*types.Basic)
	switch info := basic.Info(); {
	case info&types.IsString != 0 && in.Op == token.ADD:
		l.join(in)
	case info&types.IsString != 0:
		l.compareStrings(in)
	case isComparison(in.Op) && info&types.IsComplex == 0:
		l.compare(in, basic)
	case info&types.IsInteger != 0:
		l.integer(in)
	case basic.Kind() == types.Float32:
		op := map[token.Token]machine.Op{token.ADD: machine.AddFloat32, token.SUB: machine.SubFloat32, token.MUL: machine.MulFloat32, token.QUO: machine.DivFloat32}[in.Op]
		x, y := l.wordOf(in.X), l.wordOf(in.Y)
		l.emit(op, l.wordOf(in), x, y, 0)
	case info&types.IsFloat != 0:
		l.float(in)
	case info&types.IsBoolean != 0:
		op := map[token.Token]machine.Op{token.AND: machine.And, token.OR: machine.Or, token.XOR: machine.Xor}[in.Op]
		if op == machine.None {
			l.refuse(in.Pos(), "%s", refusal(in))
		}
		x, y := l.wordOf(in.X), l.wordOf(in.Y)
		l.emit(op, l.wordOf(in), x, y, 0)
	case basic.Kind() == types.Complex128:
		l.complex(in)
	case basic.Kind() == types.Complex64:
		l.complex64(in)
	default:
		l.refuse(in.Pos(), "%s", refusal(in))
	}
}

// constantOf is the value of an operand that is a constant number or boolean.
func (l *lowering) constantOf(x ssa.Value) (int64, bool) {
	c, ok := x.(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	if basic, ok := c.Type().Underlying().(*types.Basic); !ok || basic.Info()&(types.IsInteger|types.IsFloat|types.IsBoolean) == 0 {
		return 0, false
	}
	return l.bits(c), true
}

func (l *lowering) integer(in *ssa.BinOp) {
	to := l.wordOf(in)
	unsigned := isUnsigned(in.X.Type())
	switch in.Op {
	case token.SHL, token.SHR:
		l.shift(in, to, unsigned)
	case token.QUO, token.REM:
		l.divide(in, to, unsigned)
	default:
		forms := map[token.Token][2]machine.Op{
			token.ADD: {machine.Add, machine.AddK}, token.SUB: {machine.Sub, machine.SubK}, token.MUL: {machine.Mul, machine.MulK},
			token.AND: {machine.And, machine.AndK}, token.OR: {machine.Or, machine.OrK}, token.XOR: {machine.Xor, machine.XorK}, token.AND_NOT: {machine.AndNot, machine.AndNotK},
		}[in.Op]
		x, y := in.X, in.Y
		if _, constant := l.constantOf(x); constant {
			if in.Op == token.SUB {
				k, _ := l.constantOf(x)
				l.emit(machine.KSub, to, l.wordOf(y), 0, k)
				break
			}
			if in.Op != token.AND_NOT {
				x, y = y, x
			}
		}
		if k, ok := l.constantOf(y); ok {
			if in.Op == token.SUB {
				forms[1], k = machine.AddK, -k
			}
			l.emit(forms[1], to, l.wordOf(x), 0, k)
			break
		}
		a, b := l.wordOf(x), l.wordOf(y)
		l.emit(forms[0], to, a, b, 0)
	}
	switch in.Op {
	case token.AND, token.OR, token.XOR, token.AND_NOT:
	default:
		l.narrow(in.Type(), to)
	}
}

func (l *lowering) shift(in *ssa.BinOp, to uint16, unsigned bool) {
	forms := [2]machine.Op{machine.Shl, machine.ShlK}
	if in.Op == token.SHR {
		forms = [2]machine.Op{machine.Shr, machine.ShrK}
		if unsigned {
			forms = [2]machine.Op{machine.UShr, machine.UShrK}
		}
	}
	k, ok := l.constantOf(in.Y)
	if ok && (k >= 0 || isUnsigned(in.Y.Type())) {
		l.emit(forms[1], to, l.wordOf(in.X), 0, k)
		return
	}
	x, y := l.wordOf(in.X), l.wordOf(in.Y)
	if !isUnsigned(in.Y.Type()) {
		l.emit(machine.CheckShift, y, 0, 0, 0)
	}
	l.emit(forms[0], to, x, y, 0)
}

func (l *lowering) divide(in *ssa.BinOp, to uint16, unsigned bool) {
	forms := map[token.Token][2]machine.Op{token.QUO: {machine.Div, machine.DivK}, token.REM: {machine.Rem, machine.RemK}}[in.Op]
	if unsigned {
		forms = map[token.Token][2]machine.Op{token.QUO: {machine.UDiv, machine.UDivK}, token.REM: {machine.URem, machine.URemK}}[in.Op]
	}
	if k, ok := l.constantOf(in.Y); ok && k != 0 {
		l.emit(forms[1], to, l.wordOf(in.X), 0, k)
		return
	}
	x, y := l.wordOf(in.X), l.wordOf(in.Y)
	l.emit(forms[0], to, x, y, 0)
}

func (l *lowering) float(in *ssa.BinOp) {
	to := l.wordOf(in)
	for _, x := range []ssa.Value{in.Y, in.X} {
		product, ok := x.(*ssa.BinOp)
		if !ok || !l.fused[x] {
			continue
		}
		other := in.X
		if x == in.X {
			other = in.Y
		}
		l.addProduct(in, to, other, product)
		return
	}
	if n, x, ok := l.factors(in); ok {
		if k, constant := l.constantOf(x); constant {
			l.emit(machine.MulIntK, to, l.wordOf(n), 0, k)
			return
		}
		a, b := l.wordOf(n), l.wordOf(x)
		l.emit(machine.MulInt, to, a, b, 0)
		return
	}
	forms := map[token.Token][3]machine.Op{
		token.ADD: {machine.AddFloat, machine.AddFloatK, machine.AddFloatK}, token.SUB: {machine.SubFloat, machine.SubFloatK, machine.KSubFloat},
		token.MUL: {machine.MulFloat, machine.MulFloatK, machine.MulFloatK}, token.QUO: {machine.DivFloat, machine.DivFloatK, machine.KDivFloat},
	}[in.Op]
	if k, ok := l.constantOf(in.Y); ok {
		l.emit(forms[1], to, l.wordOf(in.X), 0, k)
		return
	}
	if k, ok := l.constantOf(in.X); ok {
		l.emit(forms[2], to, l.wordOf(in.Y), 0, k)
		return
	}
	x, y := l.wordOf(in.X), l.wordOf(in.Y)
	l.emit(forms[0], to, x, y, 0)
}

// addProduct adds a product to another number, or takes it from that.
func (l *lowering) addProduct(in *ssa.BinOp, to uint16, other ssa.Value, product *ssa.BinOp) {
	if l.addElementProduct(to, other, product) {
		return
	}
	op, x, y := machine.MulAddFloat, product.X, product.Y
	if in.Op == token.SUB {
		op = machine.MulSubFloat
	}
	if n, factor, ok := l.factors(product); ok {
		op, x, y = machine.MulAddInt, n, factor
		if in.Op == token.SUB {
			op = machine.MulSubInt
		}
	}
	addend, a, b := l.wordOf(other), l.wordOf(x), l.wordOf(y)
	l.emit(op, to, addend, a, int64(b))
}

// factors are the integer n and the number x of a product that converts n itself.
func (l *lowering) factors(product *ssa.BinOp) (n, x ssa.Value, ok bool) {
	if product.Op != token.MUL {
		return nil, nil, false
	}
	if c, isConvert := product.X.(*ssa.Convert); isConvert && l.fused[c] {
		return c.X, product.Y, true
	}
	if c, isConvert := product.Y.(*ssa.Convert); isConvert && l.fused[c] {
		return c.X, product.X, true
	}
	return nil, nil, false
}

// complex lowers sums, differences and comparisons; Go's products are made of parts in the same order.
func (l *lowering) complex(in *ssa.BinOp) {
	x, y, to := l.value(in.X), l.value(in.Y), value(nil)
	if !isComparison(in.Op) {
		to = l.registers[in]
	}
	switch in.Op {
	case token.ADD, token.SUB:
		op := machine.AddFloat
		if in.Op == token.SUB {
			op = machine.SubFloat
		}
		l.emit(op, to[0].number, x[0].number, y[0].number, 0)
		l.emit(op, to[1].number, x[1].number, y[1].number, 0)
	case token.MUL:
		a, b := l.word(), l.word()
		l.emit(machine.MulFloat, a, x[0].number, y[0].number, 0)
		l.emit(machine.MulSubFloat, a, a, x[1].number, int64(y[1].number))
		l.emit(machine.MulFloat, b, x[0].number, y[1].number, 0)
		l.emit(machine.MulAddFloat, b, b, x[1].number, int64(y[0].number))
		l.emit(machine.Move, to[0].number, a, 0, 0)
		l.emit(machine.Move, to[1].number, b, 0, 0)
	case token.EQL, token.NEQ:
		l.compareComplex(in, machine.EqFloat)
	case token.QUO:
		a, b, r := l.neighbourWords(in.X), l.neighbourWords(in.Y), l.wordsInRow(2)
		l.emit(machine.ComplexDiv, r, a, b, 0)
		l.copyTo(in, value{{false, r}, {false, r + 1}})
	}
}

// complex64 is complex for parts of 32 bits, of which Go makes products with 64.
func (l *lowering) complex64(in *ssa.BinOp) {
	op := map[token.Token]machine.Op{token.ADD: machine.AddFloat32, token.SUB: machine.SubFloat32, token.MUL: machine.Complex64Mul, token.QUO: machine.Complex64Div}[in.Op]
	switch in.Op {
	case token.ADD, token.SUB:
		x, y, to := l.value(in.X), l.value(in.Y), l.registers[in]
		l.emit(op, to[0].number, x[0].number, y[0].number, 0)
		l.emit(op, to[1].number, x[1].number, y[1].number, 0)
	case token.MUL, token.QUO:
		a, b, r := l.neighbourWords(in.X), l.neighbourWords(in.Y), l.wordsInRow(2)
		l.emit(op, r, a, b, 0)
		l.copyTo(in, value{{false, r}, {false, r + 1}})
	default:
		l.compareComplex(in, machine.EqFloat32)
	}
}

func (l *lowering) neighbourWords(x ssa.Value) uint16 {
	w, _ := l.neighbours(x)
	return w
}

func (l *lowering) compareComplex(in *ssa.BinOp, eq machine.Op) {
	x, y := l.value(in.X), l.value(in.Y)
	a, b, r := l.word(), l.word(), l.wordOf(in)
	l.emit(eq, a, x[0].number, y[0].number, 0)
	l.emit(eq, b, x[1].number, y[1].number, 0)
	l.emit(machine.And, r, a, b, 0)
	if in.Op == token.NEQ {
		l.emit(machine.NotBool, r, r, 0, 0)
	}
}

// compare lowers a comparison of numbers or booleans whose result is a value.
func (l *lowering) compare(in *ssa.BinOp, basic *types.Basic) {
	op, x, y := in.Op, in.X, in.Y
	to := l.wordOf(in)
	if op == token.GTR || op == token.GEQ {
		x, y, op = y, x, mirrored(op)
	}
	a, b := l.wordOf(x), l.wordOf(y)
	forms := map[token.Token]machine.Op{token.EQL: machine.Eq, token.NEQ: machine.Ne, token.LSS: machine.Lt, token.LEQ: machine.Le}
	switch {
	case basic.Kind() == types.Float32:
		forms = map[token.Token]machine.Op{token.EQL: machine.EqFloat32, token.NEQ: machine.NeFloat32, token.LSS: machine.LtFloat32, token.LEQ: machine.LeFloat32}
	case basic.Info()&types.IsFloat != 0:
		forms = map[token.Token]machine.Op{token.EQL: machine.EqFloat, token.NEQ: machine.NeFloat, token.LSS: machine.LtFloat, token.LEQ: machine.LeFloat}
	case basic.Info()&types.IsUnsigned != 0 && op != token.EQL && op != token.NEQ:
		forms = map[token.Token]machine.Op{token.LSS: machine.ULt, token.LEQ: machine.ULe}
	}
	l.emit(forms[op], to, a, b, 0)
}

// compareOthers lowers comparisons of what is no basic type.
func (l *lowering) compareOthers(in *ssa.BinOp) {
	_, isInterface := in.X.Type().Underlying().(*types.Interface)
	switch in.X.Type().Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Signature:
	default:
		if !isInterface || !isNil(in.X) && !isNil(in.Y) {
			l.equal(in)
			return
		}
	}
	x, y := l.pointerOf(in.X), l.pointerOf(in.Y)
	op := machine.EqPointer
	if in.Op == token.NEQ {
		op = machine.NePointer
	}
	l.emit(op, l.wordOf(in), x, y, 0)
}

func isNil(x ssa.Value) bool {
	c, ok := x.(*ssa.Const)
	return ok && c.Value == nil
}

func (l *lowering) compareStrings(in *ssa.BinOp) {
	x, y, to := l.value(in.X), l.value(in.Y), l.wordOf(in)
	equality := uint16(0)
	if in.Op == token.EQL || in.Op == token.NEQ {
		equality = 1
	}
	sign := l.word()
	l.emit(machine.Compare, sign, x[0].number, y[0].number, 0)
	l.emit(machine.None, equality, x[1].number, y[1].number, 0)
	l.emit(map[token.Token]machine.Op{
		token.EQL: machine.EqK, token.NEQ: machine.NeK, token.LSS: machine.LtK, token.LEQ: machine.LeK, token.GTR: machine.GtK, token.GEQ: machine.GeK,
	}[in.Op], to, sign, 0, 0)
}

func (l *lowering) unOp(in *ssa.UnOp) {
	if in.Op == token.MUL {
		l.load(in)
		return
	}
	basic, ok := in.X.Type().Underlying().(*types.Basic)
	if !ok || in.Op == token.ARROW {
		l.refuseBut(in.Pos(), adviceChannels, "it uses channels")
	}
	x, to := l.value(in.X), l.registers[in]
	switch {
	case in.Op == token.NOT:
		l.emit(machine.NotBool, to[0].number, x[0].number, 0, 0)
	case in.Op == token.XOR:
		l.emit(machine.Not, to[0].number, x[0].number, 0, 0)
		l.narrow(in.Type(), to[0].number)
	case basic.Info()&types.IsComplex != 0:
		op := machine.NegFloat
		if basic.Kind() == types.Complex64 {
			op = machine.NegFloat32
		}
		l.emit(op, to[0].number, x[0].number, 0, 0)
		l.emit(op, to[1].number, x[1].number, 0, 0)
	case basic.Kind() == types.Float32:
		l.emit(machine.NegFloat32, to[0].number, x[0].number, 0, 0)
	case basic.Info()&types.IsFloat != 0:
		l.emit(machine.NegFloat, to[0].number, x[0].number, 0, 0)
	default:
		l.emit(machine.Neg, to[0].number, x[0].number, 0, 0)
		l.narrow(in.Type(), to[0].number)
	}
}

// convert lowers conversions between numbers.
func (l *lowering) convert(in *ssa.Convert) {
	from, ok := in.X.Type().Underlying().(*types.Basic)
	to, ok2 := in.Type().Underlying().(*types.Basic)
	if !ok || !ok2 || from.Info()&types.IsNumeric == 0 || to.Info()&types.IsNumeric == 0 {
		l.convertText(in)
		return
	}
	if from.Info()&types.IsComplex != 0 {
		l.convertComplex(in, from.Kind() == types.Complex64, to.Kind() == types.Complex64)
		return
	}
	x, r := l.wordOf(in.X), l.wordOf(in)
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
		l.emit(op, r, x, 0, 0)
	case fromFloat:
		forms := floatToInt
		if single {
			forms = float32ToInt
		}
		l.emit(forms[to.Kind()], r, x, 0, 0)
	case toSingle && unsigned:
		l.emit(machine.UintToFloat32, r, x, 0, 0)
	case toSingle:
		l.emit(machine.IntToFloat32, r, x, 0, 0)
	case toFloat && unsigned:
		l.emit(machine.UintToFloat, r, x, 0, 0)
	case toFloat:
		l.emit(machine.IntToFloat, r, x, 0, 0)
	default:
		l.emit(machine.Move, r, x, 0, 0)
		l.narrow(in.Type(), r)
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

func onlyPanics(in *ssa.MakeInterface) bool {
	user := onlyUser(in)
	p, ok := user.(*ssa.Panic)
	return ok && p.Block() == in.Block()
}

// convertComplex converts between complex numbers.
func (l *lowering) convertComplex(in *ssa.Convert, single, toSingle bool) {
	x, to := l.value(in.X), l.registers[in]
	op := machine.Move
	switch {
	case single && !toSingle:
		op = machine.Float32ToFloat
	case !single && toSingle:
		op = machine.FloatToFloat32
	}
	for i, r := range to {
		l.emit(op, r.number, x[i].number, 0, 0)
	}
}

// panics lowers a panic.
func (l *lowering) panics(in *ssa.Panic) {
	x, methods := in.X, false
	if made, ok := in.X.(*ssa.MakeInterface); ok && onlyPanics(made) {
		x, methods = made.X, true
	}
	w, p := l.neighbours(x)
	l.emit(machine.Raise, w, p, 0, l.valueIndex(x.Type(), methods, in.Pos()))
}
