package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

type T struct {
	id   int
	tags [2]string
}
type Ring[E any] struct {
	buf        []E
	head, size int
}

func (r *Ring[E]) Push(e E) (dropped E, full bool) {
	if r.size == len(r.buf) {
		dropped, full = r.buf[r.head], true
		r.buf[r.head] = e
		r.head = (r.head + 1) % len(r.buf)
		return
	}
	r.buf[(r.head+r.size)%len(r.buf)] = e
	r.size++
	return
}
func (r *Ring[E]) All(yield func(int, E) bool) {
	for i := range r.size {
		if !yield(i, r.buf[(r.head+i)%len(r.buf)]) {
			return
		}
	}
}

type Celsius int
type Bits uint16

func (b Bits) Ones(yield func(int) bool) {
	for i := range 16 {
		if b>>i&1 != 0 && !yield(i) {
			return
		}
	}
}
func main() {
	for i := range Celsius(3) {
		fmt.Printf("%T%v ", i, i)
	}
	for range 2 {
		fmt.Print("x")
	}
	var n8 uint8 = 3
	for i := range n8 {
		fmt.Printf("%T ", i)
	}
	const K = 2
	for i := range K {
		fmt.Printf("%T ", i)
	}
	fmt.Println()
	for i, c := range "aé\xffz" {
		fmt.Print(i, c, " ")
	}
	for i := range []byte("ab") {
		fmt.Print(i)
	}
	for range "xyz" {
		fmt.Print("-")
	}
	fmt.Println()
	ts := []T{{1, [2]string{"a"}}, {2, [2]string{"b"}}}
	for _, t := range ts {
		t.id = 100
		t.tags[0] = "z"
	}
	for i := range ts {
		ts[i].tags[1] = fmt.Sprint("i", i)
	}
	fmt.Println(ts)
	ptrs := []*T{}
	for _, t := range ts {
		ptrs = append(ptrs, &t)
	}
	ptrs[0].id = 77
	fmt.Println(ts[0].id, ptrs[0].id, ptrs[1].id)
	var fs []func()
	for i, s := range []string{"p", "q"} {
		fs = append(fs, func() { s += "!"; fmt.Print(i, s, " ") })
	}
	for i := 0; i < 2; i++ {
		fs = append(fs, func() { i += 100; fmt.Print(i, " ") })
	}
	for _, f := range fs {
		f()
		f()
	}
	fmt.Println()
	m := map[int]bool{1: true, 2: true, 3: true}
	for k := range m {
		delete(m, k)
	}
	fmt.Println(len(m))
	r := &Ring[rune]{buf: make([]rune, 3)}
	for _, c := range "abcde" {
		if d, full := r.Push(c); full {
			fmt.Print("drop ", string(d), " ")
		}
	}
	for i, c := range r.All {
		fmt.Print(i, string(c), " ")
	}
	for b := range Bits(0b1010010).Ones {
		if b == 4 {
			continue
		}
		fmt.Print(b, " ")
	}
	fmt.Println()
	ch := make(chan T, 2)
	ch <- ts[0]
	ch <- ts[1]
	close(ch)
	for t := range ch {
		fmt.Print(t.id, len(ch), " ")
	}
	arr := [4]int{1, 2, 3, 4}
	for i, x := range arr[1:3] {
		arr[i+2] += x
	}
	fmt.Println(arr)
	i := 10
	for i = range 3 {
	}
	var t T
	for t.id = range 5 {
		if t.id == 3 {
			break
		}
	}
	var xs [3]int
	k := 0
	for k, xs[k] = range []int{5, 6, 7} {
	}
	fmt.Println(i, t.id, xs, k)
	grid := [][]rune{[]rune("ab"), []rune("cd")}
	for y, row := range grid {
		for x := range row {
			grid[y][x] -= 32
		}
	}
	for _, row := range slices.Backward(grid) {
		fmt.Print(string(row))
	}
	s := []int{1, 2, 3}
	for i := range s {
		s = append(s, i*10)
	}
	for i, v := range s {
		if v == 2 {
			s = slices.Delete(s, i, i+1)
			break
		}
	}
	fmt.Println(s)
	var nilf map[string]int
	for range nilf {
		panic("no")
	}
	for k, v := range maps.All(map[string]int{"one": 1}) {
		fmt.Println(k, v)
	}
	for l := range strings.Lines("a\nb\nc") {
		fmt.Printf("%q ", l)
	}
	for i, e := range slices.All([]string{"u", "v"}) {
		fmt.Print(i, e)
	}
	var p *[3]int
	for i := range p {
		fmt.Print(i)
	}
	fmt.Println(len(p))
}
