package main

import (
	"fmt"
	"go/types"
	"strings"
)

// genericFunctions calls generic functions with inferred and given arguments.
func (g *generator) genericFunctions() {
	t, u := g.plain(1), g.plain(1)
	s, r := g.name("s"), g.name("r")
	switch g.n(6) {
	case 0:
		g.declareOnce("mapped", "func mapped[T, U any](xs []T, f func(T) U) []U {\nout := make([]U, 0, len(xs))\nfor _, x := range xs {\nout = append(out, f(x))\n}\nreturn out\n}")
		g.line("%s := %s", s, g.literal(types.NewSlice(t), 1))
		f := g.functionLiteral(types.NewSignatureType(nil, nil, nil, tuple(g.pkg, []types.Type{t}), tuple(g.pkg, []types.Type{u}), false), 2)
		g.line("%s := mapped%s(%s, %s)", r, pick(g, "", fmt.Sprintf("[%s]", g.typ(t)), fmt.Sprintf("[%s, %s]", g.typ(t), g.typ(u))), s, f)
		g.line("fmt.Printf(\"%%v %%T\\n\", %s, %s)", r, r)
		g.add(s, types.NewSlice(t))
		g.add(r, types.NewSlice(u))
	case 1:
		g.declareOnce("number", "type number interface {\n~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64\n}\n\nfunc sum[T number](xs ...T) (total T) {\nfor _, x := range xs {\ntotal += x * x\n}\nreturn total / 2\n}")
		n := g.number()
		g.line("%s := sum(%s, %s, %s)\nfmt.Printf(\"%%v %%T\\n\", %s, %s)", r, g.typedNumber(n), g.expr(n, 1), g.expr(n, 1), r, r)
		g.line("fmt.Println(sum[%s](), sum([]%s{%s}...))", g.typ(n), g.typ(n), g.expr(n, 1))
		g.add(r, n)
	case 2:
		g.declareOnce("reduce", "func reduce[T, A any](xs []T, start A, f func(A, T) A) A {\nfor _, x := range xs {\nstart = f(start, x)\n}\nreturn start\n}")
		g.line("%s := reduce(%s, %q, func(a string, x %s) string { return a + fmt.Sprint(x) + \";\" })\nfmt.Println(%s)", r, g.literal(types.NewSlice(t), 1), g.word(), g.typ(t), r)
	case 3:
		g.declareOnce("describe", "func describe[T any](x T) string {\nvar zero T\nswitch y := any(x).(type) {\ncase int:\nreturn fmt.Sprint(\"int \", y+1)\ncase string:\nreturn \"string \" + y\ncase fmt.Stringer:\nreturn \"stringer \" + y.String()\n}\nreturn fmt.Sprintf(\"%T %v\", x, zero)\n}")
		g.line("fmt.Println(describe(%s), describe(%s), describe(%s))", g.typed(t), g.typed(u), g.typed(g.basic()))
		g.line("%s := describe[%s]\nfmt.Printf(\"%%T %%s\\n\", %s, %s(%s))", r, g.typ(t), r, r, g.expr(t, 1))
	case 4:
		g.declareOnce("sortedKeys", "func sortedKeys[M ~map[K]V, K cmp.Ordered, V any](m M) []K {\nkeys := make([]K, 0, len(m))\nfor k := range m {\nkeys = append(keys, k)\n}\nslices.Sort(keys)\nreturn keys\n}")
		k := g.key()
		if types.Identical(k.Underlying(), boolType) {
			k = intType
		}
		g.line("%s := sortedKeys(%s)\nfmt.Printf(\"%%v %%T\\n\", %s, %s)", r, g.literal(types.NewMap(k, t), 1), r, r)
		g.add(r, types.NewSlice(k))
	case 5:
		g.declareOnce("ptr", "func ptr[T any](x T) *T { return &x }\n\nfunc swap[T any](a, b *T) { *a, *b = *b, *a }")
		g.line("%s, %s := ptr(%s), ptr(%s)\nswap(%s, %s)\nfmt.Println(*%s, *%s)\nfmt.Printf(\"%%T\\n\", %s)", s, r, g.typed(t), g.typed(t), s, r, s, r, s)
	}
}

func (g *generator) number() types.Type {
	if t := g.anyNamed(); t != nil && (isInteger(t) || isFloat(t)) {
		return t
	}
	return pick(g, intType, floatType, types.Typ[types.Int8], types.Typ[types.Uint16], types.Typ[types.Float32])
}

// typedNumber returns an expression of the number type t.
func (g *generator) typedNumber(t types.Type) string {
	return fmt.Sprintf("%s(%s)", g.typ(t), g.expr(t, 1))
}

