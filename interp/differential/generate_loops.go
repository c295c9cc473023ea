package main

import "go/types"

// forClause writes a loop of three clauses; some may be missing.
func (g *generator) forClause() {
	i := g.name("i")
	n := 1 + g.n(4)
	g.loop(n, func() {
		switch g.n(5) {
		case 0:
			g.line("for %s := %d; %s > 0; %s-- {", i, n, i, i)
			g.addFixed(i, intType)
		case 1:
			j := g.name("j")
			g.line("for %s, %s := 0, %d; %s < %s; %s, %s = %s+1, %s-1 {", i, j, 2*n, i, j, i, j, i, j)
			g.addFixed(i, intType)
			g.addFixed(j, intType)
		case 2:
			t := pick(g, integers...)
			g.line("for %s := %s(0); %s < %d; %s++ {", i, g.typ(t), i, n, i)
			g.addFixed(i, t)
		case 3:
			// The body changes the variable of its own iteration.
			g.line("for %s := 0; %s < %d; %s++ {", i, i, 2*n, i)
			g.line("if %s {\n%s++\n}", g.condition(), i)
			g.addFixed(i, intType)
		default:
			g.line("for %s := 0; %s < %d; %s++ {", i, i, n, i)
			g.addFixed(i, intType)
		}
		g.line("fmt.Println(%q, %s)", "loop", i)
		g.loopBody()
		g.line("}")
	})
}

// forInteger ranges over an integer.
func (g *generator) forInteger() {
	n := 1 + g.n(4)
	g.loop(n, func() {
		i := g.name("i")
		switch g.n(4) {
		case 0:
			g.line("for range %d {", n)
		case 1:
			t := pick(g, integers...)
			g.line("for %s := range %s(%d) {", i, g.typ(t), n)
			g.addFixed(i, t)
			g.line("fmt.Printf(\"%%v %%T\\n\", %s, %s)", i, i)
		default:
			g.line("for %s := range min(%d, %s&7) {", i, n, g.varying(intType))
			g.addFixed(i, intType)
			g.line("fmt.Print(%s, \" \")", i)
		}
		g.loopBody()
		g.line("}")
	})
}

// forSlice ranges over a slice or an array. The body may change what
// is ranged over.
func (g *generator) forSlice() {
	elem := g.plain(1)
	t := types.Type(types.NewSlice(elem))
	if g.chance(0.3) {
		t = types.NewArray(elem, int64(1+g.n(3)))
	}
	over := g.name("s")
	g.line("%s := %s", over, g.literal(t, 1))
	g.add(over, t)
	i, x := g.name("i"), g.name("x")
	g.loop(3, func() {
		ranged := over
		if _, ok := t.(*types.Array); ok && g.chance(0.4) {
			ranged = "&" + over
		}
		switch g.n(4) {
		case 0:
			g.line("for %s := range %s {", i, ranged)
			g.addFixed(i, intType)
			g.line("%s[%s] = %s", over, i, g.expr(elem, 1))
		case 1:
			g.line("for _, %s := range %s {", x, ranged)
			g.add(x, elem)
			g.showValue(x, elem)
		default:
			g.line("for %s, %s := range %s {", i, x, ranged)
			g.addFixed(i, intType)
			g.add(x, elem)
			g.line("fmt.Println(%s, %s)", i, x)
			if g.chance(0.4) {
				g.line("%s[len(%s)-1] = %s", over, over, g.expr(elem, 1))
			}
			if g.chance(0.3) {
				g.mutate(x, elem, i)
			}
		}
		g.loopBody()
		g.line("}")
	})
	g.showValue(over, t)
}

// forMap ranges over the sorted keys of a map, or over the map where the order
// does not show.
func (g *generator) forMap() {
	key := pick(g, stringType, intType)
	elem := g.plain(1)
	m := g.name("m")
	g.line("%s := %s", m, g.literal(types.NewMap(key, elem), 1))
	g.add(m, types.NewMap(key, elem))
	if g.chance(0.3) {
		n := g.name("n")
		g.line("%s := 0\nfor range %s {\n%s++\n}", n, m, n)
		g.line("for k := range %s {\nif len(fmt.Sprint(k))%%2 == 0 {\ndelete(%s, k)\n}\n}", m, m)
		g.line("fmt.Println(%s, len(%s))", n, m)
	}
	k := g.name("k")
	g.loop(3, func() {
		if g.chance(0.5) {
			g.line("for _, %s := range slices.Sorted(maps.Keys(%s)) {", k, m)
		} else {
			keys := g.name("keys")
			g.line("var %s []%s\nfor %s := range %s {\n%s = append(%s, %s)\n}", keys, g.typ(key), k, m, keys, keys, k)
			g.line("sort.Slice(%s, func(i, j int) bool { return %s[i] < %s[j] })", keys, keys, keys)
			g.line("for _, %s := range %s {", k, keys)
		}
		g.addFixed(k, key)
		g.line("fmt.Println(%s, %s[%s])", k, m, k)
		if g.chance(0.5) {
			g.line("%s[%s] = %s", m, k, g.expr(elem, 1))
		}
		g.loopBody()
		g.line("}")
	})
	g.showValue(m, types.NewMap(key, elem))
}

