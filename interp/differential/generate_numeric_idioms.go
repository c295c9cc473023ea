package main

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// idioms are functions as people write them; chance alone would make few of them.
var idioms []numericConstruct

func init() {
	idioms = []numericConstruct{
		{"sum", 2, false, (*numeric).sumIdiom},
		{"shared arrays", 3, false, (*numeric).sharing},
		{"arrays are copied", 3, false, (*numeric).copying},
		{"matrix", 2, false, (*numeric).matrix},
		{"places in order", 2, false, (*numeric).placesInOrder},
		{"bytes of strings", 2, false, (*numeric).scanning},
		{"counting", 2, false, (*numeric).counting},
		{"generic", 3, false, (*numeric).generic},
		{"handed over", 2, false, (*numeric).handedOver},
		{"linked", 2, false, (*numeric).linked},
		{"hashing", 2, false, (*numeric).hashing},
		{"insertion sort", 1, false, (*numeric).insertionSort},
		{"bisection", 1, false, (*numeric).bisection},
		{"fields by pointers", 2, false, (*numeric).fieldsByPointers},
		{"slices of arrays", 2, false, (*numeric).window},
		{"tables", 2, false, (*numeric).tables},
		{"nested arrays", 1, false, (*numeric).nestedArrays},
		{"variables of turns", 2, false, (*numeric).turns},
		{"deep recursion", 1, false, (*numeric).deep},
		{"floats as keys", 1, false, (*numeric).floatKeys},
		{"sort.Slice", 2, false, (*numeric).sorting},
		{"recover", 2, true, (*numeric).recovering},
		{"goroutines", 2, true, (*numeric).goroutines},
		{"functions in a slice", 1, false, (*numeric).functions},
		{"methods by an interface", 2, false, (*numeric).dispatch},
		{"values of any type", 2, false, (*numeric).anyValues},
		{"errors", 2, false, (*numeric).failing},
	}
}

func (n *numeric) idiom() {
	if n.chance(0.2) {
		n.foreign = true
	}
	n.choose(idioms).write(n)
}

// write declares a function of a text, in which $1, $2 and so on stand for others:
// its parameters are p0, p1 and so on.
func (n *numeric) write(params, results []types.Type, cost int, body string, with ...string) {
	f := function{name: n.name("idiom"), effects: true, foreign: n.foreign, cost: cost}
	var list []variable
	var texts, shown []string
	for i, t := range params {
		v := variable{name: fmt.Sprintf("p%d", i), typ: t}
		list, texts = append(list, v), append(texts, v.name+" "+n.typ(t))
	}
	for _, t := range results {
		shown = append(shown, n.typ(t))
	}
	for i, text := range with {
		body = strings.ReplaceAll(body, fmt.Sprintf("$%d", i+1), text)
	}
	f.sig = n.signature(list, results, false)
	n.declare("func %s(%s) (%s) {\n%s\n}", f.name, strings.Join(texts, ", "), strings.Join(shown, ", "), body)
	n.funcs = append(n.funcs, f)
}

// expression returns a value of a type that is made of parameters of these types, p0
// and so on, alone.
func (n *numeric) expression(t types.Type, of ...variable) (text string) {
	vars := n.vars
	defer func() { n.vars = vars }()
	n.vars = slices.Concat(basics, of)
	funcs := n.funcs
	defer func() { n.funcs = funcs }()
	n.funcs = nil
	return n.value(t, 3)
}

func (n *numeric) sumIdiom() {
	t := n.anyNumber()
	xs := types.NewSlice(t)
	term := n.expression(t, constant("x", t), constant("s", t))
	n.write([]types.Type{xs, t}, []types.Type{t, intType}, 40,
		"s, n := p1, 0\nfor _, x := range p0 {\nif x $1 p1 {\ncontinue\n}\ns += $2\nn++\n}\nreturn s, n", pick(n, "<", ">", "==", ">="), term)
}

