//go:build ignore

package main

import (
	"fmt"
	"io"
	"strings"
)

type Vec struct{ X, Y, Z float64 }

func (v Vec) Format(f fmt.State, verb rune) {
	prec, ok := f.Precision()
	if !ok {
		prec = 2
	}
	switch verb {
	case 'v', 's':
		if f.Flag('#') {
			fmt.Fprintf(f, "Vec{X: %g, Y: %g, Z: %g}", v.X, v.Y, v.Z)
			return
		}
		open, shut := "(", ")"
		if f.Flag('+') {
			open, shut = "⟨", "⟩"
		}
		body := fmt.Sprintf("%.*f, %.*f, %.*f", prec, v.X, prec, v.Y, prec, v.Z)
		s := open + body + shut
		if w, ok := f.Width(); ok && len(s) < w {
			fill := strings.Repeat(" ", w-len(s))
			if f.Flag('-') {
				s += fill
			} else {
				s = fill + s
			}
		}
		io.WriteString(f, s)
	case 'd':
		fmt.Fprintf(f, "%d/%d/%d", int(v.X), int(v.Y), int(v.Z))
	default:
		fmt.Fprintf(f, "%%!%c(Vec=%s)", verb, fmt.FormatString(f, verb))
	}
}

type Secret string

func (s Secret) String() string   { return strings.Repeat("*", len(s)) }
func (s Secret) GoString() string { return fmt.Sprintf("Secret(%d chars)", len(s)) }

type Tree[T any] struct {
	Left, Right *Tree[T]
	Val         T
}

func (t *Tree[T]) Format(f fmt.State, verb rune) {
	if t == nil {
		fmt.Fprint(f, "·")
		return
	}
	if t.Left == nil && t.Right == nil {
		fmt.Fprintf(f, fmt.FormatString(f, verb), t.Val)
		return
	}
	fmt.Fprint(f, "[")
	t.Left.Format(f, verb)
	fmt.Fprint(f, " ")
	fmt.Fprintf(f, fmt.FormatString(f, verb), t.Val)
	fmt.Fprint(f, " ")
	t.Right.Format(f, verb)
	fmt.Fprint(f, "]")
}

func build[T any](vals ...T) *Tree[T] {
	if len(vals) == 0 {
		return nil
	}
	m := len(vals) / 2
	return &Tree[T]{build(vals[:m]...), build(vals[m+1:]...), vals[m]}
}

type Account struct {
	User     string
	Password Secret
	At       Vec
}

func main() {
	v := Vec{1, -2.5, 3.14159}
	fmt.Printf("%v|%s|%+v|%#v|%d|%x\n", v, v, v, v, v, v)
	fmt.Printf("%.0v|%.4v|%30v|%-30v|%+.1v|%08.3q\n", v, v, v, v, v, v)
	fmt.Println(v, []Vec{v, {}}, &v)
	fmt.Print(v, v, "\n")
	a := Account{"ann", "hunter2", v}
	fmt.Printf("%v\n%+v\n%#v\n", a, a, a)
	fmt.Printf("%s %q %x %#v\n", a.Password, a.Password, Secret("ab"), []Secret{"one", "three"})
	t := build(1, 2, 3, 4, 5, 6)
	fmt.Printf("%v %d %02d %+d %x\n", t, t, t, t, t)
	fmt.Printf("%s %q %v\n", build("a", "b", "c"), build("x", "y"), build[bool]())
	m := map[string]Vec{"b": {}, "a": {1, 1, 1}}
	fmt.Printf("%v %.1v\n", m, m)
	err := fmt.Errorf("at %v: %w", v, fmt.Errorf("%d", v))
	fmt.Println(err)
	fmt.Printf("%T %T %T\n", t, a.Password, build[[]int])
}
