package main

import (
	"fmt"
	"go/types"
	"strings"
)

// numericStatements is filled by init, since statements contain others. The first
// is written where no other may be.
var numericStatements []numericConstruct

func init() {
	numericStatements = []numericConstruct{
		{"assignment", 8, false, (*numeric).assign},
		{"declaration", 6, false, (*numeric).local0},
		{"several assignments", 4, false, (*numeric).assignSeveral},
		{"swap", 3, false, (*numeric).swap},
		{"if", 5, false, (*numeric).ifElse},
		{"conditions with effects", 2, false, (*numeric).effectful},
		{"early return", 2, false, (*numeric).earlyReturn},
		{"panic", 1, false, (*numeric).panics},
		{"local constant", 1, false, (*numeric).localConstant},

		{"count", 4, false, (*numeric).countLoop},
		{"range over integer", 3, false, (*numeric).rangeInteger},
		{"range over elements", 4, false, (*numeric).rangeElements},
		{"range over string", 2, false, (*numeric).rangeString},
		{"range over map", 2, false, (*numeric).rangeMap},
		{"recurrence", 4, false, (*numeric).recurrence},
		{"labels", 3, false, (*numeric).nested},
		{"break", 2, false, (*numeric).leaveLoop},
		{"goto", 2, false, (*numeric).jump},
		{"switch", 3, false, (*numeric).switchValue},
		{"switch true", 2, false, (*numeric).switchTrue},

		{"append", 4, false, (*numeric).grow},
		{"copy", 2, false, (*numeric).copyElements},
		{"clear", 1, false, (*numeric).clearValue},
		{"map update", 3, false, (*numeric).updateMap},
		{"pointer", 3, false, (*numeric).pointTo},
		{"call statement", 7, false, (*numeric).callStatement},
		{"method statement", 3, false, (*numeric).methodStatement},
		{"recursion", 2, false, (*numeric).recur},

		{"closure", 3, false, (*numeric).closure},
		{"deferred change", 2, true, (*numeric).deferred},
	}
}

// shortStatements are the statements of short functions.
var shortStatements = []numericConstruct{
	{"assignment", 4, false, (*numeric).assign},
	{"swap", 2, false, (*numeric).swap},
	{"early return", 2, false, (*numeric).earlyReturn},
	{"several assignments", 1, false, (*numeric).assignSeveral},
}

// local declares a variable by a value.
func (n *numeric) local(t types.Type, format string, args ...any) variable {
	name := n.name("v")
	n.line("%s := %s", name, fmt.Sprintf(format, args...))
	n.line("%s", use(name, t))
	return n.add(name, t)
}

// use uses a variable without reading more of it than a number.
func use(name string, t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if u.NumFields() > 0 {
			return use(name+"."+u.Field(0).Name(), u.Field(0).Type())
		}
	case *types.Array:
		return use(name+"[0]", u.Elem())
	}
	return "_ = " + name
}

func (n *numeric) local0() {
	t := n.typeOf(2)
	if n.chance(0.2) {
		v := variable{name: n.name("v"), typ: t}
		n.line("var %s %s\n%s", v.name, n.typ(t), use(v.name, t))
		n.vars = append(n.vars, v)
		return
	}
	n.local(t, "%s", n.typed(t, 2))
}

// place returns something assignable: a variable, a field, an element, an entry, or a
// pointer's target.
func (n *numeric) place() variable {
	var found []variable
	for _, v := range n.vars {
		if !v.fixed && !isFunction(v.typ) {
			found = append(found, v)
		}
	}
	if len(found) == 0 {
		return n.local(intType, "int(base)")
	}
	if k := len(found); k > 5 && n.chance(0.5) {
		found = found[k-5:]
	}
	v := pick(n, found...)
	for n.chance(0.85) {
		inner, ok := n.within(v)
		if !ok {
			break
		}
		entry := is[*types.Map](v.typ) // no part of an entry can be assigned
		v = inner
		if entry {
			break
		}
	}
	return v
}

// within returns a part of what can be assigned, if it has one.
func (n *numeric) within(v variable) (variable, bool) {
	switch u := v.typ.Underlying().(type) {
	case *types.Struct:
		if u.NumFields() == 0 {
			return v, false
		}
		f := u.Field(n.n(u.NumFields()))
		return v.part("."+f.Name(), f.Type()), true
	case *types.Array, *types.Slice:
		return n.elementOf(v)
	case *types.Map:
		if !n.risks(nilMap) {
			return v, false
		}
		return v.part("["+n.value(u.Key(), 1)+"]", u.Elem()), true
	case *types.Pointer:
		if isArray(u.Elem()) && n.chance(0.6) {
			return n.elementOf(v)
		}
		return variable{name: "(*" + v.name + ")", typ: u.Elem()}, n.risks(throughNil)
	}
	return v, false
}

