package main

import (
	"fmt"
	"go/types"
)

// pointers changes values through pointers to them and to their parts.
func (g *generator) pointers() {
	t := g.plain(1)
	v, p, q := g.name("v"), g.name("p"), g.name("p")
	switch g.n(4) {
	case 0:
		g.line("%s := %s\n%s := &%s\n%s := &%s", v, g.typed(t), p, v, q, p)
		g.line("*%s = %s\nfmt.Println(%s, *%s == %s)", p, g.expr(t, 1), v, q, p)
		g.line("**%s = %s", q, g.expr(t, 1))
		g.add(v, t)
	case 1:
		s := types.NewSlice(t)
		g.line("%s := %s\n%s = append(%s, %s)\n%s := &%s[0]", v, g.literal(s, 1), v, v, g.expr(t, 1), p, v)
		g.line("*%s = %s\nfmt.Println(%s)\n%s = append(%s, %s...)\n*%s = %s", p, g.expr(t, 1), v, v, v, v, p, g.expr(t, 1))
		g.line("fmt.Println(*%s, len(%s))", p, v)
		g.add(v, s)
		t = s
	case 2:
		s := types.NewStruct(g.fields(2, 1), nil)
		f := s.Field(g.n(2))
		g.line("%s := %s\n%s := &%s\n%s := &%s.%s", v, g.literal(s, 1), p, v, q, p, f.Name())
		g.line("*%s = %s\nfmt.Println(%s.%s, %s.%s)", q, g.expr(f.Type(), 1), v, f.Name(), p, f.Name())
		g.line("w%s := *%s\n*%s = %s\nfmt.Println(w%s, *%s, %s == &%s)", v, p, q, g.expr(f.Type(), 1), v, p, p, v)
		g.add(v, s)
		t = s
	case 3:
		g.line("%s := new(%s)\n%s := []*%s{%s, new(%s), %s}", p, g.typ(t), q, g.typ(t), p, g.typ(t), p)
		g.line("*%s[0] = %s\nfor i, x := range %s {\nfmt.Println(i, *x, x == %s)\n}", q, g.expr(t, 1), q, p)
		return
	}
	g.showValue(v, t)
}

// functionValues keeps functions in maps, in fields and as results.
func (g *generator) functionValues() {
	t, u := g.plain(0), g.plain(1)
	sig := types.NewSignatureType(nil, nil, nil, tuple(g.pkg, []types.Type{t}), tuple(g.pkg, []types.Type{u}), false)
	v := g.name("fv")
	switch g.n(4) {
	case 0:
		g.line("%s := map[string]func(%s) %s{\"a\": %s, \"b\": %s, \"c\": nil}", v, g.typ(t), g.typ(u), g.functionLiteral(sig, 1), g.functionLiteral(sig, 1))
		g.line("for _, k := range slices.Sorted(maps.Keys(%s)) {\nif f := %s[k]; f != nil {\nfmt.Println(k, f(%s))\n}\n}", v, v, g.expr(t, 1))
	case 1:
		g.line("%s := struct {\nname string\nrun func(%s) %s\n}{%q, %s}", v, g.typ(t), g.typ(u), g.word(), g.functionLiteral(sig, 1))
		g.line("fmt.Println(%s.name, %s.run(%s))\nw%s := %s\nw%s.run = %s\nfmt.Println(%s.run != nil, w%s.run(%s))", v, v, g.expr(t, 1), v, v, v, g.functionLiteral(sig, 1), v, v, g.expr(t, 1))
	case 2:
		g.line("%s := func() (get func() %s, set func(%s)) {\nvar x %s\nget = func() %s { return x }\nset = func(to %s) { x = to }\nreturn\n}", v, g.typ(u), g.typ(u), g.typ(u), g.typ(u), g.typ(u))
		g.line("get%s, set%s := %s()\nset%s(%s)\nfmt.Println(get%s())\nother%s, _ := %s()\nfmt.Println(other%s())", v, v, v, v, g.expr(u, 1), v, v, v, v)
	case 3:
		g.line("var %s []func() %s\nfor range 2 {\n%s = append(%s, %s)\n}", v, g.typ(u), v, v,
			g.functionLiteral(types.NewSignatureType(nil, nil, nil, nil, tuple(g.pkg, []types.Type{u}), false), 2))
		g.line("for i := len(%s) - 1; i >= 0; i-- {\nfmt.Println(i, %s[i]())\n}", v, v)
	}
}

