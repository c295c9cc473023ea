package emit

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine/lower"
)

// operands writes values as operands of statements. It writes no statement: a value that is not inlined is the name of
// its register.
type operands struct {
	*tables
	f      *ssa.Function
	fusion *fusion
	names  map[ssa.Value]string // of registers, parameters and captured variables
}

// opposite returns the text of a comparison's opposite, or empty if it has none.
func (op *operands) opposite(v ssa.Value) string {
	b, ok := v.(*ssa.BinOp)
	if !ok || !op.fusion.inlined[b] {
		return ""
	}
	basic, ok := b.X.Type().Underlying().(*types.Basic)
	if !ok || basic.Info()&(types.IsInteger|types.IsString) == 0 || opposites[b.Op] == token.ILLEGAL {
		return ""
	}
	const precedence = 3 // of comparisons
	return op.operand(b.X, precedence, true) + " " + opposites[b.Op].String() + " " + op.operand(b.Y, precedence, false)
}

// reads reports whether the text of a value reads a register.
func (op *operands) reads(v ssa.Value, register ssa.Value) bool {
	if v == register {
		return true
	}
	in, ok := v.(ssa.Instruction)
	if !ok || !op.fusion.inlined[v] && !op.fusion.places[v] {
		if x, ok := v.(*ssa.Extract); ok {
			return x.Tuple == register
		}
		return false
	}
	for _, x := range in.Operands(nil) {
		if *x != nil && op.reads(*x, register) {
			return true
		}
	}
	return false
}

// boxed returns the text of a value of a type that hides, as one of its true type.
func (op *operands) boxed(text string, t types.Type) string {
	op.types.workID(t)
	true := op.types.trueType(t)
	if op.views.converts(t) {
		return true + "(" + text + ")"
	}
	id := op.types.trueID(t)
	box := op.symbols.of("box "+strconv.Itoa(id), "box", Symbol{Kind: BoxSymbol, Type: id, Signature: op.types.workID(t)})
	return box + "(" + text + ")"
}

// asAny returns the text of a value as an operand of type any.
func (op *operands) asAny(x ssa.Value) string {
	if types.IsInterface(x.Type()) || !op.views.hides(x.Type()) {
		return op.value(x)
	}
	return op.boxed(op.value(x), x.Type())
}

// renews reports whether values that went into interfaces before their types got
// more methods may come to the function: into one that cells call later, or where
// there are such types already.
func (op *operands) renews() bool {
	root := op.f
	for root.Parent() != nil {
		root = root.Parent()
	}
	return op.keys.session && (op.keys.renewed || !strings.HasPrefix(root.Name(), "cell"+Mark))
}

// test returns the text of whether x, an any, holds a value of type t, or one that
// implements it.
func (op *operands) test(t types.Type, x string) string {
	if i, ok := t.Underlying().(*types.Interface); ok && i.Empty() {
		return x + " != nil"
	}
	kind := IsSymbol
	if types.IsInterface(t) {
		kind = ImplementsSymbol
	}
	id := op.types.trueID(t)
	return "bool(" + op.symbols.of(string(kind)+" "+strconv.Itoa(id), string(kind), Symbol{Kind: kind, Type: id}) + "(" + x + "))"
}

// taken returns the text of the value of type t that x, an any, is known to hold.
func (op *operands) taken(t types.Type, x string) string {
	if i, ok := t.Underlying().(*types.Interface); ok {
		if i.Empty() {
			return x
		}
		return x + ".(" + op.types.work(t) + ")"
	}
	id := op.types.workID(t)
	if _, ok := t.Underlying().(*types.Signature); ok {
		return op.symbols.of("type "+strconv.Itoa(id), hintOf(t), Symbol{Kind: TypeSymbol, Type: id}) + "(" + x + ")"
	}
	return parenthesised(op.types.work(t)) + "(" + x + ")"
}

