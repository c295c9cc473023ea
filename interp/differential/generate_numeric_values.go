package main

import (
	"cmp"
	"fmt"
	"go/types"
	"strings"
)

// form is a way to make a value of a type. It makes nothing if nothing in scope
// fits.
type form struct {
	name    string
	weight  int
	foreign bool // the machine leaves it to the interpreter
	of      func(types.Type) bool
	write   func(n *numeric, t types.Type, depth int) string
}

// forms is filled by init, since forms contain values.
var forms []form

func init() {
	forms = []form{
		{"integer arithmetic", 6, false, isInteger, binary("+", "-", "*")},
		{"bits", 4, false, isInteger, binary("&", "|", "^", "&^")},
		{"division", 3, false, isInteger, (*numeric).division},
		{"division by any", 1, false, isInteger, risky(binary("/", "%"))},
		{"shift", 4, false, isInteger, (*numeric).shift},
		{"shift by a signed count", 1, false, isInteger, risky((*numeric).signedShift)},
		{"negation", 1, false, isNumber, (*numeric).negation},
		{"lengths", 2, false, isInteger, (*numeric).lengths},
		{"math/bits", 2, false, isInteger, (*numeric).bitFunction},
		{"bits of floats", 1, false, isInteger, (*numeric).floatBits},
		{"integer conversion", 4, false, isInteger, (*numeric).conversion},

		{"float arithmetic", 7, false, isFloat, binary("+", "-", "*", "/")},
		{"products and sums", 4, false, isFloat, (*numeric).products},
		{"math", 3, false, isFloat, (*numeric).mathFunction},
		{"parts of complex numbers", 1, false, isFloat, (*numeric).complexPart},
		{"float conversion", 3, false, isFloat, (*numeric).conversion},

		{"extremes", 2, false, isWide, (*numeric).extreme},
		{"extremes of float32", 2, true, isFloat32, (*numeric).extreme},

		{"complex arithmetic", 5, false, isComplex, binary("+", "-", "*")},
		{"complex division", 2, false, isComplex, binary("/")},
		{"complex of parts", 3, false, isComplex, (*numeric).complexOf},
		{"math/cmplx", 2, false, isComplex, (*numeric).complexFunction},

		{"comparison", 6, false, isBool, (*numeric).comparison},
		{"comparison of pointers", 1, false, isBool, (*numeric).nilComparison},
		{"comparison of parts", 2, false, isBool, (*numeric).partsComparison},
		{"logic", 3, false, isBool, (*numeric).logic},

		{"substring", 4, false, isString, (*numeric).sliced},
		{"printed numbers", 2, false, isString, (*numeric).sprinted},
		{"joined strings", 2, false, isString, (*numeric).joined},

		{"slice of slice", 4, false, isSlice, (*numeric).sliced},
		{"slice of array", 2, false, isSlice, (*numeric).slicedArray},
		{"append to a copy", 2, false, isSlice, (*numeric).appended},
		{"make", 2, false, isSlice, (*numeric).made},
		{"array of slice", 1, false, isArray, risky((*numeric).arrayOfSlice)},

		{"address", 4, false, isPointer, (*numeric).address},
		{"element", 4, false, isAny, (*numeric).element},
		{"entry", 2, false, isAny, (*numeric).entry},
		{"dereference", 2, false, isAny, (*numeric).dereference},
		{"literal of values", 3, false, isLiteral, (*numeric).composite},
		{"call", 6, false, isAny, (*numeric).callValue},
		{"call of a value", 3, false, isAny, risky((*numeric).callOfValue)},
		{"function as a value", 2, false, isFunction, (*numeric).functionValue},
		{"conversion by another type", 1, false, isNumber, (*numeric).declaredConversion},
	}
}

