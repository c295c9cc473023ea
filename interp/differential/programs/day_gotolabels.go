package main

import (
	"fmt"
	"os"
	"strings"
)

type Op byte

const (
	PUSH Op = iota
	ADD
	MUL
	JNZ
	DUP
	SUB
	PRINT
	HALT
)

//go:noinline
func (o Op) String() string {
	return [...]string{"PUSH", "ADD", "MUL", "JNZ", "DUP", "SUB", "PRINT", "HALT"}[o]
}

type Ins struct {
	Op
	Arg int
}
type VM struct {
	stack []int
	pc    int
	out   strings.Builder
}

func (vm *VM) pop() int {
	n := len(vm.stack) - 1
	defer func() { vm.stack = vm.stack[:n] }()
	return vm.stack[n]
}
func (vm *VM) run(prog []Ins) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("pc=%d %v: %v", vm.pc, prog[vm.pc], r)
		}
	}()
	for {
		in := prog[vm.pc]
		switch in.Op {
		case PUSH:
			vm.stack = append(vm.stack, in.Arg)
		case ADD, SUB, MUL:
			b, a := vm.pop(), vm.pop()
			r := 0
			switch in.Op {
			case ADD:
				r = a + b
			case SUB:
				r = a - b
			case MUL:
				r = a * b
			}
			vm.stack = append(vm.stack, r)
		case DUP:
			vm.stack = append(vm.stack, vm.stack[len(vm.stack)-1])
		case PRINT:
			fmt.Fprint(&vm.out, vm.stack[len(vm.stack)-1], " ")
		case JNZ:
			if vm.stack[len(vm.stack)-1] != 0 {
				vm.pc = in.Arg
				continue
			}
		case HALT:
			return nil
		default:
			panic("bad op")
		}
		vm.pc++
	}
}
func find(m [][]int, want int) (r, c int) {
search:
	for r = range m {
		for c = range m[r] {
			switch {
			case m[r][c] == want:
				break search
			case m[r][c] < 0:
				continue search
			}
		}
	}
	return
}
func sw(x any) string {
	switch y := x.(type) {
	case nil:
		return "nil"
	case int, int64:
		return fmt.Sprintf("int-ish %v %T", y, y)
	case []int:
		return fmt.Sprint("slice ", len(y))
	case func() int:
		return fmt.Sprint("func ", y())
	case error:
		return "error " + y.Error()
	case fmt.Stringer:
		return "stringer " + y.String()
	case *int:
		return fmt.Sprint("ptr ", *y)
	case map[string]any, [2]int:
		return fmt.Sprintf("%T", y)
	case struct{ A int }:
		return fmt.Sprint("anon ", y.A)
	case chan<- int:
		return "sendonly"
	}
	return fmt.Sprintf("other %T", x)
}
func grade(n int) (g string) {
	switch {
	case n > 100:
		g = "!"
		fallthrough
	case n >= 90:
		g += "A"
	case n >= 80:
		g = "B"
	default:
		g = "F"
	case n == 50:
		g = "lucky"
	}
	return
}

func main() {
	vm := &VM{}
	err := vm.run([]Ins{{PUSH, 3}, {Op: PRINT}, {PUSH, 1}, {Op: SUB}, {JNZ, 1}, {Op: HALT}})
	fmt.Println(vm.out.String(), err, vm.stack)
	fmt.Println((&VM{}).run([]Ins{{PUSH, 2}, {ADD, 0}}))
	fmt.Println(Ins{PUSH, 3}, []Op{ADD, MUL})
	r, c := find([][]int{{1, 2}, {-1, 5}, {3, 5}}, 5)
	fmt.Println(r, c)
	n := 4
	for _, x := range []any{nil, 1, int64(2), []int{1}, func() int { return 9 }, os.ErrExist, ADD, &n, map[string]any{}, [2]int{}, struct{ A int }{3}, make(chan<- int), 1.5, int8(3), struct{}{}} {
		fmt.Println(sw(x))
	}
	fmt.Println(grade(101), grade(95), grade(85), grade(50), grade(10))
	i := 0
again:
	for ; i < 10; i++ {
		if i == 3 {
			i += 4
			goto again
		}
		fmt.Print(i, " ")
	}
	fmt.Println()
	var fns []func()
	j := 0
retry:
	k := j * j
	fns = append(fns, func() { fmt.Print(k, j, ";") })
	if j++; j < 3 {
		goto retry
	}
	for _, f := range fns {
		f()
	}
	fmt.Println()
	ch := make(chan int, 3)
	quit := make(chan bool)
	go func() {
		for i := range 3 {
			ch <- i
		}
		close(quit)
	}()
	got := 0
L:
	for {
		select {
		case v := <-ch:
			got += v + 1
			if got == 6 {
				break L
			}
		case <-quit:
			quit = nil
		}
	}
	fmt.Println("got", got)
	switch x := 5; x {
	case 1, 2:
	case 5:
		for {
			break
		}
		fmt.Println("five")
		if x > 4 {
			break
		}
		fmt.Println("unreached")
	}
	{
		i := "shadow"
		_ = i
	}
	for i, s := range "aé" {
		i := i * 2
		s := string(s) + "!"
		fmt.Print(i, s, " ")
	}
	fmt.Println(i)
}