// placeOf returns a place for values of a type.
func (n *numeric) placeOf(t types.Type) variable {
	found := n.assignable(func(u types.Type) bool { return types.Identical(u, t) })
	for _, c := range n.containers(t) {
		if !c.fixed && !isString(c.typ) {
			found = append(found, c)
		}
	}
	if v, ok := n.oneOf(found); ok && n.chance(0.85) {
		if types.Identical(v.typ, t) {
			return v
		}
		if v, ok = n.elementOf(v); ok {
			return v
		}
	}
	return n.local(t, "%s", n.typedText(t, n.literal(t, 1)))
}

func (n *numeric) assign() {
	p := n.place()
	switch {
	case isReal(p.typ) && n.chance(0.5):
		n.operate(p)
	case isReal(p.typ) && n.chance(0.2):
		n.line("%s%s", p.name, pick(n, "++", "--"))
	default:
		n.line("%s = %s", p.name, n.value(p.typ, 3))
	}
}

// operate assigns by an operator.
func (n *numeric) operate(p variable) {
	if isFloat(p.typ) {
		n.line("%s %s %s", p.name, pick(n, "+=", "-=", "*=", "/="), n.value(p.typ, 2))
		return
	}
	switch op := pick(n, "+=", "-=", "*=", "&=", "|=", "^=", "&^=", "<<=", ">>=", "/=", "%="); op {
	case "<<=", ">>=":
		n.line("%s %s %s & 15", p.name, op, n.varying(n.anyInteger()))
	case "/=", "%=":
		by := fmt.Sprintf("(%s | 1)", n.varying(p.typ))
		if n.gambles(0.3) {
			by = n.varying(p.typ)
		}
		n.line("%s %s %s", p.name, op, by)
	default:
		n.line("%s %s %s", p.name, op, n.value(p.typ, 2))
	}
}

// assignSeveral assigns to places, some of them indexed by others.
func (n *numeric) assignSeveral() {
	p, q := n.place(), n.place()
	if p.name == q.name || n.chance(0.3) {
		t := n.scalar()
		a, b := n.name("v"), n.name("v")
		n.line("%s, %s := %s, %s\n_, _ = %s, %s", a, b, n.typed(t, 2), n.typed(p.typ, 1), a, b)
		n.add(a, t)
		n.add(b, p.typ)
		return
	}
	if n.risk == noRisk {
		n.risk = emptied // the Go compiler assigns the first before it divides for the second
	}
	n.line("%s, %s = %s, %s", p.name, q.name, n.value(p.typ, 2), n.value(q.typ, 2))
}

// swap exchanges values, or turns three around.
func (n *numeric) swap() {
	t := n.scalar()
	if n.chance(0.3) {
		t = n.place().typ
	}
	a, b := n.placeOf(t), n.placeOf(t)
	if n.chance(0.3) {
		c := n.placeOf(t)
		n.line("%s, %s, %s = %s, %s, %s", a.name, b.name, c.name, b.name, c.name, a.name)
		return
	}
	n.line("%s, %s = %s, %s", a.name, b.name, b.name, a.name)
}

func (n *numeric) ifElse() {
	if n.chance(0.2) {
		n.scope(func() {
			t := n.scalar()
			v := n.name("v")
			n.line("if %s := %s; %s {", v, n.typed(t, 2), n.condition())
			n.line("_ = %s", v)
			n.add(v, t)
			n.block(1 + n.n(2))
			n.line("}")
		})
		return
	}
	n.line("if %s {", n.condition())
	n.block(1 + n.n(2))
	if n.chance(0.3) {
		n.line("} else if %s {", n.condition())
		n.block(1)
	}
	if n.chance(0.5) {
		n.line("} else {")
		n.block(1)
	}
	n.line("}")
}

