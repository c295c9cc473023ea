package main

import (
	"go/types"
	"strings"
)

// showValue prints a value in one of many ways.
func (g *generator) showValue(path string, t types.Type) {
	if !printable(t) {
		g.line("_ = %s", path)
		return
	}
	switch g.n(6) {
	case 0, 1:
		g.line("fmt.Println(%s)", path)
	case 2:
		g.line("fmt.Printf(%q, %s, %s)", "%v %T\n", path, path)
	case 3:
		g.line("fmt.Printf(%q, %s)", pick(g, "%+v\n", "%#v\n", "[%v]\n", "%8v|\n", "%-8v|\n"), path)
	case 4:
		g.line("fmt.Printf(%q, %s)", g.verb(t)+"\n", path)
	case 5:
		g.line("fmt.Println(%q, %s)", path, path)
	}
}

// verb returns a verb of fmt for a type, seldom one that does not fit.
func (g *generator) verb(t types.Type) string {
	if g.chance(0.1) {
		return pick(g, "%d", "%s", "%q", "%x", "%t", "%5.1f")
	}
	switch {
	case isInteger(t):
		return pick(g, "%d", "%5d|", "%-5d|", "%05d", "%x", "%X", "%#x", "%b", "%o", "%c", "%q", "%U", "%+d", "% d", "%08b", "%e")
	case isFloat(t):
		return pick(g, "%f", "%.2f", "%8.3f|", "%e", "%g", "%G", "%x", "%+.1f", "%06.1f", "%.3g")
	case isString(t):
		return pick(g, "%s", "%q", "%x", "%X", "% x", "%10s|", "%-10s|", "%.2s", "%+q", "%#q")
	case isComplex(t):
		return pick(g, "%v", "%.1f", "%g")
	}
	if _, ok := t.Underlying().(*types.Basic); ok {
		return pick(g, "%t", "%v", "%5t|")
	}
	return pick(g, "%v", "%+v", "%#v", "%d", "%s", "%q", "%x", "%T")
}

// verbs prints several values by one format.
func (g *generator) verbs() {
	var format, args []string
	for range 2 + g.n(3) {
		t := g.plain(2)
		format = append(format, g.verb(t))
		args = append(args, g.typed(t))
	}
	switch g.n(4) {
	case 0:
		format = append(format, "%[1]v", "%[2]*[1]d")
	case 1:
		args = append(args, "base") // one too many
	case 2:
		format = append(format, "%d%%") // one too few
	}
	g.line("fmt.Printf(%q, %s)", strings.Join(format, "|")+"\n", strings.Join(args, ", "))
	v := g.name("str")
	g.line("%s := fmt.Sprintf(%q, %s)", v, "%v~%T", strings.Join(args[:2], ", "))
	g.line("fmt.Println(%s, len(%s))", v, v)
}

// aliasing appends to slices that share an array.
func (g *generator) aliasing() {
	elem := g.plain(1)
	a, b, c := g.name("s"), g.name("s"), g.name("s")
	t := types.NewSlice(elem)
	n := 3 + g.n(2)
	var parts []string
	for range n {
		parts = append(parts, g.expr(elem, 1))
	}
	g.line("%s := []%s{%s}", a, g.typ(elem), strings.Join(parts, ", "))
	switch g.n(4) {
	case 0:
		g.line("%s := %s[:%d]\n%s := append(%s, %s)", b, a, g.n(n), c, b, g.expr(elem, 1))
	case 1:
		k := g.n(n)
		g.line("%s := %s[%d:%d:%d]\n%s := append(%s, %s, %s)", b, a, k/2, k, k+g.n(n-k+1), c, b, g.expr(elem, 1), g.expr(elem, 1))
	case 2:
		g.line("%s := make([]%s, %d, %d)\nfmt.Println(copy(%s, %s[1:]))\n%s := append(%s[:1], %s[2:]...)", b, g.typ(elem), 1+g.n(3), 6, b, a, c, a, a)
	case 3:
		g.line("%s := %s\nfmt.Println(copy(%s[1:], %s))\n%s := slices.Insert(%s, 1, %s)", b, a, b, a, c, b, g.typed(elem))
	}
	g.line("fmt.Println(len(%s), len(%s), cap(%s) >= len(%s))", b, c, c, c)
	g.line("if len(%s) > 0 {\n%s[0] = %s\n}", c, c, g.expr(elem, 1))
	for _, s := range []string{a, b, c} {
		g.line("fmt.Println(%q, %s)", s, s)
		g.add(s, t)
	}
	if g.chance(0.4) {
		p := g.name("arr")
		g.line("%s := (*[2]%s)(%s[:2])\n%s[1] = %s[0]\nfmt.Println(*%s, %s, len(%s))", p, g.typ(elem), a, p, p, p, a, p)
		g.line("clear(%s)\nfmt.Println(%s)", b, a)
	}
}

