package main

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"
)

// expr makes an expression that can be assigned to a type. Constants among them
// are untyped literals that fit. Evaluating one changes nothing, cannot panic,
// and calls at most functions that print.
func (g *generator) expr(t types.Type, depth int) string {
	if depth <= 0 || g.chance(0.25) {
		return g.leaf(t)
	}
	if f, ok := g.callable(t); ok && g.chance(0.2) {
		return g.call(f, depth-1)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return g.basicExpr(t, depth-1)
	case *types.Slice:
		return g.sliceExpr(t, u, depth-1)
	case *types.Map:
		if p, ok := g.path(t); ok && g.chance(0.3) {
			return fmt.Sprintf("maps.Clone(%s)", p)
		}
	}
	if g.chance(0.1) && printable(t) {
		return fmt.Sprintf("func() %s {\nif %s {\nreturn %s\n}\nreturn %s\n}()", g.typ(t), g.condition(), g.leaf(t), g.leaf(t))
	}
	return g.leafDepth(t, depth)
}

// leaf returns a variable or a literal.
func (g *generator) leaf(t types.Type) string { return g.leafDepth(t, 1) }

func (g *generator) leafDepth(t types.Type, depth int) string {
	if p, ok := g.path(t); ok && g.chance(0.7) {
		return p
	}
	return g.literal(t, depth)
}

// typed returns an expression whose type is t in any context.
func (g *generator) typed(t types.Type) string {
	e := g.expr(t, 2)
	if b, ok := t.Underlying().(*types.Basic); ok {
		if _, named := t.(*types.Named); !named && (b.Kind() == types.String || b.Kind() == types.Bool) {
			return e
		}
		return fmt.Sprintf("%s(%s)", g.typ(t), e)
	}
	if _, ok := t.Underlying().(*types.Interface); ok {
		return fmt.Sprintf("%s(%s)", g.typ(t), e)
	}
	return e
}

// varying returns an expression of a basic type, of this type, that is not constant.
func (g *generator) varying(t types.Type) string {
	if p, ok := g.path(t); ok {
		return p
	}
	name := g.typ(t)
	switch {
	case isInteger(t), isFloat(t):
		return fmt.Sprintf("%s(%s)", name, pick(g, "base", "float64(base)", "len(word)"))
	case isString(t):
		return fmt.Sprintf("%s(word)", name)
	case isComplex(t):
		return fmt.Sprintf("%s(complex(ratio, float64(base)))", name)
	}
	return fmt.Sprintf("%s(base > %d)", name, g.n(9))
}

// literal returns a value that is written out.
func (g *generator) literal(t types.Type, depth int) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return g.basicLiteral(u)
	case *types.Slice:
		return g.elements(t, u.Elem(), g.n(4), depth)
	case *types.Array:
		return g.elements(t, u.Elem(), g.n(int(u.Len())+1), depth)
	case *types.Map:
		return g.mapLiteral(t, u, depth)
	case *types.Struct:
		return g.structLiteral(t, u, depth)
	case *types.Pointer:
		return "&" + g.literal(u.Elem(), depth)
	case *types.Signature:
		return g.functionLiteral(u, depth)
	case *types.Interface:
		if types.Identical(t, errorType) {
			return fmt.Sprintf("errors.New(%q)", g.word())
		}
		return g.anyLiteral()
	}
	panic("no literal of " + t.String())
}

// anyLiteral returns a value for an any. No any is inside it, or values would grow
// without end.
func (g *generator) anyLiteral() string {
	if t := g.anyNamed(); t != nil && !holdsAny(t) && g.chance(0.4) {
		return g.typed(t)
	}
	if g.chance(0.1) {
		return "nil"
	}
	return g.typed(g.basic())
}

func holdsAny(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Slice:
		return holdsAny(u.Elem())
	case *types.Array:
		return holdsAny(u.Elem())
	case *types.Map:
		return holdsAny(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if holdsAny(f.Type()) {
				return true
			}
		}
	}
	return false
}