// effectful calls functions that change something in a condition, which decides
// whether the second is called.
func (n *numeric) effectful() {
	var tests []string
	for range 3 {
		f, ok := n.anyFunction(func(f function) bool { return f.sig.Results().Len() == 1 && isReal(f.sig.Results().At(0).Type()) })
		if !ok {
			n.ifElse()
			return
		}
		t := f.sig.Results().At(0).Type()
		tests = append(tests, fmt.Sprintf("%s %s %s", n.called(f), pick(n, "<", ">=", "!="), n.number(t)))
	}
	n.line("if %s %s %s %s %s {", tests[0], pick(n, "&&", "||"), tests[1], pick(n, "&&", "||"), tests[2])
	n.block(1)
	n.line("}")
}

func (n *numeric) earlyReturn() {
	if !n.inFunc || n.results == nil {
		n.assign()
		return
	}
	n.line("if %s {", n.condition())
	n.returnStatement()
	n.line("}")
}

func (n *numeric) panics() {
	value := pick(n, `"it fails"`, "17", "base", "ratio", "word", "len(word)", `"\xff"`)
	n.line("if %s && %s {\npanic(%s)\n}", n.condition(), n.condition(), value)
}

// localConstant declares a constant, which loops meet again and again.
func (n *numeric) localConstant() {
	p := n.placeOf(n.anyNumber())
	value := n.number
	if isFloat(p.typ) {
		value = n.floatConstant
	}
	k := n.name("c")
	n.line("const %s = %s\n%s = %s(%s) %s %s", k, value(p.typ), p.name, n.typ(p.typ), k, pick(n, "+", "-", "*"), n.varying(p.typ))
}

// times returns the number of turns of a loop, fewer if it is inside others.
func (n *numeric) times() int {
	if n.weight > 100 {
		return 2
	}
	return 2 + n.n(6)
}

// around writes a loop of a head, whose variables declare brings into scope.
func (n *numeric) around(times int, head string, declare func()) {
	n.loop(times, func() {
		n.line("%s {", head)
		declare()
		n.loopBody()
		n.line("}")
	})
}

// turn brings a variable of a loop's turn into scope.
func (n *numeric) turn(name string, t types.Type) {
	n.line("%s", use(name, t))
	n.add(name, t)
}

func (n *numeric) loopBody() {
	n.leave(0.25)
	n.block(1 + n.n(3))
	n.leave(0.15)
}

// leave leaves a loop by a probability, or begins its next turn.
func (n *numeric) leave(p float64) {
	if n.chance(p) {
		n.leaveLoop()
	}
}

func (n *numeric) leaveLoop() {
	if n.loops == 0 {
		n.assign()
		return
	}
	n.risk = noRisk
	to := pick(n, "break", "continue")
	if len(n.labels) > 0 && n.chance(0.6) {
		to += " " + pick(n, n.labels...)
	}
	n.line("if %s {\n%s\n}", n.condition(), to)
}

// countLoop has three clauses. Its variable may wrap around.
func (n *numeric) countLoop() {
	i, k := n.name("i"), n.times()
	t := n.anyInteger()
	head := fmt.Sprintf("for %s := %s(0); %s < %d; %s++", i, n.typ(t), i, k, i)
	switch n.n(8) {
	case 0:
		head = fmt.Sprintf("for %s := %s(%d); %s > 0; %s--", i, n.typ(t), k, i, i)
	case 1:
		head = fmt.Sprintf("for %s := %s(100); %s > 0; %s /= 3", i, n.typ(t), i, i)
	case 2:
		t, k = types.Typ[types.Uint8], 6
		head = fmt.Sprintf("for %s := uint8(250); %s > 5; %s++", i, i, i)
	case 3:
		t, k = types.Typ[types.Int8], 8
		head = fmt.Sprintf("for %s := int8(120); %s > 0; %s++", i, i, i)
	case 4:
		t, k = pick[types.Type](n, floatType, types.Typ[types.Float32]), 5
		head = fmt.Sprintf("for %s := %s(0.1); %s < 1; %s %s", i, n.typ(t), i, i, pick(n, "+= 0.2", "*= 1.75"))
	case 5:
		j := n.name("j")
		head = fmt.Sprintf("for %s, %s := 0, %d; %s < %s; %s, %s = %s+1, %s-1", i, j, 2*k, i, j, i, j, i, j)
		n.around(k, head, func() {
			n.addFixed(i, intType)
			n.addFixed(j, intType)
		})
		return
	}
	n.around(k, head, func() { n.addFixed(i, t) })
}

