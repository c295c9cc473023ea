package main

import (
	"fmt"
	"go/types"
	"strings"
)

// numbers are the types of numbers, the most frequent ones several times.
var numbers = []types.Type{
	intType, intType, intType, types.Typ[types.Int8], types.Typ[types.Int16], types.Typ[types.Int32], types.Typ[types.Int64],
	types.Typ[types.Uint], types.Typ[types.Uint8], types.Typ[types.Uint16], types.Typ[types.Uint32], types.Typ[types.Uint64], types.Typ[types.Uintptr],
	floatType, floatType, floatType, types.Typ[types.Float32],
}

// anyNumber returns a type of numbers, perhaps a declared one.
func (n *numeric) anyNumber() types.Type {
	if t := n.declared(func(t types.Type) bool { return isInteger(t) || isFloat(t) }); t != nil && n.chance(0.15) {
		return t
	}
	return pick(n, numbers...)
}

// anyInteger returns a type of integers.
func (n *numeric) anyInteger() types.Type {
	for {
		if t := n.anyNumber(); isInteger(t) {
			return t
		}
	}
}

// declared returns a declared type that is wanted, or nil.
func (n *numeric) declared(wanted func(types.Type) bool) types.Type {
	var found []types.Type
	for _, t := range n.named {
		if wanted(t.Named) {
			found = append(found, t.Named)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return pick(n, found...)
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// scalar returns a type of values that have no parts, or two.
func (n *numeric) scalar() types.Type {
	switch n.n(16) {
	case 0, 1:
		return boolType
	case 2:
		return stringType
	case 3:
		return types.Typ[types.Complex128]
	case 4:
		return types.Typ[types.Complex64]
	}
	return n.anyNumber()
}

// typeOf returns a type whose values have parts to a depth.
func (n *numeric) typeOf(depth int) types.Type {
	if depth == 0 {
		return n.scalar()
	}
	switch n.n(16) {
	case 0, 1, 2:
		return types.NewSlice(n.typeOf(depth - 1))
	case 3, 4:
		return types.NewArray(n.typeOf(depth-1), int64(1+n.n(5)))
	case 5:
		return types.NewMap(n.keyType(), n.typeOf(depth-1))
	case 6:
		return types.NewPointer(n.typeOf(depth - 1))
	case 7, 8:
		if t := n.declared(isStruct); t != nil {
			return t
		}
	case 9:
		if t := n.declared(isStruct); t != nil {
			return types.NewPointer(t)
		}
	}
	return n.scalar()
}

// keyType returns a type of map keys that differ where they print differently.
func (n *numeric) keyType() types.Type {
	if n.chance(0.2) {
		if t := n.declared(isKey); t != nil && n.chance(0.5) {
			return t
		}
		return types.NewArray(pick[types.Type](n, types.Typ[types.Int8], types.Typ[types.Uint32], boolType, stringType), int64(1+n.n(3)))
	}
	return pick[types.Type](n, intType, intType, stringType, types.Typ[types.Uint8], types.Typ[types.Int16], types.Typ[types.Uint64], boolType)
}

// isKey reports whether values of a type are equal where they print equally: no float
// and no pointer is in them.
func isKey(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return !isFloat(u) && !isComplex(u)
	case *types.Array:
		return isKey(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !isKey(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// functionType returns a type of functions that are handed over.
func (n *numeric) functionType() types.Type {
	t := n.anyNumber()
	params, results := []types.Type{t}, []types.Type{t}
	if n.chance(0.4) {
		params = append(params, t)
	}
	if n.chance(0.2) {
		results[0] = boolType
	}
	return types.NewSignatureType(nil, nil, nil, tuple(n.pkg, params), tuple(n.pkg, results), false)
}

// declareNumber declares a type of numbers.
func (n *numeric) declareNumber() {
	n.declareType(n.name("Num"), pick(n, numbers...))
}

// declareStruct declares a struct of mixed widths, perhaps with another inside.
func (n *numeric) declareStruct() {
	var fields []*types.Var
	for i := range 1 + n.n(5) {
		t := n.scalar()
		if n.chance(0.3) {
			t = n.typeOf(1)
		}
		fields = append(fields, types.NewField(0, n.pkg, string(rune('A'+i)), t, false))
	}
	if inner := n.declared(isStruct); inner != nil && n.chance(0.5) {
		embedded := inner
		if n.chance(0.2) {
			embedded = types.NewPointer(inner)
		}
		fields = append(fields, types.NewField(0, n.pkg, inner.(*types.Named).Obj().Name(), embedded, true))
	}
	n.declareType(n.name("Rec"), types.NewStruct(fields, nil))
}

func (n *numeric) declareType(name string, under types.Type) {
	obj := types.NewTypeName(0, n.pkg, name, nil)
	n.named = append(n.named, &namedType{Named: types.NewNamed(obj, under, nil)})
	n.declare("type %s %s", name, n.typ(under))
}

// substitute returns the type t with one replaced by another type.
func substitute(t, one, by types.Type) types.Type {
	if t == one {
		return by
	}
	switch t := t.(type) {
	case *types.Slice:
		return types.NewSlice(substitute(t.Elem(), one, by))
	case *types.Array:
		return types.NewArray(substitute(t.Elem(), one, by), t.Len())
	case *types.Pointer:
		return types.NewPointer(substitute(t.Elem(), one, by))
	case *types.Map:
		return types.NewMap(substitute(t.Key(), one, by), substitute(t.Elem(), one, by))
	case *types.Tuple:
		var vars []*types.Var
		for v := range t.Variables() {
			vars = append(vars, types.NewParam(0, v.Pkg(), v.Name(), substitute(v.Type(), one, by)))
		}
		return types.NewTuple(vars...)
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, substitute(t.Params(), one, by).(*types.Tuple), substitute(t.Results(), one, by).(*types.Tuple), t.Variadic())
	}
	return t
}

// literal returns a value of a type that needs no variable.
func (n *numeric) literal(t types.Type, depth int) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return n.scalarLiteral(t)
	case *types.Slice:
		return n.sliceLiteral(t, u.Elem(), depth)
	case *types.Array:
		return n.elements(t, u.Elem(), n.n(int(u.Len())+1), depth)
	case *types.Map:
		return n.mapLiteral(t, u, depth)
	case *types.Pointer:
		return n.pointerLiteral(t, u.Elem(), depth)
	case *types.Struct:
		return n.structLiteral(t, u, depth)
	case *types.Signature:
		return n.functionLiteral(u)
	case *types.Interface: // error is the only one
		return pick(n, "error(nil)", `errors.New("it fails")`)
	}
	panic("no literal of " + t.String())
}

// scalarLiteral returns a constant, or a value that has none, such as a NaN.
func (n *numeric) scalarLiteral(t types.Type) string {
	switch {
	case isInteger(t), isFloat(t):
		return n.number(t)
	case isString(t):
		return n.text()
	case isComplex(t):
		part := partType(t)
		return fmt.Sprintf("%s(complex(%s(%s), %s(%s)))", n.typ(t), n.typ(part), n.number(part), n.typ(part), n.number(part))
	}
	return pick(n, "true", "false")
}

// partType returns the type of the parts of a complex number.
func partType(t types.Type) types.Type {
	if t.Underlying() == types.Typ[types.Complex64] {
		return types.Typ[types.Float32]
	}
	return floatType
}

// number returns a number of a type, often at the edge of what it holds.
func (n *numeric) number(t types.Type) string {
	if isFloat(t) {
		return n.float(t)
	}
	size := sizeOf(t) * 8
	switch unsigned := info(t)&types.IsUnsigned != 0; {
	case unsigned:
		return pick(n, "0", "1", "2", "3", "5", "17", "100", "127", "128", "255", fmt.Sprint(^uint64(0)>>(64-size)), fmt.Sprint(uint64(1)<<(size-1)))
	default:
		most := fmt.Sprint(uint64(1)<<(size-1) - 1)
		return pick(n, "0", "1", "2", "3", "5", "17", "100", "-1", "-1", "-2", "-7", "-128", "127", most, "-"+most, "(-"+most+" - 1)")
	}
}

// sizeOf returns the size of a basic type on the machines that krigo runs on.
func sizeOf(t types.Type) int64 {
	return types.SizesFor("gc", "amd64").Sizeof(t)
}

func (n *numeric) float(t types.Type) string {
	if n.chance(0.2) {
		special := pick(n, "math.NaN()", "math.Inf(1)", "math.Inf(-1)", "math.Copysign(0, -1)")
		return fmt.Sprintf("%s(%s)", n.typ(t), special)
	}
	return n.floatConstant(t)
}

func (n *numeric) floatConstant(t types.Type) string {
	if t.Underlying() == types.Typ[types.Float32] && n.chance(0.3) {
		return pick(n, "1e-45", "math.SmallestNonzeroFloat32", "math.MaxFloat32", "16777217", "-1.1754944e-38", "3.4e38")
	}
	if t.Underlying() == floatType && n.chance(0.3) {
		return pick(n, "5e-324", "math.SmallestNonzeroFloat64", "math.MaxFloat64", "2.2250738585072014e-308", "9007199254740993", "-1e308")
	}
	return pick(n, "0", "1", "-1", "0.1", "0.5", "-2.5", "3", "1e-3", "-1e6", "math.Pi", "1.0/3", "123456.789")
}

// text returns a string, perhaps one that is not UTF-8.
func (n *numeric) text() string {
	return pick(n, `""`, `"a"`, `"go"`, `"kitten"`, `"héé日本"`, `"\xff\xfea\xe6\x97"`, `"tab\tnul\x00"`, `"zz9"`)
}

func (n *numeric) elements(t, elem types.Type, count, depth int) string {
	var parts []string
	for i := range count {
		part := n.literal(elem, depth-1)
		if i == count-1 && count > 1 && n.chance(0.1) {
			part = fmt.Sprintf("%d: %s", i, part)
		}
		parts = append(parts, part)
	}
	return fmt.Sprintf("%s{%s}", n.typ(t), strings.Join(parts, ", "))
}

func (n *numeric) sliceLiteral(t, elem types.Type, depth int) string {
	switch n.n(12) {
	case 0:
		return fmt.Sprintf("%s(nil)", n.typ(t))
	case 1:
		return fmt.Sprintf("make(%s, %d, %d)", n.typ(t), n.n(4), 4+n.n(4))
	}
	return n.elements(t, elem, n.n(7), depth)
}

func (n *numeric) mapLiteral(t types.Type, m *types.Map, depth int) string {
	if n.chance(0.08) {
		return fmt.Sprintf("%s(nil)", n.typ(t))
	}
	var parts []string
	seen := map[string]bool{}
	most := 2 // keys that are written differently may be equal
	if _, basic := m.Key().(*types.Basic); basic {
		most = 5
	}
	for range n.n(most) {
		key := n.literal(m.Key(), 0)
		if !seen[key] {
			seen[key] = true
			parts = append(parts, key+": "+n.literal(m.Elem(), depth-1))
		}
	}
	return fmt.Sprintf("%s{%s}", n.typ(t), strings.Join(parts, ", "))
}

func (n *numeric) pointerLiteral(t, elem types.Type, depth int) string {
	if n.chance(0.08) || depth <= 0 {
		return fmt.Sprintf("(%s)(nil)", n.typ(t))
	}
	if isLiteral(elem) {
		text := n.literal(elem, depth-1)
		if strings.HasSuffix(text, "}") {
			return "&" + text
		}
	}
	return fmt.Sprintf("new(%s)", n.typedText(elem, n.literal(elem, depth-1)))
}

func (n *numeric) structLiteral(t types.Type, s *types.Struct, depth int) string {
	keyed := n.chance(0.4)
	var parts []string
	for f := range s.Fields() {
		switch {
		case !keyed:
			parts = append(parts, n.literal(f.Type(), depth-1))
		case n.chance(0.7):
			parts = append(parts, f.Name()+": "+n.literal(f.Type(), depth-1))
		}
	}
	return fmt.Sprintf("%s{%s}", n.typ(t), strings.Join(parts, ", "))
}

// functionLiteral returns a function of its parameters alone, or nil.
func (n *numeric) functionLiteral(sig *types.Signature) string {
	if n.chance(0.05) {
		return fmt.Sprintf("(%s)(nil)", n.typ(sig))
	}
	pure := n.pure
	n.pure = true
	defer func() { n.pure = pure }()
	var params []string
	text, _ := n.topLevel(nil, nil, func() {
		n.vars = nil
		for p := range sig.Params().Variables() {
			name := n.name("x")
			params = append(params, name+" "+n.typ(p.Type()))
			n.addFixed(name, p.Type())
		}
		n.line("return %s", n.value(sig.Results().At(0).Type(), 2))
	})
	return fmt.Sprintf("func(%s) %s { %s }", strings.Join(params, ", "), n.typ(sig.Results().At(0).Type()), strings.TrimSpace(text))
}
