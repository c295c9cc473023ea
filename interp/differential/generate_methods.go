package main

import (
	"fmt"
	"go/types"
	"strings"
)

// closure makes a closure that changes what it captures, and calls it.
func (g *generator) closure() {
	name := g.name("fn")
	switch g.n(4) {
	case 0:
		t := g.plain(1)
		v := g.name("v")
		g.line("%s := %s", v, g.typed(t))
		g.add(v, t)
		by := g.name("by")
		body := g.inFunction([]types.Type{t}, func() {
			g.addFixed(by, intType)
			g.mutate(v, t, by)
			g.block(1)
			g.line("return %s", v)
		})
		g.line("%s := func(%s int) %s {\n%s}", name, by, g.typ(t), body)
		r := g.name("r")
		g.line("%s := %s(%d)\nfmt.Println(%s)\n%s = %s(%s&3)\nfmt.Println(%s, %s)", r, name, 1+g.n(5), r, r, name, g.varying(intType), r, v)
		g.add(r, t)
	case 1:
		g.line("%s := func() func() int {\nn := %s\nreturn func() int { n += 2; return n }\n}", name, g.expr(intType, 1))
		g.line("%sA, %sB := %s(), %s()", name, name, name, name)
		g.line("fmt.Println(%sA(), %sA(), %sB())", name, name, name)
	case 2:
		g.line("var %s func(n int) int", name)
		g.line("%s = func(n int) int {\nif n <= 1 {\nreturn %d\n}\nreturn %s(n-1) + %s(n-2)\n}", name, g.n(4), name, name)
		g.line("fmt.Println(%s(%d))", name, 3+g.n(6))
	case 3:
		sig := types.NewSignatureType(nil, nil, nil, tuple(g.pkg, []types.Type{g.plain(0)}), tuple(g.pkg, []types.Type{g.plain(1)}), false)
		g.line("%s := %s", name, g.functionLiteral(sig, 2))
		g.line("fmt.Printf(\"%%T\\n\", %s)", name)
		g.funcs = append(g.funcs, function{name: name, sig: sig, cost: 1, local: true})
		g.line("fmt.Println(%s)", g.call(g.funcs[len(g.funcs)-1], 1))
	}
}

// holder returns a variable of a declared type, which it declares.
func (g *generator) holder() (string, *namedType) {
	n := g.named[g.n(len(g.named))]
	v := g.name("h")
	g.line("%s := %s", v, g.literalTyped(n.Named))
	g.line("_ = %s", v)
	g.add(v, n.Named)
	return v, n
}

// methodCalls calls the methods of a value, through pointers and not.
func (g *generator) methodCalls() {
	v, n := g.holder()
	if g.chance(0.4) {
		p := g.name("p")
		g.line("%s := &%s\n_ = %s", p, v, p)
		g.add(p, types.NewPointer(n.Named))
		if _, ok := n.Underlying().(*types.Struct); !ok {
			p = "(*" + p + ")"
		}
		g.callMethods(p, n.Named)
	}
	g.callMethods(v, n.Named)
	g.showValue(v, n.Named)
	if isLiteral(n.Named) && g.chance(0.5) {
		g.line("fmt.Println(%s, &%s)", v, v)
	}
}

// callMethods calls each method of a variable.
func (g *generator) callMethods(v string, t types.Type) {
	for _, m := range g.methodsOf(t) {
		if g.chance(0.3) {
			continue
		}
		f := function{name: v + "." + m.Name(), sig: m.Signature(), effects: m.effects, cost: 5}
		if !g.affords(f) {
			return
		}
		call := g.call(f, 1)
		if m.Signature().Results().Len() == 0 {
			g.line("%s", call)
			g.line("fmt.Println(%s)", g.summary(v, t))
			continue
		}
		g.line("fmt.Println(%s)", call)
	}
}