// arrays copies arrays where slices are not copied.
func (g *generator) arrays() {
	t := types.NewArray(g.plain(1), int64(2+g.n(2)))
	a, b, s := g.name("v"), g.name("v"), g.name("s")
	g.line("%s := %s\n%s := %s\n%s := %s[:]", a, g.literal(t, 1), b, a, s, a)
	g.line("%s[0], %s[1] = %s, %s", s, a, g.expr(t.Elem(), 1), g.expr(t.Elem(), 1))
	g.line("fmt.Println(%s, %s, %s, len(%s))", a, b, s, a)
	if strictlyComparable(t) {
		g.line("fmt.Println(%s == %s, %s != [%d]%s{})", a, b, b, t.Len(), g.typ(t.Elem()))
		m := g.name("m")
		g.line("%s := map[%s]int{%s: 1}\n%s[%s]++\n%s[%s] += 2\nfmt.Println(len(%s), %s[%s])", m, g.typ(t), a, m, b, m, a, m, m, a)
	}
	f := g.name("change")
	g.declare("func %s(a %s, p *%s) %s {\na[0], p[1] = p[1], a[0]\nreturn a\n}", f, g.typ(t), g.typ(t), g.typ(t))
	g.line("fmt.Println(%s(%s, &%s))\nfmt.Println(%s, %s)", f, a, b, a, b)
	g.add(a, t)
	g.add(b, t)
}

// structs compares structs, nested and by interface.
func (g *generator) structs() {
	var n *namedType
	for _, c := range g.named {
		if _, ok := c.Underlying().(*types.Struct); ok && strictlyComparable(c.Named) {
			n = c
		}
	}
	if n == nil {
		name := g.name("Pair")
		g.declare("type %s struct {\nX int\nY string\n}", name)
		a := g.name("v")
		g.line("%s := %s{%s, %s}", a, name, g.expr(intType, 1), g.expr(stringType, 1))
		g.line("%sB := %s\n%sB.X++\nfmt.Println(%s == %sB, %s == %s{%s.X, %s.Y}, any(%s) == any(%sB))", a, a, a, a, a, a, name, a, a, a, a)
		g.line("fmt.Printf(\"%%v %%+v %%#v %%T\\n\", %s, %s, &%s, &%s)", a, a, a, a)
		return
	}
	a, b := g.name("v"), g.name("v")
	g.line("%s := %s\n%s := %s", a, g.literal(n.Named, 1), b, a)
	g.line("fmt.Println(%s == %s, any(%s) == any(%s))", a, b, a, b)
	g.mutate(b, n.Named, "base")
	g.line("fmt.Println(%s == %s, &%s == &%s, any(%s) == any(%s))", a, b, a, a, a, b)
	g.add(a, n.Named)
	g.add(b, n.Named)
	g.line("m%s := map[%s]string{%s: \"first\"}\nm%s[%s] += \"second\"\nfmt.Println(len(m%s), m%s[%s])", a, n.Obj().Name(), a, a, b, a, a, a)
	g.line("anonymous%s := struct {\nIn %s\nN int\n}{%s, 1}\nfmt.Printf(\"%%+v\\n\", anonymous%s)", a, n.Obj().Name(), b, a)
}

