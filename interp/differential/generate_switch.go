package main

import (
	"fmt"
	"go/types"
	"strings"
)

// switchTagged switches over a value, with cases that are constant or computed
// and a default anywhere.
func (g *generator) switchTagged() {
	t := g.basic()
	if named := g.anyNamed(); named != nil && isOrdered(named) && g.chance(0.4) {
		t = named
	}
	tag := g.varying(t)
	init := ""
	if g.chance(0.3) {
		name := g.name("v")
		init = fmt.Sprintf("%s := %s; ", name, tag)
		tag = name
	}
	g.line("switch %s%s {", init, tag)
	seen := map[string]bool{}
	cases := 1 + g.n(3)
	place := g.n(cases + 2)
	for i := range cases {
		if i == place {
			g.defaultCase()
		}
		var values []string
		for range 1 + g.n(2) {
			value := g.literal(t, 0)
			if seen[value] || types.Identical(t.Underlying(), boolType) || g.chance(0.3) {
				value = g.traced(t)
			}
			seen[value] = true
			values = append(values, value)
		}
		g.line("case %s:", strings.Join(values, ", "))
		g.caseBody(i)
		if g.chance(0.2) && (i < cases-1) {
			g.line("fallthrough")
		}
	}
	if place == cases {
		g.defaultCase()
	}
	g.line("}")
}

func (g *generator) defaultCase() {
	g.line("default:\nfmt.Println(\"default\")")
	if g.chance(0.4) {
		g.block(1)
	}
}

// caseBody prints which case it is, and may break out of it.
func (g *generator) caseBody(i int) {
	g.line("fmt.Println(%q)", fmt.Sprintf("case %d", i))
	if g.chance(0.2) {
		g.line("if %s {\nbreak\n}", g.condition())
	}
	if g.chance(0.6) {
		g.block(1)
	}
}

// traced returns an expression that prints when it is evaluated.
func (g *generator) traced(t types.Type) string {
	g.declareOnce("trace", "func trace[T any](name string, x T) T {\nfmt.Println(\"evaluated\", name)\nreturn x\n}")
	return fmt.Sprintf("trace(%q, %s)", g.name("e"), g.typed(t))
}

// switchTagless switches over conditions.
func (g *generator) switchTagless() {
	g.line("switch %s{", pick(g, "", "true ", "x := base; "))
	if strings.HasSuffix(g.out.String(), "x := base; {\n") {
		g.line("case x < 0:\nfmt.Println(\"negative\")")
	}
	cases := 1 + g.n(3)
	place := g.n(cases + 2)
	for i := range cases {
		if i == place {
			g.defaultCase()
		}
		condition := g.condition()
		if g.chance(0.3) {
			condition = g.traced(boolType)
		}
		g.line("case %s:", condition)
		g.caseBody(i)
		if g.chance(0.25) && i < cases-1 {
			g.line("fallthrough")
		}
	}
	if place == cases {
		g.defaultCase()
	}
	g.line("}")
}

