// Module github.com/elliotchance/orderedmap/v3@v3.1.1

package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/elliotchance/orderedmap/v3"
)

func main() {
	m := orderedmap.NewOrderedMap[string, []int]()
	for i, k := range []string{"z", "a", "m", "a"} {
		old, _ := m.Get(k)
		fmt.Println(m.Set(k, append(old, i)))
	}
	for k, v := range m.AllFromFront() {
		fmt.Println(k, v)
	}
	fmt.Println(slices.Collect(m.Keys()), slices.Collect(m.Values()), m.Len(), m.Has("q"))
	for el := m.Back(); el != nil; el = el.Prev() {
		fmt.Print(el.Key, el.Value, " ")
	}
	fmt.Println(m.Delete("z"), m.Delete("z"), m.GetOrDefault("x", []int{9}), m.ReplaceKey("a", "b"))
	fmt.Println(maps.Collect(m.AllFromBack()), m.Front().Key, m.GetElement("m").Value)
	n := orderedmap.NewOrderedMapWithElements(&orderedmap.Element[int, float64]{Key: 3, Value: .5}, &orderedmap.Element[int, float64]{Key: 1})
	c := n.Copy()
	c.Set(2, 2)
	fmt.Println(n.Len(), c.Len(), slices.Collect(c.Keys()))
}
