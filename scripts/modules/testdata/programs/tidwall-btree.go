// Module github.com/tidwall/btree@v1.8.2

package main

import (
	"fmt"

	"github.com/tidwall/btree"
)

type user struct {
	name string
	age  int
}

func main() {
	var m btree.Map[string, int]
	for i := range 1000 {
		m.Set(fmt.Sprintf("k%03d", i*7%1000), i)
	}
	fmt.Println(m.Len(), m.Height())
	m.Ascend("k995", func(k string, v int) bool {
		fmt.Print(k, "=", v, " ")
		return true
	})
	fmt.Println()
	v, ok := m.Delete("k500")
	fmt.Println(v, ok, m.Len())
	fmt.Println(m.GetAt(500))

	tree := btree.NewBTreeG(func(a, b user) bool {
		if a.age != b.age {
			return a.age < b.age
		}
		return a.name < b.name
	})
	for i, name := range []string{"x", "c", "m", "a", "q"} {
		tree.Set(user{name, 10 * (i % 3)})
	}
	copied := tree.Copy()
	copied.Delete(user{"x", 0})
	tree.Scan(func(u user) bool { fmt.Print(u, " "); return true })
	fmt.Println(tree.Len(), copied.Len())
	it := copied.Iter()
	for ok := it.Last(); ok; ok = it.Prev() {
		fmt.Print(it.Item().name, " ")
	}
	it.Release()
	fmt.Println()

	var s btree.Set[float64]
	for i := range 100 {
		s.Insert(float64(i%10) / 4)
	}
	fmt.Println(s.Len(), s.Keys())
}
