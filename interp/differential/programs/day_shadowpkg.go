package main

import (
	"fmt"
	_ "image/png"
	. "math"
	"sort"
	str "strings"
)

type int32x = int32
type string_ string
type error_ interface{ error }
type any2 = any

func len2(x []int) int { return len(x) }

type fmtr struct{}

func (fmtr) Println(a ...any) { fmt.Print("[shadow] ", str.TrimSpace(fmt.Sprintln(a...)), "\n") }

const true_ = !false

var (
	a, b = b + 1, c()
	d    = func() int { return a * 100 }()
	e    = map[string]func() int{"x": c}
)

func c() int { return 41 }

func main() {
	fmt.Println(a, b, d, e["x"](), true_, Sqrt(2), Pi > 3)
	{
		fmt := fmtr{}
		fmt.Println("inside", 1)
		len := func(s string) int { return -1 }
		fmt.Println(len("abc"))
		true := false
		fmt.Println(true)
		string := "var named string"
		fmt.Println(string)
		type int struct{ v float64 }
		fmt.Println(int{2.5})
		nil := 5
		fmt.Println(nil)
		append := func(a, b []string_) []string_ { return b }
		fmt.Println(append([]string_{"a"}, []string_{"b"}))
		max := Max
		fmt.Println(max(1, 2))
		str := str.ToUpper
		fmt.Println(str("up"))
		sort := sort.SearchStrings(nil2(), "2")
		fmt.Println(sort)
	}
	var x int32x = 5
	var y int32 = x
	err := error_(nil)
	fmt.Printf("%T %v %v\n", y, err == nil, any2(3))
	x1, err1 := 1, error(nil)
	x2, err1 := 2, fmt.Errorf("x")
	fmt.Println(x1, x2, err1)
	if x1 := x1 + 1; x1 > 1 {
		x1 := x1 * 10
		fmt.Println(x1)
	}
	for x1 := range 2 {
		x1 := x1 + 5
		defer func() { fmt.Print(x1, " ") }()
	}
	switch x1 := any(x1).(type) {
	case int:
		x1++
		fmt.Println(x1)
	}
	fmt.Println(x1, len2([]int{1}))
	func(fmt string) { println2(fmt) }("param named fmt")
	type T struct{ T *T2 }
	fmt.Println(T{}.T == nil)
	_, _ = x, y
label:
	for label := 0; label < 2; label++ {
		switch {
		default:
			continue label
		}
	}
	var _ = 5
	const huge = 1 << 62
	fmt.Println(huge, uint64(huge)<<1)
}

func nil2() []string { return nil }

type T2 struct{ t string }

func println2(s string) { fmt.Println(s) }