// sharing appends to slices of one array.
func (n *numeric) sharing() {
	t := n.scalar()
	xs := types.NewSlice(t)
	x, y := n.expression(t), n.expression(t)
	body := pick(n,
		"a := p0[:min(1, len(p0))]\nb := append(a, $1)\nc := append(a, $2)\nreturn b, c, len(a)",
		"a := p0[:min(2, len(p0)):min(2, len(p0))]\nb := append(a, $1)\na = append(a[:0], $2)\nreturn a, b, cap(p0)",
		"a := make([]$3, 1, 4)\nb := append(a, $1)\nc := append(a, $2)\nb[0] = c[1]\np0 = append(p0[:0], c...)\nreturn b, p0, copy(a, p0)",
		"a := append(p0, p0...)\nif len(p0) > 1 {\na[0], p0[1] = p0[1], a[0]\n}\nreturn a, p0[:len(p0)/2], copy(a[1:], a)",
		"a := append(p0[:len(p0)/2], $1)\nb := p0[len(p0)/2:]\na = append(a, b...)\nreturn a, b, len(a) - len(b)",
		"n := copy(p0, p0[min(1, len(p0)):])\nm := copy(p0[len(p0)/2:], p0)\nreturn p0, p0[:cap(p0)/2], n*10 + m",
	)
	n.write([]types.Type{xs}, []types.Type{xs, xs, intType}, 20, "x, y := $1, $2\n_, _ = x, y\n"+body, n.typedText(t, x), n.typedText(t, y), n.typ(t))
}

// copying assigns and passes arrays, alone and in structs and arrays.
func (n *numeric) copying() {
	t := n.anyNumber()
	a := types.NewArray(t, int64(2+n.n(4)))
	two := types.NewArray(a, 2)
	x := n.expression(t, constant("p0[0]", t), constant("p0[1]", t))
	body := pick(n,
		"b := p0\nfor i, x := range p0 {\np0[(i+1)%len(p0)] += x\nb[i] -= x\n}\nreturn b, p0[p1&1]",
		"b := [2]$2{p0, p0}\nc := b\nb[p1&1][0] = $1\nc[0] = b[1]\nreturn c[0], b[0][1]",
		"for i, x := range &p0 {\np0[(i+1)%len(p0)] = x\n}\nq := &p0\nb := *q\nq[1] = $1\nreturn b, q[0] + p0[1]",
		"s := struct {\nA $2\nN int\n}{A: p0}\nr := s\ns.A[p1&1]++\nr.N = len(s.A)\np := &r\np.A[uint(p1)%2] = s.A[1]\nreturn r.A, s.A[0]",
		"f := p0[:]\nb := p0\nf[0], f[1] = f[1], $1\nb[p1&1] = f[0]\nreturn p0, b[0]",
		"m := map[int]$2{1: p0}\nb := m[p1&1]\nb[0]++\nm[2] = b\np0 = m[1]\nreturn m[2], p0[0]",
	)
	n.write([]types.Type{a, intType}, []types.Type{a, t}, 30, body, x, n.typ(a), n.typ(two))
}

// matrix fills rows and exchanges them.
func (n *numeric) matrix() {
	t := n.anyNumber()
	rows := types.NewSlice(types.NewSlice(t))
	x := n.expression(t, constant("i", intType), constant("j", intType), constant("p1", t))
	body := pick(n,
		"m := make($2, len(p0))\nfor i := range m {\nm[i] = make([]$3, len(p0))\nfor j := range m[i] {\nm[i][j] = $1\nif j < len(p0[i]) {\nm[i][j] += p0[i][j]\n}\n}\n}\nreturn m, p1",
		"for i := range p0 {\nfor j := 0; j < i; j++ {\np0[i], p0[j] = p0[j], p0[i]\nif len(p0[i]) > j {\np0[i][j] *= $1\n}\n}\n}\nreturn p0, p1",
		"var s $3\nfor i, row := range p0 {\nfor j := range row {\nif i+j > 5 {\nbreak\n}\ns += p0[j][i]*p1 + $1\n}\n}\nreturn p0, s",
		"s := p1\nfor i := len(p0) - 1; i >= 0; i-- {\nfor j, x := range p0[i] {\np0[i][j] = x*s - p0[i][len(p0[i])-1-j]\ns = s + $1\n}\n}\nreturn p0[:len(p0)/2], s",
	)
	n.write([]types.Type{rows, t}, []types.Type{rows, t}, 80, "for _, row := range p0 {\nif len(row) > 8 {\nreturn nil, p1\n}\n}\nif len(p0) > 8 {\nreturn nil, p1\n}\n"+body, x, n.typ(rows), n.typ(t))
}

// placesInOrder assigns to places that other assignments of the statement move.
func (n *numeric) placesInOrder() {
	t := n.anyNumber()
	xs := types.NewSlice(t)
	body := pick(n,
		"i := p1\ni, p0[i] = 2, p0[i]+1\nreturn p0, i",
		"if len(p0) > 0 {\np0[0], p0[p1] = p0[p1], p0[0]\n}\nreturn p0, p1",
		"p0[0], p0[p1] = 4, 5\nreturn p0, p1",
		"q := p0\nq, q[0] = q[1:], 9\nq[0], q = 3, nil\nreturn p0, len(q)",
		"p0, p1 = p0[:p1], len(p0)\nreturn p0, p1",
		"p0[p1]++\np0[len(p0)-1-p1] += p0[p1]\nreturn p0, p1",
		"i, j := p1, p1+1\ni, j, p0[j] = j, i, p0[i]\nreturn p0, i*10 + j",
		"m := map[int]int{p1: 1}\nm[p1], m[p1+1], p1 = m[p1+1], m[p1]+5, m[p1]\nreturn p0, m[p1]*100 + p1 + len(m)",
	)
	n.write([]types.Type{xs, intType}, []types.Type{xs, intType}, 10, body)
}

