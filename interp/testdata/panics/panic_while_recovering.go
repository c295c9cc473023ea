package main

import "fmt"

func outer() {
	defer func() {
		r := recover()
		fmt.Println("recovered", r)
		again()
	}()
	inner()
}

func inner() {
	var p *int
	*p = 1
}

func again() {
	var a any = 3
	_ = a.(string)
}

func main() {
	outer()
}