// anyValues compares and keys by values of any type.
func (g *generator) anyValues() {
	v := g.name("any")
	t := g.plain(0)
	switch g.n(4) {
	case 0:
		g.line("%s := map[any]string{1: \"int\", \"1\": \"string\", 1.0: \"float\", [1]int{1}: \"array\", true: \"bool\", int8(1): \"int8\"}", v)
		g.line("for _, k := range []any{1, \"1\", 1.0, [1]int{1}, [1]int{2}, true, int8(1), uint(1), nil, struct{}{}} {\nx, ok := %s[k]\nfmt.Printf(\"%%v %%T %%q %%v\\n\", k, k, x, ok)\n}", v)
	case 1:
		g.line("%s := []any{%s, %s, 1, \"a\", nil, %s}", v, g.typed(t), g.typed(t), g.typed(g.basic()))
		g.line("for i := range %s {\nfor j := range i {\nfmt.Print(i, j, %s[i] == %s[j], \" \")\n}\n}\nfmt.Println(%s[0] == any(%s), %s[3] == \"a\", %s[2] == 1)", v, v, v, v, g.typed(t), v, v)
	case 2:
		g.line("func() {\ndefer func() { fmt.Println(\"recovered:\", recover()) }()\nvar %s any = []int{1}\nfmt.Println(%s == nil)\n%s\n}()", v, v,
			pick(g, fmt.Sprintf("fmt.Println(%s == %s)", v, v), fmt.Sprintf("m := map[any]int{}\nm[%s]++", v), fmt.Sprintf("fmt.Println(%s == any(map[string]int{}))", v)))
	case 3:
		name := g.name("Box")
		g.declare("type %s struct{ V any }", name)
		g.line("%s := %s{%s}\nfmt.Println(%s == %s{%s.V}, %s == %s{2}, %s != %s{})", v, name, g.typed(t), v, name, v, v, name, v, name)
		g.line("fmt.Printf(\"%%v %%+v %%#v %%T\\n\", %s, %s, %s, %s.V)", v, v, v, v)
		g.line("if s, ok := %s.V.(interface{ String() string }); ok {\nfmt.Println(s.String())\n}", v)
	}
}

// recursiveTypes refer to themselves, and functions to each other.
func (g *generator) recursiveTypes() {
	v := g.name("rec")
	switch g.n(5) {
	case 0:
		name := g.name("Nested")
		g.declare("type %s []%s\n\nfunc (n %s) depth() int {\nd := 0\nfor _, x := range n {\nd = max(d, x.depth()+1)\n}\nreturn d\n}", name, name, name)
		g.line("%s := %s{{}, {{}, {{}}}, nil}\nfmt.Println(%s, len(%s), %s.depth())", v, name, v, v, v)
	case 1:
		name := g.name("State")
		g.declare("type %s func(n int) %s", name, name)
		g.line("var even%s, odd%s %s\neven%s = func(n int) %s {\nfmt.Println(\"even\", n)\nreturn odd%s\n}\nodd%s = func(n int) %s {\nif n > 3 {\nreturn nil\n}\nreturn even%s\n}", v, v, name, v, name, v, v, name, v)
		g.line("n%s := 0\nfor s := even%s; s != nil; n%s++ {\ns = s(n%s)\n}\nfmt.Println(n%s)", v, v, v, v, v)
	case 2:
		a, b := g.name("even"), g.name("odd")
		g.declare("func %s(n int) bool { return n == 0 || %s(n-1) }\n\nfunc %s(n int) bool { return n != 0 && %s(n-1) }", a, b, b, a)
		g.line("fmt.Println(%s(%s&15), %s(7))", a, g.varying(intType), b)
	case 3:
		name := g.name("Dict")
		g.declare("type %s map[string]%s\n\nfunc (d %s) put(path ...string) {\nif len(path) > 0 {\nif d[path[0]] == nil {\nd[path[0]] = %s{}\n}\nd[path[0]].put(path[1:]...)\n}\n}", name, name, name, name)
		g.line("%s := %s{}\n%s.put(\"a\", \"b\", %s)\n%s.put(\"a\", \"c\")\nfmt.Println(%s, len(%s[\"a\"]))", v, name, v, g.expr(stringType, 1), v, v, v)
	case 4:
		expr, lit, add := g.name("Expr"), g.name("Lit"), g.name("Add")
		g.declare("type %s interface{ eval() int }\n\ntype %s int\n\ntype %s struct{ l, r %s }\n\nfunc (l %s) eval() int { return int(l) }\n\nfunc (a %s) eval() int { return a.l.eval() + a.r.eval() }", expr, lit, add, expr, lit, add)
		g.line("var %s %s = %s(%s)\nfor i := range 3 {\n%s = %s{%s, &%s{%s(i), %s}}\n}\nfmt.Println(%s.eval())", v, expr, lit, g.expr(intType, 1), v, add, v, add, lit, v, v)
	}
}