func (n *numeric) rangeInteger() {
	i, k := n.name("i"), n.times()
	t := n.anyInteger()
	switch n.n(3) {
	case 0:
		n.around(k, fmt.Sprintf("for range %d", k), func() {})
	case 1:
		n.around(k, fmt.Sprintf("for %s := range min(%d, %s)", i, k, n.varying(t)), func() { n.turn(i, t) })
	default:
		n.around(k, fmt.Sprintf("for %s := range %s(%d)", i, n.typ(t), k), func() { n.turn(i, t) })
	}
}

// rangeElements ranges over a slice or an array, which the body may change.
func (n *numeric) rangeElements() {
	v, ok := n.oneOf(n.operands(func(t types.Type) bool { return isSlice(t) || isArray(t) }))
	if !ok {
		n.rangeInteger()
		return
	}
	over, k := v.name, 4
	var elem types.Type
	switch u := v.typ.Underlying().(type) {
	case *types.Slice:
		elem = u.Elem()
		over = fmt.Sprintf("%s[:min(%d, len(%s))]", over, k, over)
	case *types.Array:
		elem = u.Elem()
		if n.chance(0.3) {
			over = "&" + over
		}
	}
	i, x := n.name("i"), n.name("x")
	switch n.n(3) {
	case 0:
		n.around(k, fmt.Sprintf("for %s := range %s", i, over), func() { n.turn(i, intType) })
	default:
		n.around(k, fmt.Sprintf("for %s, %s := range %s", i, x, over), func() {
			n.turn(i, intType)
			n.turn(x, elem)
		})
	}
}

// rangeString ranges over the runes of a string.
func (n *numeric) rangeString() {
	i, r := n.name("i"), n.name("c")
	s := n.varying(stringType)
	n.around(6, fmt.Sprintf("for %s, %s := range %s[:min(8, len(%s))]", i, r, s, s), func() {
		n.turn(i, intType)
		n.turn(r, runeType)
	})
}

// rangeMap ranges over a map with a body that does not depend on the order.
func (n *numeric) rangeMap() {
	v, ok := n.oneOf(n.operands(is[*types.Map]))
	if !ok {
		n.updateMap()
		return
	}
	m := v.typ.Underlying().(*types.Map)
	key, elem := variable{name: n.name("k"), typ: m.Key()}, variable{name: n.name("x"), typ: m.Elem()}
	if !v.fixed && n.chance(0.25) {
		n.line("for %s := range %s {\nif (%s)%%3 == 1 {\ndelete(%s, %s)\n}\n}", key.name, v.name, n.digest(key), v.name, key.name)
		return
	}
	sum := n.local(types.Typ[types.Uint64], "uint64(%s)", n.varying(intType))
	n.line("for %s, %s := range %s {\n%s\n%s %s (%s)*7 + (%s)\n}", key.name, elem.name, v.name, use(elem.name, elem.typ), sum.name, pick(n, "+=", "^="), n.digest(key), n.digest(elem))
}

// recurrence carries several values from turn to turn, each made of others.
func (n *numeric) recurrence() {
	t := n.anyNumber()
	a, b, c := n.local(t, "%s", n.typed(t, 1)).name, n.local(t, "%s", n.typed(t, 1)).name, n.local(t, "%s", n.typed(t, 0)).name
	i, k := n.name("i"), n.times()
	n.loop(k, func() {
		n.line("for %s := range %d {\n_ = %s", i, k, i)
		n.addFixed(i, intType)
		n.line("%s", pick(n,
			fmt.Sprintf("%s, %s = %s, %s + %s", a, b, b, a, b),
			fmt.Sprintf("%s, %s, %s = %s, %s, %s", a, b, c, b, c, a),
			fmt.Sprintf("%s, %s, %s = %s, %s - %s, %s", a, b, c, c, a, b, a),
			fmt.Sprintf("%s, %s = %s*%s, %s", a, b, a, b, a),
		))
		if n.chance(0.5) {
			n.line("if %s {\n%s, %s = %s, %s\n}", n.condition(), b, c, c, b)
		}
		n.loopBody()
		n.line("}")
	})
}

// nested writes loops that a label leaves.
func (n *numeric) nested() {
	if n.loops > 1 {
		n.countLoop()
		return
	}
	label, i, j := n.name("loop"), n.name("i"), n.name("j")
	n.labels = append(n.labels, label)
	n.loop(3, func() {
		n.line("%s:\nfor %s := range 3 {", label, i)
		n.addFixed(i, intType)
		n.loop(3, func() {
			n.line("for %s := 0; %s < %s+2; %s++ {", j, j, i, j)
			n.addFixed(j, intType)
			n.line("if %s {\n%s %s\n}", n.condition(), pick(n, "continue", "break"), label)
			n.loopBody()
			n.line("}")
		})
		n.block(1)
		n.line("}")
	})
	n.labels = n.labels[:len(n.labels)-1]
}