// genericTypes instantiates generic types with methods.
func (g *generator) genericTypes() {
	t, u := g.plain(1), g.plain(1)
	v := g.name("g")
	switch g.n(6) {
	case 0:
		g.declareOnce("Stack", "type Stack[T any] struct{ items []T }\n\nfunc (s *Stack[T]) Push(xs ...T) *Stack[T] {\ns.items = append(s.items, xs...)\nreturn s\n}\n\nfunc (s *Stack[T]) Pop() (x T, ok bool) {\nif len(s.items) == 0 {\nreturn x, false\n}\nx = s.items[len(s.items)-1]\ns.items = s.items[:len(s.items)-1]\nreturn x, true\n}\n\nfunc (s Stack[T]) Len() int { return len(s.items) }")
		g.line("%s := &Stack[%s]{}\n%s.Push(%s, %s).Push(%s)", v, g.typ(t), v, g.expr(t, 1), g.expr(t, 1), g.expr(t, 1))
		g.line("for %s.Len() > 0 {\nx, ok := %s.Pop()\nfmt.Println(x, ok, %s.Len())\n}\nfmt.Println(%s.Pop())\nfmt.Printf(\"%%T %%v\\n\", *%s, *%s)", v, v, v, v, v, v)
	case 1:
		g.declareOnce("Pair", "type Pair[K comparable, V any] struct {\nKey K\nVal V\n}\n\nfunc (p Pair[K, V]) String() string { return fmt.Sprintf(\"%v=>%v\", p.Key, p.Val) }\n\nfunc (p *Pair[K, V]) Set(v V) { p.Val = v }\n\nfunc pairOf[K comparable, V any](k K, v V) Pair[K, V] { return Pair[K, V]{k, v} }")
		k := g.key()
		g.line("%s := pairOf(%s, %s)\n%s.Set(%s)\nfmt.Println(%s, %s.Key, %s.Val)\nfmt.Printf(\"%%T %%s %%+v\\n\", %s, %s, %s)", v, g.typed(k), g.typed(t), v, g.expr(t, 1), v, v, v, v, v, v)
		g.line("fmt.Println([]Pair[%s, %s]{%s, {}}, any(%s).(fmt.Stringer).String())", g.typ(k), g.typ(t), v, v)
	case 2:
		g.declareOnce("Set", "type Set[T cmp.Ordered] map[T]struct{}\n\nfunc (s Set[T]) Add(xs ...T) {\nfor _, x := range xs {\ns[x] = struct{}{}\n}\n}\n\nfunc (s Set[T]) Sorted() []T { return slices.Sorted(maps.Keys(s)) }\n\nfunc (s Set[T]) All() iter.Seq2[int, T] {\nreturn func(yield func(int, T) bool) {\nfor i, x := range s.Sorted() {\nif !yield(i, x) {\nreturn\n}\n}\n}\n}")
		k := g.key()
		if types.Identical(k.Underlying(), boolType) {
			k = stringType
		}
		g.line("%s := Set[%s]{}\n%s.Add(%s, %s, %s)\nfmt.Println(%s.Sorted(), len(%s))", v, g.typ(k), v, g.expr(k, 1), g.expr(k, 1), g.expr(k, 1), v, v)
		g.line("for i, x := range %s.All() {\nif i > 1 {\nbreak\n}\nfmt.Println(i, x)\n}\nfmt.Printf(\"%%T\\n\", %s)", v, v)
	case 3:
		g.declareOnce("Tree", "type Tree[T any] struct {\nleft, right *Tree[T]\nvalue T\n}\n\nfunc (t *Tree[T]) Insert(x T, less func(a, b T) bool) *Tree[T] {\nif t == nil {\nreturn &Tree[T]{value: x}\n}\nif less(x, t.value) {\nt.left = t.left.Insert(x, less)\n} else {\nt.right = t.right.Insert(x, less)\n}\nreturn t\n}\n\nfunc (t *Tree[T]) Walk(yield func(T) bool) bool {\nreturn t == nil || t.left.Walk(yield) && yield(t.value) && t.right.Walk(yield)\n}")
		n := g.number()
		i := g.name("i")
		g.line("var %s *Tree[%s]\nfor %s := range 5 {\n%s = %s.Insert(%s*%s(7-%s)+%s(%s), func(a, b %s) bool { return a < b })\n}", v, g.typ(n), i, v, v, g.varying(n), g.typ(n), i, g.typ(n), i, g.typ(n))
		g.line("%s.Walk(func(x %s) bool {\nfmt.Println(x)\nreturn fmt.Sprint(x) != %q\n})", v, g.typ(n), "3")
	case 4:
		g.declareOnce("Option", "type Option[T any] struct {\nvalue *T\n}\n\nfunc some[T any](x T) Option[T] { return Option[T]{&x} }\n\nfunc (o Option[T]) Or(other T) T {\nif o.value == nil {\nreturn other\n}\nreturn *o.value\n}\n\nfunc then[T, U any](o Option[T], f func(T) U) Option[U] {\nif o.value == nil {\nreturn Option[U]{}\n}\nreturn some(f(*o.value))\n}")
		f := g.functionLiteral(types.NewSignatureType(nil, nil, nil, tuple(g.pkg, []types.Type{t}), tuple(g.pkg, []types.Type{u}), false), 1)
		g.line("%s := then(some(%s), %s)\nfmt.Println(%s.Or(%s), Option[%s]{}.Or(%s))\nfmt.Printf(\"%%T\\n\", %s)", v, g.typed(t), f, v, g.expr(u, 1), g.typ(t), g.expr(t, 1), v)
	case 5:
		g.declareOnce("List", "type List[T any] []T\n\nfunc (l List[T]) Filter(keep func(T) bool) List[T] {\nvar out List[T]\nfor _, x := range l {\nif keep(x) {\nout = append(out, x)\n}\n}\nreturn out\n}\n\nfunc (l List[T]) Backwards() iter.Seq[T] {\nreturn func(yield func(T) bool) {\nfor i := len(l) - 1; i >= 0 && yield(l[i]); i-- {\n}\n}\n}")
		name := g.name("Named")
		g.declare("type %s struct {\nList[%s]\nName string\n}", name, g.typ(t))
		g.line("%s := %s{List[%s]{%s, %s}, %q}\nfmt.Println(len(%s.Filter(func(x %s) bool { return fmt.Sprint(x) > \"3\" })), %s.Name)", v, name, g.typ(t), g.expr(t, 1), g.expr(t, 1), g.word(), v, g.typ(t), v)
		g.line("for x := range %s.Backwards() {\nfmt.Println(x)\n}\nfmt.Printf(\"%%v %%T\\n\", %s, %s.List)", v, v, v)
	}
}

