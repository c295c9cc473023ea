// Module github.com/samber/lo@v1.53.0

package main

import (
	"fmt"
	"github.com/samber/lo"
)

type P struct {
	Name string
	Age  int
}

func main() {
	fmt.Println(lo.Map([]int{1, 2, 3}, func(x, i int) string { return fmt.Sprint(x * 2) }))
	fmt.Println(lo.GroupBy([]P{{"a", 3}, {"b", 5}, {"c", 3}}, func(p P) int { return p.Age }))
	fmt.Println(lo.Chunk(lo.Range(10), 3), lo.SnakeCase("HelloWorld"), lo.Must(fmt.Sprint(1), nil))
	fmt.Printf("%v %T %v\n", lo.T2(1, "x"), lo.T2(1, "x"), lo.Sum([]float64{1, 2.5}))
}