func isAny(types.Type) bool        { return true }
func isBool(t types.Type) bool     { return info(t)&types.IsBoolean != 0 }
func isNumber(t types.Type) bool   { return info(t)&types.IsNumeric != 0 }
func isReal(t types.Type) bool     { return isInteger(t) || isFloat(t) }
func isFloat32(t types.Type) bool  { return t.Underlying() == types.Typ[types.Float32] }
func isWide(t types.Type) bool     { return isReal(t) && !isFloat32(t) }
func isUnsigned(t types.Type) bool { return info(t)&types.IsUnsigned != 0 }
func isSlice(t types.Type) bool    { return is[*types.Slice](t) }
func isArray(t types.Type) bool    { return is[*types.Array](t) }
func isPointer(t types.Type) bool  { return is[*types.Pointer](t) }
func isFunction(t types.Type) bool { return is[*types.Signature](t) }
func is[T types.Type](t types.Type) bool {
	_, ok := t.Underlying().(T)
	return ok
}

// value returns an expression that can be assigned to a type.
func (n *numeric) value(t types.Type, depth int) string {
	if depth <= 0 || n.chance(0.15) {
		return n.leaf(t)
	}
	var fit []form
	var weights []int
	for _, f := range forms {
		if f.of(t) && !n.without[f.name] && (!f.foreign || n.foreign) {
			fit, weights = append(fit, f), append(weights, f.weight)
		}
	}
	if len(fit) > 0 {
		if text := fit[n.weighted(weights)].write(n, t, depth-1); text != "" {
			return text
		}
	}
	return n.leaf(t)
}

// risk is how a statement panics where it is unlucky. Go leaves open which of two
// panics of a statement comes first, so that all of one statement are alike.
type risk string

const (
	noRisk     risk = ""
	emptied    risk = "a first element is not there"
	throughNil risk = "a pointer is nil"
	nilMap     risk = "a map is nil"
	anyRisk    risk = "anything" // at one place
)

// risks reports whether the statement may panic here.
func (n *numeric) risks(how risk) bool {
	if n.risk != noRisk && (n.risk != how || how == anyRisk) && !n.several {
		return false
	}
	n.risk = how
	return true
}

// gambles reports whether something may be out of range here, with probability
// p.
func (n *numeric) gambles(p float64) bool { return n.chance(p) && n.risks(anyRisk) }

// risky returns a form that may panic by anything.
func risky(write func(*numeric, types.Type, int) string) func(*numeric, types.Type, int) string {
	return func(n *numeric, t types.Type, depth int) string {
		if !n.risks(anyRisk) {
			return ""
		}
		return write(n, t, depth)
	}
}

// oneOf takes one of several variables, by way of a pointer only where the
// statement may panic for that.
func (n *numeric) oneOf(found []variable) (variable, bool) {
	var direct []variable
	for _, v := range found {
		if !v.through {
			direct = append(direct, v)
		}
	}
	if len(direct) < len(found) && (n.chance(0.5) || !n.risks(throughNil)) {
		found = direct
	}
	if len(found) == 0 {
		return variable{}, false
	}
	// The latest are the variables that the function has just worked on.
	if k := len(found); k > 4 && n.chance(0.5) {
		found = found[k-4:]
	}
	return pick(n, found...), true
}

// path returns a variable of a type, or a part of one.
func (n *numeric) path(t types.Type) (string, bool) {
	v, ok := n.oneOf(n.operands(func(u types.Type) bool { return types.Identical(u, t) }))
	return v.name, ok
}

// leaf returns a variable, a constant or a literal.
func (n *numeric) leaf(t types.Type) string {
	if p, ok := n.path(t); ok && n.chance(0.7) {
		return p
	}
	for _, c := range n.consts {
		if types.Identical(c.typ, t) && n.chance(0.3) {
			return c.name
		}
	}
	return n.literal(t, 1)
}

// typed returns a value whose type is t in any context.
func (n *numeric) typed(t types.Type, depth int) string {
	return n.typedText(t, n.value(t, depth))
}

