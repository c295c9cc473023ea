package main

import (
	"fmt"
	"go/types"
)

// panicValue returns an argument of panic, whose text the runtime prints likewise
// everywhere.
func (g *generator) panicValue() string {
	switch g.n(6) {
	case 0:
		return fmt.Sprintf("fmt.Errorf(\"failed: %%w\", errors.New(%q))", "inner")
	case 1:
		return g.typed(intType)
	case 2:
		return fmt.Sprintf("fmt.Sprint(%q, %s)", "bad ", g.varying(intType))
	case 3:
		return g.literalTyped(stringType)
	case 4:
		return "errors.New(\"an error\")"
	}
	return fmt.Sprintf("%q", "stop")
}

// runtimeError writes statements that panic, or may.
func (g *generator) runtimeError() {
	v := g.name("v")
	switch g.n(10) {
	case 0:
		g.line("%s := []int{1, 2, 3}\nfmt.Println(%s[base+%d])", v, v, g.n(9))
	case 1:
		t := types.NewMap(stringType, g.plain(1))
		g.line("var %s %s\nfmt.Println(len(%s), %s[\"x\"])\n%s[\"x\"] = %s", v, g.typ(t), v, v, v, g.expr(t.Elem(), 1))
	case 2:
		n := g.named[g.n(len(g.named))]
		g.line("var %s *%s\nfmt.Println(%s == nil)\nfmt.Println(*%s)", v, n.Obj().Name(), v, v)
	case 3:
		t := pick(g, integers...)
		g.line("%s := %s(base) - %s(base)\nfmt.Println(%s %s %s)", v, g.typ(t), g.typ(t), g.varying(t), pick(g, "/", "%"), v)
	case 4:
		g.line("var %s any = %s\nfmt.Println(%s.(%s))", v, g.typed(g.plain(1)), v, pick(g, "int", "string", "fmt.Stringer", "[]int"))
	case 5:
		g.line("%s := []int{1, 2, 3}\nfmt.Println(%s[base+2:%s])", v, v, pick(g, "", "base", "2"))
	case 6:
		g.line("var %s func(int) int\nfmt.Println(%s(base))", v, v)
	case 7:
		g.line("%s := make(chan int)\nclose(%s)\nclose(%s)", v, v, v)
	case 8:
		g.line("%s := make([]int, base)\nfmt.Println(len(%s))\n%s = make([]int, -len(%s))", v, v, v, v)
	case 9:
		g.line("var %s Sizer\nfmt.Println(%s.Size())", v, v)
	}
}

// deferStatements defers calls whose arguments are evaluated at once.
func (g *generator) deferStatements() {
	v := g.name("v")
	body := g.inFunction(nil, func() {
		g.line("%s := %s", v, g.typed(intType))
		g.add(v, intType)
		g.line("defer fmt.Println(\"deferred\", %s)", v)
		g.line("defer func(n int) {\nfmt.Println(\"closure\", n, %s)\n}(%s)", v, v)
		if g.chance(0.6) {
			i := g.name("i")
			g.line("for %s := range %d {\ndefer func() { fmt.Println(%q, %s, %s) }()\nif %s {\ncontinue\n}\n%s++\n}", i, 2+g.n(2), "of loop", i, v, g.condition(), v)
		}
		if h, n := g.holder(); len(n.methods) > 0 && g.chance(0.6) {
			m := n.methods[g.n(len(n.methods))]
			arg := ""
			if m.Signature().Params().Len() > 0 {
				arg = "3"
			}
			g.line("defer func() { fmt.Println(%s) }()", g.summary(h, n.Named))
			g.line("defer %s.%s(%s)", h, m.Name(), arg)
		}
		g.block(1)
		g.line("%s++\nfmt.Println(\"at the end\", %s)", v, v)
	})
	g.line("func() {\n%s}()", body)
}

