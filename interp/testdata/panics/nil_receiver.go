package main

type T struct{ x [3]int }

func (t T) V() int { return t.x[1] }

func f() int {
	defer func() {}()
	var p *T
	n := 1
	println("f")
	v := p.V
	n += 3
	return n + v()
}

func main() {
	println(f())
}