func (g *generator) basicLiteral(b *types.Basic) string {
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return pick(g, "true", "false")
	case info&types.IsString != 0:
		return strconv.Quote(g.word())
	case info&types.IsFloat != 0:
		return pick(g, "0.0", "1.5", "-2.25", "3.0", "1e6", "0.1", "1e-7", "123456789.0", "1e21")
	case info&types.IsComplex != 0:
		return pick(g, "(1+2i)", "(-0.5i)", "3i")
	case info&types.IsUnsigned != 0:
		return pick(g, "0", "1", "2", "3", "7", "100", "200", "255")
	}
	return pick(g, "0", "1", "2", "3", "5", "9", "-1", "-4", "42", "100", "127", "-128")
}

func (g *generator) word() string {
	return pick(g, "", "a", "b", "go", "two words", "héé", "日本", "x\ty", "Zed", "q\"uote", "k9", "naïve", "\xff?", "<b>&")
}

// elements writes a slice or an array.
func (g *generator) elements(t, elem types.Type, n, depth int) string {
	var parts []string
	_, isSlice := t.Underlying().(*types.Slice)
	keyed := n > 0 && g.chance(0.15)
	for i := range n {
		part := g.element(elem, depth)
		if keyed && i == n-1 && (isSlice || n > 1) {
			at := i
			if isSlice {
				at += g.n(3)
			}
			part = fmt.Sprintf("%d: %s", at, part)
		}
		parts = append(parts, part)
	}
	return fmt.Sprintf("%s{%s}", g.typ(t), strings.Join(parts, ", "))
}

// element returns an element of a literal, perhaps without its type.
func (g *generator) element(t types.Type, depth int) string {
	e := g.expr(t, depth-1)
	if _, named := t.(*types.Named); named || g.chance(0.5) {
		if short, ok := strings.CutPrefix(e, g.typ(t)+"{"); ok && g.chance(0.5) && strings.HasSuffix(e, "}") && isLiteral(t) {
			return "{" + short
		}
	}
	return e
}

// isLiteral reports whether values of a type are written with braces.
func isLiteral(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Slice, *types.Array, *types.Map:
		return true
	}
	return false
}

func (g *generator) mapLiteral(t types.Type, m *types.Map, depth int) string {
	var parts []string
	seen := map[string]bool{}
	for range g.n(4) {
		key := g.literal(m.Key(), 0)
		if seen[key] {
			continue
		}
		seen[key] = true
		parts = append(parts, key+": "+g.element(m.Elem(), depth))
	}
	return fmt.Sprintf("%s{%s}", g.typ(t), strings.Join(parts, ", "))
}

func (g *generator) structLiteral(t types.Type, s *types.Struct, depth int) string {
	keyed := g.chance(0.6)
	var parts []string
	for f := range s.Fields() {
		switch {
		case keyed && depth > 0 && g.chance(0.75), keyed && depth <= 0 && g.chance(0.3):
			parts = append(parts, f.Name()+": "+g.expr(f.Type(), depth-1))
		case !keyed:
			parts = append(parts, g.expr(f.Type(), depth-1))
		}
	}
	return fmt.Sprintf("%s{%s}", g.typ(t), strings.Join(parts, ", "))
}

// functionLiteral returns a function without effects.
func (g *generator) functionLiteral(sig *types.Signature, depth int) string {
	var params []string
	var text string
	g.scope(func() {
		for p := range sig.Params().Variables() {
			name := g.name("p")
			params = append(params, name+" "+g.typ(p.Type()))
			g.addFixed(name, p.Type())
		}
		var results []string
		for r := range sig.Results().Variables() {
			results = append(results, g.expr(r.Type(), depth))
		}
		text = "return " + strings.Join(results, ", ")
	})
	results := ""
	if sig.Results().Len() == 1 {
		results = g.typ(sig.Results().At(0).Type())
	} else if sig.Results().Len() > 1 {
		results = g.typ(sig.Results())
	}
	return fmt.Sprintf("func(%s) %s { %s }", strings.Join(params, ", "), results, text)
}

