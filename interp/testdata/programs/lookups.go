package main

import (
	"fmt"
	"os"
	"strings"
)

type colour int

func (c colour) String() string { return [...]string{"red", "green"}[c] }

type node struct {
	name string
	next map[string]*node
}

type tree map[string]tree

type failure struct{ code int }

func (f failure) Error() string { return fmt.Sprint("failure ", f.code) }

type pair[K comparable, V any] struct{ m map[K]V }

func (p pair[K, V]) get(k K) (V, bool) {
	v, ok := p.m[k]
	return v, ok
}

func all[K comparable, V any](m map[K]V, ks ...K) (out []V) {
	for _, k := range ks {
		v, ok := m[k]
		fmt.Print(v, ok, " ")
		out = append(out, v)
	}
	return out
}

var calls int

func counted[T any](x T) T { calls++; return x }

func named(m map[string]int, k string) (v int, ok bool) {
	v = -1
	v, ok = m[k]
	return
}

func maps() {
	m := map[string]int{"x": 7}
	for _, k := range []string{"x", "y"} {
		v, ok := m[k]
		fmt.Println(v, ok)
	}
	v, ok := 5, true
	v, ok = m["x"]
	fmt.Println(v, ok)
	v, ok = m["none"]
	fmt.Println(v, ok)
	v, _ = m["x"]
	v, _ = m["none"]
	fmt.Println(v)
	_, ok = m["x"]
	fmt.Println(ok)
	for _, k := range []string{"x", "y"} {
		if v, ok := m[k]; ok {
			fmt.Println("found", v)
		} else {
			fmt.Println("not", v)
		}
	}
	fmt.Println(named(m, "x"))
	fmt.Println(named(m, "y"))
	acc := map[string]int{}
	for w := range strings.FieldsSeq("a b a c b a") {
		n, _ := acc[w]
		acc[w] = n + 1
	}
	fmt.Println(acc)
	var none map[string]float64
	f, found := none["a"]
	fmt.Println(f, found)

	errs := map[int]error{1: failure{3}, 2: nil}
	for i := range 4 {
		err, ok := errs[i]
		fmt.Println(err, ok, err == nil)
	}
	funcs := map[rune]func(int) int{'+': func(i int) int { return i + 1 }}
	for _, r := range "+-" {
		if f, ok := funcs[r]; ok {
			fmt.Println(f(1))
		} else {
			fmt.Println(f == nil)
		}
	}
	names := map[colour]string{0: "rot"}
	for c := range colour(2) {
		name, ok := names[c]
		fmt.Printf("%v %q %v\n", c, name, ok)
	}
	colours := map[string]colour{"g": 1}
	for _, k := range []string{"g", "h"} {
		c, ok := colours[k]
		fmt.Println(c, ok)
	}
	points := map[[2]int][]string{{1, 2}: {"a"}}
	for i := range 2 {
		s, ok := points[[2]int{i, 2}]
		fmt.Println(s, len(s), ok)
	}
	root := &node{next: map[string]*node{}}
	for _, word := range strings.Fields("ab ac b") {
		at := root
		for _, r := range word {
			next, ok := at.next[string(r)]
			if !ok {
				next = &node{string(r), map[string]*node{}}
				at.next[string(r)] = next
			}
			at = next
		}
	}
	fmt.Println(len(root.next), len(root.next["a"].next), len(root.next["b"].next))
	anys := map[any]any{"s": 1, 2: "two", 2.5: nil}
	for _, k := range []any{"s", 2, 2.5, false} {
		x, ok := anys[k]
		fmt.Println(x, ok)
	}
	two, ok := anys[2]
	fmt.Println(two, ok)
	t := tree{"a": {"b": nil}}
	for _, k := range []string{"a", "b"} {
		sub, ok := t[k]
		fmt.Println(len(sub), sub == nil, ok)
	}
	groups := map[string]struct{ n, sum int }{"a": {1, 2}}
	for _, k := range []string{"a", "b", "a"} {
		g, ok := groups[k]
		g.n++
		groups[k] = g
		fmt.Println(g, ok)
	}
	deep := map[string]map[string]int{"a": {"b": 1}}
	for _, k := range []string{"a", "b"} {
		n, ok := deep[k]["b"]
		fmt.Println(n, ok)
	}
	x, ok := counted(m)[counted("x")]
	fmt.Println(x, ok, calls)
	var list [2]int
	set := map[string]bool{}
	list[1], set["it"] = m["x"]
	fmt.Println(list, set)
	list[1], set["it"] = m["y"]
	fmt.Println(list, set)
	var y, has = m["y"]
	fmt.Println(y, has)
	var closures []func() (int, bool)
	for _, k := range []string{"x", "y"} {
		v, ok := m[k]
		closures = append(closures, func() (int, bool) { return v, ok })
	}
	for _, c := range closures {
		fmt.Println(c())
	}
	k := "x"
	k2 := map[string]string{"x": "y", "y": "x"}
	for range 3 {
		k, _ = k2[k]
	}
	fmt.Println(k)
	fmt.Println(pair[string, int]{m}.get("x"))
	fmt.Println(pair[string, int]{m}.get("y"))
	fmt.Println(all(m, "x", "y"), all(map[colour]error{1: os.ErrExist}, 0, 1, 0))
	var b strings.Builder
	switch v, ok := m["y"]; {
	case ok:
		b.WriteString("yes")
	default:
		fmt.Fprint(&b, "no ", v)
	}
	fmt.Println(b.String())
	func() {
		defer func() { fmt.Println(recover() != nil) }()
		v, ok := anys[[]int{1}]
		fmt.Println(v, ok)
	}()
}

// forms are the statements that may hold a lookup.
func forms() {
	type key struct{ x, y int }
	next := map[string]string{"a": "b", "b": "c"}
	for v, ok := next["a"]; ok; v, ok = next[v] {
		fmt.Print(v, " ")
	}
	v, ok := next["c"]
	fmt.Printf("%q %v\n", v, ok)
	for _, k := range []string{"a", "c"} {
		if v == "x" {
			fmt.Println("x")
		} else if v, ok := next[k]; ok {
			fmt.Println("next", v)
		} else if w, ok := next[string(k[0]-1)]; ok {
			fmt.Println("else", w, v == "")
		}
	}
	at := map[key]float64{{1, 2}: 3}
	k := key{1, 2}
	for range 2 {
		f, ok := at[k]
		g, ok2 := at[key{k.x, 2}]
		h, ok3 := at[key{
			k.y,
			2,
		}]
		fmt.Println(f, ok, g, ok2, h, ok3)
		k.x++
	}
	flags := map[bool]bool{true: false}
	ok = true
	for range 3 {
		ok, _ = flags[ok]
		b, ok := flags[ok]
		_, missing := flags[ok]
		fmt.Println(b, ok, missing)
	}
	trie := map[string]map[string]int{"a": {"b": 1}}
	sub, ok := trie["a"]
	fmt.Println(sub, ok)
	one, ok := trie["a"]["b"]
	fmt.Println(one, ok)
	sub, ok = trie["b"]
	fmt.Println(sub == nil, ok)
	var found []func() bool
	for _, k := range []string{"a", "b"} {
		_, ok := trie[k]
		found = append(found, func() bool { return ok })
	}
	fmt.Println(found[0](), found[1]())
	nested := &node{"r", map[string]*node{"s": {"s", nil}}}
Walk:
	for _, k := range []string{"s", "t"} {
		switch n, ok := nested.next[k]; {
		case ok:
			fmt.Println(n.name)
			continue Walk
		default:
			fmt.Println(n == nil)
		}
	}
}

func main() {
	forms()
	maps()
}
