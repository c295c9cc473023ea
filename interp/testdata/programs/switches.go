package main

import (
	"fmt"
	"slices"
)

type both struct{}

func (both) Error() string  { return "error" }
func (both) String() string { return "string" }

type point struct{ x, y int }

func (p point) sum() int { return p.x + p.y }

func say[T any](x T) T {
	fmt.Print(x, "? ")
	return x
}

func computed(y int) string {
	limits := struct{ low, high int }{2, 8}
	m := map[string]int{"a": 3}
	z := 4
	switch y {
	case 1, say(5):
		return "1 or 5"
	case limits.low, limits.high:
		return "limit"
	case 10, m["a"]:
		return "in map"
	case 11, z, z + 3:
		return "z"
	case point{1, 2}.sum() * 3, point{2, 4}.sum():
		return "sum"
	}
	return "none"
}

func text(s string) string {
	words := []string{"b", "c"}
	switch s {
	case "a", words[0], words[1] + "!":
		return "word"
	case "":
		return "empty"
	default:
		return "other"
	}
}

func points(p point) string {
	switch p {
	case point{}, point{1, 1}:
		return "diagonal"
	case point{1, 2}, point{2, p.y}:
		return "near"
	}
	return "far"
}

func quote(r rune) {
	switch {
	case r == '\\':
		fmt.Print("esc ")
		fallthrough
	default:
		fmt.Print("def ")
	case r == '"':
		fmt.Print("quote ")
	}
	fmt.Println()
}

func digits(i int) {
	switch i {
	case 0:
		fmt.Print("zero ")
		fallthrough
	default:
		fmt.Print("default ")
		fallthrough
	case 1:
		fmt.Print("one ")
		fallthrough
	case 2:
		fmt.Print("two ")
	case 3:
		fmt.Print("three ")
	}
	fmt.Println()
}

func none(i int) {
	switch {
	case i == 0:
		fmt.Print("zero ")
		fallthrough
	default:
	case i == 1:
		fmt.Print("one ")
		fallthrough
	case i == 2:
	case i == 3:
		fmt.Print("three ")
	}
	fmt.Println()
}

func grade(n int) string {
	switch {
	default:
		return "low"
	case n > 90, n == 0:
		return "top"
	case n > 50:
		return "high"
	case n > 10:
		return "middle"
	}
}

func kind(x any) string {
	switch x := x.(type) {
	default:
		return fmt.Sprint("other ", x)
	case
		fmt.Stringer:
		return "stringer " + x.String()
	case error:
		return "error " + x.Error()
	case int,
		int8:
		return fmt.Sprint("int ", x)
	case nil:
		return "nil"
	}
}

func first(xs []int) string {
	var out []string
Loop:
	for i, x := range xs {
		switch y := x * 2; {
		case y < 0:
			continue Loop
		default:
			out = append(out, fmt.Sprint("default ", y))
		case y > 10 && i > 0:
			break Loop
		case y > 5:
			if i == 0 {
				break
			}
			out = append(out, fmt.Sprint("> 5: ", y))
		}
	}
	return fmt.Sprint(out)
}

func labelled(xs ...any) {
	for _, x := range xs {
	S:
		switch y := x; y {
		default:
			fmt.Print("default ")
		case say(any(1)), nil:
			fmt.Print("1 or nil ")
			if y == nil {
				break S
			}
			fallthrough
		case say(any("a")):
			fmt.Print("a ")
		case 2:
			for range 3 {
				break S
			}
		}
	}
	fmt.Println()
}

func main() {
	for i := range 12 {
		fmt.Println(i, computed(i))
	}
	for _, s := range []string{"a", "b", "c", "c!", "", "d"} {
		fmt.Println(s, text(s))
	}
	for _, p := range []point{{}, {1, 1}, {1, 2}, {2, 7}, {3, 3}} {
		fmt.Println(p, points(p))
	}
	for _, r := range "\\\"a" {
		quote(r)
	}
	for i := range 5 {
		digits(i)
		none(i)
	}
	for _, n := range []int{100, 60, 20, 5, 0} {
		fmt.Println(n, grade(n))
	}
	for _, x := range []any{both{}, 1, int8(2), 2.5, nil, "a"} {
		fmt.Println(kind(x))
	}
	fmt.Println(first([]int{4, 1, -1, 3, 2, 6, 1}), first(nil), first(slices.Repeat([]int{5}, 3)))
	labelled(1, nil, "a", 2, 3)
}