// switchType switches over the types of several values.
func (g *generator) switchType() {
	ts := []types.Type{g.plain(1), g.plain(1), g.basic(), stringType, intType}
	if t := g.anyNamed(); t != nil {
		ts = append(ts, t, types.NewPointer(t))
	}
	var values, cases []string
	seen := map[string]bool{}
	name := g.name("t")
	for i, t := range ts {
		if p, ok := t.(*types.Pointer); ok {
			if !isLiteral(p.Elem()) {
				continue
			}
			values = append(values, "&"+g.literal(p.Elem(), 0))
		} else {
			values = append(values, g.typed(t))
		}
		text := g.typ(t)
		if text == "byte" {
			text = "uint8"
		} else if text == "rune" {
			text = "int32"
		}
		if seen[text] || text == "any" || g.chance(0.25) {
			continue
		}
		seen[text] = true
		if i%3 == 2 && !seen["bool"] && g.chance(0.5) {
			seen["bool"] = true
			cases = append(cases, fmt.Sprintf("case %s, bool:\nfmt.Printf(\"one of two %%T\\n\", %s)", text, name))
			continue
		}
		cases = append(cases, fmt.Sprintf("case %s:\nfmt.Printf(\"%%T\\n\", %s)", text, name))
	}
	cases = append(cases, fmt.Sprintf("case nil:\nfmt.Println(\"nil\", %s)", name))
	for _, i := range []string{"fmt.Stringer", "error", "Both", "Sizer", "interface{ Grow(int) }"} {
		if g.chance(0.4) {
			cases = append(cases, fmt.Sprintf("case %s:\nfmt.Printf(\"a %s %%T\\n\", %s)", i, i, name))
		}
	}
	g.rng.Shuffle(len(cases), func(i, j int) { cases[i], cases[j] = cases[j], cases[i] })
	if g.chance(0.7) {
		at := g.n(len(cases) + 1)
		cases = append(cases[:at:at], append([]string{fmt.Sprintf("default:\nfmt.Printf(\"other %%T\\n\", %s)", name)}, cases[at:]...)...)
	}
	g.loop(len(values)+1, func() {
		g.line("for i, x := range []any{%s, nil} {", strings.Join(values, ", "))
		g.line("switch %s := x.(type) {\n%s\n}", name, strings.Join(cases, "\n"))
		g.line("if i > %d {\nbreak\n}", g.n(9))
		g.line("}")
	})
}

// labels leaves or continues loops from within others, and from switches.
func (g *generator) labels() {
	outer, inner := g.name("Outer"), g.name("Inner")
	i, j := g.name("i"), g.name("j")
	n, m := 2+g.n(2), 2+g.n(2)
	useInner := g.chance(0.5)
	g.line("%s:", outer)
	g.loop(n, func() {
		g.line("for %s := %s {", i, pick(g, fmt.Sprintf("range %d", n), fmt.Sprintf("0; %s < %d; %s++", i, n, i)))
		g.addFixed(i, intType)
		if useInner {
			g.line("%s:", inner)
		}
		g.loop(m, func() {
			g.line("for %s := range %d {", j, m)
			g.addFixed(j, intType)
			g.line("fmt.Println(%q, %s, %s)", "at", i, j)
			switch g.n(3) {
			case 0:
				g.line("if %s {\n%s %s\n}", g.condition(), pick(g, "break", "continue"), outer)
			case 1:
				g.line("switch {\ncase %s:\nbreak\ncase %s+%s == %d:\n%s %s\ndefault:\nfmt.Println(\"go on\")\n}", g.condition(), i, j, 1+g.n(3), pick(g, "break", "continue"), outer)
			case 2:
				g.line("select {\ndefault:\nif %s*%s == %d {\n%s %s\n}\n}", i, j, g.n(3), pick(g, "break", "continue"), outer)
			}
			if useInner {
				g.line("if %s {\n%s %s\n}", g.condition(), pick(g, "break", "continue"), inner)
			}
			g.block(1)
			g.line("}")
		})
		g.line("}")
	})
	if g.chance(0.4) {
		label := g.name("Switch")
		g.line("%s:\nswitch {\ndefault:\nfmt.Println(\"in the switch\")\nif %s {\nbreak %s\n}\nfmt.Println(\"to its end\")\n}", label, g.condition(), label)
	}
}

// gotoStatement jumps back and forth.
func (g *generator) gotoStatement() {
	n, again, done := g.name("n"), g.name("again"), g.name("done")
	g.line("%s := 0", n)
	g.line("%s:", again)
	g.loop(3, func() {
		g.loops--
		g.line("fmt.Println(%q, %s)", n, n)
		g.line("{")
		g.block(1)
		g.line("}")
		g.line("if %s++; %s < 3 {\ngoto %s\n}", n, n, again)
		g.loops++
	})
	if g.chance(0.5) {
		g.line("if %s {\ngoto %s\n}", g.condition(), done)
		g.line("{")
		g.block(1)
		g.line("}")
		g.line("%s:\nfmt.Println(%q)", done, done)
	}
}
