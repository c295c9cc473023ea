package main

import "fmt"

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	m := map[any]int{}
	var k any = []int{1}
	try(func() { m[k]++ })
	try(func() { m[k] += 2 })
	try(func() { m[k] = 2 })
	try(func() { fmt.Println(m[k]) })
	try(func() { _, ok := m[k]; fmt.Println(ok) })
	m[1] = 2
	try(func() { fmt.Println(m[k]) })
	try(func() { m[k]++ })
}