// recovered recovers from a panic, and goes on.
func (g *generator) recovered() {
	how := g.n(5)
	body := g.inFunction(nil, func() {
		e := g.name("e")
		switch how {
		case 0:
			g.line("defer func() {\nfmt.Println(\"recovered:\", recover())\n}()")
		case 1:
			g.line("defer func() {\nif %s := recover(); %s != nil {\nerr, ok := %s.(error)\nfmt.Printf(\"%%v %%v %%v\\n\", %s, err, ok)\n}\n}()", e, e, e, e)
		case 2:
			g.line("defer func() {\n%s := recover()\n_, ok := %s.(runtime.Error)\nfmt.Println(%s, ok, recover())\n}()", e, e, e)
		case 3:
			g.declareOnce("rescue", "func rescue(name string) {\nif r := recover(); r != nil {\nfmt.Printf(\"%s rescued: %v\\n\", name, r)\n}\n}")
			g.line("defer rescue(%q)", e)
		case 4:
			g.line("defer func() {\nswitch %s := recover().(type) {\ncase nil:\nfmt.Println(\"no panic\")\ncase runtime.Error:\nfmt.Println(\"runtime:\", %s)\ncase error:\nfmt.Println(\"error:\", %s)\ncase string:\nfmt.Println(\"string:\", %s)\ndefault:\nfmt.Printf(\"%%T: %%v\\n\", %s, %s)\n}\n}()", e, e, e, e, e, e)
		}
		if g.chance(0.5) {
			g.line("defer fmt.Println(\"before the recover\")")
		}
		g.block(1)
		if g.chance(0.5) {
			g.runtimeError()
		} else {
			g.line("if %s {\npanic(%s)\n}", g.condition(), g.panicValue())
		}
		g.line("fmt.Println(\"not stopped\")")
	})
	g.line("func() {\n%s}()", body)
}

// namedResults changes named results in deferred calls, some of them deferred in a range over a function.
func (g *generator) namedResults() {
	f := g.name("nr")
	t := g.plain(1)
	body, cost := g.topLevel([]variable{{name: "n", typ: intType}, {name: "x", typ: t}}, []types.Type{t, errorType}, func() {
		iterated := g.chance(0.4)
		if iterated {
			g.line("for range func(yield func() bool) { yield() } {")
		}
		g.line("defer func() {")
		g.line("if r := recover(); r != nil {\nerr = fmt.Errorf(\"from panic: %%v\", r)\n}")
		g.mutate("x", t, "n")
		g.line("fmt.Println(\"in defer\", x, err)\n}()")
		if iterated {
			g.line("}")
		}
		g.line("if n%%3 == 0 {\nreturn %s, errors.New(\"third\")\n}", g.expr(t, 1))
		g.line("if n%%3 == 1 {")
		if g.chance(0.5) {
			g.runtimeError()
		} else {
			g.line("panic(%s)", g.panicValue())
		}
		g.line("}")
		g.line("x = %s", g.expr(t, 1))
		g.line("return")
	})
	g.declare("func %s(n int) (x %s, err error) {\n%s}", f, g.typ(t), body)
	if g.cost+3*cost*g.weight > maxCost {
		return
	}
	g.cost += 3 * cost * g.weight
	i := g.name("i")
	g.line("for %s := range 3 {\nx, err := %s(%s)\nfmt.Println(%s, x, err)\n}", i, f, i, i)
}

// repanic panics again while a panic is on its way.
func (g *generator) repanic() {
	again := pick(g, "fmt.Errorf(\"again: %v\", r)", "r", "fmt.Sprint(\"again: \", r)")
	text := func() string {
		if g.chance(0.5) {
			return g.capture(g.runtimeError)
		}
		return fmt.Sprintf("panic(%s)\n", g.panicValue())
	}
	body := g.inFunction(nil, func() {
		g.line("defer func() { fmt.Println(\"outer:\", recover()) }()")
		if g.chance(0.3) {
			g.line("defer panic(\"in between\")")
		}
		g.line("defer func() {\nif r := recover(); r != nil {\nfmt.Println(\"inner:\", r)\npanic(%s)\n}\n}()", again)
		if g.chance(0.4) {
			g.line("defer func() {\ndefer func() { fmt.Println(\"innermost:\", recover()) }()\n%s}()", text())
		}
		g.line("%s", text())
	})
	g.line("func() {\n%s}()", body)
}