// scanning reads strings by bytes and by runes.
func (n *numeric) scanning() {
	body := pick(n,
		"h := uint32(2166136261)\nfor i := 0; i < len(p0); i++ {\nh ^= uint32(p0[i])\nh *= 16777619\n}\nreturn int(h), int(p0[p1])",
		"n, last := 0, 0\nfor i, r := range p0 {\nif r == 0xfffd {\nn += 1000\n}\nn += i*int(r)\nlast = i\n}\nreturn n, last",
		"n := 0\nfor len(p0) > 1 && p0[0] >= 'a' {\nn = n*26 + int(p0[0]-'a')\np0 = p0[1:]\n}\nreturn n, len(p0)",
		"i, j := 0, len(p0)-1\nfor i < j && p0[i] != p0[j] {\ni, j = i+1, j-1\n}\nreturn i, j",
		"a, b := p0[:len(p0)/2], p0[len(p0)/2:]\nif a < b || a == \"go\" {\na, b = b, a\n}\nreturn len(a)*10 + len(b), int(a[p1])",
		"n := 0\nswitch p0 {\ncase \"a\", \"go\":\nn = 1\ncase \"kitten\":\nn = 2\nfallthrough\ncase \"\":\nn += 5\n}\nfor range p0[min(p1, len(p0)):] {\nn++\n}\nreturn n, p1",
	)
	n.write([]types.Type{stringType, intType}, []types.Type{intType, intType}, 20, body)
}

// counting counts in maps.
func (n *numeric) counting() {
	k := n.keyType()
	v := pick(n, n.anyInteger(), n.anyInteger(), types.Type(floatType))
	m, ks := types.NewMap(k, v), types.NewSlice(k)
	body := pick(n,
		"for _, k := range p1 {\np0[k]++\n}\nreturn p0, len(p0)",
		"for i, k := range p1 {\nif _, ok := p0[k]; !ok {\np0[k] = $1(i) + 1\n} else if i%2 == 0 {\ndelete(p0, k)\n}\n}\nreturn p0, len(p0)",
		"m := make($2)\nfor _, k := range p1 {\nm[k] += p0[k]*2 + 1\n}\nreturn m, len(m) - len(p0)",
		"m, n := $2{}, 0\nfor k, x := range p0 {\nif x != x {\nn++\n}\nm[k] = x\n}\nfor k := range p0 {\ndelete(m, k)\n}\nreturn p0, n*10 + len(m)",
		"var m $2\nn := len(m)\nfor _, k := range p1 {\nif m[k] == 0 {\nn++\n}\n}\nif len(p1) > 2 {\nm[p1[0]] = 1\n}\nreturn p0, n",
	)
	n.write([]types.Type{m, ks}, []types.Type{m, intType}, 20, body, n.typ(v), n.typ(m))
}

