package main

import (
	"fmt"
	"go/types"
)

// namedType is a declared type.
type namedType struct {
	*types.Named
	methods []method
}

// method is a declared method.
type method struct {
	*types.Func
	effects bool
	cost    int // lines that a call executes, besides a few
}

// The types that the environment is made of, by name.
var (
	boolType   = types.Typ[types.Bool]
	intType    = types.Typ[types.Int]
	stringType = types.Typ[types.String]
	floatType  = types.Typ[types.Float64]
	byteType   = types.Universe.Lookup("byte").Type()
	runeType   = types.Universe.Lookup("rune").Type()
	anyType    = types.Universe.Lookup("any").Type()
	errorType  = types.Universe.Lookup("error").Type()
)

var integers = []types.Type{
	intType, intType, intType, types.Typ[types.Int8], types.Typ[types.Int16], types.Typ[types.Int32], types.Typ[types.Int64],
	types.Typ[types.Uint], types.Typ[types.Uint8], types.Typ[types.Uint16], types.Typ[types.Uint32], types.Typ[types.Uint64],
	byteType, runeType,
}

// basic returns a basic type.
func (g *generator) basic() types.Type {
	switch g.n(12) {
	case 0, 1, 2:
		return intType
	case 3, 4, 5:
		return stringType
	case 6:
		return boolType
	case 7:
		return floatType
	case 8:
		return pick(g, types.Typ[types.Float32], floatType, types.Typ[types.Complex128])
	}
	return pick(g, integers...)
}

// plain returns a type whose values print the same everywhere and whose zero value
// can be used: no pointers, functions or channels are in it.
func (g *generator) plain(depth int) types.Type {
	if depth <= 0 {
		if t := g.anyNamed(); t != nil && g.chance(0.3) {
			return t
		}
		return g.basic()
	}
	switch g.n(10) {
	case 0, 1:
		return types.NewSlice(g.plain(depth - 1))
	case 2:
		return types.NewArray(g.plain(depth-1), int64(1+g.n(3)))
	case 3:
		return types.NewMap(g.key(), g.plain(depth-1))
	case 4:
		if g.chance(0.5) {
			return anyType
		}
		return types.NewStruct(g.fields(1+g.n(2), depth-1), nil)
	case 5, 6, 7:
		if t := g.anyNamed(); t != nil {
			return t
		}
	}
	return g.basic()
}

// anyNamed returns one of the declared types, or nil.
func (g *generator) anyNamed() types.Type {
	if len(g.named) == 0 {
		return nil
	}
	return g.named[g.n(len(g.named))].Named
}

// key returns a type of map keys that sorts.
func (g *generator) key() types.Type {
	if t := g.anyNamed(); t != nil && g.chance(0.3) && isOrdered(t) && !isFloat(t) {
		return t
	}
	return pick[types.Type](g, stringType, stringType, intType, boolType, runeType, types.Typ[types.Uint8], types.Typ[types.Int64])
}

var fieldNames = []string{"A", "B", "C", "Name", "Count", "Tags", "Ratio", "ok", "hidden"}

// fields makes fields with different names.
func (g *generator) fields(n, depth int) []*types.Var {
	var fields []*types.Var
	for _, i := range g.rng.Perm(len(fieldNames))[:n] {
		fields = append(fields, types.NewField(0, g.pkg, fieldNames[i], g.plain(depth), false))
	}
	return fields
}

// globals declares the variables that are there everywhere.
func (g *generator) globals() {
	g.declare("var (\nbase = %d\nword = %q\nratio = %s\n)", 1+g.n(9), pick(g, "go", "héllo", "日本x", "a,b;c"), pick(g, "0.5", "2.25", "1e3", "-3.75"))
	for _, v := range basics {
		g.vars = append(g.vars, v)
		g.once["global "+v.name] = true
	}
	if g.chance(0.4) {
		// Initialization in the order of dependence.
		g.declare("var second = first * 2 + base\n\nvar first = base + len(word)")
		g.addFixed("second", intType)
		g.once["global second"] = true
	}
}