// jump goes back to a label, or forward over a block.
func (n *numeric) jump() {
	label := n.name("at")
	if n.chance(0.5) {
		n.line("if %s {\ngoto %s\n}\n{", n.condition(), label)
		n.block(1 + n.n(2))
		n.line("}\n%s:", label)
		n.assign()
		return
	}
	i, k := n.name("i"), n.times()
	n.line("%s := 0\n%s:\n%s++", i, label, i)
	n.loop(k, func() {
		n.addFixed(i, intType)
		n.line("{")
		labels, loops := n.labels, n.loops
		n.labels, n.loops = nil, 0
		n.block(1 + n.n(2))
		n.labels, n.loops = labels, loops
		n.line("}\nif %s < %d && %s {\ngoto %s\n}", i, k, n.condition(), label)
	})
}

// switchValue switches by a number or a string.
func (n *numeric) switchValue() {
	t := n.anyNumber()
	cases := []string{"0", "1", "2", "3", "5", "7", "17", "100"}
	if n.chance(0.2) {
		t, cases = stringType, []string{`""`, `"a"`, `"go"`, `"kitten"`, `"zz9"`, `"\xff"`}
	}
	n.rng.Shuffle(len(cases), func(i, j int) { cases[i], cases[j] = cases[j], cases[i] })
	n.line("switch %s {", n.varying(t))
	last := 1 + n.n(2)
	fallback := n.n(last + 2)
	for i := range last + 1 {
		if i == fallback {
			n.line("default:")
		} else {
			n.line("case %s, %s:", cases[2*i%len(cases)], cases[(2*i+1)%len(cases)])
		}
		n.block(1)
		if i < last && n.chance(0.2) {
			n.line("fallthrough")
		}
	}
	n.line("}")
}

func (n *numeric) switchTrue() {
	n.line("switch {")
	for range 1 + n.n(3) {
		n.line("case %s:", n.condition())
		n.block(1)
	}
	if n.chance(0.5) {
		n.line("default:")
		n.block(1)
	}
	n.line("}")
}

// slice returns a slice that can be assigned, declared here if there is none.
func (n *numeric) slice() variable {
	if v, ok := n.oneOf(n.assignable(isSlice)); ok && n.chance(0.9) {
		return v
	}
	t := types.NewSlice(n.scalar())
	return n.local(t, "%s", n.literal(t, 1))
}

func (n *numeric) grow() {
	s := n.slice()
	elem := s.typ.Underlying().(*types.Slice).Elem()
	more := n.value(elem, 2)
	switch n.n(5) {
	case 0:
		more += ", " + n.value(elem, 1)
	case 1:
		if p, ok := n.path(s.typ); ok {
			more = p + "..."
		}
	case 2:
		if types.Identical(elem, byteType) {
			more = n.varying(stringType) + "..."
		}
	}
	n.line("if len(%s) < 20 {\n%s = append(%s, %s)\n}", s.name, s.name, s.name, more)
}

// copyElements copies between slices that may be parts of one.
func (n *numeric) copyElements() {
	s := n.slice()
	from := s.name
	if p, ok := n.path(s.typ); ok {
		from = p
	}
	if types.Identical(s.typ, types.NewSlice(byteType)) && n.chance(0.5) {
		from = n.varying(stringType)
	}
	parts := func(x string) string {
		return pick(n, x, fmt.Sprintf("%s[min(1, len(%s)):]", x, x), fmt.Sprintf("%s[:len(%s)/2]", x, x))
	}
	if n.chance(0.5) {
		n.line("copy(%s, %s)", parts(s.name), parts(from))
		return
	}
	n.local(intType, "copy(%s, %s)", parts(s.name), parts(from))
}

func (n *numeric) clearValue() {
	v, ok := n.oneOf(n.assignable(func(t types.Type) bool { return isSlice(t) || is[*types.Map](t) }))
	if !ok {
		n.assign()
		return
	}
	n.line("clear(%s)", v.name)
}