// generic calls an instance of a generic function.
func (n *numeric) generic() {
	n.declareOnce("Real", "type Real interface {\n~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64\n}")
	t := n.anyNumber()
	for t == types.Typ[types.Uintptr] || t.Underlying() == types.Typ[types.Uintptr] {
		t = n.anyNumber()
	}
	xs := types.NewSlice(t)
	switch n.n(4) {
	case 0:
		n.declareOnce("dot", "func dot[T Real](a, b []T) (s T) {\nfor i, x := range a {\nif i < len(b) {\ns += x * b[i]\n}\n}\nreturn s\n}")
		n.write([]types.Type{xs, xs}, []types.Type{t}, 20, "return dot(p0, p1) - dot(p1, p0[len(p0)/2:])")
	case 1:
		n.declareOnce("clamp", "func clamp[T Real](x, low, high T) T {\nif x < low {\nreturn low\n}\nif x > high {\nreturn high\n}\nreturn x\n}\n\nfunc scaled[T, U Real](xs []T, by U) U {\nvar s U\nfor i, x := range xs {\nif x > 0 && x < 100 {\ns += U(x)*by - U(i)\n}\n}\nreturn s\n}")
		n.write([]types.Type{xs, t}, []types.Type{t, intType, floatType}, 30, "x := clamp(p1, 1, 100)\nreturn x, scaled(p0, int(x)), scaled(p0, 0.5)")
	case 2:
		n.declareOnce("Ring", "type Ring[T Real] struct {\nitems [4]T\nat int\n}\n\nfunc (r *Ring[T]) Add(x T) T {\nold := r.items[r.at]\nr.items[r.at] = x\nr.at = (r.at + 1) % len(r.items)\nreturn old\n}\n\nfunc (r Ring[T]) Sum() (s T) {\nfor _, x := range r.items {\ns += x\n}\nreturn s\n}")
		n.write([]types.Type{xs}, []types.Type{t, t, intType}, 40, "var r Ring[$1]\nvar s $1\nfor _, x := range p0 {\ns = s*3 + r.Add(x)\n}\nreturn s, r.Sum(), r.at", n.typ(t))
	case 3:
		n.declareOnce("Pair", "type Pair[T, U Real] struct {\nX T\nY U\n}\n\nfunc swapped[T, U Real](p Pair[T, U]) Pair[U, T] { return Pair[U, T]{p.Y, p.X} }\n\nfunc largest[T Real](xs ...T) (best T, at int) {\nat = -1\nfor i, x := range xs {\nif at < 0 || x > best {\nbest, at = x, i\n}\n}\nreturn best, at\n}")
		n.write([]types.Type{xs, types.Typ[types.Int16]}, []types.Type{t, intType, types.Typ[types.Int16]}, 20, "x, i := largest(p0...)\np := Pair[$1, int16]{x, p1}\nq := swapped(p)\nq.X++\ny, _ := largest(q.X, p.Y)\nreturn swapped(q).X, i, y", n.typ(t))
	}
}

// handedOver calls functions that it is given.
func (n *numeric) handedOver() {
	t := pick[types.Type](n, floatType, floatType, n.anyNumber())
	f := types.NewSignatureType(nil, nil, nil, tuple(n.pkg, []types.Type{t}), tuple(n.pkg, []types.Type{t}), false)
	body := pick(n,
		"s := p1\nfor i := range 5 {\ns += p0($1(i)) * p1\n}\nreturn s",
		"x := p1\nfor range 4 {\nx = p0(x) - p0(p0(p1))\n}\nreturn x",
		"if p0 == nil {\nreturn 7\n}\nx, y := p0(p1), p0(1)\nif x < y || y != y {\nx, y = y, x\n}\nreturn x - y",
	)
	n.write([]types.Type{f, t}, []types.Type{t}, 60, body, n.typ(t))
}

// linked walks over nodes that point to each other.
func (n *numeric) linked() {
	t := n.anyNumber()
	node := n.name("Node")
	n.declare("type %s struct {\nValue %s\nNext *%s\nBy int8\n}", node, n.typ(t), node)
	body := pick(n,
		"var head *$1\nfor _, x := range p0 {\nhead = &$1{x, head, int8(len(p0))}\n}\nn := 0\nvar s $2\nfor at := head; at != nil; at = at.Next {\ns = s*2 + at.Value\nat.By--\nn += int(at.By)\n}\nreturn s, n",
		"nodes := make([]$1, len(p0))\nfor i, x := range p0 {\nnodes[i] = $1{Value: x, By: int8(i)}\nif i > 0 {\nnodes[i].Next = &nodes[i-1]\n}\n}\nlast := &nodes[len(nodes)-1]\nlast.Next.Value += last.Value\nreturn nodes[0].Value, int(last.Next.Next.By)",
		"a := $1{Value: 1}\na.Next = &a\nb := a\nb.By = 5\nfor i, x := range p0 {\nb.Next.Value += x\nif i > 2 {\nb.Next = &b\n}\n}\nreturn a.Value - b.Value, int(a.Next.By) + int(b.Next.By)*10",
	)
	n.write([]types.Type{types.NewSlice(t)}, []types.Type{t, intType}, 40, body, node, n.typ(t))
}