// invocation returns the text of a call of a method of an interface by reflection.
func (op *operands) invocation(c *ssa.CallCommon, receiver string, args []string) string {
	if c.Method.Exported() && !op.views.hides(bare(c.Signature())) {
		return receiver + "." + c.Method.Name() + "(" + list(args) + ")"
	}
	s := bare(c.Signature())
	if c.Method.Exported() && !op.views.anyHides(s.Params()) && !op.views.anyHides(s.Results()) { // it is variadic, but its last argument is a slice
		return receiver + "." + c.Method.Name() + "(" + list(args) + "...)"
	}
	iface := op.types.trueID(c.Value.Type())
	name := c.Method.Name()
	symbol := Symbol{Kind: InvokeSymbol, Type: iface, Ident: name, Signature: op.types.workID(s)}
	if !c.Method.Exported() {
		symbol.Path = c.Method.Pkg().Path()
	}
	args = slices.Insert(args, 0, receiver)
	return op.symbols.of(fmt.Sprintf("invoke %d %s", iface, name), name, symbol) + "(" + list(args) + ")"
}

func (op *operands) values(in []ssa.Value) []string {
	out := make([]string, len(in))
	for i, x := range in {
		out[i] = op.value(x)
	}
	return out
}

// renewedValues returns the arguments of a call. Compiled code sees the methods of a
// type that its values had when they went into an interface: where types have got
// some since, the values get them.
func (op *operands) renewedValues(c *ssa.CallCommon) []string {
	values, rest := c.Args, op.fusion.spreadOf(c)
	if rest != nil {
		values = values[:len(values)-1]
	}
	args := append(op.values(values), op.spreadValues(rest)...)
	f, ok := c.Value.(*ssa.Function)
	if !ok || !op.renews() || !op.imports.isCompiled(f) {
		return args
	}
	for i, a := range values {
		switch t := a.Type().Underlying().(type) {
		case *types.Interface:
			if t.Empty() {
				args[i] = "q.Renew(" + args[i] + ")"
			}
		case *types.Slice:
			if elem, ok := t.Elem().Underlying().(*types.Interface); ok && elem.Empty() && f.Signature.Variadic() && i == len(c.Args)-1 {
				args[i] = "q.RenewAll(" + args[i] + ")"
			}
		}
	}
	return args
}

// callee returns the text of the called function, which is not a method of an
// interface.
func (op *operands) callee(c *ssa.CallCommon) string {
	f, ok := c.Value.(*ssa.Function)
	switch {
	case !ok:
		return op.primary(c.Value)
	case op.functions.emittable(f):
		if text, ok := op.imports.instance(f); ok {
			return text
		}
		return op.refs.call(f)
	}
	return op.imports.compiled(f)
}

// callText returns the text of a call.
func (op *operands) callText(c *ssa.CallCommon, callee string, args []string) string {
	dots := ""
	if f, ok := c.Value.(*ssa.Function); ok && op.imports.isCompiled(f) && f.Signature.Variadic() && op.fusion.spreadOf(c) == nil || !ok && op.views.compiledVariadic(c.Value.Type()) {
		dots = "..."
	}
	return callee + "(" + list(args) + dots + ")"
}

// indexText returns the text of an index into x. SSA may have found an index to be constant that is a variable in the
// program: the interpreter refuses a constant that is to panic, so it is held in a variable.
func (op *operands) indexText(x, index ssa.Value) string {
	if k, ok := index.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.Int {
		if n := fixedLength(x); constant.Sign(k.Value) < 0 || n >= 0 && constant.Compare(k.Value, token.GEQ, constant.MakeInt64(n)) {
			return op.held(k)
		}
	}
	return op.value(index)
}

// viewed returns the text of a value of a type as one of another that is made of the
// same, where the interpreter takes them for different structs.
func (op *operands) viewed(text string, from, to types.Type) string {
	a, b := op.types.workID(from), op.types.workID(to)
	return op.symbols.of(fmt.Sprintf("view %d %d", a, b), "view", Symbol{Kind: BoxSymbol, Type: b, Signature: a}) + "(" + text + ")"
}

// bound returns the text of a bound of a slice. Constant ones the interpreter would
// compare before it runs.
func (op *operands) bound(in *ssa.Slice, x ssa.Value) string {
	k, ok := x.(*ssa.Const)
	if ok && beyond(in, k) {
		return op.held(k)
	}
	if !ok || in.Low == nil || in.High == nil && in.Max == nil {
		return op.value(x)
	}
	return op.held(k)
}