// typedText returns the text of a value with the type that it is to have.
func (n *numeric) typedText(t types.Type, text string) string {
	if is[*types.Basic](t) {
		return fmt.Sprintf("%s(%s)", n.typ(t), text)
	}
	return text
}

// varying returns a value of a basic type that is not constant and cannot panic.
func (n *numeric) varying(t types.Type) string {
	if p, ok := n.path(t); ok && n.chance(0.9) {
		return p
	}
	switch {
	case isReal(t):
		return n.conversion(t, 0)
	case isString(t):
		return fmt.Sprintf("%s(word)", n.typ(t))
	case isComplex(t):
		return n.complexOf(t, 0)
	}
	return fmt.Sprintf("%s(%s > %s)", n.typ(t), n.realVariable().name, pick(n, "0", "1", "5"))
}

// realVariable returns a number in scope.
func (n *numeric) realVariable() variable {
	v, _ := n.oneOf(n.operands(isReal)) // one of the package is always there
	return v
}

// conversion converts a number in scope. Floats are made to fit first.
func (n *numeric) conversion(t types.Type, _ int) string {
	v := n.realVariable()
	if isInteger(t) && isFloat(v.typ) {
		return n.fitted(t, v)
	}
	return fmt.Sprintf("%s(%s)", n.typ(t), v.name)
}

// fitted returns a float as an integer.
func (n *numeric) fitted(t types.Type, v variable) string {
	x := fmt.Sprintf("float64(%s)", v.name)
	width := sizeOf(t) * 8
	if isUnsigned(t) {
		x = fmt.Sprintf("math.Abs(%s)", x)
		width++
	}
	return fmt.Sprintf("%s(fit(%s, 1<<%d))", n.typ(t), x, min(width-1, 63))
}

// declaredConversion takes a number by way of another type of its kind.
func (n *numeric) declaredConversion(t types.Type, depth int) string {
	if isComplex(t) {
		return ""
	}
	by := n.anyNumber()
	if isFloat(t) && isInteger(by) || isInteger(t) && isFloat(by) {
		return ""
	}
	return fmt.Sprintf("%s(%s(%s))", n.typ(t), n.typ(by), n.varying(t))
}

func binary(operators ...string) func(*numeric, types.Type, int) string {
	return func(n *numeric, t types.Type, depth int) string {
		op, x, y := pick(n, operators...), n.value(t, depth), n.varying(t)
		if n.chance(0.6) && (op != "/" && op != "%" || !isInteger(t)) { // no constant divides
			x, y = y, x
		}
		return fmt.Sprintf("(%s %s %s)", x, op, y)
	}
}

func (n *numeric) division(t types.Type, depth int) string {
	op := pick(n, "/", "%")
	if n.chance(0.5) {
		return fmt.Sprintf("(%s %s %s)", n.varying(t), op, pick(n, "1", "2", "3", "7", "10", "16", "100"))
	}
	if !isUnsigned(t) && n.chance(0.3) {
		return fmt.Sprintf("(%s %s %s)", n.varying(t), op, pick(n, "-1", "-3", "-8"))
	}
	return fmt.Sprintf("(%s %s (%s | 1))", n.varying(t), op, n.varying(t))
}

func (n *numeric) shift(t types.Type, depth int) string {
	op, count := pick(n, "<<", ">>"), fmt.Sprint(n.n(70))
	switch n.n(3) {
	case 0:
		count = fmt.Sprintf("(%s & %d)", n.varying(n.anyInteger()), pick(n, 7, 15, 63, 127))
	case 1:
		for {
			if u := n.anyInteger(); isUnsigned(u) {
				count = n.varying(u)
				break
			}
		}
	}
	return fmt.Sprintf("(%s %s %s)", n.varying(t), op, count)
}

func (n *numeric) signedShift(t types.Type, _ int) string {
	for {
		if u := n.anyInteger(); !isUnsigned(u) {
			return fmt.Sprintf("(%s %s %s)", n.varying(t), pick(n, "<<", ">>"), n.varying(u))
		}
	}
}