// hashing mixes bits of unsigned integers.
func (n *numeric) hashing() {
	t := pick[types.Type](n, types.Typ[types.Uint32], types.Typ[types.Uint64], types.Typ[types.Uint8], types.Typ[types.Uint16], types.Typ[types.Int32], types.Typ[types.Int64], types.Typ[types.Int8])
	k := pick(n, 1, 3, 5, 7)
	body := pick(n,
		"for i := range 12 {\np0 ^= p0 << $2\np0 ^= p0 >> $3\np0 += $1(i) * 37\np1 = p1*3 + p0\n}\nreturn p0, p1",
		"for p0 != 0 && p1 != 0 {\np0, p1 = p1%p0, p0\n}\nreturn p0, p1",
		"var crc $1\nfor i := 0; i < 16; i++ {\nif (crc^p0)&1 != 0 {\ncrc = crc>>1 ^ p1\n} else {\ncrc >>= 1\n}\np0 = p0>>1 | p0<<$2\n}\nreturn crc, ^crc &^ p1",
		"n := 0\nfor p0 > 1 && n < 40 {\nif p0%2 == 0 {\np0 /= 2\n} else {\np0 = 3*p0 + 1\n}\nn++\n}\nreturn p0, p1 + $1(n)",
		"hi, lo := p0>>$2, p0&$2\nreturn hi*p1 + lo<<$3, -p0 - (p1 &^ lo)",
	)
	n.write([]types.Type{t, t}, []types.Type{t, t}, 60, body, n.typ(t), fmt.Sprint(k), fmt.Sprint(k+1))
}

func (n *numeric) insertionSort() {
	t := n.anyNumber()
	xs := types.NewSlice(t)
	n.write([]types.Type{xs}, []types.Type{xs, intType}, 60, "moves := 0\nfor i := 1; i < len(p0); i++ {\nx := p0[i]\nj := i - 1\nfor j >= 0 && p0[j] $1 x {\np0[j+1] = p0[j]\nj--\nmoves++\n}\np0[j+1] = x\n}\nreturn p0, moves", pick(n, "<", ">", ">="))
}

func (n *numeric) bisection() {
	x := n.expression(floatType, constant("x", floatType), constant("p0", floatType))
	n.write([]types.Type{floatType, floatType}, []types.Type{floatType, intType}, 60, "n := 0\nfor p1-p0 > 1e-3 && n < 20 {\nn++\nx := (p0 + p1) / 2\nif f := $1; f < 0 {\np0 = x\n} else if f > 0 {\np1 = x\n} else {\nbreak\n}\n}\nreturn p0 + (p1-p0)*0.5, n", n.typedText(floatType, x))
}

// fieldsByPointers changes fields and elements by pointers to them.
func (n *numeric) fieldsByPointers() {
	t := n.anyNumber()
	name := n.name("Cell")
	n.declare("type %s struct {\nA int8\nB %s\nC [3]%s\nD uint16\nE bool\n}\n\nfunc (c *%s) Step(by %s) *%s {\nc.B += by\nc.A++\nc.E = !c.E\nreturn c\n}\n\nfunc (c %s) Moved() %s {\nc.C[0], c.C[2] = c.C[2], c.B\nc.D--\nreturn c\n}", name, n.typ(t), n.typ(t), name, n.typ(t), name, name, name)
	cell := types.NewNamed(types.NewTypeName(0, n.pkg, name, nil), types.NewStruct([]*types.Var{
		types.NewField(0, n.pkg, "A", types.Typ[types.Int8], false), types.NewField(0, n.pkg, "B", t, false),
		types.NewField(0, n.pkg, "C", types.NewArray(t, 3), false), types.NewField(0, n.pkg, "D", types.Typ[types.Uint16], false),
		types.NewField(0, n.pkg, "E", boolType, false),
	}, nil), nil)
	body := pick(n,
		"p, q := &p0.B, &p0.C[1]\n*p, *q = *q, *p\nr := &p0.C\nr[uint(*p-*q)%3]++\nreturn p0, *p",
		"c := p0.Moved().Moved()\nc.Step(p1).Step(c.B)\nd := &c\nd.Step(1)\nreturn *d, c.B - p0.B",
		"cs := []$1{p0, p0.Moved()}\nfor i := range cs {\nc := &cs[i]\nc.Step(p1)\ncs = append(cs[:2:2], *c)\nc.D += uint16(i)\n}\nfor _, c := range cs {\nc.A = 100\np0.D += c.D\n}\nreturn cs[1], cs[0].B",
		"m := map[string]$1{\"a\": p0}\nc := m[\"a\"]\nc.Step(p1)\nm[\"b\"] = c\nd := m[\"a\"]\nd.D = m[\"b\"].D + uint16(m[\"none\"].A)\nreturn d, m[\"b\"].B",
		"var a [2]$1\na[0], a[1] = p0, a[0]\na[1].Step(p1)\nb := a\nb[0].C[1] = p1\na[0].A -= b[1].A\nb[1].C = a[0].C\nreturn b[1], a[0].C[1] + b[0].C[1]",
		"f := func(c *$1) { c.B = 3; c.E = true }\nf(&p0)\nreturn p0, p0.B",
	)
	if isFloat(t) {
		body = strings.ReplaceAll(body, "uint(*p-*q)%3", "uint(p0.A)%3")
	}
	n.write([]types.Type{cell, t}, []types.Type{cell, t}, 30, body, name)
}