// mapOfStructs changes structs in maps, by copies and by pointers.
func (g *generator) mapOfStructs() {
	name := g.name("Entry")
	t := g.plain(1)
	g.declare("type %s struct {\nN int\nV %s\n}", name, g.typ(t))
	m := g.name("m")
	g.line("%s := map[string]%s{\"a\": {1, %s}, \"b\": {N: 2}}", m, name, g.expr(t, 1))
	g.line("e%s := %s[\"a\"]\ne%s.N += 10\nfmt.Println(%s[\"a\"].N, e%s.N)", m, m, m, m, m)
	g.line("%s[\"a\"], %s[\"c\"] = e%s, %s[\"b\"]\nfmt.Println(%s, len(%s), %s[\"zz\"].N)", m, m, m, m, m, m, m)
	g.line("p%s := map[int]*%s{}\nfor i := range 3 {\np%s[i] = &%s{N: i}\n}\np%s[1].N *= 7\np%s[2].V = %s", m, name, m, name, m, m, g.expr(t, 1))
	g.line("for i := range 4 {\nif e, ok := p%s[i]; ok {\nfmt.Println(i, *e)\n} else {\nfmt.Println(i, e == nil)\n}\n}", m)
	g.line("n%s := map[string]map[string]int{}\nfor _, k := range []string{\"x\", \"y\", \"x\"} {\nif n%s[k] == nil {\nn%s[k] = map[string]int{}\n}\nn%s[k][k+\"1\"]++\n}\nfmt.Println(n%s)", m, m, m, m, m)
}

// stringBytes goes between strings, bytes and runes.
func (g *generator) stringBytes() {
	s, b, r := g.name("str"), g.name("b"), g.name("rs")
	g.line("%s := %s + %q", s, g.varying(stringType), "é!")
	g.line("%s := []byte(%s)\n%s := []rune(%s)", b, s, r, s)
	g.line("fmt.Println(len(%s), len(%s), len(%s), utf8.RuneCountInString(%s))", s, b, r, s)
	g.line("%s[0] = 'X'\n%s[len(%s)-1] = '日'\nfmt.Println(%s, string(%s), string(%s))", b, r, r, s, b, r)
	g.line("fmt.Println(%s[len(%s)-1], %s[:1], %s > %q, %s[len(%s)-2:] == \"é\")", s, s, s, s, g.word(), s, s)
	g.line("for i := 0; i < min(5, len(%s)); i++ {\nfmt.Print(%s[i], \" \")\n}\nfmt.Println()", s, s)
	if g.chance(0.5) {
		g.line("%s = append(%s, %q...)\nfmt.Printf(\"%%s %%x %%q\\n\", %s, %s, %s)", b, b, g.word(), b, b, r)
		g.line("fmt.Println(strings.Fields(%s), strings.Split(%s, \"\")[0], bytes.ToUpper(%s)[0])", s, s, b)
	}
	g.add(s, stringType)
}

