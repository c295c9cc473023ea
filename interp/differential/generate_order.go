package main

import (
	"fmt"
	"go/types"
	"strings"
)

// reads reads variables in statements that call functions which change them. Go
// leaves the order open: the programs say what the Go compiler makes of it (where
// it calls the functions, see oracle.go).
func (g *generator) reads() {
	g.scope(func() {
		for range 2 {
			g.declareVariable()
		}
		for range 1 + g.n(2) {
			g.changer()
		}
		for range 3 + g.n(3) {
			switch g.n(7) {
			case 0:
				g.assign()
			case 1:
				g.declareVariable()
			case 2:
				v, w := g.variable(), g.variable()
				g.line("fmt.Println(%s, %s, %s, %s)", v.name, g.expr(w.typ, 2), w.name, g.expr(v.typ, 1))
			case 3:
				v := g.variable()
				w := g.variableOf(v.typ)
				g.line("fmt.Println([]%s{%s, %s, %s}, [...]any{%s, %s, %s})", g.typ(v.typ), v.name, g.expr(v.typ, 2), w.name, v.name, g.expr(v.typ, 1), w.name)
			case 4:
				v := g.variable()
				w := g.variableOf(v.typ)
				g.line("%s, %s = %s, %s", v.name, w.name, g.expr(v.typ, 1), g.expr(v.typ, 2))
				g.showValue(w.name, w.typ)
			case 5:
				g.line("if %s {", g.condition())
				g.assign()
				g.line("}")
			case 6:
				v := g.variable()
				s := g.name("v")
				g.line("%s := struct {\nA %s\nB *%s\nC []%s\n}{%s, new(%s), []%s{%s, %s}}", s, g.typ(v.typ), g.typ(v.typ), g.typ(v.typ),
					v.name, g.typ(v.typ), g.typ(v.typ), g.expr(v.typ, 2), v.name)
				g.line("*%s.B = %s\nfmt.Println(%s.A, *%s.B, %s.C)", s, g.expr(v.typ, 1), s, s, s)
			}
		}
	})
}

// changer declares a function that changes variables and returns one of them.
func (g *generator) changer() {
	v, w := g.variable(), g.variable()
	name := g.name("change")
	g.line("%s := func() %s {", name, g.typ(v.typ))
	g.scope(func() {
		for _, x := range []variable{v, w} {
			g.mutate(x.name, x.typ, fmt.Sprint(1+g.n(4)))
		}
		if g.chance(0.3) {
			g.line("fmt.Println(%q)", strings.ToUpper(name))
		}
	})
	g.line("return %s\n}\n_ = %s", v.name, name)
	sig := types.NewSignatureType(nil, nil, nil, nil, tuple(g.pkg, []types.Type{v.typ}), false)
	g.funcs = append(g.funcs, function{name: name, sig: sig, cost: 6, local: true})
}
