package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

type Code struct {
	op   byte
	arg  int
	line int
}

type UnmatchedError struct {
	Bracket byte
	Pos     int
}

func (u UnmatchedError) Error() string { return fmt.Sprintf("unmatched %c at %d", u.Bracket, u.Pos) }

func compile(src string) (prog []Code, err error) {
	var stack []int
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch c {
		case '+', '-', '<', '>':
			run := 1
			for i+1 < len(src) && src[i+1] == c {
				run++
				i++
			}
			prog = append(prog, Code{c, run, i})
		case '.', ',':
			prog = append(prog, Code{op: c, line: i})
		case '[':
			stack = append(stack, len(prog))
			prog = append(prog, Code{op: c, line: i})
		case ']':
			if len(stack) == 0 {
				return nil, UnmatchedError{c, i}
			}
			open := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			prog[open].arg = len(prog)
			prog = append(prog, Code{c, open, i})
		}
	}
	if n := len(stack); n > 0 {
		return nil, &UnmatchedError{'[', prog[stack[n-1]].line}
	}
	return
}

type tape struct {
	cells []byte
	at    int
}

func (t *tape) move(d int) {
	t.at += d
	for t.at >= len(t.cells) {
		t.cells = append(t.cells, 0)
	}
	_ = t.cells[t.at]
}

func run(prog []Code, in io.ByteReader, out io.Writer) (steps int, err error) {
	t := &tape{cells: make([]byte, 1)}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("after %d steps: %v", steps, r)
		}
	}()
	for pc := 0; pc < len(prog); pc++ {
		steps++
		switch c := prog[pc]; c.op {
		case '+':
			t.cells[t.at] += byte(c.arg)
		case '-':
			t.cells[t.at] -= byte(c.arg)
		case '>':
			t.move(c.arg)
		case '<':
			t.move(-c.arg)
		case '[':
			if t.cells[t.at] == 0 {
				pc = c.arg
			}
		case ']':
			if t.cells[t.at] != 0 {
				pc = c.arg
			}
		case '.':
			out.Write(t.cells[t.at:][:1])
		case ',':
			b, err := in.ReadByte()
			if err == io.EOF {
				b = 0
			}
			t.cells[t.at] = b
		}
	}
	return
}

func main() {
	programs := []struct{ name, src, in string }{
		{"A to E", "++++++++[>++++++++<-]>+.+.+.+.+.", ""},
		{"echo", ",[.,]", "hello, tape"},
		{"reverse", ">,[>,]<[.<]", "stressed"},
		{"upper", ",[" + strings.Repeat("-", 32) + ".,]", "shout"},
		{"wrap", "-.+.", ""},
		{"off left", "<", ""},
		{"unclosed", "+[[+]", ""},
		{"unopened", "+]", ""},
		{"empty", "no ops here", ""},
	}
	for _, p := range programs {
		prog, err := compile(p.src)
		if err != nil {
			switch e := err.(type) {
			case UnmatchedError:
				fmt.Printf("%-9s value error %+v\n", p.name, e)
			case *UnmatchedError:
				fmt.Printf("%-9s pointer error %v %d\n", p.name, e, e.Pos)
			}
			continue
		}
		var out bytes.Buffer
		n, err := run(prog, strings.NewReader(p.in), &out)
		fmt.Printf("%-9s code=%d steps=%d out=%q hex=% x err=%v\n", p.name, len(prog), n, out.String(), out.Bytes(), err)
	}
	prog, _ := compile("++[>+<-]")
	fmt.Println(prog)
	fmt.Printf("%+v %c\n", prog[1], prog[1].op)
}