func (n *numeric) negation(t types.Type, depth int) string {
	if isInteger(t) && n.chance(0.5) {
		return fmt.Sprintf("(^%s)", n.varying(t))
	}
	return fmt.Sprintf("(-%s)", n.varying(t))
}

// lengths returns a length or a capacity as an integer.
func (n *numeric) lengths(t types.Type, _ int) string {
	found := n.operands(func(u types.Type) bool {
		return isSlice(u) || isArray(u) || isString(u) || is[*types.Map](u)
	})
	v, ok := n.oneOf(found)
	if !ok {
		return ""
	}
	f := "len"
	if isSlice(v.typ) && n.chance(0.3) {
		f = "cap"
	}
	return fmt.Sprintf("%s(%s(%s))", n.typ(t), f, v.name)
}

func (n *numeric) bitFunction(t types.Type, _ int) string {
	width := pick(n, 8, 16, 32, 64)
	of := types.Typ[map[int]types.BasicKind{8: types.Uint8, 16: types.Uint16, 32: types.Uint32, 64: types.Uint64}[width]]
	x := n.varying(of)
	switch n.n(4) {
	case 0:
		return fmt.Sprintf("%s(bits.RotateLeft%d(%s, %s))", n.typ(t), width, x, n.varying(intType))
	case 1:
		return fmt.Sprintf("%s(bits.Reverse%d(%s))", n.typ(t), width, x)
	}
	return fmt.Sprintf("%s(bits.%s%d(%s))", n.typ(t), pick(n, "OnesCount", "LeadingZeros", "TrailingZeros", "Len"), width, x)
}

func (n *numeric) floatBits(t types.Type, depth int) string {
	return fmt.Sprintf("%s(bitsOf(%s))", n.typ(t), n.value(floatType, depth))
}

// products returns sums and differences of products.
func (n *numeric) products(t types.Type, depth int) string {
	a, b, c := n.varying(t), n.varying(t), n.value(t, depth)
	return pick(n,
		fmt.Sprintf("(%s*%s + %s)", a, b, c),
		fmt.Sprintf("(%s - %s*%s)", c, a, b),
		fmt.Sprintf("(%s + %s*%s)", c, a, b),
		fmt.Sprintf("(%s*%s - %s)", a, b, c),
		fmt.Sprintf("(%s*%s - %s*%s)", a, b, b, n.varying(t)),
		fmt.Sprintf("(%s*%s + %s*%s)", a, a, b, b),
		fmt.Sprintf("((%s - %s) * (%s + %s))", a, b, a, b),
	)
}

func (n *numeric) mathFunction(t types.Type, depth int) string {
	x := fmt.Sprintf("float64(%s)", n.value(t, depth))
	switch n.n(5) {
	case 0:
		f := pick(n, "Pow", "Atan2", "Hypot", "Mod", "Max", "Min", "Dim")
		return fmt.Sprintf("%s(math.%s(%s, float64(%s)))", n.typ(t), f, x, n.varying(t))
	case 1:
		return fmt.Sprintf("%s(math.FMA(%s, float64(%s), float64(%s)))", n.typ(t), x, n.varying(t), n.varying(t))
	}
	f := pick(n, "Sqrt", "Abs", "Floor", "Ceil", "Trunc", "Round", "RoundToEven", "Sin", "Cos", "Exp", "Log", "Tanh", "Cbrt", "Log1p", "Erf")
	return fmt.Sprintf("%s(math.%s(%s))", n.typ(t), f, x)
}

