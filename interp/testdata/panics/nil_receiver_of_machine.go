package main

type T struct{ x [3]int }

func (t T) V() int { return t.x[1] }

func f() int {
	var p *T
	n := 1
	n += 2
	n += p.V()
	return n
}

func main() {
	println(f())
}
