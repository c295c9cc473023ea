package main

import "fmt"

type plate struct{ now *[30][30]float64 }

func main() {
	p := &plate{now: new([30][30]float64)}
	_ = *p.now
	x := p.now[15][7]
	fmt.Println(x)
}