// declareType declares a named type with methods.
func (g *generator) declareType() {
	name := g.name(pick(g, "Kind", "Shape", "Item", "Node", "Unit"))
	var under types.Type
	switch g.n(10) {
	case 0, 1:
		under = pick(g, intType, intType, types.Typ[types.Uint8], types.Typ[types.Int16], floatType)
	case 2:
		under = pick(g, stringType, stringType, boolType)
	case 3:
		under = types.NewSlice(g.plain(1))
	case 4:
		under = types.NewMap(g.key(), g.plain(1))
	case 5:
		under = types.NewArray(g.plain(0), int64(2+g.n(2)))
	default:
		fields := g.fields(1+g.n(3), 1)
		if g.chance(0.5) {
			if t := g.anyNamed(); t != nil {
				embedded := t.(*types.Named).Obj().Name()
				fields = append(fields, types.NewField(0, g.pkg, embedded, t, true))
			}
		}
		under = types.NewStruct(fields, nil)
	}
	obj := types.NewTypeName(0, g.pkg, name, nil)
	t := &namedType{Named: types.NewNamed(obj, under, nil)}
	g.declare("type %s %s", name, g.typ(under))
	g.named = append(g.named, t)
	g.unfinished = t.Named
	defer func() { g.unfinished = nil }()
	for _, write := range []func(*generator, *namedType){
		(*generator).stringMethod, (*generator).sizeMethod, (*generator).growMethod, (*generator).labelMethod, (*generator).withMethod,
	} {
		if g.chance(0.4) {
			write(g, t)
		}
	}
}

func tuple(pkg *types.Package, list []types.Type) *types.Tuple {
	var vars []*types.Var
	for _, t := range list {
		vars = append(vars, types.NewParam(0, pkg, "", t))
	}
	return types.NewTuple(vars...)
}

// stringMethod makes a Stringer or an error. It must not print the receiver.
func (g *generator) stringMethod(t *namedType) {
	name := "String"
	if g.chance(0.15) {
		name = "Error"
	}
	pointer := g.chance(0.3)
	body := fmt.Sprintf("return fmt.Sprintf(%q, %s)\n", t.Obj().Name()+"<%v>", g.summary(g.receiver(pointer), t))
	g.addMethod(t, name, pointer, false, nil, []types.Type{stringType}, body)
}

// summary returns an expression of a number or a string that shows a value without
// one of its methods.
func (g *generator) summary(path string, t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return fmt.Sprintf("%s(%s)", u.Name(), path)
	case *types.Slice, *types.Map, *types.Array:
		return fmt.Sprintf("len(%s)", path)
	case *types.Struct:
		for f := range u.Fields() {
			if b, ok := f.Type().Underlying().(*types.Basic); ok {
				return fmt.Sprintf("%s(%s.%s)", b.Name(), path, f.Name())
			}
		}
	}
	return `"?"`
}

// sizeMethod declares a method without effects.
func (g *generator) sizeMethod(t *namedType) {
	pointer := g.chance(0.3)
	body, _ := g.topLevel([]variable{{name: g.receiver(pointer), typ: t.Named}}, []types.Type{intType}, func() {
		if g.chance(0.4) {
			g.line("fmt.Println(%q)", t.Obj().Name()+".Size")
		}
		if g.chance(0.4) {
			g.line("if %s {\nreturn %s\n}", g.condition(), g.typed(intType))
		}
		g.line("return %s", g.expr(intType, 2))
	})
	g.addMethod(t, "Size", pointer, false, nil, []types.Type{intType}, body)
}

// receiver returns the expression for the value in a method's body.
func (g *generator) receiver(pointer bool) string {
	if pointer {
		return "(*r)"
	}
	return "r"
}

