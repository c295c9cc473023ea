package emit

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// values.go: operands as text.

const unary = 6 // a precedence above those of binary operators

// value is the text of an operand.
func (w *writer) value(x ssa.Value) string {
	if w.inlined[x] {
		switch x := x.(type) {
		case *ssa.BinOp:
			return w.binary(x)
		case *ssa.Convert:
			return w.conversion(x)
		case *ssa.UnOp:
			if x.Op == token.MUL {
				return w.pointed(x.X)
			}
			return w.signed(x)
		}
	}
	switch x := x.(type) {
	case *ssa.Const:
		return w.constant(x)
	case *ssa.Function:
		return w.functionValue(x)
	case *ssa.Global:
		if !w.own[x.Pkg.Pkg] {
			return w.compiledGlobal(x)
		}
		return "&" + w.global(x)
	case *ssa.Extract:
		if name := w.names[x]; name != "" {
			return name
		}
		return w.names[x.Tuple] + "_" + strconv.Itoa(x.Index)
	case *ssa.FieldAddr, *ssa.IndexAddr:
		if w.places[x] {
			return "&" + w.place(x)
		}
	}
	name, ok := w.names[x]
	if !ok {
		panic(fmt.Sprintf("no name for %T %v in %v", x, x, w.f))
	}
	return name
}

// operand is the text of an operand of an operator of a precedence.
func (w *writer) operand(x ssa.Value, precedence int, left bool) string {
	text := w.value(x)
	if !w.inlined[x] {
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

// primary is the text of an operand before a selector or an index.
func (w *writer) primary(x ssa.Value) string {
	text := w.value(x)
	if text[0] == '*' || text[0] == '&' {
		return "(" + text + ")"
	}
	return text
}

// pointed is the text of what an address points to.
func (w *writer) pointed(x ssa.Value) string {
	if text, ok := w.variableAt(x); ok {
		return text
	}
	text := w.value(x)
	if text[0] == '*' || text[0] == '&' {
		return "*(" + text + ")"
	}
	return "*" + text
}

// variableAt is the text of what an address points to, where it is a variable or
// a place: no pointer is followed.
func (w *writer) variableAt(x ssa.Value) (text string, ok bool) {
	switch x := x.(type) {
	case *ssa.Global:
		return w.global(x), true
	case *ssa.FieldAddr, *ssa.IndexAddr:
		if w.places[x] {
			return w.place(x), true
		}
	case *ssa.Alloc:
		if w.locals[x] {
			return w.names[x], true
		}
	}
	return "", false
}

// place is the text of a field or an element.
func (w *writer) place(x ssa.Value) string {
	switch x := x.(type) {
	case *ssa.FieldAddr:
		return w.base(x.X) + "." + w.field(deref(x.X.Type()), x.Field)
	case *ssa.IndexAddr:
		return w.base(x.X) + "[" + w.indexText(x.X, x.Index) + "]"
	}
	panic("no place")
}

// base is the text of what a place is a part of.
func (w *writer) base(x ssa.Value) string {
	if text, ok := w.variableAt(x); ok {
		return text
	}
	return w.primary(x)
}

// constant is the text of a constant.
func (w *writer) constant(x *ssa.Const) string {
	basic, ok := x.Type().Underlying().(*types.Basic)
	if x.Value == nil || !ok {
		return w.zero(x.Type())
	}
	name := w.work(x.Type())
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

// typed is a literal as one of a type, where it is not so by itself.
func typed(name, own, text string) string {
	if name != own {
		return name + "(" + text + ")"
	}
	if text[0] == '-' {
		return "(" + text + ")"
	}
	return text
}

// signed is the text of an operation on one operand.
func (w *writer) signed(x *ssa.UnOp) string {
	if k, ok := x.X.(*ssa.Const); ok {
		return x.Op.String() + w.held(k)
	}
	return x.Op.String() + w.operand(x.X, unary, false)
}

// conversion is the text of a conversion.
func (w *writer) conversion(x *ssa.Convert) string {
	operand := w.value(x.X)
	if k, ok := x.X.(*ssa.Const); ok {
		operand = w.held(k)
	}
	return parenthesised(w.work(x.Type())) + "(" + operand + ")"
}

func isConst(x ssa.Value) bool {
	_, ok := x.(*ssa.Const)
	return ok
}

// held is a variable that keeps a constant: of constants alone the interpreter
// computes exactly, without rounding and overflow.
func (w *writer) held(k *ssa.Const) string {
	text, typ := w.constant(k), w.work(k.Type())
	return w.variable("constant "+typ+" "+text, "constant", typ, "%s = "+text)
}

// parenthesised is a type before the operand of a conversion.
func parenthesised(t string) string {
	if t[0] == '*' || t[0] == '<' || strings.HasPrefix(t, "func") || strings.HasPrefix(t, "chan") {
		return "(" + t + ")"
	}
	return t
}

// binary is the text of an operation on two operands.
func (w *writer) binary(b *ssa.BinOp) string {
	if b.Op == token.EQL || b.Op == token.NEQ {
		if text := w.equality(b); text != "" {
			return text
		}
	}
	if c, ok := b.X.Type().Underlying().(*types.Chan); ok && !types.Identical(b.X.Type(), b.Y.Type()) {
		return w.channels(b, c)
	}
	precedence := b.Op.Precedence()
	x, y := w.operand(b.X, precedence, true), w.operand(b.Y, precedence, false)
	shifts := b.Op == token.SHL || b.Op == token.SHR
	if isConst(b.X) && (isConst(b.Y) || shifts) {
		x = w.held(b.X.(*ssa.Const))
	}
	if k, ok := b.Y.(*ssa.Const); ok && (b.Op == token.QUO || b.Op == token.REM) && k.Value != nil && constant.Sign(k.Value) == 0 {
		y = w.zero(b.Y.Type()) // of a constant, the interpreter refuses what is to panic
	}
	return x + " " + b.Op.String() + " " + y
}

// channels is the text of a comparison of channels, of which one has but one
// direction.
func (w *writer) channels(b *ssa.BinOp, x *types.Chan) string {
	one, other := b.X, b.Y
	if x.Dir() != types.SendRecv {
		one, other = other, one
	}
	return parenthesised(w.work(other.Type())) + "(" + w.value(one) + ") " + b.Op.String() + " " + w.value(other)
}

// equality is the text of a comparison of what is not basic, or empty.
func (w *writer) equality(b *ssa.BinOp) string {
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
		return w.value(x) + " " + b.Op.String() + " nil"
	case types.IsInterface(x.Type()) || types.IsInterface(y.Type()):
		return not + "q.Equal(" + w.asAny(x) + ", " + w.asAny(y) + ")"
	case isNil(y):
		return w.value(x) + " " + b.Op.String() + " nil"
	}
	switch x.Type().Underlying().(type) {
	case *types.Struct, *types.Array:
		left, right := w.value(x), w.value(y)
		if w.work(x.Type()) != w.work(y.Type()) {
			right = w.viewed(right, y.Type(), x.Type())
		}
		return not + "q.Equal(" + left + ", " + right + ")"
	case *types.Pointer:
		if to := w.work(x.Type()); to != w.work(y.Type()) {
			return w.value(x) + " " + b.Op.String() + " " + parenthesised(to) + "(" + w.value(y) + ")"
		}
	}
	return ""
}

// isNil tells whether a value is the constant nil.
func isNil(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value != nil {
		return false
	}
	switch k.Type().Underlying().(type) {
	case *types.Basic, *types.Interface, *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature:
		return true
	}
	return false
}

// word tells whether c can be part of a name.
func word(c byte) bool {
	return c == '_' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