// basicExpr computes a value of a basic type.
func (g *generator) basicExpr(t types.Type, depth int) string {
	switch {
	case isInteger(t):
		return g.integerExpr(t, depth)
	case isFloat(t):
		return g.floatExpr(t, depth)
	case isString(t):
		return g.stringExpr(t, depth)
	case isComplex(t):
		return fmt.Sprintf("(%s %s %s)", g.varying(t), pick(g, "+", "-", "*"), g.leaf(t))
	}
	if types.Identical(t, boolType) {
		return g.conditionDepth(depth)
	}
	return fmt.Sprintf("%s(%s)", g.typ(t), g.conditionDepth(depth))
}

func (g *generator) integerExpr(t types.Type, depth int) string {
	name := g.typ(t)
	switch g.n(11) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", g.varying(t), pick(g, "+", "-", "*", "&", "|", "^", "&^"), g.expr(t, depth))
	case 3:
		return fmt.Sprintf("(%s %s (%s | 1))", g.varying(t), pick(g, "/", "%"), g.varying(t))
	case 4:
		return fmt.Sprintf("(%s %s %d)", g.varying(t), pick(g, "/", "%"), 2+g.n(9))
	case 5:
		if g.chance(0.5) {
			return fmt.Sprintf("(%s %s %d)", g.varying(t), pick(g, "<<", ">>"), g.n(9))
		}
		return fmt.Sprintf("(%s %s (uint(%s) & 15))", g.varying(t), pick(g, "<<", ">>"), g.varying(pick(g, integers...)))
	case 6, 7:
		return fmt.Sprintf("%s(%s)", name, g.varying(pick(g, integers...)))
	case 8:
		if p, ok := g.lengthy(); ok {
			return fmt.Sprintf("%s(len(%s))", name, p)
		}
	case 9:
		return fmt.Sprintf("%s(%s, %s)", pick(g, "min", "max"), g.varying(t), g.expr(t, depth))
	case 10:
		return fmt.Sprintf("%s%s", pick(g, "-", "^", "+"), g.varying(t))
	}
	return g.varying(t)
}

// lengthy returns a string, slice or map in scope.
func (g *generator) lengthy() (string, bool) {
	var found []string
	for _, v := range g.vars {
		switch v.typ.Underlying().(type) {
		case *types.Slice, *types.Map:
			found = append(found, v.name)
		}
	}
	if p, ok := g.path(stringType); ok {
		found = append(found, p)
	}
	if len(found) == 0 {
		return "", false
	}
	return pick(g, found...), true
}

func (g *generator) floatExpr(t types.Type, depth int) string {
	name := g.typ(t)
	switch g.n(6) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", g.varying(t), pick(g, "+", "-", "*", "/"), g.varying(t))
	case 2:
		return fmt.Sprintf("(%s / %s)", g.varying(t), pick(g, "3", "0.7", "-8", "1e3"))
	case 3:
		return fmt.Sprintf("%s(%s)", name, g.varying(pick(g, integers...)))
	case 4:
		return fmt.Sprintf("%s(math.%s(float64(%s)))", name, pick(g, "Abs", "Floor", "Sqrt", "Trunc", "Ceil"), g.varying(t))
	}
	return fmt.Sprintf("max(%s, %s)", g.varying(t), g.expr(t, depth))
}