func (n *numeric) complexPart(t types.Type, depth int) string {
	switch n.n(4) {
	case 0:
		return fmt.Sprintf("%s(cmplx.Abs(complex128(%s)))", n.typ(t), n.varying(types.Typ[types.Complex128]))
	case 1:
		return fmt.Sprintf("%s(%s(%s))", n.typ(t), pick(n, "real", "imag"), n.varying(types.Typ[types.Complex64]))
	}
	return fmt.Sprintf("%s(%s(%s))", n.typ(t), pick(n, "real", "imag"), n.varying(types.Typ[types.Complex128]))
}

// complexOf makes a complex number of two floats.
func (n *numeric) complexOf(t types.Type, depth int) string {
	return fmt.Sprintf("%s(complex(%s, %s))", n.typ(t), n.varying(partType(t)), n.varying(partType(t)))
}

func (n *numeric) complexFunction(t types.Type, _ int) string {
	return fmt.Sprintf("%s(cmplx.%s(complex128(%s)))", n.typ(t), pick(n, "Conj", "Sqrt", "Exp"), n.varying(t))
}

func (n *numeric) extreme(t types.Type, depth int) string {
	args := []string{n.varying(t), n.value(t, depth)}
	if n.chance(0.3) {
		args = append(args, n.value(t, 0))
	}
	return fmt.Sprintf("%s(%s)", pick(n, "min", "max"), strings.Join(args, ", "))
}

// comparison compares numbers or strings.
func (n *numeric) comparison(t types.Type, depth int) string {
	of := n.anyNumber()
	if n.chance(0.15) {
		of = stringType
	}
	return fmt.Sprintf("%s(%s %s %s)", n.typ(t), n.varying(of), pick(n, "<", "<=", "==", "!=", ">", ">="), n.value(of, depth))
}

func (n *numeric) nilComparison(t types.Type, _ int) string {
	found := n.operands(func(u types.Type) bool {
		return isSlice(u) || isPointer(u) || is[*types.Map](u) || isFunction(u)
	})
	v, ok := n.oneOf(found)
	if !ok {
		return ""
	}
	other := "nil"
	if p, ok := n.path(v.typ); ok && isPointer(v.typ) && n.chance(0.6) {
		other = p
	}
	return fmt.Sprintf("%s(%s %s %s)", n.typ(t), v.name, pick(n, "==", "!="), other)
}

func (n *numeric) partsComparison(t types.Type, depth int) string {
	found := n.operands(func(u types.Type) bool {
		return (isArray(u) || isStruct(u) || isComplex(u)) && types.Comparable(u)
	})
	v, ok := n.oneOf(found)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s(%s %s (%s))", n.typ(t), v.name, pick(n, "==", "!="), n.leaf(v.typ))
}

func (n *numeric) logic(t types.Type, depth int) string {
	if n.chance(0.25) {
		return fmt.Sprintf("!(%s)", n.value(t, depth))
	}
	return fmt.Sprintf("(%s %s %s)", n.varying(t), pick(n, "&&", "||"), n.value(t, depth))
}

func (n *numeric) condition() string {
	if n.chance(0.2) {
		return n.value(boolType, 2)
	}
	return n.comparison(boolType, 1)
}

// sliced returns a part of a slice or a string, mostly one that it has.
func (n *numeric) sliced(t types.Type, _ int) string {
	p, ok := n.path(t)
	if !ok {
		return ""
	}
	low := pick(n, "", "0", fmt.Sprintf("min(1, len(%s))", p), fmt.Sprintf("len(%s)/2", p))
	high := pick(n, "", fmt.Sprintf("len(%s)", p), fmt.Sprintf("max(len(%s)-1, (len(%s)+1)/2)", p, p))
	if n.gambles(0.15) {
		low = pick(n, "1", "2", n.varying(n.anyInteger()))
	}
	if n.gambles(0.15) {
		high = n.varying(n.anyInteger())
	}
	if !isSlice(t) || n.chance(0.7) {
		return fmt.Sprintf("%s[%s:%s]", p, low, high)
	}
	most := pick(n, fmt.Sprintf("len(%s)", p), fmt.Sprintf("cap(%s)", p))
	if n.gambles(0.1) {
		most = n.varying(intType)
	}
	return fmt.Sprintf("%s[%s:%s:%s]", p, low, cmp.Or(high, fmt.Sprintf("len(%s)", p)), most)
}

