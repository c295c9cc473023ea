package main

import (
	"fmt"
	"go/types"
	"strings"
)

// declareVariable declares a variable of a plain type and shows it.
func (g *generator) declareVariable() {
	t := g.plain(2)
	name := g.name("v")
	switch g.n(5) {
	case 0:
		g.line("var %s %s", name, g.typ(t))
	case 1:
		g.line("var %s %s = %s", name, g.typ(t), g.expr(t, 2))
	default:
		g.line("%s := %s", name, g.typed(t))
	}
	g.add(name, t)
	g.showValue(name, t)
}

// variable returns a variable of a plain type that can be assigned.
func (g *generator) variable() variable {
	var found []variable
	for _, v := range g.vars {
		if !v.fixed && printable(v.typ) {
			found = append(found, v)
		}
	}
	if len(found) == 0 {
		t := g.plain(1)
		name := g.name("v")
		g.line("var %s %s", name, g.typ(t))
		g.line("_ = %s", name)
		return g.add(name, t)
	}
	if n := len(found); n > 5 && g.chance(0.4) {
		found = found[n-5:]
	}
	return pick(g, found...)
}

// variableOf returns a variable of a type, declared here if there is none.
func (g *generator) variableOf(t types.Type) variable {
	var found []variable
	for _, v := range g.vars {
		if !v.fixed && types.Identical(v.typ, t) {
			found = append(found, v)
		}
	}
	if len(found) > 0 && g.chance(0.7) {
		return pick(g, found...)
	}
	name := g.name("v")
	g.line("%s := %s", name, g.literalTyped(t))
	g.line("_ = %s", name)
	return g.add(name, t)
}

// literalTyped returns a literal whose type is t in any context.
func (g *generator) literalTyped(t types.Type) string {
	if isLiteral(t) {
		return g.literal(t, 1)
	}
	return fmt.Sprintf("%s(%s)", g.typ(t), g.literal(t, 1))
}

func (g *generator) assign() {
	v := g.variable()
	if g.chance(0.5) {
		g.line("%s = %s", v.name, g.expr(v.typ, 2))
	} else {
		g.mutate(v.name, v.typ, g.varying(intType))
	}
	if g.chance(0.6) {
		g.showValue(v.name, v.typ)
	}
}

func (g *generator) show() {
	v := g.variable()
	g.showValue(v.name, v.typ)
}

func (g *generator) ifStatement() {
	if g.chance(0.3) {
		name := g.name("v")
		t := g.plain(1)
		g.scope(func() {
			g.line("if %s := (%s); %s {", name, g.typed(t), g.condition())
			g.add(name, t)
			g.showValue(name, t)
			g.block(1)
			g.line("} else {")
			g.showValue(name, t)
			g.line("}")
		})
		return
	}
	g.line("if %s {", g.condition())
	g.block(1 + g.n(2))
	for range g.n(2) {
		g.line("} else if %s {", g.condition())
		g.block(1)
	}
	if g.chance(0.6) {
		g.line("} else {")
		g.block(1)
	}
	g.line("}")
	if g.inFunc && g.depth > 0 && g.chance(0.2) {
		g.line("if %s {", g.condition())
		g.returnStatement()
		g.line("}")
	}
}

func (g *generator) returnStatement() {
	var results []string
	for _, t := range g.results {
		results = append(results, g.expr(t, 1))
	}
	g.line("return %s", strings.Join(results, ", "))
}

// declareFunction declares a function at top level. What it is given it may
// change in place, unless values are copied.
func (g *generator) declareFunction() {
	name := g.name("f")
	var params []variable
	var list []*types.Var
	variadic := g.chance(0.25)
	n := g.n(3)
	if variadic {
		n++
	}
	effects := false
	var texts []string
	for i := range n {
		t := g.plain(1)
		text := g.typ(t)
		if variadic && i == n-1 {
			text = "..." + text
			t = types.NewSlice(t)
		}
		p := variable{name: fmt.Sprintf("arg%d", i), typ: t}
		effects = effects || refers(t)
		params = append(params, p)
		list = append(list, types.NewParam(0, g.pkg, p.name, t))
		texts = append(texts, p.name+" "+text)
	}
	results := []types.Type{g.plain(1)}
	if g.chance(0.4) {
		results = append(results, g.plain(1))
	}
	body, cost := g.topLevel(params, results, func() {
		if g.chance(0.5) {
			g.line("fmt.Println(%q)", "in "+name)
		}
		g.block(1 + g.n(2))
		g.returnStatement()
	})
	var resultTexts []string
	for _, r := range results {
		resultTexts = append(resultTexts, g.typ(r))
	}
	g.declare("func %s(%s) (%s) {\n%s}", name, strings.Join(texts, ", "), strings.Join(resultTexts, ", "), body)
	sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(list...), tuple(g.pkg, results), variadic)
	g.funcs = append(g.funcs, function{name: name, sig: sig, effects: effects, cost: cost})
}

// refers reports whether a copy of a value shares memory with it.
func refers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return false
	case *types.Array:
		return refers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if refers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// callStatement calls a function, whatever it does, and shows its results.
