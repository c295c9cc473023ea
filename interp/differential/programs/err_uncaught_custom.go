package main

import (
	"errors"
	"fmt"
)

type Stack struct {
	items []int
	depth int
}

type StackError struct {
	Op    string
	Depth int
}

func (s *StackError) Error() string { return fmt.Sprintf("stack %s at depth %d", s.Op, s.Depth) }

func (s *Stack) Push(v int) *Stack {
	if len(s.items) == 4 {
		panic(&StackError{"overflow", len(s.items)})
	}
	s.items = append(s.items, v)
	return s
}

func (s *Stack) Pop() (v int) {
	if len(s.items) == 0 {
		panic(&StackError{Op: "underflow"})
	}
	v, s.items = s.items[len(s.items)-1], s.items[:len(s.items)-1]
	return
}

func try(name string, f func()) (err error) {
	defer func() {
		fmt.Println("leaving", name)
	}()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *StackError:
			err = fmt.Errorf("%s: %w", name, r)
		case error:
			err = errors.Join(errors.New(name), r)
		default:
			fmt.Println("re-panic", r)
			panic(r)
		}
	}()
	f()
	return nil
}

func nested() (out string) {
	defer func() {
		out += fmt.Sprint(" outer:", recover())
	}()
	defer func() {
		defer func() { out += fmt.Sprint("inner:", recover()) }()
		panic("second")
	}()
	panic("first")
}

func order(n int) {
	for i := range n {
		defer func(k int) { fmt.Print(k, i, " ") }(i * 10)
	}
	fmt.Print("body ")
}

func replaced() (v int) {
	defer func() {
		recover()
		v *= 2
	}()
	v = 21
	panic("ignored")
}

func main() {
	s := &Stack{}
	fmt.Println(try("fine", func() { s.Push(1).Push(2); fmt.Println(s.Pop()) }))
	err := try("deep", func() { s.Push(2).Push(3).Push(4).Push(5) })
	var se *StackError
	fmt.Println(err, errors.As(err, &se), se.Depth, s.items)
	fmt.Println(try("nil map", func() { var m map[Stack2]int; m[Stack2{}] = 1 }))
	fmt.Println(try("convert", func() { var v any = "text"; _ = v.(fmt.Stringer) }))
	fmt.Println(nested(), replaced())
	order(3)
	fmt.Println()
	err = try("outer", func() {
		fmt.Println(try("inner", func() { (&Stack{}).Pop() }))
		var p *Stack
		p.Push(1)
	})
	fmt.Println(err)
	defer fmt.Println("main deferred runs")
	defer func() {
		fmt.Println("peek, then go on")
	}()
	try("last", func() { panic(fmt.Sprintf("give up with %d left", len(s.items))) })
	fmt.Println("not reached")
}

type Stack2 struct{ a, b int }
