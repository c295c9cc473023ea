package main

import (
	"fmt"
	"strings"
)

type kv struct {
	k string
	v int
}
type store []kv

func (s store) get(k string) int {
	for _, e := range s {
		if e.k == k {
			return e.v
		}
	}
	panic(fmt.Sprintf("key %q missing among %d", k, len(s)))
}
func (s *store) put(k string, v int) { *s = append(*s, kv{k, v}) }
func safe[T any](f func() T, def T) (t T) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("safe:", r)
			t = def
		}
	}()
	return f()
}
func main() {
	var s store
	s.put("a", 1)
	s.put("b", 2)
	fmt.Println(safe(func() int { return s.get("b") }, -1), safe(func() int { return s.get("z") }, -1))
	fmt.Println(safe(func() string { return strings.Repeat("x", -1) }, "neg"))
	fmt.Println(safe(func() []int { return make([]int, 2)[3:] }, nil) == nil)
	var np *store
	fmt.Println(safe(func() int { return len(*np) }, 7))
	s[5].v = 3
}
