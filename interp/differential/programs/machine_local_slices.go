package main

import "fmt"

func a(p []int) int  { w := p[1:]; return w[0] + w[1] }
func a2(p []int) int { w := p[1:]; _ = w; return w[0] + w[1] }
func a3(p []int) int { w := p[1:]; n := w[0]; return n + w[1] }
func a4(p []int) int { w := p[1:]; return 1 + w[0] + w[1] }
func a5(p []int) int { w := p[1:]; return w[0] + p[1] }
func a6(p []int) int { w := p[1:]; return p[1] + w[0] }
func a7(p []int) int { w := p[1:]; x := 3; return x + w[0] + w[1] }
func a8(p []int) int { w := p[1:]; x := 3; return w[0] + w[1] + x }
func a9(p []int) int { w := p[1:]; x := 3; x += w[0] + w[1]; return x }
func b1(p []int) int {
	w := p[1:]
	if len(w) > 0 {
		return w[0] + w[1]
	}
	return 0
}
func b2(p []int, i int) int { w := p[1:]; return w[i] + w[i+1] }
func b3(p []int, i int) int { w := p[1:]; j := i + 1; return w[i] + w[j] }
func b4(p []int) int        { w := p[1:]; w[0] += w[1]; return w[0] }
func b5(p []int) int        { w := p[1:]; w[0], w[1] = w[1], w[0]; return w[0] }
func b6(p []int) int        { w := p[1:]; w[0] = w[1]; return w[0] }
func try(n string, f func() any) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(n, "R", r)
		}
	}()
	fmt.Println(n, f())
}
func main() {
	T := func() []int { return []int{1, 7, 3, 4} }
	try("a", func() any { return a(T()) })
	try("a2", func() any { return a2(T()) })
	try("a3", func() any { return a3(T()) })
	try("a4", func() any { return a4(T()) })
	try("a5", func() any { return a5(T()) })
	try("a6", func() any { return a6(T()) })
	try("a7", func() any { return a7(T()) })
	try("a8", func() any { return a8(T()) })
	try("a9", func() any { return a9(T()) })
	try("b1", func() any { return b1(T()) })
	try("b2", func() any { return b2(T(), 0) })
	try("b3", func() any { return b3(T(), 0) })
	try("b4", func() any { return b4(T()) })
	try("b5", func() any { return b5(T()) })
	try("b6", func() any { return b6(T()) })
}