// unboxed returns the text of the value of the work type of t that x, an any, holds.
func (op *operands) unboxed(t types.Type, x string) string {
	if types.IsInterface(t) {
		return op.taken(t, x)
	}
	id := op.types.workID(t)
	return op.symbols.of("type "+strconv.Itoa(id), hintOf(t), Symbol{Kind: TypeSymbol, Type: id}) + "(" + x + ")"
}

// value returns the text of an operand.
func (op *operands) value(x ssa.Value) string {
	if op.fusion.inlined[x] {
		switch x := x.(type) {
		case *ssa.BinOp:
			return op.binary(x)
		case *ssa.Convert:
			return op.conversion(x)
		case *ssa.UnOp:
			if x.Op == token.MUL {
				return op.pointed(x.X)
			}
			return op.signed(x)
		}
	}
	switch x := x.(type) {
	case *ssa.Const:
		return op.constant(x)
	case *ssa.Function:
		return op.refs.value(x)
	case *ssa.Global:
		if !op.views.own[x.Pkg.Pkg] {
			return op.globals.compiled(x)
		}
		return "&" + op.globals.of(x)
	case *ssa.Extract:
		if name := op.names[x]; name != "" {
			return name
		}
		return op.names[x.Tuple] + "_" + strconv.Itoa(x.Index)
	case *ssa.FieldAddr, *ssa.IndexAddr:
		if op.fusion.places[x] {
			return "&" + op.place(x)
		}
	}
	name, ok := op.names[x]
	if !ok {
		panic(fmt.Sprintf("no name for %T %v in %v", x, x, op.f))
	}
	return name
}

// operand returns the text of an operand of an operator of a precedence.
func (op *operands) operand(x ssa.Value, precedence int, left bool) string {
	text := op.value(x)
	if !op.fusion.inlined[x] {
		return text
	}
	switch x := x.(type) {
	case *ssa.BinOp:
		if p := x.Op.Precedence(); p < precedence || p == precedence && !left {
			return "(" + text + ")"
		}
	case *ssa.UnOp:
		if text[0] == '*' || x.Op != token.MUL {
			return "(" + text + ")"
		}
	}
	return text
}

// primary returns the text of an operand before a selector or an index.
func (op *operands) primary(x ssa.Value) string {
	text := op.value(x)
	if text[0] == '*' || text[0] == '&' {
		return "(" + text + ")"
	}
	return text
}

// pointed returns the text of an address's target.
func (op *operands) pointed(x ssa.Value) string {
	if text, ok := op.variableAt(x); ok {
		return text
	}
	text := op.value(x)
	if text[0] == '*' || text[0] == '&' {
		return "*(" + text + ")"
	}
	return "*" + text
}

// variableAt returns the text of what an address points to, where it is a variable or
// a place: no pointer is followed.
func (op *operands) variableAt(x ssa.Value) (text string, ok bool) {
	switch x := x.(type) {
	case *ssa.Global:
		return op.globals.of(x), true
	case *ssa.FieldAddr, *ssa.IndexAddr:
		if op.fusion.places[x] {
			return op.place(x), true
		}
	case *ssa.Alloc:
		if op.fusion.locals[x] {
			return op.names[x], true
		}
	}
	return "", false
}

// place returns the text of a field or an element.
func (op *operands) place(x ssa.Value) string {
	switch x := x.(type) {
	case *ssa.FieldAddr:
		return op.base(x.X) + "." + op.views.field(deref(x.X.Type()), x.Field)
	case *ssa.IndexAddr:
		return op.base(x.X) + "[" + op.indexText(x.X, x.Index) + "]"
	}
	panic("no place")
}

// base returns the text of the whole that contains a place.
func (op *operands) base(x ssa.Value) string {
	if text, ok := op.variableAt(x); ok {
		return text
	}
	return op.primary(x)
}

