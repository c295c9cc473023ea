//go:build ignore

package main

import (
	"errors"
	"fmt"
	"os"
)

type invariant struct {
	what string
	got  int
}

func (i invariant) Error() string { return fmt.Sprintf("invariant %q broken: %d", i.what, i.got) }

type heapInts []int

func (h *heapInts) push(v int) {
	*h = append(*h, v)
	i := len(*h) - 1
	for i > 0 {
		p := (i - 1) / 2
		if (*h)[p] <= (*h)[i] {
			break
		}
		(*h)[p], (*h)[i] = (*h)[i], (*h)[p]
		i = p
	}
}

func (h *heapInts) pop() int {
	old := *h
	if len(old) == 0 {
		panic(invariant{"not empty", len(old)})
	}
	top := old[0]
	last := len(old) - 1
	old[0] = old[last]
	*h = old[:last]
	i := 0
	for {
		l, r, m := 2*i+1, 2*i+2, i
		if l < last && old[l] < old[m] {
			m = l
		}
		if r < last && old[r] < old[m] {
			m = r
		}
		if m == i {
			return top
		}
		old[i], old[m] = old[m], old[i]
		i = m
	}
}

func drain(h *heapInts, n int) (out []int, err error) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		inv, ok := r.(invariant)
		if !ok || inv.got != 0 {
			panic(r)
		}
		err = fmt.Errorf("drained early: %w", inv)
	}()
	for range n {
		out = append(out, h.pop())
	}
	return
}

func main() {
	h := &heapInts{}
	for _, v := range []int{5, 3, 8, 1, 9, 2} {
		h.push(v)
	}
	fmt.Println(*h)
	out, err := drain(h, 4)
	fmt.Println(out, err)
	out, err = drain(h, 4)
	fmt.Println(out, err)
	var inv invariant
	if errors.As(err, &inv) {
		fmt.Printf("%+v\n%#v\n", inv, inv)
	}
	defer fmt.Println("this deferred call still runs")
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("seen:", r)
			fmt.Fprintln(os.Stderr, "panicking again")
			panic(invariant{"rethrown", 2})
		}
	}()
	var empty heapInts
	empty.pop()
	fmt.Println("not printed")
}