// joined makes a string of others; loops do not make it long.
func (n *numeric) joined(t types.Type, _ int) string {
	p := n.varying(t)
	switch n.n(3) {
	case 0:
		return fmt.Sprintf("(%s[:min(6, len(%s))] + %s)", p, p, n.text())
	case 1:
		return fmt.Sprintf("%s(rune(%s & 0xffff))", n.typ(t), n.varying(intType))
	}
	return fmt.Sprintf("%s([]byte(%s)[:min(4, len(%s))])", n.typ(t), p, p)
}

// sprinted returns a number as text.
func (n *numeric) sprinted(t types.Type, _ int) string {
	return fmt.Sprintf("%s(%s)", n.typ(t), pick(n,
		fmt.Sprintf("fmt.Sprint(%s)", n.varying(n.anyNumber())),
		fmt.Sprintf("fmt.Sprintf(%q, %s, %s)", "%v|%v", n.varying(n.anyNumber()), n.varying(boolType)),
		fmt.Sprintf("strconv.Itoa(%s)", n.varying(intType)),
		fmt.Sprintf("strings.ToUpper(fmt.Sprintf(%q, %s))", "%x", n.varying(n.anyNumber())),
	))
}

// slicedArray returns a part of an array that is a variable.
func (n *numeric) slicedArray(t types.Type, _ int) string {
	elem := t.Underlying().(*types.Slice).Elem()
	found := n.assignable(func(u types.Type) bool {
		a, ok := u.Underlying().(*types.Array)
		return ok && types.Identical(a.Elem(), elem)
	})
	v, ok := n.oneOf(found)
	if !ok {
		return ""
	}
	length := int(v.typ.Underlying().(*types.Array).Len())
	i := n.n(length + 1)
	j := i + n.n(length-i+1)
	switch {
	case n.chance(0.2):
		return fmt.Sprintf("%s[%d:%d:%d]", v.name, i, j, length)
	case n.gambles(0.2):
		return fmt.Sprintf("%s[%s:]", v.name, n.varying(intType))
	case n.chance(0.5):
		return v.name + "[:]"
	}
	return fmt.Sprintf("%s[%d:%d]", v.name, i, j)
}

// appended returns a slice with more, in an array of its own.
func (n *numeric) appended(t types.Type, depth int) string {
	p, ok := n.path(t)
	if !ok {
		return ""
	}
	k := fmt.Sprintf("min(%d, len(%s))", n.n(4), p)
	more := n.value(t.Underlying().(*types.Slice).Elem(), depth)
	if n.chance(0.3) {
		more = fmt.Sprintf("%s[:min(3, len(%s))]...", p, p)
	}
	return fmt.Sprintf("append(%s[:%s:%s], %s)", p, k, k, more)
}

func (n *numeric) made(t types.Type, _ int) string {
	length := fmt.Sprintf("%s & %d", n.varying(n.anyInteger()), pick(n, 1, 3, 7))
	if n.gambles(0.15) {
		length = n.varying(types.Typ[types.Int8])
	}
	if n.chance(0.3) {
		return fmt.Sprintf("make(%s, %s, %s & 15)", n.typ(t), length, n.varying(n.anyInteger()))
	}
	return fmt.Sprintf("make(%s, %s)", n.typ(t), length)
}

func (n *numeric) arrayOfSlice(t types.Type, _ int) string {
	p, ok := n.path(types.NewSlice(t.Underlying().(*types.Array).Elem()))
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s(%s)", n.typ(t), p)
}

