//go:build ignore

package main

import (
	"fmt"
	"iter"
	"strings"
)

type Tree struct {
	Left, Right *Tree
	Val         int
}

func (t *Tree) Insert(vs ...int) *Tree {
	for _, v := range vs {
		switch {
		case t == nil:
			t = &Tree{Val: v}
		case v < t.Val:
			t.Left = t.Left.Insert(v)
		case v > t.Val:
			t.Right = t.Right.Insert(v)
		}
	}
	return t
}

func (t *Tree) InOrder() iter.Seq[int] {
	return func(yield func(int) bool) { t.push(yield) }
}

func (t *Tree) push(yield func(int) bool) bool {
	return t == nil || (t.Left.push(yield) && yield(t.Val) && t.Right.push(yield))
}

func (t *Tree) Levels() iter.Seq2[int, []int] {
	return func(yield func(int, []int) bool) {
		level := []*Tree{t}
		for d := 0; len(level) > 0; d++ {
			var next []*Tree
			var vals []int
			for _, n := range level {
				if n == nil {
					continue
				}
				vals = append(vals, n.Val)
				next = append(next, n.Left, n.Right)
			}
			if vals == nil || !yield(d, vals) {
				return
			}
			level = next
		}
	}
}

func (t *Tree) Paths() iter.Seq[string] {
	var walk func(*Tree, []string, func(string) bool) bool
	walk = func(n *Tree, path []string, yield func(string) bool) bool {
		path = append(path, fmt.Sprint(n.Val))
		if n.Left == nil && n.Right == nil {
			return yield(strings.Join(path, "/"))
		}
		for _, c := range [...]*Tree{n.Left, n.Right} {
			if c != nil && !walk(c, path, yield) {
				return false
			}
		}
		return true
	}
	return func(yield func(string) bool) {
		if t != nil {
			walk(t, nil, yield)
		}
	}
}

func Same(a, b *Tree) bool {
	na, sa := iter.Pull(a.InOrder())
	defer sa()
	nb, sb := iter.Pull(b.InOrder())
	defer sb()
	for {
		x, ok1 := na()
		y, ok2 := nb()
		if x != y || ok1 != ok2 {
			return false
		}
		if !ok1 {
			return true
		}
	}
}

func find(t *Tree, want int) (steps int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered after %d: %v", steps, r)
		}
	}()
	for v := range t.InOrder() {
		defer func() { steps += 100 }()
		steps++
		if v == want {
			return steps, nil
		}
		if v > want {
			panic(fmt.Sprintf("passed %d at %d", want, v))
		}
	}
	return steps, fmt.Errorf("%d not found", want)
}

func main() {
	t := (*Tree)(nil).Insert(50, 30, 70, 20, 40, 60, 80, 35)
	for v := range t.InOrder() {
		fmt.Print(v, " ")
	}
	fmt.Println()
	for d, vs := range t.Levels() {
		fmt.Print(d, vs)
		if d == 2 {
			break
		}
	}
	fmt.Println()
	for p := range t.Paths() {
		fmt.Println(p)
	}
	u := (*Tree)(nil).Insert(20, 30, 35, 40, 50, 60, 70, 80)
	fmt.Println(Same(t, u), Same(t, u.Insert(81)), Same(nil, nil), Same(nil, t))
	for _, w := range []int{20, 60, 61, 99} {
		fmt.Println(find(t, w))
	}
outer:
	for a := range t.InOrder() {
		for b := range t.InOrder() {
			switch {
			case a+b == 120 && a != b:
				fmt.Println("pair", a, b)
				break outer
			case b > a:
				continue outer
			}
		}
	}
	for range (*Tree)(nil).InOrder() {
		fmt.Println("never")
	}
}