// methodValues binds methods: a value's is copied when it is bound.
func (g *generator) methodValues() {
	v, n := g.holder()
	name := n.Obj().Name()
	for _, m := range n.methods {
		_, pointer := m.Signature().Recv().Type().(*types.Pointer)
		f, arg, shown := g.name("bound"), "", len(m.Signature().Results().String()) > 2
		if m.Signature().Params().Len() > 0 {
			arg = g.varying(intType) + "&7"
		}
		use := func(call string) {
			if shown {
				g.line("fmt.Println(%s)", call)
			} else {
				g.line("%s", call)
			}
		}
		if g.chance(0.5) {
			g.line("%s := %s.%s", f, v, m.Name())
			g.mutate(v, n.Named, "base")
			use(fmt.Sprintf("%s(%s)", f, arg))
			g.line("fmt.Println(%s)", g.summary(v, n.Named))
			continue
		}
		recv, of := v, name
		if pointer || g.chance(0.3) {
			recv, of = "&"+v, "(*"+name+")"
		}
		if arg != "" {
			recv += ", " + arg
		}
		g.line("%s := %s.%s", f, of, m.Name())
		g.line("fmt.Printf(\"%%T\\n\", %s)", f)
		use(fmt.Sprintf("%s(%s)", f, recv))
		g.line("fmt.Println(%s)", g.summary(v, n.Named))
	}
	g.showValue(v, n.Named)
}

// implementers returns expressions of values with methods.
func (g *generator) implementers(names ...string) []string {
	var found []string
	for _, n := range g.named {
		for _, pointer := range []bool{false, true} {
			t := types.Type(n.Named)
			if pointer {
				t = types.NewPointer(t)
			}
			set := types.NewMethodSet(t)
			has := true
			for _, name := range names {
				s := set.Lookup(g.pkg, name)
				has = has && s != nil && s.Kind() == types.MethodVal
			}
			switch {
			case !has:
			case pointer && isLiteral(n.Named):
				found = append(found, "&"+g.literal(n.Named, 1))
			case !pointer:
				found = append(found, g.literalTyped(n.Named))
			}
		}
	}
	return found
}

// interfaceValues calls methods through interfaces.
func (g *generator) interfaceValues() {
	kind := pick(g, "Sizer", "Labeler", "Both", "fmt.Stringer", "error", "interface{ Grow(int) }")
	methods := map[string][]string{"Sizer": {"Size"}, "Labeler": {"Label"}, "Both": {"Size", "Label"}, "fmt.Stringer": {"String"}, "error": {"Error"}, "interface{ Grow(int) }": {"Grow"}}[kind]
	values := g.implementers(methods...)
	if kind == "error" {
		values = append(values, fmt.Sprintf("fmt.Errorf(\"wrapped: %%w\", errors.New(%q))", g.word()))
	}
	if len(values) == 0 {
		g.methodCalls()
		return
	}
	x := g.name("x")
	arg := ""
	if kind == "interface{ Grow(int) }" {
		arg = "2"
	}
	call := fmt.Sprintf("%s.%s(%s)", x, methods[len(methods)-1], arg)
	if arg == "" {
		call = "fmt.Println(" + call + ")"
	}
	switch g.n(4) {
	case 0:
		g.line("for _, %s := range []%s{%s} {", x, kind, strings.Join(values, ", "))
		g.line("%s\nfmt.Printf(\"%%T %%v\\n\", %s, %s)\n}", call, x, x)
	case 1:
		g.line("var %s %s\nfmt.Println(%s == nil)", x, kind, x)
		g.line("%s = %s", x, pick(g, values...))
		g.line("%s", call)
		g.line("if other, ok := %s.(%s); ok {\nfmt.Printf(\"%%T also\\n\", other)\n}", x, pick(g, "Sizer", "Labeler", "fmt.Stringer", "Both"))
		f := g.name("bound")
		g.line("%s := %s.%s\n_ = %s", f, x, methods[0], f)
		if arg == "" {
			g.line("fmt.Println(%s())", f)
		}
		g.line("fmt.Printf(\"%%T %%+v\\n\", %s, %s)", x, x)
	case 2:
		w := g.name("Wrap")
		g.declare("type %s struct {\n%s\nn int\n}", w, embeddable(kind))
		field := kind[strings.LastIndex(kind, ".")+1:]
		if strings.HasPrefix(kind, "interface") {
			field = "inner"
		}
		g.line("%s := %s{%s: %s, n: %d}", x, w, field, pick(g, values...), g.n(9))
		if field == "inner" {
			g.line("%s.inner.Grow(1)\nfmt.Println(%s.n)", x, x)
			return
		}
		g.line("%s\nfmt.Println(%s.n)", call, x)
		g.line("var %sI %s = %s\nfmt.Println(%sI.%s())", x, kind, x, x, methods[0])
	case 3:
		f := g.name("use")
		g.declare("func %s(all ...%s) (n int) {\nfor i, %s := range all {\n%s\nn += i\n}\nreturn\n}", f, kind, x, call)
		g.line("fmt.Println(%s(%s))", f, strings.Join(values[:min(3, len(values))], ", "))
	}
}