// forString ranges over the runes of a string.
func (g *generator) forString() {
	i, r := g.name("i"), g.name("c")
	g.loop(4, func() {
		s := g.name("s")
		g.line("%s := %s", s, g.varying(stringType))
		g.line("%s = %s[:min(6, len(%s))]", s, s, s)
		g.line("for %s, %s := range %s {", i, r, s)
		g.addFixed(i, intType)
		g.add(r, runeType)
		g.line("fmt.Printf(%q, %s, %s, %s)", pick(g, "%d:%q/%T\n", "%d:%c %T\n", "%d:%U %v\n"), i, r, r)
		g.loopBody()
		g.line("}")
	})
}

// forChannel ranges over a channel that another goroutine fills and closes.
func (g *generator) forChannel() {
	elem := g.plain(1)
	c, x := g.name("ch"), g.name("x")
	n := 1 + g.n(4)
	g.line("%s := make(chan %s%s)", c, g.typ(elem), pick(g, "", ", 2"))
	value := g.literal(elem, 1)
	i := g.name("i")
	g.line("go func() {\ndefer close(%s)\nfor %s := range %d {\n_ = %s\n%s <- %s\n}\n}()", c, i, n, i, c, value)
	g.loop(n, func() {
		g.line("for %s := range %s {", x, c)
		g.add(x, elem)
		g.showValue(x, elem)
		g.block(1 + g.n(2))
		g.line("}")
	})
	g.line("fmt.Println(len(%s), cap(%s))", c, c)
}

// forFunction ranges over a function, which the body may leave.
func (g *generator) forFunction() {
	elem := g.plain(1)
	n := 1 + g.n(4)
	seq := g.name("seq")
	x, i := g.name("x"), g.name("i")
	value := g.expr(elem, 1)
	switch g.n(3) {
	case 0:
		g.line("%s := func(yield func(%s) bool) {\ndefer fmt.Println(%q)\nfor range %d {\nif !yield(%s) {\nfmt.Println(%q)\nreturn\n}\n}\n}",
			seq, g.typ(elem), "seq is done", n, value, "stopped")
		g.loop(n, func() {
			g.line("for %s := range %s {", x, seq)
			g.add(x, elem)
			g.showValue(x, elem)
			g.loopBody()
			g.line("}")
		})
	case 1:
		g.line("%s := func(yield func(int, %s) bool) {\nfor i := range %d {\nif !yield(i*i, %s) {\nreturn\n}\n}\n}", seq, g.typ(elem), n, value)
		g.loop(n, func() {
			g.line("for %s, %s := range %s {", i, x, seq)
			g.addFixed(i, intType)
			g.add(x, elem)
			g.line("fmt.Println(%s, %s)", i, x)
			g.loopBody()
			g.line("}")
		})
	case 2:
		// A function that returns from within its loop.
		g.declareOnce("count", "func count(n int) iter.Seq2[int, string] {\nreturn func(yield func(int, string) bool) {\nfor i := range n {\nif !yield(i, strings.Repeat(\"*\", i)) {\nreturn\n}\n}\n}\n}")
		f := g.name("find")
		g.declare("func %s(n int) (found string) {\ndefer func() { found += \"!\" }()\nfor i, s := range count(%d) {\nfor j := range count(2) {\nif i*2+j == n {\nreturn s + fmt.Sprint(j)\n}\nif j > i {\ncontinue\n}\n}\nfmt.Println(%q, i, s)\n}\nreturn \"none\"\n}", f, n+1, f)
		g.line("fmt.Println(%s(%s&7), %s(%d))", f, g.varying(intType), f, g.n(6))
	}
}

// loopClosures collects closures that capture the variables of loops.
func (g *generator) loopClosures() {
	fs := g.name("fs")
	i := g.name("i")
	total := g.name("total")
	g.line("var %s []func() int\n%s := 0", fs, total)
	switch g.n(4) {
	case 0:
		g.line("for %s := 0; %s < %d; %s++ {", i, i, 2+g.n(3), i)
		g.line("%s = append(%s, func() int { %s += %s; return %s })", fs, fs, total, i, i)
	case 1:
		g.line("for %s := range %d {", i, 2+g.n(3))
		g.line("%s = append(%s, func() int { %s++; %s += %s; return %s })", fs, fs, i, total, i, i)
	case 2:
		g.line("for %s, x := range []string{\"a\", \"bb\", \"ccc\"} {", i)
		g.line("%s = append(%s, func() int { x += \"+\"; %s += len(x); return %s * len(x) })", fs, fs, total, i)
	case 3:
		// The closures of an iteration change its variable before the next.
		g.line("for %s := 0; %s < 6; %s++ {", i, i, i)
		g.line("add := func() int { %s++; %s++; return %s }\nadd()", i, total, i)
		g.line("%s = append(%s, add)", fs, fs)
		if g.chance(0.5) {
			g.line("if %s == 3 {\ncontinue\n}", i)
		}
	}
	g.line("fmt.Println(%s)", i)
	g.line("}")
	g.line("for %s, f := range %s {\nfmt.Println(%s, f(), f())\n}", i, fs, i)
	if g.chance(0.5) {
		g.line("defer func() { fmt.Println(%q, %s) }()", total, total)
	}
	g.line("fmt.Println(%s, len(%s))", total, fs)
	g.add(total, intType)
}