// labelMethod declares another method without effects.
func (g *generator) labelMethod(t *namedType) {
	pointer := g.chance(0.2)
	body, _ := g.topLevel([]variable{{name: g.receiver(pointer), typ: t.Named}}, []types.Type{stringType}, func() {
		g.line("return %q + fmt.Sprint(%s)", "label of "+t.Obj().Name()+" ", g.summary(g.receiver(pointer), t))
	})
	g.addMethod(t, "Label", pointer, false, nil, []types.Type{stringType}, body)
}

// growMethod changes its receiver, or a copy of it.
func (g *generator) growMethod(t *namedType) {
	pointer := g.chance(0.75)
	body, _ := g.topLevel([]variable{{name: g.receiver(pointer), typ: t.Named}, {name: "p0", typ: intType}}, nil, func() {
		self := g.receiver(pointer)
		g.mutate(self, t.Named, "p0")
		if g.chance(0.5) {
			g.line("fmt.Println(%q, p0, %s)", "grown", g.summary(self, t))
		}
	})
	g.addMethod(t, "Grow", pointer, true, []types.Type{intType}, nil, body)
}

// withMethod returns a changed copy.
func (g *generator) withMethod(t *namedType) {
	body, _ := g.topLevel([]variable{{name: "r", typ: t.Named}, {name: "p0", typ: intType}}, []types.Type{t.Named}, func() {
		switch t.Underlying().(type) {
		case *types.Slice:
			g.line("r = slices.Clone(r)")
		case *types.Map:
			g.line("r = maps.Clone(r)")
		}
		g.mutate("r", t.Named, "p0")
		g.line("return r")
	})
	g.addMethod(t, "With", false, false, []types.Type{intType}, []types.Type{t.Named}, body)
}

// mutate writes a statement that changes a value in place, by an int.
func (g *generator) mutate(path string, t types.Type, by string) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case isInteger(t):
			g.line("%s %s %s(%s)", path, pick(g, "+=", "^=", "-=", "*="), g.typ(t), by)
		case u.Kind() == types.String:
			g.line("%s += %s(fmt.Sprint(%s))", path, g.typ(t), by)
		case u.Info()&types.IsBoolean != 0:
			g.line("%s = %s(%s > 2) != %s", path, g.typ(t), by, path)
		default:
			g.line("%s += %s", path, g.typed(t))
		}
	case *types.Slice:
		g.line("%s = append(%s, %s)", path, path, g.expr(u.Elem(), 1))
		g.line("%s[%s&1%%len(%s)] = %s", path, by, path, g.expr(u.Elem(), 1))
	case *types.Array:
		g.line("%s[%d] = %s", path, g.n(int(u.Len())), g.expr(u.Elem(), 1))
	case *types.Map:
		g.line("if %s != nil {\n%s[%s] = %s\n}", path, path, g.expr(u.Key(), 1), g.expr(u.Elem(), 1))
	case *types.Struct:
		if u.NumFields() == 0 {
			return
		}
		f := u.Field(g.n(u.NumFields()))
		g.mutate(path+"."+f.Name(), f.Type(), by)
	case *types.Interface:
		g.line("%s = %s", path, g.expr(t, 1))
	}
}

// printable reports whether values of a type print the same everywhere, however
// they are printed.
func printable(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Slice:
		return printable(u.Elem())
	case *types.Array:
		return printable(u.Elem())
	case *types.Map:
		return printable(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !printable(f.Type()) {
				return false
			}
		}
		return true
	case *types.Interface:
		return u.NumMethods() == 0 || types.Identical(t, errorType)
	}
	return false
}

func info(t types.Type) types.BasicInfo {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()
	}
	return 0
}

func isInteger(t types.Type) bool { return info(t)&types.IsInteger != 0 }
func isFloat(t types.Type) bool   { return info(t)&types.IsFloat != 0 }
func isString(t types.Type) bool  { return info(t)&types.IsString != 0 }
func isOrdered(t types.Type) bool { return info(t)&types.IsOrdered != 0 }
func isComplex(t types.Type) bool { return info(t)&types.IsComplex != 0 }

// strictlyComparable reports whether values of a type compare without a panic.
func strictlyComparable(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Array:
		return strictlyComparable(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !strictlyComparable(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}
