//go:build ignore

package main

import (
	"fmt"
	"math"
)

type Celsius float64
type Color uint8
type Flags uint16
type Name string
type Grid [2][3]int
type Tags []string
type Lookup map[string]int

const (
	Red Color = iota
	Green
)

func (c Color) String() string { return [...]string{"Red", "Green"}[c] }

type Point struct{ X, Y int }

type Shape struct {
	Name   Name
	Center Point
	Ptr    *Point
	Any    any
	Tags   Tags
	Color  Color
	priv   Celsius
}

type empty struct{}

func main() {
	vals := []any{
		nil, true, 42, int8(-5), uint8(200), uintptr(10), 'x', 3.0, float32(0.1), 1e21, 1e-7, complex(1, -2),
		"hi\t\"there\"", []byte("abc"), []rune("žá"), [3]bool{true}, Celsius(36.6), Green, Flags(6), Name("n"),
		Grid{{1, 2, 3}, {4, 5, 6}}, Tags{"a", "b c"}, Tags(nil), Lookup{"b": 2, "a": 1}, Lookup(nil),
		Point{1, 2}, &Point{3, 4}, []Point{{5, 6}}, []any{1, "x", nil, 2.5}, map[Point]string{{1, 1}: "one"},
		empty{}, struct{}{}, struct {
			A int
			B string `json:"b"`
		}{1, "z"}, []Color{Red, Green}, map[Color]Color{Green: Red}, [][]int{{1}, nil, {}},
		map[string][]int{"k": {1, 2}}, &[]int{1}, &map[string]int{"q": 1}, &[2]int{7, 8},
	}
	for i, v := range vals {
		fmt.Printf("%2d %%v=%v | %%+v=%+v | %%#v=%#v | %%T=%T\n", i, v, v, v, v)
	}
	s := Shape{"box", Point{1, 2}, nil, Point{9, 9}, Tags{"t"}, Green, 1.5}
	fmt.Printf("%v\n%+v\n%#v\n", s, s, s)
	s.Any = []any{Red, Celsius(2), nil}
	fmt.Printf("%v\n%+v\n%#v\n", s, s, s)
	fmt.Printf("%d %x %X %o %O %b %c %q %U %#U\n", 42, 42, 42, 42, 42, 42, 42, '*', 42, 0x1F600)
	fmt.Printf("%d|%x|%s|%v|%5d|%-5d|%05d|%+d\n", Green, Green, Green, Green, Green, Green, Green, Green)
	fmt.Printf("%e %E %f %F %g %G %x %.2f %8.3f %-8.1f| %+.1e\n", math.Pi, math.Pi, math.Pi, math.Pi, math.Pi, math.Pi, 1.0, math.Pi, math.Pi, math.Pi, math.Pi)
	fmt.Printf("%s|%q|%x|%X|% x|%#x|%.2s|%8s|%-8s|%08s\n", "héy", "héy", "héy", "héy", "héy", "héy", "héy", "héy", "héy", "héy")
	fmt.Printf("%+q %#q %#q %s %v %d\n", "é", "back", "tick`", []string{"a", "b"}, []byte{1, 2}, []byte{1, 2})
	fmt.Printf("%t %v %5t|%-7t|\n", true, false, true, false)
	fmt.Printf("%v %v %v %v\n", math.Inf(1), math.Inf(-1), math.NaN(), math.MaxInt64)
	fmt.Printf("%6.2f%% %*d %-*d| %.*f\n", 12.345, 6, 42, 6, 42, 1, 2.55)
	fmt.Printf("%[2]d %[1]d %[2]*[1]d %[3]q\n", 1, 5, "x")
	fmt.Printf("%x %X %#x % x\n", []byte("hello"), "hi", []byte{1, 171}, [3]byte{1, 2, 3})
	fmt.Println(fmt.Sprint("a", 1, 2, "b", "c", 3.0, nil, 'x'), fmt.Sprintln("end", 1))
}
