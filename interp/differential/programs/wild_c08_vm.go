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
	SUB
	DUP
	JNZ
	PRINT
	HALT
)

//go:noinline
func (o Op) String() string {
	return map[Op]string{PUSH: "push", ADD: "add", MUL: "mul", SUB: "sub", DUP: "dup", JNZ: "jnz", PRINT: "print", HALT: "halt"}[o]
}

type Instr struct {
	Op
	Arg int
}
type VM struct {
	stack []int
	pc    int
	out   func(int)
}

func (v *VM) pop() int   { n := len(v.stack) - 1; x := v.stack[n]; v.stack = v.stack[:n]; return x }
func (v *VM) push(x int) { v.stack = append(v.stack, x) }

var table = map[Op]func(*VM, int) bool{
	PUSH:  func(v *VM, a int) bool { v.push(a); return true },
	ADD:   func(v *VM, _ int) bool { v.push(v.pop() + v.pop()); return true },
	MUL:   func(v *VM, _ int) bool { v.push(v.pop() * v.pop()); return true },
	SUB:   func(v *VM, _ int) bool { b, a := v.pop(), v.pop(); v.push(a - b); return true },
	DUP:   func(v *VM, _ int) bool { x := v.pop(); v.push(x); v.push(x); return true },
	PRINT: func(v *VM, _ int) bool { x := v.pop(); v.out(x); return true },
	HALT:  func(*VM, int) bool { return false },
}

func (v *VM) Run(code []Instr) (steps int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("pc=%d %v: %v", v.pc, code[v.pc].Op, r)
		}
	}()
	for ; ; v.pc++ {
		steps++
		in := code[v.pc]
		if in.Op == JNZ {
			if v.pop() != 0 {
				v.pc = in.Arg - 1
			}
			continue
		}
		if !table[in.Op](v, in.Arg) {
			return
		}
	}
}

func bf(src, in string) string {
	jmp := map[int]int{}
	var st []int
	for i, c := range src {
		switch c {
		case '[':
			st = append(st, i)
		case ']':
			j := st[len(st)-1]
			st = st[:len(st)-1]
			jmp[i], jmp[j] = j, i
		}
	}
	var tape [300]byte
	var out strings.Builder
	p := 0
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '>':
			p++
		case '<':
			p--
		case '+':
			tape[p]++
		case '-':
			tape[p]--
		case '.':
			out.WriteByte(tape[p])
		case ',':
			tape[p], in = in[0], in[1:]
		case '[':
			if tape[p] == 0 {
				i = jmp[i]
			}
		case ']':
			if tape[p] != 0 {
				i = jmp[i]
			}
		}
	}
	return out.String()
}

func main() {
	prog := []Instr{{PUSH, 5}, {DUP, 0}, {PRINT, 0}, {PUSH, 1}, {SUB, 0}, {DUP, 0}, {JNZ, 1}, {HALT, 0}}
	vm := &VM{out: func(i int) { fmt.Print(i, " ") }}
	n, err := vm.Run(prog)
	fmt.Println(n, err, vm.stack)
	fmt.Println((&VM{}).Run([]Instr{{ADD, 0}}))
	fmt.Println(prog[0], prog[1:3])
	fmt.Printf("%v %+v %d\n", prog[6], prog[6], prog[6])
	fmt.Println(bf("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.", ""))
	fmt.Println(bf(",>,<.>.", "ab"))
	fmt.Fprintln(os.Stderr, "to stderr")
}