func (n *numeric) updateMap() {
	v, ok := n.oneOf(n.assignable(is[*types.Map]))
	if !ok {
		t := types.NewMap(n.keyType(), n.scalar())
		v = n.local(t, "%s", n.literal(t, 1))
	}
	m := v.typ.Underlying().(*types.Map)
	key := n.value(m.Key(), 1)
	switch n.n(4) {
	case 0:
		n.line("delete(%s, %s)", v.name, key)
	case 1:
		x, ok := n.name("v"), n.name("ok")
		n.line("%s, %s := %s[%s]\n_ = %s\n%s", x, ok, v.name, key, ok, use(x, m.Elem()))
		n.add(x, m.Elem())
		n.add(ok, boolType)
	case 2:
		if isReal(m.Elem()) {
			n.line("%s[%s]%s", v.name, key, pick(n, "++", "--", " *= 3"))
			return
		}
		fallthrough
	default:
		n.line("%s[%s] = %s", v.name, key, n.value(m.Elem(), 1))
	}
}

// pointTo points to a variable or a part of one, and changes it by the pointer.
func (n *numeric) pointTo() {
	v, ok := n.oneOf(n.assignable(func(t types.Type) bool { return is[*types.Basic](t) || isArray(t) || isStruct(t) }))
	if !ok {
		n.assign()
		return
	}
	p := n.local(types.NewPointer(v.typ), "&%s", v.name)
	n.line("*%s = %s", p.name, n.value(v.typ, 1))
}

// anyFunction returns a function in scope that is wanted, whatever it changes where the
// one being written may change something, too.
func (n *numeric) anyFunction(wanted func(function) bool) (function, bool) {
	var found []function
	for _, f := range n.funcs {
		if wanted(f) && (!f.effects || !n.pure) && n.affords(f) {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		return function{}, false
	}
	return pick(n, found...), true
}

// called returns a call of a function.
func (n *numeric) called(f function) string {
	n.cost += f.cost * n.weight
	return fmt.Sprintf("%s(%s)", f.name, strings.Join(n.arguments(f.sig), ", "))
}

// callStatement calls a function and takes its results.
func (n *numeric) callStatement() {
	f, ok := n.anyFunction(func(function) bool { return true })
	if !ok {
		n.assign()
		return
	}
	n.take(n.called(f), f.sig.Results())
}

// take declares variables for the results of a call, or for some of them.
func (n *numeric) take(call string, results *types.Tuple) {
	if n.chance(0.15) {
		n.line("%s", call)
		return
	}
	var names, used []string
	var taken []variable
	for r := range results.Variables() {
		if len(names) > 0 && n.chance(0.25) {
			names = append(names, "_")
			continue
		}
		v := variable{name: n.name("v"), typ: r.Type()}
		names, used, taken = append(names, v.name), append(used, use(v.name, v.typ)), append(taken, v)
	}
	n.line("%s := %s\n%s", strings.Join(names, ", "), call, strings.Join(used, "\n"))
	n.vars = append(n.vars, taken...)
}

// methodStatement calls a method of a variable, whatever it changes.
func (n *numeric) methodStatement() {
	for range 5 {
		v := pick(n, n.vars...)
		methods := n.methodsOf(v.typ)
		if len(methods) == 0 {
			continue
		}
		m := pick(n, methods...)
		if m.effects && (n.pure || v.fixed) || !n.affords(function{cost: m.cost}) {
			continue
		}
		n.cost += m.cost * n.weight
		call := fmt.Sprintf("%s.%s(%s)", v.name, m.Name(), strings.Join(n.arguments(m.Signature()), ", "))
		n.take(call, m.Signature().Results())
		return
	}
	n.assign()
}

// closure declares a function that captures variables.
func (n *numeric) closure() {
	if n.depth > 1 {
		n.assign()
		return
	}
	t := n.anyNumber()
	name, x := n.name("h"), n.name("x")
	labels, self := n.labels, n.self
	n.labels, n.self = nil, nil
	body := n.inFunction([]types.Type{t}, func() {
		n.add(x, t)
		n.block(1 + n.n(3))
		n.returnStatement()
	})
	n.labels, n.self = labels, self
	n.line("%s := func(%s %s) %s {\n%s}", name, x, n.typ(t), n.typ(t), body)
	for range 1 + n.n(2) {
		n.risk = noRisk
		n.local(t, "%s(%s)", name, n.value(t, 1))
	}
}

// deferred changes something when the function returns, or recovers.
func (n *numeric) deferred() {
	if n.loops > 0 || n.depth > 0 {
		n.assign()
		return
	}
	p := n.place()
	value := n.leaf(p.typ)
	n.line("defer func() {\n%s\n%s = %s\n}()", pick(n, "", "_ = recover()"), p.name, value)
}
