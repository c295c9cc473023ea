package main

import "fmt"

type Code int

func (c Code) String() string { return fmt.Sprintf("code-%d", int(c)) }

type validator struct{ rules []func(int) bool }

func (v validator) check(xs ...int) {
	for i, x := range xs {
		for j, r := range v.rules {
			if !r(x) {
				panic(fmt.Sprintf("value %d (#%d) breaks rule %d\nsecond line", x, i, j))
			}
		}
	}
}
func try(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return "fine"
}
func main() {
	v := validator{[]func(int) bool{func(i int) bool { return i > 0 }, func(i int) bool { return i%2 == 0 }}}
	fmt.Println(try(func() { v.check(2, 4) }), try(func() { v.check(2, 3) }), try(func() { panic(Code(3)) }))
	v.check(2, -1)
}