// address returns the address of a variable or of a part of one.
func (n *numeric) address(t types.Type, _ int) string {
	elem := t.Underlying().(*types.Pointer).Elem()
	same := func(u types.Type) bool { return types.Identical(u, elem) }
	found := n.assignable(same)
	for _, c := range n.containers(elem) {
		if isSlice(c.typ) && !c.fixed {
			found = append(found, c)
		}
	}
	v, ok := n.oneOf(found)
	if ok && !same(v.typ) {
		v, ok = n.elementOf(v)
	}
	if !ok {
		return ""
	}
	return "&" + v.name
}

// assignable returns variables of wanted types, and their parts, that may be assigned.
func (n *numeric) assignable(wanted func(types.Type) bool) (found []variable) {
	for _, v := range n.operands(wanted) {
		if !v.fixed {
			found = append(found, v)
		}
	}
	return found
}

// containers returns slices, arrays, strings and pointers to arrays with elements of
// type elem.
func (n *numeric) containers(elem types.Type) []variable {
	return n.operands(func(t types.Type) bool {
		if p, ok := t.Underlying().(*types.Pointer); ok && isArray(p.Elem()) {
			t = p.Elem()
		}
		switch u := t.Underlying().(type) {
		case *types.Slice:
			return types.Identical(u.Elem(), elem)
		case *types.Array:
			return types.Identical(u.Elem(), elem)
		case *types.Basic:
			return isString(t) && types.Identical(elem, byteType)
		}
		return false
	})
}

// elementOf returns an element of a container, mostly one that is there.
func (n *numeric) elementOf(v variable) (variable, bool) {
	t := v.typ.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		if !n.risks(throughNil) {
			return v, false
		}
		t = p.Elem().Underlying()
	}
	gambled := n.gambles(0.1)
	index := n.varying(n.anyInteger())
	switch u := t.(type) {
	case *types.Array:
		if !gambled {
			index = pick(n, fmt.Sprint(n.n(int(u.Len()))), fmt.Sprintf("uint(%s)%%%d", index, u.Len()), fmt.Sprintf("uint(%s)%%%d", index, u.Len()))
		}
		return v.part("["+index+"]", u.Elem()), true
	case *types.Slice:
		index, ok := n.sliceIndex(v, index, gambled)
		return v.part("["+index+"]", u.Elem()), ok
	}
	index, ok := n.sliceIndex(v, index, gambled)
	return v.part("["+index+"]", byteType), ok
}

// sliceIndex returns an index into a slice or a string: where it is not gambled with, it
// is there in all that are not empty.
func (n *numeric) sliceIndex(v variable, index string, gambled bool) (string, bool) {
	if gambled {
		return pick(n, index, "1", "2", fmt.Sprintf("len(%s)-1", v.name)), true
	}
	if !n.risks(emptied) {
		return "", false
	}
	return pick(n, "0", fmt.Sprintf("uint(%s)%%uint(max(1, len(%s)))", index, v.name), fmt.Sprintf("len(%s)/2", v.name)), true
}

func (n *numeric) element(t types.Type, _ int) string {
	v, ok := n.oneOf(n.containers(t))
	if !ok {
		return ""
	}
	if v, ok = n.elementOf(v); !ok {
		return ""
	}
	return v.name
}

// entry returns a map's value for a key.
func (n *numeric) entry(t types.Type, depth int) string {
	found := n.operands(func(u types.Type) bool {
		m, ok := u.Underlying().(*types.Map)
		return ok && types.Identical(m.Elem(), t)
	})
	v, ok := n.oneOf(found)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s[%s]", v.name, n.value(v.typ.Underlying().(*types.Map).Key(), depth))
}

func (n *numeric) dereference(t types.Type, _ int) string {
	p, ok := n.path(types.NewPointer(t))
	if !ok || !n.risks(throughNil) {
		return ""
	}
	return "*" + p
}