// overflow wraps sized integers around.
func (g *generator) overflow() {
	t := pick(g, integers...)
	v, w := g.name("v"), g.name("v")
	name := g.typ(t)
	g.line("%s := %s(%s)\n%s := %s", v, name, g.varying(pick(g, integers...)), w, v)
	i := g.name("i")
	g.line("for %s := range 6 {", i)
	for range 2 + g.n(2) {
		switch g.n(6) {
		case 0:
			g.line("%s *= %d", v, 3+g.n(90))
		case 1:
			g.line("%s += %s(%s) << %d", v, name, i, g.n(7))
		case 2:
			g.line("%s -= %s / (%s | 1)", v, w, v)
		case 3:
			g.line("%s <<= %s", v, pick(g, "1", "3", "uint("+i+")"))
		case 4:
			g.line("%s ^= %s >> %s", v, w, pick(g, "1", i, "uint8("+i+")"))
		case 5:
			g.line("%s = -%s &^ %s", v, v, w)
		}
	}
	g.line("fmt.Println(%s, %s, %s(%s), %s > %s)", i, v, g.typ(pick(g, integers...)), v, v, w)
	g.line("%s = %s\n}", w, v)
	g.add(v, t)
	g.add(w, t)
	g.line("%s--\n%s++\nfmt.Println(%s, %s, ^%s)", v, w, v, w, v)
}

// floats shows floats at their edges.
func (g *generator) floats() {
	t := pick(g, floatType, floatType, types.Typ[types.Float32])
	v, w, z := g.name("v"), g.name("v"), g.name("v")
	name := g.typ(t)
	g.line("%s := %s\n%s := %s\nvar %s %s", v, g.typed(t), w, g.typed(t), z, name)
	g.line("fmt.Println(%s+%s, %s*%s, %s/3, -%s, %s/%s)", v, w, v, w, v, z, v, w)
	g.line("fmt.Println(%s/%s, -1/%s, %s/%s, %s/%s == %s/%s)", "1", z, z, z, z, z, z, z, z)
	g.line("fmt.Printf(\"%%v %%g %%.3f %%e %%6.2f|\\n\", %s, %s, %s, %s, %s)", v, w, v, w, v)
	g.line("fmt.Println(int(%s(base)*1.75), float32(%s), strconv.FormatFloat(float64(%s), 'g', 4, 64))", name, v, w)
	g.line("fmt.Println(math.Max(float64(%s), float64(%s)), math.IsNaN(float64(%s/%s)), math.Hypot(3, float64(base)))", v, w, z, z)
	if g.chance(0.4) {
		c := g.name("c")
		g.line("%s := complex(float64(%s), 2)\nfmt.Println(%s, real(%s), imag(%s*%s), %s == %s, cmplx.Abs(complex(3, 4)))", c, v, c, c, c, c, c, c)
	}
	g.add(v, t)
}

// order prints the order in which operands are evaluated.
func (g *generator) order() {
	switch g.n(5) {
	case 0:
		g.line("fmt.Println(%s+%s*%s, %s)", g.traced(intType), g.traced(intType), g.traced(intType), g.traced(g.plain(1)))
	case 1:
		v := g.name("v")
		g.line("%s := []int{%s, %s, %s}", v, g.traced(intType), g.traced(intType), g.traced(intType))
		g.line("%s[trace(\"index\", 1)], %s[trace(\"other\", 2)] = %s, %s", v, v, g.traced(intType), g.traced(intType))
		g.line("%s[trace(\"at\", 0)] += %s\nfmt.Println(%s)", v, g.traced(intType), v)
	case 2:
		g.line("if %s && %s || %s {\nfmt.Println(\"yes\")\n}", g.traced(boolType), g.traced(boolType), g.traced(boolType))
	case 3:
		v := g.name("m")
		g.line("%s := map[string]int{}\n%s[%s] = %s\n%s[%s]++\nfmt.Println(%s)", v, v, g.traced(stringType), g.traced(intType), v, g.traced(stringType), v)
	case 4:
		v := g.name("st")
		g.line("%s := struct {\nA int\nB string\n}{B: %s, A: %s}\nfmt.Println(%s)", v, g.traced(stringType), g.traced(intType), v)
		g.line("defer fmt.Println(%s, %s)", g.traced(intType), g.traced(stringType))
		g.line("func(a int, rest ...string) { fmt.Println(a, rest) }(%s, %s, %s)", g.traced(intType), g.traced(stringType), g.traced(stringType))
	}
}
