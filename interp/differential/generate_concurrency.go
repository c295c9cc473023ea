package main

import (
	"fmt"
	"go/types"
)

// channels sends and receives by buffers, by directions and in stages.
func (g *generator) channels() {
	elem := g.plain(1)
	c := g.name("ch")
	switch g.n(3) {
	case 0:
		g.line("%s := make(chan %s, 3)", c, g.typ(elem))
		g.line("%s <- %s\n%s <- %s", c, g.expr(elem, 1), c, g.expr(elem, 1))
		g.line("fmt.Println(len(%s), cap(%s))", c, c)
		g.line("fmt.Println(<-%s)\nfmt.Println(<-%s, len(%s))", c, c, c)
	case 1:
		stage := g.name("stage")
		g.declare("func %s(in <-chan int) <-chan int {\nout := make(chan int)\ngo func() {\ndefer close(out)\nfor x := range in {\nout <- x*%d + 1\n}\n}()\nreturn out\n}", stage, 2+g.n(5))
		g.line("%s := make(chan int)", c)
		g.line("go func() {\nfor i := range %d {\n%s <- i\n}\nclose(%s)\n}()", 2+g.n(3), c, c)
		g.line("for x := range %s(%s(%s)) {\nfmt.Println(x)\n}", stage, stage, c)
	case 2:
		g.line("%s := make(chan func() %s, 1)", c, g.typ(elem))
		g.line("%s <- %s", c, g.functionLiteral(types.NewSignatureType(nil, nil, nil, nil, tuple(g.pkg, []types.Type{elem}), false), 1))
		g.line("fmt.Println((<-%s)())", c)
		d := g.name("done")
		g.line("%s := make(chan struct{})\ngo func() {\ndefer close(%s)\nfmt.Println(\"in the goroutine\")\n}()\n<-%s", d, d, d)
	}
}

// selectStatement selects where one case is ready at most.
func (g *generator) selectStatement() {
	elem := g.plain(1)
	a, b := g.name("ch"), g.name("ch")
	g.line("%s, %s := make(chan %s, 1), make(chan string)", a, b, g.typ(elem))
	x := g.name("x")
	send := g.chance(0.5)
	if send {
		g.line("%s <- %s", a, g.expr(elem, 1))
	}
	i := g.name("i")
	g.loop(2, func() {
		g.line("for %s := range 3 {\nselect {", i)
		g.line("case %s := <-%s:", x, a)
		g.scope(func() {
			g.add(x, elem)
			g.showValue(x, elem)
			g.block(1)
		})
		g.line("case %s <- \"nobody\":\nfmt.Println(\"sent\")", b)
		g.line("case s, ok := <-%s:\nfmt.Println(s, ok)", b)
		g.line("default:\nfmt.Println(\"nothing ready\", %s)", i)
		if g.chance(0.5) {
			g.line("if %s == 1 {\nbreak\n}\n%s <- %s", i, a, g.expr(elem, 1))
			// A full buffer would end the program: the receive empties it.
		}
		g.line("}\n}")
	})
	if g.chance(0.4) {
		g.line("select {\ncase <-time.After(time.Millisecond):\nfmt.Println(\"late\")\ncase s := <-%s:\nfmt.Println(s)\n}", b)
	}
	if g.chance(0.4) {
		g.line("var nothing%s chan int\nselect {\ncase v := <-nothing%s:\nfmt.Println(v)\ncase nothing%s <- 1:\ndefault:\nfmt.Println(\"nil channels wait\")\n}", a, a, a)
	}
}

// goroutines work side by side on parts of one result, each its own.
func (g *generator) goroutines() {
	t := g.plain(1)
	s, wg, i := g.name("s"), g.name("wg"), g.name("i")
	n := 2 + g.n(3)
	// Nothing that is shared is read but by this expression, and nothing prints.
	var value string
	vars, funcs := g.vars, g.funcs
	g.vars, g.funcs = []variable{constant(i, intType)}, nil
	value = g.expr(t, 2)
	g.vars, g.funcs = vars, funcs
	g.line("%s := make([]%s, %d)\nvar %s sync.WaitGroup", s, g.typ(t), n, wg)
	switch g.n(3) {
	case 0:
		g.line("for %s := range %d {\n%s.Add(1)\ngo func() {\ndefer %s.Done()\n%s[%s] = %s\n}()\n}", i, n, wg, wg, s, i, value)
	case 1:
		g.line("for %s := 0; %s < %d; %s++ {\n%s.Go(func() { %s[%s] = %s })\n}", i, i, n, i, wg, s, i, value)
	case 2:
		mu, sum := g.name("mu"), g.name("sum")
		g.line("var %s sync.Mutex\n%s := 0", mu, sum)
		g.line("for %s := range %d {\n%s.Add(1)\ngo func(k int) {\ndefer %s.Done()\ndefer func() {\nif r := recover(); r != nil {\n%s.Lock()\ndefer %s.Unlock()\n%s += 100\n}\n}()\n%s.Lock()\n%s += k\n%s.Unlock()\nif k == 1 {\npanic(k)\n}\n%s[k] = %s\n}(%s)\n}",
			i, n, wg, wg, mu, mu, sum, mu, sum, mu, s, value, i)
		g.line("%s.Wait()\nfmt.Println(%s)", wg, sum)
	}
	g.line("%s.Wait()", wg)
	g.add(s, types.NewSlice(t))
	g.line("%s", fmt.Sprintf("fmt.Println(%s)", s))
	if g.chance(0.3) {
		o := g.name("once")
		g.line("var %s sync.Once\nfor k := range 3 {\n%s.Do(func() { fmt.Println(\"once\", k) })\n}", o, o)
	}
}
