package static

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strconv"
)

// constant puts its value in the place of a constant expression: the checker
// computes at full precision, the interpreter does not, and it need not know
// the names of constants. It returns false where e is none, or is the plain
// literal that it would become.
func (w *rewriter) constant(e ast.Expr) bool {
	tv := w.info.Types[e]
	if tv.Value == nil {
		return false
	}
	t := w.env.subst(tv.Type)
	if lit, plain := ast.Unparen(e).(*ast.BasicLit); plain && !(lit.Kind == token.FLOAT && isInteger(t)) {
		return false
	}
	text, ok := w.constantText(t, tv.Value)
	if !ok {
		return false
	}
	w.noteNames(e)
	w.cut(e.Pos(), e.End(), text+w.newlines(e.Pos(), e.End()))
	return true
}

// isInteger tells whether a type is one of integers.
func isInteger(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0
}

// constantText writes a constant of a type so that the interpreter takes it
// for one of that type.
func (w *rewriter) constantText(t types.Type, v constant.Value) (string, bool) {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		if !types.IsInterface(t) {
			return "", false
		}
		basic = defaultOf(v)
		t = basic
	}
	if basic.Info()&types.IsUntyped != 0 {
		t = types.Default(basic)
		basic = t.(*types.Basic)
	}
	text, ok := plainConstant(basic, v)
	if !ok {
		return "", false
	}
	switch t {
	case types.Typ[types.Int], types.Typ[types.Float64], types.Typ[types.String], types.Typ[types.Bool], types.Typ[types.Complex128]:
		return text, true
	}
	name, err := w.spell(t)
	return name + "(" + text + ")", err == nil
}

// defaultOf is the type that an untyped constant has by itself.
func defaultOf(v constant.Value) *types.Basic {
	switch v.Kind() {
	case constant.Bool:
		return types.Typ[types.Bool]
	case constant.String:
		return types.Typ[types.String]
	case constant.Int:
		return types.Typ[types.Int]
	case constant.Complex:
		return types.Typ[types.Complex128]
	}
	return types.Typ[types.Float64]
}

// plainConstant writes a constant without a conversion.
func plainConstant(basic *types.Basic, v constant.Value) (string, bool) {
	switch info := basic.Info(); {
	case info&types.IsBoolean != 0:
		return strconv.FormatBool(constant.BoolVal(v)), true
	case info&types.IsString != 0 && v.Kind() == constant.String:
		return strconv.Quote(constant.StringVal(v)), true
	case info&types.IsInteger != 0:
		i := constant.ToInt(v)
		return i.ExactString(), i.Kind() == constant.Int
	case info&types.IsFloat != 0:
		return floatText(v)
	case info&types.IsComplex != 0:
		re, ok := floatText(constant.Real(v))
		im, ok2 := floatText(constant.Imag(v))
		return "complex(" + re + ", " + im + ")", ok && ok2
	}
	return "", false
}

// floatText writes a number as a floating-point literal.
func floatText(v constant.Value) (string, bool) {
	f, _ := constant.Float64Val(constant.ToFloat(v))
	return strconv.FormatFloat(f, 'e', -1, 64), !math.IsInf(f, 0)
}

// shift gives the number that a shift of unknown width begins with the type
// that the checker found for it.
func (w *rewriter) shift(b *ast.BinaryExpr) {
	w.shiftCount(b)
	tv := w.info.Types[b.X]
	if b.Op != token.SHL && b.Op != token.SHR || w.info.Types[b].Value != nil || tv.Value == nil {
		return
	}
	if text, err := w.spell(types.Default(tv.Type)); err == nil {
		w.surround(b.X, text+"(", ")")
	}
}

// shiftCount writes the constant count of a shift as an integer.
func (w *rewriter) shiftCount(b *ast.BinaryExpr) {
	if v := w.info.Types[b.Y].Value; v != nil && (b.Op == token.SHL || b.Op == token.SHR) && v.Kind() != constant.Int {
		if i := constant.ToInt(v); i.Kind() == constant.Int {
			w.replace(b.Y, i.ExactString())
		}
	}
}