// constant returns the text of a constant.
func (op *operands) constant(x *ssa.Const) string {
	basic, ok := x.Type().Underlying().(*types.Basic)
	if x.Value == nil || !ok {
		return op.globals.zero(x.Type())
	}
	name := op.types.work(x.Type())
	switch info := basic.Info(); {
	case info&types.IsBoolean != 0:
		return typed(name, "bool", strconv.FormatBool(constant.BoolVal(x.Value)))
	case info&types.IsString != 0:
		return typed(name, "string", strconv.Quote(constant.StringVal(x.Value)))
	case info&types.IsInteger != 0:
		return typed(name, "int", constant.ToInt(x.Value).ExactString())
	case info&types.IsFloat != 0:
		return typed(name, "float64", floatText(x.Value, basic.Kind()))
	case info&types.IsComplex != 0:
		kind := types.Float64
		if basic.Kind() == types.Complex64 {
			kind = types.Float32
		}
		return fmt.Sprintf("%s(complex(%s, %s))", name, floatText(constant.Real(x.Value), kind), floatText(constant.Imag(x.Value), kind))
	}
	panic("no constant: " + x.String())
}

// signed returns the text of an operation on one operand.
func (op *operands) signed(x *ssa.UnOp) string {
	if k, ok := x.X.(*ssa.Const); ok {
		return x.Op.String() + op.held(k)
	}
	return x.Op.String() + op.operand(x.X, unary, false)
}

// conversion returns the text of a conversion.
func (op *operands) conversion(x *ssa.Convert) string {
	if isUnsafePointer(x.X.Type()) || isUnsafePointer(x.Type()) {
		return op.recast(x)
	}
	operand := op.value(x.X)
	if k, ok := x.X.(*ssa.Const); ok {
		operand = op.held(k)
	}
	text := parenthesised(op.types.work(x.Type())) + "(" + operand + ")"
	if n, ok := lower.ConstantBytes(x); ok {
		text += fmt.Sprintf("[:%[1]d:%[1]d]", n)
	}
	return text
}