// stringExpr has one variable part at most: strings must not double in loops.
func (g *generator) stringExpr(t types.Type, depth int) string {
	name := g.typ(t)
	wrap := func(format string, args ...any) string {
		e := fmt.Sprintf(format, args...)
		if name == "string" {
			return e
		}
		return fmt.Sprintf("%s(%s)", name, e)
	}
	plain := func() string {
		if name == "string" {
			return g.varying(t)
		}
		return fmt.Sprintf("string(%s)", g.varying(t))
	}
	switch g.n(9) {
	case 0, 1:
		return fmt.Sprintf("(%s + %q)", g.varying(t), g.word())
	case 2:
		return wrap("strconv.Itoa(%s)", g.varying(intType))
	case 3:
		return wrap("strings.%s(%s)", pick(g, "ToUpper", "ToLower", "TrimSpace", "Title"), plain())
	case 4:
		v := g.varying(t)
		return fmt.Sprintf("%s[min(%d, len(%s)):]", v, g.n(3), v)
	case 5:
		v := g.varying(t)
		return fmt.Sprintf("%s[:min(%d, len(%s))]", v, g.n(4), v)
	case 6:
		return wrap("fmt.Sprint(%s, %s)", g.varying(pick(g, integers...)), g.conditionDepth(0))
	case 7:
		return wrap("string(rune(%d + %s&15))", pick(g, 65, 0x3b1, 0x65e5), g.varying(intType))
	}
	return wrap("fmt.Sprintf(%q, %s)", pick(g, "%03d", "%x", "%+d", "[%4d]", "%b"), g.varying(pick(g, integers...)))
}

// condition returns a boolean that is not constant.
func (g *generator) condition() string { return g.conditionDepth(1) }

func (g *generator) conditionDepth(depth int) string {
	if depth > 0 && g.chance(0.3) {
		return fmt.Sprintf("(%s %s %s)", g.conditionDepth(depth-1), pick(g, "&&", "||"), g.conditionDepth(depth-1))
	}
	switch g.n(8) {
	case 0:
		return "!" + g.varying(boolType)
	case 1:
		return fmt.Sprintf("strings.%s(%s, %q)", pick(g, "Contains", "HasPrefix"), g.varying(stringType), pick(g, "a", "o", "", "é"))
	case 2:
		if p, ok := g.lengthy(); ok {
			return fmt.Sprintf("len(%s) %s %d", p, pick(g, ">", "<=", "=="), g.n(5))
		}
	case 3:
		for _, v := range g.vars {
			if _, basic := v.typ.Underlying().(*types.Basic); !basic && strictlyComparable(v.typ) && g.chance(0.5) {
				return fmt.Sprintf("%s == (%s)", v.name, g.leaf(v.typ))
			}
		}
	case 4:
		return fmt.Sprintf("%s%%%d == %d", g.varying(intType), 2+g.n(2), g.n(2))
	}
	t := g.basic()
	for !isOrdered(t) {
		t = g.basic()
	}
	return fmt.Sprintf("%s %s %s", g.varying(t), pick(g, "<", "<=", "==", "!=", ">", ">="), g.leaf(t))
}

// sliceExpr makes another slice without changing one: what is appended to has
// no capacity left.
func (g *generator) sliceExpr(t types.Type, s *types.Slice, depth int) string {
	p, ok := g.path(t)
	if !ok {
		return g.literal(t, depth)
	}
	switch g.n(5) {
	case 0:
		return fmt.Sprintf("%s[min(%d, len(%s)):]", p, 1+g.n(2), p)
	case 1:
		return fmt.Sprintf("%s[:min(%d, len(%s))]", p, g.n(3), p)
	case 2:
		k := fmt.Sprintf("min(%d, len(%s))", 1+g.n(3), p)
		return fmt.Sprintf("append(%s[:%s:%s], %s)", p, k, k, g.expr(s.Elem(), depth))
	case 3:
		return fmt.Sprintf("slices.Clone(%s)", p)
	}
	return g.literal(t, depth)
}

// call calls a function.
func (g *generator) call(f function, depth int) string {
	g.cost += f.cost * g.weight
	var args []string
	n := f.sig.Params().Len()
	for i := range n {
		t := f.sig.Params().At(i).Type()
		if f.sig.Variadic() && i == n-1 {
			elem := t.(*types.Slice).Elem()
			if p, ok := g.path(t); ok && g.chance(0.4) {
				args = append(args, p+"...")
				continue
			}
			for range g.n(4) {
				args = append(args, g.expr(elem, depth))
			}
			continue
		}
		args = append(args, g.expr(t, depth))
	}
	return fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", "))
}