// conversions convert between types that are alike below their names.
func (g *generator) conversions() {
	v := g.name("c")
	switch g.n(5) {
	case 0:
		under := g.plain(1)
		a, b := g.name("From"), g.name("To")
		g.declare("type %s struct{ V %s }\n\ntype %s struct{ V %s }\n\nfunc (t %s) String() string { return \"to\" }", a, g.typ(under), b, g.typ(under), b)
		g.line("%s := %s{%s}\nfmt.Println(%s, %s(%s), struct{ V %s }(%s))\nfmt.Printf(\"%%T %%T\\n\", %s(%s), (*%s)(&%s))", v, a, g.expr(under, 1), v, b, v, g.typ(under), v, b, v, b, v)
	case 1:
		name := g.name("Bytes")
		g.declare("type %s []byte\n\ntype %sText string", name, name)
		g.line("%s := %s(%s)\nfmt.Println(%s, string(%s), %sText(%s), len(%s))\nfmt.Printf(\"%%s %%q %%x %%v %%T\\n\", %s, %s, %s, %s, %s)", v, name, g.typed(stringType), v, v, name, v, v, v, v, v, v, v)
		g.line("%s = append(%s, %s...)\nfmt.Println(copy(%s, \"xyz\"), string(%s), []rune(%sText(%s)))", v, v, g.expr(stringType, 1), v, v, name, v)
	case 2:
		t, u := pick(g, integers...), pick(g, integers...)
		g.line("%s := %s(%s)\nfmt.Println(%s, %s(%s), float32(%s), string(rune(65+%s%%20&15)), %s(%s(%s)) == %s)", v, g.typ(t), g.varying(u), v, g.typ(u), v, v, v, g.typ(t), g.typ(u), v, v)
	case 3:
		elem := g.plain(0)
		name := g.name("Seq")
		g.declare("type %s []%s\n\nfunc (s %s) first() %s { return s[0] }", name, g.typ(elem), name, g.typ(elem))
		g.line("%s := []%s{%s, %s}\nfmt.Println(%s(%s).first(), [2]%s(%s), len(%s))", v, g.typ(elem), g.expr(elem, 1), g.expr(elem, 1), name, v, g.typ(elem), v, v)
		g.line("var seq%s %s = %s\nseq%s[0] = %s\nfmt.Println(%s[0], any(seq%s).(%s)[1])\n_, plain%s := any(seq%s).([]%s)\nfmt.Println(plain%s)", v, name, v, v, g.expr(elem, 1), v, v, name, v, v, g.typ(elem), v)
	case 4:
		g.line("%s := %s\nfmt.Println(int(float64(%s)/3), float64(%s)/3, uint8(%s), int64(-%s)>>1, -%s/2, -%s%%3)", v, g.typed(intType), v+"%1000", v, v, v, v, v)
	}
}

// shadowing declares names again, in inner scopes and of the universe.
func (g *generator) shadowing() {
	v := g.name("sh")
	t := g.plain(0)
	g.line("%s := %s", v, g.typed(t))
	switch g.n(4) {
	case 0:
		g.line("{\n%s, other := %s, %s\nfmt.Println(%s, other)\n}", v, g.typed(g.plain(0)), v, v)
	case 1:
		g.line("if %s := len(word); %s > 1 {\n%s := %s * 2\nfmt.Println(%s)\n} else if %s := \"short\"; true {\nfmt.Println(%s)\n}", v, v, v, v, v, v, v)
	case 2:
		g.line("func() {\nlen := func(s string) int { return -1 }\nnil := %s\ntrue := false\nfmt.Println(len(\"a\"), nil, true)\n}()", v)
	case 3:
		g.line("for %s := range 2 {\n%s := %s + 10\nfunc(%s string) { fmt.Println(%s) }(fmt.Sprint(%s))\n}", v, v, v, v, v, v)
	}
	g.add(v, t)
	g.showValue(v, t)
}