func (g *generator) callStatement() {
	var affordable []function
	for _, f := range g.funcs {
		if g.affords(f) {
			affordable = append(affordable, f)
		}
	}
	if len(affordable) == 0 {
		g.show()
		return
	}
	f := pick(g, affordable...)
	var names []string
	call := g.call(f, 1)
	if f.sig.Results().Len() == 0 {
		g.line("%s", call)
		return
	}
	for range f.sig.Results().Len() {
		names = append(names, g.name("r"))
	}
	if !f.effects && g.chance(0.3) {
		g.line("fmt.Println(%s)", call)
		return
	}
	g.line("%s := %s", strings.Join(names, ", "), call)
	for i, name := range names {
		t := f.sig.Results().At(i).Type()
		g.add(name, t)
		g.showValue(name, t)
	}
}

// parallelAssign assigns to several targets, some of them indexed by others.
func (g *generator) parallelAssign() {
	switch g.n(4) {
	case 0:
		t := g.plain(1)
		a, b := g.name("v"), g.name("v")
		g.line("%s, %s := %s, %s", a, b, g.typed(t), g.typed(t))
		g.line("%s, %s = %s, %s", a, b, b, a)
		g.add(a, t)
		g.add(b, t)
		g.showValue(a, t)
		g.showValue(b, t)
	case 1:
		s := g.name("s")
		i := g.name("i")
		g.line("%s := []int{%d, 0, 1, 2}", s, g.n(3))
		g.line("%s := %d", i, g.n(3))
		g.line("%s, %s[%s] = %s[%s]+1, %d", i, s, i, s, i, 5+g.n(9))
		g.line("fmt.Println(%s, %s)", i, s)
		g.line("%s[0], %s[1], %s[2] = %s[2], %s[0], %s[1]", s, s, s, s, s, s)
		g.line("fmt.Println(%s, %s)", i, s)
		g.add(s, types.NewSlice(intType))
	case 2:
		t := g.plain(1)
		m := g.name("m")
		x := g.name("v")
		g.line("%s := map[string]%s{\"a\": %s}", m, g.typ(t), g.expr(t, 1))
		g.line("%s, %s := %s[\"b\"], %s[\"a\"]", x, x+"ok", m, m)
		g.line("%s, %s[\"b\"], %s[\"a\"] = %s[\"a\"], %s, %s", x, m, m, m, x+"ok", x)
		g.line("fmt.Println(%s, len(%s))", x, m)
		g.showValue(m, types.NewMap(stringType, t))
		g.line("_ = %sok", x)
		g.add(x, t)
	case 3:
		v := g.variable()
		w := g.variableOf(v.typ)
		g.line("%s, %s = %s, %s", v.name, w.name, w.name, g.expr(v.typ, 1))
		if v.name == w.name {
			g.line("_ = %s", v.name)
		}
		g.showValue(v.name, v.typ)
		g.showValue(w.name, w.typ)
	}
}

// localType declares a type within a function and uses it.
func (g *generator) localType() {
	name := g.name("local")
	under := pick(g, types.Type(types.NewStruct(g.fields(1+g.n(2), 1), nil)), types.Type(types.NewSlice(g.plain(0))), g.basic())
	v := g.name("v")
	if isLiteral(under) {
		g.line("type %s %s", name, g.typ(under))
		body := strings.TrimPrefix(g.literal(under, 1), g.typ(under))
		g.line("%s := %s%s", v, name, body)
	} else {
		g.line("type %s %s", name, g.typ(under))
		g.line("%s := %s(%s)", v, name, g.expr(under, 1))
	}
	g.line("fmt.Printf(\"%%v %%+v %%T\\n\", %s, %s, %s)", v, v, v)
	g.line("_, is%s := any(%s).(%s)", v, v, g.typ(under))
	g.line("fmt.Println(is%s)", v)
}

// constants declares constants by iota, here or at top level.
func (g *generator) constants() {
	typ := g.name("Level")
	under := pick(g, "int", "uint8", "int64", "string", "float64")
	a, b, c := typ+"A", typ+"B", typ+"C"
	var block string
	switch {
	case under == "string":
		block = fmt.Sprintf("const (\n%s %s = %q\n%s = %s + \"!\"\n%s %s = \"last\"\n)", a, typ, g.word(), b, a, c, typ)
	case under == "float64":
		block = fmt.Sprintf("const (\n%s %s = iota * 1.5\n%s\n%s\n)", a, typ, b, c)
	default:
		block = fmt.Sprintf("const (\n%s %s = %s\n%s\n_\n%s\n)", a, typ, pick(g, "iota", "1 << iota", "iota*10 + 1", "(iota + 1) << 2", "5 - iota"), b, c)
	}
	decl := fmt.Sprintf("type %s %s\n\n%s", typ, under, block)
	if g.chance(0.5) {
		g.line("%s", decl)
	} else {
		g.declare("%s", decl)
		if g.chance(0.5) {
			g.declare("func (l %s) String() string { return fmt.Sprintf(\"%s(%%v)\", %s(l)) }", typ, typ, under)
		}
	}
	v := g.name("v")
	g.line("%s := %s", v, pick(g, a, b, c))
	g.line("fmt.Println(%s, %s, %s, %s == %s)", a, b, c, v, b)
	g.line("fmt.Printf(\"%%v %%d %%T %%#v\\n\", %s, %s, %s, %s)", v, v, v, v)
	g.line("switch %s {\ncase %s:\nfmt.Println(%q)\ncase %s, %s:\nfmt.Println(%q)\n}", v, a, "is a", b, c, "is b or c")
}