// genericMethods has constraints with methods.
func (g *generator) genericMethods() {
	switch g.n(3) {
	case 0:
		values := g.implementers("Size")
		g.declareOnce("biggest", "func biggest[T interface{ Size() int }](xs ...T) (best T) {\nfor i, x := range xs {\nif i == 0 || x.Size() > best.Size() {\nbest = x\n}\n}\nreturn best\n}")
		if len(values) == 0 {
			g.genericTypes()
			return
		}
		v := pick(g, values...)
		g.line("fmt.Printf(\"%%T\\n\", biggest(%s, %s))", v, v)
		g.line("fmt.Println(biggest[Sizer](%s).Size())", strings.Join(values, ", "))
	case 1:
		g.declareOnce("setter", "type setter[T any] interface {\n*T\nSet(string)\n}\n\nfunc build[T any, P setter[T]](words ...string) []T {\nout := make([]T, len(words))\nfor i, w := range words {\nP(&out[i]).Set(w)\n}\nreturn out\n}")
		name := g.name("Field")
		under := pick(g, "int", "string", "struct{ N int }")
		body := map[string]string{"int": "*f = %s(len(s))", "string": "*f += %s(s)", "struct{ N int }": "_ = %s{}; f.N = len(s)"}[under]
		g.declare("type %s %s\n\nfunc (f *%s) Set(s string) { %s }", name, under, name, fmt.Sprintf(body, name))
		g.line("fmt.Printf(\"%%v %%T\\n\", build[%s](%q, %s), build[%s]())", name, g.word(), g.expr(stringType, 1), name)
	case 2:
		g.declareOnce("cache", "type cache[K comparable, V any] struct {\ndata map[K]V\nload func(K) (V, error)\nhits int\n}\n\nfunc newCache[K comparable, V any](load func(K) (V, error)) *cache[K, V] {\nreturn &cache[K, V]{data: map[K]V{}, load: load}\n}\n\nfunc (c *cache[K, V]) Get(k K) (V, error) {\nif v, ok := c.data[k]; ok {\nc.hits++\nreturn v, nil\n}\nv, err := c.load(k)\nif err != nil {\nvar zero V\nreturn zero, fmt.Errorf(\"load %v: %w\", k, err)\n}\nc.data[k] = v\nreturn v, nil\n}")
		c := g.name("cache")
		t := g.plain(1)
		g.line("%s := newCache(func(k int) (%s, error) {\nif k == 2 {\nreturn %s, errors.New(\"two\")\n}\nreturn %s, nil\n})", c, g.typ(t), g.expr(t, 1), g.expr(t, 1))
		g.line("for _, k := range []int{1, 2, 1, 3} {\nv, err := %s.Get(k)\nfmt.Println(k, v, err, %s.hits)\n}", c, c)
	}
}