// isUnsafePointer reports whether a type is unsafe.Pointer, or one made of it.
func isUnsafePointer(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// recast returns the text of a conversion to or from unsafe.Pointer.
func (op *operands) recast(x *ssa.Convert) string {
	from, to := op.types.workID(x.X.Type()), op.types.workID(x.Type())
	symbol := Symbol{Kind: RecastSymbol, Type: to, Signature: from}
	return op.symbols.of(fmt.Sprintf("recast %d %d", from, to), "recast", symbol) + "(" + op.value(x.X) + ")"
}

// held returns a variable that keeps a constant: of constants alone the interpreter
// computes exactly, without rounding and overflow.
func (op *operands) held(k *ssa.Const) string {
	text, typ := op.constant(k), op.types.work(k.Type())
	return op.globals.variable("constant "+typ+" "+text, "constant", typ, text)
}

// binary returns the text of an operation on two operands.
func (op *operands) binary(b *ssa.BinOp) string {
	if b.Op == token.EQL || b.Op == token.NEQ {
		if text := op.equality(b); text != "" {
			return text
		}
	}
	if c, ok := b.X.Type().Underlying().(*types.Chan); ok && !types.Identical(b.X.Type(), b.Y.Type()) {
		return op.channels(b, c)
	}
	precedence := b.Op.Precedence()
	x, y := op.operand(b.X, precedence, true), op.operand(b.Y, precedence, false)
	shifts := b.Op == token.SHL || b.Op == token.SHR
	if isConst(b.X) && (isConst(b.Y) || shifts) {
		x = op.held(b.X.(*ssa.Const))
	}
	if k, ok := b.Y.(*ssa.Const); ok && (b.Op == token.QUO || b.Op == token.REM) && k.Value != nil && constant.Sign(k.Value) == 0 {
		y = op.globals.zero(b.Y.Type()) // of a constant, the interpreter refuses what is to panic
	}
	return x + " " + b.Op.String() + " " + y
}

// channels returns the text of a comparison of two channels, one with a single
// direction.
func (op *operands) channels(b *ssa.BinOp, x *types.Chan) string {
	one, other := b.X, b.Y
	if x.Dir() != types.SendRecv {
		one, other = other, one
	}
	return parenthesised(op.types.work(other.Type())) + "(" + op.value(one) + ") " + b.Op.String() + " " + op.value(other)
}

// equality returns the text of a comparison of values that are not basic, or empty.
func (op *operands) equality(b *ssa.BinOp) string {
	not := ""
	if b.Op == token.NEQ {
		not = "!"
	}
	x, y := b.X, b.Y
	if isNil(x) {
		x, y = y, x
	}
	switch {
	case types.IsInterface(x.Type()) && isNil(y):
		return op.value(x) + " " + b.Op.String() + " nil"
	case types.IsInterface(x.Type()) || types.IsInterface(y.Type()):
		return not + "q.Equal(" + op.asAny(x) + ", " + op.asAny(y) + ")"
	case isNil(y):
		return op.value(x) + " " + b.Op.String() + " nil"
	}
	switch x.Type().Underlying().(type) {
	case *types.Struct, *types.Array:
		left, right := op.value(x), op.value(y)
		if op.types.work(x.Type()) != op.types.work(y.Type()) {
			right = op.viewed(right, y.Type(), x.Type())
		}
		return not + "q.Equal(" + left + ", " + right + ")"
	case *types.Pointer:
		if to := op.types.work(x.Type()); to != op.types.work(y.Type()) {
			return op.value(x) + " " + b.Op.String() + " " + parenthesised(to) + "(" + op.value(y) + ")"
		}
	}
	return ""
}

// spreadValues returns the texts of arguments of type any.
func (op *operands) spreadValues(elements []ssa.Value) []string {
	out := make([]string, len(elements))
	for i, x := range elements {
		plain := false
		if m, ok := x.(*ssa.MakeInterface); ok {
			plain = !op.views.hides(m.X.Type())
			if op.fusion.inlined[m] {
				out[i] = op.asAny(m.X)
			}
		}
		if out[i] == "" {
			out[i] = op.value(x)
		}
		if op.renews() && !plain {
			out[i] = "q.Renew(" + out[i] + ")"
		}
	}
	return out
}

// unary is a precedence above all binary operators.
const unary = 6

func floatText(v constant.Value, kind types.BasicKind) string {
	f, _ := constant.Float64Val(v)
	bits := 64
	if kind == types.Float32 {
		g, _ := constant.Float32Val(v)
		f, bits = float64(g), 32
	}
	text := strconv.FormatFloat(f, 'g', -1, bits)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

// typed returns a literal of type name, converted if its own type differs.
func typed(name, own, text string) string {
	if name != own {
		return name + "(" + text + ")"
	}
	if text[0] == '-' {
		return "(" + text + ")"
	}
	return text
}

// parenthesised returns a type before the operand of a conversion.
func parenthesised(t string) string {
	if t[0] == '*' || t[0] == '<' || strings.HasPrefix(t, "func") || strings.HasPrefix(t, "chan") {
		return "(" + t + ")"
	}
	return t
}

// beyond reports whether a constant bound is larger than the length of the array
// that is sliced, or negative.
func beyond(in *ssa.Slice, k *ssa.Const) bool {
	if k.Value == nil || k.Value.Kind() != constant.Int {
		return false
	}
	n := fixedLength(in.X)
	return constant.Sign(k.Value) < 0 || n >= 0 && constant.Compare(k.Value, token.GTR, constant.MakeInt64(n))
}

// makesTooLong reports whether a slice is the result of a make whose length is
// larger than its capacity.
func makesTooLong(in *ssa.Slice) bool {
	made, ok := in.X.(*ssa.Alloc)
	if !ok || made.Comment != "makeslice" {
		return false
	}
	k, ok := in.High.(*ssa.Const)
	return ok && beyond(in, k)
}

// fixedLength returns the length of an array, of one that a pointer points to, and of
// a constant string, and otherwise -1.
func fixedLength(x ssa.Value) int64 {
	if a, ok := deref(x.Type()).Underlying().(*types.Array); ok {
		return a.Len()
	}
	if k, ok := x.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String {
		return int64(len(constant.StringVal(k.Value)))
	}
	return -1
}

// list separates arguments or parameters by commas.
func list(args []string) string { return strings.Join(args, ", ") }
