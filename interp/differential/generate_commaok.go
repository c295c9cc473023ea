package main

import (
	"fmt"
	"go/types"
)

func (g *generator) commaOkMap() {
	key, elem := pick(g, stringType, intType), g.plain(1)
	m, x, ok := g.name("m"), g.name("x"), g.name("ok")
	g.line("%s := %s", m, g.literal(types.NewMap(key, elem), 1))
	g.add(m, types.NewMap(key, elem))
	switch g.n(4) {
	case 0:
		g.line("if %s, %s := %s[%s]; %s {", x, ok, m, g.expr(key, 1), ok)
		g.scope(func() {
			g.add(x, elem)
			g.showValue(x, elem)
			g.block(1)
		})
		g.line("} else {\nfmt.Println(\"not there\", %s)\n}", x)
	case 1:
		g.line("%s, %s := %s[%s]", x, ok, m, g.expr(key, 1))
		g.line("fmt.Println(%s, %s)", x, ok)
		g.line("%s, %s = %s[%s]", x, ok, m, g.expr(key, 1))
		g.line("fmt.Println(%s, %s)", x, ok)
		g.add(x, elem)
		g.add(ok, boolType)
	case 2:
		g.line("var %s any\nvar %s bool", x, ok)
		g.line("%s, %s = %s[%s]", x, ok, m, g.expr(key, 1))
		g.line("fmt.Printf(\"%%v %%T %%v\\n\", %s, %s, %s)", x, x, ok)
	case 3:
		g.line("_, %s := %s[%s]", ok, m, g.expr(key, 1))
		g.line("delete(%s, %s)", m, g.expr(key, 1))
		g.line("fmt.Println(%s, len(%s))", ok, m)
	}
	if g.chance(0.3) {
		g.line("clear(%s)\nfmt.Println(%s)", m, m)
	}
}

func (g *generator) commaOkAssertion() {
	t := g.plain(1)
	want := t
	if g.chance(0.5) {
		want = g.plain(1)
	}
	a, x, ok := g.name("a"), g.name("x"), g.name("ok")
	g.line("var %s any = %s", a, g.typed(t))
	if types.Identical(want, anyType) {
		want = stringType
	}
	switch g.n(4) {
	case 0:
		g.line("if %s, %s := %s.(%s); %s {", x, ok, a, g.typ(want), ok)
		g.scope(func() {
			g.add(x, want)
			g.showValue(x, want)
			g.block(1)
		})
		g.line("}")
	case 1:
		i := pick(g, "fmt.Stringer", "error", "Sizer", "Labeler", "interface{ Size() int }")
		g.line("%s, %s := %s.(%s)", x, ok, a, i)
		g.line("fmt.Println(%s != nil, %s)", x, ok)
	case 2:
		g.line("%s, %s := %s.(%s)", x, ok, a, g.typ(want))
		g.line("fmt.Printf(\"%%v %%T %%v\\n\", %s, %s, %s)", x, x, ok)
		g.add(x, want)
	case 3:
		g.line("func() {\ndefer func() { fmt.Println(\"recovered:\", recover()) }()")
		g.line("%s := %s.(%s)\nfmt.Println(%s)\n}()", x, a, g.typ(want), x)
	}
	g.add(a, anyType)
}

func (g *generator) commaOkReceive() {
	elem := g.plain(1)
	c, x, ok := g.name("ch"), g.name("x"), g.name("ok")
	g.line("%s := make(chan %s, 2)", c, g.typ(elem))
	g.line("%s <- %s", c, g.expr(elem, 1))
	if g.chance(0.6) {
		g.line("close(%s)", c)
		g.line("%s, %s := <-%s\nfmt.Println(%s, %s)", x, ok, c, x, ok)
		g.line("%s, %s = <-%s\nfmt.Println(%s, %s)", x, ok, c, x, ok)
	} else {
		g.line("%s, %s := <-%s", x, ok, c)
		g.line("fmt.Println(%s, %s, len(%s), cap(%s))", x, ok, c, c)
		g.line("select {\ncase %s, %s = <-%s:\nfmt.Println(\"more\", %s)\ndefault:\nfmt.Println(\"none\")\n}", x, ok, c, ok)
	}
	g.add(x, elem)
	g.add(ok, boolType)
	if g.chance(0.2) {
		g.line("%s", fmt.Sprintf("fmt.Printf(\"%%T\\n\", (<-chan %s)(%s))", g.typ(elem), c))
	}
}
