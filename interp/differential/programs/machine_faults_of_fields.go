package main

import "fmt"

type pair struct {
	a int32
	c int8
}

var shared = pair{a: -3, c: 2}

func shift(p *pair)       { p.c *= shared.c << shared.a }
func divide(p *pair)      { p.a += shared.a / int32(len("")-int(shared.c)+2) }
func both(p, q *pair)     { p.a += q.a }
func well(p *pair, n int) { p.c += int8(n) << shared.c }

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	try(func() { shift(nil) })
	try(func() { shift(&pair{}) })
	try(func() { divide(nil) })
	try(func() { divide(&pair{}) })
	try(func() { both(nil, &pair{}) })
	try(func() { both(&pair{}, nil) })
	p := pair{c: 1}
	well(&p, 3)
	fmt.Println(p)
}