// embeddable returns the field that holds a value of an interface type in a struct.
func embeddable(kind string) string {
	if strings.HasPrefix(kind, "interface") {
		return "inner " + kind
	}
	return kind
}

// embeddedPointer promotes fields and methods through an embedded pointer.
func (g *generator) embeddedPointer() {
	inner := g.named[g.n(len(g.named))]
	if _, ok := inner.Underlying().(*types.Struct); !ok {
		g.methodCalls()
		return
	}
	name := g.name("Outer")
	g.declare("type %s struct {\n*%s\nExtra int\n}", name, inner.Obj().Name())
	p, v, w := g.name("p"), g.name("o"), g.name("o")
	g.line("%s := &%s", p, g.literal(inner.Named, 1))
	g.add(p, types.NewPointer(inner.Named))
	g.line("%s := %s{%s, %d}", v, name, p, g.n(9))
	g.line("%s := %s\n%s.Extra++", w, v, w)
	g.callMethods(w, types.NewPointer(inner.Named))
	g.mutate(p, inner.Named, "base")
	s := inner.Underlying().(*types.Struct)
	for f := range s.Fields() {
		g.line("fmt.Println(%s.%s, %s.%s.%s)", v, f.Name(), w, inner.Obj().Name(), f.Name())
	}
	g.line("fmt.Println(%s.Extra, %s.Extra, %s == %s)", v, w, v, w)
	if g.chance(0.4) {
		g.line("func() {\ndefer func() { fmt.Println(\"recovered:\", recover()) }()\nvar zero %s\nfmt.Println(zero.Extra, zero.%s)\n}()", name, s.Field(0).Name())
	}
}

// functionType declares a function type with a method, and a chain of them.
func (g *generator) functionType() {
	name := g.name("Op")
	g.declare("type %s func(int) int\n\nfunc (f %s) Twice(x int) int { return f(f(x)) }\n\nfunc (f %s) Then(next %s) %s {\nreturn func(x int) int { return next(f(x)) }\n}", name, name, name, name, name)
	v := g.name("op")
	g.line("var %s %s = %s", v, name, g.functionLiteral(types.NewSignatureType(nil, nil, nil, tuple(g.pkg, []types.Type{intType}), tuple(g.pkg, []types.Type{intType}), false), 2))
	g.line("fmt.Println(%s(3), %s.Twice(%s&7), %s.Then(%s.Twice).Then(func(x int) int { return -x })(2))", v, v, g.varying(intType), v, v)
	g.line("fmt.Printf(\"%%T %%v\\n\", %s, %s == nil)", v, v)
}

func (g *generator) variadic() {
	elem := g.plain(1)
	f := g.name("va")
	g.declare("func %s(name string, rest ...%s) (int, []%s) {\nfmt.Println(name, len(rest), rest == nil)\nif len(rest) > 1 {\nrest[0] = rest[1]\n}\nreturn len(rest), rest\n}", f, g.typ(elem), g.typ(elem))
	s := g.name("s")
	g.line("%s := %s", s, g.literal(types.NewSlice(elem), 1))
	g.line("fmt.Println(%s(\"none\"))", f)
	g.line("fmt.Println(%s(\"some\", %s, %s))", f, g.expr(elem, 1), g.expr(elem, 1))
	g.line("fmt.Println(%s(\"spread\", %s...))", f, s)
	g.add(s, types.NewSlice(elem))
	g.showValue(s, types.NewSlice(elem))
}

// linkedList links structs by pointers, and reverses them by one assignment.
func (g *generator) linkedList() {
	elem := g.plain(0)
	name := g.name("Cell")
	g.declare("type %s struct {\nvalue %s\nnext *%s\n}\n\nfunc (c *%s) len() int {\nif c == nil {\nreturn 0\n}\nreturn 1 + c.next.len()\n}", name, g.typ(elem), name, name)
	v := g.name("list")
	g.line("var %s *%s", v, name)
	i := g.name("i")
	g.line("for %s := range %d {\n%s = &%s{%s, %s}\nfmt.Println(%s, %s.len())\n}", i, 2+g.n(3), v, name, g.expr(elem, 1), v, i, v)
	g.line("var reversed%s *%s\nfor %s != nil {\nreversed%s, %s, %s.next = %s, %s.next, reversed%s\n}", v, name, v, v, v, v, v, v, v)
	g.line("for c := reversed%s; c != nil; c = c.next {\nfmt.Print(c.value, \" \")\n}\nfmt.Println(%s == nil)", v, v)
}