// window slides over an array by slices of it.
func (n *numeric) window() {
	t := n.anyNumber()
	a := types.NewArray(t, 6)
	body := pick(n,
		"var s $1\nfor i := 0; i+2 <= len(p0); i++ {\nw := p0[i : i+2]\nw[1] += w[0]\ns += w[p1&1]\n}\nreturn p0, s",
		"w := p0[1:4]\nw = w[:cap(w)]\nw[len(w)-1] = p0[0]\nw = append(w[:1], p0[p1:]...)\nreturn p0, w[0]",
		"q := &p0\nw := q[p1:]\nfor i := range w {\nw[i], q[i] = q[i], w[i]\n}\nreturn *q, w[0]",
		"copy(p0[2:], p0[:3])\nw := p0[:]\nclearFrom := len(w) - p1\nfor i := range w[clearFrom:] {\nw[clearFrom+i] = 0\n}\nreturn p0, w[0]",
	)
	n.write([]types.Type{a, intType}, []types.Type{a, t}, 20, body, n.typ(t))
}

// sorting sorts by functions that count their calls.
func (n *numeric) sorting() {
	t := n.anyNumber()
	xs := types.NewSlice(t)
	body := pick(n,
		"calls := 0\nsort.Slice(p0, func(i, j int) bool {\ncalls++\nreturn p0[i] $2 p0[j]\n})\nreturn p0, calls",
		"calls := 0\nsort.SliceStable(p0, func(i, j int) bool {\ncalls += i - j\nreturn p0[i]/2 $2 p0[j]/2\n})\nreturn p0, calls",
		"slices.SortFunc(p0, func(a, b $1) int {\nif a $2 b {\nreturn -1\n}\nif b $2 a {\nreturn 1\n}\nreturn 0\n})\nreturn p0, len(p0)",
		"at := sort.Search(len(p0), func(i int) bool { return p0[i] > $3 })\nreturn p0[at:], at",
		"at := slices.IndexFunc(p0, func(x $1) bool { return x == $3 })\nreturn p0, at",
	)
	n.write([]types.Type{xs}, []types.Type{xs, intType}, 60, body, n.typ(t), pick(n, "<", ">"), n.number(t))
}

// recovering calls a function of the machine and recovers its panic.
func (n *numeric) recovering() {
	f, ok := n.anyFunction(func(f function) bool { return !f.foreign && !f.sig.Variadic() })
	if !ok {
		n.sorting()
		return
	}
	var params []types.Type
	var args []string
	for p := range f.sig.Params().Variables() {
		args = append(args, fmt.Sprintf("p%d", len(params)))
		params = append(params, p.Type())
	}
	n.write(params, []types.Type{stringType}, f.cost+5, "text := \"\"\nfunc() {\ndefer func() {\nif p := recover(); p != nil {\ntext = fmt.Sprint(p)\n}\n}()\n$1($2)\n}()\nreturn text", f.name, strings.Join(args, ", "))
}