// composite returns a literal of values that are computed.
func (n *numeric) composite(t types.Type, depth int) string {
	var parts []string
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			parts = append(parts, n.value(f.Type(), depth))
		}
	case *types.Slice:
		for range n.n(4) {
			parts = append(parts, n.value(u.Elem(), depth))
		}
	case *types.Array:
		for range n.n(int(u.Len()) + 1) {
			parts = append(parts, n.value(u.Elem(), depth))
		}
	default:
		return ""
	}
	return fmt.Sprintf("%s{%s}", n.typ(t), strings.Join(parts, ", "))
}

// callValue calls a function that changes nothing.
func (n *numeric) callValue(t types.Type, _ int) string {
	f, ok := n.callable(t)
	if !ok || !n.risks(anyRisk) {
		return ""
	}
	n.cost += f.cost * n.weight
	return fmt.Sprintf("%s(%s)", f.name, strings.Join(n.arguments(f.sig), ", "))
}

// arguments returns the arguments of a call.
func (n *numeric) arguments(sig *types.Signature) []string {
	var args []string
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		if sig.Variadic() && i == sig.Params().Len()-1 {
			if p, ok := n.path(t); ok && n.chance(0.4) {
				return append(args, p+"...")
			}
			for range n.n(4) {
				args = append(args, n.value(t.(*types.Slice).Elem(), 1))
			}
			return args
		}
		args = append(args, n.value(t, 1))
	}
	return args
}

// callOfValue calls a function that is a parameter.
func (n *numeric) callOfValue(t types.Type, depth int) string {
	found := n.operands(func(u types.Type) bool {
		s, ok := u.Underlying().(*types.Signature)
		return ok && types.Identical(s.Results().At(0).Type(), t)
	})
	v, ok := n.oneOf(found)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s(%s)", v.name, strings.Join(n.arguments(v.typ.Underlying().(*types.Signature)), ", "))
}

// functionValue returns a declared function, or a method of a variable.
func (n *numeric) functionValue(t types.Type, _ int) string {
	for _, v := range n.vars {
		for _, m := range n.methodsOf(v.typ) {
			if !m.effects && types.Identical(plainSignature(m.Signature()), t) && n.risks(throughNil) {
				return v.name + "." + m.Name()
			}
		}
	}
	for _, f := range n.funcs {
		if !f.effects && types.Identical(f.sig, t) {
			return f.name
		}
	}
	return ""
}

// digest returns an expression of a uint64 that tells something of a value and cannot
// panic.
func (n *numeric) digest(v variable) string {
	switch u := v.typ.Underlying().(type) {
	case *types.Basic:
		switch {
		case isInteger(v.typ):
			return fmt.Sprintf("uint64(%s)", v.name)
		case isFloat(v.typ):
			return fmt.Sprintf("bitsOf(float64(%s))", v.name)
		case isComplex(v.typ):
			return fmt.Sprintf("bitsOf(float64(real(%s)))^bitsOf(float64(imag(%s)))", v.name, v.name)
		case isString(v.typ):
			return fmt.Sprintf("hash(string(%s))", v.name)
		}
		return fmt.Sprintf("bit(bool(%s))", v.name)
	case *types.Struct:
		if u.NumFields() > 0 {
			f := u.Field(n.n(u.NumFields()))
			return n.digest(v.part("."+f.Name(), f.Type()))
		}
	case *types.Array:
		return n.digest(v.part(fmt.Sprintf("[%d]", n.n(int(u.Len()))), u.Elem()))
	case *types.Slice, *types.Map:
		return fmt.Sprintf("uint64(len(%s))", v.name)
	case *types.Pointer, *types.Signature, *types.Interface:
		return fmt.Sprintf("bit(%s != nil)", v.name)
	}
	return "1"
}

// digests prints several variables at once.
func (n *numeric) digests() string {
	text := n.digest(pick(n, n.vars...))
	for range n.n(4) {
		text = fmt.Sprintf("(%s)*31 + (%s)", text, n.digest(pick(n, n.vars...)))
	}
	return text
}
