package main

import (
	"fmt"
	"strings"
)

type Account struct {
	Bal  float64
	Name string
}
type Ledger map[string]*Account

func (l Ledger) Move(from, to string, x float64) {
	l[from].Bal -= x
	l[to].Bal += x
}
func process(l Ledger, lines []string) {
	defer fmt.Println("process done")
	for _, s := range lines {
		var a, b string
		var x float64
		fmt.Sscan(s, &a, &b, &x)
		l.Move(a, b, x)
	}
}
func main() {
	l := Ledger{"a": {10, "A"}, "b": {Name: "B"}}
	defer func() { fmt.Println("main deferred", l["a"].Bal, *l["b"]) }()
	process(l, strings.Split("a b 3;b a 1.5;a zz 4", ";"))
	fmt.Println("unreachable")
}