// goroutines run a function that changes nothing, several times at once.
func (n *numeric) goroutines() {
	var found []function
	for _, f := range n.funcs {
		if !f.effects && !f.foreign && n.affords(function{cost: 4 * f.cost}) {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		n.sorting()
		return
	}
	f := pick(n, found...)
	var params []types.Type
	var args []string
	for p := range f.sig.Params().Variables() {
		args = append(args, fmt.Sprintf("p%d", len(params)))
		params = append(params, p.Type())
	}
	r := f.sig.Results().At(0).Type()
	names := "r" + strings.Repeat(", _", f.sig.Results().Len()-1)
	all := types.NewSlice(stringType)
	n.write(params, []types.Type{all}, 4*f.cost, `type answer struct {
at int
r $1
failed bool
}
answers := make(chan answer)
for i := range 4 {
go func() {
a := answer{at: i, failed: true}
defer func() {
recover()
answers <- a
}()
$2 := $3($4)
a.r, a.failed = r, false
}()
}
all := make([]string, 4)
for range all {
a := <-answers
all[a.at] = fmt.Sprint(a.failed, $5)
}
return all`, n.typ(r), names, f.name, strings.Join(args, ", "), n.printed("a.r", r))
}

// printed returns an expression that shows a value without addresses.
func (n *numeric) printed(name string, t types.Type) string {
	if printable(t) {
		return name
	}
	return n.digest(variable{name: name, typ: t})
}

// tables fills arrays that are too large for registers, new ones in each turn.
func (n *numeric) tables() {
	t := n.anyNumber()
	body := pick(n,
		"var table [40]$1\nfor i := range table {\ntable[i] = p0*$1(i) + table[i/2]\n}\ncopied := table\ntable[3]++\nreturn copied[p1] - table[3], table[len(table)-1]",
		"var s, last $1\nfor i := range 3 {\nvar table [32]$1\ns += table[p1]\ntable[p1] = p0 + $1(i)\ntable[i] += last\nlast = table[p1]\n}\nreturn s, last",
		"var grid [6][7]$1\nfor i := range grid {\nfor j := range grid[i] {\ngrid[i][j] = p0 + $1(i*j)\n}\n}\nrow := grid[2]\ngrid[2][p1] = 1\ngrid[p1], grid[0] = grid[0], row\nreturn grid[p1][3], row[p1]",
		"table := [...]$1{1, 2, 30: 3}\nother := table\nfor i, x := range table {\ntable[(i+1)%len(table)] = x + p0\nother[i] -= table[i]\n}\nreturn table[p1], other[len(other)-1]",
	)
	n.write([]types.Type{t, intType}, []types.Type{t, t}, 120, body, n.typ(t))
}

// nestedArrays has nested arrays behind pointers, and copies them as a whole.
func (n *numeric) nestedArrays() {
	t := n.anyNumber()
	n.write([]types.Type{t, intType}, []types.Type{t, t}, 20, "p := &struct{ now, next *[8][8]$1 }{new([8][8]$1), new([8][8]$1)}\np.now[3][4] = p0\nold := *p.now\np.now[3][uint(p1)%8] += 2\np.next[1] = old[3]\nq := *p.next\nreturn p.now[3][4] - old[3][4], q[1][uint(p1+1)%8] - p.next[1][4]", n.typ(t))
}

// turns keeps the addresses of variables that each turn of a loop makes again.
func (n *numeric) turns() {
	t := n.anyInteger()
	body := pick(n,
		"var all []*$1\nfor i := $1(0); i < 6; i++ {\nall = append(all, &i)\n*all[0] += p0 & 1\n}\nvar s $1\nfor _, p := range all {\ns = s*10 + *p\n}\nreturn s, len(all)",
		"var last *$1\nvar s $1\nfor i := range 5 {\nvar x $1\nif last != nil {\ns += *last\n}\nx += p0 + $1(i)\nlast = &x\n}\n*last++\nreturn s + *last, 5",
		"all := [3]*$1{}\nfor i, x := range []$1{p0, 2, 3} {\nall[i] = &x\nx *= 3\n}\n*all[1] += *all[0]\nreturn *all[0] + *all[1]*2 + *all[2]*3, len(all)",
	)
	n.write([]types.Type{t}, []types.Type{t, intType}, 40, body, n.typ(t))
}

// deep recurs so often that stacks grow, with variables on them.
func (n *numeric) deep() {
	t := n.anyNumber()
	name := n.name("down")
	n.declare("func %s(depth int, x %s) %s {\nvar a [20]%s\nfor i := range a {\na[i] = x + %s(i)\n}\nif depth > 0 {\na[depth%%20] += %s(depth-1, a[depth%%7])\n}\nreturn a[3] - a[depth%%20]\n}",
		name, n.typ(t), n.typ(t), n.typ(t), n.typ(t), name)
	n.write([]types.Type{t}, []types.Type{t, t}, 2000, "return $1(500, p0), $1(1, p0)", name)
}

// floatKeys has floats as keys of maps; NaNs among them are never equal.
func (n *numeric) floatKeys() {
	t := pick[types.Type](n, floatType, types.Typ[types.Float32], types.Typ[types.Complex128])
	n.write([]types.Type{types.NewSlice(t)}, []types.Type{intType, intType, intType}, 40, "m := map[$1]int{}\nfor i, x := range p0 {\nm[x] += i + 1\n}\ns := 0\nfor _, x := range p0 {\ns = s*3 + m[x]\nif _, ok := m[-x]; ok {\ns++\n}\n}\nn := len(m)\nfor _, x := range p0 {\ndelete(m, x)\n}\nreturn s, n, len(m)", n.typ(t))
}

// dispatch calls a method of a declared type by way of an interface.
func (n *numeric) dispatch() {
	for _, t := range n.named {
		for _, m := range t.methods {
			if m.Signature().Params().Len() > 1 {
				continue
			}
			var params []types.Type
			arg := ""
			for p := range m.Signature().Params().Variables() {
				params, arg = append(params, p.Type()), "p0"
			}
			outer := n.name("Outer")
			n.declare("type %s struct {\nN int8\n%s\n}", outer, t.Obj().Name())
			n.write(params, []types.Type{types.NewSlice(stringType)}, 3*m.cost, `x, y := $1, $2{N: 3}
z := y
all := []interface{ $3$4 }{&x, &y, &z.$5}
var shown []string
for _, v := range all {
r := v.$3($6)
shown = append(shown, fmt.Sprint($7))
}
if len(shown[0]) > 3 {
all = append(all, nil)
all[3].$3($6)
}
return shown`, n.typedText(t.Named, n.literal(t.Named, 1)), outer, m.Name(), strings.TrimPrefix(n.typ(plainSignature(m.Signature())), "func"), t.Obj().Name(), arg, n.printed("r", m.Signature().Results().At(0).Type()))
			return
		}
	}
	n.sorting()
}

// anyValues puts values into interfaces, and compares them there.
func (n *numeric) anyValues() {
	t, u := n.typeOf(1), n.scalar()
	x, y := n.typedText(t, n.literal(t, 1)), n.typedText(u, n.literal(u, 1))
	results := []types.Type{boolType, intType}
	body := pick(n,
		"var a, b any = p0, $1\nc := b\nif a == any($2) {\na, c = c, a\n}\nreturn a == b || c == nil, len(fmt.Sprint(a == c))",
		"m := map[any]int{$2: 1}\nm[p0]++\nm[$1] += 2\nreturn m[p0] > 2, len(m)",
		"all := []any{p0, $2, nil}\nn := 0\nfor i, x := range all {\nif x == all[(i+1)%len(all)] || x == nil {\nn += i + 1\n}\n}\nreturn all[2] == nil, n",
		"f := func(values ...any) (n int) {\nfor _, v := range values {\nif v == any($2) {\nn++\n}\n}\nreturn n + len(values)*10\n}\nreturn any(p0) != any($1), f(p0, $1, $2) + f()",
	)
	if refers(t) && !is[*types.Slice](t) { // addresses differ, and maps panic by their names
		t = u
		x = y
	}
	n.write([]types.Type{t}, results, 20, body, x, y)
}

// failing returns errors, and values with them.
func (n *numeric) failing() {
	t := n.anyNumber()
	result := []types.Type{t, errorType}
	n.declareOnce("rangeError", "type rangeError struct{ At, Most int }\n\nfunc (e rangeError) Error() string { return fmt.Sprintf(\"%d is more than %d\", e.At, e.Most) }\n\nvar errEmpty = errors.New(\"it is empty\")")
	body := pick(n,
		"if len(p0) == 0 {\nreturn 0, errEmpty\n}\nvar s $1\nfor i, x := range p0 {\nif x == 0 {\nreturn s, fmt.Errorf(\"element %d of %v: %w\", i, p0, errEmpty)\n}\ns += x\n}\nreturn s, nil",
		"var err error\nif p1 >= len(p0) {\nerr = rangeError{p1, len(p0)}\n}\nif err == (rangeError{7, 2}) || errors.Is(err, errEmpty) {\nreturn 1, err\n}\nreturn $1(len(p0)), err",
		"at := func(i int) ($1, error) {\nif i < 0 || i >= len(p0) {\nreturn 0, &rangeError{i, len(p0)}\n}\nreturn p0[i], nil\n}\nx, err := at(p1)\nif err != nil {\nif y, err2 := at(0); err2 == nil {\nreturn y, err\n}\n}\nreturn x, err",
	)
	n.write([]types.Type{types.NewSlice(t), intType}, result, 20, body, n.typ(t))
}

// plainSignature returns a method's type without its receiver.
func plainSignature(s *types.Signature) *types.Signature {
	return types.NewSignatureType(nil, nil, nil, s.Params(), s.Results(), false)
}

// functions calls functions by their values.
func (n *numeric) functions() {
	t := n.anyNumber()
	sig := types.NewSignatureType(nil, nil, nil, tuple(n.pkg, []types.Type{t}), tuple(n.pkg, []types.Type{t}), false)
	var entries []string
	for _, f := range n.funcs {
		if types.Identical(f.sig, sig) {
			entries = append(entries, f.name)
		}
	}
	for range 2 {
		text := n.functionLiteral(sig)
		if !strings.HasSuffix(text, "(nil)") {
			entries = append(entries, text)
		}
	}
	n.write([]types.Type{t, intType}, []types.Type{t}, 60, "all := []$1{$2}\nx := all[p1](p0)\nfor _, f := range all {\nx = f(x)\n}\nreturn x", n.typ(sig), strings.Join(entries, ", "))
}
