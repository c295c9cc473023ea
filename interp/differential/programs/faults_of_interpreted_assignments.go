package main

import "fmt"

type pair struct{ xs, ys []int }

func element(a []int, i, j int) {
	defer func() {}()
	a[i] = a[j]
}

func sum(a, b []int, i, j int) {
	defer func() {}()
	a[i] = b[j] + b[i]/a[0]
}

func field(p *pair, i int) {
	defer func() {}()
	p.xs[i] = p.ys[i+1]
}

func swap(a []int, i, j int) {
	defer func() {}()
	i, j, a[j] = j, i, a[i]
}

func quotient(a []int, i, d int) {
	defer func() {}()
	a[i] = 7 / d
}

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	try(func() { element([]int{}, 1, 2) })
	try(func() { element([]int{5, 6}, 0, 1) })
	try(func() { sum([]int{0}, []int{1}, 3, 2) })
	try(func() { sum([]int{0}, []int{1, 2}, 1, 0) })
	try(func() { field(&pair{}, 0) })
	try(func() { field(nil, 0) })
	try(func() { swap([]int{}, 1, 2) })
	try(func() { quotient(nil, 4, 0) })
	try(func() { quotient(nil, 4, 1) })
}
